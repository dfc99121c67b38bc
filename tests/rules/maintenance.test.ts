import pg from 'pg';
import {
  beginMaintenance,
  currentMaintenance,
  endMaintenance,
  maintenanceSchema,
  secondsLeft,
  toldMaintenance
} from '@/lib/access/maintenance/maintenance';
import { isUnavailable } from '@/lib/core/server/busy';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aCardholder } from '../support/people';
import { principalFor } from '../support/principal';
import { until } from '../support/until';

const world = useDatabase();

async function aPrincipal(role: 'Z' | 'I') {
  return principalFor(world.current, { ...(await aCardholder(world.current, { role })), role });
}

test('C4.037 C8.039 a system administrator begins, prolongs and ends maintenance, each of it audited', async () => {
  const administrator = await aPrincipal('Z');
  expect(await currentMaintenance()).toBeNull();
  expect((await beginMaintenance(administrator, ORIGIN, { minutes: 10 })).ok).toBe(true);
  const first = await currentMaintenance();
  expect((await beginMaintenance(administrator, ORIGIN, { minutes: 60 })).ok).toBe(true);
  const second = await currentMaintenance();
  expect(second?.begunAt).toEqual(first?.begunAt);
  expect(second && secondsLeft(second)).toBeGreaterThan(3_590);
  for (const _twice of [1, 2]) expect((await endMaintenance(administrator, ORIGIN)).ok).toBe(true);
  expect(await currentMaintenance()).toBeNull();
  const entries = await world.current.query<{ action: string }>(
    'SELECT action FROM audit_entries WHERE actor_user_id = $1 ORDER BY sequence',
    [administrator.userId]
  );
  expect(entries.map(({ action }) => action)).toEqual([
    'system.maintenance_begun',
    'system.maintenance_begun',
    'system.maintenance_ended'
  ]);
});

test('C8.016 to anybody else it is a Forbidden Action', async () => {
  const issuerAdministrator = await aPrincipal('I');
  const forbidden = { ok: false, refusal: { code: 'forbidden.action' } };
  expect(await beginMaintenance(issuerAdministrator, ORIGIN, { minutes: 10 })).toEqual(forbidden);
  expect(await endMaintenance(issuerAdministrator, ORIGIN)).toEqual(forbidden);
});

test('Retry-After is a minute at least: maintenance goes on until it is ended', () => {
  expect(secondsLeft({ begunAt: new Date(0), expectedEnd: new Date(1) })).toBe(60);
  const bounds = ['0', '1', '2880', '2881'].map((minutes) => maintenanceSchema.safeParse({ minutes }).success);
  expect(bounds).toEqual([false, true, true, false]);
});

test('C4.037 what is begun for so many minutes is expected to end then, and a change moves that end alone', async () => {
  const administrator = await aPrincipal('Z');
  for (const minutes of [10, 90]) {
    await beginMaintenance(administrator, ORIGIN, { minutes });
    const told = await toldMaintenance();
    const left = (told?.expectedEnd.getTime() ?? 0) - Date.now();
    expect(Math.round(left / 60_000)).toBe(minutes);
    const [entry] = await world.current.query<{ details: unknown; entity: string; issuer: string }>(
      `SELECT details, entity, issuer_id AS issuer FROM audit_entries WHERE actor_user_id = $1 ORDER BY sequence DESC LIMIT 1`,
      [administrator.userId]
    );
    expect(entry).toEqual({
      details: { expectedEnd: told?.expectedEnd.toISOString() },
      entity: 'system',
      issuer: administrator.issuerId
    });
  }
  await endMaintenance(administrator, ORIGIN);
  expect(await toldMaintenance()).toBeNull();
});

/** What `toldMaintenance` says when the connection of its query is ended. */
async function toldWithoutDatabase(): Promise<unknown> {
  const holder = new pg.Client({ connectionString: world.current.ownerUrl });
  await holder.connect();
  await holder.query('BEGIN; LOCK TABLE maintenance');
  const ended = until(async () => {
    const pids = await world.current.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%"maintenance"%' AND state = 'active'`
    );
    return pids.length > 0;
  });
  const [told] = await Promise.all([toldMaintenance().catch((error: unknown) => error), ended]);
  await holder.end();
  return told;
}

test('C8.039 without the database the maintenance last known is told, and an error if none is', async () => {
  const administrator = await aPrincipal('Z');
  expect(await toldMaintenance()).toBeNull();
  expect(isUnavailable(await toldWithoutDatabase())).toBe(true);
  await beginMaintenance(administrator, ORIGIN, { minutes: 10 });
  const known = await toldMaintenance();
  expect(known).not.toBeNull();
  expect(await toldWithoutDatabase()).toEqual(known);
  await endMaintenance(administrator, ORIGIN);
  expect(await toldMaintenance()).toBeNull();
  expect(isUnavailable(await toldWithoutDatabase())).toBe(true);
});

test('C8.039 another error of the database is no reason to tell of maintenance', async () => {
  const administrator = await aPrincipal('Z');
  await beginMaintenance(administrator, ORIGIN, { minutes: 10 });
  expect(await toldMaintenance()).not.toBeNull();
  const owner = new pg.Client({ connectionString: world.current.ownerUrl });
  await owner.connect();
  await owner.query('ALTER TABLE maintenance RENAME TO elsewhere');
  await expect(toldMaintenance()).rejects.toThrow();
  await owner.query('ALTER TABLE elsewhere RENAME TO maintenance');
  await owner.end();
  await endMaintenance(administrator, ORIGIN);
});
