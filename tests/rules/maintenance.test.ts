import {
  beginMaintenance,
  currentMaintenance,
  endMaintenance,
  maintenanceSchema,
  secondsLeft
} from '@/lib/access/maintenance/maintenance';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aCardholder } from '../support/people';
import { principalFor } from '../support/principal';

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
  expect(maintenanceSchema.safeParse({ minutes: '0' }).success).toBe(false);
});
