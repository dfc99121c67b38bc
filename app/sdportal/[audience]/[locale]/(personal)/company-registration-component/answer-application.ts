import { z } from 'zod';
import { answerForm, leave } from '@/app/sdportal/answer-form';
import { faultOf } from '@/app/sdportal/form-state';
import { portalMessage } from '@/app/sdportal/registration-messages';
import { brandOrigin } from '@/lib/brand/brands/address';
import { tooMany } from '@/lib/core/entry/refusal';
import { originOf } from '@/lib/core/http/origin';
import { type ApplicationKind, openIssuers, submitApplication } from '@/lib/directory/registration/apply';
import { tooManyRegistrations } from '@/lib/directory/registration/limits';
import { applicationSchema } from '@/lib/directory/registration/schema';
import { startRegistration } from '@/lib/directory/registration/start-registration';
import type { ApplicationState } from './application-form';
import { APPLICATIONS } from './kinds';
import { APPLICATION_LABELS } from './labels';

const schema = z.discriminatedUnion('step', [
  applicationSchema.extend({ step: z.literal('form') }),
  z.object({ step: z.literal('confirm'), token: z.string().min(1).max(200) })
]);

/** The form of an application, and the confirmation question behind its mailed link (C2.001). */
export function answerApplication(kind: ApplicationKind, form: FormData): Promise<ApplicationState> {
  return answerForm<typeof schema, ApplicationState>(form, {
    schema,
    labels: APPLICATION_LABELS,
    keep: Object.keys(APPLICATION_LABELS),
    message: portalMessage,
    async submit(body, request, { brand, locale, link }) {
      const wait = await tooManyRegistrations(request);
      if (wait !== undefined) return { status: 429, retryAfter: wait, faults: [faultOf(tooMany(wait))] };
      const { isOffered, component } = APPLICATIONS[kind];
      // The page shows that the link is invalid.
      if (!isOffered(brand)) return leave(link(component));
      const origin = originOf(request.headers);
      if (body.step === 'confirm') {
        const result = await submitApplication(body.token, kind, origin);
        return { screen: result.ok ? 'received' : 'expired' };
      }
      const { step: _, ...application } = body;
      if (!(await openIssuers(brand, kind)).some(({ id }) => id === application.issuer)) return { screen: 'closed' };
      const linkOrigin = await brandOrigin(brand, request.headers);
      await startRegistration({ kind, application }, { brandName: brand.name, locale, linkOrigin }, origin);
      return { screen: 'sent' };
    }
  });
}
