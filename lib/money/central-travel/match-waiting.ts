import { z } from 'zod';
import type { Scope } from '../../access/policy/scope';
import { appendAudit, type Origin } from '../../core/audit/audit';
import { dayAfter, daysLater } from '../../core/calendar/days';
import { database, type Transaction, transaction } from '../../core/database/database';
import { idRow, keyRow, readRows } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import { type ChargeAt, chargesAt } from '../transactions/charges-at';
import { type Charge, matchBookings, type Wanted } from './match-bookings';
import { type CentralTravelTemplate, templateOf } from './templates';

/** Bookings wait so many days for their charges. */
const WAITS_DAYS = 120;
/** A charge is posted at most so many days before or after the day of its booking. */
const POSTED_BEFORE = 30;
const POSTED_AFTER = 120;
const ORIGIN: Origin = { requestId: 'central-travel', address: '127.0.0.1', userAgent: '' };
const TIMEOUT = 60_000;

const waitingRow = z.strictObject({
  id: z.string(),
  booking: z.string().nullable(),
  ticket: z.string().nullable(),
  traveller: z.string(),
  amount: z.string(),
  currency: z.string(),
  day: z.string().nullable(),
  /** The day of booking, of the trip, or of the upload. */
  about: z.string()
});

/** Changes of a company's matches wait for each other. */
export async function lockMatches(
  tx: Transaction,
  { issuerId, companyId }: { issuerId: string; companyId: string }
): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`central-travel/${issuerId}/${companyId}`}, 0))`;
}

/**
 * Matches the bookings of a template that wait for their charges, in the transaction of the caller, which has locked the
 * company's matches. Returns how many were matched.
 */
export async function matchOfTemplate(tx: Transaction, template: CentralTravelTemplate): Promise<number> {
  const { issuerId, ownerId: companyId } = template;
  const waiting = await readRows(tx, waitingRow)`
    SELECT b.id, b.booking_number AS booking, b.ticket_number AS ticket, b.traveller,
      trim_scale(b.amount)::text AS amount, b.currency, coalesce(b.booked_on, b.from_on)::text AS day,
      coalesce(b.booked_on, b.from_on, f.uploaded_at::date)::text AS about
    FROM central_travel_bookings b JOIN central_travel_files f ON (f.issuer_id, f.id) = (b.issuer_id, b.file_id)
    WHERE b.issuer_id = ${issuerId}::uuid AND f.template_id = ${template.id}::uuid AND b.result <> 'matched'
      AND NOT b.left_to_hand AND f.uploaded_at > ${daysLater(now(), -WAITS_DAYS)}
    ORDER BY f.uploaded_at, b.row_number`;
  if (waiting.length === 0) return 0;
  const days = waiting.map(({ about }) => about).sort();
  const charges = await chargesAbout(tx, template, { first: days.at(0) as string, last: days.at(-1) as string });
  const matches = [...matchBookings(waiting as Wanted[], charges, ruleOf(template))].map(([id, match]) => ({
    id,
    ...match
  }));
  await tx.$executeRaw`
    UPDATE central_travel_bookings b
    SET result = m.result::central_travel_result, matched_by = m.by, transaction_id = m."chargeId"
    FROM jsonb_to_recordset(${JSON.stringify(matches)}::jsonb) AS m (id uuid, result text, by text, "chargeId" uuid)
    WHERE b.issuer_id = ${issuerId}::uuid AND b.company_id = ${companyId}::uuid AND b.id = m.id
      AND (m.result = 'matched' OR b.result::text <> m.result)`;
  return matches.filter(({ result }) => result === 'matched').length;
}

const ruleOf = ({ values: { tolerance, withoutName } }: CentralTravelTemplate) => ({ tolerance, withoutName });

/** The charges of a template's accounts that bookings of some days may have, with whether another booking has them. */
export async function chargesAbout(
  tx: Transaction,
  { issuerId, ownerId: companyId, values }: CentralTravelTemplate,
  { first, last }: { first: string; last: string },
  scope?: Scope
): Promise<(ChargeAt & Charge)[]> {
  const wanted = { issuerId, companyId, nodeId: values.place };
  const charges = await chargesAt(
    tx,
    { ...wanted, from: dayAfter(first, -POSTED_BEFORE), to: dayAfter(last, POSTED_AFTER) },
    scope
  );
  const taken = await readRows(tx, idRow)`
    SELECT b.transaction_id AS id FROM central_travel_bookings b
    WHERE b.issuer_id = ${issuerId}::uuid AND b.transaction_id = ANY(${charges.map(({ id }) => id)}::uuid[])`;
  const ids = new Set(taken.map(({ id }) => id));
  return charges.map((charge) => ({ ...charge, isTaken: ids.has(charge.id) }));
}

/** Looks every hour for the charges of bookings that wait for them: they come with later feeds. */
export async function matchWaiting(): Promise<void> {
  const templates = await readRows(database(), keyRow)`
    SELECT DISTINCT f.issuer_id AS "issuerId", f.template_id AS id
    FROM central_travel_files f JOIN central_travel_bookings b ON (b.issuer_id, b.file_id) = (f.issuer_id, f.id)
    WHERE b.result <> 'matched' AND NOT b.left_to_hand
      AND f.uploaded_at > ${daysLater(now(), -WAITS_DAYS)}
    ORDER BY 1, 2`;
  for (const key of templates)
    await transaction(async (tx) => {
      const template = await templateOf(tx, key);
      if (!template?.active) return;
      const { issuerId, ownerId: companyId } = template;
      await lockMatches(tx, { issuerId, companyId });
      const count = await matchOfTemplate(tx, template);
      if (count > 0)
        await appendAudit(tx, ORIGIN, {
          issuerId,
          action: 'central_travel_booking.matched',
          entity: 'company',
          entityId: companyId,
          nodeId: companyId,
          details: { count, template: template.values.name }
        });
    }, TIMEOUT);
}
