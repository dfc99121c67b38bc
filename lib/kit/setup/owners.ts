import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { ISSUERS } from '../../directory/structure/reads/issuers';
import { joinedNodes } from '../../directory/structure/reads/joined-node';
import { contains } from '../listing/listing';
import type { Entity } from './entity';
import { ownerRow } from './record-list';
import { seenOwner } from './visible';

const OFFERED = 50;

const seenOwnerRow = ownerRow.extend({
  inside: z.boolean()
});

/** An owner, and whether it lies within the principal's scope or above it. */
export type SeenOwner = z.infer<typeof seenOwnerRow>;

/**
 * The owners whose records of an entity the principal may see, issuers first, then by name: at most fifty whose number
 * or name contains the text.
 */
export async function ownersSeen(principal: Principal, entity: Entity, text: string): Promise<SeenOwner[]> {
  if (!may(principal, entity.area, 'view')) return [];
  const matchesText =
    text.trim() === ''
      ? Prisma.empty
      : Prisma.sql`AND ${contains(text.trim(), Prisma.sql`o.number`, Prisma.sql`o.name_1`)}`;
  const isAtLevel = Prisma.sql`o.kind = ANY(${[...entity.levels]}::node_kind[])`;
  return readRows(database(), seenOwnerRow)`
    SELECT o.issuer_id AS "issuerId", o.id, o.kind::text AS kind, o.number, o.name_1 AS name,
      coalesce(${within(principal.scope, nodeColumns('o'))}, FALSE) AS inside
    FROM ${ISSUERS} i ${joinedNodes(Prisma.sql`i.id`, isAtLevel, 'o')}
    WHERE ${seenOwner(principal, entity, 'o')} ${matchesText}
    ORDER BY o.kind, o.name_1, o.id LIMIT ${OFFERED}`;
}
