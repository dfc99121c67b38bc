import type { Principal } from '../../lib/access/policy/principal';
import { changeRecord } from '../../lib/kit/setup/change-record';
import { entityNamed } from '../../lib/kit/setup/entities';
import { limitIn } from './approval-profile';
import { ORIGIN } from './as-user';
import { EXPENSE_PROPERTIES, EXPENSE_RULES } from './data/set-up';
import { addRecord, addRecords } from './set-up-records';

interface CompanyAddress {
  issuerId: string;
  companyId: string;
}

/** Says what expenses of each type are asked. `types` are the ids of a company's types by their names. */
export async function addExpenseProperties(
  principal: Principal,
  at: CompanyAddress,
  types: ReadonlyMap<string, string>
): Promise<void> {
  for (const [name, properties] of Object.entries(EXPENSE_PROPERTIES))
    await addRecords(principal, 'expense-type-property', { ...at, parentId: types.get(name) }, properties);
}

/** Adds an expense policy in force from a day on, whose limits are in the company's currency. */
export async function addExpensePolicy(
  principal: Principal,
  at: CompanyAddress,
  currency: string,
  validFrom: string
): Promise<void> {
  const id = await addRecord(principal, 'expense-policy', at, {
    name: 'Travel and expenses',
    instructions: 'Book trips in time, keep your receipts, and claim your expenses within two months.'
  });
  const rules = EXPENSE_RULES.map(({ dollars, ...rule }) => ({
    ...rule,
    ...(dollars !== undefined && { amount: limitIn(currency, dollars) })
  }));
  await addRecords(principal, 'expense-policy-rule', { ...at, parentId: id }, rules);
  // From now on it doesn't change.
  const seen = { issuerId: at.issuerId, id, version: 1 };
  const begun = await changeRecord(principal, entityNamed('expense-policy'), seen, { validFrom }, ORIGIN);
  if (!begun.ok) throw new Error(`expense policy: ${JSON.stringify(begun.refusals)}`);
}
