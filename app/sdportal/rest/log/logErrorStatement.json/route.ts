import { errorStatementSchema, MAX_BYTES } from '@/lib/client-log/schema';
import { tooManyLogCalls, writeEntries } from '@/lib/client-log/write-entries';
import { json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { originOf } from '@/lib/core/http/origin';
import { pageRequest } from '../../../page-request';

/** Takes an error a browser met (P7.016, P7.031). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  PUT: on({
    csrf: 'token',
    limit: tooManyLogCalls,
    body: { kind: 'json', schema: errorStatementSchema, limit: MAX_BYTES },
    async handle({ request, body }) {
      const { brand } = await pageRequest(request);
      const message = (typeof body === 'string' ? body : JSON.stringify(body)).slice(0, 4000);
      const { requestId } = originOf(request.headers);
      await writeEntries([{ level: 'ERROR', message, attributes: [] }], { brandName: brand.name, requestId });
      return json({ status: 'OK' });
    }
  })
});
