import { database, type Transaction } from '../../core/database/database';
import type { TextKey } from '../../core/language/text-key';
import { todayAt } from '../../directory/structure/reads/today';
import type { Entity } from './entity';
import type { ParentRecord, Values } from './field';

/** Why a record no longer changes today, by its entity's declaration; null while it may. */
export async function frozenFault(
  entity: Entity,
  { issuerId, values }: { issuerId: string; values: Values },
  parent: ParentRecord | null,
  tx: Transaction = database()
): Promise<TextKey | null> {
  return entity.frozen?.(values as never, parent, await todayAt(issuerId, tx)) ?? null;
}
