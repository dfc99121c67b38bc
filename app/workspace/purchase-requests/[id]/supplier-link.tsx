import type { PurchaseRequest } from '@/lib/money/purchasing/requests';
import type { SupplierLink } from '@/lib/money/suppliers/links/links';
import { ActionForm } from '../../ui/action-form';
import { Facts } from '../../ui/facts';
import { formTextsOf } from '../../ui/form-texts';
import { RecordForm } from '../../ui/record-form';
import { informSupplier, savePassphrase, withdrawFromSupplier } from '../actions';
import type { Reader } from '../control-sentences';
import { passphraseFields } from '../fields';

interface Props {
  reader: Reader;
  request: PurchaseRequest;
  /** The latest link; null before the first. */
  link: SupplierLink | null;
  hasPassphrase: boolean;
  /** Whether its reader sends, withdraws, and sets the passphrase. */
  isBuyer: boolean;
}

/** Whether the supplier knows of the card, and what they did: informed, opened, shown, declined (C1.006). */
export function SupplierPanel({ reader: { t, format }, request, link, hasPassphrase, isBuyer }: Props) {
  const { id } = request;
  const isGood = link?.state === 'sent' || link?.state === 'opened';
  return (
    <section className="panel" aria-labelledby="supplier-link-heading">
      <h2 id="supplier-link-heading">{t('supplier.link.title')}</h2>
      {!link && <p>{t('supplier.link.hint')}</p>}
      {link && (
        <Facts
          facts={[
            { label: t('setup.status'), value: t(`supplier.link.${link.state}`) },
            { label: t('supplier.link.informed'), value: format.dateTime(link.sentAt) },
            { label: t('supplier.link.opened.at'), value: link.openedAt && format.dateTime(link.openedAt) },
            { label: t('supplier.link.shown'), value: format.number(link.shown) },
            { label: t('authorization.reason'), value: link.reason }
          ]}
        />
      )}
      {isBuyer && (
        <>
          {hasPassphrase && (
            <ActionForm action={informSupplier} texts={formTextsOf(t)} hidden={{ id }}>
              <button type="submit" className={isGood ? undefined : 'primary'}>
                {t('supplier.link.send')}
              </button>
            </ActionForm>
          )}
          {isGood && (
            <ActionForm action={withdrawFromSupplier} texts={formTextsOf(t)} hidden={{ id }}>
              <button type="submit">{t('supplier.link.withdraw')}</button>
            </ActionForm>
          )}
          <RecordForm
            id="passphrase"
            action={savePassphrase}
            fields={passphraseFields(t)}
            hidden={{ id }}
            submitLabel={t('supplier.passphrase.set')}
            minor={hasPassphrase}
          />
        </>
      )}
    </section>
  );
}
