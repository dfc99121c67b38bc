import { z } from 'zod';
import { accountOf } from '@/lib/identity/accounts';
import { askedQuestionOf } from '@/lib/identity/challenge-questions';
import { actorAt } from '@/lib/identity/session-cookie';
import { enterFrontDoor } from '../../heracles/login/front-door';
import { pageRequest } from '../page-request';
import { portalForm, seeOther } from '../portal-form';
import { portalLink } from '../portal-link';
import { portalPage } from '../portal-page';
import { portalRoute } from '../portal-route';
import { CHALLENGE_LABELS, type ChallengeQuestionState, challengeQuestionView } from './challenge-question-view';

const atThisStep = actorAt('challenge');

async function stateOf(request: Request): Promise<ChallengeQuestionState> {
  const actor = await atThisStep(request);
  const question = actor && (await askedQuestionOf(actor));
  return question ? { question } : {};
}

/** The page that asks a challenge question; for nobody who isn't at that step. */
export const GET = portalRoute(async (request) => {
  const state = await stateOf(request);
  if (!state.question) return seeOther(portalLink(await pageRequest(request))('login-signin-component'));
  return portalPage(request, challengeQuestionView, state, { personal: true });
});

export const HEAD = GET;

const schema = z.object({
  response: z.string('required').trim().min(1, 'required').max(60, 'too.long'),
  recognize: z.literal('yes').optional()
});

/** The response: right, it leads on; wrong, it counts like a wrong password (C8.006). */
export const POST = portalForm<typeof schema, ChallengeQuestionState>(challengeQuestionView, {
  schema,
  labels: CHALLENGE_LABELS,
  personal: true,
  keep: async ({ recognize }, request) => ({ ...(await stateOf(request)), recognize: recognize === 'yes' }),
  async submit(request, { response, recognize }) {
    const actor = await atThisStep(request);
    if (!actor) return seeOther(portalLink(await pageRequest(request))('login-signin-component'));
    const { b2BAlias } = await accountOf(actor);
    const { outcome, headers } = await enterFrontDoor(request, {
      b2BAlias,
      type: 'challenge',
      secret: response,
      recognize: recognize === 'yes'
    });
    if (outcome.kind !== 'refused') return seeOther(outcome.redirect, headers);
    const { status, refusal, retryAfter } = outcome;
    return {
      status,
      ...(retryAfter && { retryAfter }),
      faults: [{ field: 'response', message: refusal.code, ...(refusal.params && { params: refusal.params }) }]
    };
  }
});
