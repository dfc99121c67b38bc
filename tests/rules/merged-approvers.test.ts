import { randomUUID } from 'node:crypto';
import type { Principal } from '@/lib/access/policy/principal';
import { BELONGINGS } from '@/lib/composition/process/belongings';
import { transaction } from '@/lib/core/database/database';
import { shiftClock } from '@/lib/core/server/clock';
import { mergeUsers } from '@/lib/directory/people/merge-users';
import { deleteSplitProfile } from '@/lib/money/allocation/save-split-profile';
import { authorIds } from '@/lib/money/approvals/authors';
import { delegate } from '@/lib/money/approvals/delegate';
import { ownDelegations } from '@/lib/money/approvals/delegations';
import { findProfile } from '@/lib/money/approvals/profiles';
import { changeProfile } from '@/lib/money/approvals/save-profile';
import { delegationSchema, profileChangeSchema } from '@/lib/money/approvals/schema';
import { changeStates } from '@/lib/money/transactions/change-state';
import { aDelegation, aProfile } from '../support/approvals';
import { whileHeld } from '../support/held-rows';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt, principalFor } from '../support/principal';
import { codeOf } from '../support/results';
import { aScheme } from '../support/schemes';
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
import { aTwinOf } from '../support/twin';

const world = useDatabase();
let company: StructureNode;
let point: StructureNode;
let account: StructureNode;
let admin: Principal;
let kept: PlacedPerson;
let merged: PlacedPerson;
let other: PlacedPerson;

const manager = () => aUserAt(world.current, 'O', point);

beforeEach(async () => {
  const db = world.current;
  company = await aCompany(db, await anIssuer(db));
  point = await anOrgPoint(db, company);
  account = await anAccount(db, point);
  admin = await aPrincipalAt(db, 'C', company);
  [kept, merged, other] = [await manager(), await manager(), await manager()];
});

afterEach(() => shiftClock(0));

const merge = (by = admin) => mergeUsers(by, { keptId: kept.id, mergedId: merged.id }, ORIGIN, BELONGINGS);
const actsOf = (id: string) =>
  world.current.query<{ action: string; node_id: string; details: Record<string, string> }>(
    'SELECT action, node_id, details FROM audit_entries WHERE entity_id = $1 ORDER BY sequence',
    [id]
  );
const membersOf = async (profile: string) =>
  (
    await world.current.query<{ position: number; user_id: string }>(
      'SELECT position, user_id FROM approval_level_members WHERE profile_id = $1 ORDER BY position, user_id',
      [profile]
    )
  ).map((row) => [row.position, row.user_id]);
const delegation = (from: PlacedPerson, to: PlacedPerson, days: { firstDay?: string; lastDay?: string } = {}) =>
  aDelegation(world.current, { from: { issuerId: from.issuerId, userId: from.id }, to: { userId: to.id }, ...days });
const endsOf = async (id: string) => {
  const [row] = await world.current.query<{ delegator_id: string; delegate_id: string; withdrawn_at: Date | null }>(
    'SELECT delegator_id, delegate_id, withdrawn_at FROM approval_delegations WHERE id = $1',
    [id]
  );
  return row && [row.delegator_id, row.delegate_id, row.withdrawn_at !== null];
};
async function approves(person: PlacedPerson, amount: string): Promise<boolean> {
  const { id } = await aTransaction(world.current, account, { amount, state: 'reviewed' });
  const principal = await principalFor(world.current, person);
  const { done } = await transaction((tx) => changeStates(tx, principal, [id], { event: 'approve' }, ORIGIN));
  return done.length > 0;
}

test('C6.022 CD.30 the levels of who is merged are the kept one’s, none twice; the profile’s history tells it', async () => {
  const profile = await aProfile(world.current, company, {
    levels: [{ limit: '100', members: [kept.id, merged.id] }, { members: [merged.id, other.id] }],
    places: [company]
  });
  const second = await aProfile(world.current, company, {
    levels: [{ limit: '50', members: [other.id] }, { members: [merged.id] }]
  });
  const elsewhere = await aProfile(world.current, company, { levels: [{ members: [other.id] }] });
  expect(await approves(kept, '500.00')).toBe(false);
  expect(codeOf(await merge())).toBe('ok');
  expect(await membersOf(profile)).toEqual([[1, kept.id], ...[kept.id, other.id].sort().map((id) => [2, id])]);
  expect(await membersOf(second)).toEqual([
    [1, other.id],
    [2, kept.id]
  ]);
  expect(await approves(kept, '500.00')).toBe(true);
  const inOrder = (...ids: string[]) => ids.sort().join(' ');
  const told = (before: string, after: string) => [
    {
      action: 'approval_profile.changed',
      node_id: company.id,
      details: { 'before.levels': before, 'after.levels': after }
    }
  ];
  expect(await actsOf(profile)).toEqual(
    told(
      `Level 1 (100): ${inOrder(kept.id, merged.id)}; Level 2 (–): ${inOrder(merged.id, other.id)}`,
      `Level 1 (100): ${kept.id}; Level 2 (–): ${inOrder(kept.id, other.id)}`
    )
  );
  expect(await actsOf(second)).toEqual(
    told(`Level 1 (50): ${other.id}; Level 2 (–): ${merged.id}`, `Level 1 (50): ${other.id}; Level 2 (–): ${kept.id}`)
  );
  expect(await actsOf(elsewhere)).toEqual([]);
});

test('CD.30 a form of the profile that was opened before the merge is not saved over it', async () => {
  const id = await aProfile(world.current, company, { name: 'Cards', levels: [{ members: [merged.id] }] });
  const version = (await findProfile(admin, id))?.version;
  const changed = async () =>
    (await world.current.query<{ at: Date }>('SELECT updated_at AS at FROM approval_profiles WHERE id = $1', [id]))[0]
      ?.at as Date;
  const before = await changed();
  shiftClock(3_600_000);
  await merge();
  expect((await changed()).getTime() - before.getTime()).toBeGreaterThan(3_000_000);
  const entry = profileChangeSchema.parse({
    name: 'Cards',
    version,
    'level.1.name': 'Level 1',
    'level.1.members': [merged.userId]
  });
  expect(codeOf(await changeProfile(admin, id, entry, ORIGIN))).toBe('record.changed');
  expect(await membersOf(id)).toEqual([[1, kept.id]]);
});

test('C6.022 CD.30 delegations go along from both ends; between the two they end, and nobody delegates to themselves', async () => {
  const db = world.current;
  await aProfile(db, company, { levels: [{ members: [other.id] }], places: [company] });
  const given = await delegation(merged, other);
  const received = await delegation(other, merged);
  const between = await delegation(merged, kept);
  const back = await delegation(kept, merged);
  const over = await delegation(kept, merged, { firstDay: '2026-01-01', lastDay: '2026-01-31' });
  const [{ today } = { today: '' }] = await db.query<{ today: string }>(
    'SELECT (now() AT TIME ZONE time_zone)::date::text AS today FROM issuers WHERE id = $1',
    [company.issuerId]
  );
  const ending = await delegation(kept, merged, { firstDay: '2026-01-01', lastDay: today });
  const withdrawn = await aDelegation(db, {
    from: { ...admin, userId: kept.id },
    to: { userId: merged.id },
    withdrawn: true
  });
  expect(await approves(kept, '10.00')).toBe(false);
  expect(codeOf(await merge())).toBe('ok');
  expect(await Promise.all([given, received, between, back, over, ending].map(endsOf))).toEqual([
    [kept.id, other.id, false],
    [other.id, kept.id, false],
    [merged.id, kept.id, true],
    [kept.id, merged.id, true],
    [kept.id, merged.id, false],
    [kept.id, merged.id, true]
  ]);
  expect(await approves(kept, '10.00')).toBe(true);
  expect((await ownDelegations(await principalFor(db, kept), 'given')).map(({ id, state }) => [id, state])).toEqual(
    expect.arrayContaining([
      [given, 'current'],
      [back, 'withdrawn'],
      [over, 'over']
    ])
  );
  expect(await actsOf(given)).toEqual([
    {
      action: 'approval_delegation.changed',
      node_id: expect.any(String),
      details: expect.objectContaining({ 'after.delegator': kept.id })
    }
  ]);
  expect(await actsOf(between)).toMatchObject([{ action: 'approval_delegation.withdrawn', node_id: point.id }]);
  expect([await actsOf(over), await actsOf(withdrawn)]).toEqual([[], []]);
});

test('CD.30 C6.022 a delegation that is over by the day of its own issuer stays as it is, whatever the day elsewhere', async () => {
  const db = world.current;
  await anIssuer(db);
  // The day of the one ends more than a day before the day of the other.
  await db.query(
    "UPDATE issuers SET time_zone = CASE WHEN id = $1 THEN 'Pacific/Kiritimati' ELSE 'Pacific/Pago_Pago' END",
    [company.issuerId]
  );
  const [{ before } = { before: '' }] = await db.query<{ before: string }>(
    "SELECT ((now() AT TIME ZONE 'Pacific/Kiritimati')::date - 1)::text AS before"
  );
  const over = await delegation(kept, merged, { firstDay: '2026-01-01', lastDay: before });
  expect(codeOf(await merge())).toBe('ok');
  expect(await endsOf(over)).toEqual([kept.id, merged.id, false]);
});

test('CD.60 C6.022 a merge leaves alone who was merged into others before', async () => {
  const [first, second] = [await manager(), await manager()];
  await mergeUsers(admin, { keptId: first.id, mergedId: second.id }, ORIGIN, BELONGINGS);
  expect(codeOf(await merge())).toBe('ok');
  const by = await principalFor(world.current, first);
  expect(new Set(await transaction((tx) => authorIds(tx, by)))).toEqual(new Set([first.id, second.id]));
});

test('CD.20 C6.022 a merge leaves another issuer alone that has the same ids', async () => {
  const db = world.current;
  const earlier = await manager();
  await mergeUsers(admin, { keptId: merged.id, mergedId: earlier.id }, ORIGIN, BELONGINGS);
  await aProfile(db, company, { levels: [{ limit: '100', members: [merged.id] }, { members: [merged.id, other.id] }] });
  await delegation(merged, other);
  await delegation(other, merged);
  await delegation(merged, kept);
  const twin = await aTwinOf(db, company.issuerId);
  const before = await twin.digest();
  // Nor does it wait for who is changing a profile there.
  const told = await whileHeld(db, 'approval_profiles', 'issuer_id = $1', [twin.issuerId], () => merge());
  expect(codeOf(told)).toBe('ok');
  expect(await twin.digest()).toBe(before);
});

test('CD.20 C6.022 a merge changes no profile that another issuer has the merged user in, under the same ids', async () => {
  const db = world.current;
  const profile = await aProfile(db, company, { levels: [{ members: [merged.id, other.id] }] });
  await aTwinOf(db, company.issuerId);
  await db.query('DELETE FROM approval_level_members WHERE issuer_id = $1 AND user_id = $2', [
    ...[company.issuerId, merged.id]
  ]);
  // Nor does it wait for who is changing that profile.
  const told = await whileHeld(db, 'approval_profiles', 'issuer_id = $1', [company.issuerId], () => merge());
  expect(codeOf(told)).toBe('ok');
  expect((await findProfile(admin, profile))?.version).toBe(1);
  expect(await actsOf(profile)).toEqual([]);
});

test('C6.022 a merge that is refused moves nothing', async () => {
  const profile = await aProfile(world.current, company, { levels: [{ members: [merged.id] }] });
  const given = await delegation(merged, other);
  const noPeers = await aPrincipalAt(world.current, 'C', company, {
    authorities: ['users.view', 'users.modify', 'multi_user.modify']
  });
  expect(codeOf(await merge(noPeers))).toBe('user.not.authorized');
  const stranger = await aPrincipalAt(world.current, 'C', await aCompany(world.current, await anIssuer(world.current)));
  expect(codeOf(await merge(stranger))).toBe('user.not.found');
  expect(await membersOf(profile)).toEqual([[1, merged.id]]);
  expect(await endsOf(given)).toEqual([merged.id, other.id, false]);
});

test('C6.022 C6.025 CD.20 the split profiles of who is merged are the kept one’s to delete, and no others', async () => {
  const db = world.current;
  const scheme = await aScheme(db, company);
  const half = { percent: '50', description: null, codes: {} };
  const profileOf = async (owner: PlacedPerson, name: string) => {
    const id = randomUUID();
    await db.query(
      'INSERT INTO split_profiles (issuer_id, id, company_id, scheme_id, owner_id, name, lines) VALUES ($1, $2, $3, $4, $5, $6, $7)',
      [company.issuerId, id, company.id, scheme.id, owner.id, name, JSON.stringify([half, half])]
    );
    return id;
  };
  const [id, others] = [await profileOf(merged, 'Halves'), await profileOf(other, 'Parts')];
  const twin = await aTwinOf(db, company.issuerId);
  const before = await twin.digest();
  await merge();
  const by = await principalFor(db, kept);
  expect(codeOf(await deleteSplitProfile(by, id, ORIGIN))).toBe('ok');
  expect(codeOf(await deleteSplitProfile(by, others, ORIGIN))).toBe('split.profile.not.own');
  expect(await twin.digest()).toBe(before);
});

test('C6.022 CD.30 a merge and changes of levels and delegations at once: one waits for the other, nothing is lost or twice', async () => {
  const db = world.current;
  const today = new Date().toISOString().slice(0, 10);
  for (let round = 0; round < 20; round++) {
    [kept, merged] = [await manager(), await manager()];
    // Who is merged is in the level already, or is just being added to it.
    const isIn = round % 2 === 0;
    const members = [...(isIn ? [merged.id] : []), other.id];
    const id = await aProfile(db, company, { levels: [{ members }] });
    const entry = profileChangeSchema.parse({
      name: `Round ${round}`,
      version: 1,
      'level.1.name': 'All',
      'level.1.members': [merged.userId, other.userId]
    });
    const delegator = await principalFor(db, merged);
    const days = delegationSchema.parse({ delegate: other.userId, firstDay: today, lastDay: today });
    const [done, changed, delegated] = await Promise.all([
      merge(),
      changeProfile(admin, id, entry, ORIGIN),
      delegate(delegator, days, ORIGIN)
    ]);
    expect(codeOf(done)).toBe('ok');
    expect(['ok', isIn ? 'record.changed' : 'approval.member.unknown']).toContain(codeOf(changed));
    const after = isIn || changed.ok ? [kept.id, other.id] : [other.id];
    expect(await membersOf(id)).toEqual(after.sort().map((member) => [1, member]));
    if (delegated.ok) expect(await endsOf(delegated.value)).toEqual([kept.id, other.id, false]);
    else expect(delegated.refusal.code).toBe('delegation.delegate.unknown');
  }
});
