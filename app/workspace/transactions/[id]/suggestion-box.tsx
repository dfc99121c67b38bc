import type { Translate } from '@/lib/core/language/texts';
import type { AccountingCode } from '@/lib/money/allocation/schemes';
import type { Suggestion } from '@/lib/money/transactions/suggestions';
import type { CardTransaction } from '@/lib/money/transactions/transactions';

/** The reason for a suggestion, in the second person for the cardholder. */
export function suggestionText(
  t: Translate,
  { value, uses, of, basis }: Suggestion,
  { merchantName, merchantCategoryCode }: Pick<CardTransaction, 'merchantName' | 'merchantCategoryCode'>,
  isCardholder: boolean
): string {
  const who = basis === 'company_merchant' ? basis : isCardholder ? (`${basis}.you` as const) : basis;
  return t(`suggestion.${who}`, {
    value,
    uses,
    of,
    merchant: merchantName ?? '',
    category: merchantCategoryCode ?? ''
  });
}

interface Props {
  suggestions: readonly Suggestion[];
  codes: readonly AccountingCode[];
  transaction: CardTransaction;
  isCardholder: boolean;
  t: Translate;
}

/** The suggested accounting codes with reasons, and one button to accept them. */
export function SuggestionBox({ suggestions, codes, transaction, isCardholder, t }: Props) {
  if (suggestions.length === 0) return null;
  return (
    <section className="message message-hint suggestion" aria-label={t('suggestion.title')}>
      <ul>
        {suggestions.map((one) => (
          <li key={one.codeId}>
            <strong>
              {codes.find(({ id }) => id === one.codeId)?.name}: {one.value}
            </strong>{' '}
            {suggestionText(t, one, transaction, isCardholder)}
          </li>
        ))}
      </ul>
      <button type="submit" name="then" value="suggest" aria-keyshortcuts="Alt+Shift+Enter">
        {t('suggestion.take')}
      </button>
    </section>
  );
}
