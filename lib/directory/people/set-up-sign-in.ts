import { z } from 'zod';
import { changesBetween } from '../../access/policy/record-act';
import { appendAudit, type Origin } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import type { Locale } from '../../core/language/locales';
import { now } from '../../core/server/clock';
import { type Account, accountOf } from '../../sign-in/account/accounts';
import { queueSecurityNotice } from '../../sign-in/account/security-notice';
import {
  answerSchema,
  comparableAnswer,
  isQuestionAsked,
  ownQuestion,
  questionIdSchema,
  replaceQuestion
} from '../../sign-in/challenge/security-questions';
import { hashPassword } from '../../sign-in/password/password-hash';
import type { Actor } from '../../sign-in/session/sessions';
import { passLock } from '../../sign-in/steps/lockout';
import { nextStep, openStep, type SignedIn, type SignInPlace } from '../../sign-in/steps/sign-in-steps';
import { emailSchema } from './schema';

/** A new user's step and its questions besides the language. */
export interface NewUserStep {
  account: Account;
  /** The user has no e-mail address. */
  asksEmail: boolean;
  /** The challenge question resets a forgotten password, and none is chosen yet. */
  asksQuestion: boolean;
}

/** The questions for the actor at the first sign-in (C2.001). */
export async function newUserStep(actor: Actor): Promise<NewUserStep> {
  const account = await accountOf(actor);
  const recovers = account.loginType === 'pwd' && !account.ssoOnly && (await isQuestionAsked(account));
  return {
    account,
    asksEmail: account.email === null,
    asksQuestion: recovers && (await ownQuestion(actor)) === null
  };
}

const askedFor = <Schema extends z.ZodType>(isAsked: boolean, schema: Schema) =>
  isAsked ? schema : z.undefined().catch(undefined);

/** The answers of a new user, with one of the offered languages; questions that aren't asked are not accepted. */
export function setUpSchema({ asksEmail, asksQuestion }: NewUserStep, offered: readonly Locale[]) {
  return z.object({
    locale: z.enum(offered, 'invalid.entry'),
    email: askedFor(asksEmail, z.string('required').trim().min(1, 'required').pipe(emailSchema)),
    questionId: askedFor(asksQuestion, questionIdSchema),
    answer: askedFor(asksQuestion, answerSchema({ resetsPassword: true }))
  });
}
export type SetUp = z.output<ReturnType<typeof setUpSchema>>;

const ENDED = refused({ code: 'session.ended' });

/** Saves a new user's answers and continues the sign-in. @throws HashingBusy */
export async function setUpSignIn(
  { account }: NewUserStep,
  { locale, questionId, answer, ...entry }: SetUp,
  place: SignInPlace,
  origin: Origin
): Promise<Result<SignedIn>> {
  const { issuerId, id } = account;
  const email = entry.email ?? account.email;
  const settled = { ...account, locale, email, isNew: false };
  const hash = answer && (await hashPassword(comparableAnswer(answer), account, origin));
  const kind = await nextStep(settled, 'set_up', place);
  return transaction(async (tx) => {
    // Locks the counter first, as signing in does, to avoid a deadlock.
    if ((await passLock(tx, account.b2BAlias, account.unlockMinutes, { clear: false })) === null) return ENDED;
    const { count } = await tx.user.updateMany({
      where: { issuerId, id, isNew: true, status: 'active', email: account.email },
      data: { isNew: false, locale, email, version: { increment: 1 }, updatedAt: now() }
    });
    if (count === 0) return ENDED;
    const changes = changesBetween({ locale: account.locale, email: account.email }, { locale, email });
    if (Object.keys(changes).length > 0)
      await appendAudit(tx, origin, {
        issuerId,
        actorUserId: id,
        action: 'user.changed',
        entity: 'user',
        entityId: id,
        details: changes
      });
    if (email !== account.email) await queueSecurityNotice(tx, 'email_changed', settled, place);
    if (questionId && hash) await replaceQuestion(tx, account, { questionId, hash }, origin);
    const opened = await openStep(tx, settled, { kind, type: 'new_user', place }, origin);
    return opened ? accepted(opened) : ENDED;
  });
}
