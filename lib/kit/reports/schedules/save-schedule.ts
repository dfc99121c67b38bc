import { may, type Principal } from '../../../access/policy/principal';
import { recordAct } from '../../../access/policy/record-act';
import type { Origin } from '../../../core/audit/audit';
import { type Transaction, transaction } from '../../../core/database/database';
import { exists } from '../../../core/database/rows';
import { accepted, type Result, refused } from '../../../core/entry/refusal';
import { newId } from '../../../core/secrets/ids';
import { now } from '../../../core/server/clock';
import type { Lists } from '../../bulk/declared-lists';
import { sealPassword } from '../file-password';
import { type KnownReport, knownReport, type StandardReports } from '../known-report';
import { periodOf } from '../period';
import { ownFiscalStart } from '../period-days';
import { NOT_PERMITTED } from '../start-run';
import { ownCycles } from './cycles';
import { feedSources } from './feed-sources';
import { ownHolidays } from './holidays';
import { mailFault } from './mail-rules';
import { nextDue } from './next-due';
import { inOrderOfReach, peopleAtPlace } from './people-at-place';
import { pickedRecipients, recipientsOf } from './recipients';
import { ADJUSTED, FIELDS_OF } from './rule';
import { hasEnded, type Schedule, seenSchedule } from './schedule';
import type { ScheduleEntry } from './schema';
import { timingOf } from './timing';

/** The most schedules of one user. */
const MOST_SCHEDULES = 50;

/** The right to schedule what one may run (C6.027). */
export const maySchedule = (principal: Principal): boolean =>
  may(principal, 'report_schedules', 'modify') && may(principal, 'reports', 'run');

/** Schedules a report for people in the principal's scope, each of whom gets it under their own right (C1.008, C2.083). */
export function createSchedule(
  lists: Lists,
  standard: StandardReports,
  principal: Principal,
  { report: asked, entry }: { report: string; entry: ScheduleEntry },
  origin: Origin
): Promise<Result<string>> {
  return saving(lists, standard, principal, asked, async (tx, report) => {
    const { issuerId, userId, assignmentId, brandName } = principal;
    if (assignmentId === null || !(await isHeld(tx, issuerId, report))) return NOT_PERMITTED;
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${`report schedules/${issuerId}/${userId}`}))`;
    if (
      (await tx.reportSchedule.count({ where: { issuerId, ownerUserId: userId, deletedAt: null } })) >= MOST_SCHEDULES
    )
      return refused({ code: 'report.schedule.many', params: { most: MOST_SCHEDULES } });
    const times = await timesOf(tx, principal, entry);
    if (!times.ok) return times;
    const people = await pickedRecipients(tx, principal, entry.recipients);
    if (!people.ok) return people;
    const fault =
      (await placeFault(tx, principal, entry)) ??
      (await feedFault(lists, tx, principal, entry)) ??
      (await mailFault(tx, issuerId, entry));
    if (fault) return fault;
    if (entry.isProtected && !entry.password) return NO_PASSWORD;
    const id = newId();
    await tx.reportSchedule.createMany({
      data: {
        issuerId,
        id,
        ownerUserId: userId,
        assignmentId,
        brandName,
        ...passwordOf(entry, issuerId, id),
        report: report.id,
        definitionId: report.saved?.id ?? null,
        ...stored(entry),
        nextAt: times.value,
        countedFrom: now(),
        createdAt: now(),
        updatedAt: now()
      }
    });
    await addRecipients(tx, issuerId, id, people.value);
    await record(tx, principal, origin, 'report_schedule.created', { id, report: report.id, entry });
    return accepted(id);
  });
}

/** Changes one of the principal's own schedules; one that is paused stays so. */
export function changeSchedule(
  lists: Lists,
  standard: StandardReports,
  principal: Principal,
  { id, version, entry }: { id: string; version: number; entry: ScheduleEntry },
  origin: Origin
): Promise<Result<string>> {
  return seenAndOpen(principal, id).then((seen) => {
    if (!seen.ok) return seen;
    return saving(lists, standard, principal, seen.value.report, async (tx) => {
      const { issuerId } = principal;
      const times = await timesOf(tx, principal, entry);
      if (!times.ok) return times;
      const before = await recipientsOf(principal, id, tx);
      const people = await pickedRecipients(tx, principal, entry.recipients, before);
      if (!people.ok) return people;
      const fault =
        (await placeFault(tx, principal, entry)) ??
        (await feedFault(lists, tx, principal, entry, seen.value)) ??
        (await mailFault(tx, issuerId, entry));
      if (fault) return fault;
      const { pauseCause, nextAt } = seen.value;
      // What was booked before is still told of.
      const pending = seen.value.frequency === entry.frequency ? nextAt : null;
      if (entry.isProtected && !entry.password && !seen.value.isProtected) return NO_PASSWORD;
      const { count } = await tx.reportSchedule.updateMany({
        where: { issuerId, id, version, pauseCause, deletedAt: null },
        data: {
          ...stored(entry),
          ...passwordOf(entry, issuerId, id),
          nextAt: pauseCause ? null : (times.value ?? pending),
          version: { increment: 1 },
          updatedAt: now()
        }
      });
      if (count === 0) return refused({ code: 'record.changed', params: { version: seen.value.version } });
      await tx.reportRecipient.deleteMany({ where: { issuerId, scheduleId: id, userId: { notIn: people.value } } });
      const already = before.map((person) => person.id);
      await addRecipients(
        tx,
        issuerId,
        id,
        people.value.filter((userId) => !already.includes(userId))
      );
      await record(tx, principal, origin, 'report_schedule.changed', { id, report: seen.value.report, entry });
      return accepted(id);
    });
  });
}

/** The schedule if it is the principal's to change. */
export async function seenAndOpen(principal: Principal, id: string): Promise<Result<Schedule>> {
  const seen = await seenSchedule(principal, id);
  if (!seen || seen.deletedAt) return refused({ code: 'not.found' });
  return maySchedule(principal) ? accepted(seen) : refused({ code: 'forbidden.action' });
}

async function saving(
  lists: Lists,
  standard: StandardReports,
  principal: Principal,
  asked: string,
  write: (tx: Transaction, report: KnownReport) => Promise<Result<string>>
): Promise<Result<string>> {
  const report = maySchedule(principal) ? await knownReport(lists, standard, principal, asked) : null;
  return report ? transaction((tx) => write(tx, report)) : NOT_PERMITTED;
}

/** Whether a saved report is still there, and stays until the commit. */
const isHeld = async (tx: Transaction, issuerId: string, { saved }: KnownReport): Promise<boolean> =>
  saved === null ||
  exists(tx)`
    SELECT 1 FROM report_definitions
    WHERE issuer_id = ${issuerId}::uuid AND id = ${saved.id}::uuid FOR KEY SHARE`;

/** The first firing, null if bookings decide; refuses a cycle of others, and days on which nothing would ever run. */
async function timesOf(tx: Transaction, principal: Principal, entry: ScheduleEntry): Promise<Result<Date | null>> {
  const isByCycle = entry.frequency === 'cycle_end';
  const chosen = isByCycle ? (await ownCycles(principal, tx)).find(({ id }) => id === entry.cycleId) : undefined;
  const fiscalStart = entry.frequency === 'fiscal_end' ? await ownFiscalStart(principal, tx) : null;
  const timing = timingOf(entry, { cycle: chosen?.cycle ?? null, fiscalStart }, await ownHolidays(principal, tx));
  if (!timing) return refused({ code: 'invalid.entry', field: isByCycle ? 'cycleId' : 'fiscalPeriod' });
  if (entry.frequency === 'after_bookings' && !hasEnded(entry)) return accepted(null);
  const next = nextDue(timing, now());
  return next ? accepted(next) : refused({ code: 'report.schedule.never', field: 'endsOn' });
}

/** The refusal of a place that isn't the principal's, or has too many people. */
async function placeFault(tx: Transaction, principal: Principal, { nodeId, roles }: ScheduleEntry) {
  const people = nodeId ? await peopleAtPlace(tx, principal, { nodeId, roles }) : null;
  return people && !people.ok ? people : null;
}

/** The refusal of a mapping that the principal doesn't see, unless the schedule has it already. */
async function feedFault(
  lists: Lists,
  tx: Transaction,
  principal: Principal,
  { frequency, feedMappingId }: ScheduleEntry,
  before: Pick<Schedule, 'feedMappingId'> | null = null
) {
  if (frequency !== 'after_bookings' || !feedMappingId || feedMappingId === before?.feedMappingId) return null;
  const isSeen = (await feedSources(lists, principal, tx)).some(({ id }) => id === feedMappingId);
  return isSeen ? null : refused({ code: 'invalid.entry', field: 'feedMappingId' });
}

/** An entry as columns; fields of other frequencies are dropped. */
function stored(entry: ScheduleEntry) {
  const { frequency, weekdays, monthDay, nth, weekday, businessDay, cycleId, fiscalPeriod, daysAfter } = entry;
  const fields = FIELDS_OF[frequency];
  const only = <T>(field: (typeof fields)[number], value: T | null | undefined): T | null =>
    fields.includes(field) ? (value ?? null) : null;
  return {
    frequency,
    weekdays: frequency === 'weekly' ? [...new Set(weekdays)].sort() : [],
    monthDay: only('monthDay', monthDay),
    nth: only('nth', nth),
    weekday: only('weekday', weekday),
    businessDay: only('businessDay', businessDay),
    adjustment: ADJUSTED.includes(frequency) ? entry.adjustment : 'none',
    feedMappingId: (frequency === 'after_bookings' && entry.feedMappingId) || null,
    nodeId: entry.nodeId ?? null,
    roles: entry.nodeId ? inOrderOfReach(entry.roles) : [],
    cycleId: only('cycleId', cycleId),
    fiscalPeriod: only('fiscalPeriod', fiscalPeriod),
    daysAfter: only('daysAfter', daysAfter),
    attached: entry.attached === true,
    addresses: entry.addresses,
    timeOfDay: entry.time,
    timeZone: entry.timeZone,
    format: entry.format,
    period: periodOf(entry),
    startsOn: new Date(entry.startsOn),
    endsOn: entry.endsOn ? new Date(entry.endsOn) : null
  };
}

const NO_PASSWORD = refused({ code: 'required.field', field: 'password' });

/** The column of the password, unless it stays as it is. */
function passwordOf({ isProtected, password }: ScheduleEntry, issuerId: string, scheduleId: string) {
  if (!isProtected) return { password: null };
  return password ? { password: sealPassword(password, { issuerId, scheduleId }) } : {};
}

const addRecipients = (tx: Transaction, issuerId: string, scheduleId: string, userIds: readonly string[]) =>
  tx.reportRecipient.createMany({ data: userIds.map((userId) => ({ issuerId, scheduleId, userId })) });

const record = (
  tx: Transaction,
  principal: Principal,
  origin: Origin,
  action: 'report_schedule.created' | 'report_schedule.changed',
  { id, report, entry }: { id: string; report: string; entry: ScheduleEntry }
) =>
  recordAct(tx, principal, origin, {
    issuerId: principal.issuerId,
    action,
    entity: 'report_schedule',
    entityId: id,
    details: {
      report,
      frequency: entry.frequency,
      time: entry.time,
      timeZone: entry.timeZone,
      protected: entry.isProtected === true,
      recipients: entry.recipients.join(', '),
      ...(entry.attached && { attached: true, addresses: entry.addresses.join(', ') }),
      ...(entry.nodeId && { place: entry.nodeId, roles: entry.roles.join(', ') })
    }
  });
