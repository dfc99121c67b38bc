import { z } from 'zod';
import { originOf } from '@/lib/core/http/origin';
import { enrolAtSignIn } from '@/lib/identity/challenge-enrolment';
import { questionsOffered } from '@/lib/identity/challenge-questions';
import { actorAt } from '@/lib/identity/session-cookie';
import { recognitionIn, signedInHeaders } from '../../heracles/login/front-door';
import { faultOf } from '../form-state';
import { pageRequest } from '../page-request';
import { portalForm, seeOther } from '../portal-form';
import { portalLink } from '../portal-link';
import { portalPage } from '../portal-page';
import { portalRoute } from '../portal-route';
import { type ChallengeEnrolmentState, challengeEnrolmentView } from './challenge-enrolment-view';
import { ENROLMENT_FIELDS, ENROLMENT_LABELS } from './enrolment-fields';
import { enrolmentForm } from './enrolment-form';

const atThisStep = actorAt('enrol_challenge');

/** The page where challenge questions are enrolled; for nobody who isn't at that step. */
export const GET = portalRoute(async (request) => {
  const actor = await atThisStep(request);
  if (!actor) return seeOther(portalLink(await pageRequest(request))('login-signin-component'));
  const questions = await questionsOffered(actor.issuerId);
  return portalPage(request, challengeEnrolmentView, { questions }, { personal: true });
});

export const HEAD = GET;

const schema = enrolmentForm(z.object({}));

/** Enrols, and goes on with the sign-in. */
export const POST = portalForm<typeof schema, ChallengeEnrolmentState>(challengeEnrolmentView, {
  schema,
  labels: ENROLMENT_LABELS,
  personal: true,
  keep: async (fields, request) => {
    const actor = await atThisStep(request);
    const questions = actor ? await questionsOffered(actor.issuerId) : [];
    const chosen = [0, 1, 2].map((at) => fields[`questionId-${at}`] ?? '');
    return { questions, chosen };
  },
  async submit(request, { entries }) {
    const audience = await pageRequest(request);
    const actor = await atThisStep(request);
    if (!actor) return seeOther(portalLink(audience)('login-signin-component'));
    const place = { ...audience, recognizedBy: recognitionIn(request.headers) };
    const enrolled = await enrolAtSignIn(actor, entries, place, originOf(request.headers));
    if (!enrolled.ok) return { status: 422, faults: [faultOf(enrolled.refusal, ENROLMENT_FIELDS)] };
    return seeOther(enrolled.value.redirect, await signedInHeaders(request, enrolled.value));
  }
});
