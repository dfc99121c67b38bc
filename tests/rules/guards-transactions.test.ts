import type { Principal } from '@/lib/access/policy/principal';
import { transaction } from '@/lib/core/database/database';
import { Prisma } from '@/lib/core/database/prisma/client';
import { valuesNamed } from '@/lib/money/allocation/code-values';
import { percentsOf } from '@/lib/money/allocation/dividing';
import { changeSplitProfile, createSplitProfile, deleteSplitProfile } from '@/lib/money/allocation/save-split-profile';
import { codingsOf } from '@/lib/money/allocation/schemes';
import { findSplitProfile, profilesFor, splitProfileSchema } from '@/lib/money/allocation/split-profiles';
import { addTransaction, removeTransaction } from '@/lib/money/transactions/add-transaction';
import { allocate } from '@/lib/money/transactions/allocate';
import { allocationsOf } from '@/lib/money/transactions/allocations';
import { changeState, changeStates, type StateChange } from '@/lib/money/transactions/change-state';
import { addLine, linesOf, removeLine } from '@/lib/money/transactions/lines';
import { recordEventsOf } from '@/lib/money/transactions/record-events';
import { addedTransactionSchema, allocationSchema, lineSchema } from '@/lib/money/transactions/schema';
import {
  editRefusal,
  isEditable,
  isEditRefusal,
  isTransactionEvent,
  TRANSACTION
} from '@/lib/money/transactions/states';
import { seenTransaction } from '@/lib/money/transactions/transactions';
import { whileHeld } from '../support/held-rows';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { granted, refusedFor } from '../support/results';
import { aScheme } from '../support/schemes';
import { aCompany, anAccount, anIssuer, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';
import { aTwinOf } from '../support/twin';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let account: StructureNode;
let A: Principal;
let C: Principal;

beforeEach(async () => {
  const db = world.current;
  issuer = await anIssuer(db);
  company = await aCompany(db, issuer);
  account = await anAccount(db, company);
  [A, C] = [await aPrincipalAt(db, 'A', account), await aPrincipalAt(db, 'C', company)];
});

test('CD.30 C4.004 C4.006 C4.007 each event is refused by what the state says of it', () => {
  const REFUSALS = {
    review: [null, 'transaction.reviewed.already', 'transaction.approved', 'transaction.exported'],
    unreview: ['transaction.not.reviewed', null, 'transaction.approved', 'transaction.exported'],
    approve: ['transaction.review.first', null, 'transaction.approved.already', 'transaction.exported'],
    unapprove: ['transaction.not.approved', 'transaction.not.approved', null, 'transaction.exported'],
    send_back: ['transaction.not.reviewed', null, null, 'transaction.exported']
  } as const;
  for (const [event, told] of Object.entries(REFUSALS))
    expect(TRANSACTION.states.map((state) => TRANSACTION.refusal(event as 'review', state))).toEqual(told);
  expect(TRANSACTION.states.map(isEditable)).toEqual([true, false, false, false]);
  expect(TRANSACTION.states.map(editRefusal)).toEqual([
    null,
    'transaction.reviewed',
    'transaction.approved',
    'transaction.exported'
  ]);
  expect(['transaction.approved', 'transaction.open', 'not.found'].map(isEditRefusal)).toEqual([true, false, false]);
  expect(['review', 'export', 'toString'].map(isTransactionEvent)).toEqual([true, false, false]);
});

test('CD.30 the reviewer and the approver are stored as long as the state holds, and a state is changed in the version that was shown', async () => {
  const { id } = await aTransaction(world.current, account);
  const kept = async () =>
    (
      await world.current.query<Record<string, unknown>>(
        `SELECT state::text, version, reviewed_by, reviewed_at IS NOT NULL AS reviewed, approved_by, approved_at IS NOT NULL AS approved
         FROM transactions WHERE id = $1`,
        [id]
      )
    )[0];
  const change = async (by: Principal, version: number, what: StateChange) =>
    refusedFor(await changeState(by, id, { version, ...what }, ORIGIN));
  expect(await change(A, 2, { event: 'review' })).toBe('record.changed');
  expect(await change(A, 1, { event: 'review' })).toBeNull();
  const reviewed = { reviewed_by: A.userId, reviewed: true };
  const unapproved = { approved_by: null, approved: false };
  expect(await kept()).toEqual({ state: 'reviewed', version: 2, ...reviewed, ...unapproved });
  expect(await change(A, 2, { event: 'approve' })).toBe('forbidden.action');
  expect(await change(C, 2, { event: 'approve' })).toBeNull();
  expect(await kept()).toEqual({ state: 'approved', version: 3, ...reviewed, approved_by: C.userId, approved: true });
  expect(await change(await aPrincipalAt(world.current, 'C', company), 3, { event: 'unapprove' })).toBe(
    'transaction.approved.by.other'
  );
  expect(await change(C, 3, { event: 'unapprove' })).toBeNull();
  expect(await kept()).toEqual({ state: 'reviewed', version: 4, ...reviewed, ...unapproved });
  expect(await change(C, 4, { event: 'approve' })).toBeNull();
  expect(await change(C, 5, { event: 'send_back' })).toBe('reason required');
  expect(await change(C, 5, { event: 'send_back', reason: 'The receipt is missing' })).toBeNull();
  expect(await kept()).toEqual({ state: 'open', version: 6, reviewed_by: null, reviewed: false, ...unapproved });
});

test('CD.20 what becomes of transactions leaves another issuer with the same ids alone', async () => {
  const db = world.current;
  const scheme = await aScheme(db, company);
  const rows = await Promise.all([1, 2, 3, 4].map(() => aTransaction(db, account, { amount: '10.00' })));
  const [first, second, third] = rows.map(({ id }) => id) as [string, string, string];
  const profile = splitProfileSchema.parse({
    name: 'Half',
    splits: ['50', '50'].map((percent) => ({ percent, codes: { [scheme.center]: 'S100' } }))
  });
  const profileId = granted(await createSplitProfile(C, { ...profile, schemeId: scheme.id }, ORIGIN));
  const entry = addedTransactionSchema.parse({
    accountId: account.id,
    transactionDate: '2026-03-15',
    merchantName: 'Hansen Taxi',
    amount: '48.30',
    currency: 'EUR',
    purpose: 'To the fair'
  });
  const added = granted(await addTransaction(A, entry, ORIGIN));
  const divided = (version: number, amounts: readonly string[]) =>
    allocationSchema.parse({
      version,
      purpose: 'Fair',
      splits: amounts.map((amount) => ({ amount, codes: { [scheme.center]: 'F200' } }))
    });
  expect(refusedFor(await allocate(C, first, divided(1, ['4', '6']), ORIGIN))).toBeNull();
  const fourth = rows[3] as (typeof rows)[number];
  const line = lineSchema.parse({ description: 'Paper', quantity: '1', unitCost: '1' });
  expect(refusedFor(await addLine(A, { id: fourth.id, version: 1 }, line, ORIGIN))).toBeNull();
  const twin = await aTwinOf(db, issuer.id);
  const before = await twin.digest();
  // Nor does it wait for who holds the account there.
  await whileHeld(db, 'accounts', 'issuer_id = $1', [twin.issuerId], async () =>
    granted(await addTransaction(A, entry, ORIGIN))
  );

  expect((await seenTransaction(C, first))?.issuerId).toBe(issuer.id);
  expect((await allocationsOf(undefined, rows)).get(first)).toHaveLength(2);
  expect(refusedFor(await allocate(C, first, divided(2, ['3', '3', '4']), ORIGIN))).toBeNull();
  expect((await allocationsOf(undefined, rows)).get(first)).toHaveLength(3);
  expect(refusedFor(await allocate(C, second, divided(1, ['5', '5']), ORIGIN))).toBeNull();
  expect(
    refusedFor(
      await allocate(
        C,
        third,
        allocationSchema.parse({ version: 1, splits: [{ codes: { [scheme.center]: 'S100' } }] }),
        ORIGIN
      )
    )
  ).toBeNull();
  expect(await linesOf(fourth)).toHaveLength(1);
  expect(refusedFor(await addLine(A, { id: fourth.id, version: 2 }, line, ORIGIN))).toBeNull();
  expect(refusedFor(await removeLine(A, { id: fourth.id, version: 3, position: 1 }, ORIGIN))).toBeNull();
  expect(await linesOf(fourth)).toHaveLength(1);
  const change = async (by: Principal, what: StateChange) =>
    (await transaction((tx) => changeStates(tx, by, [first, second, third], what, ORIGIN))).done.length;
  expect(await change(A, { event: 'review' })).toBe(3);
  expect(await change(A, { event: 'unreview' })).toBe(3);
  expect(await change(A, { event: 'review' })).toBe(3);
  expect(await change(C, { event: 'approve' })).toBe(3);
  expect(await change(C, { event: 'send_back', reason: 'Wrong month' })).toBe(3);
  expect(await profilesFor(C, { issuerId: issuer.id, schemeId: scheme.id })).toEqual([{ id: profileId, name: 'Half' }]);
  expect(
    refusedFor(await changeSplitProfile(C, profileId, { ...profile, name: 'Halves', version: 1 }, ORIGIN))
  ).toBeNull();
  expect((await findSplitProfile(C, profileId))?.name).toBe('Halves');
  expect(refusedFor(await deleteSplitProfile(C, profileId, ORIGIN))).toBeNull();
  expect(refusedFor(await removeTransaction(A, { id: added, version: 1 }, ORIGIN))).toBeNull();
  expect(await seenTransaction(C, added)).toBeNull();
  expect(await twin.digest()).toBe(before);
});

test('CD.30 the audit of what was done to one, to several or to any number tells a reason and for whom only where there is one', async () => {
  const db = world.current;
  const rows = await Promise.all([1, 2, 3].map(() => aTransaction(db, account)));
  const [one, ...two] = rows.map(({ id }) => id) as [string, string, string];
  const done = (ids: string[], what: StateChange) => transaction((tx) => changeStates(tx, C, ids, what, ORIGIN));
  const told = async (event: string) =>
    (
      await db.query<{ details: object }>(
        'SELECT details FROM audit_entries WHERE issuer_id = $1 AND action = $2 ORDER BY sequence',
        [issuer.id, `transaction.${event}`]
      )
    ).map(({ details }) => Object.keys(details).sort());
  for (const ids of [[one], two]) {
    for (const event of ['review', 'approve'] as const) await done(ids, { event });
    await done(ids, { event: 'send_back', reason: 'Wrong month' });
  }
  const states = ['after.state', 'before.state'];
  expect(await told('approve')).toEqual([states, ['count', 'digest']]);
  expect(await told('send_back')).toEqual([
    [...states, 'reason'],
    ['count', 'digest', 'reason']
  ]);
  for (const reason of [null, 'Wrong period'])
    await transaction((tx) =>
      recordEventsOf(tx, C, ORIGIN, {
        event: 'reverse_export',
        issuerId: issuer.id,
        nodeId: company.id,
        reason,
        details: {},
        keys: Prisma.sql`(SELECT * FROM transactions WHERE issuer_id = ${issuer.id}::uuid)`
      })
    );
  expect(await told('reverse_export')).toEqual([
    ['count', 'digest'],
    ['count', 'digest', 'reason']
  ]);
});

test('C5.032 CD.41 the first wrong split is reported by its field, and a quantity is more than nothing', async () => {
  const { id } = await aTransaction(world.current, account);
  const divided = async (...amounts: (string | null)[]) => {
    const splits = amounts.map((amount) => ({ amount, codes: {} }));
    return refusedFor(await allocate(C, id, allocationSchema.parse({ version: 1, splits }), ORIGIN));
  };
  expect(await divided(null, '4', null)).toBe('splits.0.amount required');
  expect(await divided('4', '6.001')).toBe('splits.1.amount split.decimals');
  const fits = (quantity: string) => lineSchema.safeParse({ description: 'Paper', quantity, unitCost: '1' }).success;
  expect([fits('0'), fits('0.000001')]).toEqual([false, true]);
});

test('C5.034 a code that is not active any more is no value, whatever its case', async () => {
  const scheme = await aScheme(world.current, company);
  const named = async () =>
    (await transaction((tx) => valuesNamed(tx, issuer.id, [{ codeId: scheme.center, code: 's100' }]))).size;
  expect(await named()).toBe(1);
  await world.current.query("UPDATE setup_records SET inactive_since = now() WHERE owner_id = $1 AND code = 'S100'", [
    company.id
  ]);
  expect(await named()).toBe(0);
});

test('what costs are allocated by is assigned by the company itself', async () => {
  const other = await aCompany(world.current, issuer);
  await aScheme(world.current, other, issuer);
  const codings = () =>
    transaction((tx) => codingsOf(tx, { issuerId: issuer.id, companyId: company.id }, [account.path]));
  expect((await codings()).get(account.path)?.scheme ?? null).toBeNull();
  const own = await aScheme(world.current, company);
  expect((await codings()).get(account.path)?.scheme?.id).toBe(own.id);
});

test('C5.032 percentages have six decimals where fewer do not lead back to the amounts', () => {
  const amounts = ['0.01', '1199999.99'].map((amount) => new Prisma.Decimal(amount));
  const percents = percentsOf({ amount: new Prisma.Decimal('1200000'), digits: 2 }, amounts);
  expect(percents.map((percent) => percent.toFixed())).toEqual(['0.000001', '99.999999']);
});
