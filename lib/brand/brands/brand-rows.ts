import type { Transaction } from '../../core/database/database';
import { now } from '../../core/server/clock';
import { brandRow } from './complete';

/** Inserts a brand that isn't published yet: it has a name and an abbreviation, which no other can take. */
export async function reserveBrand(
  tx: Transaction,
  name: string,
  content: Parameters<typeof brandRow>[1]
): Promise<void> {
  await tx.brand.create({ data: { ...brandRow(name, content), status: 'draft', version: 0 } });
}

/** Sets whether a brand is active, a draft or retired. */
export async function setBrandStatus(
  tx: Transaction,
  name: string,
  status: 'active' | 'draft' | 'retired'
): Promise<void> {
  await tx.brand.update({ where: { name }, data: { status, updatedAt: now() } });
}
