import { nodeColumns, within } from '../../access/policy/scope';
import { Prisma } from '../../core/database/prisma/client';
import { contains, type Listing } from '../../kit/listing/listing';

/** The parking spaces that somebody sees. */
export const PARKING_SPACES: Listing<'name' | 'takenAt'> = {
  name: 'parking-spaces',
  area: 'parking',
  from: () => Prisma.sql`parking_spaces p JOIN nodes n ON (n.issuer_id, n.id) = (p.issuer_id, p.node_id)`,
  where: ({ scope }) => within(scope, nodeColumns('n')),
  issuer: Prisma.sql`p.issuer_id`,
  id: Prisma.sql`p.id`,
  columns: {
    name: { sql: Prisma.sql`p.name`, type: 'text', label: 'parking.name', filter: 'contains' },
    takenAt: { sql: Prisma.sql`p.taken_at`, type: 'date-time', label: 'parking.taken', nullable: true, filter: 'range' }
  },
  search: (text) => contains(text, Prisma.sql`p.name`),
  order: { column: 'name' }
};
