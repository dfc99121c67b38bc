import { may, type Principal } from '../../access/policy/principal';
import { above, nodeColumns, within } from '../../access/policy/scope';
import { Prisma } from '../../core/database/prisma/client';
import { atNode } from '../../directory/structure/reads/joins';
import type { Entity } from './entity';

/**
 * The condition that the principal sees an owner's records: nodes in scope, and nodes above it, whose records apply
 * below. `alias` is the owner's row of `nodes`.
 */
export function seenOwner(principal: Principal, entity: Entity, alias: string): Prisma.Sql {
  if (!may(principal, entity.area, 'view')) return Prisma.sql`FALSE`;
  return Prisma.sql`(${seenNode(principal, alias)})`;
}

/** At or below the principal's nodes, or above them. */
const seenNode = ({ scope }: Principal, alias: string) =>
  Prisma.sql`${within(scope, nodeColumns(alias))} OR ${above(scope, nodeColumns(alias))}`;

/**
 * The condition that the principal sees a record `r` of `setup_records` of a visible owner: one that references a node
 * only if the node is visible, so that a level manager finds no accounts of other units among the company's default
 * values.
 */
export function seenTargets(principal: Principal, entity: Entity): Prisma.Sql {
  if (principal.scope.everywhere || !Object.values(entity.fields).some(({ kinds }) => kinds)) return Prisma.sql`TRUE`;
  return Prisma.sql`NOT EXISTS (
    SELECT 1 FROM setup_references t ${atNode('t.target_node_id')}
    WHERE t.issuer_id = r.issuer_id AND t.record_id = r.id AND (${seenNode(principal, 'n')}) IS NOT TRUE)`;
}
