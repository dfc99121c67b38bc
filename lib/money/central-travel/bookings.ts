import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { jsonOf, readRows } from '../../core/database/rows';
import { peopleNamed, personIdOf, personOf } from '../../directory/people/people-named';
import { atNode } from '../../directory/structure/reads/joins';
import type { ChargeAt } from '../transactions/charges-at';
import { type ShownTransaction, seenTransaction } from '../transactions/transactions';
import { isOf, partsOfName, RESULTS, rankCharges, WAYS } from './match-bookings';
import { chargesAbout } from './match-waiting';
import { templateOf } from './templates';
import { mayBeFor } from './travellers';

const bookingRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  companyId: z.string(),
  fileId: z.string(),
  fileName: z.string(),
  templateId: z.string(),
  booking: z.string().nullable(),
  ticket: z.string().nullable(),
  traveller: z.string(),
  employee: z.string().nullable(),
  route: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  bookedOn: z.string().nullable(),
  carrier: z.string().nullable(),
  agent: z.string().nullable(),
  amount: z.string(),
  currency: z.string(),
  costCentre: z.string().nullable(),
  /** What the columns of the template's own hold, by heading. */
  custom: jsonOf<Record<string, string>>(),
  result: z.enum(RESULTS),
  matchedBy: z.enum(WAYS).nullable(),
  transactionId: z.string().nullable(),
  /** The user who travels, where a person has said so, and the person who they are. */
  travellerId: z.string().nullable(),
  travelledBy: z.string().nullable(),
  /** The day about which its charge is looked for. */
  about: z.string()
});

/** A booking of a travel agency (C3.037D). The amount is an exact decimal, days are written `2027-03-31`. */
export type Booking = z.infer<typeof bookingRow>;

/** Bookings `b` with their file `f` and their company's node `n`. */
export const PLACED_BOOKINGS = Prisma.sql`central_travel_bookings b
  JOIN central_travel_files f ON (f.issuer_id, f.id) = (b.issuer_id, b.file_id)
  ${atNode('b.company_id')}`;

const bookingsWhere = (tx: Transaction, end: Prisma.Sql): Promise<Booking[]> =>
  readRows(tx, bookingRow)`
    SELECT b.issuer_id AS "issuerId", b.id, b.company_id AS "companyId", b.file_id AS "fileId",
      f.file_name AS "fileName", f.template_id AS "templateId", b.booking_number AS booking, b.ticket_number AS ticket,
      b.traveller, b.employee_number AS employee, b.route, b.from_on::text AS "from", b.to_on::text AS "to",
      b.booked_on::text AS "bookedOn", b.carrier, b.agent_reference AS agent, trim_scale(b.amount)::text AS amount,
      b.currency, b.cost_centre AS "costCentre", b.custom, b.result::text AS result, b.matched_by AS "matchedBy",
      b.transaction_id AS "transactionId", b.traveller_id AS "travellerId",
      ${personOf(Prisma.sql`b.issuer_id`, Prisma.sql`b.traveller_id`)} AS "travelledBy", coalesce(b.booked_on, b.from_on, f.uploaded_at::date)::text AS about
    FROM ${PLACED_BOOKINGS} WHERE ${end}`;

/** A booking of a company in the principal's scope; null if there is none. */
export async function seenBooking(
  principal: Principal,
  id: string,
  tx: Transaction = database()
): Promise<Booking | null> {
  if (!may(principal, 'central_travel', 'view')) return null;
  const [booking] = await bookingsWhere(
    tx,
    Prisma.sql`b.id = ${id}::uuid AND ${within(principal.scope, nodeColumns('n'))}`
  );
  return booking ?? null;
}

/** The booking of a transaction that the principal sees; null if it has none. Everybody who sees the charge sees it. */
export async function bookingOf(principal: Pick<Principal, 'scope'>, transactionId: string): Promise<Booking | null> {
  const charge = await seenTransaction(principal, transactionId);
  if (!charge) return null;
  const [booking] = await bookingsWhere(
    database(),
    Prisma.sql`b.issuer_id = ${charge.issuerId}::uuid AND b.transaction_id = ${transactionId}::uuid`
  );
  return booking ?? null;
}

/** A person of a company, and the days of a trip of theirs. */
interface Travelled {
  issuerId: string;
  companyId: string;
  ownerId: string;
  names: { first: string; last: string };
  firstDay: string;
  lastDay: string;
}

/**
 * The bookings of a person's trip, by day: those of the company that were given to the person, or are in the person's
 * name, and whose days are among the trip's (C1.039). The company has paid for them. What may be for several people of the
 * company is on nobody's trip until it is given to one. Whether the reader may see the trip is the caller's to know.
 */
export async function bookingsOfTrip(
  { issuerId, companyId, ownerId, names, firstDay, lastDay }: Travelled,
  tx: Transaction = database()
): Promise<Booking[]> {
  const bookings = await bookingsWhere(
    tx,
    Prisma.sql`b.issuer_id = ${issuerId}::uuid AND b.company_id = ${companyId}::uuid AND b.from_on <= ${lastDay}::date
      AND coalesce(b.to_on, b.from_on) >= ${firstDay}::date ORDER BY b.from_on, b.id`
  );
  const possible = bookings.filter(({ traveller, travellerId }) => travellerId !== null || isOf(traveller, names));
  if (possible.length === 0) return [];
  const people = await peopleNamed(tx, { issuerId, companyId }, partsOfName(`${names.first} ${names.last}`));
  const owner = await personIdOf(tx, issuerId, ownerId);
  const others = people.filter(({ personId }) => personId !== owner);
  return possible.filter((booking) => {
    if (booking.travelledBy !== null) return booking.travelledBy === owner;
    const [only, ...more] = mayBeFor(booking, people);
    return more.length === 0 && (only === owner || (only === undefined && others.length === 0));
  });
}

/** The charge of a booking, if the principal sees it. */
export const chargeOf = (
  principal: Pick<Principal, 'scope'>,
  { transactionId }: Booking
): Promise<ShownTransaction | null> =>
  transactionId === null ? Promise.resolve(null) : seenTransaction(principal, transactionId);

/** The charges that the principal may choose for a booking by hand, those that fit best first. */
export async function chargesFor(
  principal: Principal,
  booking: Booking,
  tx: Transaction = database()
): Promise<ChargeAt[]> {
  const template = await templateOf(tx, { issuerId: booking.issuerId, id: booking.templateId });
  if (!template) return [];
  const { about } = booking;
  const charges = await chargesAbout(tx, template, { first: about, last: about }, principal.scope);
  return rankCharges({ ...booking, day: booking.bookedOn ?? booking.from }, charges);
}
