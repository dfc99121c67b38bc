'use server';

import { z } from 'zod';
import { recognitionIn, signedInHeaders } from '@/app/heracles/login/front-door';
import { answerForm, leave } from '@/app/sdportal/answer-form';
import {
  ENROLMENT_FIELDS,
  ENROLMENT_LABELS,
  ENROLMENT_PLACES,
  enrolmentForm
} from '@/app/sdportal/challenge-enrolment';
import { faultOf } from '@/app/sdportal/form-state';
import type { FormState } from '@/app/sdportal/ui/form-state';
import { originOf } from '@/lib/core/http/origin';
import { enrolAtSignIn } from '@/lib/sign-in/challenge/challenge-enrolment';
import { actorAt } from '@/lib/sign-in/session/session-cookie';

const atThisStep = actorAt('enrol_challenge');
const schema = enrolmentForm(z.object({}));

/** Enrols the challenge questions and continues the sign-in (C2.033). */
export async function enrol(_state: FormState, form: FormData): Promise<FormState> {
  return answerForm(form, {
    schema,
    labels: ENROLMENT_LABELS,
    keep: ENROLMENT_PLACES.map((at) => `questionId-${at}`),
    async submit({ entries }, request, { brand, locale, link }) {
      const actor = await atThisStep(request);
      if (!actor) return leave(link('login-signin-component'));
      const place = { brand, locale, recognizedBy: recognitionIn(request.headers) };
      const enrolled = await enrolAtSignIn(actor, entries, place, originOf(request.headers));
      if (!enrolled.ok) return { status: 422, faults: [faultOf(enrolled.refusal, ENROLMENT_FIELDS)] };
      return leave(enrolled.value.redirect, { headers: await signedInHeaders(request, enrolled.value) });
    }
  });
}
