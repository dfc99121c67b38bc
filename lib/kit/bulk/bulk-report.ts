import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { database, type Transaction } from '../../core/database/database';
import { groupBy } from '../../core/database/group-by';
import { readRows, textOf } from '../../core/database/rows';
import type { TextKey } from '../../core/language/text-key';
import { type NamedRow, namedRow } from '../listing/named-rows';
import type { Remark, Tally } from './run-bulk';

/** A remark and its rows: `rows` are the first of `count`. */
export interface RemarkGroup extends Pick<Remark, 'code' | 'params'> {
  count: number;
  rows: NamedRow[];
}

/** The outcome of a bulk action. */
export interface BulkReport extends Tally {
  /** The most frequent remark first. */
  groups: RemarkGroup[];
  /** Whether `groups` is truncated. */
  isCut?: true;
}

/** The limits of the report; the job's file contains everything. */
const MOST = { groups: 50, rows: 20 };
/** The number of remarks read at a time for the file. */
const PAGE = 2_000;

/** The report of rows that were processed while the user waited. */
export function reportOf(tally: Tally, remarks: readonly Remark[]): BulkReport {
  const groups = [...groupBy(remarks, ({ code, params }) => JSON.stringify([code, params])).values()].map((alike) => {
    const [{ code, params }] = alike as [Remark];
    const rows = alike.map(({ issuerId, id, name }) => ({ issuerId, id, name }));
    return { code, ...(params && { params }), count: rows.length, rows };
  });
  return { ...tally, groups: groups.sort((one, other) => other.count - one.count) };
}

/** Stores the remarks of a job's rows, in the transaction that saves its progress. */
export async function keepRemarks(
  tx: Pick<Transaction, '$executeRaw'>,
  job: { issuerId: string; id: string },
  remarks: readonly Remark[]
): Promise<void> {
  if (remarks.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO bulk_remarks (issuer_id, job_id, at, record_issuer_id, record_id, name, code, params)
    SELECT ${job.issuerId}::uuid, ${job.id}::uuid, r.at, r."issuerId", r.id, r.name, r.code, r.params
    FROM jsonb_to_recordset(${JSON.stringify(remarks)}::jsonb)
      AS r(at int, "issuerId" uuid, id uuid, name text, code text, params jsonb)`;
}

/** The stored parameters; null if a text has none. */
const params = z
  .record(z.string(), z.union([z.string(), z.number(), z.strictObject({ text: textOf<TextKey>() })]))
  .nullable();
const groupRow = z.strictObject({ code: textOf<TextKey>(), params, count: z.number(), rows: z.array(namedRow) });
const remarkRow = namedRow.extend({ at: z.number(), code: textOf<TextKey>(), params });

/** With its parameters, if any. */
const withParams = <Row extends { params: z.infer<typeof params> }>({ params, ...row }: Row) => ({
  ...row,
  ...(params !== null && { params })
});

/** The report of a job of the principal's issuer. */
export async function reportOfJob({ issuerId }: Principal, jobId: string, tally: Tally): Promise<BulkReport> {
  const groupRows = await readRows(database(), groupRow)`
    SELECT code, params, count(*)::int AS count,
      to_jsonb((array_agg(jsonb_build_object('issuerId', record_issuer_id, 'id', record_id, 'name', name) ORDER BY at))
        [1:${MOST.rows}::int]) AS rows
    FROM bulk_remarks WHERE issuer_id = ${issuerId}::uuid AND job_id = ${jobId}::uuid
    GROUP BY code, params ORDER BY count(*) DESC, min(at) LIMIT ${MOST.groups + 1}`;
  const groups = groupRows.slice(0, MOST.groups).map(withParams);
  const isCut = groupRows.length > MOST.groups || groups.some(({ count, rows }) => count > rows.length);
  return { ...tally, groups, ...(isCut && { isCut }) };
}

/** All remarks about the rows of a job of the principal's issuer, in order. */
export async function* remarksOfJob({ issuerId }: Principal, jobId: string): AsyncGenerator<Remark> {
  for (let after = 0; ; ) {
    const page: z.infer<typeof remarkRow>[] = await readRows(database(), remarkRow)`
      SELECT at, record_issuer_id AS "issuerId", record_id AS id, name, code, params FROM bulk_remarks
      WHERE issuer_id = ${issuerId}::uuid AND job_id = ${jobId}::uuid AND at > ${after} ORDER BY at LIMIT ${PAGE}`;
    yield* page.map(withParams);
    if (page.length < PAGE) return;
    after = (page.at(-1) as z.infer<typeof remarkRow>).at;
  }
}
