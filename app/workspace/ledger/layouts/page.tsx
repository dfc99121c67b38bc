import '../ledger.css';
import { may } from '@/lib/access/principal';
import { ledgerLayouts } from '@/lib/ledger/layouts';
import { signedInFor } from '../../signed-in';
import { titled } from '../../structure/titled';
import { PageHead } from '../../ui/page-head';

export const generateMetadata = titled('ledger.layouts');

/** The layouts that exports can be written by: those everybody has, and one's own. */
export default async function LayoutsPage() {
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
            <a className="button" href="/workspace/set-up/ledger-layout">
              {t('ledger.layouts.own')}
            </a>
          )
        }
      />
      <section className="panel ledger-table">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('ledger.layout')}</th>
              <th scope="col">{t('setup.entity.ledger.layout.field.format')}</th>
              <th scope="col">{t('ledger.layout.owner')}</th>
            </tr>
          </thead>
          <tbody>
            {layouts.map(({ id, name, format, ownerName }) => (
              <tr key={id}>
                <td>
                  <a href={`/workspace/ledger/layouts/${id}`}>{name}</a>
                </td>
                <td>{t(`setup.entity.ledger.layout.field.format.option.${format}`)}</td>
                <td>{ownerName ?? t('ledger.layout.everybody')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
