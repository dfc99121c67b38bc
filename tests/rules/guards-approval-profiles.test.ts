import { randomUUID } from 'node:crypto';
import type { Principal } from '@/lib/access/policy/principal';
import { transaction } from '@/lib/core/database/database';
import { Prisma } from '@/lib/core/database/prisma/client';
import { shiftClock } from '@/lib/core/server/clock';
import { delegate } from '@/lib/money/approvals/delegate';
import { hasApprover, isProfileOf, profilesOfCompany } from '@/lib/money/approvals/profile-choices';
import { assignPlace, nodesFor, removePlace } from '@/lib/money/approvals/profile-places';
import { findProfile } from '@/lib/money/approvals/profiles';
import { profilesNamed } from '@/lib/money/approvals/profiles-in-force';
import { changeProfile, createProfile, deleteProfile } from '@/lib/money/approvals/save-profile';
import { delegationSchema, profileChangeSchema, profileSchema } from '@/lib/money/approvals/schema';
import { approvalsOf } from '@/lib/money/transactions/approvals-of';
import { changeStates } from '@/lib/money/transactions/change-state';
import { heldTransactions } from '@/lib/money/transactions/transactions';
import { aDelegation, aProfile } from '../support/approvals';
import { whileGone, whileHeld } from '../support/held-rows';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt, principalFor } from '../support/principal';
import { codeOf, granted, refusedFor } from '../support/results';
import { aRecord, recordsOf } from '../support/setup';
import { aCompany, anAccount, anIssuer, anOrgPoint, aUserAt, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';
import { aTwinOf } from '../support/twin';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let point: StructureNode;
let C: Principal;

beforeEach(async () => {
  const db = world.current;
  issuer = await anIssuer(db);
  company = await aCompany(db, issuer);
  point = await anOrgPoint(db, company);
  C = await aPrincipalAt(db, 'C', company);
});
afterEach(() => shiftClock(0));

const YEAR = { firstDay: '2026-01-01', lastDay: '2026-12-31' };
const oneLevel = (member: { userId: string }) => ({ 'level.1.name': 'All', 'level.1.members': [member.userId] });
const placesOf = async (id: string) => (await findProfile(C, id))?.places.map(({ nodeId }) => nodeId);

test('CD.30 of several places of a profile the one that is named goes, and only for who may change the profile', async () => {
  const viewer = await aPrincipalAt(world.current, 'C', company, { authorities: ['company_setup.view'] });
  const id = await aProfile(world.current, company, { levels: [{ members: [C.userId] }], places: [company, point] });
  expect(refusedFor(await removePlace(viewer, id, point.id, ORIGIN))).toBe('forbidden.action');
  expect(refusedFor(await removePlace(C, id, point.id, ORIGIN))).toBeNull();
  expect(await placesOf(id)).toEqual([company.id]);
});

test('CD.20 CD.30 of a profile’s places those above and within one’s part are seen', async () => {
  const other = await anOrgPoint(world.current, company);
  const places = [company, point, other];
  const id = await aProfile(world.current, company, { levels: [{ members: [C.userId] }], places });
  const O = await aPrincipalAt(world.current, 'O', point);
  expect((await findProfile(O, id))?.places.map(({ nodeId }) => nodeId)).toEqual([company.id, point.id]);
  expect((await placesOf(id))?.sort()).toEqual(places.map((place) => place.id).sort());
});

test('CD.30 a profile is put at no place that is deleted meanwhile', async () => {
  const id = await aProfile(world.current, company, { levels: [{ members: [C.userId] }] });
  const told = await whileGone(world.current, 'nodes', point.id, () => assignPlace(C, id, point.id, ORIGIN));
  expect(refusedFor(told)).toBe('node place.not.found');
});

test('twenty nodes are offered at most', async () => {
  for (let count = 0; count < 21; count++)
    await anOrgPoint(world.current, company, { name: `Harbour ${String(count).padStart(2, '0')}` });
  expect((await nodesFor(C, company.id, 'Harbour')).map(({ name1 }) => name1)).toEqual(
    Array.from({ length: 20 }, (_, count) => `Harbour ${String(count).padStart(2, '0')}`)
  );
});

test('CD.30 no two profiles of a company have one name, and when one was made is kept', async () => {
  const db = world.current;
  const boss = await aUserAt(db, 'C', company);
  const taken = await aProfile(db, company, { name: 'Travel', levels: [{ members: [C.userId] }] });
  shiftClock(3_600_000);
  const id = granted(
    await createProfile(C, profileSchema.parse({ company: company.id, name: 'Trips', ...oneLevel(boss) }), ORIGIN)
  );
  const [made] = await db.query<{ created: number; updated: number }>(
    `SELECT extract(epoch FROM created_at - now())::float8 AS created, extract(epoch FROM updated_at - now())::float8 AS updated
     FROM approval_profiles WHERE id = $1`,
    [id]
  );
  expect([made?.created, made?.updated].map((seconds) => Math.round((seconds ?? 0) / 600))).toEqual([6, 6]);
  const change = profileChangeSchema.parse({ name: 'TRAVEL', version: 1, ...oneLevel(boss) });
  expect(refusedFor(await changeProfile(C, id, change, ORIGIN))).toBe('name template.name.taken');
  expect((await findProfile(C, taken))?.name).toBe('Travel');
});

describe('CD.20 what another issuer keeps under the same ids says nothing here:', () => {
  test('the name that a profile has there, the levels that it has there', async () => {
    const db = world.current;
    const boss = await aUserAt(db, 'C', company);
    const id = await aProfile(db, company, { name: 'Travel', levels: [{ name: 'All', members: [boss.id] }] });
    const twin = await aTwinOf(db, issuer.id);
    await db.query("UPDATE approval_profiles SET name = 'Trips' WHERE issuer_id = $1", [twin.issuerId]);
    const entry = profileSchema.parse({ company: company.id, name: 'Trips', ...oneLevel(boss) });
    expect(refusedFor(await createProfile(C, entry, ORIGIN))).toBeNull();
    expect(refusedFor(await deleteProfile(C, id, ORIGIN))).toBeNull();
    const [audit] = await db.query<{ details: object }>('SELECT details FROM audit_entries WHERE entity_id = $1', [id]);
    expect(audit?.details).toEqual({ 'before.name': 'Travel', 'before.levels': `All (–): ${boss.id}` });
  });

  test('the user id that a colleague has there, who delegates there', async () => {
    const db = world.current;
    const boss = await aUserAt(db, 'C', company);
    const twin = await aTwinOf(db, issuer.id);
    const [named] = await db.query<{ key: string }>(
      'SELECT user_id_key AS key FROM user_directory WHERE issuer_id = $1 AND user_id = $2',
      [twin.issuerId, boss.id]
    );
    const entry = delegationSchema.parse({ delegate: named?.key, ...YEAR });
    expect(refusedFor(await delegate(C, entry, ORIGIN))).toBe('delegate delegation.delegate.unknown');
    const [elsewhere, to] = [await aPrincipalAt(db, 'I', await anIssuer(db)), { delegate: boss.userId, ...YEAR }];
    const stranger = { ...C, userId: elsewhere.userId };
    expect(refusedFor(await delegate(stranger, delegationSchema.parse(to), ORIGIN))).toBe('forbidden.action');
  });

  test('the rate between currencies that is in force there', async () => {
    const db = world.current;
    await aProfile(db, company, { levels: [{ members: [C.userId] }], places: [company] });
    const rule = { postedCurrency: 'USD', effectiveDate: '2026-01-01', rate: '2' };
    await aRecord(C, 'currency-conversion-rule', recordsOf(company), rule);
    await aTwinOf(db, issuer.id);
    await db.query('UPDATE setup_records SET inactive_since = now() WHERE issuer_id = $1', [issuer.id]);
    const account = await anAccount(db, point, { currency: 'USD' });
    const row = await aTransaction(db, account, { amount: '5', state: 'reviewed' });
    const { done } = await transaction((tx) => changeStates(tx, C, [row.id], { event: 'approve' }, ORIGIN));
    expect(done).toEqual([]);
  });

  test('the delegation that is in force there', async () => {
    const db = world.current;
    const boss = await aUserAt(db, 'C', company);
    await aProfile(db, company, { levels: [{ members: [C.userId] }], places: [company] });
    await aDelegation(db, { from: C, to: { userId: boss.id } });
    const row = await aTransaction(db, await anAccount(db, point), { amount: '5', state: 'reviewed' });
    await aTwinOf(db, issuer.id);
    await db.query('UPDATE approval_delegations SET withdrawn_at = now() WHERE issuer_id = $1', [issuer.id]);
    const by = await principalFor(db, boss);
    const { done } = await transaction((tx) => changeStates(tx, by, [row.id], { event: 'approve' }, ORIGIN));
    expect(done).toEqual([]);
  });
});

test('a user who is not there any more delegates to nobody', async () => {
  const boss = await aUserAt(world.current, 'C', company);
  const entry = delegationSchema.parse({ delegate: boss.userId, ...YEAR });
  expect(refusedFor(await delegate({ ...C, userId: randomUUID() }, entry, ORIGIN))).toBe('forbidden.action');
});

test('CD.30 who may approve is shown without waiting for who changes a profile or a delegation', async () => {
  const db = world.current;
  const boss = await aUserAt(db, 'C', company);
  await aProfile(db, company, { levels: [{ members: [C.userId] }], places: [company] });
  await aDelegation(db, { from: C, to: { userId: boss.id } });
  const { id } = await aTransaction(db, await anAccount(db, point), { amount: '5', state: 'reviewed' });
  const by = await principalFor(db, boss);
  for (const table of ['approval_profiles', 'approval_delegations']) {
    const shown = await whileHeld(db, table, 'issuer_id = $1', [issuer.id], () =>
      transaction(async (tx) => approvalsOf(tx, by, await heldTransactions(tx, by, [id]), { held: false }))
    );
    expect([...shown.values()].map(codeOf)).toEqual(['ok']);
  }
});

describe('CD.20 a record that names a profile', () => {
  const at = () => ({ issuerId: issuer.id, companyId: company.id });

  test('is offered those of its company by name, and keeps the one it names until the transaction ends', async () => {
    const db = world.current;
    const beside = await aCompany(db, issuer);
    const level = { levels: [{ members: [C.userId] }] };
    const travel = await aProfile(db, company, { name: 'Travel', ...level });
    const fleet = await aProfile(db, company, { name: 'Fleet', ...level });
    const others = await aProfile(db, beside, { name: 'Beside', ...level });
    const twin = await aTwinOf(db, issuer.id);
    expect(await profilesOfCompany(at())).toEqual([
      { id: fleet, name: 'Fleet' },
      { id: travel, name: 'Travel' }
    ]);
    const isFree = async (id: string) =>
      (
        await db.query('SELECT 1 FROM approval_profiles WHERE issuer_id = $1 AND id = $2 FOR UPDATE SKIP LOCKED', [
          ...[issuer.id, id]
        ])
      ).length === 1;
    await transaction(async (tx) => {
      const isOne = (id: string, place = at()) => isProfileOf(tx, place, id);
      expect([await isOne(travel), await isOne(others), await isOne(randomUUID())]).toEqual([true, false, false]);
      expect([await isFree(travel), await isFree(fleet)]).toEqual([false, true]);
      await db.query('DELETE FROM approval_profiles WHERE issuer_id = $1 AND id = $2', [issuer.id, fleet]);
      expect(await isOne(fleet)).toBe(false);
      expect(await isOne(fleet, { ...at(), issuerId: twin.issuerId })).toBe(true);
    });
  });

  test('has an approver as long as one of its members is a user', async () => {
    const db = world.current;
    const [boss, deputy] = [await aUserAt(db, 'C', company), await aUserAt(db, 'C', company)];
    const id = await aProfile(db, company, { name: 'Travel', levels: [{ members: [boss.id, deputy.id] }] });
    await aProfile(db, company, { name: 'Fleet', levels: [{ members: [C.userId] }] });
    await aTwinOf(db, issuer.id);
    const has = () =>
      transaction(async (tx) => {
        const condition = hasApprover(Prisma.sql`${issuer.id}::uuid`, Prisma.sql`${id}::uuid`);
        return (await tx.$queryRaw<{ has: boolean }[]>`SELECT ${condition} AS has`)[0]?.has;
      });
    const leave = (user: string) =>
      db.query("UPDATE users SET status = 'inactive', deleted_at = now() WHERE issuer_id = $1 AND id = $2", [
        ...[issuer.id, user]
      ]);
    expect(await has()).toBe(true);
    await leave(boss.id);
    expect(await has()).toBe(true);
    await leave(deputy.id);
    expect(await has()).toBe(false);
  });

  test('is judged by that profile alone, with those of its members who are asked about, and locks it if it is to stay', async () => {
    const db = world.current;
    const boss = await aUserAt(db, 'C', company);
    const id = await aProfile(db, company, { name: 'Travel', levels: [{ name: 'All', members: [boss.id, C.userId] }] });
    const other = await aProfile(db, company, { name: 'Fleet', levels: [{ members: [boss.id] }] });
    const twin = await aTwinOf(db, issuer.id);
    await db.query("UPDATE approval_profiles SET name = name || ' abroad' WHERE issuer_id = $1", [twin.issuerId]);
    const whom = { issuerId: issuer.id, userIds: [boss.id], held: false };
    const named = (ids: string[], held = false) =>
      transaction(async (tx) => {
        const found = await profilesNamed(tx, { ...whom, ids, held });
        const free = await db.query<{ id: string }>(
          'SELECT id FROM approval_profiles WHERE issuer_id = $1 FOR UPDATE SKIP LOCKED',
          [issuer.id]
        );
        return [[...found.values()], free.length] as const;
      });
    const [found, free] = await named([id, id]);
    expect(found).toEqual([
      {
        id,
        name: 'Travel',
        companyId: company.id,
        currency: 'EUR',
        rates: [],
        levels: [{ name: 'All', limit: null, members: new Set([boss.id]) }]
      }
    ]);
    expect(free).toBe(2);
    expect((await named([id], true))[1]).toBe(1);
    expect((await named([]))[0]).toEqual([]);
    expect((await named([other, id]))[0].map(({ name }) => name).sort()).toEqual(['Fleet', 'Travel']);
  });
});
