import type { Metadata } from 'next';
import { brandHostnames, type Hostname } from '@/lib/brand/studio/hostnames';
import type { Translate } from '@/lib/core/language/texts';
import { Badge } from '../../../ui/badge';
import { RecordForm } from '../../../ui/record-form';
import { workspacePage } from '../../../workspace-page';
import { BrandFrame, brandPage, type Query } from '../../frame';
import { AskedBrandButton, BrandButton } from '../brand-button';
import { addBrandHostname, removeBrandHostname, verifyBrandHostname } from './actions';
import { hostnameFields } from './fields';

type Props = { params: Promise<{ name: string }>; searchParams: Promise<Query> };

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const { opened, t } = await brandPage(params, searchParams);
  return { title: `${t('brand.studio.tab.hostnames')} – ${opened.content.displayName}` };
}

/** The host names of a brand: the verified ones, and those that wait for their DNS record. */
export default workspacePage(async function BrandHostnamesPage({ params, searchParams }: Props) {
  const { by, t, time, opened, query } = await brandPage(params, searchParams);
  const hostnames = await brandHostnames(by, opened.name);
  return (
    <BrandFrame opened={opened} tab="hostnames" query={query}>
      <section className="panel">
        <p>{t('brand.hostname.intro')}</p>
        {hostnames.length === 0 ? (
          <p>{t('brand.hostname.none')}</p>
        ) : (
          <ul className="hostnames">
            {hostnames.map((hostname) => (
              <HostnameItem key={hostname.hostname} brand={opened.name} hostname={hostname} t={t} time={time} />
            ))}
          </ul>
        )}
      </section>
      <section className="panel narrow">
        <RecordForm
          action={addBrandHostname}
          fields={hostnameFields(t)}
          hidden={{ brand: opened.name }}
          submitLabel={t('brand.hostname.add')}
          minor
        />
      </section>
    </BrandFrame>
  );
});

interface OfBrand {
  brand: string;
  t: Translate;
}

interface OfHostname extends OfBrand {
  hostname: Hostname;
  time: (at: Date) => string;
}

/** A host name, its verification and a button to remove it. */
function HostnameItem({ brand, hostname, t, time }: OfHostname) {
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
          <Pending brand={brand} hostname={hostname} t={t} time={time} />
        </>
      )}
      <AskedBrandButton
        action={removeBrandHostname}
        hidden={{ brand, hostname: hostname.hostname }}
        label={t('brand.hostname.remove')}
        fullLabel={`${t('brand.hostname.remove')}: ${hostname.hostname}`}
        question={t('brand.hostname.remove.question', { hostname: hostname.hostname })}
        confirm={t('brand.hostname.remove.confirm')}
      />
    </li>
  );
}

/** The DNS record that a host name waits for. */
function Pending({ brand, hostname: { hostname, record, checkedAt }, t, time }: OfHostname) {
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
      <BrandButton action={verifyBrandHostname} hidden={{ brand, hostname }}>
        <button type="submit" className="primary" aria-label={`${t('brand.hostname.verify')}: ${hostname}`}>
          {t('brand.hostname.verify')}
        </button>
      </BrandButton>
      {checkedAt && <p className="hint">{t('brand.hostname.checked', { time: time(checkedAt) })}</p>}
    </div>
  );
}
