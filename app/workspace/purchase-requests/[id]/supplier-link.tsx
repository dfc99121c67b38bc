import type { PurchaseRequest } from '@/lib/money/purchasing/requests';
import type { SupplierLink } from '@/lib/money/suppliers/links/links';
import { ActionForm } from '../../ui/action-form';
import { Facts } from '../../ui/facts';
import { formTextsOf } from '../../ui/form-texts';
import { RecordForm } from '../../ui/record-form';
import { informSupplier, withdrawFromSupplier } from '../actions';
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
          {isGood && (
            <ActionForm action={withdrawFromSupplier} texts={formTextsOf(t)} hidden={{ id }}>
              <button type="submit">{t('supplier.link.withdraw')}</button>
            </ActionForm>
          )}
          <RecordForm
            id="inform"
            action={informSupplier}
            fields={passphraseFields(t, hasPassphrase)}
            hidden={{ id }}
            submitLabel={t(link ? 'supplier.link.again' : 'supplier.link.send')}
            minor={isGood}
          />
        </>
      )}
    </section>
  );
}
