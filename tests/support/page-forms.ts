import type { Answer, PortalClient } from './portal-client';

const attribute = (tag: string, name: string) => {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
  return value
    ?.replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
};

/** The hidden fields that the form containing `holds` would send without script. */
function hiddenFields(html: string, holds: string): [string, string][] {
  const form = formsOf(html).find((whole) => whole.includes(holds));
  if (!form) throw new Error(`no form holds ${holds}`);
  return hiddenIn(form);
}

/**
 * The hidden fields of the form of a portal page that has one of these fields, else of its first: they name the
 * server action. Null when no form of the page posts to an action.
 */
export function actionFields(html: string, names: string[]): [string, string][] | null {
  const forms = formsOf(html).filter((whole) => whole.includes('name="$ACTION'));
  const form = forms.find((whole) => names.some((name) => whole.includes(`name="${name}"`))) ?? forms[0];
  return form ? hiddenIn(form) : null;
}

const formsOf = (html: string) => [...html.matchAll(/<form\b[\s\S]*?<\/form>/g)].map(([whole]) => whole);

function hiddenIn(form: string): [string, string][] {
  return [...form.matchAll(/<input\b[^>]*type="hidden"[^>]*>/g)].map(([tag]) => [
    attribute(tag, 'name') as string,
    attribute(tag, 'value') ?? ''
  ]);
}

interface FormFound {
  /** What stands in the form, by which it is found; else the name of the first field. */
  holds?: string;
  /** The client that opens the page, if another client submits its form. */
  seenBy?: PortalClient;
  /** More headers of the post, or others. */
  headers?: Record<string, string>;
}

/** Fills in and sends a form of a page as a browser without script does, and gives the answer: 303 once it was taken. */
export async function sendForm(
  client: PortalClient,
  path: string,
  fields: Record<string, string>,
  { holds = `name="${Object.keys(fields)[0]}"`, seenBy = client, headers = {} }: FormFound = {}
): Promise<Answer> {
  const page = await seenBy.call(path);
  const form = new FormData();
  for (const [name, value] of hiddenFields(page.body, holds)) form.append(name, value);
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return post(client, path, form, headers);
}

/**
 * Sends the fields of a form with files to its route, as a page with script does, and gives the answer: 200 with the page to
 * show next once it was taken.
 */
export function sendUpload(client: PortalClient, route: string, fields: Record<string, string>): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return post(client, route, form, {});
}

async function post(
  client: PortalClient,
  path: string,
  form: FormData,
  headers: Record<string, string>
): Promise<Answer> {
  const encoded = new Response(form);
  const origin = `http://${client.authority}`;
  return client.call(path, {
    method: 'POST',
    body: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'Content-Type': encoded.headers.get('content-type') as string, Origin: origin, ...headers }
  });
}
