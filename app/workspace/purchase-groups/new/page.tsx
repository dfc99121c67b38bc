import { nodesFor } from '@/lib/money/approvals/profile-places';
import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { PageHead } from '../../ui/page-head';
import { RecordForm } from '../../ui/record-form';
import { workspacePage } from '../../workspace-page';
import { add } from '../actions';
import { newGroupFields } from '../fields';
import { LIST } from '../shown';

export const generateMetadata = titled('purchase.group.new');

/** A new purchase group: a name in a company; its other sections follow on its page. */
export default workspacePage(async function NewGroupPage() {
  const { principal, t } = await signedInFor('company_setup', 'modify', 'purchasing');
  // A single company is preselected.
  const companies = await nodesFor(principal, null, '');
  const only = companies.length === 1 ? companies[0] : undefined;
  const [company, ...fields] = newGroupFields(t);
  return (
    <>
      <PageHead title={t('purchase.group.new')} trail={[{ href: LIST, label: t('purchase.groups') }]} />
      <div className="panel">
        <RecordForm
          action={add}
          fields={[{ ...company, valueLabel: only?.name1 }, ...fields]}
          values={{ company: only?.id }}
          submitLabel={t('form.save')}
          cancelHref={LIST}
        />
      </div>
    </>
  );
});
