import { notFound } from 'next/navigation';
import { may } from '@/lib/access/policy/principal';
import { standsAt } from '@/lib/directory/structure/nodes';
import { signedInPrincipal } from '../../../signed-in';
import { titled } from '../../../titled';
import { PageHead } from '../../../ui/page-head';
import { RecordForm } from '../../../ui/record-form';
import { workspacePage } from '../../../workspace-page';
import { move } from '../../actions';
import { nameOf, nodeOfPage, trailOf } from '../node-page';

export const generateMetadata = titled('structure.move');

/** Moves a node with its subtree. */
export default workspacePage(async function MoveNodePage({ params }: { params: Promise<{ id: string }> }) {
  const { principal, t } = await signedInPrincipal();
  const { node, steps } = await nodeOfPage(principal, (await params).id);
  if (!may(principal, node.kind === 'account' ? 'accounts' : 'structure', 'modify') || standsAt(principal, node))
    notFound();
  return (
    <>
      <PageHead
        title={t('structure.move.title', { name: nameOf(node) })}
        trail={trailOf(t, principal, steps, node)}
        detail={t('structure.move.intro')}
      />
      <section className="panel">
        <RecordForm
          action={move}
          fields={[
            {
              name: 'parentId',
              label: t('structure.move.to'),
              kind: 'combobox',
              required: true,
              source: `/workspace/structure/${node.id}/places`,
              hint: t('structure.move.hint')
            }
          ]}
          version={node.version}
          submitLabel={t('structure.move')}
          cancelHref={`/workspace/structure/${node.id}`}
          hidden={{ id: node.id }}
        />
      </section>
    </>
  );
});
