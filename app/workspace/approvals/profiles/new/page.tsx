import { nodesFor } from '@/lib/money/approvals/profile-places';
import { signedInFor } from '../../../signed-in';
import { titled } from '../../../titled';
import { PageHead } from '../../../ui/page-head';
import { RecordForm } from '../../../ui/record-form';
import { workspacePage } from '../../../workspace-page';
import { add } from '../actions';
import { companyField, profileFields } from '../fields';

export const generateMetadata = titled('approval.profile.new');

/** A new approval profile. */
export default workspacePage(async function NewProfilePage() {
  const { principal, t } = await signedInFor('company_setup', 'modify', ['transaction.review', 'purchasing']);
  // A single company is preselected.
  const companies = await nodesFor(principal, null, '');
  const only = companies.length === 1 ? companies[0] : undefined;
  return (
    <>
      <PageHead
        title={t('approval.profile.new')}
        trail={[{ href: '/workspace/approvals/profiles', label: t('approval.profiles') }]}
        detail={t('approval.levels.hint')}
      />
      <div className="panel">
        <RecordForm
          action={add}
          fields={[{ ...companyField(t), valueLabel: only?.name1 }, ...profileFields(t)]}
          values={{ company: only?.id }}
          submitLabel={t('form.save')}
          cancelHref="/workspace/approvals/profiles"
        />
      </div>
    </>
  );
});
