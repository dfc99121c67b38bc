import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { may } from '@/lib/access/policy/principal';
import { isLocale, localeName } from '@/lib/core/language/locales';
import { rolesInReach } from '@/lib/directory/people/maintenance';
import { findUserTemplate } from '@/lib/directory/people/templates/user-templates';
import { idOf } from '../../../addresses';
import { signedIn, signedInFor } from '../../../signed-in';
import { Confirm } from '../../../ui/confirm';
import { Facts } from '../../../ui/facts';
import { PageHead } from '../../../ui/page-head';
import { RecordForm } from '../../../ui/record-form';
import { workspacePage } from '../../../workspace-page';
import { ReadOnlyNotice } from '../../read-only-notice';
import { removeUserTemplate, saveUserTemplate } from '../actions';
import { userTemplateFields } from '../fields';

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('user.template')} – ${brand.appName}` };
}

/** A user template, editable with permission. */
export default workspacePage(async function UserTemplatePage({ params }: { params: Promise<{ id: string }> }) {
  const { principal, t, locale } = await signedInFor('user_templates', 'view');
  const template = await findUserTemplate(principal, idOf((await params).id));
  if (!template) notFound();
  const { id, role, name, description, version, owner, authorityTemplateId, authorityTemplate } = template;
  const canChange = may(principal, 'user_templates', 'modify') && rolesInReach(principal).includes(role);
  return (
    <>
      <PageHead
        title={name}
        trail={[{ href: '/workspace/people/user-templates', label: t('user.templates.title') }]}
        detail={t(`role.${role}`)}
        actions={
          canChange && (
            <Confirm
              label={t('template.delete')}
              question={t('template.delete.question', { name })}
              confirmLabel={t('template.delete')}
              action={removeUserTemplate}
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
            ...(canChange
              ? []
              : [
                  { label: t('template.description'), value: description },
                  {
                    label: t('user.authority.template'),
                    value: authorityTemplate ?? t('user.authority.template.none')
                  },
                  {
                    label: t('user.language'),
                    value: isLocale(template.locale ?? undefined)
                      ? localeName(template.locale as 'en_US', locale)
                      : t('user.language.browser')
                  }
                ])
          ]}
        />
        {canChange && (
          <RecordForm
            action={saveUserTemplate}
            fields={await userTemplateFields(principal, { t, locale }, role)}
            values={{ name, description, authorityTemplateId, locale: template.locale }}
            version={version}
            hidden={{ id, role }}
            submitLabel={t('form.save')}
            cancelHref="/workspace/people/user-templates"
          />
        )}
      </section>
    </>
  );
});
