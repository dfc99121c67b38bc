import type { Metadata } from 'next';
import { brandHostnames, type Hostname } from '@/lib/brand/studio/hostnames';
import type { Translate } from '@/lib/core/language/texts';
import { Badge } from '../../../ui/badge';
import { workspacePage } from '../../../workspace-page';
import { BrandFrame, brandPage, type Query, single } from '../../frame';

type Props = { params: Promise<{ name: string }>; searchParams: Promise<Query> };

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { opened, t } = await brandPage(params, searchParams);
  return { title: `${t('brand.studio.tab.hostnames')} – ${opened.content.displayName}` };
}

/** The host names of a brand: the verified ones, and those that wait for their DNS record. */
export default workspacePage(async function BrandHostnamesPage({ params, searchParams }: Props) {
  const { by, t, time, opened, query } = await brandPage(params, searchParams);
  const address = `/workspace/brands/${opened.name}`;
  const hostnames = await brandHostnames(by, opened.name);
  const typed = single(query, 'typed');
  return (
    <BrandFrame opened={opened} tab="hostnames" query={query}>
      <section className="panel">
        <p>{t('brand.hostname.intro')}</p>
        {hostnames.length === 0 ? (
          <p>{t('brand.hostname.none')}</p>
        ) : (
          <ul className="hostnames">
            {hostnames.map((hostname) => (
              <HostnameItem key={hostname.hostname} address={address} hostname={hostname} t={t} time={time} />
            ))}
          </ul>
        )}
      </section>
      <AddHostname address={address} typed={typed} t={t} />
    </BrandFrame>
  );
});

interface OfBrand {
  /** The address of the brand's pages. */
  address: string;
  t: Translate;
}

interface OfHostname extends OfBrand {
  hostname: Hostname;
  time: (at: Date) => string;
}

/** A host name, its verification and a button to remove it. */
function HostnameItem({ address, hostname, t, time }: OfHostname) {
  return (
    <li className="hostname">
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
          <Pending address={address} hostname={hostname} t={t} time={time} />
        </>
      )}
      <Remove address={address} hostname={hostname.hostname} t={t} />
    </li>
  );
}

/** The DNS record that a host name waits for. */
function Pending({ address, hostname: { hostname, record, checkedAt }, t, time }: OfHostname) {
  return (
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
}

/** Takes a host name away, after a question. */
function Remove({ address, hostname, t }: OfBrand & { hostname: string }) {
  return (
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
}

/** Adds a host name; what was refused stands there again. */
function AddHostname({ address, typed, t }: OfBrand & { typed: string | undefined }) {
  return (
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
  );
}
