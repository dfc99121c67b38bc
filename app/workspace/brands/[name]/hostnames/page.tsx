import type { Metadata } from 'next';
import { brandHostnames, type Hostname } from '@/lib/brand/studio/hostnames';
import { Badge } from '../../../ui/badge';
import { workspacePage } from '../../../workspace-page';
import { BrandFrame, brandPage, type Query, single } from '../../frame';

type Props = { params: Promise<{ name: string }>; searchParams: Promise<Query> };

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { opened, t } = await brandPage(params, searchParams);
  return { title: `${t('brand.studio.tab.hostnames')} – ${opened.content.displayName}` };
}

/** The host names of a brand: those that lead to it, and those that wait for their DNS record. */
export default workspacePage(async function BrandHostnamesPage({ params, searchParams }: Props) {
  const { by, t, time, opened, query } = await brandPage(params, searchParams);
  const address = `/workspace/brands/${opened.name}`;
  const hostnames = await brandHostnames(by, opened.name);
  const typed = single(query, 'typed');

  const remove = ({ hostname }: Hostname) => (
    <details className="confirm">
      <summary aria-label={`${t('brand.hostname.remove')}: ${hostname}`}>{t('brand.hostname.remove')}</summary>
      <form method="post" action={`${address}/save/remove-hostname`}>
        <input type="hidden" name="hostname" value={hostname} />
        <p>{t('brand.hostname.remove.question', { hostname })}</p>
        <button type="submit" className="danger">
          {t('brand.hostname.remove.confirm')}
        </button>
      </form>
    </details>
  );

  const pending = ({ hostname, record, checkedAt }: Hostname) => (
    <div className="dns">
      <p>{t('brand.hostname.record')}</p>
      <dl>
        <div>
          <dt>{t('brand.hostname.record.name')}</dt>
          <dd>
            <code>{record?.name}</code>
          </dd>
        </div>
        <div>
          <dt>{t('brand.hostname.record.value')}</dt>
          <dd>
            <code>{record?.value}</code>
          </dd>
        </div>
      </dl>
      <form method="post" action={`${address}/save/verify-hostname`}>
        <input type="hidden" name="hostname" value={hostname} />
        <button type="submit" className="primary" aria-label={`${t('brand.hostname.verify')}: ${hostname}`}>
          {t('brand.hostname.verify')}
        </button>
      </form>
      {checkedAt && <p className="hint">{t('brand.hostname.checked', { time: time(checkedAt) })}</p>}
    </div>
  );

  return (
    <BrandFrame opened={opened} tab="hostnames" query={query}>
      <section className="panel">
        <p>{t('brand.hostname.intro')}</p>
        {hostnames.length === 0 ? (
          <p>{t('brand.hostname.none')}</p>
        ) : (
          <ul className="hostnames">
            {hostnames.map((hostname) => (
              <li key={hostname.hostname} className="hostname">
                <h2>{hostname.hostname}</h2>
                {hostname.verifiedAt ? (
                  <p>
                    <Badge tone="good">{t('brand.hostname.verified', { time: time(hostname.verifiedAt) })}</Badge>
                  </p>
                ) : (
                  <>
                    <p>
                      <Badge tone="warning">{t('brand.hostname.pending')}</Badge>
                    </p>
                    {pending(hostname)}
                  </>
                )}
                {remove(hostname)}
              </li>
            ))}
          </ul>
        )}
      </section>
      <form className="panel narrow" method="post" action={`${address}/save/add-hostname`}>
        <div className="field">
          <label htmlFor="hostname">{t('brand.hostname.label')}</label>
          <input
            id="hostname"
            name="hostname"
            type="text"
            defaultValue={typed}
            aria-invalid={typed === undefined ? undefined : true}
            maxLength={253}
            placeholder="cards.bank.example"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
        </div>
        <button type="submit">{t('brand.hostname.add')}</button>
      </form>
    </BrandFrame>
  );
});
