import { randomUUID } from 'node:crypto';
import { LISTS } from '@/lib/composition/process/lists';
import { STANDARD_REPORTS } from '@/lib/composition/process/standard-reports';
import { transaction } from '@/lib/core/database/database';
import { ownCycles } from '@/lib/kit/reports/schedules/cycles';
import { feedSources } from '@/lib/kit/reports/schedules/feed-sources';
import { lastFirings } from '@/lib/kit/reports/schedules/firings';
import {
  deleteSchedule,
  pauseSchedule,
  restoreSchedule,
  resumeSchedule
} from '@/lib/kit/reports/schedules/pause-schedule';
import { peopleAtPlace } from '@/lib/kit/reports/schedules/people-at-place';
import { findRecipients, recipientsOf } from '@/lib/kit/reports/schedules/recipients';
import { changeSchedule, seenAndOpen } from '@/lib/kit/reports/schedules/save-schedule';
import { nextSchedules, ownSchedules, seenSchedule } from '@/lib/kit/reports/schedules/schedule';
import { scheduleSchema } from '@/lib/kit/reports/schedules/schema';
import { ORIGIN } from '../module-world';
import { idOf } from './listed';
import type { ScopeModule } from './registry';
import type { ScopeWorld, Watcher } from './world';

interface Made {
  id: string;
  ownerId: string;
}
const made = new WeakMap<ScopeWorld, Made[]>();
const madeIn = (world: ScopeWorld) => made.get(world) ?? [];
const ownOf = (watcher: Watcher, world: ScopeWorld) =>
  watcher.stands === 'everything'
    ? []
    : madeIn(world)
        .filter(({ ownerId }) => ownerId === watcher.principal.userId)
        .map(idOf);

async function aSchedule(
  { database }: ScopeWorld,
  { issuerId, userId, assignmentId }: Watcher['principal']
): Promise<Made> {
  const id = randomUUID();
  await database.query(
    `INSERT INTO report_schedules (issuer_id, id, owner_user_id, assignment_id, brand_name, report, format, frequency,
       time_of_day, time_zone, starts_on, next_at, counted_from, created_at, updated_at)
     VALUES ($1, $2, $3, $4, 'tessera', 'users', 'csv', 'daily', '07:00', 'UTC', '2026-01-01', now() + interval '1 day',
       now(), now(), now())`,
    [issuerId, id, userId, assignmentId ?? randomUUID()]
  );
  await database.query('INSERT INTO report_recipients VALUES ($1, $2, $3)', [issuerId, id, userId]);
  await database.query(
    `INSERT INTO report_firings (issuer_id, id, schedule_id, due_at, due_on, fired_at)
     VALUES ($1, $2::uuid, $2::uuid, now() - interval '1 day', current_date - 1, now())`,
    [issuerId, id]
  );
  return { id, ownerId: userId };
}

const ENTRY = scheduleSchema.parse({
  frequency: 'daily',
  time: '08:00',
  timeZone: 'UTC',
  startsOn: '2026-01-01',
  format: 'csv',
  recipients: ['nobody']
});

/** Schedules are their owner's alone; recipients are picked among the people of the scope. */
export const reportSchedules: ScopeModule = {
  name: 'report schedules',
  async populate(world) {
    const kept: Made[] = [];
    for (const { principal } of world.watchers) kept.push(await aSchedule(world, principal));
    for (const { id, ownerId } of kept) world.placeOf.set(id, `owned by ${ownerId}`);
    made.set(world, kept);
  },
  isSeen(watcher, id, world) {
    return madeIn(world).some((one) => one.id === id) ? ownOf(watcher, world).includes(id) : world.sees(watcher, id);
  },
  readers: {
    ownSchedules: async (principal) => (await ownSchedules(principal)).map(idOf),
    nextSchedules: async (principal) => (await nextSchedules(principal, 1000)).map(idOf),
    'seenSchedule, recipientsOf and lastFirings': async (principal, world) => {
      const seen = madeIn(world).map(async ({ id }) => [
        (await seenSchedule(principal, id))?.id ?? [],
        (await seenAndOpen(principal, id)).ok ? id : [],
        (await recipientsOf(principal, id)).length > 0 ? id : [],
        (await lastFirings(principal, id)).length > 0 ? id : []
      ]);
      return (await Promise.all(seen)).flat(2);
    },
    findRecipients: async (principal) =>
      (await findRecipients(principal, '')).filter(({ id }) => id !== principal.userId).map(idOf),
    feedSources: async (principal) => (await feedSources(LISTS, principal)).map(idOf),
    peopleAtPlace: async (principal, world) => {
      const places = Array.from({ length: 6 }, () => world.random.pick(world.all()));
      const found = places.map(async ({ id: nodeId }) =>
        (await transaction((tx) => peopleAtPlace(tx, principal, { nodeId, roles: [] }))).ok ? nodeId : []
      );
      return (await Promise.all(found)).flat();
    },
    ownCycles: async (principal) => (await ownCycles(principal)).map(idOf)
  },
  complete: { ownSchedules: ownOf, nextSchedules: ownOf },
  writes: {
    changeSchedule: (principal, id) =>
      changeSchedule(LISTS, STANDARD_REPORTS, principal, { id, version: 1, entry: ENTRY }, ORIGIN),
    pauseSchedule: (principal, id) => pauseSchedule(principal, id, ORIGIN),
    resumeSchedule: (principal, id) => resumeSchedule(principal, id, ORIGIN),
    deleteSchedule: (principal, id) => deleteSchedule(principal, id, ORIGIN),
    restoreSchedule: (principal, id) => restoreSchedule(principal, id, ORIGIN)
  },
  targets: (world) => madeIn(world).map(idOf)
};
