import type { Translate } from '@/lib/core/language/texts';
import { schemeOf } from '@/lib/money/payments/payable';
import { Empty } from '../ui/empty';
import { Link } from '../ui/link';
import type { PaymentOffer } from './fields';

const TEXTS = {
  person: { title: 'payment.from.proposed', text: 'wallet.proposed' },
  validation: { title: 'payment.from.unvalidated', text: 'payment.from.validating' }
} as const;

/** Why there is no bank account to pay from, and the way to one. */
export function NoBankAccount({ offer: { waitsFor, currency }, t }: { offer: PaymentOffer; t: Translate }) {
  return (
    <Empty title={t(waitsFor ? TEXTS[waitsFor].title : 'payment.from.none')}>
      <p>{waitsFor ? t(TEXTS[waitsFor].text) : t(`payment.from.none.${schemeOf(currency)}`, { currency })}</p>
      <Link className="button primary" href={waitsFor ? '/workspace/wallet' : '/workspace/wallet/new'}>
        {t(waitsFor ? 'wallet.title' : 'wallet.add')}
      </Link>
    </Empty>
  );
}
