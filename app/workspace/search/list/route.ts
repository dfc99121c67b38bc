import { errors } from '@/lib/core/http/answers';
import { readFields } from '@/lib/core/http/body';
import { contract, on } from '@/lib/core/http/contract';
import { seeOther } from '@/lib/core/http/see-other';
import { maskedQuery } from '@/lib/kit/listing/query';

const LIST = /^\/workspace(\/[A-Za-z0-9_-]+)*$/;
const MOST_CHARACTERS = 8_000;
const MOST_BYTES = 65_536;

/**
 * The target of every search and filter form: redirects to the list's address with the query, whole card numbers masked
 * (C9.009).
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    csrf: 'browser',
    async handle({ request }) {
      const fields = (await readFields(request, MOST_BYTES)).filter(([, value]) => value !== '');
      const path = fields.find(([name]) => name === 'path')?.[1] ?? '';
      const query = maskedQuery(new URLSearchParams(fields.filter(([name]) => name !== 'path')).toString());
      if (!LIST.test(path) || query.length > MOST_CHARACTERS) return errors(404, [{ code: 'not.found' }], request);
      return seeOther(query ? `${path}?${query}` : path);
    }
  })
});
