import { z } from 'zod';
import { brandOrigin } from '@/lib/brands/address';
import type { Brand } from '@/lib/brands/directory';
import { originOf } from '@/lib/core/http/origin';
import { tooMany } from '@/lib/core/refusal';
import { type ApplicationKind, openIssuers, submitApplication } from '@/lib/registration/apply';
import { tooManyRegistrations } from '@/lib/registration/limits';
import { applicationSchema } from '@/lib/registration/schema';
import { begunBy, startRegistration } from '@/lib/registration/start-registration';
import { faultOf } from '../form-state';
import { notFoundPage } from '../not-found';
import { pageRequest, queryOf } from '../page-request';
import { portalForm } from '../portal-form';
import { portalPage } from '../portal-page';
import { portalRoute } from '../portal-route';
import { portalMessage } from '../registration-messages';
import { APPLICATION_LABELS, type ApplicationScreen, type ApplicationState, applicationView } from './application-view';

const schema = z.discriminatedUnion('step', [
  applicationSchema.extend({ step: z.literal('form') }),
  z.object({ step: z.literal('confirm'), token: z.string().min(1).max(200) })
]);

const IS_OFFERED: Record<ApplicationKind, (brand: Brand) => boolean> = {
  company: ({ companySelfRegisterSupported }) => companySelfRegisterSupported,
  account_application: ({ prospectiveAccountApplicationSupported }) => prospectiveAccountApplicationSupported
};

/** The page of an application: the form, and the question that its mailed link leads to. Brands that don't offer it have no such page. */
export function applicationPage(kind: ApplicationKind) {
  const view = applicationView(kind);

  async function stateBehind(token: string): Promise<ApplicationState> {
    const given = token.slice(0, 200);
    const begun = await begunBy(given, [kind]);
    if (!begun || begun.start.kind === 'cardholder') return { screen: 'expired' };
    return { screen: 'confirm', token: given, entered: { name: begun.start.application.company } };
  }

  async function formFor(brand: Brand): Promise<ApplicationState> {
    const issuers = await openIssuers(brand, kind);
    return issuers.length > 0 ? { screen: 'form', issuers } : { screen: 'closed' };
  }

  const GET = portalRoute(async (request) => {
    const { brand } = await pageRequest(request);
    if (!IS_OFFERED[kind](brand)) return notFoundPage(request);
    const token = queryOf(request)?.get('token');
    const state = token ? await stateBehind(token) : await formFor(brand);
    return portalPage(request, view, state, { personal: true });
  });

  const POST = portalForm<typeof schema, ApplicationState>(view, {
    schema,
    labels: APPLICATION_LABELS,
    personal: true,
    message: portalMessage,
    keep: async ({ token, ...entered }, request) => {
      if (token) return stateBehind(token);
      return { ...(await formFor((await pageRequest(request)).brand)), entered };
    },
    async submit(request, body) {
      const wait = await tooManyRegistrations(request);
      if (wait !== undefined) return { status: 429, retryAfter: wait, faults: [faultOf(tooMany(wait))] };
      const { brand, locale } = await pageRequest(request);
      if (!IS_OFFERED[kind](brand)) return notFoundPage(request);
      const origin = originOf(request.headers);
      const show = (screen: ApplicationScreen) => portalPage(request, view, { screen }, { personal: true });
      if (body.step === 'confirm') {
        const result = await submitApplication(body.token, kind, origin);
        return show(result.ok ? 'received' : 'expired');
      }
      const { step: _, ...application } = body;
      if (!(await openIssuers(brand, kind)).some(({ id }) => id === application.issuer)) return show('closed');
      const linkOrigin = await brandOrigin(brand, request.headers);
      await startRegistration({ kind, application }, { brandName: brand.name, locale, linkOrigin }, origin);
      return show('sent');
    }
  });

  return { GET, POST };
}
