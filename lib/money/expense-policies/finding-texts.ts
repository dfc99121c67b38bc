import type { TextKey } from '../../core/language/text-key';
import type { Finding } from './policy-version';

/** A text as its key with its arguments. */
interface Said {
  code: TextKey;
  params: Record<string, string | number>;
}

/** How the reader's language writes values. */
interface Writes {
  money(amount: string, currency: string): string;
  date(day: string): string;
  /** The label of a property of an expense type. */
  property(name: string): string;
}

/** What a finding says, with both values that were compared, and what would clear it. */
export function findingTexts(finding: Finding, { money, date, property }: Writes): { says: Said; clears: Said } {
  const { kind, actual, limit, over, currency } = finding;
  const isMoney = over !== null || kind === 'receipt';
  const limits = kind === 'details' ? limit.split(' ').map(property).join(', ') : limit;
  const params = {
    date: date(finding.date),
    actual: isMoney || kind === 'rate' ? money(actual, currency) : kind === 'distance' ? Number(actual) : actual,
    limit: isMoney ? money(limit, currency) : kind === 'distance' ? Number(limit) : limits,
    over: over === null ? '' : money(over, currency),
    // A plural needs a number; a merchant category is none.
    count: kind === 'age' || kind === 'duplicate' ? Number(limit) : 0,
    age: kind === 'age' || kind === 'duplicate' ? Number(actual) : 0
  };
  return { says: { code: `expense.finding.${kind}`, params }, clears: { code: `expense.clear.${kind}`, params } };
}
