import '../ledger.css';
import { newId } from '@/lib/core/secrets/ids';
import { todayIn } from '@/lib/kit/listing/issuer-days';
import type { SearchParams } from '@/lib/kit/listing/query';
import { ledgerLayouts, seenLayout } from '@/lib/money/ledger/layouts';
import { exportable, exportPlace, selectionSchema } from '@/lib/money/ledger/selection';
import { idOf } from '../../addresses';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { Confirm } from '../../ui/confirm';
import { Focused } from '../../ui/focused';
import { Fresh } from '../../ui/fresh';
import { Notice } from '../../ui/notice';
import { PageHead } from '../../ui/page-head';
import { RecordForm } from '../../ui/record-form';
import { workspacePage } from '../../workspace-page';
import { check, start } from '../actions';
import { LayoutPreview } from '../layout-preview';
import { TotalsTable } from '../totals-table';
import { exportFields } from './export-fields';

export const generateMetadata = titled('ledger.new');

/** A new export: shows which transactions it would include and in which layout, then starts it. */
export default workspacePage(async function NewExportPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const page = await signedInFor('ledger_exports', 'run');
  const { principal, t, format, timeZone } = page;
  const asked = await searchParams;
  const selection = selectionSchema.safeParse({ ...asked, currency: asked.currency ?? '' });
  const layouts = await ledgerLayouts(principal);
  const today = todayIn(timeZone);
  const usual = {
    nodeId: principal.scope.subtrees[0]?.nodeId ?? '',
    from: `${today.slice(0, 8)}01`,
    to: today,
    layoutId: layouts[0]?.id ?? ''
  };
  const values = selection.success ? selection.data : usual;
  const node = values.nodeId ? await exportPlace(principal, idOf(values.nodeId)) : null;
  const totals = selection.success ? await exportable(principal, selection.data) : null;
  const seen = selection.success ? await seenLayout(principal, selection.data.layoutId) : null;
  const count = totals?.reduce((sum, one) => sum + one.count, 0) ?? 0;
  return (
    <>
      <PageHead
        title={t('ledger.new')}
        trail={[{ href: '/workspace/ledger', label: t('ledger.title') }]}
        detail={t('ledger.new.intro')}
      />
      <section className="panel">
        <RecordForm
          action={check}
          fields={exportFields(t, layouts, node?.name1)}
          values={{ ...values, nodeId: node?.id ?? '' }}
          submitLabel={t('ledger.check')}
          cancelHref="/workspace/ledger"
        />
      </section>
      {totals && (
        <Fresh rendered={newId()}>
          <Focused className="panel" role="region" aria-labelledby="would-heading">
            <h2 id="would-heading">{t('ledger.would')}</h2>
            {count === 0 ? (
              <Notice kind="hint">{t('ledger.nothing')}</Notice>
            ) : (
              <>
                <TotalsTable totals={totals} t={t} format={format} />
                <div className="actions">
                  <Confirm
                    label={t('ledger.start', { count })}
                    question={t('ledger.start.question')}
                    explanation={t('ledger.start.explanation')}
                    confirmLabel={t('ledger.start', { count })}
                    action={start}
                    hidden={{ ...values, currency: selection.data?.currency ?? '' }}
                    danger={false}
                  />
                </div>
              </>
            )}
          </Focused>
        </Fresh>
      )}
      {seen && <LayoutPreview principal={principal} layout={seen.layout} t={t} />}
    </>
  );
});
