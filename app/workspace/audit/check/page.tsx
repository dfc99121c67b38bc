import { notFound } from 'next/navigation';
import { type ExportCheck, exportCheck } from '@/lib/kit/audit/check-export';
import { chosenIssuer } from '@/lib/kit/audit/scope';
import type { SearchParams } from '@/lib/kit/listing/query';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { Notice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { RecordForm } from '../../ui/record-form';
import { workspacePage } from '../../workspace-page';
import { entryAddress } from '../addresses';
import { checkFields } from './fields';
import { RowTable } from './row-table';

export const generateMetadata = titled('audit.check');

/** Whether an exported file of audit entries still says what the audit says. */
export default workspacePage(async function AuditCheckPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const [page, { issuer, check }] = await Promise.all([signedInFor('audit', 'view'), searchParams]);
  const { principal, t } = page;
  const issuerId = chosenIssuer(principal, typeof issuer === 'string' && issuer ? issuer : undefined);
  if (issuerId === null) notFound();
  const query = new URLSearchParams({ issuer: issuerId });
  const result = typeof check === 'string' ? await exportCheck(principal, check) : null;
  return (
    <>
      <PageHead title={t('audit.check')} trail={[{ href: `/workspace/audit?${query}`, label: t('audit.title') }]} />
      {result && <Result result={result} issuerId={issuerId} page={page} />}
      <section className="panel">
        <RecordForm
          action={`/workspace/audit/check/file?${query}`}
          fields={checkFields(t)}
          submitLabel={t('audit.check')}
        />
      </section>
    </>
  );
});

interface ResultProps {
  result: ExportCheck;
  issuerId: string;
  page: Awaited<ReturnType<typeof signedInFor>>;
}

function Result({ result, issuerId, page: { t } }: ResultProps) {
  const { name, rows, first, last, missing, changed, changedCount, unknown, unknownCount } = result;
  const count = changedCount + unknownCount;
  return (
    <>
      {count === 0 ? (
        <Notice kind="success">{t('audit.check.whole', { name, rows, first, last })}</Notice>
      ) : (
        <Notice kind="problem">{t('audit.check.differs', { name, rows, count })}</Notice>
      )}
      {missing > 0 && <Notice kind="hint">{t('audit.check.missing', { count: missing, first, last })}</Notice>}
      <RowTable
        title={t('audit.check.changed')}
        rows={changed.map(({ headings, ...row }) => ({ ...row, cells: headings.join(', ') }))}
        count={changedCount}
        href={(entry) => entryAddress(issuerId, BigInt(entry))}
        t={t}
      />
      <RowTable title={t('audit.check.unknown')} rows={unknown} count={unknownCount} t={t} />
    </>
  );
}
