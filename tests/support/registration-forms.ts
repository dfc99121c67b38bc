import type { Answer, PortalClient } from './portal-client';

/** The nonce of an answer, which is another each time. */
const nonceOf = ({ headers }: Answer) => /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1];

/** The parts of a page that could reveal something: all except its nonce and the typed values. */
export const shapeOf = (answer: Answer, ...typed: string[]) => ({
  status: answer.status,
  cache: answer.headers['cache-control'],
  body: [nonceOf(answer), ...typed].reduce<string>(
    (text, part) => (part ? text.replaceAll(part, '…') : text),
    answer.body
  )
});

/** The visible content of a page, without its script data. */
export const shown = ({ body }: Answer): string => body.replace(/<script\b[\s\S]*?<\/script>/g, '');

/**
 * Posts steps of a registration as a browser without script does: by the form of the page that a link leads to, or,
 * where that page has none any more, by the one that the address has without a link.
 */
export function registrationForms(headers: Record<string, string> = {}) {
  const forms = new Map<string, Answer>();
  return async (client: PortalClient, page: string, fields: Record<string, string>): Promise<Answer> => {
    const path = fields.token ? `${page}?token=${fields.token}` : page;
    const kind = `${page} ${'token' in fields}`;
    const known = forms.get(kind) ?? (await formAt(client, path)) ?? (await formAt(client, page));
    if (!known) throw new Error(`${page} has no form`);
    forms.set(kind, known);
    return client.submitAgain(known, path, fields, headers);
  };

  async function formAt(client: PortalClient, path: string): Promise<Answer | undefined> {
    const opened = await client.call(path, { headers });
    return opened.body.includes('name="step"') ? opened : undefined;
  }
}
