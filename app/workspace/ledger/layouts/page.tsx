import { may } from '@/lib/access/policy/principal';
import { ledgerLayouts } from '@/lib/money/ledger/layouts';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { Link } from '../../ui/link';
import { PageHead } from '../../ui/page-head';
import { Table } from '../../ui/table';
import { workspacePage } from '../../workspace-page';

export const generateMetadata = titled('ledger.layouts');

/** The layouts for exports: the built-in ones and the user's own. */
export default workspacePage(async function LayoutsPage() {
  const { principal, t } = await signedInFor('ledger_exports', 'view');
  const layouts = await ledgerLayouts(principal);
  return (
    <>
      <PageHead
        title={t('ledger.layouts')}
        trail={[{ href: '/workspace/ledger', label: t('ledger.title') }]}
        detail={t('ledger.layouts.intro')}
        actions={
          may(principal, 'company_setup', 'view') && (
            <Link className="button" href="/workspace/set-up/ledger-layout">
              {t('ledger.layouts.own')}
            </Link>
          )
        }
      />
      <section className="panel">
        <Table
          columns={[
            { label: t('ledger.layout') },
            { label: t('setup.entity.ledger.layout.field.format') },
            { label: t('ledger.layout.owner') }
          ]}
          rows={layouts.map(({ id, name, format, ownerName }) => ({
            key: id,
            cells: [
              <Link key="layout" href={`/workspace/ledger/layouts/${id}`}>
                {name}
              </Link>,
              t(`setup.entity.ledger.layout.field.format.option.${format}`),
              ownerName ?? t('ledger.layout.everybody')
            ]
          }))}
        />
      </section>
    </>
  );
});
