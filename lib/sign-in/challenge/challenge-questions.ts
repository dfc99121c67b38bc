import { z } from 'zod';
import { database } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { recordsOf, rowsOf } from '../../kit/setup/records-of';
import challengeQuestion from '../entities/challenge-question';
import type { Actor } from '../session/sessions';

const challengeQuestionRow = z.strictObject({
  id: z.string(),
  text: z.string().nullable()
});

/**
 * A question that can be enrolled: the text of a product question is at `security.question.<id>`, an issuer's own
 * question includes it.
 */
export type ChallengeQuestion = z.infer<typeof challengeQuestionRow>;

/** The questions offered to users of an issuer: the issuer's own in their order, then the product's. */
export async function questionsOffered(issuerId: string): Promise<ChallengeQuestion[]> {
  const own = await recordsOf(database(), challengeQuestion)`
    WHERE r.issuer_id = ${issuerId}::uuid AND r.owner_id = ${issuerId}::uuid AND r.active ORDER BY r.position, r.id`;
  const products = await database().securityQuestion.findMany({
    where: { active: true },
    orderBy: { questionId: 'asc' }
  });
  return [
    ...own.map(({ id, values }) => ({ id, text: values.name })),
    ...products.map(({ questionId }) => ({ id: questionId, text: null }))
  ];
}

/** The pending question of a sign-in, or null. */
export async function askedQuestionOf({
  issuerId,
  userId
}: Pick<Actor, 'issuerId' | 'userId'>): Promise<ChallengeQuestion | null> {
  const rows = await readRows(database(), challengeQuestionRow)`
    SELECT e.asked_question_id AS id, r.name AS text FROM challenge_enrolments e
    LEFT JOIN ${rowsOf(challengeQuestion)} r ON r.issuer_id = e.issuer_id AND r.id::text = e.asked_question_id
    WHERE e.issuer_id = ${issuerId}::uuid AND e.user_id = ${userId}::uuid AND e.asked_question_id IS NOT NULL`;
  return rows[0] ?? null;
}

/** The questions that a user has enrolled, in order; those no longer offered are still asked. */
export async function enrolledQuestions({
  issuerId,
  id
}: {
  issuerId: string;
  id: string;
}): Promise<ChallengeQuestion[]> {
  return readRows(database(), challengeQuestionRow)`
    SELECT c.question_id AS id, r.name AS text FROM challenge_responses c
    LEFT JOIN ${rowsOf(challengeQuestion)} r ON r.issuer_id = c.issuer_id AND r.id::text = c.question_id
    WHERE c.issuer_id = ${issuerId}::uuid AND c.user_id = ${id}::uuid ORDER BY c.position`;
}
