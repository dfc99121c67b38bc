import { notFound } from 'next/navigation';
import { type Batch, ownBatch } from '@/lib/money/batches/batches';
import { idOf } from '../../../addresses';
import { signedInFor } from '../../../signed-in';
import { titled } from '../../../titled';
import { ActionForm } from '../../../ui/action-form';
import { formTextsOf } from '../../../ui/form-texts';
import { Notice } from '../../../ui/notice';
import { PageHead } from '../../../ui/page-head';
import { Table } from '../../../ui/table';
import { workspacePage } from '../../../workspace-page';
import { LIST } from '../../shown';
import { apply } from '../actions';
import { BATCHES, BatchBadge } from '../shown';

export const generateMetadata = titled('batch.title');

interface Props {
  params: Promise<{ id: string }>;
}

type Page = Awaited<ReturnType<typeof signedInFor>>;

/** As many as a page shows. */
const SHOWN = 200;

/** A file of purchase requests: the requests it holds, its faults by row and column, and the button that makes the requests. */
export default workspacePage(async function BatchPage({ params }: Props) {
  const page = await signedInFor('purchase_requests', 'modify', 'purchasing');
  const { principal, t } = page;
  const batch = await ownBatch(principal, idOf((await params).id));
  if (!batch) notFound();
  return (
    <>
      <PageHead
        title={batch.fileName}
        trail={[
          { href: LIST, label: t('purchase.title') },
          { href: BATCHES, label: t('batch.title') }
        ]}
        detail={
          <>
            <BatchBadge t={t} batch={batch} /> {batch.setup}
          </>
        }
      />
      <Next page={page} batch={batch} />
      {batch.faults.length > 0 && <Faults page={page} batch={batch} />}
      {batch.requests.length > 0 && <Requests page={page} batch={batch} />}
    </>
  );
});

/** What the reader can do with it now. */
function Next({ page: { t }, batch }: { page: Page; batch: Batch }) {
  const { id, faults, requests, created } = batch;
  if (created !== null) return <Notice kind="success">{t('batch.created', { count: created })}</Notice>;
  const isFaulty = faults.length > 0;
  return (
    <>
      {isFaulty && <Notice kind="problem">{t('batch.faults', { count: faults.length })}</Notice>}
      {requests.length > 0 && (
        <section className="panel" aria-label={t('batch.apply', { count: requests.length })}>
          <p>{t('batch.apply.about')}</p>
          <ActionForm action={apply} texts={formTextsOf(t)} hidden={{ id, ...(isFaulty && { goodOnly: 'true' }) }}>
            <button type="submit" className="primary">
              {t(isFaulty ? 'batch.apply.good' : 'batch.apply', { count: requests.length })}
            </button>
          </ActionForm>
        </section>
      )}
    </>
  );
}

function Faults({ page: { t }, batch: { faults } }: { page: Page; batch: Batch }) {
  return (
    <section className="panel" aria-labelledby="faults-heading">
      <h2 id="faults-heading">{t('batch.faults.title')}</h2>
      <Table
        columns={[
          { label: t('setup.import.row') },
          { label: t('setup.import.column') },
          { label: t('setup.import.fault') }
        ]}
        rows={faults.slice(0, SHOWN).map(({ row, column, code, params }, key) => ({
          key,
          cells: [row, column ?? '–', t(code, { field: column ?? '', ...params })]
        }))}
      />
      {faults.length > SHOWN && <p>{t('setup.import.more', { count: faults.length - SHOWN })}</p>}
    </section>
  );
}

function Requests({ page: { t, format }, batch: { requests, currency } }: { page: Page; batch: Batch }) {
  return (
    <section className="panel" aria-labelledby="requests-heading">
      <h2 id="requests-heading">{t('purchase.title')}</h2>
      <Table
        named
        columns={[
          { label: t('batch.reference') },
          { label: t('setup.import.row'), figure: true },
          { label: t('lines.description') },
          { label: t('purchase.limit'), figure: true }
        ]}
        rows={requests.slice(0, SHOWN).map(({ reference, row, entry }) => ({
          key: reference,
          cells: [
            reference,
            row,
            entry.lines.map(({ description }) => description).join(', '),
            currency ? format.money(entry.purchaseLimit, currency) : entry.purchaseLimit
          ]
        }))}
      />
      {requests.length > SHOWN && <p>{t('setup.import.more', { count: requests.length - SHOWN })}</p>}
    </section>
  );
}
