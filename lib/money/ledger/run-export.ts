import { z } from 'zod';
import { may, type Principal, principalAgain } from '../../access/policy/principal';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { jsonOf, readRows } from '../../core/database/rows';
import { accepted, type Refusal, refused } from '../../core/entry/refusal';
import { keepLargeFile } from '../../core/files/large-files';
import { now } from '../../core/server/clock';
import { todayAt } from '../../directory/structure/reads/today';
import type { JobHandler, JobRun } from '../../kit/jobs/job-run';
import { markExported } from '../transactions/export-transactions';
import { atTransaction, takenByExport } from '../transactions/reads/joins';
import { recordEventsOf } from '../transactions/record-events';
import { TRANSACTION } from '../transactions/states';
import { bookedParts, fileTotals, totalsOf } from './booked';
import { LedgerRefused } from './cells';
import { codeBookOf } from './code-book';
import { heldExport, type LedgerExport } from './exports';
import { type Layout, withCodes } from './layout';
import { type Line, linesOf } from './lines';
import { approvedOf, exportPlace } from './selection';
import type { ExportPayload } from './start-export';
import { inTaken, TAKEN, take } from './taken';
import { type FileTotals, fileKind, writeFile } from './write-file';

const EXPORT = TRANSACTION.events.export;

/** The number of lines between checks whether the job continues. */
const TOLD = 10_000;

/**
 * Writes a file of an export. The first file takes the approved transactions of the selection and marks them exported
 * in the same transaction that stores the file, so that neither exists without the other.
 */
export const runExport: JobHandler<ExportPayload> = async (run) => {
  const { exportId, fileId, principal: kept, origin } = run.job.payload;
  try {
    const principal = await principalAgain(kept);
    if (!principal || !may(principal, 'ledger_exports', 'run'))
      throw new LedgerRefused({ code: 'user.not.authorized' });
    await inTaken((tx) => writeExport(tx, run, principal, { exportId, fileId, origin }));
    return accepted({ exportId });
  } catch (error) {
    if (!(error instanceof LedgerRefused)) throw error;
    await fail(run.job.issuerId, exportId, error.refusal);
    return refused(error.refusal);
  }
};

const fileRow = z.strictObject({ layout: jsonOf<Layout>(), isWritten: z.boolean() });

async function writeExport(
  tx: Transaction,
  run: JobRun,
  principal: Principal,
  { exportId, fileId, origin }: Pick<ExportPayload, 'exportId' | 'fileId' | 'origin'>
): Promise<void> {
  const held = await heldExport(tx, principal, exportId);
  const node = held && (await exportPlace(principal, held.nodeId, tx));
  if (!held || !node) throw new LedgerRefused({ code: 'not.found' });
  if (held.refusal) throw new LedgerRefused(held.refusal);
  const { issuerId, nodeId } = held;
  const [file] = await readRows(tx, fileRow)`
    SELECT layout, file_id IS NOT NULL AS "isWritten" FROM ledger_files
    WHERE issuer_id = ${issuerId}::uuid AND id = ${fileId}::uuid`;
  // An earlier run committed before it was killed.
  if (!file || file.isWritten) return;
  const isFirst = held.count === null;
  const count = await take(
    tx,
    isFirst
      ? approvedOf(principal, node, { from: held.firstDay, to: held.lastDay, currency: held.currency })
      : exportedIn(issuerId, exportId)
  );
  if (count === 0) throw new LedgerRefused({ code: 'ledger.nothing' });
  const lines = await keepFile(tx, run, held, { fileId, layout: file.layout, ownerUserId: principal.userId });
  if (isFirst) await keepExported(tx, principal, held, count);
  await run.save({ done: lines, total: lines });
  await run.confirm(tx);
  if (isFirst)
    await recordEventsOf(tx, principal, origin, {
      event: 'export',
      keys: TAKEN,
      issuerId,
      nodeId,
      details: { 'before.state': EXPORT.from[0], 'after.state': EXPORT.to, export: exportId }
    });
}

/** The transactions of an export that weren't reversed. */
const exportedIn = (issuerId: string, exportId: string) => Prisma.sql`
  SELECT t.issuer_id, t.posting_date, t.id
  FROM ${takenByExport(issuerId, exportId)} e ${atTransaction('e')}
  WHERE t.exported_in = ${exportId}::uuid
  ORDER BY t.issuer_id, t.posting_date, t.id`;

/** Writes the file of the taken transactions, and checks that it contains their exact total. */
async function keepFile(
  tx: Transaction,
  run: JobRun,
  { issuerId, id, number, firstDay, lastDay }: LedgerExport,
  { fileId, layout: asked, ownerUserId }: { fileId: string; layout: Layout; ownerUserId: string }
): Promise<number> {
  const hasOffset = Boolean(asked.offset);
  const codes = await codeBookOf(tx, issuerId, TAKEN);
  const layout = withCodes(asked, codes.names());
  const totals = await fileTotals(tx, TAKEN, hasOffset);
  const written: FileTotals = { count: 0, lines: 0, total: 0n, debit: 0n, credit: 0n };
  const { mediaType, extension } = fileKind(layout);
  const context = { exportNumber: number, day: await todayAt(issuerId, tx), offset: asked.offset, codes };
  const lines = counted(run, linesOf(bookedParts(tx, TAKEN), hasOffset), written, totals.lines);
  const file = await keepLargeFile(
    {
      issuerId,
      name: `ledger-${number}_${firstDay}_${lastDay}.${extension}`,
      mediaType,
      ownerUserId: null,
      expiresAt: null
    },
    writeFile(layout, context, totals, lines),
    tx
  );
  for (const name of ['count', 'lines', 'total', 'debit', 'credit'] as const)
    if (written[name] !== totals[name])
      throw new Error(`export ${id}: ${name} is ${written[name]}, not ${totals[name]}`);
  await tx.ledgerFile.updateMany({
    where: { issuerId, id: fileId },
    data: { fileId: file.id, lines: totals.lines, size: file.size, sha256: file.sha256, writtenAt: now(), ownerUserId }
  });
  return totals.lines;
}

/** Passes the lines through, adds them up, and reports the job's progress. @throws JobStopped */
export async function* counted(
  run: JobRun,
  lines: AsyncIterable<Line>,
  written: FileTotals,
  expected: number
): AsyncGenerator<Line> {
  for await (const line of lines) {
    const { units, isOffset, transactionNumber } = line;
    written.lines++;
    written.count = transactionNumber;
    if (!isOffset) written.total += units;
    if (units > 0n) written.debit += units;
    else written.credit -= units;
    if (written.lines % TOLD === 0) await run.save({ done: written.lines, total: expected });
    yield line;
  }
}

async function keepExported(
  tx: Transaction,
  { userId }: Principal,
  { issuerId, id }: LedgerExport,
  count: number
): Promise<void> {
  const at = now();
  await markExported(tx, TAKEN, { exportId: id, userId, at, count });
  const totals = await totalsOf(tx, TAKEN);
  await tx.ledgerExport.updateMany({
    where: { issuerId, id },
    data: { status: 'exported', count, totals: totals as object, exportedAt: at }
  });
}

/** Marks an export as failed, which then took no transactions; a written export stays as it is. */
async function fail(issuerId: string, exportId: string, refusal: Refusal): Promise<void> {
  await database().$executeRaw`
    UPDATE ledger_exports SET status = 'failed', refusal = ${JSON.stringify(refusal)}::jsonb
    WHERE issuer_id = ${issuerId}::uuid AND id = ${exportId}::uuid AND status = 'waiting'`;
}
