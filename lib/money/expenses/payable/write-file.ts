import { z } from 'zod';
import { eyesFault } from '../../../access/policy/features';
import { may, type Principal } from '../../../access/policy/principal';
import { recordAct } from '../../../access/policy/record-act';
import type { Origin } from '../../../core/audit/audit';
import { type Transaction, transaction } from '../../../core/database/database';
import { readRows } from '../../../core/database/rows';
import { accepted, type Result, refused } from '../../../core/entry/refusal';
import { keepLargeFile } from '../../../core/files/large-files';
import { SPREADSHEET_TYPE } from '../../../core/files/spreadsheet-writer';
import { newId } from '../../../core/secrets/ids';
import { now } from '../../../core/server/clock';
import { seenNode } from '../../../directory/structure/nodes';
import { settledBy } from '../settled-by';
import { type DueReport, digestOf, heldDue, totalsOf } from './due';
import { csvOf, sheetOf } from './file-text';
import { lockPayables } from './lock-payables';

/** Files are written in one transaction, with every report that is due. */
const PATIENCE_MILLIS = 120_000;

/** Of which company, and the digest of the due reports that the page showed. */
export const payableSchema = z.object({
  companyId: z.guid('not.found'),
  digest: z.string('not.found').regex(/^[0-9a-f]{64}$/, 'not.found')
});

/**
 * Writes what a company's approved reports leave to be paid back or owed to a file, as the page showed it: of two people
 * one writes it, and the other finds that it is no longer due. Returns the file's id.
 */
export function writePayableFile(
  principal: Principal,
  { companyId, digest }: z.output<typeof payableSchema>,
  origin: Origin
): Promise<Result<string>> {
  return transaction(async (tx) => {
    if (!may(principal, 'payable_files', 'run')) return refused({ code: 'forbidden.action' });
    const closed = eyesFault(principal, 'exports');
    if (closed) return refused(closed);
    const company = await seenNode(principal, companyId, tx);
    if (company?.kind !== 'company' || company.issuerId !== principal.issuerId) return refused({ code: 'not.found' });
    await lockPayables(tx, company.issuerId);
    const due = await heldDue(tx, principal, companyId);
    if (due.length === 0) return refused({ code: 'payable.nothing' });
    if (digestOf(due) !== digest) return refused({ code: 'payable.changed' });
    const id = newId();
    const number = await addFile(tx, principal, { id, companyId, due });
    await recordAct(tx, principal, origin, {
      issuerId: company.issuerId,
      nodeId: companyId,
      action: 'payable_file.written',
      entity: 'payable_file',
      entityId: id,
      details: { number, reports: due.length, ...inAudit(due) }
    });
    return accepted(id);
  }, PATIENCE_MILLIS);
}

/** The totals by currency for the audit. */
const inAudit = (due: readonly DueReport[]) =>
  Object.fromEntries(
    totalsOf(due).flatMap(({ currency, own, personal, advance, balance }) => [
      [`own.${currency}`, own],
      [`personal.${currency}`, personal],
      ...(advance === '0' ? [] : [[`advance.${currency}`, advance] as const]),
      [`balance.${currency}`, balance]
    ])
  );

const numberedRow = z.strictObject({ number: z.number() });

/** Adds the file with its bytes and its reports. Returns its number. */
async function addFile(
  tx: Transaction,
  { issuerId, userId }: Principal,
  { id, companyId, due }: { id: string; companyId: string; due: readonly DueReport[] }
): Promise<number> {
  const [numbered] = await readRows(tx, numberedRow)`
    SELECT coalesce(max(number), 0) + 1 AS number FROM payable_files
    WHERE issuer_id = ${issuerId}::uuid AND company_id = ${companyId}::uuid`;
  const number = numbered?.number ?? 1;
  const kept = { issuerId, ownerUserId: null, expiresAt: null };
  const csv = await keepLargeFile(
    { ...kept, name: `payable-${number}.csv`, mediaType: 'text/csv; charset=utf-8' },
    inChunks(csvOf(number, due)),
    tx
  );
  const sheet = await keepLargeFile(
    { ...kept, name: `payable-${number}.xlsx`, mediaType: SPREADSHEET_TYPE },
    sheetOf(number, due),
    tx
  );
  await tx.$executeRaw`
    INSERT INTO payable_files (issuer_id, id, company_id, number, report_count, written_at, written_by, csv_id, sheet_id)
    VALUES (${issuerId}::uuid, ${id}::uuid, ${companyId}::uuid, ${number}, ${due.length}, ${now()}, ${userId}::uuid,
      ${csv.id}::uuid, ${sheet.id}::uuid)`;
  const entries = due.map(({ id: report, currency, own, personal, advance }) => ({
    report,
    currency,
    own,
    personal,
    advance
  }));
  await tx.$executeRaw`
    INSERT INTO payable_entries (issuer_id, file_id, report_id, currency, own, personal, advance)
    SELECT ${issuerId}::uuid, ${id}::uuid, e.report, e.currency, e.own, e.personal, e.advance
    FROM jsonb_to_recordset(${JSON.stringify(entries)}::jsonb)
      AS e (report uuid, currency char(3), own numeric, personal numeric, advance numeric)`;
  await settledBy(
    tx,
    issuerId,
    due.map((report) => report.id),
    'payable_file'
  );
  return number;
}

async function* inChunks(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
