import type { Principal } from '@/lib/access/policy/principal';
import { jobHandlers } from '@/lib/composition/process/job-handlers';
import { LISTS } from '@/lib/composition/process/lists';
import { outboxHandlers } from '@/lib/composition/process/outbox-handlers';
import { STANDARD_REPORTS } from '@/lib/composition/process/standard-reports';
import { shiftClock, stopClock } from '@/lib/core/server/clock';
import { workOnce } from '@/lib/core/server/outbox';
import { inboxOf } from '@/lib/kit/inbox/inbox';
import { lastRuns } from '@/lib/kit/reports/runs';
import { feedSources } from '@/lib/kit/reports/schedules/feed-sources';
import { fireDue } from '@/lib/kit/reports/schedules/fire-due';
import { lastFirings } from '@/lib/kit/reports/schedules/firings';
import { resumeSchedule } from '@/lib/kit/reports/schedules/pause-schedule';
import { changeSchedule, createSchedule } from '@/lib/kit/reports/schedules/save-schedule';
import { seenSchedule } from '@/lib/kit/reports/schedules/schedule';
import { scheduleSchema } from '@/lib/kit/reports/schedules/schema';
import { deleteMapping } from '@/lib/money/feeds/mappings';
import { deliverNotices } from '../support/deliver-notices';
import { aFeedWorld, aMapping, imported, plainFile } from '../support/feeds/world';
import { working } from '../support/jobs';
import { ORIGIN, useDatabase } from '../support/module-world';
import { principalFor } from '../support/principal';
import { granted, refusedFor } from '../support/results';
import { aBrand } from '../support/sign-in';
import {
  aCompany,
  anAccount,
  anIssuer,
  anOrgPoint,
  aUserAt,
  type PlacedPerson,
  type StructureNode
} from '../support/structure';
import { aTransaction } from '../support/transactions';
import { until } from '../support/until';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let department: StructureNode;
let carla: PlacedPerson;
let olav: PlacedPerson;
let C: Principal;

beforeAll(() => aBrand());
beforeEach(async () => {
  const db = world.current;
  await db.query('DELETE FROM report_schedules');
  stopClock(new Date('2026-03-02T06:00:00Z'));
  issuer = await anIssuer(db);
  company = await aCompany(db, issuer);
  department = await anOrgPoint(db, company, { name: 'Harbour Office' });
  carla = await aUserAt(db, 'C', company, { firstName: 'Carla', lastName: 'Berg' });
  olav = await aUserAt(db, 'O', department, { firstName: 'Olav', lastName: 'Strand' });
  C = await principalFor(db, carla);
  await aTransaction(db, await anAccount(db, department), { merchant: 'Harbour Hotel' });
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
    nodeId: department.id,
    ...more
  });
const create = (by: Principal, more: object = {}, report = 'transactions-detail') =>
  createSchedule(LISTS, STANDARD_REPORTS, by, { report, entry: entered(more) }, ORIGIN);

/** Fires what is due on a day of March, and works on the jobs until all have ended. */
async function firedOn(day: string): Promise<void> {
  stopClock(new Date(`2026-03-${day}T07:00:00Z`));
  await fireDue();
  await working(jobHandlers, () =>
    until(async () => {
      const [row] = await world.current.query<{ running: number }>(
        "SELECT count(*)::int AS running FROM jobs WHERE status IN ('queued', 'processing')"
      );
      return row?.running === 0;
    })
  );
  await deliverNotices(world.current);
  while (await workOnce({ 'inbox.notice': outboxHandlers['inbox.notice'] as never, 'mail.send': async () => {} }));
}
const told = async (by: Principal): Promise<string[]> =>
  (await inboxOf(by, { view: 'all' })).map(({ kind }) => String(kind));
const nothingIn = scheduleSchema.safeParse({
  frequency: 'daily',
  time: '07:00',
  timeZone: 'UTC',
  startsOn: '2026-03-01',
  format: 'csv'
});

describe('a schedule for a place', () => {
  test('issue 18 C2.083 goes to whoever is there when it runs, of the roles that were chosen, beside those who are named', async () => {
    expect(nothingIn.error?.issues[0]?.message).toBe('report.schedule.nobody');
    const id = granted(await create(C, { roles: ['O'], recipients: [carla.userId] }));
    await firedOn('02');
    expect((await lastFirings(C, id))[0]?.sent).toEqual(['Carla Berg', 'Olav Strand']);
    const anna = await aUserAt(world.current, 'A', await anAccount(world.current, department), {
      firstName: 'Anna',
      lastName: 'Holm'
    });
    const oda = await aUserAt(world.current, 'O', department, { firstName: 'Oda', lastName: 'Vik' });
    const version = (await seenSchedule(C, id))?.version as number;
    await world.current.query('UPDATE assignment_nodes SET node_id = $2 WHERE assignment_id = $1', [
      ...[olav.assignmentId, (await anOrgPoint(world.current, company)).id]
    ]);
    await firedOn('03');
    expect((await lastFirings(C, id))[0]?.sent).toEqual(['Carla Berg', 'Oda Vik']);
    const everyRole = { id, version, entry: entered({ recipients: [] }) };
    granted(await changeSchedule(LISTS, STANDARD_REPORTS, C, everyRole, ORIGIN));
    await firedOn('04');
    expect((await lastFirings(C, id))[0]?.sent).toEqual(['Anna Holm', 'Oda Vik']);
    expect(await lastRuns(await principalFor(world.current, anna), 5)).toHaveLength(1);
    expect(await lastRuns(await principalFor(world.current, oda), 5)).toHaveLength(2);
  });

  test('C6.027 who may not run the report gets nothing, and the owner is told of those who had it before', async () => {
    const id = granted(await create(C, { nodeId: company.id }, 'users'));
    const dorte = await aUserAt(world.current, 'C', company, { firstName: 'Dorte', lastName: 'Lund' });
    const anna = await aUserAt(world.current, 'A', await anAccount(world.current, department), {
      firstName: 'Anna',
      lastName: 'Holm'
    });
    await firedOn('02');
    // She never could: that is no loss.
    expect((await lastFirings(C, id))[0]).toMatchObject({
      sent: ['Carla Berg', 'Dorte Lund'],
      notPermitted: ['Anna Holm', 'Olav Strand']
    });
    expect(await told(C)).toEqual(['report.sent']);
    await world.current.query("UPDATE assignments SET role = 'O' WHERE id = $1", [dorte.assignmentId]);
    for (const day of ['03', '04']) await firedOn(day);
    expect((await lastFirings(C, id))[0]).toMatchObject({
      sent: ['Carla Berg'],
      notPermitted: ['Anna Holm', 'Dorte Lund', 'Olav Strand']
    });
    expect((await told(C)).sort()).toEqual(['report.recipient.lost', ...Array(3).fill('report.sent')]);
    expect(await lastRuns(await principalFor(world.current, anna), 5)).toEqual([]);
  });

  test('CD.20 is for a place in one’s scope alone, and pauses with a word to its owner who has lost it', async () => {
    const other = await aCompany(world.current, issuer);
    expect(refusedFor(await create(C, { nodeId: other.id }))).toBe('nodeId place.not.found');
    const id = granted(await create(C, { recipients: [carla.userId] }));
    await world.current.query('UPDATE assignment_nodes SET node_id = $2 WHERE assignment_id = $1', [
      ...[carla.assignmentId, other.id]
    ]);
    await firedOn('02');
    const now = await principalFor(world.current, carla);
    expect((await lastFirings(now, id))[0]?.sent).toEqual(['Carla Berg']);
    expect(await seenSchedule(now, id)).toMatchObject({ pauseCause: 'place', nextAt: null });
    expect((await told(now)).sort()).toEqual(['report.schedule.stopped.place', 'report.sent']);
    expect(await lastRuns(await principalFor(world.current, olav), 5)).toEqual([]);
  });

  test('issue 18 is for five hundred people at most', async () => {
    await world.current.query(
      `WITH made AS (
         INSERT INTO users (issuer_id, id, user_id, first_name, last_name, role, status, node_id)
         SELECT issuer_id, gen_random_uuid(), user_id || n, first_name, last_name, role, status, node_id
         FROM users, generate_series(1, 500) n WHERE id = $1 RETURNING issuer_id, id),
       held AS (
         INSERT INTO assignments (issuer_id, id, user_id, role, is_primary, created_at)
         SELECT issuer_id, gen_random_uuid(), id, 'O', true, now() FROM made RETURNING issuer_id, id)
       INSERT INTO assignment_nodes (issuer_id, assignment_id, node_id) SELECT issuer_id, id, $2 FROM held`,
      [olav.id, department.id]
    );
    expect(refusedFor(await create(C))).toBe('nodeId report.schedule.place.many');
  });
});

describe('a schedule after the feeds of one mapping', () => {
  test('issue 18 C2.083 runs after these alone, is for those who see feeds, and pauses when the mapping goes', async () => {
    stopClock(new Date('2026-08-14T03:00:00Z'));
    const feeds = await aFeedWorld(world.current);
    const { principal: I } = feeds;
    const [mine, others] = [await aMapping(feeds), await aMapping(feeds)];
    const administrator = await principalFor(world.current, await aUserAt(world.current, 'C', feeds.company));
    const foreign = await aFeedWorld(world.current);
    const after = { frequency: 'after_bookings', startsOn: '2026-08-01', nodeId: feeds.company.id };
    expect((await feedSources(LISTS, I)).map(({ id }) => id).sort()).toEqual([mine, others].sort());
    expect(await feedSources(LISTS, administrator)).toEqual([]);
    for (const [by, feedMappingId] of [
      [administrator, mine],
      [I, await aMapping(foreign)]
    ] as const)
      expect(refusedFor(await create(by, { ...after, feedMappingId }))).toBe('feedMappingId invalid.entry');
    const id = granted(await create(I, { ...after, feedMappingId: mine }));
    const daily = granted(await create(I, { ...after, frequency: 'daily', feedMappingId: mine }));
    expect(await seenSchedule(I, daily)).toMatchObject({ feedMappingId: null });
    let lines = 0;
    const book = (mapping: string) =>
      imported(
        feeds,
        mapping,
        plainFile([`${feeds.cards[0]?.number},P-${++lines},2026-08-13,10.00,EUR,CAFE SONNE,5814`])
      );
    await book(others);
    expect(await seenSchedule(I, id)).toMatchObject({ nextAt: null });
    await book(mine);
    expect(await seenSchedule(I, id)).toMatchObject({ nextAt: new Date('2026-08-14T07:00:00Z') });
    granted(await deleteMapping(I, mine, ORIGIN));
    expect(await seenSchedule(I, id)).toMatchObject({ pauseCause: 'feed', nextAt: null, feedMappingId: null });
    await deliverNotices(world.current);
    while (await workOnce({ 'inbox.notice': outboxHandlers['inbox.notice'] as never, 'mail.send': async () => {} }));
    expect(await told(I)).toContain('report.schedule.stopped.feed');
    granted(await resumeSchedule(I, id, ORIGIN));
    await book(others);
    expect(await seenSchedule(I, id)).toMatchObject({ nextAt: new Date('2026-08-14T07:00:00Z') });
  });
});
