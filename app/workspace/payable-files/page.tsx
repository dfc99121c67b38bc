import { may } from '@/lib/access/policy/principal';
import type { SearchParams } from '@/lib/kit/listing/query';
import { type CompanyDue, dueByCompany } from '@/lib/money/expenses/payable/due';
import { MOST_SHOWN, type PayableState } from '@/lib/money/expenses/payable/files';
import { PAYABLE_FILES } from '@/lib/money/expenses/payable/listing';
import { ListingView } from '../listing/listing-view';
import { signedInFor } from '../signed-in';
import { titled } from '../titled';
import { Confirm } from '../ui/confirm';
import { Empty } from '../ui/empty';
import { PageHead } from '../ui/page-head';
import { workspacePage } from '../workspace-page';
import { write } from './actions';
import { DueTotals } from './due-totals';
import { ReportsTable } from './reports-table';
import { PayableBadge } from './state-badge';

export const generateMetadata = titled('listing.payable-files');

type Page = Awaited<ReturnType<typeof signedInFor>>;

/** What approved reports leave to be paid back or owed, and the files by which it went out. */
export default workspacePage(async function PayableFilesPage({
  searchParams
}: {
  searchParams: Promise<SearchParams>;
}) {
  const page = await signedInFor('payable_files', 'view', 'expense.reports');
  const { principal, t } = page;
  const due = await dueByCompany(principal);
  return (
    <>
      <PageHead title={t('listing.payable-files')} detail={t('payable.intro')} />
      {due.length === 0 && (
        <section className="panel" aria-labelledby="due-heading">
          <h2 id="due-heading">{t('payable.due')}</h2>
          <p className="muted">{t('payable.nothing')}</p>
        </section>
      )}
      {due.map((company) => (
        <Due key={company.companyId} page={page} company={company} />
      ))}
      <ListingView
        listing={PAYABLE_FILES}
        path="/workspace/payable-files"
        searchParams={await searchParams}
        page={page}
        href={({ id }) => `/workspace/payable-files/${id}`}
        cells={{ state: ({ state }) => <PayableBadge state={state as PayableState} t={t} /> }}
        empty={
          <Empty title={t('payable.none')}>
            <p>{t('payable.none.advice')}</p>
          </Empty>
        }
      />
    </>
  );
});

/** What is due in a company, by currency and by report, and the way to write it. */
async function Due({ page: { principal, t, format }, company }: { page: Page; company: CompanyDue }) {
  const { companyId, companyName, totals, reports, digest } = company;
  const heading = `due-${companyId}`;
  const entries = reports.slice(0, MOST_SHOWN);
  return (
    <section className="panel" aria-labelledby={heading}>
      <h2 id={heading}>
        {t('payable.due')} · {companyName}
      </h2>
      <DueTotals totals={totals} t={t} format={format} />
      {may(principal, 'payable_files', 'run') && (
        <div>
          <Confirm
            label={t('payable.write')}
            question={t('payable.write.question', { count: reports.length })}
            explanation={t('payable.write.explanation')}
            confirmLabel={t('payable.write')}
            action={write}
            hidden={{ companyId, digest }}
            danger={false}
            isMain
          />
        </div>
      )}
      <details>
        <summary>{t('payable.reports', { count: reports.length })}</summary>
        {reports.length > MOST_SHOWN && <p className="muted">{t('payable.more', { count: MOST_SHOWN })}</p>}
        <ReportsTable entries={entries} t={t} format={format} />
      </details>
    </section>
  );
}
