import { randomInt } from 'node:crypto';
import { database, type Transaction } from '../../core/database/database';
import type { Account } from '../account/accounts';
import { type HashTurn, renewedHash, verifyPassword } from '../password/password-hash';
import { comparableResponse } from './challenge-rules';

type Owner = Pick<Account, 'issuerId' | 'id'>;

/** Whether a lock is one of dual authentication: only an administrator ends it (C4.022). */
export const isChallengeLock = (cause: string | null | undefined): boolean =>
  cause === 'dual_authentication' || cause === 'invalid_challenge_response';

/**
 * Draws the question of a sign-in, unless one is still pending: signing in again doesn't change it, so that nobody can
 * look for an easier one.
 */
export async function askChallenge(tx: Transaction, { issuerId, id: userId }: Owner): Promise<void> {
  const enrolled = await tx.challengeResponse.findMany({
    where: { issuerId, userId },
    orderBy: { position: 'asc' },
    select: { questionId: true }
  });
  await tx.challengeEnrolment.updateMany({
    where: { issuerId, userId, askedQuestionId: null },
    data: { askedQuestionId: enrolled[randomInt(enrolled.length)]?.questionId ?? null }
  });
}

/**
 * Checks the response to the pending question; null if it is wrong. Accepting it ends the question, so that the next
 * sign-in gets another. It always does the work of one password hash. @throws HashingBusy
 */
export async function proveChallenge(
  owner: Owner,
  response: string,
  turn: HashTurn
): Promise<{ settle: (tx: Transaction) => Promise<'right' | 'wrong'> } | null> {
  const { issuerId, id: userId } = owner;
  const enrolment = await database().challengeEnrolment.findUnique({
    where: { issuerId_userId: { issuerId, userId } },
    select: { askedQuestionId: true, responses: { select: { questionId: true, responseHash: true } } }
  });
  const asked = enrolment?.responses.find(({ questionId }) => questionId === enrolment.askedQuestionId);
  const typed = comparableResponse(response);
  if (!(await verifyPassword(typed, asked?.responseHash, owner, turn)) || !asked) return null;
  const { questionId, responseHash } = asked;
  const rehashed = await renewedHash(typed, responseHash, owner, turn);
  return {
    async settle(tx) {
      const { count } = await tx.challengeEnrolment.updateMany({
        where: { issuerId, userId, askedQuestionId: questionId },
        data: { askedQuestionId: null }
      });
      if (count !== 1) return 'wrong';
      if (rehashed)
        await tx.challengeResponse.updateMany({
          where: { issuerId, userId, responseHash },
          data: { responseHash: rehashed }
        });
      return 'right';
    }
  };
}
