import { z } from 'zod';
import { brandOrigin } from '@/lib/brands/address';
import { originOf } from '@/lib/core/http/origin';
import { type Result, tooMany } from '@/lib/core/refusal';
import { choiceSchema, completeCardholder, matchedBy } from '@/lib/registration/complete-cardholder';
import { tooManyRegistrations } from '@/lib/registration/limits';
import { matchCardholder } from '@/lib/registration/match-cardholder';
import { cardholderMatchSchema, cardholderStartSchema } from '@/lib/registration/schema';
import { begunBy, startRegistration } from '@/lib/registration/start-registration';
import { faultOf } from '../form-state';
import { pageRequest, queryOf } from '../page-request';
import { portalForm } from '../portal-form';
import { portalPage } from '../portal-page';
import { portalRoute } from '../portal-route';
import { portalMessage } from '../registration-messages';
import { CARDHOLDER_LABELS, type CardholderState, cardholderView } from './cardholder-view';

/** Where a link leads, by how far its registration is. */
async function stateBehind(token: string): Promise<CardholderState> {
  const given = token.slice(0, 200);
  const matched = await matchedBy(given);
  if (matched) return { screen: 'choice', token: given, minimum: matched.passwordMinimum };
  return (await begunBy(given, ['cardholder'])) ? { screen: 'details', token: given } : { screen: 'expired' };
}

/** The page where a cardholder registers; by its mailed link, the step that is due. */
export const GET = portalRoute(async (request) => {
  const token = queryOf(request)?.get('token');
  if (!token) return portalPage(request, cardholderView, { screen: 'start' });
  return portalPage(request, cardholderView, await stateBehind(token), { personal: true });
});

export const HEAD = GET;

const schema = z.discriminatedUnion('step', [
  cardholderStartSchema.extend({ step: z.literal('start') }),
  cardholderMatchSchema.extend({ step: z.literal('details') }),
  choiceSchema.extend({ step: z.literal('choice') })
]);

/** Shown again beside what was wrong: never the account number, the corporate code or a password. */
const KEPT = ['email', 'cardName', 'firstName', 'lastName', 'userId'];

/** Each step; what is wrong is told in the page. */
export const POST = portalForm<typeof schema, CardholderState>(cardholderView, {
  schema,
  labels: CARDHOLDER_LABELS,
  personal: true,
  message: portalMessage,
  keep: async ({ token, ...fields }) => ({
    ...(token ? await stateBehind(token) : { screen: 'start' as const }),
    entered: Object.fromEntries(KEPT.map((name) => [name, fields[name] ?? '']))
  }),
  async submit(request, body) {
    const wait = await tooManyRegistrations(request);
    if (wait !== undefined) return { status: 429, retryAfter: wait, faults: [faultOf(tooMany(wait))] };
    const { brand, locale } = await pageRequest(request);
    const origin = originOf(request.headers);
    const show = (state: CardholderState) => portalPage(request, cardholderView, state, { personal: true });
    if (body.step === 'start') {
      const linkOrigin = await brandOrigin(brand, request.headers);
      await startRegistration(
        { kind: 'cardholder', email: body.email },
        { brandName: brand.name, locale, linkOrigin },
        origin
      );
      return show({ screen: 'sent' });
    }
    const result: Result<unknown> & { retryAfter?: number } =
      body.step === 'details' ? await matchCardholder(body, origin) : await completeCardholder(body, origin);
    if (result.ok) return show(body.step === 'details' ? await stateBehind(body.token) : { screen: 'done' });
    const { refusal, retryAfter } = result;
    if (refusal.code === 'registration.link.inactive') return show({ screen: 'expired' });
    if (refusal.code === 'registration.locked') return show({ screen: 'locked' });
    if (retryAfter) return { status: 429, retryAfter, faults: [faultOf(refusal)] };
    return { status: 422, faults: [faultOf(refusal)] };
  }
});
