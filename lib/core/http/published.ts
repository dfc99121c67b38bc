import type { AnyContract } from './declaration';

const RULED: { status: number; text: string; when: (contract: AnyContract) => boolean }[] = [
  {
    status: 400,
    text: 'A field or a parameter is missing or wrong, or the body can’t be read.',
    when: ({ body, query }) => Boolean(body || query)
  },
  { status: 401, text: 'No session, or none at this step of a sign-in.', when: ({ auth }) => Boolean(auth) },
  { status: 403, text: 'The anti-forgery proof is missing or wrong.', when: ({ csrf }) => Boolean(csrf) },
  { status: 413, text: 'The body is larger than the call takes.', when: ({ body }) => Boolean(body) },
  { status: 415, text: 'The body has another media type.', when: ({ body }) => Boolean(body) },
  { status: 429, text: 'Too many calls from this address.', when: ({ limit }) => Boolean(limit) }
];

/** Every refusal a call may make, by status: those its contract brings with it, and its own with their meaning. */
export function refusalsOf(contract: AnyContract): Record<number, string> {
  const ruled = RULED.filter(({ when }) => when(contract)).map(({ status, text }) => [status, text]);
  return { ...Object.fromEntries(ruled), ...contract.published?.refusals, 500: 'A failure on our side; it is logged.' };
}

/** How an answer differs from its published description, or null. */
export async function departure(contract: AnyContract, response: Response): Promise<string | null> {
  const { published } = contract;
  if (!published) return null;
  const answer = published.answers[response.status];
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  if (!answer) {
    const known = response.status in refusalsOf(contract) && type === 'application/json';
    return known ? null : `status ${response.status} is not published`;
  }
  const types = answer.schema ? ['application/json'] : (answer.type ?? ['']);
  if (!types.includes(type)) return `media type "${type}" is not published`;
  const cache = response.headers.get('cache-control') ?? '';
  if (!(answer.cache ?? ['no-store']).includes(cache)) return `Cache-Control "${cache}" is not published`;
  const wrong = answer.schema?.safeParse(JSON.parse(await response.clone().text())).error;
  return wrong ? `the body is not as published: ${wrong.message}` : null;
}
