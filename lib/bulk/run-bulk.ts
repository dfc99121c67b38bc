import type { Principal } from '../access/principal';
import type { Origin } from '../core/audit';
import type { Transaction } from '../core/database';
import type { Refusal } from '../core/refusal';
import type { NamedRow } from '../listing/named-rows';
import type { RowAction, SetAction } from './bulk-action';

/** What is said of one row: why it was refused, or what else came of it than was asked. */
export interface Remark {
  name: string;
  code: string;
  params?: Record<string, string | number>;
}

/** What a bulk action came to. */
export interface BulkReport {
  done: number;
  refused: number;
  /** The first of them. */
  remarks: Remark[];
}

/** Remarks that are kept; nobody reads more, and those who must can do the rest again. */
const MOST_REMARKS = 100;

export const NOTHING_DONE: BulkReport = { done: 0, refused: 0, remarks: [] };

const said = ({ remarks }: BulkReport, remark: Remark): Remark[] =>
  remarks.length < MOST_REMARKS ? [...remarks, remark] : remarks;

const declined = (report: BulkReport, name: string, { code, message, params }: Refusal): BulkReport => ({
  ...report,
  refused: report.refused + 1,
  remarks: said(report, { name, code: message ?? code, ...(params && { params }) })
});

/** Does it to one row, in a transaction of its own: a refusal stops none of the others. */
export async function doOne(
  report: BulkReport,
  principal: Principal,
  { run }: RowAction,
  row: NamedRow,
  origin: Origin
): Promise<BulkReport> {
  const result = await run(principal, row, origin);
  if (!result.ok) return declined(report, row.name, result.refusal);
  const remarks = result.value === null ? report.remarks : said(report, { name: row.name, code: result.value });
  return { ...report, done: report.done + 1, remarks };
}

/** Does it to many rows at once, in the caller's transaction. */
export async function doAll(
  tx: Transaction,
  report: BulkReport,
  principal: Principal,
  { runAll }: SetAction,
  rows: readonly NamedRow[],
  origin: Origin,
  parameters: unknown
): Promise<BulkReport> {
  const refusals = await runAll(
    tx,
    principal,
    rows.map(({ id }) => id),
    origin,
    parameters
  );
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return refusals.reduce((told, { id, refusal }) => declined(told, names.get(id) ?? id, refusal), {
    ...report,
    done: report.done + rows.length - refusals.length
  });
}
