import type { PurchaseRequest } from '@/lib/money/purchasing/requests';
import type { SupplierPayment } from '@/lib/money/suppliers/payments';
import { Badge } from '../../ui/badge';
import type { Reader } from '../control-sentences';

interface Props {
  reader: Reader;
  request: PurchaseRequest;
  payment: SupplierPayment;
}

/** The straight-through payment of the supplier: when it was made, or that the card declined it (C1.028). */
export function Payment({ reader, request, payment }: Props) {
  const { t, format } = reader;
  const { paid, amount, at } = payment;
  return (
    <section className="panel" aria-labelledby="payment-heading">
      <h2 id="payment-heading">{t('setup.entity.supplier.field.straightThrough')}</h2>
      <p>
        <Badge tone={paid ? 'good' : 'bad'}>{t(paid ? 'supplier.payment.paid' : 'supplier.payment.declined')}</Badge>{' '}
        {format.money(amount, request.currency)} · {format.dateTime(at)}
      </p>
      <p>
        {paid ? t('supplier.payment.told', { supplier: request.terms.supplier.name }) : t('supplier.payment.again')}
      </p>
    </section>
  );
}
