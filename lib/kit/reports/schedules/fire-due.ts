import { dayIn } from '../../../core/calendar/clocks';
import { isoOf } from '../../../core/calendar/days';
import { database, type Transaction, transaction } from '../../../core/database/database';
import { Prisma, type ReportSchedule } from '../../../core/database/prisma/client';
import { keyRow, readRows } from '../../../core/database/rows';
import { newId } from '../../../core/secrets/ids';
import { now } from '../../../core/server/clock';
import { log } from '../../../core/server/log';
import { workOn } from '../../../core/server/loop';
import { queueJobs } from '../../jobs/start-job';
import type { DeliveryPayload } from './deliver';
import { isClosedOn, retimed } from './follow-holidays';
import { nextDue } from './next-due';
import { peopleOfSchedule } from './people-at-place';
import { stopSchedule } from './stop-schedule';
import { storedTimings } from './stored-timing';

const LOOK_EVERY_MILLIS = 5_000;
/** The most schedules that one transaction fires. */
const AT_ONCE = 100;

/** Fires schedules at their times until the returned function is called (C1.008). */
export async function workSchedules(): Promise<() => Promise<void>> {
  const next = async () => (await fireDue()) > 0;
  const loop = await workOn({ name: 'schedules of reports', everyMillis: LOOK_EVERY_MILLIS, next });
  return loop.stop;
}

/**
 * Fires the schedules that have been due longest and that no other process fires, a hundred at most; returns their
 * number. If one breaks off, each is fired by itself, so that it holds up no other.
 */
export async function fireDue(): Promise<number> {
  try {
    return await transaction((tx) => fire(tx, Prisma.sql`TRUE`));
  } catch (err) {
    log.warn({ err }, 'schedules that are due together are fired one by one');
    return fireEach();
  }
}

/** @throws what the first one broke off with, if none was fired */
async function fireEach(): Promise<number> {
  const due = await readRows(database(), keyRow)`
    SELECT issuer_id AS "issuerId", id FROM report_schedules WHERE next_at <= ${now()} ORDER BY next_at LIMIT ${AT_ONCE}`;
  const faults: unknown[] = [];
  let count = 0;
  for (const { issuerId, id } of due) {
    const only = Prisma.sql`issuer_id = ${issuerId}::uuid AND id = ${id}::uuid`;
    count += await transaction((tx) => fire(tx, only)).catch((err) => {
      log.error({ err, schedule: id }, 'a schedule could not be fired');
      faults.push(err);
      return 0;
    });
  }
  if (count === 0 && faults.length > 0) throw faults[0];
  return count;
}

type Schedule = ReportSchedule & { recipients: readonly { userId: string }[] };
type Stopping = [schedule: Schedule, cause: Parameters<typeof stopSchedule>[2]];

/**
 * Fires some of the schedules that are due, each once: their firings, their next times, and a job for each recipient are
 * one transaction, so that each happens wholly or not at all, and the due time is unique, so that it happens once. What
 * was missed runs late, one time after the other. Returns their number.
 */
async function fire(tx: Transaction, which: Prisma.Sql): Promise<number> {
  const held = await readRows(tx, keyRow)`
    SELECT issuer_id AS "issuerId", id FROM report_schedules WHERE next_at <= ${now()} AND ${which}
    ORDER BY next_at LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED`;
  if (held.length === 0) return 0;
  const schedules = await tx.reportSchedule.findMany({
    where: { OR: held.map(({ issuerId, id }) => ({ issuerId, id })) },
    include: { recipients: true }
  });
  const timings = await storedTimings(tx, schedules);
  const [firing, stopping]: [Schedule[], Stopping[]] = [[], []];
  const nexts: { issuerId: string; id: string; at: string | null }[] = [];
  for (const [at, schedule] of schedules.entries()) {
    const { issuerId, id, nextAt } = schedule;
    const timing = timings[at] ?? null;
    const isClosed = timing !== null && isClosedOn(timing, nextAt as Date);
    if (!isClosed) firing.push(await withPeople(tx, schedule, stopping));
    if (!timing) stopping.push([schedule, schedule.frequency === 'fiscal_end' ? 'fiscal' : 'cycle']);
    const next = timing && (isClosed ? await retimed(tx, schedule, timing) : nextDue(timing, nextAt as Date));
    nexts.push({ issuerId, id, at: next?.toISOString() ?? null });
  }
  await addFirings(tx, firing);
  await tx.$executeRaw`
    UPDATE report_schedules s SET next_at = n.at
    FROM unnest(${nexts.map(({ issuerId }) => issuerId)}::uuid[], ${nexts.map(({ id }) => id)}::uuid[],
      ${nexts.map(({ at }) => at)}::text[]::timestamptz[]) AS n(issuer_id, id, at)
    WHERE (s.issuer_id, s.id) = (n.issuer_id, n.id)`;
  for (const [schedule, cause] of stopping) await stopSchedule(tx, schedule, cause);
  return schedules.length;
}

/**
 * A schedule with those who are at its place now beside its recipients; one whose owner has lost the place stops. Those
 * outside get what its owner may see, so the owner is a recipient then.
 */
async function withPeople(tx: Transaction, schedule: Schedule, stopping: Stopping[]): Promise<Schedule> {
  const people = await peopleOfSchedule(tx, schedule);
  if (!people) stopping.push([schedule, 'place']);
  const owner = schedule.addresses.length > 0 ? [schedule.ownerUserId] : [];
  const ids = new Set([...schedule.recipients.map(({ userId }) => userId), ...(people ?? []), ...owner]);
  return { ...schedule, recipients: [...ids].map((userId) => ({ userId })) };
}

/** Adds the firings of schedules, unless they are there, with a job for each recipient, which is that recipient's own. */
async function addFirings(tx: Transaction, schedules: readonly Schedule[]): Promise<void> {
  const firings = schedules.map(({ issuerId, id: scheduleId, timeZone, nextAt, recipients }) => {
    const dueAt = nextAt as Date;
    return { issuerId, id: newId(), scheduleId, dueAt, recipients, dueOn: isoOf(dayIn(timeZone, dueAt)) };
  });
  const added = await readRows(tx, keyRow)`
    INSERT INTO report_firings (issuer_id, id, schedule_id, due_at, due_on, fired_at)
    SELECT f.issuer_id, f.id, f.schedule_id, f.due_at, f.due_on, ${now()}
    FROM unnest(${firings.map(({ issuerId }) => issuerId)}::uuid[], ${firings.map(({ id }) => id)}::uuid[],
      ${firings.map(({ scheduleId }) => scheduleId)}::uuid[], ${firings.map(({ dueAt }) => dueAt.toISOString())}::text[]::timestamptz[],
      ${firings.map(({ dueOn }) => dueOn)}::text[]::date[]) AS f(issuer_id, id, schedule_id, due_at, due_on)
    ON CONFLICT (issuer_id, schedule_id, due_at) DO NOTHING RETURNING issuer_id AS "issuerId", id`;
  const wanted = firings
    .filter(({ id }) => added.some((one) => one.id === id))
    .flatMap(({ issuerId, id: firingId, recipients }) =>
      recipients.map(({ userId }) => ({ issuerId, firingId, userId, runId: newId() }))
    );
  await tx.reportDelivery.createMany({
    data: wanted.map(({ issuerId, firingId, userId, runId }) => ({ issuerId, firingId, userId, runId }))
  });
  await queueJobs(
    tx,
    'report.delivery',
    wanted.map(({ issuerId, userId, firingId, runId }) => ({
      issuerId,
      nodeId: issuerId,
      ownerUserId: userId,
      payload: { firingId, runId } satisfies DeliveryPayload
    }))
  );
}
