import type { Metadata } from 'next';
import { headers } from 'next/headers';
import type { PageParams } from '@/app/sdportal/page-address';
import { pageContext } from '@/app/sdportal/page-context';
import { takePostedForm } from '@/app/sdportal/posted-form';

interface Props {
  params: Promise<PageParams>;
  /** The requested address. */
  searchParams: Promise<{ at?: string }>;
}

/** Fields that the user must type again, since a page holds no secrets. */
const SECRET = /password|passcode|credential|^(new)?pin$/i;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { brand, t } = await pageContext(params);
  return { title: `${t('service.unavailable')} – ${brand.appName}` };
}

/**
 * Shown by proxy.ts for the workspace if the database is unavailable (C8.038), with a retry: the same address, or the
 * posted form again.
 */
export default async function UnavailablePage({ params, searchParams }: Props) {
  const { t } = await pageContext(params);
  const { at = '/workspace' } = await searchParams;
  const requestId = (await headers()).get('x-request-id') ?? '';
  const posted = takePostedForm(requestId);
  const fields = posted?.fields?.filter(([name]) => !SECRET.test(name));
  return (
    <div className="card">
      <h1>{t('service.unavailable')}</h1>
      <p>{t('service.away')}</p>
      {posted && <p>{t(fields ? 'service.away.kept' : 'service.away.back')}</p>}
      {posted && fields ? (
        <form method="post" action={at} encType={posted.encoding}>
          {fields.map(([name, value], place) => (
            <input key={place} type="hidden" name={name} value={value} />
          ))}
          <button type="submit" className="primary">
            {t('service.away.send')}
          </button>
        </form>
      ) : (
        !posted && (
          <a className="primary" href={at}>
            {t('error.again')}
          </a>
        )
      )}
      <p>{t('error.reference', { reference: requestId })}</p>
    </div>
  );
}
