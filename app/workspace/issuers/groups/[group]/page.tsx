import { notFound } from 'next/navigation';
import { isId } from '@/lib/core/secrets/ids';
import { issuerGroup } from '@/lib/directory/structure/issuer-groups';
import { issuerChoices } from '@/lib/directory/structure/issuers';
import { signedInFor } from '../../../signed-in';
import { titled } from '../../../titled';
import { Confirm } from '../../../ui/confirm';
import { PageHead } from '../../../ui/page-head';
import { RecordForm } from '../../../ui/record-form';
import { workspacePage } from '../../../workspace-page';
import { removeGroup, saveGroup } from '../../actions';
import { issuerGroupFields } from '../../issuer-fields';

export const generateMetadata = titled('issuer.title');

/** Edits a group of issuers. */
export default workspacePage(async function IssuerGroupPage({ params }: { params: Promise<{ group: string }> }) {
  const { principal, t } = await signedInFor('system', 'modify');
  const { group: id } = await params;
  const group = isId(id) ? await issuerGroup(principal, id) : null;
  if (!group) notFound();
  return (
    <>
      <PageHead
        title={group.name1}
        trail={[{ href: '/workspace/issuers', label: t('issuer.title') }]}
        detail={t('issuer.group.administrators', { count: group.administrators })}
        actions={
          <Confirm
            label={t('structure.delete')}
            question={t('structure.delete.question', { name: group.name1 })}
            explanation={t('structure.delete.explanation')}
            confirmLabel={t('structure.delete')}
            action={removeGroup}
            hidden={{ id }}
          />
        }
      />
      <section className="panel">
        <RecordForm
          action={saveGroup}
          fields={issuerGroupFields(t, await issuerChoices(principal))}
          values={{ ...group }}
          submitLabel={t('form.save')}
          cancelHref="/workspace/issuers"
          hidden={{ id }}
        />
      </section>
    </>
  );
});
