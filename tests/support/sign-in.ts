import { setTimeout as sleep } from 'node:timers/promises';
import type { Brand } from '@/lib/brand/brands/directory';
import { findBrand } from '@/lib/brand/brands/resolve';
import { database as prisma } from '@/lib/core/database/database';
import { type Actor, actorOf } from '@/lib/sign-in/session/sessions';
import { signIn } from '@/lib/sign-in/steps/sign-in';
import type { SignInAttempt } from '@/lib/sign-in/steps/sign-in-proof';
import type { SignInOutcome } from '@/lib/sign-in/steps/sign-in-refusal';
import { ORIGIN } from './module-world';
import { PASSWORD } from './people';

/** Saves the brand that a database without a seed lacks, and that `place` names. */
export async function aBrand(more: { passwordResetLink?: boolean } = {}): Promise<void> {
  await prisma().brand.create({
    data: { name: 'tessera', family: 'tests', abbreviation: 'TESSERA', displayName: 'Tessera', ...more }
  });
}

/** Where people sign in: at one brand, in American English. */
export const place = async () => ({ brand: (await findBrand('tessera')) as Brand, locale: 'en_US' as const });

/** The same, where security questions are asked instead of reset links sent. */
export async function placeOfQuestions() {
  const { brand, locale } = await place();
  return { brand: { ...brand, passwordResetLink: false }, locale };
}

/** One step of a sign-in: the first, by the password that everybody has, unless it is said otherwise. */
export async function trySignIn(
  { b2BAlias }: { b2BAlias: string },
  attempt: Partial<SignInAttempt> = {}
): Promise<SignInOutcome> {
  const base = { b2BAlias, type: 'password', secret: PASSWORD, halfway: null } as const;
  return signIn({ ...base, ...(await place()), ...attempt }, ORIGIN);
}

/** Tries again for as long as another verification of the same user id waits. */
export async function heard(attempt: () => Promise<SignInOutcome>): Promise<SignInOutcome> {
  for (;;) {
    const outcome = await attempt();
    if (outcome.kind !== 'refused' || outcome.status !== 503) return outcome;
    await sleep(20);
  }
}

/** The session that a step opened. */
export function sessionOf(outcome: SignInOutcome) {
  if (outcome.kind !== 'signed_in') throw new Error(`not signed in: ${JSON.stringify(outcome)}`);
  return outcome.session;
}

/** The actor of the session that a step opened. */
export const actorAfter = async (outcome: SignInOutcome): Promise<Actor> =>
  (await actorOf(sessionOf(outcome).token)) as Actor;
