import type { Principal } from '@/lib/access/policy/principal';
import { transaction } from '@/lib/core/database/database';
import type { Refusal } from '@/lib/core/entry/refusal';
import { shiftClock } from '@/lib/core/server/clock';
import { listPage } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { delegate, withdrawDelegation } from '@/lib/money/approvals/delegate';
import { ownDelegations } from '@/lib/money/approvals/delegations';
import { assignPlace, removePlace } from '@/lib/money/approvals/profile-places';
import { findProfile } from '@/lib/money/approvals/profiles';
import { changeProfile, createProfile, deleteProfile } from '@/lib/money/approvals/save-profile';
import { delegationSchema, profileChangeSchema, profileSchema } from '@/lib/money/approvals/schema';
import { changeStates } from '@/lib/money/transactions/change-state';
import { transactionHistory } from '@/lib/money/transactions/history';
import type { TransactionEvent } from '@/lib/money/transactions/states';
import { seenTransaction } from '@/lib/money/transactions/transactions';
import { WAITING } from '@/lib/money/transactions/waiting';
import { aDelegation, aProfile } from '../support/approvals';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt, principalFor } from '../support/principal';
import { granted, refusedFor } from '../support/results';
import { aScheme } from '../support/schemes';
import { aRecord, recordsOf } from '../support/setup';
import {
  aCompany,
  aCompanyGroup,
  anAccount,
  anAssignment,
  anIssuer,
  anOrgPoint,
  aUserAt,
  type PlacedPerson,
  type StructureNode
} from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
let issuer: StructureNode;
let group: StructureNode;
let company: StructureNode;
let point: StructureNode;
let account: StructureNode;
let manager: PlacedPerson;
let O: Principal;
let C: Principal;

beforeEach(async () => {
  const db = world.current;
  issuer = await anIssuer(db);
  group = await aCompanyGroup(db, issuer);
  company = await aCompany(db, group);
  point = await anOrgPoint(db, company);
  account = await anAccount(db, point);
  manager = await aUserAt(db, 'O', point);
  O = await principalFor(db, manager);
  C = await aPrincipalAt(db, 'C', company);
});
afterEach(() => shiftClock(0));

const reviewed = (amount = '100.00', node = account) =>
  aTransaction(world.current, node, { amount, state: 'reviewed' });
const change = (by: Principal, ids: readonly string[], event: TransactionEvent, reason?: string) =>
  transaction((tx) => changeStates(tx, by, ids, { event, reason }, ORIGIN));
/** Tries to approve one: the refusal, or null. */
async function tryApprove(by: Principal, { id }: { id: string }): Promise<Refusal | null> {
  const { refused } = await change(by, [id], 'approve');
  return refused[0]?.refusal ?? null;
}
const person = (role: string, place: StructureNode) => aUserAt(world.current, role, place);
const typed = (levels: { name?: string; limit?: string; members?: string[] }[]) =>
  Object.fromEntries(
    levels.flatMap((level, index) =>
      Object.entries(level).map(([name, value]) => [`level.${index + 1}.${name}`, value])
    )
  );

test('CD.30 what is over one’s limit is refused, and the refusal names the level that approves it', async () => {
  await aProfile(world.current, company, {
    name: 'Travel',
    levels: [
      { name: 'Team', limit: '100', members: [O.userId] },
      { name: 'Finance', limit: '1000', members: [C.userId] }
    ],
    places: [company]
  });
  expect(await tryApprove(O, await reviewed('100.00'))).toBeNull();
  const over = await reviewed('100.01');
  expect(await tryApprove(O, over)).toEqual({
    code: 'transaction.approve.limit',
    params: { profile: 'Travel', level: 'Finance' }
  });
  expect(await tryApprove(C, over)).toBeNull();
  const stranger = await aPrincipalAt(world.current, 'O', point);
  expect(await tryApprove(stranger, await reviewed('1'))).toEqual({
    code: 'transaction.approve.no.level',
    params: { profile: 'Travel', level: 'Team' }
  });
  expect(await tryApprove(C, await reviewed('1000.01'))).toEqual({
    code: 'transaction.approve.beyond',
    params: { profile: 'Travel' }
  });
  // A higher level may as well.
  expect(await tryApprove(C, await reviewed('5'))).toBeNull();
});

test('CD.30 the profile nearest above the account holds; without one every approver may', async () => {
  const row = await reviewed('500');
  expect(await tryApprove(O, await reviewed('500'))).toBeNull();
  await aProfile(world.current, company, { levels: [{ members: [C.userId] }], places: [company] });
  expect((await tryApprove(O, row))?.code).toBe('transaction.approve.no.level');
  await aProfile(world.current, company, { levels: [{ members: [O.userId] }], places: [point] });
  expect((await tryApprove(C, row))?.code).toBe('transaction.approve.no.level');
  expect(await tryApprove(O, row)).toBeNull();
});

test('CD.41 only a review asks for codes: what was reviewed is approved, whatever a scheme asks for since', async () => {
  const row = await reviewed();
  await aScheme(world.current, company);
  expect(await tryApprove(O, row)).toBeNull();
});

test('CD.30 C5.069 another currency counts at the company’s rate of that day, and is refused without one', async () => {
  const foreign = await anAccount(world.current, point, { currency: 'USD' });
  await aProfile(world.current, company, { levels: [{ limit: '90', members: [O.userId] }], places: [company] });
  const row = await reviewed('100', foreign);
  const noRate = { code: 'transaction.approve.no.rate', params: { from: 'USD', to: 'EUR' } };
  expect(await tryApprove(O, row)).toEqual(noRate);
  const rule = { postedCurrency: 'USD', effectiveDate: '2026-03-16', rate: '0.9' };
  await aRecord(C, 'currency-conversion-rule', recordsOf(company), rule);
  expect(await tryApprove(O, row)).toEqual(noRate);
  await world.current.query(
    `UPDATE setup_records SET data = data || '{"effectiveDate": "2026-03-15"}' WHERE owner_id = $1 AND entity = 'currency-conversion-rule'`,
    [company.id]
  );
  expect((await tryApprove(O, await reviewed('100.01', foreign)))?.code).toBe('transaction.approve.beyond');
  expect(await tryApprove(O, row)).toBeNull();
});

test('W16 C5.069 of several rules of a currency the last that has begun by that day counts, in the list of what waits too', async () => {
  const foreign = await anAccount(world.current, point, { currency: 'USD' });
  await aProfile(world.current, company, { levels: [{ limit: '100', members: [O.userId] }], places: [company] });
  for (const [effectiveDate, rate] of [
    ['2026-03-15', '1'],
    ['2026-04-01', '9'],
    ['2026-01-01', '9']
  ])
    await aRecord(C, 'currency-conversion-rule', recordsOf(company), { postedCurrency: 'USD', effectiveDate, rate });
  const [within, beyond] = [await reviewed('100', foreign), await reviewed('100.01', foreign)];
  const { rows } = await listPage(O, WAITING, readQuery(WAITING, {}));
  expect(rows.map(({ id }) => id)).toEqual([within.id]);
  expect(await tryApprove(O, within)).toBeNull();
  expect((await tryApprove(O, beyond))?.code).toBe('transaction.approve.beyond');
});

describe('delegation', () => {
  let other: Principal;
  let boss: PlacedPerson;

  beforeEach(async () => {
    boss = await person('C', company);
    other = await principalFor(world.current, boss);
    await aProfile(world.current, company, {
      levels: [
        { limit: '100', members: [O.userId] },
        { name: 'Finance', members: [C.userId] }
      ],
      places: [company]
    });
  });

  const days = { firstDay: '2026-01-01', lastDay: '2026-12-31', reason: 'Leave' };
  const delegated = (by: Principal, to: PlacedPerson, more = {}) =>
    delegate(by, delegationSchema.parse({ delegate: to.userId, ...days, ...more }), ORIGIN);

  beforeEach(() => shiftClock(Date.parse('2026-06-15T12:00:00Z') - Date.now()));

  test('CD.22 CD.30 the delegate approves what the delegator’s levels do; history and audit say on whose behalf', async () => {
    const [row, next] = [await reviewed('5000'), await reviewed('5000')];
    expect((await tryApprove(other, row))?.code).toBe('transaction.approve.no.level');
    const delegation = granted(await delegated(C, boss));
    expect(await tryApprove(other, row)).toBeNull();
    const [event] = await transactionHistory(C, (await seenTransaction(C, row.id)) as never);
    expect(event).toMatchObject({ event: 'approve', onBehalfOf: 'Robin Example' });
    const [audit] = await world.current.query<{ details: object; actor: string }>(
      'SELECT details, actor_user_id AS actor FROM audit_entries WHERE entity_id = $1',
      [row.id]
    );
    expect(audit).toEqual({
      actor: other.userId,
      details: { 'before.state': 'reviewed', 'after.state': 'approved', onBehalfOf: C.userId }
    });
    expect(await ownDelegations(C, 'given')).toMatchObject([{ state: 'current', reason: 'Leave' }]);
    expect(await ownDelegations(other, 'received')).toMatchObject([{ id: delegation }]);
    expect(refusedFor(await withdrawDelegation(other, delegation, ORIGIN))).toBe('not.found');
    expect(refusedFor(await withdrawDelegation(C, delegation, ORIGIN))).toBeNull();
    expect(refusedFor(await withdrawDelegation(C, delegation, ORIGIN))).toBe('delegation.withdrawn.already');
    expect((await tryApprove(other, next))?.code).toBe('transaction.approve.no.level');
    const audited = await world.current.query<{ action: string }>(
      'SELECT action FROM audit_entries WHERE entity_id = $1 ORDER BY sequence',
      [delegation]
    );
    expect(audited.map(({ action }) => action)).toEqual([
      'approval_delegation.created',
      'approval_delegation.withdrawn'
    ]);
  });

  test('the audit of many at once names everybody they were approved for, and nobody where it was for none', async () => {
    await delegated(C, boss);
    const audited = async (by: Principal) => {
      const ids = [(await reviewed('5000')).id, (await reviewed('6000')).id];
      expect((await change(by, ids, 'approve')).done).toHaveLength(2);
      const [audit] = await world.current.query<{ details: object }>(
        "SELECT details FROM audit_entries WHERE actor_user_id = $1 AND action = 'transaction.approve'",
        [by.userId]
      );
      return audit?.details;
    };
    expect(await audited(other)).toMatchObject({ count: 2, onBehalfOf: C.userId });
    expect(await audited(C)).toEqual({ count: 2, digest: expect.any(String) });
  });

  test('CD.22 by a delegation nobody approves their own transactions, nor the delegator’s own', async () => {
    const db = world.current;
    await delegated(C, boss);
    const cards = [await anAccount(db, point), await anAccount(db, point)] as const;
    await anAssignment(db, boss, 'A', cards[0]);
    await anAssignment(db, { id: C.userId, issuerId: issuer.id }, 'A', cards[1]);
    expect((await tryApprove(other, await reviewed('5000', cards[0])))?.code).toBe('transaction.approve.own');
    expect(await tryApprove(other, await reviewed('5000', cards[1]))).toEqual({
      code: 'transaction.approve.delegator.own',
      params: { name: 'Robin Example' }
    });
  });

  test('CD.20 nobody is given a wider part: neither the delegator’s to the delegate nor the other way round', async () => {
    const db = world.current;
    const beside = await anAccount(db, company);
    // The manager of one org point approves for the company’s administrator: there only.
    expect(refusedFor(await delegated(C, manager))).toBeNull();
    expect((await tryApprove(O, await reviewed('5000', beside)))?.code).toBe('not.found');
    expect(await tryApprove(O, await reviewed('5000'))).toBeNull();
    // The administrator approves for the manager: what the manager couldn’t, they can’t in his place.
    await delegated(O, boss);
    expect((await tryApprove(other, await reviewed('50', beside)))?.code).toBe('transaction.approve.no.level');
    expect(await tryApprove(other, await reviewed('50'))).toBeNull();
  });

  test('it is not passed on, and ends with the delegator’s own powers', async () => {
    const db = world.current;
    await delegated(C, boss);
    const third = await person('C', company);
    await delegated(other, third);
    const row = await reviewed('5000');
    expect((await tryApprove(await principalFor(db, third), row))?.code).toBe('transaction.approve.no.level');
    await db.query("UPDATE users SET status = 'inactive' WHERE id = $1", [C.userId]);
    expect((await tryApprove(other, row))?.code).toBe('transaction.approve.no.level');
    await db.query("UPDATE users SET status = 'active' WHERE id = $1", [C.userId]);
    await db.query("UPDATE assignments SET role = 'A' WHERE user_id = $1", [C.userId]);
    expect((await tryApprove(other, row))?.code).toBe('transaction.approve.no.level');
  });

  test('it begins and ends at midnight where the issuer is', async () => {
    const db = world.current;
    await db.query("UPDATE issuers SET time_zone = 'Asia/Tokyo' WHERE id = $1", [issuer.id]);
    await delegated(C, boss, { firstDay: '2026-06-16', lastDay: '2026-06-16' });
    const at = async (instant: string) => {
      shiftClock(Date.parse(instant) - Date.now());
      return (await tryApprove(other, await reviewed('5000')))?.code ?? null;
    };
    // Tokyo is nine hours ahead.
    expect(await at('2026-06-15T14:59:30Z')).toBe('transaction.approve.no.level');
    expect(await at('2026-06-15T15:00:00Z')).toBeNull();
    expect(await at('2026-06-16T14:59:30Z')).toBeNull();
    expect(await at('2026-06-16T15:00:00Z')).toBe('transaction.approve.no.level');
  });

  test('a user who is no approver of the company gets the answer for an unknown one; past days are refused', async () => {
    const db = world.current;
    const unknown = 'delegate delegation.delegate.unknown';
    const elsewhere = await person('C', await aCompany(db, issuer));
    const farAway = await person('C', await aCompany(db, await anIssuer(db)));
    const cardholder = await person('A', account);
    const powerless = await aUserAt(db, 'C', company, { authorities: ['transactions.view'] });
    for (const somebody of [elsewhere, farAway, cardholder, powerless, { ...cardholder, userId: 'Nobody.there' }])
      expect(refusedFor(await delegated(C, somebody))).toBe(unknown);
    expect(refusedFor(await delegated(O, manager))).toBe(unknown);
    expect(refusedFor(await delegated(C, boss, { firstDay: '2026-06-01', lastDay: '2026-06-14' }))).toBe(
      'lastDay delegation.over'
    );
    expect(refusedFor(await delegated(await principalFor(db, cardholder), boss))).toBe('forbidden.action');
    expect(refusedFor(await delegated({ ...C, accessor: { issuerId: issuer.id, userId: O.userId } }, boss))).toBe(
      'forbidden.action'
    );
    expect(delegationSchema.safeParse({ delegate: 'x', firstDay: '2026-02-01', lastDay: '2026-01-01' }).success).toBe(
      false
    );
    // Above companies: within one's company group.
    const [one, two] = [await person('G', group), await person('G', group)];
    expect(refusedFor(await delegated(await principalFor(db, one), two))).toBeNull();
    expect(refusedFor(await delegated(await principalFor(db, one), boss))).toBe(unknown);
  });
});

describe('at once', () => {
  test('CD.30 of two approvers on the same rows one wins each, round after round', async () => {
    await aProfile(world.current, company, {
      levels: [{ limit: '1000', members: [O.userId] }, { members: [C.userId] }],
      places: [company]
    });
    for (let round = 0; round < 25; round++) {
      const rows = await Promise.all(Array.from({ length: 8 }, () => reviewed('10')));
      const ids = rows.map(({ id }) => id);
      const [one, two] = await Promise.all([change(O, ids, 'approve'), change(C, [...ids].reverse(), 'approve')]);
      expect([...one.done, ...two.done].sort()).toEqual([...ids].sort());
      for (const { refusal } of [...one.refused, ...two.refused])
        expect(refusal.code).toBe('transaction.approved.already');
      const [told] = await world.current.query<{ events: number; approvers: number }>(
        `SELECT count(*)::int AS events, count(*) FILTER (WHERE t.approved_by = e.actor_user_id)::int AS approvers
         FROM transaction_events e JOIN transactions t ON t.id = e.transaction_id WHERE t.id = ANY($1)`,
        [ids]
      );
      expect(told).toEqual({ events: 8, approvers: 8 });
    }
  }, 60_000);

  test('CD.30 an approval and a sending back meet in one order or the other, and the history says in which', async () => {
    const orders = new Set<string>();
    for (let round = 0; round < 25; round++) {
      const rows = await Promise.all(Array.from({ length: 4 }, () => reviewed('10')));
      const ids = rows.map(({ id }) => id);
      const both = [
        () => change(O, ids, 'approve'),
        () => change(C, [...ids].reverse(), 'send_back', 'No receipt')
      ] as const;
      const order = round % 2 === 0 ? both : [both[1], both[0]];
      await Promise.all(order.map((work) => work()));
      const told = await world.current.query<{ state: string; events: string[] }>(
        `SELECT t.state::text AS state, array_agg(e.event ORDER BY e.occurred_at, e.event) AS events
         FROM transactions t JOIN transaction_events e ON e.transaction_id = t.id WHERE t.id = ANY($1) GROUP BY t.id, t.state`,
        [ids]
      );
      expect(told).toHaveLength(4);
      for (const { state, events } of told) {
        expect([
          ['open', 'send_back'],
          ['open', 'approve,send_back']
        ]).toContainEqual([state, events.join()]);
        orders.add(events.join());
      }
    }
    expect(orders.size).toBeGreaterThan(0);
  }, 60_000);

  test('what a change of the profile takes away isn’t approved after it', async () => {
    const id = await aProfile(world.current, company, { levels: [{ members: [O.userId] }], places: [company] });
    const without = profileChangeSchema.parse({
      name: 'Later',
      version: 1,
      ...typed([{ name: 'Only', members: [(await person('C', company)).userId] }])
    });
    const row = await reviewed('10');
    let changed: Promise<unknown> = Promise.resolve();
    // While an approval isn't committed yet, the change waits for it.
    await transaction(async (tx) => {
      const { done } = await changeStates(tx, O, [row.id], { event: 'approve' }, ORIGIN);
      expect(done).toEqual([row.id]);
      let over = false;
      changed = changeProfile(C, id, without, ORIGIN).then(() => {
        over = true;
      });
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(over).toBe(false);
    });
    await changed;
    expect((await tryApprove(O, await reviewed('10')))?.code).toBe('transaction.approve.no.level');
  });
});

describe('a profile', () => {
  test('is made, changed, placed and deleted, each told in the audit; a version that is older is refused', async () => {
    const db = world.current;
    const boss = await person('C', company);
    const levels = [
      { name: 'Team', limit: '100', members: [manager.userId.toUpperCase()] },
      {},
      { name: 'Finance', members: [boss.userId] }
    ];
    const entry = { company: company.id, name: 'Travel', ...typed(levels) };
    const id = granted(await createProfile(C, profileSchema.parse(entry), ORIGIN));
    expect(refusedFor(await createProfile(C, profileSchema.parse({ ...entry, name: 'TRAVEL' }), ORIGIN))).toBe(
      'name template.name.taken'
    );
    expect(await findProfile(C, id)).toMatchObject({
      currency: 'EUR',
      version: 1,
      levels: [
        { name: 'Team', limit: '100', members: [{ userId: manager.userId }], others: 0 },
        { name: 'Finance', limit: null, members: [{ userId: boss.userId }] }
      ]
    });
    expect(refusedFor(await assignPlace(C, id, point.id, ORIGIN))).toBeNull();
    expect(refusedFor(await assignPlace(C, id, point.id, ORIGIN))).toBe('node approval.place.taken');
    expect(refusedFor(await assignPlace(C, id, account.id, ORIGIN))).toBe('node place.not.found');
    expect((await findProfile(C, id))?.places).toMatchObject([{ nodeId: point.id }]);
    const changed = profileChangeSchema.parse({ name: 'Trips', version: 1, ...typed(levels.slice(0, 1)) });
    expect(refusedFor(await changeProfile(C, id, changed, ORIGIN))).toBeNull();
    expect(await changeProfile(C, id, changed, ORIGIN)).toEqual({
      ok: false,
      refusal: { code: 'record.changed', params: { version: 2 } }
    });
    expect(refusedFor(await removePlace(C, id, point.id, ORIGIN))).toBeNull();
    expect(refusedFor(await deleteProfile(C, id, ORIGIN))).toBeNull();
    expect(await findProfile(C, id)).toBeNull();
    const audited = await db.query<{ action: string; node: string }>(
      'SELECT action, node_id AS node FROM audit_entries WHERE entity_id = $1 ORDER BY sequence',
      [id]
    );
    expect(audited.map(({ action }) => action.split('.')[1])).toEqual([
      ...['created', 'changed', 'changed', 'changed', 'deleted']
    ]);
    expect(new Set(audited.map(({ node }) => node))).toEqual(new Set([company.id]));
  });

  test.each([
    [[], 'level.1.name approval.no.level'],
    [[{ limit: '5', members: ['x'] }], 'level.1.name required'],
    [[{ name: 'a' }, { name: 'b', limit: '5' }], 'level.1.limit approval.limit.missing'],
    [
      [
        { name: 'a', limit: '5' },
        { name: 'b', limit: '5.00' }
      ],
      'level.2.limit approval.limit.not.above'
    ],
    [[{ name: 'a', limit: '5' }, {}, { name: 'A' }], 'level.3.name approval.level.name.taken'],
    [[{ name: 'a', limit: '0' }], 'level.1.limit number.not.positive']
  ])('with levels %j is refused', (levels, fault) => {
    const parsed = profileSchema.safeParse({ company: company.id, name: 'x', ...typed(levels) });
    expect(parsed.error?.issues.map(({ path, message }) => `${path.join('/')} ${message}`)).toContain(fault);
  });

  test('keeps approvers whom its administrator does not see, and takes none of elsewhere', async () => {
    const db = world.current;
    const above = await person('G', group);
    const id = await aProfile(db, company, { levels: [{ name: 'All', members: [O.userId, above.id] }] });
    expect((await findProfile(C, id))?.levels).toMatchObject([{ members: [{ userId: manager.userId }], others: 1 }]);
    const far = await person('C', await aCompany(db, issuer));
    const entry = (members: string[]) =>
      profileChangeSchema.parse({ name: 'x', version: 1, ...typed([{ name: 'All', members }]) });
    for (const userId of [far.userId, above.userId, 'Nobody.there', 'No\0body'])
      expect(refusedFor(await changeProfile(C, id, entry([userId]), ORIGIN))).toBe(
        'level.1.members approval.member.unknown'
      );
    const own = await person('C', company);
    expect(refusedFor(await changeProfile(C, id, entry([own.userId]), ORIGIN))).toBeNull();
    const kept = await db.query<{ id: string }>(
      'SELECT user_id AS id FROM approval_level_members WHERE profile_id = $1',
      [id]
    );
    expect(kept.map((row) => row.id).sort()).toEqual([own.id, above.id].sort());
  });

  test('CD.20 is read below its company and changed where the company is in one’s part; elsewhere it is not there', async () => {
    const db = world.current;
    const id = await aProfile(db, company, { levels: [{ members: [O.userId] }], places: [company] });
    const far = await aPrincipalAt(db, 'C', await aCompany(db, issuer));
    const nobody = await aPrincipalAt(db, 'A', account);
    expect((await findProfile(O, id))?.id).toBe(id);
    expect(refusedFor(await deleteProfile(O, id, ORIGIN))).toBe('forbidden.action');
    for (const by of [far, nobody]) {
      expect(await findProfile(by, id)).toBeNull();
      expect(refusedFor(await deleteProfile(by, id, ORIGIN))).toBe('record.not.found');
      expect(refusedFor(await assignPlace(by, id, point.id, ORIGIN))).toBe('record.not.found');
    }
  });

  test('the database holds what makes one: rising limits, a level at least, names once, its own company and issuer', async () => {
    const db = world.current;
    const some = { members: [O.userId] };
    const rise = 'do not rise';
    await expect(aProfile(db, company, { levels: [] })).rejects.toThrow(rise);
    for (const limits of [
      ['5', '5'],
      ['9', '5'],
      [null, '5'],
      [null, null]
    ])
      await expect(aProfile(db, company, { levels: limits.map((limit) => ({ limit, ...some })) })).rejects.toThrow(
        rise
      );
    await expect(aProfile(db, company, { levels: [{ limit: '0', ...some }] })).rejects.toThrow('check');
    const id = await aProfile(db, company, { name: 'Once', levels: [{ limit: '5', ...some }, some] });
    await expect(db.query('DELETE FROM approval_levels WHERE profile_id = $1 AND position = 1', [id])).rejects.toThrow(
      rise
    );
    await expect(aProfile(db, company, { name: 'ONCE', levels: [some] })).rejects.toThrow('approval_profiles_name');
    const far = await aCompany(db, issuer);
    await expect(aProfile(db, company, { levels: [some], places: [far] })).rejects.toThrow('no place');
    await expect(aProfile(db, company, { levels: [some], places: [account] })).rejects.toThrow('no place');
    const stranger = await person('C', await aCompany(db, await anIssuer(db)));
    await expect(aProfile(db, company, { levels: [{ members: [stranger.id] }] })).rejects.toThrow('foreign key');
    await expect(aDelegation(db, { from: O, to: O })).rejects.toThrow('check');
    await expect(aDelegation(db, { from: O, to: { userId: stranger.id } })).rejects.toThrow('foreign key');
  });
});
