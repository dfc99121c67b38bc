import type { Metadata } from 'next';
import type { PageParams } from '@/app/sdportal/page-address';
import { pageContext } from '@/app/sdportal/page-context';
import { Message } from '@/app/sdportal/ui/message';
import { type Locale, languageTag } from '@/lib/core/language/locales';

interface Props {
  params: Promise<PageParams>;
  /** The expected end in milliseconds since 1970, if it lies in the future, and the reader's time zone. */
  searchParams: Promise<{ end?: string; timeZone?: string }>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { brand, t } = await pageContext(params);
  return { title: `${t('service.unavailable')} – ${brand.appName}` };
}

/** Shown by proxy.ts to everybody except system administrators during maintenance (C8.039). */
export default async function MaintenancePage({ params, searchParams }: Props) {
  const { t, locale } = await pageContext(params);
  const { end, timeZone = 'UTC' } = await searchParams;
  return (
    <Message title={t('service.unavailable')}>
      <p>{end ? t('maintenance.until', { end: timeOf(Number(end), locale, timeZone) }) : t('maintenance.message')}</p>
    </Message>
  );
}

/** Formats a time to the minute with its time zone, since readers may be in another zone. */
function timeOf(time: number, locale: Locale, timeZone: string): string {
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
