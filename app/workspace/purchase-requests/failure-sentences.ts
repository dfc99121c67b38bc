import { languageTag } from '@/lib/core/language/locales';
import type { Controls } from '@/lib/money/purchasing/controls';
import { type Failure, isUnreadable } from '@/lib/money/purchasing/decide';
import { FAILURE_NAMES } from '@/lib/money/purchasing/failure-names';
import type { TriedPurchase } from '@/lib/money/purchasing/try-purchase';
import { bandsShown, type Reader } from './control-sentences';

/** The name of the control that said no, as the template's form has it. */
export const failureName = ({ t }: Reader, { control }: Failure): string => t(FAILURE_NAMES[control]);

/** Why a control said no to a purchase, in a sentence (C3.017D). */
export function failureSentence(
  reader: Reader,
  { currency, timeZone: zone }: Controls,
  { amount: asked, merchant }: Pick<TriedPurchase, 'amount' | 'merchant'>,
  failure: Failure
): string {
  const { t, format } = reader;
  const money = (amount: string) => format.money(amount, currency);
  const amount = money(asked);
  switch (failure.control) {
    case 'cardState':
      return t(`purchase.no.state.${failure.state}`);
    case 'currency':
      return t('purchase.no.currency', { currency, asked: failure.asked });
    case 'validity':
      return t('purchase.no.validity', { from: format.date(failure.from), to: format.date(failure.to) });
    case 'curfew':
    case 'timeOfDay':
      return t('purchase.no.hours', { time: failure.time, zone });
    case 'purchaseType':
      return t('purchase.no.type', { category: failure.category ?? '–', type: failure.type });
    case 'merchant':
      return t('purchase.no.merchant', { id: failure.id });
    case 'merchantName': {
      const names = new Intl.ListFormat(languageTag(reader.locale), { type: 'disjunction' }).format(failure.names);
      return t(isUnreadable(merchant) ? 'purchase.no.name.unreadable' : 'purchase.no.name', { names, asked: merchant });
    }
    case 'transactionLimit':
      return t('purchase.no.transaction', { amount, limit: money(failure.limit) });
    case 'transactionCount':
      return t('purchase.no.count', { count: failure.count, period: t('purchase.period.continuous') });
    case 'amountRange':
      return t('purchase.no.range', { amount, min: money(failure.min), max: money(failure.max) });
    case 'exactAmounts':
      return t('purchase.no.exact', { amount, amounts: bandsShown(reader, currency, failure.amounts) });
    case 'velocity': {
      const params = { amount, total: money(failure.total), limit: money(failure.limit), left: money(failure.left) };
      const period = t(`purchase.period.${failure.period}`);
      return failure.until === null
        ? t('purchase.no.velocity', { ...params, period })
        : t('purchase.no.velocity.until', { ...params, period, day: format.date(failure.until) });
    }
    case 'velocityCount':
      return t('purchase.no.count', { count: failure.count, period: t(`purchase.period.${failure.period}`) });
    case 'agingVelocity':
      return t('purchase.no.aging', { amount, left: money(failure.left) });
  }
}
