import { createHash } from 'node:crypto';
import { may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { exists } from '../../core/database/rows';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { fileName } from '../../core/files/file-name';
import type { Upload } from '../../core/files/uploads';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { batchRows } from '../batches/file-rows';
import { headingsOf } from './columns';
import { lockMatches, matchOfTemplate } from './match-waiting';
import { type Booked, readBookings } from './read-bookings';
import { offeredTemplates, templateOf } from './templates';

const TIMEOUT = 60_000;
/** The most rows of a file. */
const MOST_ROWS = 5_000;
/** The most faults that are kept. */
const MOST_FAULTS = 1_000;

/**
 * Imports the bookings of a CSV file or a workbook whole, and matches them to their charges (C3.037D). A file with faults
 * imports nothing and keeps them by row and column; the same content is imported once. Returns the id of the file.
 */
export function uploadBookings(
  principal: Principal,
  { templateId, file }: { templateId: string; file: Pick<Upload, 'name' | 'bytes'> },
  origin: Origin
): Promise<Result<string>> {
  return transaction(async (tx) => {
    if (!may(principal, 'central_travel', 'modify')) return refused({ code: 'forbidden.action' });
    const offered = (await offeredTemplates(principal, tx)).find(({ id }) => id === templateId);
    const template = offered && (await templateOf(tx, offered));
    if (!template) return refused({ code: 'choice.invalid', field: 'template' });
    const { issuerId, ownerId: companyId, values } = template;
    await lockMatches(tx, { issuerId, companyId });
    const hash = createHash('sha256').update(file.bytes).digest();
    const isKnown = await exists(tx)`
      SELECT 1 FROM central_travel_files WHERE issuer_id = ${issuerId}::uuid AND company_id = ${companyId}::uuid
        AND content_hash = ${hash} AND bookings > 0`;
    if (isKnown) return refused({ code: 'central.travel.file.known', field: 'file' });
    const rows = await batchRows('csv', file, MOST_ROWS);
    if (!Array.isArray(rows)) return refused({ ...rows, field: 'file' });
    const { bookings, faults } = readBookings(rows, headingsOf(values), values);
    const [id, name] = [newId(), fileName(file.name) || 'bookings'];
    const read = faults.length === 0 ? bookings : [];
    await tx.$executeRaw`
      INSERT INTO central_travel_files (issuer_id, id, company_id, template_id, user_id, file_name, content_hash, faults,
        bookings, uploaded_at)
      VALUES (${issuerId}::uuid, ${id}::uuid, ${companyId}::uuid, ${templateId}::uuid, ${principal.userId}::uuid, ${name},
        ${hash}, ${JSON.stringify(faults.slice(0, MOST_FAULTS))}::jsonb, ${read.length}, ${now()})`;
    await addBookings(tx, { issuerId, companyId, fileId: id }, read);
    const matched = read.length > 0 ? await matchOfTemplate(tx, template) : 0;
    await recordAct(tx, principal, origin, {
      issuerId,
      nodeId: companyId,
      action: 'central_travel_file.uploaded',
      entity: 'central_travel_file',
      entityId: id,
      details: { file: name, template: values.name, bookings: read.length, matched, faults: faults.length }
    });
    return accepted(id);
  }, TIMEOUT);
}

/** Stores bookings, which have no charge yet. */
async function addBookings(
  tx: Transaction,
  { issuerId, companyId, fileId }: { issuerId: string; companyId: string; fileId: string },
  bookings: readonly Booked[]
): Promise<void> {
  const rows = bookings.map((booking) => ({ id: newId(), ...booking }));
  await tx.$executeRaw`
    INSERT INTO central_travel_bookings (issuer_id, id, company_id, file_id, row_number, booking_number, ticket_number,
      traveller, employee_number, route, from_on, to_on, booked_on, carrier, agent_reference, amount, currency, cost_centre,
      custom)
    SELECT ${issuerId}::uuid, r.id, ${companyId}::uuid, ${fileId}::uuid, r.row, r.booking, r.ticket, r.traveller,
      r.employee, r.route, r."from", r."to", r."bookedOn", r.carrier, r.agent, r.amount, r.currency, r."costCentre", r.custom
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (id uuid, "row" int, booking text, ticket text,
      traveller text, employee text, route text, "from" date, "to" date, "bookedOn" date, carrier text, agent text,
      amount numeric, currency text, "costCentre" text, custom jsonb)`;
}
