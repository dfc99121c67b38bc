import fc from 'fast-check';
import type { Principal } from '@/lib/access/policy/principal';
import { listRows } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { advancesFor, seenAdvance, sharesOf, usesOf } from '@/lib/money/expenses/advances/advances';
import { closeAdvance, enterAdvance, findAdvanced } from '@/lib/money/expenses/advances/enter-advance';
import { CASH_ADVANCES } from '@/lib/money/expenses/advances/listing';
import { advanceSchema } from '@/lib/money/expenses/advances/schema';
import { setAgainstAdvance, takeOffAdvance } from '@/lib/money/expenses/advances/set-against';
import { addOwnMoney, removeLine } from '@/lib/money/expenses/change-lines';
import { linesOf } from '@/lib/money/expenses/lines';
import { deleteReport } from '@/lib/money/expenses/make-report';
import { downloadPayableFile } from '@/lib/money/expenses/payable/download-file';
import { dueByCompany } from '@/lib/money/expenses/payable/due';
import { entriesOf } from '@/lib/money/expenses/payable/files';
import { writePayableFile } from '@/lib/money/expenses/payable/write-file';
import { markPersonal } from '@/lib/money/expenses/personal-share';
import { type ExpenseReport, seenReport } from '@/lib/money/expenses/report';
import { reportTotals } from '@/lib/money/expenses/report-totals';
import { bytesOf } from '../support/bytes';
import { anExpensePolicy } from '../support/expense-policy';
import { anExpenseType, aReportOf, ownMoney, tried } from '../support/expense-reports';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt, principalFor } from '../support/principal';
import { codeOf, granted } from '../support/results';
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

const world = useDatabase();
let company: StructureNode;
let account: StructureNode;
let owner: PlacedPerson;
/** The cardholder, their approver, and the company's administrator. */
let A: Principal;
let O: Principal;
let C: Principal;
let taxi: string;

beforeEach(async () => {
  const db = world.current;
  company = await aCompany(db, await anIssuer(db));
  const point = await anOrgPoint(db, company);
  account = await anAccount(db, point);
  owner = await aUserAt(db, 'A', account, { firstName: 'Ada', lastName: 'Berg' });
  [A, O] = [await principalFor(db, owner), await aPrincipalAt(db, 'O', point)];
  C = await aPrincipalAt(db, 'C', company);
  taxi = await anExpenseType(C, company);
  await anExpensePolicy(db, company);
});

const entry = (more: Record<string, string> = {}) =>
  advanceSchema.parse({
    person: owner.userId,
    paidOn: '2026-03-01',
    amount: '100',
    purpose: 'Trip to Oslo',
    ...more
  });
const advanced = async (amount = '100', more: Record<string, string> = {}) =>
  granted(await enterAdvance(C, entry({ amount, ...more }), ORIGIN));
const seen = async (id: string, by = A) => (await seenReport(by, id)) as ExpenseReport;
const spent = async (id: string, amount: string) =>
  granted(await addOwnMoney(A, id, ownMoney(taxi, { amount }), ORIGIN));
const set = (id: string, advanceId: string, by = A) => setAgainstAdvance(by, { id, advanceId }, ORIGIN);
const openOf = async (id: string) => (await seenAdvance(C, id))?.open;

describe('issue 17 point 4 a cash advance', () => {
  test('is entered by an administrator for a cardholder of their companies, in the company’s currency', async () => {
    const id = await advanced();
    expect(await seenAdvance(A, id)).toMatchObject({
      ownerName: 'Ada Berg',
      amount: '100',
      open: '100',
      settled: '0',
      returned: '0',
      currency: 'EUR',
      state: 'open',
      paidOn: '2026-03-01',
      purpose: 'Trip to Oslo'
    });
    expect((await findAdvanced(C, 'ad')).map(({ userId }) => userId)).toEqual([owner.userId]);
    const elsewhere = await aPrincipalAt(
      world.current,
      'C',
      await aCompany(world.current, await anIssuer(world.current))
    );
    for (const by of [elsewhere, O]) expect(await findAdvanced(by, '')).toEqual([]);
    for (const [by, more, code] of [
      [A, {}, 'forbidden.action'],
      [O, {}, 'forbidden.action'],
      [elsewhere, {}, 'advance.person'],
      [C, { person: 'Nobody' }, 'advance.person'],
      [C, { paidOn: '2099-01-01' }, 'date.too.late'],
      [C, { amount: '1.005' }, 'number.too.many.decimals']
    ] as const)
      expect(codeOf(await enterAdvance(by, entry(more), ORIGIN))).toBe(code);
    const [act] = await world.current.query<{ details: object }>(
      `SELECT details FROM audit_entries WHERE entity_id = $1 AND action = 'cash_advance.entered'`,
      [id]
    );
    expect(act?.details).toMatchObject({ owner: owner.id, 'after.amount': '100 EUR' });
  });

  test('is nothing that anybody enters or closes for themselves, under a linked user id either', async () => {
    const db = world.current;
    const admin = await aUserAt(db, 'C', company);
    await db.query(
      `INSERT INTO user_links (issuer_id, id, primary_user_id, linked_user_id, status, confirmed_at)
       VALUES ($1, gen_random_uuid(), $2, $3, 'confirmed', now())`,
      [company.issuerId, admin.id, owner.id]
    );
    const by = await principalFor(db, admin);
    expect(codeOf(await enterAdvance(by, entry(), ORIGIN))).toBe('advance.own');
    expect(codeOf(await closeAdvance(by, await advanced(), 'Paid back', ORIGIN))).toBe('advance.own');
  });

  test('reduces what is paid back, by no more than that and no more than it has left', async () => {
    const [id, first] = [await aReportOf(A, account), await advanced()];
    granted(await set(id, first));
    expect(await seen(id)).toMatchObject({ advanceTotal: '0', balance: '0' });
    await spent(id, '60.25');
    expect(await seen(id)).toMatchObject({ ownTotal: '60.25', advanceTotal: '60.25', balance: '0' });
    expect(await openOf(first)).toBe('39.75');
    await spent(id, '50');
    expect(await seen(id)).toMatchObject({ ownTotal: '110.25', advanceTotal: '100', balance: '10.25' });
    expect((await seenAdvance(C, first))?.state).toBe('used');
    expect(reportTotals(await seen(id)).map(({ label }) => label)).toEqual([
      ...['expense.report.card.total', 'expense.report.own.total', 'expense.report.personal.total'],
      ...['expense.report.advance.total', 'expense.report.balance']
    ]);
    const [line] = await linesOf(await seen(id));
    granted(await removeLine(A, { id, lineId: line?.id as string }, ORIGIN));
    expect(await seen(id)).toMatchObject({ ownTotal: '50', advanceTotal: '50', balance: '0' });
    expect(await openOf(first)).toBe('50');
  });

  test('leaves what its owner owes for a personal share as it is', async () => {
    const charge = (await aTransaction(world.current, account, { amount: '80' })).id;
    const [id, first] = [await aReportOf(A, account, [charge]), await advanced()];
    await spent(id, '50');
    granted(await set(id, first));
    const line = (await linesOf(await seen(id))).find(({ transactionId }) => transactionId);
    const at = { id, lineId: line?.id as string };
    granted(await markPersonal(A, at, '20', ORIGIN));
    expect(await seen(id)).toMatchObject({ personalTotal: '20', advanceTotal: '30', balance: '0' });
    granted(await markPersonal(A, at, '80', ORIGIN));
    expect(await seen(id)).toMatchObject({ advanceTotal: '0', balance: '-30' });
  });

  test('is set against by its owner alone, on a saved report of theirs, and open again when it is taken off', async () => {
    const [id, first] = [await aReportOf(A, account), await advanced()];
    await spent(id, '40');
    const other = await principalFor(world.current, await aUserAt(world.current, 'A', account));
    for (const [by, code] of [
      [other, 'not.found'],
      [C, 'forbidden.action']
    ] as const)
      expect(codeOf(await set(id, first, by))).toBe(code);
    const theirs = await aReportOf(other, account);
    expect(codeOf(await set(theirs, first, other))).toBe('advance.unavailable');
    granted(await set(id, first));
    expect(codeOf(await set(id, first))).toBe('advance.unavailable');
    granted(await takeOffAdvance(A, { id, advanceId: first }, ORIGIN));
    expect([await openOf(first), (await seen(id)).balance]).toEqual(['100', '40']);
    granted(await set(id, first));
    granted(await tried(A, id, { event: 'submit' }));
    expect(codeOf(await takeOffAdvance(A, { id, advanceId: first }, ORIGIN))).toBe('expense.report.submitted');
    expect(await usesOf(C, (await seenAdvance(C, first)) as never)).toMatchObject([{ id, amount: '40' }]);
    granted(await tried(A, id, { event: 'recall' }));
    granted(await deleteReport(A, id, ORIGIN));
    expect(await openOf(first)).toBe('100');
  });

  test('is set against several reports, and several against one, the oldest first', async () => {
    const [old, young] = [await advanced('30', { paidOn: '2026-02-01' }), await advanced('100')];
    const [one, two] = [await aReportOf(A, account), await aReportOf(A, account)];
    await spent(one, '50');
    await spent(two, '90');
    granted(await set(one, young));
    granted(await set(one, old));
    expect((await sharesOf(await seen(one))).map(({ amount }) => amount)).toEqual(['30', '20']);
    granted(await set(two, young));
    expect(await seen(two)).toMatchObject({ advanceTotal: '80', balance: '10' });
    expect(await advancesFor(await seen(two))).toEqual([]);
  });

  test('is closed with what is left of it, once', async () => {
    const [id, first] = [await aReportOf(A, account), await advanced()];
    await spent(id, '40');
    granted(await set(id, first));
    expect(codeOf(await closeAdvance(A, first, 'Paid back', ORIGIN))).toBe('forbidden.action');
    granted(await closeAdvance(C, first, 'Paid back in cash', ORIGIN));
    expect(await seenAdvance(A, first)).toMatchObject({
      settled: '40',
      returned: '60',
      open: '0',
      state: 'used',
      closeReason: 'Paid back in cash'
    });
    expect(codeOf(await closeAdvance(C, first, 'Again', ORIGIN))).toBe('advance.used');
    expect(await seen(id)).toMatchObject({ advanceTotal: '40', balance: '0' });
    const listed: Record<string, unknown>[] = [];
    for await (const row of listRows(C, CASH_ADVANCES, readQuery(CASH_ADVANCES, {}))) listed.push(row);
    expect(listed).toMatchObject([{ id: first, owner: 'Ada Berg', state: 'used' }]);
  });

  test('goes out with the payable file, which pays the balance', async () => {
    const [id, first] = [await aReportOf(A, account), await advanced('30')];
    await spent(id, '50');
    granted(await set(id, first));
    granted(await tried(A, id, { event: 'submit' }));
    granted(await tried(O, id, { event: 'approve' }));
    const [due] = await dueByCompany(C);
    expect(due?.totals).toMatchObject([{ own: '50', personal: '0', advance: '30', balance: '20' }]);
    const file = granted(await writePayableFile(C, { companyId: company.id, digest: due?.digest as string }, ORIGIN));
    expect(await entriesOf(C, file)).toMatchObject([{ own: '50', advance: '30', balance: '20' }]);
    const text = String(await bytesOf((await downloadPayableFile(C, file, 'csv', ORIGIN))?.bytes));
    expect(text).toContain('currency,to_be_paid_back,owed,balance,advance\r\n');
    expect(text).toContain(',EUR,50.00,0.00,20.00,30.00\r\n');
  });
});

test('two reports that take the same advance at once share it', async () => {
  const first = await advanced('100');
  const ids = [await aReportOf(A, account), await aReportOf(A, account)];
  for (const id of ids) await spent(id, '80');
  await Promise.all(ids.map((id) => set(id, first)));
  const totals = await Promise.all(ids.map(async (id) => Number((await seen(id)).advanceTotal)));
  expect(totals.sort()).toEqual([20, 80]);
  expect(await openOf(first)).toBe('0');
});

const cents = fc.integer({ min: 1, max: 50_000 });
const step = fc.record({
  kind: fc.constantFrom('spend', 'spend', 'remove', 'set', 'set', 'off', 'close', 'delete'),
  report: fc.nat(1),
  pick: fc.nat(5),
  cents
});

test('whatever is done, shares add up to the cent, no advance gives more than it has, and none makes its owner owe', async () => {
  const text = (of: number) => (of / 100).toFixed(2);
  await fc.assert(
    fc.asyncProperty(
      fc.array(cents, { minLength: 1, maxLength: 3 }),
      fc.array(step, { minLength: 3, maxLength: 14 }),
      async (amounts, steps) => {
        const advances: string[] = [];
        for (const of of amounts) advances.push(await advanced(text(of)));
        const reports = [await aReportOf(A, account), await aReportOf(A, account)];
        for (const { kind, report, pick, cents: of } of steps) {
          const id = reports[report] as string;
          const advanceId = advances[pick % advances.length] as string;
          if (kind === 'spend') await spent(id, text(of));
          if (kind === 'set') await set(id, advanceId);
          if (kind === 'off') await takeOffAdvance(A, { id, advanceId }, ORIGIN);
          if (kind === 'close') await closeAdvance(C, advanceId, 'x', ORIGIN);
          if (kind === 'remove') {
            const [line] = await linesOf(await seen(id));
            if (line) granted(await removeLine(A, { id, lineId: line.id }, ORIGIN));
          }
          if (kind === 'delete') {
            granted(await deleteReport(A, id, ORIGIN));
            reports[report] = await aReportOf(A, account);
          }
        }
        const exact = (of: string) => Math.round(Number(of) * 100);
        const shares = new Map<string, number>();
        for (const id of reports) {
          const found = await seen(id);
          const own = await sharesOf(found);
          for (const share of own) shares.set(share.id, (shares.get(share.id) ?? 0) + exact(share.amount));
          const total = own.reduce((all, { amount }) => all + exact(amount), 0);
          expect(exact(found.advanceTotal)).toBe(total);
          expect(exact(found.balance)).toBe(exact(found.ownTotal) - total);
          expect(exact(found.balance)).toBeGreaterThanOrEqual(0);
        }
        for (const id of advances) {
          const advance = await seenAdvance(C, id);
          expect(exact(advance?.settled ?? '')).toBe(shares.get(id) ?? 0);
          expect(exact(advance?.open ?? '')).toBeGreaterThanOrEqual(0);
        }
      }
    ),
    { numRuns: 12 }
  );
});
