import type { z } from 'zod';
import type { BodyKind } from './body';

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

/** The published description of a call besides what its contract enforces (docs/architecture.md, "A contract"). */
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

export interface Call<Body, Actor, Query, Params> {
  request: Request;
  url: URL;
  /** Path parameters, decoded. */
  params: Params;
  query: Query;
  body: Body;
  actor: Actor;
}

export interface Contract<Schema extends z.ZodType, Actor, Query extends z.ZodType, Params extends z.ZodType> {
  /** The published description; every call that outside clients may make has one. */
  published?: Published;
  /** Who calls; null refuses with 401. Without it the contract is public. */
  auth?: (request: Request) => Promise<(Actor & { sessionId: string }) | null>;
  /**
   * How a state-changing call proves that no other site made the browser send it (P7.002, P7.003):
   * `token` always asks for the anti-forgery headers; `browser` asks only browsers, who may also
   * prove it by Origin or Sec-Fetch-Site.
   */
  csrf?: 'token' | 'browser';
  body?: { kind: BodyKind; schema: Schema; limit?: number };
  /** The query's parameters; what doesn't fit is refused with 400. Of one sent twice the first counts. */
  query?: Query;
  /** The path's parameters; what doesn't fit leads nowhere: 404. */
  params?: Params;
  /** Refuses with 429 before anything is read; resolves to the seconds to wait. */
  limit?: (request: Request) => Promise<number | undefined>;
  handle(call: Call<z.output<Schema>, Actor, z.output<Query>, z.output<Params>>): Response | Promise<Response>;
}

/** Bytes of a body where the contract names no limit. */
export const BODY_LIMIT = 16_384;

/** A contract of whatever schemas and actor. */
export type AnyContract = Contract<z.ZodType, never, z.ZodType, z.ZodType>;

export interface Handler {
  (request: Request, context: { params: Promise<Record<string, string | string[] | undefined>> }): Promise<Response>;
  /** The contract it answers by; a method that is refused has none. */
  contract?: AnyContract;
}
