import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import type { Action, Area } from '@/lib/access/policy/policy';
import { may } from '@/lib/access/policy/principal';
import { dotted } from '@/lib/core/language/text-key';
import { rolesInReach } from '@/lib/directory/people/maintenance';
import { findAuthorityTemplate } from '@/lib/directory/people/templates/authority-templates';
import { idOf } from '../../../addresses';
import { signedIn, signedInFor } from '../../../signed-in';
import { Confirm } from '../../../ui/confirm';
import { Facts } from '../../../ui/facts';
import { PageHead } from '../../../ui/page-head';
import { RecordForm } from '../../../ui/record-form';
import { workspacePage } from '../../../workspace-page';
import { ReadOnlyNotice } from '../../read-only-notice';
import { removeTemplate, saveTemplate } from '../actions';
import { authorityFields } from '../fields';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('authority.template')} – ${brand.appName}` };
}

/** An authority template: its permissions, editable with permission. */
export default workspacePage(async function AuthorityTemplatePage({ params }: { params: Promise<{ id: string }> }) {
  const { principal, t } = await signedInFor('authority_templates', 'view');
  const template = await findAuthorityTemplate(principal, idOf((await params).id));
  if (!template) notFound();
  const { id, role, name, description, authorities, active, version, owner, used } = template;
  const canChange = may(principal, 'authority_templates', 'modify') && rolesInReach(principal).includes(role);
  return (
    <>
      <PageHead
        title={name}
        trail={[{ href: '/workspace/people/authority-templates', label: t('authority.templates.title') }]}
        detail={t(`role.${role}`)}
        actions={
          canChange &&
          used === 0 && (
            <Confirm
              label={t('template.delete')}
              question={t('template.delete.question', { name })}
              confirmLabel={t('template.delete')}
              action={removeTemplate}
              hidden={{ id }}
            />
          )
        }
      />
      {!canChange && <ReadOnlyNotice principal={principal} t={t} />}
      <section className="panel" aria-label={name}>
        <Facts
          facts={[
            { label: t('template.owner'), value: owner },
            { label: t('authority.template.used'), value: t('authority.template.used.value', { count: used }) },
            ...(canChange
              ? []
              : [
                  { label: t('template.description'), value: description },
                  {
                    label: t('authority.template.authorities'),
                    value: authorities
                      .map((authority) => authority.split('.') as [Area, Action])
                      .map(([area, action]) => `${t(`area.${dotted(area)}`)}: ${t(`action.${action}`)}`)
                      .join(', ')
                  }
                ])
          ]}
        />
        {canChange && (
          <RecordForm
            action={saveTemplate}
            fields={authorityFields(principal, t, role, authorities)}
            values={{ name, description, authorities, active }}
            version={version}
            hidden={{ id }}
            submitLabel={t('form.save')}
            cancelHref="/workspace/people/authority-templates"
          />
        )}
      </section>
    </>
  );
});
