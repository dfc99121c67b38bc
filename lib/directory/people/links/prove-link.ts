import { z } from 'zod';
import type { Principal } from '../../../access/policy/principal';
import { recordAct } from '../../../access/policy/record-act';
import { mailLocale } from '../../../brand/mail/render';
import type { Origin } from '../../../core/audit/audit';
import { database, type Transaction, transaction } from '../../../core/database/database';
import { readRows } from '../../../core/database/rows';
import { accepted, type Refusal, type Result, refused, tooMany } from '../../../core/entry/refusal';
import { now } from '../../../core/server/clock';
import { type Limit, useOnce } from '../../../core/server/rate-limit';
import { type Account, accountByUserId, accountOf } from '../../../sign-in/account/accounts';
import { inventedLoginInfo, userIdKey } from '../../../sign-in/account/user-id';
import { askedQuestionOf, type ChallengeQuestion } from '../../../sign-in/challenge/challenge-questions';
import { askChallenge, proveChallenge } from '../../../sign-in/challenge/challenges';
import { issuePin, PIN_MINUTES, pinWait, takePin } from '../../../sign-in/one-time-pin/one-time-pins';
import { verifyPassword } from '../../../sign-in/password/password-hash';
import { holdPassword } from '../../../sign-in/password/passwords';
import { passLock } from '../../../sign-in/steps/lockout';
import { noteFailure } from '../../../sign-in/steps/sign-in-failure';
import { countAgainstLimits, tooManyFailures } from '../../../sign-in/steps/sign-in-refusal';
import { nextStep } from '../../../sign-in/steps/sign-in-steps';
import { NOT_AUTHORIZED } from '../maintenance';
import { brandOf } from '../people-mail';
import { confirmLink, type LinkPlace } from './confirm-link';
import { isOfStructure } from './link-structure';
import { ownLinkFault } from './own-links';

/** The next step for linking another id: the mailed code, or the challenge question. */
export type LinkStep = { kind: 'code'; email: string } | { kind: 'challenge'; question: ChallengeQuestion };

/** Limits the proofs that one person begins; each id also counts its own failures, as at the sign-in. */
const tries: Limit = { name: 'user-link-user', points: 10, seconds: 900 };

const WRONG: Refusal = { code: 'invalid.credentials', field: 'password' };
const ENDED: Refusal = { code: 'link.proof.ended' };

/**
 * Begins to link another of the user's ids (CD.32): its password is the first step of its sign-in (PD.8), and the code
 * for the next step goes to the other id's address, with the requester and the consequences. Every other outcome
 * (unknown id, another issuer or reporting structure, a lock) is answered, counted and timed like a wrong password.
 * @throws HashingBusy
 */
export async function beginLink(
  principal: Principal,
  { userId, password }: { userId: string; password: string },
  place: LinkPlace,
  origin: Origin
): Promise<Result<null>> {
  const own = await ownLinkFault(principal);
  if (own) return refused(own);
  const { issuerId, userId: primaryId } = principal;
  const key = userIdKey(userId);
  const account = await accountByUserId(key);
  const b2BAlias = account?.b2BAlias ?? inventedLoginInfo(key).b2BAlias;
  const wait = (await useOnce(tries, primaryId)) ?? (await tooManyFailures({ b2BAlias }, origin));
  if (wait !== undefined) return refused(tooMany(wait));
  const hash = account?.loginType === 'pwd' ? account.passwordHash : undefined;
  const [isRight, isNear] = await Promise.all([
    verifyPassword(password, hash, account, { address: origin.address, alias: b2BAlias }),
    isOfStructure(database(), issuerId, { primaryId, linkedId: account?.id ?? null })
  ]);
  const begun =
    account && isRight && isNear && mayComeIn(account) ? await begin(principal, account, place, origin) : null;
  if (begun) return begun;
  await noteWrong(account, b2BAlias, place, origin);
  return refused(WRONG);
}

/** Whether a right password would continue the sign-in; an expired temporary one wouldn't. */
function mayComeIn({ status, isLinked, ssoOnly, passwordExpiresAt }: Account): boolean {
  return status === 'active' && !isLinked && !ssoOnly && (passwordExpiresAt === null || passwordExpiresAt > now());
}

function noteWrong(
  account: Account | undefined,
  b2BAlias: string,
  { brand, locale }: LinkPlace,
  origin: Origin,
  cause?: 'invalid_challenge_response'
) {
  const where = { brand, locale, details: { type: 'user_link' } };
  return Promise.all([noteFailure(account, b2BAlias, where, origin, cause), countAgainstLimits(b2BAlias, origin)]);
}

/** Sends the code. Null if the id is locked or its password has changed. */
async function begin(
  principal: Principal,
  account: Account,
  place: LinkPlace,
  origin: Origin
): Promise<Result<null> | null> {
  if (account.id === principal.userId) return refused({ code: 'link.same', field: 'userId' });
  // Linking requires that the owner can be notified.
  if (account.email === null) return refused({ code: 'link.no.address', field: 'userId' });
  const { issuerId, sessionId } = principal;
  return transaction(async (tx) => {
    if ((await passLock(tx, account.b2BAlias, account.unlockMinutes, { clear: false })) === null) return null;
    if (!(await holdPassword(tx, account))) return null;
    const wait = await pinWait(tx, account);
    if (wait !== undefined) return refused(tooMany(wait));
    const at = now();
    await tx.$executeRaw`
      INSERT INTO user_link_proofs (issuer_id, session_id, linked_user_id, password_set_at, begun_at, expires_at)
      VALUES (${issuerId}::uuid, ${sessionId}::uuid, ${account.id}::uuid, ${account.passwordSetAt}, ${at},
        ${new Date(at.getTime() + PIN_MINUTES * 60_000)})
      ON CONFLICT (issuer_id, session_id) DO UPDATE SET linked_user_id = EXCLUDED.linked_user_id, code_proved = false,
        password_set_at = EXCLUDED.password_set_at, begun_at = EXCLUDED.begun_at, expires_at = EXCLUDED.expires_at`;
    await mailCode(tx, principal, account, place);
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'user_link.begun',
      entity: 'user',
      entityId: principal.userId,
      details: { linked: account.id, 'linked.userId': account.userId }
    });
    return accepted(null);
  });
}

async function mailCode(tx: Transaction, principal: Principal, account: Account, { brand, locale }: LinkPlace) {
  const own = await accountOf(principal, tx);
  const known = await brandOf(tx, account.issuerId, brand.name);
  await issuePin(tx, account, {
    brandName: known.name,
    locale: mailLocale(known, account.locale ?? locale),
    sessionId: principal.sessionId,
    purpose: {
      template: 'link_code',
      params: { userId: account.userId, requester: own.name, primaryUserId: own.userId }
    }
  });
}

const proofRow = z.strictObject({
  linkedId: z.string(),
  passwordSetAt: z.date(),
  isCodeProved: z.boolean()
});
type Proof = z.infer<typeof proofRow>;

async function proofOf({ issuerId, sessionId }: Principal): Promise<Proof | undefined> {
  const rows = await readRows(database(), proofRow)`
    SELECT linked_user_id AS "linkedId", password_set_at AS "passwordSetAt", code_proved AS "isCodeProved"
    FROM user_link_proofs
    WHERE issuer_id = ${issuerId}::uuid AND session_id = ${sessionId}::uuid AND expires_at > ${now()}`;
  return rows[0];
}

async function endProof(tx: Transaction, { issuerId, sessionId }: Principal): Promise<void> {
  await tx.userLinkProof.deleteMany({ where: { issuerId, sessionId } });
}

/** The next step of a link that the principal began, or null. */
export async function linkStep(principal: Principal): Promise<LinkStep | null> {
  const proof = principal.accessor ? undefined : await proofOf(principal);
  if (!proof) return null;
  const owner = { issuerId: principal.issuerId, userId: proof.linkedId };
  if (!proof.isCodeProved) return { kind: 'code', email: (await accountOf(owner)).email ?? '' };
  const question = await askedQuestionOf(owner);
  return question && { kind: 'challenge', question };
}

/**
 * Takes the next step of a link: the mailed code, then the further steps of the linked id's sign-in (`nextStep`). The
 * link is confirmed when that sign-in would be complete. Steps that need a real sign-in (a new password, a token,
 * enrolling questions) are refused. Returns whether the id is linked now. @throws HashingBusy
 */
export async function proveLink(
  principal: Principal,
  secret: string,
  place: LinkPlace,
  origin: Origin
): Promise<Result<{ isLinked: boolean }>> {
  if (principal.accessor) return refused(NOT_AUTHORIZED);
  const proof = await proofOf(principal);
  if (!proof) return refused(ENDED);
  const account = await accountOf({ issuerId: principal.issuerId, userId: proof.linkedId });
  const wait = await tooManyFailures(account, origin);
  if (wait !== undefined) return refused(tooMany(wait));
  const settle = await settlingOf(principal, account, { proof, secret }, origin);
  const next = await nextStep(account, proof.isCodeProved ? 'challenge' : 'otp-2fa', place);
  const settled = settle
    ? await transaction((tx) => goOn(tx, principal, account, { proof, settle, next }, place, origin))
    : 'wrong';
  if (typeof settled !== 'string') return settled;
  const cause = proof.isCodeProved ? 'invalid_challenge_response' : undefined;
  const [counted] = await noteWrong(account, account.b2BAlias, place, origin, cause);
  if (counted === 'counted' && settled === 'wrong')
    return refused({ code: proof.isCodeProved ? 'challenge.response.wrong' : 'otp.code.invalid', field: 'secret' });
  await transaction((tx) => endProof(tx, principal));
  return refused(ENDED);
}

type Settle = (tx: Transaction) => Promise<'right' | 'wrong' | 'used_up'>;

/** The command that accepts the answer; null if the answer is wrong. */
async function settlingOf(
  { sessionId }: Principal,
  { issuerId, id }: Account,
  { proof: { isCodeProved }, secret }: { proof: Proof; secret: string },
  { address }: Origin
): Promise<Settle | null> {
  if (!isCodeProved) return (tx) => takePin(tx, { issuerId, userId: id, sessionId }, secret, { ofSession: true });
  return (await proveChallenge({ issuerId, id }, secret, { address }))?.settle ?? null;
}

async function goOn(
  tx: Transaction,
  principal: Principal,
  account: Account,
  { proof, settle, next }: { proof: Proof; settle: Settle; next: Awaited<ReturnType<typeof nextStep>> },
  place: LinkPlace,
  origin: Origin
): Promise<Result<{ isLinked: boolean }> | 'wrong' | 'used_up'> {
  if ((await passLock(tx, account.b2BAlias, account.unlockMinutes, { clear: false })) === null) return 'used_up';
  // If the password has changed since, the proven one was the old one.
  const isSame = account.passwordSetAt.getTime() === proof.passwordSetAt.getTime();
  if (!isSame || !mayComeIn(account) || !(await holdPassword(tx, account))) return 'used_up';
  const settled = await settle(tx);
  if (settled !== 'right') return settled;
  if (next === 'challenge') {
    await askChallenge(tx, account);
    const { issuerId, sessionId } = principal;
    await tx.userLinkProof.update({
      where: { issuerId_sessionId: { issuerId, sessionId } },
      data: { codeProved: true }
    });
    return accepted({ isLinked: false });
  }
  await endProof(tx, principal);
  // The new user step prepares sign-ins of its own, which a linked id no longer has.
  if (next !== 'full' && next !== 'new_user') return refused({ code: 'link.sign.in.first' });
  const fault = await confirmLink(tx, principal, account, place, origin);
  return fault ? refused(withoutField(fault)) : accepted({ isLinked: true });
}

/** The refusal for a form without that field. */
const withoutField = ({ code, params }: Refusal): Refusal => ({ code, ...(params && { params }) });
