import '../audit.css';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { longestPeriod } from '@/lib/kit/audit/period';
import { auditEntry, changesOf } from '@/lib/kit/audit/read-entry';
import { wordOf } from '@/lib/kit/audit/words';
import type { SearchParams } from '@/lib/kit/listing/query';
import { signedIn, signedInFor } from '../../signed-in';
import { Facts } from '../../ui/facts';
import { Link } from '../../ui/link';
import { PageHead } from '../../ui/page-head';
import { workspacePage } from '../../workspace-page';
import { actorAddress, recordAddress } from '../addresses';
import { Changes } from './changes';
import { Person } from './person';

interface Props {
  params: Promise<{ entry: string }>;
  searchParams: Promise<SearchParams>;
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [{ brand, t }, { entry }] = await Promise.all([signedIn(), params]);
  return { title: `${t('audit.entry.title', { sequence: Number(entry) || 0 })} – ${brand.appName}` };
}

/** One audit entry with all its details: actor, action, time, origin, and the values before and after. */
export default workspacePage(async function AuditEntryPage({ params, searchParams }: Props) {
  const [{ entry: number }, { issuer }] = await Promise.all([params, searchParams]);
  const { principal, t, format } = await signedInFor('audit', 'view');
  const asked = typeof issuer === 'string' ? issuer : undefined;
  const entry = /^\d{1,18}$/.test(number) ? await auditEntry(principal, asked, BigInt(number)) : null;
  if (!entry) notFound();
  const { issuerId, sequence, occurredAt, entity, entityId, actor, accessor } = entry;
  const days = await longestPeriod(principal, issuerId);
  const title = wordOf(t, 'action', entry.action);
  const at = (
    <time dateTime={occurredAt.toISOString()} title={occurredAt.toISOString()}>
      {format.dateTime(occurredAt)}
    </time>
  );
  return (
    <>
      <PageHead
        title={title}
        trail={[{ href: `/workspace/audit?issuer=${issuerId}`, label: t('audit.title') }]}
        detail={
          <>
            {t('audit.entry.title', { sequence: Number(sequence) })} {at}
          </>
        }
      />
      <section className="panel">
        <Facts
          facts={[
            { label: t('audit.actor'), value: <Person person={actor} none={t('audit.nobody')} t={t} /> },
            ...(accessor ? [{ label: t('audit.accessor'), value: <Person person={accessor} none="" t={t} /> }] : []),
            { label: t('audit.action'), value: title },
            { label: t('audit.entity'), value: wordOf(t, 'entity', entity) },
            { label: t('audit.record'), value: entry.record },
            { label: t('audit.record.id'), value: entityId },
            { label: t('audit.place'), value: entry.place },
            { label: t('audit.at'), value: occurredAt.toISOString() },
            { label: t('audit.address'), value: entry.address },
            { label: t('audit.request'), value: entry.requestId },
            { label: t('audit.hash'), value: entry.hash }
          ]}
        />
        <div className="actions">
          {entityId && <Link href={recordAddress(issuerId, entity, entityId, days)}>{t('audit.record.entries')}</Link>}
          {actor?.userId && <Link href={actorAddress(issuerId, actor.userId)}>{t('audit.actor.entries')}</Link>}
        </div>
      </section>
      <Changes entity={entity} {...changesOf(entry.details)} t={t} />
    </>
  );
});
