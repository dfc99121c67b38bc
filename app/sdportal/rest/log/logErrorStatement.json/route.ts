import { z } from 'zod';
import { audienceOf } from '@/lib/brand/brands/audience';
import { errorStatementSchema, MAX_BYTES } from '@/lib/brand/client-log/schema';
import { tooManyLogCalls, writeEntries } from '@/lib/brand/client-log/write-entries';
import { json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { originOf } from '@/lib/core/http/origin';
import { brandQuery } from '../../../brand-query';

/** Accepts an error report of a browser (P7.016, P7.031). */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  PUT: on({
    published: {
      id: 'logError',
      tag: 'Client log',
      summary: 'Takes an error a client met',
      description: 'Any JSON object, or a text. It is redacted and kept for 30 days.',
      rules: ['P7.016', 'P7.031'],
      answers: { 200: { description: 'Taken.', schema: z.strictObject({ status: z.literal('OK') }) } },
      example: { body: { name: 'TypeError', message: 'x is undefined' } }
    },

    csrf: 'token',
    limit: tooManyLogCalls,
    body: { kind: 'json', schema: errorStatementSchema, limit: MAX_BYTES },
    query: brandQuery,
    async handle({ request, body }) {
      const { brand } = await audienceOf(request);
      const message = (typeof body === 'string' ? body : JSON.stringify(body)).slice(0, 4000);
      const { requestId } = originOf(request.headers);
      await writeEntries([{ level: 'ERROR', message, attributes: [] }], { brandName: brand.name, requestId });
      return json({ status: 'OK' });
    }
  })
});
