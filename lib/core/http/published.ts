import type { z } from 'zod';
import type { Contract } from './contract';

/** The parts of the reference, in its order. */
export const TAGS = [
  'Sign-in',
  'Session',
  'Recovery',
  'Password',
  'One-time passcode',
  'Token',
  'Brand',
  'Texts',
  'Client log'
] as const;

/** An answer of a call that has a shape of its own. */
export interface Answer {
  description: string;
  /** The JSON body. Without it and without `type` the answer has no body. */
  schema?: z.ZodType;
  /** Media types of a body that isn't JSON. */
  type?: string[];
  /** What Cache-Control may be; left out: `no-store`. */
  cache?: string[];
  /** Further headers with what each tells. */
  headers?: Record<string, string>;
}

/** What the published document says of a call beyond what its contract enforces (docs/architecture.md, "A contract"). */
export interface Published {
  /** The call's name in generated clients and its anchor in the reference. */
  id: string;
  tag: (typeof TAGS)[number];
  summary: string;
  description?: string;
  /** The rules of docs/requirements.md that it answers to. */
  rules: string[];
  answers: Record<number, Answer>;
  /** Refusals that its own code makes, by status: what each means here. */
  refusals?: Record<number, string>;
  /** The status of the very same call sent again; left out: as the first. */
  again?: number;
  /** A body that is taken, and values for parameters, for the example. */
  example?: { body?: unknown; parameters?: Record<string, string> };
  /** A folder that takes any rest of an address: the addresses it stands for, each with the id it has in the document. */
  addresses?: Record<string, string>;
}

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

export type AnyContract = Contract<z.ZodType, never, z.ZodType, z.ZodType>;

/** Every refusal a call may make, by status: those its contract brings with it, and its own with their meaning. */
export function refusalsOf(contract: AnyContract): Record<number, string> {
  const ruled = RULED.filter(({ when }) => when(contract)).map(({ status, text }) => [status, text]);
  return { ...Object.fromEntries(ruled), ...contract.published?.refusals, 500: 'A failure on our side; it is logged.' };
}

/** How an answer departs from what is published of its call, or null. */
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
