import { cookieOf } from '@/lib/core/http/cookies';
import { isLocale, type Locale, languageTag } from '@/lib/core/locales';
import { ownAccount } from '@/lib/identity/own-account';
import { actorOfRequest } from '@/lib/identity/session-cookie';
import { type Maintenance, secondsLeft, toldMaintenance } from '@/lib/system/maintenance';
import { messageView } from '../sdportal/message-view';
import type { PageContext } from '../sdportal/page-context';
import { seeOther } from '../sdportal/portal-form';
import { portalPage } from '../sdportal/portal-page';
import { portalRoute } from '../sdportal/portal-route';

interface Told {
  /** When it should be over, in milliseconds since 1970; null when that time has passed. */
  end: number | null;
  timeZone: string;
}

const view = messageView<Told>('maintenance', (page, told) => ({
  title: page.t('service.unavailable'),
  paragraphs: [
    told.end === null
      ? page.t('maintenance.message')
      : page.t('maintenance.until', { end: timeOf(page, told.end, told.timeZone) })
  ],
  action: null
}));

/** A time to the minute, with the name of its zone: the page may be read in another. */
function timeOf({ locale }: PageContext, time: number, timeZone: string): string {
  return new Intl.DateTimeFormat(languageTag(locale), {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone
  }).format(time);
}

/** What proxy.ts shows to everybody but system administrators while the system is maintained (C8.039). */
const unavailable = portalRoute(async (request) => {
  const maintenance = await toldMaintenance();
  // Whoever comes by a link goes on; a post was never meant for here.
  if (!maintenance) return request.method === 'POST' ? new Response(null, { status: 404 }) : seeOther('/workspace');
  const { timeZone, locale } = await readerOf(request.headers);
  return portalPage(
    request,
    view,
    { end: endOf(maintenance), timeZone },
    { status: 503, headers: [['retry-after', String(secondsLeft(maintenance))]], locale }
  );
});

/** The next full minute after the expected end: nobody is to come back too early. */
function endOf({ expectedEnd }: Maintenance): number | null {
  const minute = 60_000;
  return expectedEnd.getTime() > Date.now() ? Math.ceil(expectedEnd.getTime() / minute) * minute : null;
}

/** The reader's time zone and language; UTC and no language while the database is away. */
async function readerOf(headers: Headers): Promise<{ timeZone: string; locale: Locale | undefined }> {
  const actor = await actorOfRequest(headers).catch(() => null);
  const account = actor && (await ownAccount(actor).catch(() => null));
  const preferred = [cookieOf(headers, 'user_locale'), account?.locale ?? undefined];
  return { timeZone: account?.timeZone ?? 'UTC', locale: preferred.find(isLocale) };
}

export const GET = unavailable;
export const HEAD = unavailable;
export const POST = unavailable;
