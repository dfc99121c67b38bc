import { z } from 'zod';
import type { Brand } from '../../brand/brands/directory';
import { findBrand } from '../../brand/brands/resolve';
import { appendAudit, type Origin, SYSTEM_ISSUER_ID } from '../../core/audit/audit';
import { database, type Transaction, transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { keyedHash } from '../../core/secrets/keys';
import { now } from '../../core/server/clock';
import { type Account, accountByUserId, accountOf, isRecoverable } from '../account/accounts';
import { inventedLoginInfo, userIdKey } from '../account/user-id';
import { hashPassword, renewedHash, verifyPassword } from '../password/password-hash';
import { confirmPassword } from '../password/passwords';
import type { Actor } from '../session/sessions';
import { noteFailure } from '../steps/sign-in-failure';

/** The offered questions; the text of each is at `security.question.<id>`. */
export const QUESTIONS = [
  'first.pet',
  'first.school',
  'first.job',
  'childhood.street',
  'childhood.friend',
  'favourite.teacher'
] as const;
export type QuestionId = (typeof QUESTIONS)[number];

export const questionIdSchema = z.enum(QUESTIONS, {
  error: ({ input }) => (input === undefined ? 'required' : 'invalid.entry')
});

/** The minimum length of an answer that replaces a forgotten password (C5.010). */
const RESET_ANSWER_MIN = 6;
export const RESET_ANSWER_RULE = 'profile.question.answer.reset.rule';

/**
 * The answer to a security question: at least 4 characters (C5.009), 6 if it can replace a forgotten password (C5.010),
 * letters and numbers without spaces, none more than twice in a row.
 */
export function answerSchema({ resetsPassword }: { resetsPassword: boolean }) {
  const rule = resetsPassword ? RESET_ANSWER_RULE : 'profile.question.answer.rule';
  return z
    .string('required')
    .trim()
    .min(1, 'required')
    .min(resetsPassword ? RESET_ANSWER_MIN : 4, rule)
    .max(100, 'too.long')
    .regex(/^[\p{L}\p{M}\p{N}]+$/u, rule)
    .refine((answer) => !/(.)\1\1/iu.test(answer), rule);
}

/** Answers compare without case and with any number of spaces. */
export const comparableAnswer = (answer: string) => answer.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

/**
 * The question of a user id. An unknown user, or one without a question, gets one derived from the id: the same at
 * every call, by the same steps (PD.2).
 */
export async function questionOf(userId: string): Promise<(typeof QUESTIONS)[number]> {
  const key = userIdKey(userId);
  // Selected by the answer and not by the user, so that unknown users take one statement too.
  const chosen = await database().securityAnswer.findFirst({
    where: { user: { directory: { userIdKey: key } } },
    orderBy: { setAt: 'desc' },
    select: { questionId: true }
  });
  const invented = QUESTIONS[(keyedHash('invented-record', `question\0${key}`)[0] as number) % QUESTIONS.length];
  return (chosen?.questionId ?? invented) as (typeof QUESTIONS)[number];
}

/**
 * Whether an answer is right, long enough to replace a password, and of a user who may use it. It takes the time of one
 * hash for every user; a wrong answer counts like a failed sign-in. @throws HashingBusy
 */
export async function checkAnswer(
  { userId, questionId, answer }: { userId: string; questionId: string; answer: string },
  { brand, locale }: { brand: Brand; locale: string },
  origin: Origin
): Promise<boolean> {
  const key = userIdKey(userId);
  const account = await accountByUserId(key);
  const owner = { issuerId: account?.issuerId ?? SYSTEM_ISSUER_ID, userId: account?.id ?? SYSTEM_ISSUER_ID };
  const chosen = await database().securityAnswer.findFirst({
    where: { ...owner, questionId },
    select: { answerHash: true }
  });
  const hash = chosen?.answerHash;
  const typed = comparableAnswer(answer);
  const right = (await verifyPassword(typed, hash, account, origin)) && [...typed].length >= RESET_ANSWER_MIN;
  if (account && hash && right && isRecoverable(account) && (await isQuestionAsked(account))) {
    await renewAnswer(account, typed, hash, origin);
    return true;
  }
  const alias = account?.b2BAlias ?? inventedLoginInfo(key).b2BAlias;
  await noteFailure(account, alias, { brand, locale, details: { type: 'security_question' } }, origin);
  return false;
}

/**
 * Whether one of the issuer's own brands asks questions: not only the page's, because the caller can choose that
 * (PD.14).
 */
export async function isQuestionAsked({ brandNames }: Pick<Account, 'brandNames'>): Promise<boolean> {
  const brands = await Promise.all(brandNames.map(findBrand));
  return brands.length === 0 || brands.some((brand) => brand && !brand.passwordResetLink);
}

async function renewAnswer(account: Account, typed: string, old: string, origin: Origin): Promise<void> {
  const { issuerId, id: userId } = account;
  const hash = await renewedHash(typed, old, account, origin);
  if (hash === null) return;
  await database().securityAnswer.updateMany({
    where: { issuerId, userId, answerHash: old },
    data: { answerHash: hash }
  });
}

/** The question that the actor has chosen, or null. */
export async function ownQuestion({ issuerId, userId }: Actor): Promise<string | null> {
  const chosen = await database().securityAnswer.findFirst({
    where: { issuerId, userId },
    orderBy: { setAt: 'desc' },
    select: { questionId: true }
  });
  return chosen?.questionId ?? null;
}

/** Sets the actor's question and answer, confirmed by the password. @throws HashingBusy */
export async function setQuestion(
  actor: Actor,
  { questionId, answer, password }: { questionId: (typeof QUESTIONS)[number]; answer: string; password: string },
  { brand, locale }: { brand: Brand; locale: string },
  origin: Origin
): Promise<Result<null>> {
  const account = await accountOf(actor);
  const place = { brand, locale, details: { type: 'security_question' } };
  if ((await confirmPassword(actor, account, password, place, origin)) !== 'right')
    return refused({ code: 'invalid.credentials', field: 'password' });
  const hash = await hashPassword(comparableAnswer(answer), account, origin);
  await transaction((tx) => replaceQuestion(tx, account, { questionId, hash }, origin));
  return accepted(null);
}

/** Replaces the previous question and the hash of its answer. */
export async function replaceQuestion(
  tx: Transaction,
  { issuerId, id: userId }: Pick<Account, 'issuerId' | 'id'>,
  { questionId, hash }: { questionId: (typeof QUESTIONS)[number]; hash: string },
  origin: Origin
): Promise<void> {
  await tx.securityAnswer.deleteMany({ where: { issuerId, userId } });
  await tx.securityAnswer.create({ data: { issuerId, userId, questionId, answerHash: hash, setAt: now() } });
  await appendAudit(tx, origin, {
    issuerId,
    actorUserId: userId,
    action: 'security_question.set',
    entity: 'user',
    entityId: userId
  });
}
