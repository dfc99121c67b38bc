'use server';

import { z } from 'zod';
import { recognitionIn, signedInHeaders } from '@/app/heracles/login/front-door';
import { answerForm, leave } from '@/app/sdportal/answer-form';
import { faultOf, faultsOf } from '@/app/sdportal/form-state';
import { portalMessage } from '@/app/sdportal/registration-messages';
import type { FormState } from '@/app/sdportal/ui/form-state';
import { localeCookie } from '@/lib/core/http/cookies';
import { originOf } from '@/lib/core/http/origin';
import { newUserStep, setUpSchema, setUpSignIn } from '@/lib/directory/people/set-up-sign-in';
import { actorAt } from '@/lib/sign-in/session/session-cookie';
import { NEW_USER_LABELS } from './labels';

const atThisStep = actorAt('new_user');

/** Stores a new user's answers and continues the sign-in (C2.001). */
export async function setUp(_state: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, {
    // The questions depend on the user, who is identified below.
    schema: z.record(z.string(), z.string()),
    labels: {},
    keep: ['locale', 'email', 'questionId'],
    message: portalMessage,
    async submit(fields, request, { brand, locale, link }) {
      const actor = await atThisStep(request);
      if (!actor) return leave(link('login-signin-component'));
      const step = await newUserStep(actor);
      const entry = setUpSchema(step, brand.locales).safeParse(fields);
      if (!entry.success) return { status: 400, faults: faultsOf(entry.error, NEW_USER_LABELS) };
      const place = { brand, locale, recognizedBy: recognitionIn(request.headers) };
      const done = await setUpSignIn(step, entry.data, place, originOf(request.headers));
      if (!done.ok) return { status: 422, faults: [faultOf(done.refusal)] };
      const headers = await signedInHeaders(request, done.value);
      // An earlier language choice on this browser would override the new one.
      headers.append('set-cookie', localeCookie(request.headers, entry.data.locale));
      return leave(done.value.redirect, { headers });
    }
  });
}
