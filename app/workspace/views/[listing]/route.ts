import { z } from 'zod';
import { principalOf } from '@/lib/access/principal';
import { errors } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { signedInActor } from '@/lib/identity/session-cookie';
import { forgetView, savedViewSchema, saveView } from '@/lib/listing/saved-views';
import { seeOther } from '../../../sdportal/portal-form';
import { listingNamed } from '../../listings';

/** Keeps or forgets one's own view of a list, and goes back to the list. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    auth: signedInActor,
    csrf: 'browser',
    body: { kind: 'form', schema: z.record(z.string(), z.string()), limit: 8_192 },
    async handle({ request, url, params, body, actor }) {
      const keep = Object.fromEntries(url.searchParams);
      const place = listingNamed(params.listing ?? '', keep);
      if (!place) return errors(404, [{ code: 'not.found' }], request.headers);
      const principal = await principalOf(actor);
      let shown = body.query ?? '';
      if (body.forget) await forgetView(principal, body.forget);
      else {
        const view = savedViewSchema.safeParse(body);
        const saved = view.success ? await saveView(principal, place.listing, view.data) : null;
        if (saved?.ok) shown = saved.value;
        else shown = `${shown}&problem=${saved ? saved.refusal.code : 'view.name.invalid'}`;
      }
      return seeOther(
        `${place.path}?${new URLSearchParams({ ...keep, ...Object.fromEntries(new URLSearchParams(shown)) })}`
      );
    }
  })
});
