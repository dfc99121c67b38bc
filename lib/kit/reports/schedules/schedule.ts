import { z } from 'zod';
import { may, type Principal } from '../../../access/policy/principal';
import { dayIn } from '../../../core/calendar/clocks';
import { dayOf } from '../../../core/calendar/days';
import { database, type Transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { readRows, textOf } from '../../../core/database/rows';
import { isId } from '../../../core/secrets/ids';
import { now } from '../../../core/server/clock';
import { atNode } from '../../../directory/structure/reads/joins';
import type { ReportFormat } from '../kept';
import { READING_ROLES } from '../shares';
import type { FiscalUnit } from './cycle';
import type { Adjustment, Frequency } from './rule';

/** The last firing of a schedule, with the number of its deliveries by outcome. */
const LAST_FIRING = Prisma.sql`LEFT JOIN LATERAL (
    SELECT f.id, f.due_at, f.fired_at, f.failed_at,
      (SELECT count(*)::int FROM report_deliveries d WHERE (d.issuer_id, d.firing_id) = (f.issuer_id, f.id)) AS wanted,
      (SELECT count(*)::int FROM report_deliveries d WHERE (d.issuer_id, d.firing_id) = (f.issuer_id, f.id)
        AND d.outcome = 'sent') AS sent,
      (SELECT count(*)::int FROM report_deliveries d WHERE (d.issuer_id, d.firing_id) = (f.issuer_id, f.id)
        AND d.outcome IS NULL) AS waiting
    FROM report_firings f WHERE (f.issuer_id, f.schedule_id) = (s.issuer_id, s.id) ORDER BY f.due_at DESC LIMIT 1
  ) f ON true`;

const COLUMNS = Prisma.sql`s.id, s.report, g.name AS "savedName", s.format, s.period, s.frequency, s.weekdays,
  s.month_day AS "monthDay", s.nth, s.weekday, s.business_day AS "businessDay", s.adjustment, s.cycle_id AS "cycleId", s.feed_mapping_id AS "feedMappingId", s.node_id AS "nodeId", s.roles::text[] AS roles, n.name_1 AS "placeName", s.fiscal_period AS "fiscalPeriod", s.days_after AS "daysAfter",
  s.time_of_day AS "time", s.time_zone AS "timeZone", s.starts_on::text AS "startsOn", s.ends_on::text AS "endsOn", s.password IS NOT NULL AS "isProtected", s.attached, s.addresses,
  s.next_at AS "nextAt", s.pause_cause AS "pauseCause", s.deleted_at AS "deletedAt", s.version,
  f.due_at AS "dueAt", f.fired_at AS "firedAt", f.failed_at AS "failedAt", f.wanted, f.sent, f.waiting`;

const scheduleRow = z.strictObject({
  id: z.string(),
  report: z.string(),
  /** The name of a saved report. */
  savedName: z.string().nullable(),
  format: textOf<ReportFormat>(),
  period: z.string().nullable(),
  frequency: textOf<Frequency>(),
  weekdays: z.array(z.number()),
  monthDay: z.number().nullable(),
  nth: z.number().nullable(),
  weekday: z.number().nullable(),
  businessDay: z.number().nullable(),
  adjustment: textOf<Adjustment>(),
  cycleId: z.string().nullable(),
  feedMappingId: z.string().nullable(),
  /** The place whose people get it, too, and their roles; none: every role. */
  nodeId: z.string().nullable(),
  roles: z.array(z.enum(READING_ROLES)),
  placeName: z.string().nullable(),
  fiscalPeriod: textOf<FiscalUnit>().nullable(),
  daysAfter: z.number().nullable(),
  time: z.string(),
  timeZone: z.string(),
  startsOn: z.string(),
  endsOn: z.string().nullable(),
  isProtected: z.boolean(),
  attached: z.boolean(),
  addresses: z.array(z.string()),
  nextAt: z.date().nullable(),
  pauseCause: z.enum(['owner', 'failures', 'cycle', 'fiscal', 'place', 'feed']).nullable(),
  deletedAt: z.date().nullable(),
  version: z.number(),
  dueAt: z.date().nullable(),
  firedAt: z.date().nullable(),
  failedAt: z.date().nullable(),
  wanted: z.number().nullable(),
  sent: z.number().nullable(),
  waiting: z.number().nullable()
});
/** A schedule of a report with its last firing. */
export type Schedule = z.infer<typeof scheduleRow>;

export type ScheduleState = 'active' | 'paused' | 'ended' | 'deleted';

/** Whether the last day of a schedule is past. */
export const hasEnded = ({ timeZone, endsOn }: { timeZone: string; endsOn?: string | null | undefined }): boolean =>
  Boolean(endsOn && dayIn(timeZone, now()) > dayOf(endsOn));

/** What a schedule does at present: it runs, it is paused, its last firing is past, or it is deleted. */
export function stateOf(schedule: Schedule): ScheduleState {
  if (schedule.deletedAt) return 'deleted';
  if (schedule.pauseCause) return 'paused';
  const isWaiting = schedule.frequency === 'after_bookings' && !hasEnded(schedule);
  return schedule.nextAt || isWaiting ? 'active' : 'ended';
}

const own = ({ issuerId, userId }: Principal) =>
  Prisma.sql`s.issuer_id = ${issuerId}::uuid AND s.owner_user_id = ${userId}::uuid`;

const FROM = Prisma.sql`FROM report_schedules s
  LEFT JOIN report_definitions g ON (g.issuer_id, g.id) = (s.issuer_id, s.definition_id)
  LEFT ${atNode('s.node_id')} ${LAST_FIRING}`;

/** The principal's own schedules: what runs next first, then those that don't run (C3.034). */
export async function ownSchedules(principal: Principal): Promise<Schedule[]> {
  if (!may(principal, 'report_schedules', 'view')) return [];
  return readRows(database(), scheduleRow)`
    SELECT ${COLUMNS} ${FROM} WHERE ${own(principal)} AND s.deleted_at IS NULL ORDER BY s.next_at NULLS LAST, s.id`;
}

/** The principal's own schedules that run next (C2.055). */
export async function nextSchedules(principal: Principal, most: number): Promise<Schedule[]> {
  if (!may(principal, 'report_schedules', 'view')) return [];
  return readRows(database(), scheduleRow)`
    SELECT ${COLUMNS} ${FROM} WHERE ${own(principal)} AND s.next_at IS NOT NULL ORDER BY s.next_at, s.id LIMIT ${most}`;
}

/** One of the principal's own schedules, also after its deletion, or null. */
export async function seenSchedule(
  principal: Principal,
  id: string,
  tx: Transaction = database()
): Promise<Schedule | null> {
  if (!isId(id) || !may(principal, 'report_schedules', 'view')) return null;
  const [schedule] = await readRows(tx, scheduleRow)`
    SELECT ${COLUMNS} ${FROM} WHERE ${own(principal)} AND s.id = ${id}::uuid`;
  return schedule ?? null;
}
