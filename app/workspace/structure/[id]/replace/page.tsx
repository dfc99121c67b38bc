import { notFound } from 'next/navigation';
import { may } from '@/lib/access/policy/principal';
import { signedInPrincipal } from '../../../signed-in';
import { titled } from '../../../titled';
import { PageHead } from '../../../ui/page-head';
import { RecordForm } from '../../../ui/record-form';
import { workspacePage } from '../../../workspace-page';
import { replace } from '../../actions';
import { nameOf, nodeOfPage, trailOf } from '../node-page';

export const generateMetadata = titled('account.replace');

/** Replaces a lost, stolen or renewed account by another. */
export default workspacePage(async function ReplaceAccountPage({ params }: { params: Promise<{ id: string }> }) {
  const { principal, t } = await signedInPrincipal();
  const { node, steps } = await nodeOfPage(principal, (await params).id);
  if (node.kind !== 'account' || !may(principal, 'accounts', 'modify')) notFound();
  return (
    <>
      <PageHead
        title={t('account.replace.title', { name: nameOf(node) })}
        trail={trailOf(t, principal, steps, node)}
        detail={t('account.replace.intro')}
      />
      <section className="panel">
        <RecordForm
          action={replace}
          fields={[
            {
              name: 'replacedById',
              label: t('account.replaced.by'),
              kind: 'combobox',
              required: true,
              source: `/workspace/structure/${node.id}/accounts`,
              hint: t('account.replace.hint')
            }
          ]}
          version={node.version}
          submitLabel={t('account.replace')}
          cancelHref={`/workspace/structure/${node.id}`}
          hidden={{ id: node.id }}
        />
      </section>
    </>
  );
});
