import type { z } from 'zod';
import type { Principal } from '@/lib/access/policy/principal';
import { transaction } from '@/lib/core/database/database';
import { listCount, listPage } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { allocate } from '@/lib/money/transactions/allocate';
import { allocationsOf } from '@/lib/money/transactions/allocations';
import { changeState, changeStates } from '@/lib/money/transactions/change-state';
import { customFieldsOf } from '@/lib/money/transactions/custom-fields';
import { TRANSACTIONS } from '@/lib/money/transactions/listing';
import { allocationSchema } from '@/lib/money/transactions/schema';
import { isTransactionEvent, TRANSACTION, type TransactionEvent } from '@/lib/money/transactions/states';
import { seenTransaction } from '@/lib/money/transactions/transactions';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { refusedFor } from '../support/results';
import { aRecord, LIST, recordsOf, tryChange } from '../support/setup';
import { aCompany, anAccount, anIssuer, anOrgPoint, type StructureNode } from '../support/structure';
import { aTransaction, type PlacedTransaction } from '../support/transactions';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let point: StructureNode;
let account: StructureNode;
let A: Principal;
let O: Principal;
let C: Principal;

beforeAll(async () => {
  const db = world.current;
  issuer = await anIssuer(db);
  company = await aCompany(db, issuer);
  point = await anOrgPoint(db, company);
  account = await anAccount(db, point);
  A = await aPrincipalAt(db, 'A', account);
  O = await aPrincipalAt(db, 'O', point);
  C = await aPrincipalAt(db, 'C', company);
});

const stateOf = async ({ id }: PlacedTransaction) => (await seenTransaction(C, id))?.state;
const change = (by: Principal, ids: string[], event: TransactionEvent, reason?: string) =>
  transaction((tx) => changeStates(tx, by, ids, { event, reason }, ORIGIN));
/** Tries to change one: the refusal, or null. */
async function tryChangeState(by: Principal, { id }: PlacedTransaction, event: TransactionEvent, reason?: string) {
  const { refused } = await change(by, [id], event, reason);
  return refused[0]?.refusal.code ?? null;
}
const entry = (typed: Partial<z.input<typeof allocationSchema>>) =>
  allocationSchema.parse({ version: 1, splits: [{}], ...typed });
async function tryAllocate(by: Principal, { id }: PlacedTransaction, typed: Parameters<typeof entry>[0]) {
  return refusedFor(await allocate(by, id, entry(typed), ORIGIN));
}

// From × event → what it becomes, or why not (CD.30).
const TABLE: Record<string, Record<TransactionEvent, string>> = {
  open: {
    review: 'reviewed',
    unreview: '!transaction.not.reviewed',
    approve: '!transaction.review.first',
    unapprove: '!transaction.not.approved',
    send_back: '!transaction.not.reviewed'
  },
  reviewed: {
    review: '!transaction.reviewed.already',
    unreview: 'open',
    approve: 'approved',
    unapprove: '!transaction.not.approved',
    send_back: 'open'
  },
  approved: {
    review: '!transaction.approved',
    unreview: '!transaction.approved',
    approve: '!transaction.approved.already',
    unapprove: '!transaction.approved.by.other',
    send_back: 'open'
  },
  exported: {
    review: '!transaction.exported',
    unreview: '!transaction.exported',
    approve: '!transaction.exported',
    unapprove: '!transaction.exported',
    send_back: '!transaction.exported'
  }
};
const CASES = TRANSACTION.states.flatMap((from) =>
  Object.entries(TABLE[from] as object).map(
    ([event, outcome]) => [from, event as TransactionEvent, outcome as string] as const
  )
);

test.each(CASES)(
  'C4.001 C4.002 C4.004 C4.006 C4.007 CD.30 a transaction that is %s: %s → %s',
  async (from, event, outcome) => {
    expect(isTransactionEvent(event)).toBe(true);
    const row = await aTransaction(world.current, account, { state: from });
    const refusal = await tryChangeState(O, row, event, event === 'send_back' ? 'no receipt' : undefined);
    expect(refusal).toBe(outcome.startsWith('!') ? outcome.slice(1) : null);
    expect(await stateOf(row)).toBe(outcome.startsWith('!') ? from : outcome);
  }
);

test('CD.22 C6.028 a cardholder reviews the own transactions and approves none; nobody approves the own ones', async () => {
  const db = world.current;
  const row = await aTransaction(db, account);
  expect(await tryChangeState(A, row, 'review')).toBeNull();
  expect(await tryChangeState(A, row, 'approve')).toBe('forbidden.action');
  // The level manager gets a card of their own; and one under a user id that is linked to theirs.
  const [own, linked] = [await anAccount(db, point), await anAccount(db, point)];
  const assigned = (node: StructureNode, userId: string) =>
    db.query(
      `WITH a AS (INSERT INTO assignments (issuer_id, id, user_id, role, is_primary) VALUES ($1, gen_random_uuid(), $2, 'A', false) RETURNING issuer_id, id)
       INSERT INTO assignment_nodes (issuer_id, assignment_id, node_id) SELECT issuer_id, id, $3 FROM a`,
      [node.issuerId, userId, node.id]
    );
  await assigned(own, O.userId);
  const other = await aPrincipalAt(db, 'A', linked);
  await db.query(
    `INSERT INTO user_links (issuer_id, id, primary_user_id, linked_user_id, status, confirmed_at) VALUES ($1, gen_random_uuid(), $2, $3, 'confirmed', now())`,
    [point.issuerId, O.userId, other.userId]
  );
  for (const node of [own, linked])
    expect(await tryChangeState(O, await aTransaction(db, node, { state: 'reviewed' }), 'approve')).toBe(
      'transaction.approve.own'
    );
  expect(await tryChangeState(C, await aTransaction(db, own, { state: 'reviewed' }), 'approve')).toBeNull();
});

test('CD.20 what lies elsewhere is not there: not in the list, by its id, nor for any command', async () => {
  const db = world.current;
  const elsewhere = await anAccount(db, await aCompany(db, await anIssuer(db)));
  const beside = await anAccount(db, company);
  const [far, near, mine] = [
    await aTransaction(db, elsewhere),
    await aTransaction(db, beside),
    await aTransaction(db, account)
  ];
  const ids = async (by: Principal) => {
    const query = readQuery(TRANSACTIONS, { size: '200' });
    const { rows } = await listPage(by, TRANSACTIONS, query);
    expect(await listCount(by, TRANSACTIONS, query)).toBe(rows.length);
    return rows.map(({ id }) => id);
  };
  expect(await ids(A)).toContain(mine.id);
  for (const by of [A, O, C]) expect(await ids(by)).not.toContain(far.id);
  expect(await ids(O)).not.toContain(near.id);
  expect(await ids(C)).toContain(near.id);
  for (const row of [far, near]) {
    expect(await seenTransaction(O, row.id)).toBeNull();
    expect(await tryChangeState(O, row, 'review')).toBe('not.found');
    expect(await tryAllocate(O, row, { purpose: 'mine' })).toBe('not.found');
  }
});

test('C3.039 C4.003 a transaction has its review, approval and export, and whether it is expensed, as states that a list can be asked for', async () => {
  const db = world.current;
  const mine = await anAccount(db, point);
  const made = await Promise.all(
    TRANSACTION.states.map(async (state) => [state, (await aTransaction(db, mine, { state })).id] as const)
  );
  const expensed = made[2]?.[1] as string;
  await db.query('UPDATE transactions SET expensed = true WHERE id = $1', [expensed]);
  const by = await aPrincipalAt(db, 'A', mine);
  const asked = async (filter: Record<string, string>) => {
    const { rows } = await listPage(by, TRANSACTIONS, readQuery(TRANSACTIONS, filter));
    return rows.map(({ id }) => id);
  };
  for (const [state, id] of made) expect(await asked({ state })).toEqual([id]);
  expect(await asked({ expensed: 'true' })).toEqual([expensed]);
  expect((await asked({ expensed: 'false' })).sort()).toEqual(
    made
      .map(([, id]) => id)
      .filter((id) => id !== expensed)
      .sort()
  );
});

test('CD.20 a user with hundreds of accounts sees the transactions of these, and of no other', async () => {
  const db = world.current;
  const large = await anOrgPoint(db, company);
  const accounts = await Promise.all(Array.from({ length: 205 }, () => anAccount(db, large)));
  const [first, last] = [
    await aTransaction(db, accounts[0] as StructureNode),
    await aTransaction(db, accounts[204] as StructureNode)
  ];
  const manager = await aPrincipalAt(db, 'O', large);
  const { rows } = await listPage(manager, TRANSACTIONS, readQuery(TRANSACTIONS, { size: '200' }));
  expect(rows.map(({ id }) => id).sort()).toEqual([first.id, last.id].sort());
});

test('of two people who act on the same rows at once, one wins each row', async () => {
  const rows = await Promise.all(
    Array.from({ length: 20 }, () => aTransaction(world.current, account, { state: 'reviewed' }))
  );
  const ids = rows.map(({ id }) => id);
  const [one, other] = await Promise.all([change(O, ids, 'approve'), change(C, [...ids].reverse(), 'approve')]);
  expect([...one.done, ...other.done].sort()).toEqual([...ids].sort());
  expect(new Set([...one.refused, ...other.refused].map(({ refusal }) => refusal.code))).toEqual(
    new Set(['transaction.approved.already'])
  );
  const events = await world.current.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM transaction_events WHERE transaction_id = ANY($1) AND event = 'approve'",
    [ids]
  );
  expect(events[0]?.count).toBe(20);
});

test('sending back needs a reason, which the history keeps; the audit tells of it', async () => {
  const row = await aTransaction(world.current, account, { state: 'approved' });
  expect(await tryChangeState(O, row, 'send_back')).toBe('required');
  expect(await tryChangeState(O, row, 'send_back', 'Receipt is missing')).toBeNull();
  const [event] = await world.current.query(
    'SELECT event, reason, actor_user_id AS actor FROM transaction_events WHERE transaction_id = $1',
    [row.id]
  );
  expect(event).toEqual({ event: 'send_back', reason: 'Receipt is missing', actor: O.userId });
  const [audit] = await world.current.query(
    'SELECT action, entity, node_id AS node, details FROM audit_entries WHERE entity_id = $1',
    [row.id]
  );
  expect(audit).toEqual({
    action: 'transaction.send_back',
    entity: 'transaction',
    node: account.id,
    details: { 'before.state': 'approved', 'after.state': 'open', reason: 'Receipt is missing' }
  });
  await expect(
    world.current.query('DELETE FROM transaction_events WHERE transaction_id = $1', [row.id])
  ).rejects.toThrow('is not changed');
});

test('a page with an older version is refused, and changes nothing', async () => {
  const row = await aTransaction(world.current, account);
  expect(await tryAllocate(A, row, { purpose: 'Dinner with a customer' })).toBeNull();
  expect(await tryAllocate(C, row, { purpose: 'Something else' })).toBe('record.changed');
  expect(await changeState(A, row.id, { event: 'review', version: 1 }, ORIGIN)).toEqual({
    ok: false,
    refusal: { code: 'record.changed', params: { version: 2 } }
  });
  expect((await seenTransaction(A, row.id))?.purpose).toBe('Dinner with a customer');
});

test.each(['reviewed', 'approved', 'exported'] as const)(
  'C4.006 C4.007 what is %s can not be edited',
  async (state) => {
    const row = await aTransaction(world.current, account, { state });
    expect(await tryAllocate(C, row, { purpose: 'late' })).toBe(`transaction.${state}`);
  }
);

describe('with a scheme in force', () => {
  let scheme: string;
  let center: string;
  let ledger: string;
  let coded: StructureNode;
  let holder: Principal;
  let at: (parent?: string) => ReturnType<typeof recordsOf>;
  const codesOf = async (row: PlacedTransaction) =>
    ((await allocationsOf(undefined, [row])).get(row.id) ?? []).map(({ amount, taxAmount, codes }) => [
      amount,
      taxAmount,
      codes
    ]);

  beforeAll(async () => {
    const db = world.current;
    at = (parent) => recordsOf(company, parent);
    const unit = await anOrgPoint(db, company);
    coded = await anAccount(db, unit);
    holder = await aPrincipalAt(db, 'A', coded);
    scheme = await aRecord(C, 'scheme', at(), { name: 'Costs' });
    center = await aRecord(C, 'accounting-code', at(scheme), { ...LIST, name: 'Cost center', mandatory: true });
    ledger = await aRecord(C, 'accounting-code', at(scheme), {
      name: 'Ledger',
      type: 'text',
      length: 8,
      editableBy: 'C'
    });
    await aRecord(C, 'accounting-code-value', at(center), { code: 'S100', name: 'Sales' });
    await aRecord(C, 'scheme-assignment', at(scheme), { node: unit.id });
  });

  test('C4.005 a transaction without its required code is not reviewed; with a valid one it is, as it is written', async () => {
    const row = await aTransaction(world.current, coded);
    expect(await tryChangeState(holder, row, 'review')).toBe('transaction.codes.invalid');
    expect(await tryAllocate(holder, row, { splits: [{ codes: { [center]: 'S999' } }] })).toBe(
      `splits.0.codes.${center} allocation.code.not.offered`
    );
    expect(await tryAllocate(holder, row, { splits: [{ codes: { [center]: 's100' } }] })).toBeNull();
    expect(await codesOf(row)).toEqual([['100', null, { [center]: 'S100' }]]);
    expect(await tryChangeState(holder, row, 'review')).toBeNull();
  });

  test('a code that only higher roles fill in stays as it was', async () => {
    const row = await aTransaction(world.current, coded);
    const typed = { splits: [{ codes: { [center]: 'S100', [ledger]: '4711' } }] };
    expect(await tryAllocate(holder, row, typed)).toBe(`splits.0.codes.${ledger} allocation.code.not.editable`);
    expect(await tryAllocate(C, row, typed)).toBeNull();
    expect(await tryAllocate(holder, row, { version: 2, splits: [{ codes: { [center]: 'S100' } }] })).toBeNull();
    expect(await codesOf(row)).toEqual([['100', null, { [center]: 'S100', [ledger]: '4711' }]]);
  });

  test('C5.034 C1.002 costs are split, to the cent, taxes included', async () => {
    const row = await aTransaction(world.current, coded, { amount: '100.01', taxAmount: '16.67' });
    const part = (percent: string) => ({ percent, codes: { [center]: 'S100' } });
    expect(await tryAllocate(holder, row, { by: 'percent', splits: [part('33'), part('33')] })).toBe(
      'splits split.percent.total'
    );
    expect(await tryAllocate(holder, row, { by: 'percent', splits: [part('33'), part('33'), part('34')] })).toBeNull();
    expect(await codesOf(row)).toEqual([
      ['33', '5.5', { [center]: 'S100' }],
      ['33', '5.5', { [center]: 'S100' }],
      ['34.01', '5.67', { [center]: 'S100' }]
    ]);
    await expect(
      world.current.query('UPDATE allocations SET amount = amount + 1 WHERE transaction_id = $1 AND position = 1', [
        row.id
      ])
    ).rejects.toThrow('do not total it');
  });

  test('history and audit tell which splits were changed, however many there are, and how', async () => {
    const row = await aTransaction(world.current, coded, { amount: '100.00', taxAmount: '10.00' });
    const parts = (more: object) =>
      Array.from({ length: 100 }, (_, index) => ({
        amount: '1',
        taxAmount: '0.1',
        codes: { [center]: 'S100' },
        description: 'what was bought there',
        ...(index === 95 && more)
      }));
    const details = async () =>
      world.current.query(
        `SELECT e.details, a.details AS audited FROM transaction_events e
         JOIN audit_entries a ON a.entity_id = e.transaction_id::text AND a.action = 'transaction.allocated'
         WHERE e.transaction_id = $1 ORDER BY e.id DESC, a.sequence DESC LIMIT 1`,
        [row.id]
      );
    expect(await tryAllocate(C, row, { splits: parts({}) })).toBeNull();
    expect(await tryAllocate(C, row, { version: 2, splits: parts({ description: 'lunch' }) })).toBeNull();
    const lunch = {
      'before.allocation': '96: 1 (0.1) S100 “what was bought there”',
      'after.allocation': '96: 1 (0.1) S100 “lunch”'
    };
    expect(await details()).toEqual([{ details: lunch, audited: lunch }]);
    // Nothing is another: nothing is told.
    expect(await tryAllocate(C, row, { version: 3, splits: parts({ description: 'lunch' }) })).toBeNull();
    expect(await details()).toEqual([{ details: {}, audited: {} }]);
  });

  test('C4.005 once the scheme has changed it is allocated anew before it is reviewed', async () => {
    const row = await aTransaction(world.current, coded);
    expect(await tryAllocate(holder, row, { splits: [{ codes: { [center]: 'S100' } }] })).toBeNull();
    await tryChange(C, 'accounting-code', company.issuerId, ledger, {
      name: 'Ledger',
      type: 'text',
      length: 9,
      editableBy: 'C'
    });
    expect(await tryChangeState(holder, row, 'review')).toBe('transaction.scheme.changed');
    expect(await tryAllocate(holder, row, { version: 2, splits: [{ codes: { [center]: 'S100' } }] })).toBeNull();
    expect(await tryChangeState(holder, row, 'review')).toBeNull();
  });

  test('CD.42 what nobody has allocated is allocated by its defaults when it is reviewed', async () => {
    await aRecord(C, 'default-value', at(scheme), {
      accountingCode: 'Cost center',
      basis: 'merchant',
      merchant: 'ABC123456789012',
      value: 'S100'
    });
    const row = await aTransaction(world.current, coded, {
      merchantId: 'ABC123456789012',
      amount: '-12.50',
      type: 'credit'
    });
    expect(await tryChangeState(holder, row, 'review')).toBeNull();
    expect(await codesOf(row)).toEqual([['-12.5', null, { [center]: 'S100' }]]);
  });

  test('a customer code is one of the company’s; one that is no longer offered may stay', async () => {
    const acme = await aRecord(C, 'customer-code', at(), { code: 'ACME', name: 'Acme' });
    const row = await aTransaction(world.current, account);
    expect(await tryAllocate(A, row, { customerCode: 'NOBODY' })).toBe('customerCode customer.code.unknown');
    const elsewhere = await aCompany(world.current, issuer);
    const other = await aPrincipalAt(world.current, 'C', elsewhere);
    await aRecord(other, 'customer-code', recordsOf(elsewhere), { code: 'XENON', name: 'Xenon' });
    expect(await tryAllocate(A, row, { customerCode: 'XENON' })).toBe('customerCode customer.code.unknown');
    expect(await tryAllocate(A, row, { customerCode: 'ACME' })).toBeNull();
    await world.current.query('UPDATE setup_records SET inactive_since = now() WHERE id = $1', [acme]);
    expect(await tryAllocate(A, row, { version: 2, customerCode: 'ACME', purpose: 'Visit' })).toBeNull();
    expect(await tryAllocate(A, row, { version: 3, customerCode: null })).toBeNull();
    expect(await tryAllocate(A, row, { version: 4, customerCode: 'ACME' })).toBe('customerCode customer.code.unknown');
  });

  test('CD.44 a custom data field that is required is filled in before the review, and fits its type', async () => {
    const field = await aRecord(C, 'custom-field', at(), {
      name: 'Guests',
      label: 'Guests',
      extends: 'transaction',
      type: 'number',
      length: 3,
      decimals: 0,
      mandatory: true
    });
    const day = await aRecord(C, 'custom-field', at(), {
      name: 'Day',
      label: 'Day',
      extends: 'transaction',
      type: 'date',
      dateFormat: 'ymd',
      mandatory: false
    });
    const [rooms] = [
      await aRecord(C, 'custom-list', at(), { name: 'Rooms', values: ['North', 'South'] }),
      await aRecord(C, 'custom-list', at(), { name: 'Doors', values: ['East'] })
    ];
    const room = await aRecord(C, 'custom-field', at(), {
      name: 'Room',
      label: 'Room',
      extends: 'transaction',
      type: 'list',
      list: rooms,
      mandatory: false
    });
    const asked = (await customFieldsOf([{ issuerId: company.issuerId, companyId: company.id }])).get(company.id);
    expect(asked?.map(({ id, values }) => [id, values])).toEqual([
      [field, []],
      [day, []],
      [room, ['North', 'South']]
    ]);
    const row = await aTransaction(world.current, account);
    expect(await tryChangeState(A, row, 'review')).toBe('required.field');
    expect(await tryAllocate(A, row, { customValues: { [field]: '1.5' } })).toBe(
      `customValues.${field} number.too.many.decimals`
    );
    expect(await tryAllocate(A, row, { customValues: { [day]: '2026-02-30' } })).toBe(
      `customValues.${day} date.invalid`
    );
    expect(await tryAllocate(A, row, { customValues: { [field]: '12', [day]: '2026-02-28' } })).toBeNull();
    // A field that isn't asked for any more keeps what it has, and takes nothing else.
    await world.current.query('UPDATE setup_records SET inactive_since = now() WHERE id = $1', [day]);
    const later = (value: string) => ({ version: 2, customValues: { [field]: '9', [day]: value } });
    expect(await tryAllocate(A, row, later('2026-03-01'))).toBe(`customValues.${day} invalid.entry`);
    expect(await tryAllocate(A, row, later('2026-02-28'))).toBeNull();
    expect(await tryChangeState(A, row, 'review')).toBeNull();
  });
});
