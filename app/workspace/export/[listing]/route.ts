import { principalOf } from '@/lib/access/policy/principal';
import { LISTS } from '@/lib/composition/process/lists';
import { SPREADSHEET_TYPE } from '@/lib/core/files/spreadsheet-writer';
import { attachment, errors } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { originOf } from '@/lib/core/http/origin';
import { listNamed } from '@/lib/kit/bulk/declared-lists';
import { exportCsv, exportSpreadsheet } from '@/lib/kit/listing/export';
import { readQuery } from '@/lib/kit/listing/query';
import { seenListing } from '@/lib/kit/listing/seen-columns';
import { signedInActor } from '@/lib/sign-in/session/session-cookie';
import { signedIn } from '../../signed-in';

/** Exports a list, all its pages, as CSV or with `as=xlsx` as a spreadsheet. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: signedInActor,
    async handle({ request, url, params, actor }) {
      const query = Object.fromEntries(url.searchParams);
      const list = listNamed(LISTS, params.listing ?? '', query);
      const [principal, { t, program }] = await Promise.all([principalOf(actor), signedIn()]);
      if (!list || list.isOffered?.(program) === false) return errors(404, [{ code: 'not.found' }], request);
      const listing = seenListing(principal, list.listing);
      const asked = [principal, listing, readQuery(listing, query), t, originOf(request.headers)] as const;
      const isSheet = query.as === 'xlsx';
      const file = isSheet ? await exportSpreadsheet(...asked) : await exportCsv(...asked);
      if (!file) return errors(403, [{ code: 'forbidden.action' }], request);
      return new Response(file, {
        headers: {
          'content-type': isSheet ? SPREADSHEET_TYPE : 'text/csv; charset=utf-8',
          'content-disposition': attachment(`${listing.name}.${isSheet ? 'xlsx' : 'csv'}`),
          'cache-control': 'no-store'
        }
      });
    }
  })
});
