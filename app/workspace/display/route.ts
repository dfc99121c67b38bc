import { z } from 'zod';
import { contract, on } from '@/lib/core/http/contract';
import { setCookie } from '@/lib/core/http/cookies';
import { PREFERENCES, type Preference } from './preferences';

const YEAR_SECONDS = 365 * 86_400;

const choice = (name: Preference) => z.enum(PREFERENCES[name].values, 'invalid.entry').optional();

/** The page of the form: the only allowed redirect target. */
function pageBefore(request: Request): string {
  const referrer = request.headers.get('referer');
  if (!referrer || !URL.canParse(referrer)) return '/workspace';
  const { host, pathname, search } = new URL(referrer);
  return host === request.headers.get('host') && /^\/workspace(\/|$)/.test(pathname) ? pathname + search : '/workspace';
}

/** Stores a display preference for this browser and returns to the page. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  POST: on({
    csrf: 'browser',
    body: {
      kind: 'form',
      schema: z.object({
        scheme: choice('scheme'),
        navigation: choice('navigation'),
        shortcuts: choice('shortcuts')
      }),
      limit: 1_024
    },
    async handle({ request, body }) {
      const headers = new Headers({ location: pageBefore(request), 'cache-control': 'no-store' });
      for (const [name, value] of Object.entries(body)) {
        const { cookie } = PREFERENCES[name as Preference];
        const options = { httpOnly: true, sameSite: 'lax', maxAge: YEAR_SECONDS } as const;
        if (value) headers.append('set-cookie', setCookie(request.headers, cookie, value, options));
      }
      return new Response(null, { status: 303, headers });
    }
  })
});
