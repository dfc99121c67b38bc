import '../ledger.css';
import { notFound } from 'next/navigation';
import { may } from '@/lib/access/policy/principal';
import type { Translate } from '@/lib/core/language/texts';
import { type LedgerExport, seenExport } from '@/lib/money/ledger/exports';
import { filesOf } from '@/lib/money/ledger/files';
import { ledgerLayouts, type OfferedLayout } from '@/lib/money/ledger/layouts';
import { idOf } from '../../addresses';
import { JobPanel } from '../../jobs/job-panel';
import { readWithJobs } from '../../jobs/read-with-jobs';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { Badge } from '../../ui/badge';
import { Confirm } from '../../ui/confirm';
import { Facts } from '../../ui/facts';
import type { Formats } from '../../ui/formats';
import { Link } from '../../ui/link';
import { Notice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { RecordForm } from '../../ui/record-form';
import { workspacePage } from '../../workspace-page';
import { again, cancel, reverse } from '../actions';
import { layoutField } from '../new/export-fields';
import { STATUS_TONES } from '../status-tones';
import { TotalsTable } from '../totals-table';
import { Files } from './files';

export const generateMetadata = titled('ledger.one');

/** An export: its progress, its transactions, its files and its reversal. */
export default workspacePage(async function ExportPage({ params }: { params: Promise<{ id: string }> }) {
  const { principal, t, format } = await signedInFor('ledger_exports', 'view');
  const asked = idOf((await params).id);
  const read = async () => {
    const [ledgerExport, files] = await Promise.all([seenExport(principal, asked), filesOf(principal, asked)]);
    return ledgerExport && { ledgerExport, files };
  };
  const seen = await readWithJobs(principal, read, ({ ledgerExport, files }) => [
    ...files.map(({ jobId }) => jobId),
    ...(ledgerExport.reversalJobId ? [ledgerExport.reversalJobId] : [])
  ]);
  if (!seen) notFound();
  const { ledgerExport, files } = seen.record;
  const { jobs } = seen;
  const { id, number, status, count, reversedCount } = ledgerExport;
  const running = jobs.find((job) => job && !job.finishedAt) ?? null;
  const isWhole = status === 'exported' && count !== null;
  const canGoOn = isWhole && reversedCount < count && !running && !ledgerExport.expiredAt;
  return (
    <>
      <PageHead
        title={t('ledger.one.number', { number })}
        trail={[{ href: '/workspace/ledger', label: t('ledger.title') }]}
        detail={
          <>
            <span>{ledgerExport.nodeName}</span>
            <Badge tone={STATUS_TONES[status]}>{t(`ledger.status.${status}`)}</Badge>
          </>
        }
        actions={
          canGoOn &&
          may(principal, 'ledger_exports', 'modify') && <Reverse id={id} count={count - reversedCount} t={t} />
        }
      />
      {running && (
        <JobPanel
          label={t(`job.kind.${running.kind}`)}
          job={running}
          address={`/workspace/ledger/${id}`}
          stop={status === 'waiting' ? { explanation: t('ledger.cancel.explanation'), action: cancel, id } : undefined}
          t={t}
        />
      )}
      {ledgerExport.refusal && (
        <Notice kind="problem">{t(ledgerExport.refusal.code, ledgerExport.refusal.params)}</Notice>
      )}
      {ledgerExport.expiredAt && <Notice kind="hint">{t('ledger.expired')}</Notice>}
      {status === 'stopped' && <Notice kind="hint">{t('ledger.stopped')}</Notice>}
      {jobs.at(-1)?.status === 'failed' && isWhole && (
        <Notice kind="problem">{t(jobs.at(-1)?.refusal?.code ?? 'job.failed', jobs.at(-1)?.refusal?.params)}</Notice>
      )}
      {isWhole && reversedCount > 0 && (
        <Notice kind="hint">{t('ledger.reversed.note', { count: reversedCount, of: count })}</Notice>
      )}
      <ExportFacts ledgerExport={ledgerExport} count={isWhole ? count : null} t={t} format={format} />
      <Files files={files} t={t} format={format} />
      {canGoOn && may(principal, 'ledger_exports', 'run') && (
        <Again id={id} layouts={await ledgerLayouts(principal)} t={t} />
      )}
    </>
  );
});

/** The way to take everything back that went out and stands. */
function Reverse({ id, count, t }: { id: string; count: number; t: Translate }) {
  return (
    <Confirm
      label={t('ledger.reverse')}
      question={t('ledger.reverse.question', { count })}
      explanation={t('ledger.reverse.explanation')}
      confirmLabel={t('ledger.reverse')}
      action={reverse}
      hidden={{ id }}
    >
      <div className="field">
        <label htmlFor="reason">{t('ledger.reason')}</label>
        <input id="reason" name="reason" maxLength={255} aria-required="true" autoComplete="off" />
      </div>
    </Confirm>
  );
}

interface FactsProps {
  ledgerExport: LedgerExport;
  /** How many went out, once all have. */
  count: number | null;
  t: Translate;
  format: Formats;
}

/** What went out. */
function ExportFacts({ ledgerExport, count, t, format }: FactsProps) {
  return (
    <section className="panel" aria-labelledby="facts-heading">
      <h2 id="facts-heading">{t('ledger.facts')}</h2>
      <Facts
        facts={[
          { label: t('ledger.place'), value: ledgerExport.nodeName },
          { label: t('ledger.from'), value: format.date(ledgerExport.firstDay) },
          { label: t('ledger.to'), value: format.date(ledgerExport.lastDay) },
          { label: t('ledger.currency'), value: ledgerExport.currency ?? t('ledger.currency.all') },
          { label: t('ledger.by'), value: ledgerExport.by },
          { label: t('ledger.created'), value: format.dateTime(ledgerExport.createdAt) },
          {
            label: t('ledger.exported.at'),
            value: ledgerExport.exportedAt && format.dateTime(ledgerExport.exportedAt)
          },
          {
            label: t('ledger.count'),
            value: count !== null && (
              <Link href={`/workspace/transactions?exportNumber=${ledgerExport.number}`}>{format.number(count)}</Link>
            )
          }
        ]}
      />
      {ledgerExport.totals && <TotalsTable totals={ledgerExport.totals} t={t} format={format} />}
    </section>
  );
}

/** Makes the files again, in another layout. */
function Again({ id, layouts, t }: { id: string; layouts: OfferedLayout[]; t: Translate }) {
  return (
    <section className="panel" aria-labelledby="again-heading">
      <h2 id="again-heading">{t('ledger.again')}</h2>
      <p>{t('ledger.again.intro')}</p>
      <RecordForm
        action={again}
        fields={[layoutField(t, layouts)]}
        submitLabel={t('ledger.again.submit')}
        hidden={{ id }}
      />
    </section>
  );
}
