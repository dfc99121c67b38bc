import type { PurchaseRequest } from '@/lib/money/purchasing/requests';
import type { SupplierPayment } from '@/lib/money/suppliers/payments';
import { canRetry } from '@/lib/money/suppliers/retry-payment';
import { ActionForm } from '../../ui/action-form';
import { formTextsOf } from '../../ui/form-texts';
import { retry } from '../actions';
import type { Reader } from '../control-sentences';
import { OrderBadge } from '../shown';

interface Props {
  reader: Reader;
  request: PurchaseRequest;
  payment: SupplierPayment;
  /** Whether its reader tries it again. */
  isBuyer: boolean;
}

const SENTENCES = {
  asked: 'supplier.payment.asked.hint',
  unanswered: 'supplier.payment.unanswered.hint',
  paid: 'supplier.payment.told',
  declined: 'supplier.payment.again'
} as const;

/** The straight-through payment of the supplier: made, declined by the card, or still without an answer (C1.028). */
export function Payment({ reader: { t, format }, request, payment, isBuyer }: Props) {
  const { id, currency, terms } = request;
  const { state, amount, at } = payment;
  return (
    <section className="panel" aria-labelledby="payment-heading">
      <h2 id="payment-heading">{t('setup.entity.supplier.field.straightThrough')}</h2>
      <p>
        <OrderBadge t={t} state={`payment.${state}`} /> {format.money(amount, currency)} · {format.dateTime(at)}
      </p>
      <p>{t(SENTENCES[state], { supplier: terms.supplier.name })}</p>
      {isBuyer && canRetry(request, payment) && (
        <ActionForm action={retry} texts={formTextsOf(t)} hidden={{ id }}>
          <button type="submit">{t('supplier.payment.retry')}</button>
        </ActionForm>
      )}
    </section>
  );
}
