import type { Principal } from '../access/principal';
import type { Origin } from '../core/audit';
import type { NamedRow } from '../listing/page';
import type { BulkAction } from './bulk-action';

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

/** Does it to one row, in a transaction of its own: a refusal stops none of the others. */
export async function doOne(
  report: BulkReport,
  principal: Principal,
  { run }: BulkAction,
  row: NamedRow,
  origin: Origin
): Promise<BulkReport> {
  const result = await run(principal, row, origin);
  const said = (remark: Omit<Remark, 'name'>): Remark[] =>
    report.remarks.length < MOST_REMARKS ? [...report.remarks, { name: row.name, ...remark }] : report.remarks;
  if (result.ok)
    return {
      ...report,
      done: report.done + 1,
      remarks: result.value === null ? report.remarks : said({ code: result.value })
    };
  const { code, message, params } = result.refusal;
  return {
    ...report,
    refused: report.refused + 1,
    remarks: said({ code: message ?? code, ...(params && { params }) })
  };
}
