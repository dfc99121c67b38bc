import { z } from 'zod';
import type { Transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { idRow, readRows } from '../../../core/database/rows';
import { atNode } from '../../structure/reads/joins';

/** The length of a path down to the node below the issuer: a company group, or a company without one. */
const STRUCTURE_PATH = 16;

/** The reporting structures of a user's roles, as column `structure`: the branches below the issuer. */
const structuresOf = (issuerId: string, userId: string | null) => Prisma.sql`
  SELECT DISTINCT left(n.path, ${STRUCTURE_PATH}::int) AS structure FROM assignments a
  JOIN assignment_nodes x ON (x.issuer_id, x.assignment_id) = (a.issuer_id, a.id)
  ${atNode('x.node_id')}
  WHERE a.issuer_id = ${issuerId}::uuid AND a.user_id = ${userId}::uuid`;

const placeRow = z.strictObject({ isWithin: z.boolean() });

/**
 * Whether all roles of one id are in the reporting structure of another, the future primary (C6.016). False for a
 * missing user.
 */
export async function isOfStructure(
  db: Transaction,
  issuerId: string,
  { primaryId, linkedId }: { primaryId: string; linkedId: string | null }
): Promise<boolean> {
  const rows = await readRows(db, placeRow)`
    WITH own AS (${structuresOf(issuerId, primaryId)}), other AS (${structuresOf(issuerId, linkedId)})
    SELECT EXISTS (SELECT FROM other) AND NOT EXISTS (SELECT FROM other
      WHERE NOT EXISTS (SELECT FROM own WHERE starts_with(other.structure, own.structure))) AS "isWithin"`;
  return rows[0]?.isWithin ?? false;
}

/** The assignments of a person's ids that are outside the reporting structure of the primary id. */
export async function outsideStructure(
  db: Transaction,
  issuerId: string,
  { primaryId, ids }: { primaryId: string; ids: readonly string[] }
): Promise<Set<string>> {
  const rows = await readRows(db, idRow)`
    WITH own AS (${structuresOf(issuerId, primaryId)})
    SELECT DISTINCT a.id FROM assignments a
    JOIN assignment_nodes x ON (x.issuer_id, x.assignment_id) = (a.issuer_id, a.id)
    ${atNode('x.node_id')}
    WHERE a.issuer_id = ${issuerId}::uuid AND a.user_id = ANY(${[...ids]}::uuid[]) AND a.user_id <> ${primaryId}::uuid
      AND NOT EXISTS (SELECT FROM own WHERE starts_with(n.path, own.structure))`;
  return new Set(rows.map(({ id }) => id));
}
