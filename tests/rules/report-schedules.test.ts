import { parse } from 'csv-parse/sync';
import type { Principal } from '@/lib/access/policy/principal';
import { BELONGINGS } from '@/lib/composition/process/belongings';
import { jobHandlers } from '@/lib/composition/process/job-handlers';
import { LISTS } from '@/lib/composition/process/lists';
import { outboxHandlers } from '@/lib/composition/process/outbox-handlers';
import { STANDARD_REPORTS } from '@/lib/composition/process/standard-reports';
import { isoOf } from '@/lib/core/calendar/days';
import { transaction } from '@/lib/core/database/database';
import { shiftClock, stopClock } from '@/lib/core/server/clock';
import { workOnce } from '@/lib/core/server/outbox';
import { saveOwnPreferences } from '@/lib/directory/people/own-preferences';
import { inboxOf } from '@/lib/kit/inbox/inbox';
import { noticeSettingsSchema, saveNoticeSettings } from '@/lib/kit/notice-mails/settings';
import { definitionSchema } from '@/lib/kit/reports/definition';
import { forgetRuns } from '@/lib/kit/reports/forget-runs';
import { downloadRun, lastRuns } from '@/lib/kit/reports/runs';
import { createReport, deleteReport } from '@/lib/kit/reports/save-report';
import { fireDue } from '@/lib/kit/reports/schedules/fire-due';
import { lastFirings } from '@/lib/kit/reports/schedules/firings';
import { followHolidays } from '@/lib/kit/reports/schedules/follow-holidays';
import { ownHolidays } from '@/lib/kit/reports/schedules/holidays';
import {
  deleteSchedule,
  pauseSchedule,
  restoreSchedule,
  resumeSchedule
} from '@/lib/kit/reports/schedules/pause-schedule';
import { findRecipients, recipientsOf } from '@/lib/kit/reports/schedules/recipients';
import { changeSchedule, createSchedule } from '@/lib/kit/reports/schedules/save-schedule';
import { nextSchedules, ownSchedules, seenSchedule, stateOf } from '@/lib/kit/reports/schedules/schedule';
import { scheduleSchema } from '@/lib/kit/reports/schedules/schema';
import type { Actor } from '@/lib/sign-in/session/sessions';
import { bytesOf } from '../support/bytes';
import { deliverNotices } from '../support/deliver-notices';
import { working } from '../support/jobs';
import { ORIGIN, useDatabase } from '../support/module-world';
import { principalFor } from '../support/principal';
import { queuedMails } from '../support/queued-mail';
import { codeOf, granted, refusedFor } from '../support/results';
import { aRecord, recordsOf, tryDelete } from '../support/setup';
import { aBrand } from '../support/sign-in';
import { aCompany, anAccount, anIssuer, aUserAt, type PlacedPerson, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';
import { until } from '../support/until';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let account: StructureNode;
let carla: PlacedPerson;
let anna: PlacedPerson;
let C: Principal;
let A: Principal;

const MONDAY = new Date('2026-03-02T06:00:00Z');

beforeAll(() => aBrand());
beforeEach(async () => {
  const db = world.current;
  await db.query('DELETE FROM report_schedules');
  stopClock(MONDAY);
  issuer = await anIssuer(db);
  company = await aCompany(db, issuer);
  account = await anAccount(db, company);
  carla = await aUserAt(db, 'C', company, { firstName: 'Carla', lastName: 'Berg' });
  anna = await aUserAt(db, 'A', account, { firstName: 'Anna', lastName: 'Holm' });
  C = await principalFor(db, carla);
  A = await principalFor(db, anna);
  await aTransaction(db, account, { merchant: 'Harbour Hotel', amount: '10.00' });
  await aTransaction(db, await anAccount(db, company), { merchant: 'Corner Café', amount: '5.00' });
});
afterEach(() => shiftClock(0));

const entered = (more: object = {}) =>
  scheduleSchema.parse({
    frequency: 'daily',
    time: '07:00',
    timeZone: 'UTC',
    startsOn: '2026-03-01',
    format: 'csv',
    period: 'month',
    recipients: [carla.userId],
    ...more
  });
const create = (by: Principal, more: object = {}, report = 'transactions-detail') =>
  createSchedule(LISTS, STANDARD_REPORTS, by, { report, entry: entered(more) }, ORIGIN);
const change = (by: Principal, id: string, version: number, more: object = {}) =>
  changeSchedule(LISTS, STANDARD_REPORTS, by, { id, version, entry: entered(more) }, ORIGIN);
const at = (instant: string) => stopClock(new Date(instant));

/** Fires what is due, as a worker does; returns how often. */
async function firedAll(): Promise<number> {
  let all = 0;
  for (let count = await fireDue(); count > 0; count = await fireDue()) all += count;
  return all;
}

/** Fires what is due, and works on the jobs until all have ended. */
async function fired(): Promise<number> {
  const count = await firedAll();
  await working(jobHandlers, () =>
    until(async () => {
      const [row] = await world.current.query<{ running: number }>(
        "SELECT count(*)::int AS running FROM jobs WHERE status IN ('queued', 'processing')"
      );
      return row?.running === 0;
    })
  );
  await deliverNotices(world.current);
  return count;
}

/** The notices in somebody's inbox, oldest first, once the outbox is empty of them. */
async function told(by: Principal): Promise<string[]> {
  while (await workOnce({ 'inbox.notice': outboxHandlers['inbox.notice'] as never, 'mail.send': async () => {} }));
  return (await inboxOf(by, { view: 'all' })).map(({ kind }) => String(kind)).reverse();
}

const merchantsOf = async (by: Principal): Promise<string[]> => {
  const [run] = await lastRuns(by, 1);
  const file = run && (await downloadRun(by, run.id, ORIGIN));
  const rows = parse((await bytesOf(file?.bytes)).toString(), { columns: true, bom: true }) as Record<string, string>[];
  return rows.map(({ Merchant }) => String(Merchant)).sort();
};
const mailOf = async ({ id }: PlacedPerson) => {
  const [user] = await world.current.query<{ email: string }>('SELECT email FROM users WHERE id = $1', [id]);
  return user?.email ?? null;
};
const actions = async () =>
  (
    await world.current.query<{ action: string }>(
      "SELECT action FROM audit_entries WHERE issuer_id = $1 AND action LIKE 'report_schedule.%' ORDER BY sequence",
      [issuer.id]
    )
  ).map(({ action }) => action);

describe('a schedule is saved', () => {
  test('C2.083 C3.034 C3.083 with its next date, changed, paused, resumed and deleted, all of it audited', async () => {
    const id = granted(await create(C, { frequency: 'weekly', weekdays: [1, 4], monthDay: 5 }));
    expect(await seenSchedule(C, id)).toMatchObject({
      report: 'transactions-detail',
      frequency: 'weekly',
      weekdays: [1, 4],
      monthDay: null,
      version: 1,
      nextAt: new Date('2026-03-02T07:00:00Z'),
      dueAt: null,
      pauseCause: null
    });
    expect((await nextSchedules(C, 5)).map((one) => one.id)).toEqual([id]);
    expect(codeOf(await change(C, id, 1, { frequency: 'monthly', monthDay: 31, timeZone: 'Asia/Tokyo' }))).toBe('ok');
    expect(codeOf(await change(C, id, 1))).toBe('record.changed');
    expect((await seenSchedule(C, id))?.nextAt).toEqual(new Date('2026-03-30T22:00:00Z'));
    expect(codeOf(await pauseSchedule(C, id, ORIGIN))).toBe('ok');
    expect(codeOf(await pauseSchedule(C, id, ORIGIN))).toBe('report.schedule.changed');
    expect(await nextSchedules(C, 5)).toEqual([]);
    // A change leaves it paused.
    expect(codeOf(await change(C, id, 3))).toBe('ok');
    const paused = await seenSchedule(C, id);
    expect([paused?.nextAt, paused && stateOf(paused)]).toEqual([null, 'paused']);
    expect(codeOf(await resumeSchedule(C, id, ORIGIN))).toBe('ok');
    expect(codeOf(await resumeSchedule(C, id, ORIGIN))).toBe('report.schedule.changed');
    expect((await seenSchedule(C, id))?.nextAt).toEqual(new Date('2026-03-02T07:00:00Z'));
    expect(codeOf(await deleteSchedule(C, id, ORIGIN))).toBe('ok');
    expect(await ownSchedules(C)).toEqual([]);
    expect(await actions()).toEqual(
      ['created', 'changed', 'paused', 'changed', 'resumed', 'deleted'].map((act) => `report_schedule.${act}`)
    );
  });

  test.each([
    [{ frequency: 'weekly' }, 'weekdays'],
    [{ frequency: 'monthly' }, 'monthDay'],
    [{ frequency: 'monthly', monthDay: 32 }, 'monthDay'],
    [{ frequency: 'nth_weekday', nth: 1 }, 'weekday'],
    [{ frequency: 'cycle_end', daysAfter: 1 }, 'cycleId'],
    [{ frequency: 'hourly' }, 'frequency'],
    [{ time: '24:00' }, 'time'],
    [{ timeZone: 'Europe/Nowhere' }, 'timeZone'],
    [{ endsOn: '2026-02-28' }, 'endsOn'],
    [{ recipients: [] }, 'recipients'],
    [{ recipients: Array.from({ length: 21 }, (_, index) => `user${index}`) }, 'recipients']
  ])('C2.083 and refused at the field: %j', (more, field) => {
    const entry = { frequency: 'daily', time: '07:00', timeZone: 'UTC', startsOn: '2026-03-01', format: 'csv' };
    const parsed = scheduleSchema.safeParse({ ...entry, recipients: ['anna'], ...more });
    expect(parsed.error?.issues.map(({ path }) => path[0])).toEqual([field]);
  });

  test('C2.083 is refused if it would never run, for somebody elsewhere, and for a cycle of others', async () => {
    const stranger = await aUserAt(world.current, 'C', await aCompany(world.current, issuer));
    expect(refusedFor(await create(C, { startsOn: '2026-02-01', endsOn: '2026-03-01' }))).toBe(
      'endsOn report.schedule.never'
    );
    expect(refusedFor(await create(C, { recipients: [stranger.userId] }))).toBe(
      'recipients report.schedule.recipient.unknown'
    );
    const cycleId = '00000000-0000-7000-8000-000000000001';
    expect(refusedFor(await create(C, { frequency: 'cycle_end', cycleId, daysAfter: 1 }))).toBe(
      'cycleId invalid.entry'
    );
  });

  test('C6.027 only of a report that its owner may run, by roles that may schedule', async () => {
    expect(codeOf(await create(A, { recipients: [anna.userId] }))).toBe('ok');
    expect(codeOf(await create(A, { recipients: [anna.userId] }, 'users'))).toBe('report.not.permitted');
    const bare = await aUserAt(world.current, 'C', company, {
      authorities: ['reports.view', 'reports.run', 'transactions.view']
    });
    expect(codeOf(await create(await principalFor(world.current, bare), { recipients: [bare.userId] }))).toBe(
      'report.not.permitted'
    );
  });

  test('C2.083 for people in the scope of its owner, whom the picker offers', async () => {
    expect((await findRecipients(C, 'anna')).map(({ userId }) => userId)).toEqual([anna.userId]);
    expect((await findRecipients(A, '')).map(({ userId }) => userId)).toEqual([anna.userId]);
    expect(codeOf(await create(A, { recipients: [carla.userId] }))).toBe('report.schedule.recipient.unknown');
    const id = granted(await create(C, { recipients: [carla.userId, anna.userId.toUpperCase()] }));
    expect((await recipientsOf(C, id)).map(({ userId }) => userId).sort()).toEqual([anna.userId, carla.userId].sort());
    expect(await recipientsOf(A, id)).toEqual([]);
  });

  test('C3.035 and its report can’t be deleted as long as it stands', async () => {
    const definition = definitionSchema.parse({ dataSet: 'transactions', columns: ['merchantName'] });
    const report = granted(await createReport(LISTS, C, { name: 'Mine', definition }, ORIGIN));
    const id = granted(await create(C, {}, report));
    expect(await seenSchedule(C, id)).toMatchObject({ savedName: 'Mine' });
    expect(codeOf(await deleteReport(C, report, ORIGIN))).toBe('report.scheduled');
    granted(await deleteSchedule(C, id, ORIGIN));
    expect(codeOf(await deleteReport(C, report, ORIGIN))).toBe('ok');
  });
});

describe('a schedule fires', () => {
  test('C1.008 C2.084 at its time, and each recipient gets what they may see, with a notice and a mail', async () => {
    const id = granted(await create(C, { recipients: [carla.userId, anna.userId] }));
    expect(await fired()).toBe(0);
    at('2026-03-02T07:00:00Z');
    expect(await fired()).toBe(1);
    expect(await merchantsOf(C)).toEqual(['Corner Café', 'Harbour Hotel']);
    expect(await merchantsOf(A)).toEqual(['Harbour Hotel']);
    const [mail] = await queuedMails(world.current, await mailOf(anna));
    expect(mail).toMatchObject({ template: 'report_ready', params: { title: 'Transactions in detail' } });
    expect(mail?.params.late).toBeUndefined();
    expect(await told(A)).toEqual(['report.sent']);
    expect(await told(C)).toEqual(['report.sent']);
    expect(await seenSchedule(C, id)).toMatchObject({
      nextAt: new Date('2026-03-03T07:00:00Z'),
      dueAt: new Date('2026-03-02T07:00:00Z'),
      sent: 2,
      wanted: 2,
      waiting: 0,
      failedAt: null
    });
    expect(await lastFirings(C, id)).toMatchObject([
      { sent: ['Anna Holm', 'Carla Berg'], notPermitted: [], failed: [] }
    ]);
    expect((await actions()).filter((action) => action === 'report_schedule.sent')).toHaveLength(2);
    expect(await fired()).toBe(0);
  });

  test('C2.084 without a mail for a recipient who doesn’t want one, and in the language of each', async () => {
    const actor = { issuerId: anna.issuerId, userId: anna.id } as Actor;
    await saveOwnPreferences(actor, { locale: 'sv', timeZone: null }, ORIGIN);
    await saveNoticeSettings(actor, noticeSettingsSchema.parse({ reports: 'inbox' }), ORIGIN);
    granted(await create(C, { recipients: [anna.userId, carla.userId] }));
    at('2026-03-02T07:00:00Z');
    await fired();
    expect(await queuedMails(world.current, await mailOf(anna))).toEqual([]);
    expect(await queuedMails(world.current, await mailOf(carla))).toHaveLength(1);
    expect(await told(A)).toEqual(['report.sent']);
    expect((await lastRuns(A, 1))[0]?.name).toBe('Transaktioner i detalj');
  });

  test('C5.003 CD.66 with its password, which stays until another is given, and goes when none is wanted', async () => {
    const file = async () => {
      const [run] = await lastRuns(C, 1);
      return { isProtected: run?.isProtected, name: (run && (await downloadRun(C, run.id, ORIGIN)))?.name.slice(-4) };
    };
    expect(refusedFor(await create(C, { isProtected: true }))).toBe('password required.field');
    const typed = { isProtected: true, password: 'abcd1234', confirmation: 'abcd1234', frequency: 'daily' };
    const id = granted(await create(C, typed));
    const stored = async () =>
      (await world.current.query<{ password: Buffer }>('SELECT password FROM report_schedules'))[0]?.password;
    const first = await stored();
    granted(await change(C, id, 1, { frequency: 'daily', isProtected: true }));
    expect(await stored()).toEqual(first);
    at('2026-03-02T07:00:00Z');
    await fired();
    expect(await file()).toEqual({ isProtected: true, name: '.zip' });
    granted(await change(C, id, 2, { ...typed, password: 'abcd12345', confirmation: 'abcd12345' }));
    expect(await stored()).not.toEqual(first);
    granted(await change(C, id, 3, { frequency: 'daily' }));
    expect(await stored()).toBeNull();
    expect(refusedFor(await change(C, id, 4, { frequency: 'daily', isProtected: true }))).toBe(
      'password required.field'
    );
  });

  test('C1.008 late when no worker ran: every time once, told as late, for the period of its own day', async () => {
    const id = granted(await create(C, { frequency: 'monthly', monthDay: 1, startsOn: '2026-02-01', period: 'month' }));
    await world.current.query("UPDATE report_schedules SET next_at = '2026-02-01T07:00:00Z' WHERE id = $1", [id]);
    expect(await fired()).toBe(2);
    const runs = await lastRuns(C, 5);
    expect(runs.map(({ criteria }) => new URLSearchParams(criteria.query).get('postingDate.from')).sort()).toEqual([
      ...['2026-02-01', '2026-03-01']
    ]);
    expect((await queuedMails(world.current, await mailOf(carla))).map(({ params }) => params.late)).toEqual([1, 1]);
    expect(await told(C)).toEqual(['report.sent.late', 'report.sent.late']);
    expect((await seenSchedule(C, id))?.nextAt).toEqual(new Date('2026-04-01T07:00:00Z'));
  });

  test('C1.008 once, however many workers see it', async () => {
    for (let index = 0; index < 12; index++) granted(await create(C));
    at('2026-03-02T07:00:00Z');
    const counts = await Promise.all([firedAll(), firedAll(), firedAll()]);
    await fired();
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(12);
    const [row] = await world.current.query(
      `SELECT count(*)::int AS firings, count(DISTINCT (schedule_id, due_at))::int AS times,
         (SELECT count(*)::int FROM report_runs WHERE owner_user_id = $2) AS runs,
         (SELECT count(*)::int FROM report_deliveries WHERE user_id = $2 AND outcome = 'sent') AS sent
       FROM report_firings WHERE issuer_id = $1`,
      [issuer.id, carla.id]
    );
    expect(row).toEqual({ firings: 12, times: 12, runs: 12, sent: 12 });
  });

  test('C1.008 wholly or not at all: one that breaks off leaves nothing, and is done by the next worker', async () => {
    const id = granted(await create(C));
    at('2026-03-02T07:00:00Z');
    await world.current.query('ALTER TABLE report_deliveries ADD CONSTRAINT never CHECK (false) NOT VALID');
    await expect(fireDue()).rejects.toThrow();
    expect(await seenSchedule(C, id)).toMatchObject({ nextAt: new Date('2026-03-02T07:00:00Z'), dueAt: null });
    await world.current.query('ALTER TABLE report_deliveries DROP CONSTRAINT never');
    expect(await fired()).toBe(1);
    expect(await seenSchedule(C, id)).toMatchObject({ sent: 1 });
  });

  test('C1.008 one that breaks off holds up no other that is due', async () => {
    const broken = granted(await create(C));
    const well = granted(await create(C));
    at('2026-03-02T07:00:00Z');
    await world.current.query(
      `ALTER TABLE report_firings ADD CONSTRAINT never CHECK (schedule_id <> '${broken}') NOT VALID`
    );
    expect(await fireDue()).toBe(1);
    await expect(fireDue()).rejects.toThrow();
    expect((await seenSchedule(C, well))?.dueAt).toEqual(new Date('2026-03-02T07:00:00Z'));
    expect((await seenSchedule(C, broken))?.dueAt).toBeNull();
    await world.current.query('ALTER TABLE report_firings DROP CONSTRAINT never');
    expect(await fired()).toBe(1);
    expect(await seenSchedule(C, broken)).toMatchObject({ sent: 1 });
  });

  test('C1.008 a due time that was fired already isn’t fired again', async () => {
    const id = granted(await create(C));
    at('2026-03-02T07:00:00Z');
    await fired();
    await world.current.query("UPDATE report_schedules SET next_at = '2026-03-02T07:00:00Z' WHERE id = $1", [id]);
    await fired();
    expect(await lastRuns(C, 5)).toHaveLength(1);
    expect((await seenSchedule(C, id))?.nextAt).toEqual(new Date('2026-03-03T07:00:00Z'));
  });

  test('C3.083 until its last day, and not while it is paused', async () => {
    const id = granted(await create(C, { endsOn: '2026-03-03' }));
    at('2026-03-02T07:00:00Z');
    await fired();
    at('2026-03-03T07:00:00Z');
    await fired();
    const ended = await seenSchedule(C, id);
    expect([ended?.nextAt, ended && stateOf(ended)]).toEqual([null, 'ended']);
    const paused = granted(await create(C));
    granted(await pauseSchedule(C, paused, ORIGIN));
    at('2026-03-09T07:00:00Z');
    expect(await fired()).toBe(0);
    granted(await resumeSchedule(C, paused, ORIGIN));
    expect((await seenSchedule(C, paused))?.nextAt).toEqual(new Date('2026-03-10T07:00:00Z'));
  });
});

describe('holidays', () => {
  const aHoliday = (by: Principal, owner: StructureNode, date: string) =>
    aRecord(by, 'holiday', recordsOf(owner), { date, name: `Closed on ${date}` });
  const nextOf = async (id: string) => (await seenSchedule(C, id))?.nextAt?.toISOString().slice(0, 10);

  test('C2.083 CD.20 of the issuer and of the own company count, those of others do not', async () => {
    const I = await principalFor(world.current, await aUserAt(world.current, 'I', issuer));
    await aHoliday(I, issuer, '2026-03-02');
    await aHoliday(C, company, '2026-03-03');
    await aHoliday(I, await aCompany(world.current, issuer), '2026-03-04');
    const id = granted(await create(C, { adjustment: 'skip' }));
    expect(await nextOf(id)).toBe('2026-03-04');
    const third = granted(await create(C, { frequency: 'nth_business_day', businessDay: 1 }));
    expect(await nextOf(third)).toBe('2026-03-04');
    expect(await seenSchedule(C, third)).toMatchObject({ businessDay: 1, adjustment: 'none' });
    expect([...(await ownHolidays(C))].map(isoOf).sort()).toEqual(['2026-03-02', '2026-03-03']);
  });

  test('C3.083 that come later move what is scheduled, at the latest when it is due, and move it back when they go', async () => {
    const id = granted(await create(C, { frequency: 'weekly', weekdays: [1], adjustment: 'after' }));
    const before = granted(await create(C, { frequency: 'monthly', monthDay: 10, adjustment: 'before' }));
    const always = granted(await create(C, { frequency: 'weekly', weekdays: [1] }));
    const monday = await aHoliday(C, company, '2026-03-02');
    at('2026-03-02T07:00:00Z');
    expect(await fired()).toBe(2);
    expect(await seenSchedule(C, id)).toMatchObject({ nextAt: new Date('2026-03-03T07:00:00Z'), dueAt: null });
    expect(await seenSchedule(C, always)).toMatchObject({ dueAt: new Date('2026-03-02T07:00:00Z') });
    expect(await tryDelete(C, 'holiday', issuer.id, monday)).toBe('deleted');
    await aHoliday(C, company, '2026-03-10');
    await followHolidays();
    expect(await nextOf(before)).toBe('2026-03-09');
    // Late, because its day is a business day again.
    expect(await nextOf(id)).toBe('2026-03-02');
    await fired();
    expect(await seenSchedule(C, id)).toMatchObject({ dueAt: new Date('2026-03-02T07:00:00Z') });
    expect(await nextOf(id)).toBe('2026-03-09');
  });
});

describe('who lost the right', () => {
  test('C6.027 gets nothing, and the owner is told once, until it comes back', async () => {
    const id = granted(await create(C, { recipients: [anna.userId, carla.userId] }));
    await world.current.query("UPDATE users SET status = 'inactive' WHERE id = $1", [anna.id]);
    for (const day of ['02', '03']) {
      at(`2026-03-${day}T07:00:00Z`);
      await fired();
    }
    expect(await lastRuns(A, 5)).toEqual([]);
    expect(await queuedMails(world.current, await mailOf(anna))).toEqual([]);
    expect((await told(C)).sort()).toEqual(['report.recipient.lost', 'report.sent', 'report.sent']);
    expect((await lastFirings(C, id))[0]).toMatchObject({
      notPermitted: ['Anna Holm'],
      sent: ['Carla Berg'],
      failedAt: null
    });
    await world.current.query("UPDATE users SET status = 'active' WHERE id = $1", [anna.id]);
    at('2026-03-04T07:00:00Z');
    await fired();
    expect(await merchantsOf(A)).toEqual(['Harbour Hotel']);
  });

  test('C6.027 CD.20 a recipient who has moved gets what the new place shows', async () => {
    granted(await create(C, { recipients: [anna.userId] }));
    const elsewhere = await anAccount(world.current, await aCompany(world.current, issuer));
    await aTransaction(world.current, elsewhere, { merchant: 'Far Away', amount: '1.00' });
    await world.current.query('UPDATE assignment_nodes SET node_id = $2 WHERE assignment_id = $1', [
      ...[anna.assignmentId, elsewhere.id]
    ]);
    at('2026-03-02T07:00:00Z');
    await fired();
    expect(await merchantsOf(await principalFor(world.current, anna))).toEqual(['Far Away']);
  });

  test('C6.027 an owner who may no longer run it: nobody gets anything, and after three failures it is paused', async () => {
    const other = await aUserAt(world.current, 'C', company);
    const O = await principalFor(world.current, other);
    const id = granted(await create(O, { recipients: [carla.userId, anna.userId] }));
    await world.current.query("UPDATE users SET status = 'inactive' WHERE id = $1", [other.id]);
    for (const day of ['02', '03', '04']) {
      at(`2026-03-${day}T07:00:00Z`);
      expect(await fired()).toBe(1);
    }
    expect([...(await lastRuns(C, 5)), ...(await lastRuns(A, 5))]).toEqual([]);
    expect(await seenSchedule(O, id)).toMatchObject({ nextAt: null, pauseCause: 'failures' });
    at('2026-03-05T07:00:00Z');
    expect(await fired()).toBe(0);
    expect(await actions()).toContain('report_schedule.stopped');
  });
});

describe('what fails', () => {
  /** An owner of a schedule whose firings fail while the template withholds the right to schedule. */
  async function aFailing() {
    const authorities = [
      ...['reports.view', 'reports.modify', 'reports.run', 'report_schedules.view', 'report_schedules.modify'],
      'transactions.view'
    ];
    const owner = await aUserAt(world.current, 'C', company, { authorities });
    const principal = await principalFor(world.current, owner);
    const id = granted(await create(principal, { recipients: [owner.userId, anna.userId] }));
    const fires = async (day: string, may: boolean) => {
      await world.current.query('UPDATE authority_templates SET authorities = $2 WHERE issuer_id = $1', [
        issuer.id,
        may ? authorities : authorities.filter((one) => one !== 'report_schedules.modify')
      ]);
      at(`2026-03-${day}T07:00:00Z`);
      await fired();
    };
    return { id, principal, fires };
  }

  test('C6.027 is told to the owner once, and the third time in a row pauses the schedule until it is resumed', async () => {
    const { id, principal, fires } = await aFailing();
    for (const day of ['02', '03', '04']) await fires(day, false);
    expect(await told(principal)).toEqual([
      ...['report.schedule.failed', 'report.schedule.failed', 'report.schedule.stopped.failures']
    ]);
    expect(await lastRuns(A, 5)).toEqual([]);
    expect(await seenSchedule(principal, id)).toMatchObject({
      nextAt: null,
      pauseCause: 'failures',
      sent: 0,
      wanted: 2
    });
    expect((await lastFirings(principal, id)).map(({ failed }) => failed.length)).toEqual([2, 2, 2]);
    expect(await actions()).toContain('report_schedule.stopped');
    at('2026-03-04T08:00:00Z');
    granted(await resumeSchedule(principal, id, ORIGIN));
    // Failures before it was resumed no longer count.
    await fires('05', false);
    expect(await seenSchedule(principal, id)).toMatchObject({ pauseCause: null });
    await fires('06', true);
    expect(await seenSchedule(principal, id)).toMatchObject({ failedAt: null, sent: 2 });
  });

  test('C6.027 a success in between begins the count anew', async () => {
    const { id, principal, fires } = await aFailing();
    for (const [day, may] of [
      ['02', false],
      ['03', false],
      ['04', true],
      ['05', false],
      ['06', false]
    ] as const)
      await fires(day, may);
    expect(await seenSchedule(principal, id)).toMatchObject({ pauseCause: null });
    await fires('09', false);
    expect(await seenSchedule(principal, id)).toMatchObject({ pauseCause: 'failures' });
  });

  test('C3.026 a schedule whose reporting cycle is gone is paused, and its owner told', async () => {
    const id = granted(await create(C));
    await world.current.query(
      `UPDATE report_schedules SET frequency = 'cycle_end', days_after = 1, cycle_id = $2, next_at = $3 WHERE id = $1`,
      [id, '00000000-0000-7000-8000-000000000001', MONDAY]
    );
    expect(await fired()).toBe(1);
    expect(await seenSchedule(C, id)).toMatchObject({ nextAt: null, pauseCause: 'cycle', sent: 1 });
    expect(await told(C)).toContain('report.schedule.stopped.cycle');
    expect(codeOf(await resumeSchedule(C, id, ORIGIN))).toBe('report.schedule.cycle.gone');
  });
});

describe('what belongs to a user', () => {
  test('C2.083 C3.083 a deletion can be undone for an hour, keeps its history, and goes with its last firings', async () => {
    const id = granted(await create(C, { isProtected: true, password: 'Sommer2026', confirmation: 'Sommer2026' }));
    at('2026-03-02T07:00:00Z');
    await fired();
    expect(codeOf(await restoreSchedule(C, id, ORIGIN))).toBe('not.found');
    expect(codeOf(await deleteSchedule(C, id, ORIGIN))).toBe('ok');
    expect(codeOf(await deleteSchedule(C, id, ORIGIN))).toBe('not.found');
    const deleted = await seenSchedule(C, id);
    expect([deleted?.nextAt, deleted && stateOf(deleted)]).toEqual([null, 'deleted']);
    expect([await ownSchedules(C), await nextSchedules(C, 5), await lastFirings(C, id)]).toEqual([
      [],
      [],
      [expect.anything()]
    ]);
    for (const act of [pauseSchedule, resumeSchedule]) expect(codeOf(await act(C, id, ORIGIN))).toBe('not.found');
    expect(codeOf(await change(C, id, 2))).toBe('not.found');
    expect(codeOf(await restoreSchedule(A, id, ORIGIN))).toBe('not.found');

    // What was due meanwhile doesn't run; the password is still there.
    at('2026-03-02T07:59:00Z');
    expect([await fired(), codeOf(await restoreSchedule(C, id, ORIGIN))]).toEqual([0, 'ok']);
    const restored = await seenSchedule(C, id);
    expect(restored).toMatchObject({ isProtected: true, nextAt: new Date('2026-03-03T07:00:00Z'), deletedAt: null });
    expect((await actions()).slice(-2)).toEqual(['report_schedule.deleted', 'report_schedule.restored']);

    // One that was paused stays so; after an hour it is too late.
    expect(codeOf(await pauseSchedule(C, id, ORIGIN))).toBe('ok');
    await deleteSchedule(C, id, ORIGIN);
    await restoreSchedule(C, id, ORIGIN);
    expect(await seenSchedule(C, id)).toMatchObject({ pauseCause: 'owner', nextAt: null });
    await deleteSchedule(C, id, ORIGIN);
    at('2026-03-02T09:00:00Z');
    await forgetRuns();
    expect(codeOf(await restoreSchedule(C, id, ORIGIN))).toBe('report.schedule.undo.late');
    expect(await seenSchedule(C, id)).toMatchObject({ isProtected: false });
    at('2027-04-10T00:00:00Z');
    await forgetRuns();
    expect(await seenSchedule(C, id)).toBeNull();
  });

  test('C1.008 what waits when its schedule is deleted is not delivered', async () => {
    const id = granted(await create(C, { recipients: [anna.userId, carla.userId] }));
    at('2026-03-02T07:00:00Z');
    expect(await fireDue()).toBe(1);
    await deleteSchedule(C, id, ORIGIN);
    await fired();
    expect((await lastFirings(C, id))[0]).toMatchObject({ sent: [], waiting: 0, failedAt: null });
    expect([await lastRuns(C, 5), await told(C)]).toEqual([[], []]);
    // Its report can go as well.
    const report = granted(
      await createReport(
        LISTS,
        C,
        {
          name: 'Own',

          definition: definitionSchema.parse({ dataSet: 'transactions', columns: ['merchantName'] })
        },
        ORIGIN
      )
    );
    const own = granted(await create(C, {}, report));
    expect(codeOf(await deleteReport(C, report, ORIGIN))).toBe('report.scheduled');
    await deleteSchedule(C, own, ORIGIN);
    expect(codeOf(await deleteReport(C, report, ORIGIN))).toBe('ok');
  });

  test('C9.011 old firings go, and so do the schedules of a user who is forgotten', async () => {
    const id = granted(await create(C, { recipients: [anna.userId, carla.userId] }));
    at('2026-03-02T07:00:00Z');
    await fired();
    await world.current.query("UPDATE report_firings SET due_at = '2025-01-01', fired_at = '2025-01-01'");
    await forgetRuns();
    expect(await lastFirings(C, id)).toEqual([]);
    const forget = (person: PlacedPerson) =>
      transaction(async (tx) => {
        for (const { forget: goes } of BELONGINGS) await goes?.(tx, person as never);
      });
    await forget(anna);
    expect((await recipientsOf(C, id)).map((person) => person.id)).toEqual([carla.id]);
    await forget(carla);
    expect(await ownSchedules(C)).toEqual([]);
  });

  test('a merge moves schedules, and a recipient who is both stays once', async () => {
    const kept = await aUserAt(world.current, 'C', company);
    const K = await principalFor(world.current, kept);
    const id = granted(await create(C, { recipients: [carla.userId, kept.userId] }));
    await transaction(async (tx) => {
      for (const { move } of BELONGINGS)
        await move?.(tx, { issuerId: issuer.id, keptId: kept.id, mergedId: carla.id } as never);
    });
    expect((await recipientsOf(K, id)).map((person) => person.id)).toEqual([kept.id]);
  });
});

test('CD.20 an issuer’s schedules are nobody else’s, and the database lets no recipient of another issuer in', async () => {
  const foreign = await aUserAt(world.current, 'I', await anIssuer(world.current));
  const F = await principalFor(world.current, foreign);
  const id = granted(await create(C));
  expect(await seenSchedule(F, id)).toBeNull();
  expect(codeOf(await create(C, { recipients: [foreign.userId] }))).toBe('report.schedule.recipient.unknown');
  await expect(
    world.current.query('INSERT INTO report_recipients VALUES ($1, $2, $3)', [issuer.id, id, foreign.id])
  ).rejects.toMatchObject({ code: '23503' });
  expect(codeOf(await deleteSchedule(F, id, ORIGIN))).toBe('not.found');
});
