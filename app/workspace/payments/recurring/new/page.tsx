import type { SearchParams } from '@/lib/kit/listing/query';
import { signedInFor } from '../../../signed-in';
import { titled } from '../../../titled';
import { PageHead } from '../../../ui/page-head';
import { RecordForm } from '../../../ui/record-form';
import { workspacePage } from '../../../workspace-page';
import { chooseAccount } from '../../actions';
import { chosenAccount } from '../../chosen-account';
import { accountFields } from '../../fields';
import { RecurringForm } from '../recurring-form';

export const generateMetadata = titled('recurring.set.up');

/** Sets up what is paid of each statement: of the reader's only account, or of a chosen one. */
export default workspacePage(async function NewRecurringPage({
  searchParams
}: {
  searchParams: Promise<SearchParams>;
}) {
  const page = await signedInFor('payments', 'modify', 'bill.pay');
  const { principal, t } = page;
  const { account, offered } = await chosenAccount(principal, searchParams);
  return (
    <>
      <PageHead
        title={t('recurring.set.up')}
        trail={[{ href: '/workspace/payments', label: t('payment.title') }]}
        detail={account && `${account.name} · ${account.cardNumber}`}
      />
      {account ? (
        <RecurringForm page={page} account={account} />
      ) : (
        <section className="panel">
          <RecordForm
            action={chooseAccount}
            fields={accountFields(t, offered)}
            hidden={{ recurring: 'yes' }}
            submitLabel={t('recurring.set.up')}
            cancelHref="/workspace/payments"
          />
        </section>
      )}
    </>
  );
});
