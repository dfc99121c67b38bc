import { audienceOf } from '@/lib/brand/brands/audience';
import { logEntriesSchema, MAX_BYTES } from '@/lib/brand/client-log/schema';
import { tooManyLogCalls, writeEntries } from '@/lib/brand/client-log/write-entries';
import { contract, on } from '@/lib/core/http/contract';
import { originOf } from '@/lib/core/http/origin';
import { brandQuery } from '../../../brand-query';

/** The UI logging service (P7.017): pages send to it only when UI_LOGGING is on; other clients may at any time. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    published: {
      id: 'logEntries',
      tag: 'Client log',
      summary: 'Takes log entries of a client',
      description: 'They are redacted, kept for 30 days as text, and never trusted as markup.',
      rules: ['P7.017', 'P3.021', 'P3.022'],
      answers: { 204: { description: 'Taken.' } },
      example: {
        body: {
          logEntries: [
            { level: 'INFO', message: 'sign-in page shown', attributes: [{ key: 'screen', value: 'sign-in' }] }
          ]
        }
      }
    },

    csrf: 'token',
    limit: tooManyLogCalls,
    body: { kind: 'json', schema: logEntriesSchema, limit: MAX_BYTES },
    query: brandQuery,
    async handle({ request, body }) {
      const { brand } = await audienceOf(request);
      await writeEntries(body.logEntries, { brandName: brand.name, requestId: originOf(request.headers).requestId });
      return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
    }
  })
});
