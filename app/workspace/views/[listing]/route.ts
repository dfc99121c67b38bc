import { z } from 'zod';
import { type Principal, principalOf } from '@/lib/access/policy/principal';
import { LISTS } from '@/lib/composition/process/lists';
import { errors } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { seeOther } from '@/lib/core/http/see-other';
import { listNamed } from '@/lib/kit/bulk/declared-lists';
import type { Listing } from '@/lib/kit/listing/listing';
import { pageSizeOf } from '@/lib/kit/listing/page-size';
import { maskedQuery } from '@/lib/kit/listing/query';
import { forgetView, savedViewSchema, saveView, type ViewProblem } from '@/lib/kit/listing/saved-views';
import { signedInActor } from '@/lib/sign-in/session/session-cookie';

const schema = z.object({
  name: z.string().optional(),
  query: z.string().default(''),
  forget: z.guid().optional()
});
type Body = z.output<typeof schema>;

async function forgotten(principal: Principal, { forget = '', query }: Body): Promise<string> {
  await forgetView(principal, forget);
  return query;
}

/** The list's next query: the view's, or the earlier one with the fault. */
async function saved(principal: Principal, listing: Listing, body: Body): Promise<string> {
  const view = savedViewSchema.safeParse(body);
  const kept = view.success ? await saveView(principal, listing, view.data, await pageSizeOf(principal)) : null;
  if (kept?.ok) return kept.value;
  return `${maskedQuery(body.query)}&problem=${problemOf(view)}`;
}

function problemOf({ error }: ReturnType<typeof savedViewSchema.safeParse>): ViewProblem {
  if (!error) return 'view.too.many';
  return error.issues.some(({ message }) => message === 'card.number.refused')
    ? 'view.card.number'
    : 'view.name.invalid';
}

/** Saves or deletes the user's view of a list and returns to the list. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    auth: signedInActor,
    csrf: 'browser',
    body: { kind: 'form', schema, limit: 8_192 },
    async handle({ request, url, params, body, actor }) {
      const keep = Object.fromEntries(url.searchParams);
      const list = listNamed(LISTS, params.listing ?? '', keep);
      if (!list) return errors(404, [{ code: 'not.found' }], request);
      const principal = await principalOf(actor);
      const shown = body.forget ? await forgotten(principal, body) : await saved(principal, list.listing, body);
      const query = new URLSearchParams({ ...keep, ...Object.fromEntries(new URLSearchParams(shown)) });
      return seeOther(query.size > 0 ? `${list.path}?${query}` : list.path);
    }
  })
});
