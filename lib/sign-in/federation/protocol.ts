import type { IdentityProvider } from './providers';

/** The identity that a provider asserts. */
export interface Assertion {
  subject: string;
  /** Identifies this assertion among all of the provider's. */
  id: string;
  /** After this time it would be refused anyway, clock differences included. */
  expiresAt: Date;
}

/** The common interface of both protocols. Both functions reject if the provider or its answer is invalid. */
export interface Protocol<Provider extends IdentityProvider> {
  /** The parameter of the answer that identifies its request. */
  stateParameter: string;
  /** Returns the address for the browser, and the values that the answer must contain. */
  ask(
    provider: Provider,
    callback: string,
    state: string
  ): Promise<{ location: string; expected: Record<string, string> }>;
  /** Checks the whole answer and returns its identity. */
  verify(
    provider: Provider,
    asked: { callback: string; state: string; expected: Record<string, string> },
    answer: URLSearchParams
  ): Promise<Assertion>;
}

/** The allowed difference between clocks. */
export const CLOCK_SKEW_SECONDS = 60;
