import type { Transaction } from '../../core/database/database';
import { groupBy } from '../../core/database/group-by';
import { recordsOf } from '../../kit/setup/records-of';
import type { AskedProperty } from './details';
import expenseTypeProperty from './entities/expense-type-property';

/** What the expense types of a company ask, in their order, by the id of the type (C9.025). */
export async function askedOfTypes(
  tx: Transaction,
  { issuerId, companyId }: { issuerId: string; companyId: string }
): Promise<Map<string, AskedProperty[]>> {
  const records = await recordsOf(tx, expenseTypeProperty)`
    WHERE r.issuer_id = ${issuerId}::uuid AND r.owner_id = ${companyId}::uuid AND r.active
    ORDER BY r.position, r.id`;
  return askedByType(records);
}

interface Asked {
  parentId: string | null;
  values: AskedProperty;
}

/** What types ask, by the id of the type, of its records in their order. */
export const askedByType = (records: readonly Asked[]): Map<string, AskedProperty[]> =>
  new Map(
    [...groupBy(records, ({ parentId }) => parentId ?? '')].map(([type, own]) => [
      type,
      own.map(({ values: { property, asked, preset } }) => ({ property, asked, preset }))
    ])
  );
