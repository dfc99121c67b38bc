import { z } from 'zod';
import { principalOf } from '@/lib/access/policy/principal';
import { LISTS } from '@/lib/composition/process/lists';
import { type SheetValue, SPREADSHEET_TYPE, writeSpreadsheet } from '@/lib/core/files/spreadsheet-writer';
import { errors } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { isSecure } from '@/lib/core/http/origin';
import { listNamed } from '@/lib/kit/bulk/declared-lists';
import { bulkRemarks } from '@/lib/kit/bulk/do-bulk';
import { signedInActor } from '@/lib/sign-in/session/session-cookie';
import { signedIn } from '../../../signed-in';

/** The row messages of the user's bulk action as a spreadsheet: the record, the message and the record's address. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: signedInActor,
    params: z.object({ job: z.guid() }),
    async handle({ request, params, actor }) {
      const [principal, { t }] = await Promise.all([principalOf(actor), signedIn()]);
      const bulk = await bulkRemarks(principal, params.job);
      if (!bulk) return errors(404, [{ code: 'not.found' }], request);
      const { target, remarks } = bulk;
      const { headers } = request;
      const list = listNamed(LISTS, target.list, target.parameters);
      const record = list?.record;
      const home = `${isSecure(headers) ? 'https' : 'http'}://${headers.get('host')}`;
      async function* rows(): AsyncGenerator<SheetValue[]> {
        for await (const { issuerId, id, name, code, params: said } of remarks)
          yield [name, t(code, { field: '', ...said }), record ? home + record({ issuerId, id }) : null];
      }
      const columns = [
        { header: t('bulk.record'), width: 40 },
        { header: t('bulk.remark'), width: 60 },
        { header: t('bulk.address'), width: 60 }
      ];
      return new Response(
        writeSpreadsheet(t(list ? `listing.${list.listing.name}` : 'job.kind.bulk'), columns, rows()),
        {
          headers: {
            'content-type': SPREADSHEET_TYPE,
            'content-disposition': 'attachment; filename="bulk-remarks.xlsx"',
            'cache-control': 'no-store'
          }
        }
      );
    }
  })
});
