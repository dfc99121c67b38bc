import type { VirtualCard } from '@/lib/money/purchasing/details';
import type { PurchaseRequest } from '@/lib/money/purchasing/requests';
import type { SupplierPayment } from '@/lib/money/suppliers/payments';
import { Badge } from '../../ui/badge';
import type { Reader } from '../control-sentences';
import { failureName, failureSentence } from '../failure-sentences';

interface Props {
  reader: Reader;
  request: PurchaseRequest;
  card: VirtualCard;
  payment: SupplierPayment;
}

/** The straight-through payment of the supplier: when it was made, or which control of the card declined it (C1.028). */
export function Payment({ reader, request, card, payment }: Props) {
  const { t, format } = reader;
  const { paid, amount, failures, at } = payment;
  const tried = { amount, merchant: request.terms.supplier.name };
  return (
    <section className="panel" aria-labelledby="payment-heading">
      <h2 id="payment-heading">{t('setup.entity.supplier.field.straightThrough')}</h2>
      <p>
        <Badge tone={paid ? 'good' : 'bad'}>{t(paid ? 'supplier.payment.paid' : 'supplier.payment.declined')}</Badge>{' '}
        {format.money(amount, request.currency)} · {format.dateTime(at)}
      </p>
      {paid ? (
        <p>{t('supplier.payment.told', { supplier: request.terms.supplier.name })}</p>
      ) : (
        <>
          <ul>
            {failures.map((failure) => (
              <li key={failure.control}>
                <strong>{failureName(reader, failure)}</strong>:{' '}
                {failureSentence(reader, card.controls, tried, failure)}
              </li>
            ))}
          </ul>
          <p>{t('supplier.payment.again')}</p>
        </>
      )}
    </section>
  );
}
