'use server';

import { revalidatePath } from 'next/cache';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { refused } from '@/lib/core/entry/refusal';
import { changeOwnUserId } from '@/lib/directory/people/change-own-user-id';
import { changeResponses } from '@/lib/sign-in/challenge/challenge-enrolment';
import { questionsOffered } from '@/lib/sign-in/challenge/challenge-questions';
import { answerSchema, RESET_ANSWER_RULE, setQuestion } from '@/lib/sign-in/challenge/security-questions';
import { removePasskey } from '@/lib/sign-in/passkey/passkeys';
import { endOwnOtherSessions, endOwnSession } from '@/lib/sign-in/session/own-sessions';
import { ENROLMENT_FIELDS } from '../../sdportal/challenge-enrolment';
import { PROFILE } from '../../sdportal/portal-link';
import { formId, textOf } from '../addresses';
import { finish } from '../people/finish';
import { signedInWith } from '../signed-in';
import type { FormState } from '../ui/form-state';
import { parseForm } from '../ui/parse-form';
import { challengeFields, challengeSchema } from './challenge-fields';
import type { NOTICES } from './profile-notices';
import { questionFields, questionSchema } from './question-fields';
import { userIdFields, userIdSchema } from './user-id-fields';

/** The profile, with the notice of what was done. */
const noticed = (changed: keyof typeof NOTICES) => `${PROFILE}?changed=${changed}`;

function lead(changed: keyof typeof NOTICES): never {
  revalidatePath('/workspace', 'layout');
  redirect(noticed(changed));
}

/** Changes the user id, confirmed by the password (C8.030). */
export async function saveUserId(_before: FormState, form: FormData): Promise<FormState> {
  const by = await signedInWith('profile');
  const fields = userIdFields(by.t);
  const parsed = parseForm(by, fields, userIdSchema, form);
  if (!parsed.ok) return parsed.state;
  return finish(
    () => changeOwnUserId(by.actor, parsed.value, by, by.origin),
    () => lead('user-id'),
    { form, fields }
  );
}

/** Chooses the security question and its answer, confirmed by the password. */
export async function saveQuestion(_before: FormState, form: FormData): Promise<FormState> {
  const by = await signedInWith('profile');
  const fields = questionFields(by.t, by.brand);
  const parsed = parseForm(by, fields, questionSchema, form);
  if (!parsed.ok) return parsed.state;
  // Without reset links, this answer alone protects against a new password.
  const strict = answerSchema({ resetsPassword: !by.brand.passwordResetLink }).safeParse(parsed.value.answer);
  return finish(
    async () =>
      strict.success
        ? setQuestion(by.actor, parsed.value, by, by.origin)
        : refused({ code: RESET_ANSWER_RULE, field: 'answer' }),
    () => lead('question'),
    { form, fields }
  );
}

/** Replaces the user's challenge questions, confirmed by the password (C2.033). */
export async function saveChallenge(_before: FormState, form: FormData): Promise<FormState> {
  const by = await signedInWith('profile');
  const fields = challengeFields(by.t, await questionsOffered(by.actor.issuerId));
  const parsed = parseForm(by, fields, challengeSchema, form);
  if (!parsed.ok) return parsed.state;
  return finish(
    async () => {
      const saved = await changeResponses(by.actor, parsed.value, by, by.origin);
      if (saved.ok) return saved;
      const { field = '' } = saved.refusal;
      return refused({ ...saved.refusal, field: ENROLMENT_FIELDS[field] ?? field });
    },
    () => lead('challenge'),
    { form, fields }
  );
}

/** Removes a passkey; the page has asked for confirmation. */
export async function deletePasskey(_before: FormState, form: FormData): Promise<FormState> {
  const by = await signedInWith('profile');
  await removePasskey(by.actor, formId(form, 'passkey'), by, by.origin);
  return lead('passkey-removed');
}

const sessionSchema = z.union([z.literal('others'), z.uuid()]);

/** Signs another device out, or all others. */
export async function signOutDevice(_before: FormState, form: FormData): Promise<FormState> {
  const by = await signedInWith('profile');
  const session = sessionSchema.safeParse(textOf(form, 'session')).data;
  if (session === 'others') await endOwnOtherSessions(by.actor, by.origin);
  else if (session) await endOwnSession(by.actor, session, by.origin);
  return lead(session === 'others' ? 'sessions' : 'session');
}
