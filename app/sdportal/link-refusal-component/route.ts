import { z } from 'zod';
import { originOf } from '@/lib/core/http/origin';
import { tooManyRecoveries } from '@/lib/identity/recovery-limit';
import { refusableLink, refuseLink } from '@/lib/people/links/link-refusal';
import { pageRequest, queryOf } from '../page-request';
import { portalForm } from '../portal-form';
import { portalPage } from '../portal-page';
import { portalRoute } from '../portal-route';
import { type LinkRefusalState, linkRefusalView } from './link-refusal-view';

async function stateOf(token: string): Promise<LinkRefusalState> {
  const link = token === '' ? null : await refusableLink(token.slice(0, 200));
  return link ? { refusal: { token, ...link } } : {};
}

/** The page that a mail about a link leads to. It asks first: programs that open links in mails must not refuse. */
export const GET = portalRoute(async (request) => {
  const token = queryOf(request)?.get('token') ?? '';
  return portalPage(request, linkRefusalView, await stateOf(token), { personal: true });
});

export const HEAD = GET;

const schema = z.object({ token: z.string().min(1).max(200) });

/** Refuses, without a sign-in: a linked id has none of its own. */
export const POST = portalForm<typeof schema, LinkRefusalState>(linkRefusalView, {
  schema,
  labels: {},
  personal: true,
  keep: ({ token = '' }) => stateOf(token),
  async submit(request, { token }) {
    const wait = await tooManyRecoveries(request);
    if (wait !== undefined) {
      const params = { minutes: Math.ceil(wait / 60) };
      return { status: 429, retryAfter: wait, faults: [{ message: 'too.many.requests', params }] };
    }
    const { brand } = await pageRequest(request);
    const isRefused = await refuseLink(token, brand.name, originOf(request.headers));
    return portalPage(request, linkRefusalView, { isRefused }, { status: isRefused ? 200 : 422, personal: true });
  }
});
