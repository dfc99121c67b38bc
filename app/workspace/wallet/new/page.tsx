import { signedInFor } from '../../signed-in';
import { titled } from '../../titled';
import { PageHead } from '../../ui/page-head';
import { RecordForm } from '../../ui/record-form';
import { workspacePage } from '../../workspace-page';
import { add } from '../actions';
import { walletFields } from '../fields';

export const generateMetadata = titled('wallet.add');

/** The form that adds a bank account to the reader's wallet (C3.029). */
export default workspacePage(async function NewWalletAccountPage() {
  const { t } = await signedInFor('wallet', 'modify', 'wallet');
  return (
    <>
      <PageHead
        title={t('wallet.add')}
        trail={[{ href: '/workspace/wallet', label: t('wallet.title') }]}
        detail={t('wallet.add.intro')}
      />
      <section className="panel">
        <RecordForm
          action={add}
          fields={walletFields(t)}
          values={{ scheme: 'iban' }}
          submitLabel={t('wallet.add')}
          cancelHref="/workspace/wallet"
        />
      </section>
    </>
  );
});
