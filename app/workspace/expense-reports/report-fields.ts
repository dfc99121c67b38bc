import type { Principal } from '@/lib/access/policy/principal';
import type { Translate } from '@/lib/core/language/texts';
import { accountsOffered } from '@/lib/directory/structure/offered-accounts';
import { reportSchema } from '@/lib/money/expenses/schema';
import { constrained } from '../ui/constrained';
import type { FieldOption, FieldSpec } from '../ui/field-spec';

/** The fields of a report's head; its account can be chosen as long as it is new. */
export const reportFields = (t: Translate, accounts: FieldOption[] | null): FieldSpec[] =>
  constrained(reportSchema, [
    { name: 'title', label: t('expense.report.name'), kind: 'text' },
    { name: 'purpose', label: t('transaction.purpose'), kind: 'text' },
    { name: 'firstDay', label: t('delegation.first.day'), kind: 'date', half: true },
    { name: 'lastDay', label: t('delegation.last.day'), kind: 'date', half: true },
    ...(accounts
      ? [{ name: 'accountId', label: t('transaction.account'), kind: 'select' as const, options: accounts }]
      : [])
  ]);

/** The reader's card accounts, for a new report. */
export async function accountOptions(principal: Principal): Promise<FieldOption[]> {
  const accounts = (await accountsOffered(principal)) ?? [];
  return accounts.map(({ id, name, cardNumber }) => ({ value: id, label: `${name} · ${cardNumber}` }));
}
