import { merchantCategoryName } from '../../core/entry/merchant-category-names';
import { MEALS } from '../allowances/allowance-days';
import { dayFormula } from '../allowances/allowance-formula';
import { tripTime } from '../allowances/trip-time';
import { detailsInWords } from '../expenses/details-in-words';
import { tripFormula } from '../mileage/trip-formula';
import type { Evidence, EvidenceLine } from './evidence';
import type { EvidenceReader } from './reader';

/** What a line is called. */
export const nameOf = ({ merchant }: EvidenceLine, { t }: Pick<EvidenceReader, 't'>): string =>
  merchant ?? t('transaction.one');

/** What is said about a line in its cell: merchant, type, trip, days, codes, explanation and the statement for its receipt. */
export function wordsOf(line: EvidenceLine, { report }: Evidence, { t, format }: EvidenceReader): string {
  const { trip, allowance, charge, missingReceipt, hasReceipt, explanation, amount, description, personalAmount } =
    line;
  const type = line.expenseType ?? merchantCategoryName(t, line.merchantCategoryCode);
  const travelled = trip?.vehicle ?? (allowance && tripTime(allowance, format));
  const how = travelled ?? (line.transactionId ? null : t('expense.own.paid'));
  const signed =
    !hasReceipt && missingReceipt
      ? `${t('expense.statement.signed', {
          reason: missingReceipt.reason,
          date: format.date(missingReceipt.signedOn),
          number: missingReceipt.number
        })} ${missingReceipt.note}`
      : null;
  const isDivided = charge !== null && charge.parts.length > 1;
  return [
    nameOf(line, { t }),
    [type, how, description, ...detailsInWords(line.details, { t, format, currency: report.currency })]
      .filter(Boolean)
      .join(' · '),
    trip && tripFormula(trip, amount, report.currency, format),
    ...(allowance?.days ?? []).map((day) =>
      [
        format.date(day.day),
        t(`allowance.extent.${day.extent}`),
        ...MEALS.filter((meal) => day[meal]).map((meal) => t(`allowance.${meal}`)),
        dayFormula(day, report.currency, format)
      ].join(' · ')
    ),
    ...(charge?.parts ?? []).map(({ amount: part, codes }) => {
      const coded = codes.map(({ name, value }) => `${name}: ${value}`).join(' · ');
      return isDivided ? `${format.money(part, report.currency)} · ${coded}` : coded;
    }),
    personalAmount && t('expense.personal.of', { amount: format.money(personalAmount, report.currency) }),
    explanation && `${t('expense.explanation')}: ${explanation}`,
    signed
  ]
    .filter(Boolean)
    .join('\n');
}

/** Whether a line has its receipt, as its page says. */
export function receiptWord(
  { hasReceipt, missingReceipt, trip, allowance }: EvidenceLine,
  { t }: EvidenceReader
): string {
  if (hasReceipt) return t('transaction.receipt');
  if (missingReceipt) return t('expense.statement.short');
  return trip || allowance ? '–' : t('expense.line.receipt.none');
}
