import { readFileSync } from 'node:fs';
import type { Answer, PortalClient } from './portal-client';

const MANIFEST = '.next/standalone/.next/server/server-reference-manifest.json';

/** The server action that a file exports by this name, and the page that has it: this one, or else any. */
function actionNamed(name: string, given: string | undefined): { id: string; page: string } {
  const { node } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as {
    node: Record<string, { exportedName: string; workers: Record<string, unknown> }>;
  };
  const [id, known] = Object.entries(node).find(([, { exportedName }]) => exportedName === name) ?? [];
  if (!id || !known) throw new Error(`no server action is called ${name}`);
  const pages = Object.keys(known.workers).map((worker) => worker.slice('app'.length, -'/page'.length));
  const page = given ?? pages.find((path) => path === '/workspace') ?? pages.find((path) => !path.includes('['));
  if (!page) throw new Error(`no page without parameters has ${name}`);
  return { id, page };
}

interface Called {
  /** Arguments before the state and the form, or all of them if there is no form. */
  given?: unknown[];
  /** The fields of its form. */
  form?: Record<string, string>;
  /** The page that has it, where every such page has a parameter. */
  page?: string;
  /** Instead of those that a browser sends from a page of the product. */
  headers?: Record<string, string>;
}

/** Calls a server action as the script of one of its pages does. */
export async function callAction(
  client: PortalClient,
  name: string,
  { given = [], form, page: at, headers = {} }: Called = {}
): Promise<Answer> {
  const sent = new FormData();
  for (const [field, value] of Object.entries(form ?? {})) sent.append(`_1_${field}`, value);
  sent.append('0', JSON.stringify(form ? [...given, { faults: [], values: {} }, '$K1'] : given));
  const encoded = new Response(sent);
  const { id, page } = actionNamed(name, at);
  return client.call(page, {
    method: 'POST',
    body: Buffer.from(await encoded.arrayBuffer()),
    headers: {
      'Content-Type': encoded.headers.get('content-type') as string,
      'Next-Action': id,
      Accept: 'text/x-component',
      Origin: `http://${client.authority}`,
      'Sec-Fetch-Site': 'same-origin',
      ...headers
    }
  });
}
