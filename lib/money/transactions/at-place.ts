import { Prisma } from '../../core/database/prisma/client';
import type { StructureNode } from '../../directory/structure/nodes';

/** A node as far as transactions at or below it are concerned. */
export type Place = Pick<StructureNode, 'issuerId' | 'id' | 'path' | 'companyId'>;

/** The condition that node `n` is at or below a place. */
export const belowPlace = ({ path }: Place): Prisma.Sql =>
  // Hexadecimal digits sort before "g".
  Prisma.sql`(n.path >= ${path} AND n.path < ${`${path}g`})`;

/**
 * The condition that transaction `t`, whose account is node `n`, belongs to a place: to a company what was booked in it,
 * though its account has moved since; to other nodes what is at or below them.
 */
export function atPlace(place: Place): Prisma.Sql {
  const issuer = Prisma.sql`t.issuer_id = ${place.issuerId}::uuid`;
  if (place.companyId === null) return Prisma.sql`(${issuer} AND ${belowPlace(place)})`;
  const company = Prisma.sql`${issuer} AND t.company_id = ${place.companyId}::uuid`;
  return place.id === place.companyId ? Prisma.sql`(${company})` : Prisma.sql`(${company} AND ${belowPlace(place)})`;
}
