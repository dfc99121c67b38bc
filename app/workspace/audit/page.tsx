import './audit.css';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import type { Translate } from '@/lib/core/language/texts';
import { auditListing } from '@/lib/kit/audit/audit-listing';
import { daysExceeded, periodOf } from '@/lib/kit/audit/period';
import { auditedIssuers, chosenIssuer } from '@/lib/kit/audit/scope';
import { verificationState } from '@/lib/kit/audit/verifications';
import { fieldWord } from '@/lib/kit/audit/words';
import type { Row } from '@/lib/kit/listing/page';
import type { SearchParams } from '@/lib/kit/listing/query';
import { ListingView } from '../listing/listing-view';
import { signedIn, signedInFor } from '../signed-in';
import { Link } from '../ui/link';
import { Notice } from '../ui/notice';
import { PageHead } from '../ui/page-head';
import { workspacePage } from '../workspace-page';
import { entryAddress } from './addresses';
import { ChainPanel } from './chain-panel';
import { IssuerChoice } from './issuer-choice';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('audit.title')} – ${brand.appName}` };
}

/** The audit entries about records in the reader's part of the structure. */
export default workspacePage(async function AuditPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const asked = await searchParams;
  const { principal, t, format, timeZone } = await signedInFor('audit', 'view');
  const issuer = typeof asked.issuer === 'string' && asked.issuer ? asked.issuer : undefined;
  const issuerId = chosenIssuer(principal, issuer);
  if (issuerId === null) notFound();
  const period = periodOf(asked, timeZone);
  const [days, issuers, chain] = await Promise.all([
    daysExceeded(principal, issuerId, period),
    auditedIssuers(principal),
    verificationState(principal, issuerId)
  ]);
  const dates = { 'at.from': asked['at.from'] || period.from, 'at.to': asked['at.to'] || period.to };
  return (
    <>
      <PageHead
        title={t('audit.title')}
        detail={t('audit.intro')}
        actions={
          <>
            <Link className="button" href={`/workspace/audit/check?${new URLSearchParams({ issuer: issuerId })}`}>
              {t('audit.check')}
            </Link>
            {chain && (
              <a className="button" href="#chain">
                {t('audit.chain')}
              </a>
            )}
          </>
        }
      />
      {asked.refused === 'running' && <Notice kind="problem">{t('job.running')}</Notice>}
      {issuers.length > 1 && <IssuerChoice issuers={issuers} chosen={issuerId} t={t} />}
      {days !== null && (
        <Notice kind="problem">
          {t(period.named ? 'audit.period.too.long' : 'audit.period.too.long.record', { days })}
        </Notice>
      )}
      <ListingView
        listing={auditListing(asked)}
        path="/workspace/audit"
        keep={issuer ? { issuer } : {}}
        searchParams={{ ...asked, ...dates }}
        page={{ principal, t, format }}
        href={(row) => entryAddress(row.issuerId, BigInt(`0x${row.id.replaceAll('-', '')}`))}
        cells={{ details: shownDetails(t), record: shownRecord }}
      />
      {chain && <ChainPanel issuer={issuer} state={chain} userId={principal.userId} t={t} format={format} />}
    </>
  );
});

/** A short form of the details, their fields in words; the entry's page has all of them. */
const shownDetails = (t: Translate) =>
  function Details({ entity, details }: Row) {
    if (!details) return null;
    const inWords = String(details)
      .split('; ')
      .map((part) => part.replace(/^[\w.]+(?=: )/, (field) => fieldWord(t, String(entity), field)));
    return <span className="audit-details">{inWords.join('; ')}</span>;
  };

/** The name of a record; of one without a name the beginning of its id, which is in a column of its own. */
function shownRecord({ record }: Row) {
  const [, begins] = /^([\da-f]{8})-[\da-f-]{27}$/.exec(String(record ?? '')) ?? [];
  return begins ? <span className="listing-none">{begins}…</span> : null;
}
