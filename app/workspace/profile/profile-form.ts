import { z } from 'zod';
import { audienceOf } from '@/lib/brand/brands/audience';
import { resolveBrand } from '@/lib/brand/brands/resolve';
import type { Origin } from '@/lib/core/audit/audit';
import { Busy } from '@/lib/core/entry/refusal';
import { contract, on } from '@/lib/core/http/contract';
import { hostnameOf, originOf } from '@/lib/core/http/origin';
import { seeOther } from '@/lib/core/http/see-other';
import { signedInActor } from '@/lib/sign-in/session/session-cookie';
import type { Actor } from '@/lib/sign-in/session/sessions';
import { type Fault, faultsOf } from '../../sdportal/form-state';
import { PROFILE } from '../../sdportal/portal-link';
import { FIELD_LABELS, faultQuery } from './profile-faults';
import type { NOTICES } from './profile-notices';

type Outcome = { changed: keyof typeof NOTICES } | { faults: Fault[] };

interface ProfileRequest {
  brand: Awaited<ReturnType<typeof resolveBrand>>;
  locale: string;
  origin: Origin;
}

/** Handles a form of the profile: runs its command and redirects to the profile, which shows the outcome. */
export function profileForm<Schema extends z.ZodType>(
  schema: Schema,
  submit: (actor: Actor, body: z.output<Schema>, place: ProfileRequest) => Promise<Outcome>
) {
  return contract({
    POST: on({
      csrf: 'browser',
      // Field faults are shown by the page, not returned as JSON.
      body: { kind: 'form', schema: z.record(z.string(), z.string()), limit: 8_192 },
      async handle({ request, body }) {
        const actor = await signedInActor(request);
        if (!actor) return seeOther('/sdportal/login-signin-component');
        const outcome = await attempt(request, actor, body);
        const query = 'faults' in outcome ? faultQuery(outcome.faults) : new URLSearchParams(outcome);
        return seeOther(`${PROFILE}?${query}`);
      }
    })
  });

  async function attempt(request: Request, actor: Actor, fields: Record<string, string>): Promise<Outcome> {
    const parsed = schema.safeParse(fields);
    if (!parsed.success) {
      const faults = faultsOf(parsed.error, FIELD_LABELS);
      return { faults: faults.length > 0 ? faults : [{ message: 'invalid.entry' }] };
    }
    const hostname = hostnameOf(request.headers);
    const brand = await resolveBrand({ cobrandHost: actor.brandName, hostname });
    const { locale } = await audienceOf(request);
    try {
      return await submit(actor, parsed.data, { brand, locale, origin: originOf(request.headers) });
    } catch (error) {
      if (error instanceof Busy) return { faults: [{ message: 'sign.in.busy' }] };
      throw error;
    }
  }
}
