import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import type { Transaction } from '../../core/database/database';
import { sqlCount } from '../../core/database/names';
import { reading } from '../../core/database/replica';
import { type Reader, readRows } from '../../core/database/rows';
import type { Column } from '../listing/listing';
import { roomToAddUp } from './facts';
import { reportColumns, reportSelect } from './report-select';
import type { ReportSource } from './report-source';

/** The number of rows of a preview. */
const PREVIEWED = 50;
/** The number of rows that a cursor fetches at a time. */
const FETCHED = 2_000;
/** A statement has its own, shorter limit. */
const LONGEST = { timeout: 60_000 };
const countRow = z.strictObject({ count: z.number() });

/** The columns are those of the report, which its declaration types. */
const reportRow = z.looseObject({});
type ReportRow = z.infer<typeof reportRow>;

/** Opens the sealed parts of texts. */
function opened(columns: readonly [string, Column][], row: ReportRow): ReportRow {
  for (const [name, { read }] of columns) if (read && typeof row[name] === 'string') row[name] = read(row[name]);
  return row;
}

/** The first rows of a report, as its file would have them now. */
export async function previewReport(principal: Principal, source: ReportSource): Promise<ReportRow[]> {
  const columns = reportColumns(source);
  const select = await reportSelect(principal, source);
  const first = (db: Reader) => readRows(db, reportRow)`${select} LIMIT ${PREVIEWED}`;
  const isGrouped = source.definition.groups.length > 0;
  const rows = await reading((db) =>
    isGrouped
      ? db.$transaction(async (tx) => {
          await roomToAddUp(tx);
          return first(tx);
        }, LONGEST)
      : first(db)
  );
  return rows.map((row) => opened(columns, row));
}

/** The number of rows of a report. */
export async function countReport(principal: Principal, source: ReportSource): Promise<number> {
  const select = await reportSelect(principal, source);
  const [row] = await reading((db) => readRows(db, countRow)`SELECT count(*)::int AS count FROM (${select}) AS rows`);
  return row?.count ?? 0;
}

const planRow = z.looseObject({ 'QUERY PLAN': z.array(z.object({ Plan: z.object({ 'Plan Rows': z.number() }) })) });

/** The number of rows that the database expects of a report, without reading any. */
export async function expectedRows(principal: Principal, source: ReportSource): Promise<number> {
  const select = await reportSelect(principal, source);
  const [row] = await reading((db) => readRows(db, planRow)`EXPLAIN (FORMAT JSON) ${select}`);
  return Math.round(row?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0);
}

/** The number of rows in a transaction `atOneMoment`, which may take as long as its file. */
export async function countWithin(tx: Transaction, principal: Principal, source: ReportSource): Promise<number> {
  const [row] = await readRows(tx, countRow)`
    SELECT count(*)::int AS count FROM (${await reportSelect(principal, source)}) AS rows`;
  return row?.count ?? 0;
}

/** All rows of a report by a cursor of a transaction `atOneMoment`: they are never all in memory. */
export async function* reportRows(
  tx: Transaction,
  principal: Principal,
  source: ReportSource
): AsyncGenerator<ReportRow> {
  const columns = reportColumns(source);
  await tx.$executeRaw`DECLARE report NO SCROLL CURSOR FOR ${await reportSelect(principal, source)}`;
  for (;;) {
    const rows = await readRows(tx, reportRow)`FETCH ${sqlCount(FETCHED)} FROM report`;
    for (const row of rows) yield opened(columns, row);
    if (rows.length < FETCHED) return;
  }
}
