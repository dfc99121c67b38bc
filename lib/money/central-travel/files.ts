import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { jsonOf, readRows } from '../../core/database/rows';
import { atNode } from '../../directory/structure/reads/joins';
import { rowsOf } from '../../kit/setup/records-of';
import centralTravelTemplate from './entities/central-travel-template';
import type { BookingFault } from './read-bookings';

const fileRow = z.strictObject({
  id: z.string(),
  fileName: z.string(),
  company: z.string(),
  template: z.string(),
  uploadedAt: z.date(),
  bookings: z.number(),
  faults: jsonOf<BookingFault[]>(),
  /** How many of its bookings have their charges. */
  matched: z.number()
});

/** A file of bookings: what was imported, or why nothing was. */
export type BookingFile = z.infer<typeof fileRow>;

const MOST_SHOWN = 50;

const filesWhere = (principal: Principal, end: Prisma.Sql): Promise<BookingFile[]> =>
  may(principal, 'central_travel', 'view')
    ? readRows(database(), fileRow)`
        SELECT f.id, f.file_name AS "fileName", n.name_1 AS company, r.name AS template, f.uploaded_at AS "uploadedAt",
          f.bookings, f.faults, (SELECT count(*)::int FROM central_travel_bookings b
            WHERE (b.issuer_id, b.file_id) = (f.issuer_id, f.id) AND b.result = 'matched') AS matched
        FROM central_travel_files f ${atNode('f.company_id')}
        JOIN ${rowsOf(centralTravelTemplate)} r ON (r.issuer_id, r.id) = (f.issuer_id, f.template_id)
        WHERE ${within(principal.scope, nodeColumns('n'))} ${end}`
    : Promise.resolve([]);

/** The last files of bookings of the companies in the principal's scope, the latest first. */
export const recentFiles = (principal: Principal): Promise<BookingFile[]> =>
  filesWhere(principal, Prisma.sql`ORDER BY f.uploaded_at DESC, f.id LIMIT ${MOST_SHOWN}`);

/** One of them by its id; null if the principal sees none. */
export async function seenFile(principal: Principal, id: string): Promise<BookingFile | null> {
  const [file] = await filesWhere(principal, Prisma.sql`AND f.id = ${id}::uuid`);
  return file ?? null;
}
