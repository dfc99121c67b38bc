'use server';

import { z } from 'zod';
import { answerForm, giveCookies, leave } from '@/app/sdportal/answer-form';
import { faultOf } from '@/app/sdportal/form-state';
import { accepted } from '@/lib/core/entry/refusal';
import { originOf } from '@/lib/core/http/origin';
import { actorAt, noSessionCookies } from '@/lib/sign-in/session/session-cookie';
import { seedAddress, seedDownload } from '@/lib/sign-in/token/seed-file';
import { handOutSeed } from '@/lib/sign-in/token/soft-tokens';
import type { SoftTokenState } from './soft-token-state';

const atThisStep = actorAt('soft_token');

/**
 * Shows the seed and the first PIN once and ends the session: from now on the token is required to sign in (C4.028).
 */
export async function takeToken(_state: SoftTokenState, form: FormData): Promise<SoftTokenState> {
  return answerForm(form, {
    schema: z.object({}),
    labels: {},
    async submit(_body, request, { brand, link }) {
      const actor = await atThisStep(request);
      if (!actor) return leave(link('login-signin-component'));
      const handed = await handOutSeed(actor, actor, originOf(request.headers), async () => accepted(brand));
      if (!handed.ok) return { status: 422, faults: [faultOf(handed.refusal)] };
      const left = new Headers();
      for (const cookie of noSessionCookies(request.headers)) left.append('set-cookie', cookie);
      await giveCookies(left);
      const address = seedAddress(handed.value);
      return {
        handed: {
          address,
          secret: new URL(address).searchParams.get('secret') ?? '',
          file: seedDownload(handed.value),
          firstPin: handed.value.firstPin
        }
      };
    }
  });
}
