import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Principal } from '@/lib/access/policy/principal';
import { database, transaction } from '@/lib/core/database/database';
import { shiftClock } from '@/lib/core/server/clock';
import { ownAccounts } from '@/lib/directory/people/reads/own-accounts';
import { listRows } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { authorIds } from '@/lib/money/approvals/authors';
import { delegate, withdrawDelegation } from '@/lib/money/approvals/delegate';
import { ownDelegations } from '@/lib/money/approvals/delegations';
import { assignPlace, nodesFor, removePlace } from '@/lib/money/approvals/profile-places';
import { APPROVAL_PROFILES, findProfile, mayChangeProfiles } from '@/lib/money/approvals/profiles';
import { changeProfile, createProfile, deleteProfile } from '@/lib/money/approvals/save-profile';
import { delegationSchema, MOST_LEVELS, profileChangeSchema, profileSchema } from '@/lib/money/approvals/schema';
import { approvalsOf } from '@/lib/money/transactions/approvals-of';
import { changeStates } from '@/lib/money/transactions/change-state';
import { heldTransactions } from '@/lib/money/transactions/transactions';
import { aDelegation, aLink, aProfile } from '../support/approvals';
import { untilWaiting, whileHeld } from '../support/held-rows';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt, principalFor } from '../support/principal';
import { codeOf, granted, refusedFor } from '../support/results';
import { aRecord, recordsOf } from '../support/setup';
import {
  aCompany,
  anAccount,
  anAssignment,
  anIssuer,
  anOrgPoint,
  aUserAt,
  type StructureNode
} from '../support/structure';
import { aTransaction } from '../support/transactions';
import { aTwinOf } from '../support/twin';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let point: StructureNode;
let account: StructureNode;
let C: Principal;

beforeEach(async () => {
  const db = world.current;
  issuer = await anIssuer(db);
  company = await aCompany(db, issuer);
  point = await anOrgPoint(db, company);
  account = await anAccount(db, point);
  C = await aPrincipalAt(db, 'C', company);
});
afterEach(() => shiftClock(0));

/** What works begun at once come to that wait for a row until it is released. */
async function released<T>(table: string, id: string, begun: () => Promise<T>[]): Promise<T[]> {
  const holder = new pg.Client({ connectionString: world.current.ownerUrl });
  await holder.connect();
  try {
    await holder.query('BEGIN');
    await holder.query(`SELECT 1 FROM ${table} WHERE id = $1 FOR UPDATE`, [id]);
    const works = begun();
    await untilWaiting(holder);
    // The second waits behind the first.
    await sleep(200);
    await holder.query('COMMIT');
    return await Promise.all(works);
  } finally {
    await holder.end();
  }
}

const YEAR = { firstDay: '2026-01-01', lastDay: '2026-12-31' };
const typed = (levels: { name?: string; limit?: string; members?: string[] }[]) =>
  Object.fromEntries(
    levels.flatMap((level, index) =>
      Object.entries(level).map(([name, value]) => [`level.${index + 1}.${name}`, value])
    )
  );
async function approved(by: Principal, ids: readonly string[]): Promise<readonly string[]> {
  const { done } = await transaction((tx) => changeStates(tx, by, ids, { event: 'approve' }, ORIGIN));
  return done;
}

test('CD.20 what is done in one issuer leaves another alone that has the same ids', async () => {
  const db = world.current;
  const [boss, manager] = [await aUserAt(db, 'C', company), await aUserAt(db, 'O', point)];
  const rows = await Promise.all([1, 2, 3].map(() => aTransaction(db, account, { amount: '50', state: 'reviewed' })));
  const kept = await aProfile(db, company, { levels: [{ members: [C.userId] }], places: [point] });
  const given = await aDelegation(db, { from: C, to: { userId: boss.id } });
  const twin = await aTwinOf(db, issuer.id);
  const before = await twin.digest();
  const stands = async () => expect(await twin.digest()).toBe(before);

  expect(await ownDelegations(C, 'given')).toHaveLength(1);
  expect(await approved(await principalFor(db, boss), [rows[0]?.id as string])).toEqual([rows[0]?.id]);
  expect(refusedFor(await withdrawDelegation(C, given, ORIGIN))).toBeNull();
  expect(refusedFor(await withdrawDelegation(C, given, ORIGIN))).toBe('delegation.withdrawn.already');
  granted(await delegate(C, delegationSchema.parse({ delegate: boss.userId, ...YEAR }), ORIGIN));
  await stands();

  const levels = typed([
    { name: 'Team', limit: '100', members: [manager.userId] },
    { name: 'All', members: [boss.userId] }
  ]);
  const id = granted(
    await createProfile(C, profileSchema.parse({ company: company.id, name: 'Travel', ...levels }), ORIGIN)
  );
  const again = await aTwinOf(db, issuer.id);
  const second = await again.digest();
  expect((await findProfile(C, id))?.levels.map(({ members }) => members.length)).toEqual([1, 1]);
  const changed = profileChangeSchema.parse({
    name: 'Trips',
    version: 1,
    ...typed([{ name: 'One', members: [boss.userId] }])
  });
  expect(refusedFor(await changeProfile(C, id, changed, ORIGIN))).toBeNull();
  expect(refusedFor(await assignPlace(C, id, company.id, ORIGIN))).toBeNull();
  expect((await findProfile(C, id))?.places).toHaveLength(1);
  expect(refusedFor(await removePlace(C, kept, point.id, ORIGIN))).toBeNull();
  expect(await approved(await principalFor(db, boss), [rows[1]?.id as string])).toEqual([rows[1]?.id]);
  expect(refusedFor(await deleteProfile(C, id, ORIGIN))).toBeNull();
  expect(await again.digest()).toBe(second);
  await stands();
});

describe('CD.20 what another issuer keeps under the same ids says nothing here:', () => {
  test('the delegation that is one’s own there, the colleague that one has there', async () => {
    const db = world.current;
    const elsewhere = await aUserAt(db, 'C', await aCompany(db, issuer));
    const boss = await aUserAt(db, 'C', company);
    const given = await aDelegation(db, {
      from: { issuerId: issuer.id, userId: elsewhere.id },
      to: { userId: boss.id }
    });
    const twin = await aTwinOf(db, issuer.id);
    await db.query('UPDATE approval_delegations SET delegator_id = $3 WHERE issuer_id = $1 AND id = $2', [
      ...[twin.issuerId, given, C.userId]
    ]);
    expect(refusedFor(await withdrawDelegation(C, given, ORIGIN))).toBe('not.found');
    await db.query(
      `UPDATE users u SET company_id = other.company_id, node_id = other.node_id FROM users other
       WHERE (u.issuer_id, u.id) = ($1, $2) AND (other.issuer_id, other.id) = ($1, $3)`,
      [twin.issuerId, C.userId, elsewhere.id]
    );
    const entry = delegationSchema.parse({ delegate: elsewhere.userId, ...YEAR });
    expect(refusedFor(await delegate(C, entry, ORIGIN))).toBe('delegate delegation.delegate.unknown');
  });

  test('the accounts that somebody has there, the profile that is in force there', async () => {
    const db = world.current;
    const [cardholder, other] = [await aUserAt(db, 'A', account), await anAccount(db, point)];
    const profile = await aProfile(db, company, { levels: [{ members: [cardholder.id] }], places: [company] });
    const twin = await aTwinOf(db, issuer.id);
    await db.query(
      `UPDATE assignment_nodes x SET node_id = $3 FROM assignments a
       WHERE (a.issuer_id, a.id) = (x.issuer_id, x.assignment_id) AND a.issuer_id = $1 AND a.user_id = $2`,
      [twin.issuerId, cardholder.id, other.id]
    );
    const own = await ownAccounts(database(), issuer.id, [cardholder.id]);
    expect([...(own.get(cardholder.id) ?? [])]).toEqual([account.id]);
    await db.query('DELETE FROM approval_profiles WHERE issuer_id = $1 AND id = $2', [issuer.id, profile]);
    const { id } = await aTransaction(db, account, { amount: '5', state: 'reviewed' });
    expect(await approved(C, [id])).toEqual([id]);
  });

  test('a profile that is changed waits for no other one, nor for anybody who is not in it', async () => {
    const db = world.current;
    const [boss, stranger] = [await aUserAt(db, 'C', company), await aUserAt(db, 'C', company)];
    const [id, other] = [
      await aProfile(db, company, { levels: [{ members: [C.userId] }] }),
      await aProfile(db, company, { levels: [{ members: [C.userId] }] })
    ];
    const entry = profileChangeSchema.parse({
      name: 'Trips',
      version: 1,
      ...typed([{ name: 'One', members: [boss.userId] }])
    });
    const changed = await whileHeld(db, 'approval_profiles', 'id = $1', [other], () =>
      changeProfile(C, id, entry, ORIGIN)
    );
    expect(codeOf(changed)).toBe('ok');
    const next = await whileHeld(db, 'users', 'id = $1', [stranger.id], () =>
      changeProfile(C, id, { ...entry, name: 'Travels', version: 2 }, ORIGIN)
    );
    expect(codeOf(next)).toBe('ok');
  });
});

test('CD.22 whose delegation has been withdrawn, whose user was deleted or is inactive stands in for nobody', async () => {
  const db = world.current;
  const boss = await aUserAt(db, 'C', company);
  const delegator = await aUserAt(db, 'C', company);
  await aProfile(db, company, { levels: [{ members: [delegator.id] }], places: [company] });
  const from = { issuerId: issuer.id, userId: delegator.id };
  const other = await principalFor(db, boss);
  const tries = async () => {
    const { id } = await aTransaction(db, account, { amount: '5', state: 'reviewed' });
    return (await approved(other, [id])).length;
  };
  const id = await aDelegation(db, { from, to: { userId: boss.id } });
  expect(await tries()).toBe(1);
  await db.query('UPDATE approval_delegations SET withdrawn_at = now() WHERE id = $1', [id]);
  expect(await tries()).toBe(0);
  await db.query('UPDATE approval_delegations SET withdrawn_at = NULL WHERE id = $1', [id]);
  expect(await tries()).toBe(1);
  await db.query("UPDATE users SET status = 'locked', lock_cause = 'administrator', locked_at = now() WHERE id = $1", [
    delegator.id
  ]);
  expect(await tries()).toBe(1);
  await db.query("UPDATE users SET status = 'inactive', lock_cause = NULL, locked_at = NULL WHERE id = $1", [
    delegator.id
  ]);
  expect(await tries()).toBe(0);
});

test('CD.22 of several delegations the one that is withdrawn ends, once, and only one’s own are shown', async () => {
  const db = world.current;
  const [first, second] = [await aUserAt(db, 'C', company), await aUserAt(db, 'C', company)];
  const given = await aDelegation(db, { from: C, to: { userId: first.id } });
  const kept = await aDelegation(db, { from: C, to: { userId: second.id } });
  await aDelegation(db, { from: { issuerId: issuer.id, userId: first.id }, to: { userId: second.id } });
  expect(refusedFor(await withdrawDelegation(C, randomUUID(), ORIGIN))).toBe('not.found');
  const told = await released('approval_delegations', given, () => [
    withdrawDelegation(C, given, ORIGIN),
    withdrawDelegation(C, given, ORIGIN)
  ]);
  expect(told.map(refusedFor).sort()).toEqual(['delegation.withdrawn.already', null].sort());
  const left = await db.query('SELECT id FROM approval_delegations WHERE withdrawn_at IS NULL AND delegator_id = $1', [
    C.userId
  ]);
  expect(left).toEqual([{ id: kept }]);
  const shown = async (which: 'given' | 'received') => (await ownDelegations(C, which)).map(({ id }) => id).sort();
  expect([await shown('given'), await shown('received')]).toEqual([[given, kept].sort(), []]);
});

test('CD.30 of several profiles the one that is deleted goes', async () => {
  const profile = () => aProfile(world.current, company, { levels: [{ members: [C.userId] }] });
  const [gone, kept] = [await profile(), await profile()];
  expect(refusedFor(await deleteProfile(C, gone, ORIGIN))).toBeNull();
  expect([await findProfile(C, gone), (await findProfile(C, kept))?.id]).toEqual([null, kept]);
});

test('CD.22 a locked or deleted user, or the user’s own other id, is no delegate', async () => {
  const db = world.current;
  const some = async () => aUserAt(db, 'C', company);
  const [locked, deleted, linked] = [await some(), await some(), await some()];
  await db.query("UPDATE users SET status = 'locked', lock_cause = 'administrator', locked_at = now() WHERE id = $1", [
    locked.id
  ]);
  await db.query("UPDATE users SET status = 'inactive', deleted_at = now() WHERE id = $1", [deleted.id]);
  await db.query(
    `INSERT INTO user_links (issuer_id, id, primary_user_id, linked_user_id, status, confirmed_at)
     VALUES ($1, gen_random_uuid(), $2, $3, 'confirmed', now())`,
    [issuer.id, C.userId, linked.id]
  );
  for (const { userId } of [locked, deleted, linked])
    expect(refusedFor(await delegate(C, delegationSchema.parse({ delegate: userId, ...YEAR }), ORIGIN))).toBe(
      'delegate delegation.delegate.unknown'
    );
});

test('C6.028 a user with an inactive template, or one without the permission, delegates to nobody and is no delegate', async () => {
  const db = world.current;
  const person = await aUserAt(db, 'C', company, { authorities: ['approvals.approve', 'transactions.view'] });
  const asked = () => delegate(C, delegationSchema.parse({ delegate: person.userId, ...YEAR }), ORIGIN);
  expect(refusedFor(await asked())).toBeNull();
  await db.query('UPDATE authority_templates SET active = false WHERE issuer_id = $1', [issuer.id]);
  expect(refusedFor(await asked())).toBe('delegate delegation.delegate.unknown');
  const viewer = await aPrincipalAt(db, 'C', company, { authorities: ['transactions.view'] });
  const given = await aDelegation(db, { from: viewer, to: { userId: person.id } });
  expect(refusedFor(await withdrawDelegation(viewer, given, ORIGIN))).toBe('forbidden.action');
});

test('CD.22 a delegation is of a year and a day at most, to the day, and of days in order', () => {
  const fits = (firstDay: string, lastDay: string) =>
    delegationSchema.safeParse({ delegate: 'x', firstDay, lastDay }).success;
  expect([fits('2026-01-01', '2027-01-02'), fits('2026-01-01', '2027-01-03')]).toEqual([true, false]);
  expect([fits('2026-01-01', '2026-01-01'), fits('2026-01-02', '2026-01-01')]).toEqual([true, false]);
  const long = (length: number) =>
    delegationSchema.safeParse({ delegate: 'x', ...YEAR, reason: 'x'.repeat(length) }).success;
  expect([long(255), long(256)]).toEqual([true, false]);
});

test('a day that is over today is refused, today itself is not', async () => {
  const db = world.current;
  const boss = await aUserAt(db, 'C', company);
  const [{ today, before } = { today: '', before: '' }] = await db.query<{ today: string; before: string }>(
    `SELECT (now() AT TIME ZONE time_zone)::date::text AS today, ((now() AT TIME ZONE time_zone)::date - 1)::text AS before
     FROM issuers WHERE id = $1`,
    [issuer.id]
  );
  const until = (lastDay: string, firstDay = '2026-01-01') =>
    delegate(C, delegationSchema.parse({ delegate: boss.userId, firstDay, lastDay }), ORIGIN);
  expect(refusedFor(await until(before))).toBe('lastDay delegation.over');
  expect(refusedFor(await until(today, today))).toBeNull();
  expect((await ownDelegations(C, 'given')).map(({ state }) => state)).toEqual(['current']);
});

describe('the levels of a profile', () => {
  const faults = (levels: Parameters<typeof typed>[0], name = 'x') =>
    (profileSchema.safeParse({ company: company.id, name, ...typed(levels) }).error?.issues ?? []).map(
      ({ path, message }) => `${path.join('/')} ${message}`
    );

  test('CD.30 are ten at most, of 200 approvers each, with limits above nothing', () => {
    const rising = Array.from({ length: MOST_LEVELS }, (_, index) => ({ name: `L${index}`, limit: String(index + 1) }));
    expect(MOST_LEVELS).toBe(10);
    expect(faults(rising)).toEqual([]);
    const many = (count: number) => [{ name: 'a', members: Array.from({ length: count }, (_, n) => `Person.${n}`) }];
    expect(faults(many(200))).toEqual([]);
    expect(faults(many(201))).toEqual(['level.1.members approval.members.too.many']);
    expect(faults([{ name: 'a', limit: '999999999999999' }])).toEqual([]);
    expect(faults([{ name: 'a', limit: '1000000000000000' }])).not.toEqual([]);
    expect(faults([{ name: 'a', limit: '0.0001' }, { name: 'b' }])).toEqual([]);
    expect(faults([{ name: 'a' }], 'x'.repeat(61))).not.toEqual([]);
    expect([faults([{ name: 'x'.repeat(60) }]), faults([{ name: 'x'.repeat(61) }]).length]).toEqual([[], 1]);
  });

  test('count when only one of their fields is filled in', () => {
    expect(faults([{ limit: '5' }])).toEqual(['level.1.name required']);
    expect(faults([{ members: ['x'] }])).toEqual(['level.1.name required']);
    expect(faults([{ name: 'a', limit: '5' }, { limit: '' }, { members: [' '] }])).toEqual([]);
  });

  test('have approvers, of the company’s people that one sees', async () => {
    const none = profileSchema.parse({ company: company.id, name: 'x', ...typed([{ name: 'a' }]) });
    expect(refusedFor(await createProfile(C, none, ORIGIN))).toBe('level.1.members approval.members.none');
    const gone = await aUserAt(world.current, 'C', company);
    const entry = profileSchema.parse({
      company: company.id,
      name: 'x',
      ...typed([{ name: 'a', members: [gone.userId] }])
    });
    await world.current.query("UPDATE users SET status = 'inactive', deleted_at = now() WHERE id = $1", [gone.id]);
    expect(refusedFor(await createProfile(C, entry, ORIGIN))).toBe('level.1.members approval.member.unknown');
  });
});

test('a profile is created for an active company of the user’s part, with permission, and its name stays its own', async () => {
  const db = world.current;
  const boss = await aUserAt(db, 'C', company);
  const entry = (companyId: string, name = 'Travel') =>
    profileSchema.parse({ company: companyId, name, ...typed([{ name: 'a', members: [boss.userId] }]) });
  const [I, viewer] = [await aPrincipalAt(db, 'I', issuer), await aPrincipalAt(db, 'O', point)];
  const closed = await aCompany(db, issuer, { status: 'closed' });
  const other = await aCompany(db, issuer);
  expect(refusedFor(await createProfile(viewer, entry(company.id), ORIGIN))).toBe('forbidden.action');
  for (const id of [closed.id, point.id])
    expect(refusedFor(await createProfile(I, entry(id), ORIGIN))).toBe('company place.not.found');
  expect(refusedFor(await createProfile(C, entry(other.id), ORIGIN))).toBe('company place.not.found');
  const id = granted(await createProfile(C, entry(company.id), ORIGIN));
  expect(refusedFor(await createProfile(I, entry(other.id), ORIGIN))).toBeNull();
  const change = profileChangeSchema.parse({
    name: 'travel',
    version: 1,
    ...typed([{ name: 'a', members: [boss.userId] }])
  });
  expect(refusedFor(await changeProfile(C, id, change, ORIGIN))).toBeNull();
  const [audit] = await db.query<{ details: object }>(
    "SELECT details FROM audit_entries WHERE entity_id = $1 AND action = 'approval_profile.changed'",
    [id]
  );
  expect(audit?.details).toEqual({ 'before.name': 'Travel', 'after.name': 'travel' });
  expect(refusedFor(await changeProfile(C, id, { ...change, version: 2 }, ORIGIN))).toBeNull();
  const [told] = await db.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM audit_entries WHERE entity_id = $1 AND action = 'approval_profile.changed'",
    [id]
  );
  expect(told?.count).toBe(1);
});

test('nodes are offered to users who may set up: companies for a new profile, places of its company for an existing one', async () => {
  const db = world.current;
  const far = await aCompany(db, issuer);
  const gone = await anOrgPoint(db, company, { status: 'closed' });
  const named = async (by: Principal, companyId: string | null, node: StructureNode) =>
    (await nodesFor(by, companyId, node.name)).map(({ id }) => id);
  const I = await aPrincipalAt(db, 'I', issuer);
  expect(await named(C, null, company)).toEqual([company.id]);
  expect(await named(C, null, far)).toEqual([]);
  expect(await named(I, null, far)).toEqual([far.id]);
  expect(await named(C, null, point)).toEqual([]);
  expect(await named(C, company.id, point)).toEqual([point.id]);
  expect(await named(I, far.id, point)).toEqual([]);
  expect(await named(C, company.id, gone)).toEqual([]);
  expect(await named(C, company.id, account)).toEqual([]);
  expect(await named(await aPrincipalAt(db, 'O', point), company.id, point)).toEqual([]);
});

test('a profile holds at places of its own company alone, and is taken from those where it holds', async () => {
  const db = world.current;
  const I = await aPrincipalAt(db, 'I', issuer);
  const far = await aCompany(db, issuer);
  const [one, two] = [
    await aProfile(db, company, { levels: [{ members: [C.userId] }] }),
    await aProfile(db, company, { levels: [{ members: [C.userId] }], places: [point] })
  ];
  expect(refusedFor(await assignPlace(I, one, far.id, ORIGIN))).toBe('node place.not.found');
  expect(refusedFor(await removePlace(I, one, point.id, ORIGIN))).toBe('place.not.found');
  expect(refusedFor(await removePlace(I, two, point.id, ORIGIN))).toBeNull();
});

test('CD.30 of a delegator’s own accounts none is approved, and another delegator of the level is found', async () => {
  const db = world.current;
  const [boss, first, second] = [
    await aUserAt(db, 'C', company),
    await aUserAt(db, 'C', company),
    await aUserAt(db, 'C', company)
  ];
  await aProfile(db, company, { levels: [{ members: [first.id, second.id] }], places: [company] });
  await anAssignment(db, first, 'A', account);
  const row = await aTransaction(db, account, { amount: '5', state: 'reviewed' });
  const other = await principalFor(db, boss);
  await aDelegation(db, { from: { issuerId: issuer.id, userId: first.id }, to: { userId: boss.id } });
  expect(await approved(other, [row.id])).toEqual([]);
  await aDelegation(db, { from: { issuerId: issuer.id, userId: second.id }, to: { userId: boss.id } });
  expect(await approved(other, [row.id])).toEqual([row.id]);
});

test('CD.30 C5.069 a conversion rule that is not active any more says no rate', async () => {
  const db = world.current;
  const foreign = await anAccount(db, point, { currency: 'USD' });
  await aProfile(db, company, { levels: [{ members: [C.userId] }], places: [company] });
  const rule = { postedCurrency: 'USD', effectiveDate: '2026-01-01', rate: '2' };
  await aRecord(C, 'currency-conversion-rule', recordsOf(company), rule);
  await aRecord(C, 'merchant-category-group', recordsOf(company), { name: 'Food', codes: ['5411'] });
  const tries = async () => {
    const { id } = await aTransaction(db, foreign, { amount: '5', state: 'reviewed' });
    return (await approved(C, [id])).length;
  };
  expect(await tries()).toBe(1);
  await db.query('UPDATE setup_records SET inactive_since = now() WHERE owner_id = $1', [company.id]);
  expect(await tries()).toBe(0);
});

test('CD.22 the profiles of a company are changed by users with the permission and the company in their part, and not while viewing as another', async () => {
  const db = world.current;
  const other = await aCompany(db, issuer);
  const viewer = await aPrincipalAt(db, 'C', company, { authorities: ['company_setup.view'] });
  const mayAt = (by: Principal, { id }: StructureNode) => mayChangeProfiles(by, { issuerId: issuer.id, companyId: id });
  expect(await mayAt(C, company)).toBe(true);
  expect(await mayAt(C, other)).toBe(false);
  expect(await mayAt(viewer, company)).toBe(false);
  expect(await mayAt({ ...C, accessor: { issuerId: issuer.id, userId: viewer.userId } }, company)).toBe(false);
  const id = await aProfile(db, company, { levels: [{ members: [C.userId] }] });
  expect(refusedFor(await deleteProfile(viewer, id, ORIGIN))).toBe('forbidden.action');
  const entry = profileChangeSchema.parse({
    name: 'x',
    version: 1,
    ...typed([{ name: 'a', members: [viewer.userId] }])
  });
  const stranger = await aPrincipalAt(db, 'C', other);
  expect(refusedFor(await changeProfile(viewer, id, entry, ORIGIN))).toBe('forbidden.action');
  expect(refusedFor(await changeProfile(stranger, id, entry, ORIGIN))).toBe('record.not.found');
});

test('CD.60 the user who enters an amount is recorded with all linked user ids', async () => {
  const linked = await aUserAt(world.current, 'C', company);
  await aLink(world.current, issuer.id, [C.userId, linked.id]);
  const authors = await transaction((tx) => authorIds(tx, C));
  expect(new Set(authors)).toEqual(new Set([C.userId, linked.id]));
});

test('the audit tells the levels of a profile as they were and are, and when it was changed is kept', async () => {
  const db = world.current;
  const [boss, manager] = [await aUserAt(db, 'C', company), await aUserAt(db, 'O', point)];
  const id = await aProfile(db, company, {
    name: 'Travel',
    levels: [
      { name: 'Team', limit: '100', members: [manager.id] },
      { name: 'All', members: [boss.id] }
    ]
  });
  const changed = async () =>
    (await db.query<{ at: Date }>('SELECT updated_at AS at FROM approval_profiles WHERE id = $1', [id]))[0]?.at as Date;
  const before = await changed();
  shiftClock(3_600_000);
  const entry = profileChangeSchema.parse({
    name: 'Travel',
    version: 1,
    ...typed([{ name: 'All', members: [boss.userId] }])
  });
  expect(refusedFor(await changeProfile(C, id, entry, ORIGIN))).toBeNull();
  expect((await changed()).getTime() - before.getTime()).toBeGreaterThan(3_000_000);
  const [audit] = await db.query<{ details: object }>('SELECT details FROM audit_entries WHERE entity_id = $1', [id]);
  expect(audit?.details).toEqual({
    'before.levels': `Team (100): ${manager.id}; All (–): ${boss.id}`,
    'after.levels': `All (–): ${boss.id}`
  });
});

test('a delegation without a reason has none in its audit', async () => {
  const boss = await aUserAt(world.current, 'C', company);
  const id = granted(await delegate(C, delegationSchema.parse({ delegate: boss.userId, ...YEAR }), ORIGIN));
  const [audit] = await world.current.query<{ details: object }>(
    'SELECT details FROM audit_entries WHERE entity_id = $1',
    [id]
  );
  expect(audit?.details).toEqual({
    'after.delegate': boss.id,
    'after.firstDay': YEAR.firstDay,
    'after.lastDay': YEAR.lastDay
  });
});

test('CD.11 the list of profiles is filtered by name and company and sorted by what an index can sort', () => {
  const asked = { name: 'Tra', company: 'Han', levels: '1', places: '1' };
  expect(readQuery(APPROVAL_PROFILES, asked).filters).toEqual({ name: { value: 'Tra' }, company: { value: 'Han' } });
  const sorted = Object.keys(asked).map((sort) => readQuery(APPROVAL_PROFILES, { sort }).sort);
  expect(sorted).toEqual(['name', 'company', 'name', 'name']);
  expect(APPROVAL_PROFILES.name).toBe('approval-profiles');
});

test('CD.11 CD.30 the list of profiles counts the levels and the places of each', async () => {
  const [one, two] = [
    await aProfile(world.current, company, { levels: [{ members: [C.userId] }], places: [company, point] }),
    await aProfile(world.current, company, { levels: [{ limit: '5' }, { members: [C.userId] }] })
  ];
  const counts = new Map<string, unknown>();
  for await (const { id, levels, places } of listRows(C, APPROVAL_PROFILES, readQuery(APPROVAL_PROFILES, {})))
    counts.set(id, [levels, places]);
  expect([counts.get(one), counts.get(two)]).toEqual([
    [1, 2],
    [2, 0]
  ]);
});

test('CD.22 of one’s delegations the 50 latest are shown', async () => {
  const db = world.current;
  const boss = await aUserAt(db, 'C', company);
  await db.query(
    `INSERT INTO approval_delegations (issuer_id, id, delegator_id, delegate_id, first_day, last_day)
     SELECT $1, gen_random_uuid(), $2, $3, day, day FROM generate_series(date '2026-01-01', date '2026-02-20', interval '1 day') AS day`,
    [issuer.id, C.userId, boss.id]
  );
  const days = (await ownDelegations(C, 'given')).map(({ firstDay }) => firstDay);
  expect([days.length, days[0], days.at(-1)]).toEqual([50, '2026-02-20', '2026-01-02']);
});

test('CD.30 of two changes of one version of a profile one is kept, round after round', async () => {
  const boss = await aUserAt(world.current, 'C', company);
  for (let round = 0; round < 8; round++) {
    const id = await aProfile(world.current, company, { levels: [{ members: [C.userId] }] });
    const save = (name: string) =>
      changeProfile(
        C,
        id,
        profileChangeSchema.parse({
          name: `${name} ${round}`,
          version: 1,
          ...typed([{ name: 'a', members: [boss.userId] }])
        }),
        ORIGIN
      );
    const saved = await Promise.all([save('One'), save('Two')]);
    expect(saved.map(codeOf).sort()).toEqual(['ok', 'record.changed']);
  }
});

test('CD.22 CD.30 a delegation or a profile that changes while somebody is about to approve by it does so after that', async () => {
  const db = world.current;
  const boss = await aUserAt(db, 'C', company);
  const profile = await aProfile(db, company, { levels: [{ members: [C.userId] }], places: [company] });
  const given = await aDelegation(db, { from: C, to: { userId: boss.id } });
  const { id } = await aTransaction(db, account, { amount: '5', state: 'reviewed' });
  const other = await principalFor(db, boss);
  const entry = profileChangeSchema.parse({
    name: 'x',
    version: 1,
    ...typed([{ name: 'a', members: [boss.userId] }])
  });
  const over: string[] = [];
  const changes: Promise<unknown>[] = [];
  await transaction(async (tx) => {
    const rows = await heldTransactions(tx, other, [id]);
    expect([...(await approvalsOf(tx, other, rows, { held: true })).values()].map(codeOf)).toEqual(['ok']);
    changes.push(
      withdrawDelegation(C, given, ORIGIN).then(() => over.push('delegation')),
      changeProfile(C, profile, entry, ORIGIN).then(() => over.push('profile'))
    );
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(over).toEqual([]);
  });
  await Promise.all(changes);
  expect(over.sort()).toEqual(['delegation', 'profile']);
});
