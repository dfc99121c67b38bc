import { z } from 'zod';
import { database, type Transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { rowsOf } from '../../kit/setup/records-of';
import expenseType from './entities/expense-type';

const typeRow = z.strictObject({ id: z.string(), name: z.string() });

/** The active expense types of a company that are for mileage or for day allowances, in their order. */
export function typesOfCategory(
  category: 'allowance' | 'mileage',
  { issuerId, companyId }: { issuerId: string; companyId: string },
  tx: Transaction = database()
): Promise<z.infer<typeof typeRow>[]> {
  return readRows(tx, typeRow)`
    SELECT e.id, e.name FROM ${rowsOf(expenseType)} e
    WHERE e.issuer_id = ${issuerId}::uuid AND e.owner_id = ${companyId}::uuid AND e.active AND e.category = ${category}
    ORDER BY e.position, e.name`;
}
