import { database, type Transaction } from '../../core/database/database';
import { recordsOf } from '../../kit/setup/records-of';
import { askedOfTypes } from './asked-of-types';
import type { AskedProperty } from './details';
import expenseType from './entities/expense-type';

/** An active expense type with what it asks of an expense. */
export interface TypeToChoose {
  id: string;
  name: string;
  /** Whether it is for one's own money too. */
  isOutOfPocket: boolean;
  /** Its own values, one of which an expense has; none if it has none (C9.022). */
  values: readonly string[];
  isActive: true;
  /** The merchant categories that it is proposed for. */
  merchantCategories: readonly string[];
  asks: readonly AskedProperty[];
}

/** What is worked out from a distance or from days has a form of its own. */
const WORKED_OUT = ['mileage', 'allowance'];

/** The active expense types that a company takes for what somebody paid, in their order. */
export async function typesToChoose(
  { issuerId, companyId }: { issuerId: string; companyId: string },
  tx: Transaction = database()
): Promise<TypeToChoose[]> {
  const types = await recordsOf(tx, expenseType)`
    WHERE r.issuer_id = ${issuerId}::uuid AND r.owner_id = ${companyId}::uuid AND r.active
    ORDER BY r.position, r.name`;
  const asked = await askedOfTypes(tx, { issuerId, companyId });
  return types
    .filter(({ values }) => values.outOfPocket || !WORKED_OUT.includes(values.category))
    .map(({ id, values: { name, outOfPocket: isOutOfPocket, values, merchantCategories } }) => ({
      id,
      name,
      isOutOfPocket,
      isActive: true as const,
      values: values ?? [],
      merchantCategories: merchantCategories ?? [],
      asks: asked.get(id) ?? []
    }));
}

/** Those that it takes for one's own money. */
export const outOfPocketTypes = async (
  at: { issuerId: string; companyId: string },
  tx: Transaction = database()
): Promise<TypeToChoose[]> => (await typesToChoose(at, tx)).filter(({ isOutOfPocket }) => isOutOfPocket);
