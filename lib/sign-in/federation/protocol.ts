import type { IdentityProvider } from './providers';

/** Who a provider says somebody is. */
export interface Assertion {
  subject: string;
  /** What tells this assertion from all others of the provider. */
  id: string;
  /** From then on it would be refused anyway, clocks that differ included. */
  expiresAt: Date;
}

/** What both ways of asking a provider have in common. Both reject when the provider or its answer is not as it must be. */
export interface Protocol<Provider extends IdentityProvider> {
  /** The parameter of the answer that tells which question it belongs to. */
  stateParameter: string;
  /** Where to send the browser, and what its answer must then hold. */
  ask(
    provider: Provider,
    callback: string,
    state: string
  ): Promise<{ location: string; expected: Record<string, string> }>;
  /** Whom the answer names, after all of it was checked. */
  verify(
    provider: Provider,
    asked: { callback: string; state: string; expected: Record<string, string> },
    answer: URLSearchParams
  ): Promise<Assertion>;
}

/** Clocks may differ by this much. */
export const CLOCK_SKEW_SECONDS = 60;
