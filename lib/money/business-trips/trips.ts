import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { type ScopedColumns, within } from '../../access/policy/scope';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import { userName, userNames } from '../../directory/people/reads/user-name';
import { companyCurrency } from '../../directory/structure/companies';
import { atNode } from '../../directory/structure/reads/joins';
import { dayIn } from '../../directory/structure/reads/today';

const sql = Prisma.sql;

/** How far a trip is: over from its last day on, so that its report can be made that evening. Its report ends it. */
export const TRIP_STATUSES = ['planned', 'under_way', 'over', 'reported'] as const;
export type TripStatus = (typeof TRIP_STATUSES)[number];

/** Business trips `b` at the accounts `n` of their owners, with the reports that were made of them, `x`. */
export const TRIPS = sql`business_trips b ${atNode('b.account_id')}
  LEFT JOIN business_trip_reports x ON (x.issuer_id, x.trip_id) = (b.issuer_id, b.id)`;

export const TRIP_OWNER = userName(sql`b.issuer_id`, sql`b.owner_id`);

/** How far trip `b` is today. */
export function tripStatus(): Prisma.Sql {
  const today = dayIn(sql`b.issuer_id`, now());
  return sql`CASE WHEN x.report_id IS NOT NULL THEN 'reported' WHEN b.first_day > ${today} THEN 'planned'
    WHEN b.last_day > ${today} THEN 'under_way' ELSE 'over' END`;
}

const columns: ScopedColumns = { issuer: sql`b.issuer_id`, company: sql`b.company_id`, path: sql`n.path` };

/** The condition that the principal sees trip `b`: cardholders their own alone, administrators those in their scope. */
export function tripsInView(principal: Principal): Prisma.Sql {
  if (!may(principal, 'business_trips', 'view')) return sql`FALSE`;
  const whose = principal.role === 'A' ? sql`b.owner_id = ${principal.userId}::uuid` : sql`TRUE`;
  return sql`${within(principal.scope, columns)} AND ${whose}`;
}

const tripRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  companyId: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  ownerId: z.string(),
  ownerName: z.string(),
  /** The names of its owner, by which bookings are found. */
  names: z.object({ first: z.string(), last: z.string() }),
  name: z.string(),
  destinations: z.string(),
  purpose: z.string(),
  firstDay: z.string(),
  departure: z.string(),
  lastDay: z.string(),
  arrival: z.string(),
  /** The currency of its company, in which it is paid. */
  currency: z.string(),
  status: z.enum(TRIP_STATUSES),
  reportId: z.string().nullable(),
  version: z.number()
});

/** A trip that somebody makes for their company (C1.039). Days are written `2026-02-28`, times `08:30`. */
export type BusinessTrip = z.infer<typeof tripRow>;

const tripsWhere = (tx: Transaction, condition: Prisma.Sql): Promise<BusinessTrip[]> =>
  readRows(tx, tripRow)`
    SELECT b.issuer_id AS "issuerId", b.id, b.company_id AS "companyId", b.account_id AS "accountId",
      n.name_1 AS "accountName", b.owner_id AS "ownerId", ${TRIP_OWNER} AS "ownerName",
      ${userNames(sql`b.issuer_id`, sql`b.owner_id`)} AS names, b.name, b.destinations, b.purpose,
      b.first_day::text AS "firstDay", to_char(b.departure, 'HH24:MI') AS departure, b.last_day::text AS "lastDay",
      to_char(b.arrival, 'HH24:MI') AS arrival, ${companyCurrency(sql`b.issuer_id`, sql`b.company_id`)} AS currency, ${tripStatus()} AS status,
      x.report_id AS "reportId",
      b.version
    FROM ${TRIPS} WHERE ${condition}`;

/** A trip that the principal sees, or null. */
export async function seenTrip(
  principal: Principal,
  id: string,
  tx: Transaction = database()
): Promise<BusinessTrip | null> {
  const [trip] = await tripsWhere(tx, sql`b.id = ${id}::uuid AND ${tripsInView(principal)}`);
  return trip ?? null;
}

/** The same, locked until the transaction ends. */
export async function heldTrip(tx: Transaction, principal: Principal, id: string): Promise<BusinessTrip | null> {
  await tx.$executeRaw`
    SELECT 1 FROM business_trips WHERE issuer_id = ${principal.issuerId}::uuid AND id = ${id}::uuid FOR UPDATE`;
  return seenTrip(principal, id, tx);
}

const otherRow = z.strictObject({ id: z.string(), name: z.string() });

/** The other trips of its owner at the time of a trip: they are allowed, and pointed out (C1.039). */
export const overlapping = (
  { issuerId, id, ownerId, firstDay, departure, lastDay, arrival }: BusinessTrip,
  tx: Transaction = database()
): Promise<z.infer<typeof otherRow>[]> =>
  readRows(tx, otherRow)`
    SELECT b.id, b.name FROM business_trips b
    WHERE b.issuer_id = ${issuerId}::uuid AND b.owner_id = ${ownerId}::uuid AND b.id <> ${id}::uuid
      AND b.first_day + b.departure < ${lastDay}::date + ${arrival}::time
      AND b.last_day + b.arrival > ${firstDay}::date + ${departure}::time
    ORDER BY b.first_day, b.id LIMIT 10`;
