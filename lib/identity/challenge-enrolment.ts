import { appendAudit, type Origin } from '../core/audit';
import { now } from '../core/clock';
import { type Transaction, transaction } from '../core/database';
import { accepted, type Result, refused } from '../core/refusal';
import { type Account, accountOf } from './accounts';
import { questionsOffered } from './challenge-questions';
import { type ChallengeEntry, comparableResponse } from './challenge-rules';
import { hashPassword } from './password-hash';
import { confirmPassword } from './passwords';
import { forgetBrowsers } from './recognized-browsers';
import { queueSecurityNotice } from './security-notice';
import type { Actor } from './sessions';
import type { Place } from './sign-in-failure';
import { nextStep, openStep, type SignedIn, type SignInPlace } from './sign-in-steps';

type Owner = Pick<Account, 'issuerId' | 'id'>;

type Hashed = { questionId: string; hash: string };

/** The responses hashed; refused when a question is none of those on offer. @throws HashingBusy */
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

/** Puts the enrolment in the place of any before it; browsers have to be recognized anew. */
async function replaceEnrolment(tx: Transaction, account: Account, hashed: Hashed[]): Promise<void> {
  const { issuerId, id } = account;
  await deleteEnrolment(tx, account);
  await tx.$executeRaw`
    INSERT INTO challenge_enrolments (issuer_id, user_id, enrolled_at) VALUES (${issuerId}::uuid, ${id}::uuid, ${now()})`;
  for (const [at, { questionId, hash }] of hashed.entries())
    await tx.$executeRaw`
      INSERT INTO challenge_responses (issuer_id, user_id, question_id, position, response_hash)
      VALUES (${issuerId}::uuid, ${id}::uuid, ${questionId}, ${at + 1}, ${hash})`;
}

/** Takes a user's enrolment away, with the browsers they are recognized in. False: there was none. */
export async function deleteEnrolment(tx: Transaction, { issuerId, id }: Owner): Promise<boolean> {
  const deleted = await tx.$executeRaw`
    DELETE FROM challenge_enrolments WHERE issuer_id = ${issuerId}::uuid AND user_id = ${id}::uuid`;
  await forgetBrowsers(tx, { issuerId, id });
  return deleted === 1;
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
  place: Pick<Place, 'brand' | 'locale'>,
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

/** Enrols the questions of somebody who signs in and has none yet, and goes on with the sign-in. @throws HashingBusy */
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
    if (account.isEnrolled) return refused({ code: 'session.ended' });
    await replaceEnrolment(tx, account, hashed.value);
    await queueSecurityNotice(tx, 'challenge_changed', account, place);
    await appendAudit(tx, origin, entry(account));
    const opened = await openStep(tx, account, { kind, type: 'enrolment', place }, origin);
    return opened ? accepted(opened) : refused({ code: 'session.ended' });
  });
}
