import { notFound } from 'next/navigation';
import { lackedFeatures } from '@/lib/access/policy/features';
import { may } from '@/lib/access/policy/principal';
import type { Translate } from '@/lib/core/language/texts';
import type { SearchParams } from '@/lib/kit/listing/query';
import { totalsOf } from '@/lib/money/expenses/payable/due';
import { entriesOf, MOST_SHOWN, type PayableFile, seenPayableFile } from '@/lib/money/expenses/payable/files';
import { idOf } from '../../addresses';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { Confirm } from '../../ui/confirm';
import { Facts } from '../../ui/facts';
import type { Formats } from '../../ui/formats';
import { DoneNotice, Notice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { workspacePage } from '../../workspace-page';
import { voidFile } from '../actions';
import { DueTotals } from '../due-totals';
import { ReportsTable } from '../reports-table';
import { PayableBadge } from '../state-badge';

export const generateMetadata = titled('audit.entity.payable_file');

interface Props {
  params: Promise<{ id: string }>;
  searchParams: Promise<SearchParams>;
}

/** A payable file: its totals by currency, its reports, its downloads, and the way to void it. */
export default workspacePage(async function PayableFilePage({ params, searchParams }: Props) {
  const { principal, t, format } = await signedInFor('payable_files', 'view', 'expense.reports');
  const file = await seenPayableFile(principal, idOf((await params).id));
  if (!file) notFound();
  const entries = await entriesOf(principal, file.id);
  const href = `/workspace/payable-files/${file.id}`;
  const mayExport = !lackedFeatures(principal).includes('exports');
  return (
    <>
      <PageHead
        title={t('payable.one.number', { number: file.number })}
        trail={[{ href: '/workspace/payable-files', label: t('listing.payable-files') }]}
        detail={
          <>
            <PayableBadge state={file.state} t={t} />
            <span>{file.companyName}</span>
          </>
        }
        actions={
          <>
            {file.state === 'written' && mayExport && may(principal, 'payable_files', 'modify') && (
              <Voiding file={file} t={t} />
            )}
            {mayExport && may(principal, 'payable_files', 'run') && (
              <>
                <a className="button" href={`${href}/xlsx`} download>
                  {t('payable.download.sheet')}
                </a>
                <a className="button primary" href={`${href}/csv`} download>
                  {t('payable.download')}
                </a>
              </>
            )}
          </>
        }
      />
      <DoneNotice
        query={await searchParams}
        texts={{ written: t('payable.done.written'), voided: t('payable.done.voided') }}
      />
      {file.state === 'voided' && <Notice kind="hint">{t('payable.voided')}</Notice>}
      <section className="panel" aria-labelledby="totals-heading">
        <h2 id="totals-heading">{t('expense.report.totals')}</h2>
        <DueTotals totals={totalsOf(entries)} t={t} format={format} />
        <FileFacts file={file} t={t} format={format} />
      </section>
      <section className="panel" aria-labelledby="reports-heading">
        <h2 id="reports-heading">{t('expense.report.title')}</h2>
        {entries.length > MOST_SHOWN && <p className="muted">{t('payable.more', { count: MOST_SHOWN })}</p>}
        <ReportsTable entries={entries.slice(0, MOST_SHOWN)} t={t} format={format} />
      </section>
    </>
  );
});

/** The way to take a file back. */
const Voiding = ({ file: { id, reportCount }, t }: { file: PayableFile; t: Translate }) => (
  <Confirm
    label={t('payable.void')}
    question={t('payable.void.question', { count: reportCount })}
    explanation={t('payable.void.explanation')}
    confirmLabel={t('payable.void')}
    action={voidFile}
    hidden={{ id }}
  >
    <div className="field">
      <label htmlFor="reason">{t('ledger.reason')}</label>
      <input id="reason" name="reason" maxLength={255} aria-required="true" autoComplete="off" />
    </div>
  </Confirm>
);

const FileFacts = ({ file, t, format }: { file: PayableFile; t: Translate; format: Formats }) => (
  <Facts
    facts={[
      { label: t('payable.written'), value: format.dateTime(file.writtenAt) },
      { label: t('payable.written.by'), value: file.writtenBy },
      ...(file.voidedAt
        ? [
            { label: t('payable.state.voided'), value: format.dateTime(file.voidedAt) },
            { label: t('payable.voided.by'), value: file.voidedBy },
            { label: t('ledger.reason'), value: file.voidReason }
          ]
        : [])
    ]}
  />
);
