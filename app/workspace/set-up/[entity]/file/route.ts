import { z } from 'zod';
import { principalOf } from '@/lib/access/policy/principal';
import { SPREADSHEET_TYPE } from '@/lib/core/files/spreadsheet-writer';
import { errors } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { originOf } from '@/lib/core/http/origin';
import { readAddress } from '@/lib/kit/setup/address';
import { ENTITIES } from '@/lib/kit/setup/entities';
import { exportRecords, FORMATS } from '@/lib/kit/setup/export-records';
import { signedInActor } from '@/lib/sign-in/session/session-cookie';
import { signedIn } from '../../../signed-in';

const TYPES = { csv: 'text/csv; charset=utf-8', xlsx: SPREADSHEET_TYPE };

/** Exports every record of an owner as a file. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: signedInActor,
    async handle({ request, url, params, actor }) {
      const query = Object.fromEntries(url.searchParams);
      const [entity, address] = [ENTITIES.get(params.entity ?? ''), readAddress(query)];
      const format = z.enum(FORMATS).catch('csv').parse(query.format);
      const [principal, { t, locale }] = await Promise.all([principalOf(actor), signedIn()]);
      const origin = originOf(request.headers);
      const file =
        entity && address && (await exportRecords(principal, entity, address, { t, locale, format }, origin));
      if (!file) return errors(404, [{ code: 'not.found' }], request);
      return new Response(file, {
        headers: {
          'content-type': TYPES[format],
          'content-disposition': `attachment; filename="${entity.name}.${format}"`,
          'cache-control': 'no-store'
        }
      });
    }
  })
});
