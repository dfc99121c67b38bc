import '../../ledger.css';
import { notFound } from 'next/navigation';
import { may } from '@/lib/access/policy/principal';
import { READY_MADE } from '@/lib/money/ledger/layout';
import { seenLayout } from '@/lib/money/ledger/layouts';
import { signedInFor } from '../../../signed-in';
import { titled } from '../../../titled';
import { PageHead } from '../../../ui/page-head';
import { Table } from '../../../ui/table';
import { workspacePage } from '../../../workspace-page';
import { LayoutPreview } from '../../layout-preview';

export const generateMetadata = titled('ledger.layout');

/** A layout: its columns and a preview with real transactions. */
export default workspacePage(async function LayoutPage({ params }: { params: Promise<{ id: string }> }) {
  const { principal, t } = await signedInFor('ledger_exports', 'view');
  const { id } = await params;
  const seen = await seenLayout(principal, id);
  if (!seen) notFound();
  const { layout } = seen;
  const isOwn = !Object.hasOwn(READY_MADE, id) && may(principal, 'company_setup', 'view');
  return (
    <>
      <PageHead
        title={layout.name}
        trail={[
          { href: '/workspace/ledger', label: t('ledger.title') },
          { href: '/workspace/ledger/layouts', label: t('ledger.layouts') }
        ]}
        detail={t(`setup.entity.ledger.layout.field.format.option.${layout.format}`)}
        actions={
          isOwn && (
            <a className="button" href={`/workspace/set-up/ledger-layout/${id}?issuer=${principal.issuerId}`}>
              {t('ledger.layout.change')}
            </a>
          )
        }
      />
      <LayoutPreview principal={principal} layout={layout} t={t} />
      <section className="panel" aria-labelledby="columns-heading">
        <h2 id="columns-heading">{t('setup.entity.ledger.column.many')}</h2>
        <Table
          named
          cards={false}
          columns={[
            { label: t('setup.entity.ledger.column.field.name') },
            { label: t('setup.entity.ledger.column.field.source') },
            { label: t('setup.entity.ledger.column.field.width'), figure: true }
          ]}
          rows={layout.columns.map(({ name, source, width }) => ({
            key: name,
            cells: [name, t(`setup.entity.ledger.column.field.source.option.${source}`), width ?? '–']
          }))}
        />
      </section>
    </>
  );
});
