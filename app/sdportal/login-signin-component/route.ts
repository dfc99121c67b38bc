import { audienceOf } from '@/lib/brand/brands/audience';
import { localeCookie } from '@/lib/core/http/cookies';
import { isLocale } from '@/lib/core/language/locales';

/**
 * Handles redirects from the sign-in page (app/sdportal/lead.ts forwards other requests to the page): it stores a
 * language chosen without JavaScript (P2.023) and sends brands with federated sign-in to their provider (P2.025).
 */
export async function GET(request: Request): Promise<Response> {
  const { brand } = await audienceOf(request);
  const { pathname, searchParams } = new URL(request.url);
  const chosen = searchParams.get('user_locale') ?? undefined;
  if (chosen === undefined) return leadTo(302, brand.fssoRedirectUrl);
  searchParams.delete('user_locale');
  const query = searchParams.size > 0 ? `?${searchParams}` : '';
  const answer = leadTo(303, `${pathname}${query}`);
  if (isLocale(chosen) && brand.locales.includes(chosen))
    answer.headers.append('set-cookie', localeCookie(request.headers, chosen));
  return answer;
}

function leadTo(status: 302 | 303, location: string): Response {
  return new Response(null, { status, headers: { location, 'cache-control': 'no-store' } });
}
