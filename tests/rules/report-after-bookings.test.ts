import type { Principal } from '@/lib/access/policy/principal';
import { jobHandlers } from '@/lib/composition/process/job-handlers';
import { LISTS } from '@/lib/composition/process/lists';
import { STANDARD_REPORTS } from '@/lib/composition/process/standard-reports';
import { shiftClock, stopClock } from '@/lib/core/server/clock';
import { fireDue } from '@/lib/kit/reports/schedules/fire-due';
import { lastFirings } from '@/lib/kit/reports/schedules/firings';
import { pauseSchedule, resumeSchedule } from '@/lib/kit/reports/schedules/pause-schedule';
import { changeSchedule, createSchedule } from '@/lib/kit/reports/schedules/save-schedule';
import { type Schedule, seenSchedule, stateOf } from '@/lib/kit/reports/schedules/schedule';
import { scheduleSchema } from '@/lib/kit/reports/schedules/schema';
import { reprocess } from '@/lib/money/feeds/reprocess';
import { aCardNumber } from '../support/card-numbers';
import { aCard, aFeedWorld, aMapping, type FeedWorld, imported, plainFile } from '../support/feeds/world';
import { working } from '../support/jobs';
import { ORIGIN, useDatabase } from '../support/module-world';
import { principalFor } from '../support/principal';
import { granted, refusedFor } from '../support/results';
import { aBrand } from '../support/sign-in';
import { aUserAt, type PlacedPerson } from '../support/structure';
import { until } from '../support/until';

const database = useDatabase();
let world: FeedWorld;
let mapping: string;
let carla: PlacedPerson;
let C: Principal;

beforeAll(() => aBrand());
beforeEach(async () => {
  await database.current.query('DELETE FROM report_schedules');
  stopClock(new Date('2026-08-14T03:00:00Z'));
  world = await aFeedWorld(database.current);
  mapping = await aMapping(world);
  carla = await aUserAt(database.current, 'C', world.company);
  C = await principalFor(database.current, carla);
});
afterEach(() => shiftClock(0));

const entryOf = (more: object = {}) =>
  scheduleSchema.parse({
    frequency: 'after_bookings',
    time: '07:00',
    timeZone: 'Europe/Oslo',
    startsOn: '2026-08-01',
    format: 'csv',
    recipients: [carla.userId],
    ...more
  });
const schedule = (more: object = {}) =>
  createSchedule(LISTS, STANDARD_REPORTS, C, { report: 'transactions-detail', entry: entryOf(more) }, ORIGIN);
const seen = async (id: string) => (await seenSchedule(C, id)) as Schedule;
const nextOf = async (id: string) => (await seen(id)).nextAt?.toISOString() ?? null;

let lines = 0;
const line = (number = world.cards[0]?.number) => `${number},B-${++lines},2026-08-13,10.00,EUR,CAFE SONNE,5814`;
const book = (...booked: string[]) => imported(world, mapping, plainFile(booked));

test('issue 18 C2.083 a schedule that waits for bookings runs once for all that are booked before its time, and then after each', async () => {
  const id = granted(await schedule());
  expect([await nextOf(id), stateOf(await seen(id))]).toEqual([null, 'active']);
  await book(line());
  expect(await nextOf(id)).toBe('2026-08-14T05:00:00.000Z');
  stopClock(new Date('2026-08-14T04:00:00Z'));
  await book(line());
  expect(await nextOf(id)).toBe('2026-08-14T05:00:00.000Z');
  stopClock(new Date('2026-08-14T05:00:00Z'));
  expect([await fireDue(), await fireDue()]).toEqual([1, 0]);
  await working(jobHandlers, () => until(async () => (await lastFirings(C, id))[0]?.waiting === 0));
  expect([await nextOf(id), stateOf(await seen(id))]).toEqual([null, 'active']);
  stopClock(new Date('2026-08-14T13:30:00Z'));
  await book(line());
  expect(await nextOf(id)).toBe('2026-08-14T13:30:00.000Z');
  expect(await fireDue()).toBe(1);
  await working(jobHandlers, () => until(async () => (await lastFirings(C, id))[0]?.waiting === 0));
  expect((await lastFirings(C, id)).map(({ dueAt, sent }) => [dueAt.toISOString(), sent.length])).toEqual([
    ['2026-08-14T13:30:00.000Z', 1],
    ['2026-08-14T05:00:00.000Z', 1]
  ]);
});

test('issue 18 C2.083 nothing runs after a feed that booked nothing, of another issuer, outside of its days, or while it is paused', async () => {
  const id = granted(await schedule());
  const later = granted(await schedule({ startsOn: '2026-08-15' }));
  const ended = granted(await schedule({ endsOn: '2026-08-14' }));
  const paused = granted(await schedule());
  await book(line(aCardNumber()));
  const elsewhere = await aFeedWorld(database.current, 1);
  await imported(elsewhere, await aMapping(elsewhere), plainFile([line(elsewhere.cards[0]?.number)]));
  expect(await nextOf(id)).toBeNull();
  granted(await pauseSchedule(C, paused, ORIGIN));
  stopClock(new Date('2026-08-14T22:30:00Z'));
  expect(stateOf(await seen(ended))).toBe('ended');
  stopClock(new Date('2026-08-14T12:00:00Z'));
  await book(line());
  expect([await nextOf(id), await nextOf(later), await nextOf(paused)]).toEqual([
    '2026-08-14T12:00:00.000Z',
    null,
    null
  ]);
  granted(await resumeSchedule(C, paused, ORIGIN));
  expect([await nextOf(paused), stateOf(await seen(paused))]).toEqual([null, 'active']);
  expect(refusedFor(await schedule({ endsOn: '2026-08-13', startsOn: '2026-08-01' }))).toBe(
    'endsOn report.schedule.never'
  );
});

test('issue 18 C2.083 what a feed rejected and books when it is processed again is told of, and a change keeps what waits', async () => {
  const number = aCardNumber();
  const feed = await book(line(number));
  const id = granted(await schedule());
  await aCard(database.current, world.company, { number });
  granted(await reprocess(world.principal, feed.id, ORIGIN));
  await working(jobHandlers, () => until(async () => (await nextOf(id)) !== null));
  expect(await nextOf(id)).toBe('2026-08-14T05:00:00.000Z');
  const { version } = await seen(id);
  granted(
    await changeSchedule(LISTS, STANDARD_REPORTS, C, { id, version, entry: entryOf({ format: 'xlsx' }) }, ORIGIN)
  );
  expect(await nextOf(id)).toBe('2026-08-14T05:00:00.000Z');
});
