import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { todayAt } from '../../directory/structure/reads/today';
import { inPart } from '../transactions/in-part';
import { transactionsThat } from '../transactions/reads/transactions-that';
import { bookedParts, fileTotals } from './booked';
import { LedgerRefused } from './cells';
import { codeBookOf } from './code-book';
import { type Layout, layoutFault, withCodes } from './layout';
import { type Line, linesOf } from './lines';
import { textLines } from './write-file';

/** The number of transactions in a preview. */
const SHOWN = 5;

const newestRow = z.strictObject({ issuer_id: z.string(), posting_date: z.string(), id: z.string() });

/** The first lines of a file by a layout, with the newest transactions that the principal sees. */
export async function previewLines(principal: Principal, layout: Layout): Promise<Result<string[]>> {
  if (!may(principal, 'ledger_exports', 'view')) return refused({ code: 'forbidden.action' });
  const fault = layoutFault(layout);
  if (fault) return refused(fault);
  const { issuerId } = principal;
  const seen = await inPart(principal);
  try {
    return await transaction(async (tx) => {
      const newest = await readRows(tx, newestRow)`
        SELECT t.issuer_id, t.posting_date::text, t.id
        FROM ${transactionsThat(issuerId, Prisma.sql`${seen} AND t.state IN ('approved', 'exported')`)}
        ORDER BY t.posting_date DESC, t.id DESC LIMIT ${SHOWN}`;
      const keys = Prisma.sql`(SELECT r.* FROM jsonb_to_recordset(${JSON.stringify(newest)}::jsonb) AS r (issuer_id uuid, posting_date date, id uuid))`;
      const hasOffset = Boolean(layout.offset);
      const codes = await codeBookOf(tx, issuerId, keys);
      const context = { exportNumber: 1, day: await todayAt(issuerId, tx), offset: layout.offset, codes };
      const totals = await fileTotals(tx, keys, hasOffset);
      const lines: Line[] = [];
      for await (const line of linesOf(bookedParts(tx, keys), hasOffset)) lines.push(line);
      const whole = withCodes(layout, codes.names());
      // A spreadsheet is previewed as the text of its cells.
      const asText: Layout = layout.format === 'xlsx' ? { ...whole, format: 'csv', headings: true } : whole;
      const shown: string[] = [];
      for await (const line of textLines(asText, context, totals, each(lines))) shown.push(line.replace(/\r?\n$/, ''));
      return accepted(shown);
    });
  } catch (error) {
    if (error instanceof LedgerRefused) return refused(error.refusal);
    throw error;
  }
}

async function* each<T>(rows: readonly T[]): AsyncGenerator<T> {
  yield* rows;
}
