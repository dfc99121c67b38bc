import { randomInt } from 'node:crypto';
import { database, type Transaction } from '../core/database';
import type { Account } from './accounts';
import { comparableResponse } from './challenge-rules';
import { type HashTurn, renewedHash, verifyPassword } from './password-hash';

type Owner = Pick<Account, 'issuerId' | 'id'>;

/** Whether a lock is one of dual authentication: those end by an administrator only (C4.022). */
export const isChallengeLock = (cause: string | null | undefined): boolean =>
  cause === 'dual_authentication' || cause === 'invalid_challenge_response';

/**
 * Draws the question that a sign-in has to answer, unless one is waiting for its response still: whoever
 * signs in again gets the same, and can't go looking for an easier one.
 */
export async function askChallenge(tx: Transaction, { issuerId, id }: Owner): Promise<void> {
  const rows = await tx.$queryRaw<{ questionId: string }[]>`
    SELECT question_id AS "questionId" FROM challenge_responses
    WHERE issuer_id = ${issuerId}::uuid AND user_id = ${id}::uuid ORDER BY position`;
  const drawn = rows[randomInt(rows.length)]?.questionId;
  await tx.$executeRaw`
    UPDATE challenge_enrolments SET asked_question_id = coalesce(asked_question_id, ${drawn})
    WHERE issuer_id = ${issuerId}::uuid AND user_id = ${id}::uuid`;
}

/**
 * Whether a response answers the question asked; null: it doesn't. Taking it ends the question, so that the
 * next sign-in gets another. Does the work of one password hash whatever was typed. @throws HashingBusy
 */
export async function proveChallenge(
  owner: Owner,
  response: string,
  turn: HashTurn
): Promise<{ settle: (tx: Transaction) => Promise<'right' | 'wrong'> } | null> {
  const { issuerId, id } = owner;
  const rows = await database().$queryRaw<{ questionId: string; hash: string }[]>`
    SELECT r.question_id AS "questionId", r.response_hash AS hash FROM challenge_enrolments e
    JOIN challenge_responses r ON (r.issuer_id, r.user_id, r.question_id) = (e.issuer_id, e.user_id, e.asked_question_id)
    WHERE e.issuer_id = ${issuerId}::uuid AND e.user_id = ${id}::uuid`;
  const [asked] = rows;
  const typed = comparableResponse(response);
  if (!(await verifyPassword(typed, asked?.hash, owner, turn)) || !asked) return null;
  const rehashed = await renewedHash(typed, asked.hash, owner, turn);
  return {
    async settle(tx) {
      const taken = await tx.$executeRaw`
        UPDATE challenge_enrolments SET asked_question_id = NULL
        WHERE issuer_id = ${issuerId}::uuid AND user_id = ${id}::uuid AND asked_question_id = ${asked.questionId}`;
      if (taken !== 1) return 'wrong';
      if (rehashed)
        await tx.$executeRaw`
          UPDATE challenge_responses SET response_hash = ${rehashed}
          WHERE issuer_id = ${issuerId}::uuid AND user_id = ${id}::uuid AND response_hash = ${asked.hash}`;
      return 'right';
    }
  };
}
