import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { exists } from '../../core/database/rows';
import { plainText } from '../../core/entry/plain-text';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import type { Lists } from '../bulk/declared-lists';
import type { Listing } from '../listing/listing';
import { type ListQuery, writeQuery } from '../listing/query';
import { isAskable } from './answers';
import { calculationFault } from './calculated';
import { definitionSchema, MOST_COLUMNS, type ReportDefinition } from './definition';
import { reportColumns } from './report-select';
import { reportSource } from './report-source';
import { seenReport } from './saved-reports';

/** A report as entered. */
export const savedReportSchema = z.object({
  name: plainText({ max: 60 }),
  definition: definitionSchema
});
type SavedReportEntry = z.output<typeof savedReportSchema>;

/** The maximum number of one user's reports. */
const MOST_REPORTS = 200;

/**
 * The definition as it is saved: with known columns, groups and filters alone. Refuses a data set that the principal
 * may not see (C6.027), and more columns than a spreadsheet report may have (C9.018).
 */
function checkedDefinition(lists: Lists, principal: Principal, definition: ReportDefinition): Result<ReportDefinition> {
  const source = reportSource(lists, principal, definition);
  if (!source) return refused({ code: 'report.not.permitted' });
  const { listing, definition: known } = source;
  const fault = calculationFault(listing, known.columns, definition.calculated);
  if (fault) return refused({ ...fault, field: 'calculated' });
  const count = reportColumns(source).reduce((sum, [, { currency }]) => sum + (currency ? 2 : 1), 0);
  if (count > MOST_COLUMNS)
    return refused({ code: 'report.columns.many', field: 'columns', params: { most: MOST_COLUMNS } });
  const query = new URLSearchParams({
    ...source.listing.parameters,
    ...Object.fromEntries(writeQuery(source.listing, source.query))
  });
  query.delete('columns');
  query.delete('size');
  const { columns, groups, pivot } = source.definition;
  const anyOf = source.query.anyOf.map((filters) => filtersText(listing, source.query, filters));
  const own = source.calculated.map(({ name }) => name);
  const shown = reportColumns(source).flatMap(([name]) => (own.includes(name) ? [] : name));
  const headings = Object.entries(definition.headings).filter(([name]) => shown.includes(name));
  const ask = definition.ask.filter((name) => isAskable(listing.columns[name]) && name !== source.dataSet.period);
  return accepted({
    ...definition,
    columns,
    groups,
    pivot,
    anyOf,
    ask,
    query: query.toString(),
    headings: Object.fromEntries(headings)
  });
}

/** The filters of a group of conditions as a text, without anything else of the query. */
function filtersText(listing: Listing, query: ListQuery, filters: ListQuery['filters']): string {
  const { column: sort, descending = false } = listing.order;
  const text = writeQuery(listing, { ...query, text: '', filters, sort, descending });
  text.delete('columns');
  text.delete('size');
  return text.toString();
}

/** Saves a report under a new name (C3.035). */
export function createReport(
  lists: Lists,
  principal: Principal,
  entry: SavedReportEntry,
  origin: Origin
): Promise<Result<string>> {
  return saved(lists, principal, entry, async (tx, data) => {
    const { issuerId, userId } = principal;
    const count = await tx.reportDefinition.count({ where: { issuerId, ownerUserId: userId } });
    if (count >= MOST_REPORTS) return refused({ code: 'report.many', params: { most: MOST_REPORTS } });
    if (await isTaken(tx, { issuerId, ownerUserId: userId, name: data.name, id: null })) return TAKEN;
    const id = newId();
    await tx.reportDefinition.createMany({
      data: { ...data, issuerId, id, ownerUserId: userId, createdAt: now(), updatedAt: now() }
    });
    await record(tx, principal, origin, 'report.created', id, data);
    return accepted(id);
  });
}

/** Changes a saved report: whoever `mayChange` it. */
export function changeReport(
  lists: Lists,
  principal: Principal,
  { id, version }: { id: string; version: number },
  entry: SavedReportEntry,
  origin: Origin
): Promise<Result<string>> {
  return saved(lists, principal, entry, async (tx, data) => {
    const seen = await seenReport(principal, id, tx);
    if (!seen) return refused({ code: 'not.found' });
    if (!seen.mayChange) return refused({ code: 'forbidden.action' });
    const { issuerId } = principal;
    const { ownerUserId } = await tx.reportDefinition.findUniqueOrThrow({ where: { issuerId_id: { issuerId, id } } });
    if (await isTaken(tx, { issuerId, ownerUserId, name: data.name, id })) return TAKEN;
    const { count } = await tx.reportDefinition.updateMany({
      where: { issuerId, id, version },
      data: { ...data, version: { increment: 1 }, updatedAt: now() }
    });
    if (count === 0) return refused({ code: 'record.changed', params: { version: seen.version } });
    await record(tx, principal, origin, 'report.changed', id, data);
    return accepted(id);
  });
}

/** Deletes a saved report; files of its runs stay until they expire. One with schedules is refused. */
export function deleteReport(principal: Principal, id: string, origin: Origin): Promise<Result<null>> {
  return transaction(async (tx) => {
    const seen = await seenReport(principal, id, tx);
    if (!seen) return refused({ code: 'not.found' });
    if (!seen.mayManage) return refused({ code: 'forbidden.action' });
    // A schedule that is made meanwhile waits for this row, and is refused when it is gone.
    await tx.$executeRaw`
      SELECT 1 FROM report_definitions WHERE issuer_id = ${principal.issuerId}::uuid AND id = ${id}::uuid FOR UPDATE`;
    const schedules = await tx.reportSchedule.count({
      where: { issuerId: principal.issuerId, definitionId: id, deletedAt: null }
    });
    if (schedules > 0) return refused({ code: 'report.scheduled', params: { count: schedules } });
    await tx.reportDefinition.deleteMany({ where: { issuerId: principal.issuerId, id } });
    await record(tx, principal, origin, 'report.deleted', id, { name: seen.name, dataSet: seen.definition.dataSet });
    return accepted(null);
  });
}

const TAKEN = refused({ code: 'report.name.taken', field: 'name' });

type Data = ReportDefinition & Pick<SavedReportEntry, 'name'>;

function saved(
  lists: Lists,
  principal: Principal,
  { name, definition }: SavedReportEntry,
  write: (tx: Transaction, data: Data) => Promise<Result<string>>
): Promise<Result<string>> {
  return transaction(async (tx) => {
    if (!may(principal, 'reports', 'modify')) return refused({ code: 'forbidden.action' });
    const checked = checkedDefinition(lists, principal, definition);
    if (!checked.ok) return checked;
    // One user's saves come one after the other, so that the limit and the names hold.
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${`reports/${principal.issuerId}`}))`;
    return write(tx, { ...checked.value, name });
  });
}

const isTaken = (
  tx: Transaction,
  { issuerId, ownerUserId, name, id }: { issuerId: string; ownerUserId: string; name: string; id: string | null }
): Promise<boolean> => exists(tx)`
    SELECT 1 FROM report_definitions WHERE issuer_id = ${issuerId}::uuid AND owner_user_id = ${ownerUserId}::uuid
      AND lower(name) = lower(${name}) AND id IS DISTINCT FROM ${id}::uuid`;

const record = (
  tx: Transaction,
  principal: Principal,
  origin: Origin,
  action: 'report.created' | 'report.changed' | 'report.deleted',
  id: string,
  { name, dataSet }: Pick<Data, 'name' | 'dataSet'>
) =>
  recordAct(tx, principal, origin, {
    issuerId: principal.issuerId,
    action,
    entity: 'report',
    entityId: id,
    details: { name, dataSet }
  });
