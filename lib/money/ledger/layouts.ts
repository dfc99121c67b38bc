import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { database, type Transaction } from '../../core/database/database';
import { readRows, textOf } from '../../core/database/rows';
import type { StructureNode } from '../../directory/structure/nodes';
import { atNode } from '../../directory/structure/reads/joins';
import { entityNamed } from '../../kit/setup/entities';
import { recordSeen } from '../../kit/setup/records';
import { recordsOf, rowsOf } from '../../kit/setup/records-of';
import { seenOwner } from '../../kit/setup/visible';
import ledgerColumn from './entities/ledger-column';
import { type Layout, READY_MADE } from './layout';

const entity = () => entityNamed('ledger-layout');

const offeredLayoutRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  format: textOf<Layout['format']>(),
  /** The owner; null for ready-made layouts. */
  ownerId: z.string().nullable(),
  ownerName: z.string().nullable()
});

/** A layout to choose from: a ready-made one, or one of an issuer or a company. */
export type OfferedLayout = z.infer<typeof offeredLayoutRow>;

/** The layouts of the principal's issuer that the principal sees, ready-made ones first; at most five hundred. */
export async function ledgerLayouts(principal: Principal): Promise<OfferedLayout[]> {
  if (!may(principal, 'ledger_exports', 'view')) return [];
  const own = await readRows(database(), offeredLayoutRow)`
    SELECT r.id, r.name, r.format, r.owner_id AS "ownerId", o.name_1 AS "ownerName"
    FROM ${rowsOf(entity())} r ${atNode('r.owner_id', 'o')}
    WHERE r.issuer_id = ${principal.issuerId}::uuid AND r.active AND ${seenOwner(principal, entity(), 'o')}
    ORDER BY o.kind, o.name_1, r.name, r.id LIMIT 500`;
  const readyMade = Object.entries(READY_MADE).map(([id, { name, format }]) => ({
    id,
    name,
    format,
    ownerId: null,
    ownerName: null
  }));
  return [...readyMade, ...own];
}

/** A layout by its id, if the principal sees it: ready-made, or of this owner or below it. */
export async function seenLayout(
  principal: Principal,
  id: string,
  tx: Transaction = database()
): Promise<{ layout: Layout; ownerId: string | null } | null> {
  if (!may(principal, 'ledger_exports', 'view')) return null;
  const readyMade = Object.hasOwn(READY_MADE, id) ? READY_MADE[id] : undefined;
  if (readyMade) return { layout: readyMade, ownerId: null };
  if (!z.guid().safeParse(id).success) return null;
  const { issuerId } = principal;
  const record = await recordSeen(principal, entity(), { issuerId, id }, tx);
  if (!record?.active) return null;
  const columns = await recordsOf(tx, ledgerColumn)`
    WHERE r.issuer_id = ${issuerId}::uuid AND r.parent_id = ${id}::uuid AND r.active ORDER BY r.position, r.id`;
  const layout = {
    ...record.values,
    columns: columns.map(({ values }) => values)
  } as unknown as Layout;
  return { layout, ownerId: record.ownerId };
}

/** Whether a layout may be used for a place: layouts of other companies may not. */
export const isLayoutFor = ({ issuerId, companyId }: StructureNode, ownerId: string | null) =>
  ownerId === null || ownerId === issuerId || ownerId === companyId;
