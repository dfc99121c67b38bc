import { Readable } from 'node:stream';
import { principalOf } from '@/lib/access/principal';
import { errors } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { originOf } from '@/lib/core/http/origin';
import { signedInActor } from '@/lib/identity/session-cookie';
import { exportCsv } from '@/lib/listing/export';
import { readQuery } from '@/lib/listing/query';
import { listingNamed } from '../../listings';
import { signedIn } from '../../signed-in';

/** A list as a CSV file: what its page would show, all pages of it. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: signedInActor,
    async handle({ request, url, params, actor }) {
      const query = Object.fromEntries(url.searchParams);
      const place = listingNamed(params.listing ?? '', query);
      const [principal, { t, program }] = await Promise.all([principalOf(actor), signedIn()]);
      if (!place || place.isOffered?.(program) === false) return errors(404, [{ code: 'not.found' }], request.headers);
      const { listing } = place;
      const csv = await exportCsv(principal, listing, readQuery(listing, query), t, originOf(request.headers));
      if (!csv) return errors(403, [{ code: 'forbidden.action' }], request.headers);
      return new Response(Readable.toWeb(Readable.from(csv)) as ReadableStream, {
        headers: {
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="${listing.name}.csv"`,
          'cache-control': 'no-store'
        }
      });
    }
  })
});
