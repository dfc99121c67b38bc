'use server';

import { z } from 'zod';
import { answerForm } from '@/app/sdportal/answer-form';
import { faultOf } from '@/app/sdportal/form-state';
import { tooMany } from '@/lib/core/entry/refusal';
import { originOf } from '@/lib/core/http/origin';
import { refuseLink as refuse } from '@/lib/directory/people/links/link-refusal';
import { tooManyRecoveries } from '@/lib/sign-in/recovery/recovery-limit';
import type { LinkRefusalState } from './link-refusal-state';

const schema = z.object({ token: z.string().min(1).max(200) });

/** Refuses a link between user ids, without a sign-in, because a linked id has no sign-in of its own. */
export async function refuseLink(_state: LinkRefusalState, form: FormData): Promise<LinkRefusalState> {
  return answerForm(form, {
    schema,
    labels: {},
    async submit({ token }, request, { brand }) {
      const wait = await tooManyRecoveries(request);
      if (wait !== undefined) return { status: 429, retryAfter: wait, faults: [faultOf(tooMany(wait))] };
      const isRefused = await refuse(token, brand.name, originOf(request.headers));
      return isRefused ? { outcome: 'refused' } : { status: 422, outcome: 'inactive' };
    }
  });
}
