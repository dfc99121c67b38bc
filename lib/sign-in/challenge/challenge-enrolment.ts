import { appendAudit, type Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';
import { type Account, accountOf } from '../account/accounts';
import { queueSecurityNotice } from '../account/security-notice';
import { hashPassword } from '../password/password-hash';
import { confirmPassword } from '../password/passwords';
import { forgetBrowsers } from '../session/recognized-browsers';
import type { Actor } from '../session/sessions';
import type { AttemptContext } from '../steps/sign-in-failure';
import { nextStep, openStep, type SignedIn, type SignInPlace } from '../steps/sign-in-steps';
import { questionsOffered } from './challenge-questions';
import { type ChallengeEntry, comparableResponse } from './challenge-rules';

type Owner = Pick<Account, 'issuerId' | 'id'>;

type Hashed = { questionId: string; hash: string };

/** Hashes the responses; refuses a question that isn't offered. @throws HashingBusy */
async function prepare(
  account: Account,
  entries: readonly ChallengeEntry[],
  origin: Origin
): Promise<Result<Hashed[]>> {
  const offered = new Set((await questionsOffered(account.issuerId)).map(({ id }) => id));
  const odd = entries.findIndex(({ questionId }) => !offered.has(questionId));
  if (odd >= 0) return refused({ code: 'challenge.question.unknown', field: `${odd}.questionId` });
  const hashed: Hashed[] = [];
  for (const { questionId, response } of entries)
    hashed.push({ questionId, hash: await hashPassword(comparableResponse(response), account, origin) });
  return accepted(hashed);
}

/** Replaces the previous enrolment; browsers must be recognized anew. */
async function replaceEnrolment(tx: Transaction, account: Account, hashed: Hashed[]): Promise<void> {
  await deleteEnrolment(tx, account);
  const responses = hashed.map(({ questionId, hash }, at) => ({ questionId, position: at + 1, responseHash: hash }));
  await tx.challengeEnrolment.create({
    data: {
      issuerId: account.issuerId,
      userId: account.id,
      enrolledAt: now(),
      responses: { createMany: { data: responses } }
    }
  });
}

/** Deletes a user's enrolment and recognized browsers. False if there was none. */
export async function deleteEnrolment(tx: Transaction, owner: Owner): Promise<boolean> {
  const { issuerId, id: userId } = owner;
  const { count } = await tx.challengeEnrolment.deleteMany({ where: { issuerId, userId } });
  await forgetBrowsers(tx, owner);
  return count === 1;
}

const entry = (account: Account) =>
  ({
    issuerId: account.issuerId,
    actorUserId: account.id,
    action: 'challenge.enrolled',
    entity: 'user',
    entityId: account.id
  }) as const;

/** Enrols the actor's questions and responses anew, confirmed by the password (C2.033). @throws HashingBusy */
export async function changeResponses(
  actor: Actor,
  { entries, password }: { entries: readonly ChallengeEntry[]; password: string },
  place: Pick<AttemptContext, 'brand' | 'locale'>,
  origin: Origin
): Promise<Result<null>> {
  const account = await accountOf(actor);
  const confirmed = await confirmPassword(
    actor,
    account,
    password,
    { ...place, details: { type: 'challenge' } },
    origin
  );
  if (confirmed !== 'right') return refused({ code: 'invalid.credentials', field: 'password' });
  const hashed = await prepare(account, entries, origin);
  if (!hashed.ok) return hashed;
  return transaction(async (tx) => {
    await replaceEnrolment(tx, account, hashed.value);
    await queueSecurityNotice(tx, 'challenge_changed', account, place);
    await appendAudit(tx, origin, entry(account));
    return accepted(null);
  });
}

/** Enrols the questions of a user without any during the sign-in, and continues it. @throws HashingBusy */
export async function enrolAtSignIn(
  actor: Actor,
  entries: readonly ChallengeEntry[],
  place: SignInPlace,
  origin: Origin
): Promise<Result<SignedIn>> {
  const account = await accountOf(actor);
  const hashed = await prepare(account, entries, origin);
  if (!hashed.ok) return hashed;
  const kind = await nextStep(account, 'enrolment', place);
  return transaction(async (tx) => {
    // First, so that a sign-in that was locked meanwhile enrols nothing.
    const opened = account.isEnrolled ? null : await openStep(tx, account, { kind, type: 'enrolment', place }, origin);
    if (!opened) return refused({ code: 'session.ended' });
    await replaceEnrolment(tx, account, hashed.value);
    await queueSecurityNotice(tx, 'challenge_changed', account, place);
    await appendAudit(tx, origin, entry(account));
    return accepted(opened);
  });
}
