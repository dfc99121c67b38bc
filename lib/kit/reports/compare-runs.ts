import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import type { Transaction } from '../../core/database/database';
import { sqlCount } from '../../core/database/names';
import { readRows } from '../../core/database/rows';
import type { Locale } from '../../core/language/locales';
import { timeZoneAt } from '../../directory/structure/reads/today';
import { todayIn } from '../listing/issuer-days';
import { conditionOf } from '../listing/select';
import type { ReportFormat } from './kept';
import { reportColumns } from './report-select';
import type { ReportSource } from './report-source';

/** The most people that a comparison names. */
const MOST_PEOPLE = 5;

/** How the rows of a run differ from those of the last run that selected the same. */
export const comparisonSchema = z.strictObject({
  /** The earlier run, and when it began. */
  runId: z.guid(),
  at: z.iso.datetime(),
  isIdentical: z.boolean(),
  /** The number of rows of the earlier run. */
  before: z.number(),
  /** The rows of the same period and scope that were added or changed since; null: the data set has no histories. */
  changed: z
    .strictObject({
      count: z.number(),
      /** Those who did it, the most of it first; null: the bank's data or the system. */
      people: z.array(z.strictObject({ userId: z.guid().nullable(), count: z.number() }))
    })
    .nullable()
});
export type Comparison = z.output<typeof comparisonSchema>;

/** Whether the period of a report had closed before today, so that its rows should not change any more. */
export async function hasClosed(principal: Principal, { query, dataSet }: ReportSource): Promise<boolean> {
  const period = query.filters[dataSet.period];
  return period?.to !== undefined && !period.is && period.to < todayIn(await timeZoneAt(principal.issuerId));
}

/**
 * A digest of all that decides the rows of a run and how they are written: whose they are, the columns that this person may
 * see, filters with the days of the period, groups, format and language. Its name, password and cover don't count.
 */
export function selectionOf(
  { issuerId, userId, scope }: Principal,
  source: ReportSource,
  { format, locale }: { format: ReportFormat; locale: Locale }
): Uint8Array<ArrayBuffer> {
  const { definition } = source;
  const sorted = (query: string) => [...new URLSearchParams(query)].map((pair) => pair.join('=')).sort();
  const parts = [
    ...[issuerId, userId, scope.subtrees.map(({ nodeId }) => nodeId).sort(), format, locale],
    ...[definition.dataSet, reportColumns(source).map(([name]) => name), definition.columns, definition.groups],
    ...[sorted(definition.query), definition.anyOf.map(sorted), definition.calculated],
    ...[definition.pivot, definition.largest, Object.entries(definition.headings).sort()]
  ];
  return new Uint8Array(createHash('sha256').update(JSON.stringify(parts)).digest());
}

/** What a run knows of itself when its rows are written. */
export interface Written {
  selection: Uint8Array;
  rowsSha256: Uint8Array;
}

/** The last run that selected the same as one that is written now, against it; null: there is none. */
export async function comparedWithLast(
  tx: Transaction,
  principal: Principal,
  source: ReportSource,
  { selection, rowsSha256 }: Written
): Promise<Comparison | null> {
  const last = await tx.reportRun.findFirst({
    where: { issuerId: principal.issuerId, selection: new Uint8Array(selection), ownerUserId: principal.userId },
    orderBy: { createdAt: 'desc' }
  });
  if (!last?.rowsSha256) return null;
  const isIdentical = Buffer.from(last.rowsSha256).equals(rowsSha256);
  const since = last.dataUntil ?? last.createdAt;
  return {
    runId: last.id,
    at: last.createdAt.toISOString(),
    isIdentical,
    before: Number(last.rowCount),
    changed: isIdentical ? null : await changesSince(tx, principal, source, since)
  };
}

const changeRow = z.strictObject({ userId: z.string().nullable(), isTotal: z.boolean(), count: z.number() });

/** What was done since to the rows of the report's period in the principal's scope, by the histories of the data set. */
async function changesSince(
  tx: Transaction,
  principal: Principal,
  { listing, dataSet, query }: ReportSource,
  since: Date
): Promise<Comparison['changed']> {
  if (!dataSet.changedSince) return null;
  const { [dataSet.period]: period } = query.filters;
  // Whatever the other filters: a change may be what a row came in or went out by.
  const within = { ...query, text: '', filters: period ? { [dataSet.period]: period } : {}, anyOf: [], columns: [] };
  const rows = await readRows(tx, changeRow)`
    SELECT change.actor AS "userId", GROUPING(change.actor) = 1 AS "isTotal", count(DISTINCT ${listing.id})::int AS count
    FROM ${listing.from(principal)} JOIN LATERAL (${dataSet.changedSince(since)}) AS change (actor) ON TRUE
    WHERE ${await conditionOf(principal, listing, within)}
    GROUP BY GROUPING SETS ((change.actor), ()) ORDER BY 3 DESC, 1 LIMIT ${sqlCount(MOST_PEOPLE + 1)}`;
  return {
    count: rows.find(({ isTotal }) => isTotal)?.count ?? 0,
    people: rows.flatMap(({ userId, isTotal, count }) => (isTotal ? [] : [{ userId, count }]))
  };
}

/** Passes rows on, and adds each to a digest. */
export async function* digesting<Row>(rows: AsyncIterable<Row>, digest: (text: string) => void): AsyncGenerator<Row> {
  for await (const row of rows) {
    digest(`${JSON.stringify(row)}\n`);
    yield row;
  }
}

/** The digest of the rows of a file while they are written. */
export function rowsDigest() {
  const hash = createHash('sha256');
  return {
    add: (part: string | Uint8Array) => void hash.update(part),
    value: (): Uint8Array<ArrayBuffer> => new Uint8Array(hash.digest())
  };
}
