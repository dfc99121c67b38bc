import type { Translate } from '../../core/language/texts';
import { type ExpenseDetails, headsOf, PROPERTIES, type Property } from '../expense-policies/details';
import { propertyLabel } from '../expense-policies/rule-words';

interface Writes {
  date(day: string): string;
  money(amount: string, currency: string): string;
}

/** What is said about an expense, as the reader's language writes it: a text for each property. */
export function detailsInWords(
  details: ExpenseDetails,
  { currency, t, format }: { currency: string; t: Translate; format: Writes }
): string[] {
  const written = (property: Property): string | null => {
    if (property === 'attendees') return attendeesInWords(details, t);
    const said = details[property];
    if (said === undefined) return null;
    if (typeof said === 'number') return String(said);
    if (property === 'tax') return format.money(said, currency);
    return property === 'from' || property === 'to' ? format.date(said) : said;
  };
  const words = (Object.keys(PROPERTIES) as Property[]).flatMap((property) => {
    const text = written(property);
    return text === null ? [] : [`${propertyLabel(t, property)}: ${text}`];
  });
  return details.value === undefined ? words : [details.value, ...words];
}

/** Who took part besides the owner, and how many without a name; null for nobody. */
function attendeesInWords(details: ExpenseDetails, t: Translate): string | null {
  if (headsOf(details) === 1) return null;
  const { attendees = [], unnamed = 0 } = details;
  // A name has a comma before its company.
  return [...attendees, ...(unnamed > 0 ? [t('expense.details.more', { count: unnamed })] : [])].join('; ');
}
