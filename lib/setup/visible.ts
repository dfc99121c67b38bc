import { may, type Principal } from '../access/principal';
import { above, nodeColumns, within } from '../access/scope';
import { Prisma } from '../core/prisma/client';
import type { Entity } from './entity';

/**
 * The condition that an owner's records are seen: those of nodes in one's part of the structure, and those of
 * nodes above it, which hold for everybody below. `alias` is the owner's row of `nodes`.
 */
export function seenOwner(principal: Principal, entity: Entity, alias: string): Prisma.Sql {
  if (!may(principal, entity.area, 'view')) return Prisma.sql`FALSE`;
  const columns = nodeColumns(alias);
  return Prisma.sql`(${within(principal.scope, columns)} OR ${above(principal.scope, columns)})`;
}
