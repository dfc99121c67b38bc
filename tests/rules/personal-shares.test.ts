import fc from 'fast-check';
import type { Principal } from '@/lib/access/policy/principal';
import { addOwnMoney } from '@/lib/money/expenses/change-lines';
import { linesOf } from '@/lib/money/expenses/lines';
import { markPersonal, unmarkPersonal } from '@/lib/money/expenses/personal-share';
import { findingsOfReport } from '@/lib/money/expenses/policy-findings';
import { type ExpenseReport, seenReport } from '@/lib/money/expenses/report';
import { reportTotals } from '@/lib/money/expenses/report-totals';
import { personalSchema } from '@/lib/money/expenses/schema';
import { anExpensePolicy, aPolicyRule } from '../support/expense-policy';
import { anExpenseType, aReportOf, ownMoney, tried } from '../support/expense-reports';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt, principalFor } from '../support/principal';
import { codeOf, granted } from '../support/results';
import { aCompany, anAccount, anIssuer, anOrgPoint, aUserAt, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
let company: StructureNode;
let account: StructureNode;
/** The cardholder, and the company's administrator. */
let A: Principal;
let C: Principal;
let taxi: string;
let policy: string;

beforeEach(async () => {
  const db = world.current;
  company = await aCompany(db, await anIssuer(db));
  account = await anAccount(db, await anOrgPoint(db, company));
  [A, C] = [await principalFor(db, await aUserAt(db, 'A', account)), await aPrincipalAt(db, 'C', company)];
  taxi = await anExpenseType(C, company);
  policy = await anExpensePolicy(db, company);
});

const seen = async (id: string, by = A) => (await seenReport(by, id)) as ExpenseReport;
const lines = async (id: string, by = A) => linesOf(await seen(id, by));
const aCharge = async (amount: string, more: Parameters<typeof aTransaction>[2] = {}) =>
  (await aTransaction(world.current, account, { amount, ...more })).id;

/** A saved report with a charge of 120.50: its id and that of its line. */
async function aReport() {
  const id = await aReportOf(A, account, [await aCharge('120.50')]);
  return { id, lineId: (await lines(id))[0]?.id as string };
}

describe('C3.022 a personal share of a card charge', () => {
  test('is owed by its owner, and offsets own money in the balance', async () => {
    const at = await aReport();
    granted(await addOwnMoney(A, at.id, ownMoney(taxi), ORIGIN));
    granted(await markPersonal(A, at, '40.25', ORIGIN));
    const totals = { cardTotal: '120.5', ownTotal: '12.5', personalTotal: '40.25', balance: '-27.75' };
    expect(await seen(at.id)).toMatchObject(totals);
    granted(await markPersonal(A, at, '120.50', ORIGIN));
    expect(await seen(at.id)).toMatchObject({ personalTotal: '120.5', balance: '-108' });
    granted(await unmarkPersonal(A, at, ORIGIN));
    expect(await seen(at.id)).toMatchObject({ personalTotal: '0', balance: '12.5' });
    const acts = await world.current.query<{ details: Record<string, string> }>(
      `SELECT details FROM audit_entries WHERE entity_id = $1 AND action = 'expense_report.changed' ORDER BY sequence`,
      [at.id]
    );
    expect(acts.slice(-3).map(({ details }) => [details['before.personal'], details['after.personal']])).toEqual([
      [null, '40.25 EUR'],
      ['40.25 EUR', '120.50 EUR'],
      ['120.5 EUR', null]
    ]);
  });

  test('is more than nothing and at most the charge, in whole cents', async () => {
    const at = await aReport();
    for (const [share, code] of [
      ['120.51', 'expense.personal.too.much'],
      ['0.001', 'number.too.many.decimals'],
      ['0.01', 'ok']
    ] as const)
      expect(codeOf(await markPersonal(A, at, share, ORIGIN))).toBe(code);
    const fault = (amount: string) => personalSchema.safeParse({ amount }).error?.issues[0]?.message;
    expect(['0', '-1', 'x', '', '1'].map(fault)).toEqual([
      ...['amount.invalid', 'amount.invalid', 'amount.invalid', 'amount.invalid', undefined]
    ]);
  });

  test('is no matter of own money or of credits', async () => {
    const id = await aReportOf(A, account, [await aCharge('-60', { type: 'credit' })]);
    granted(await addOwnMoney(A, id, ownMoney(taxi), ORIGIN));
    for (const { id: lineId } of await lines(id))
      expect(codeOf(await markPersonal(A, { id, lineId }, '1', ORIGIN))).toBe('expense.personal.card.only');
  });

  test('is marked by the report’s owner alone and while it is saved; its approver reads it', async () => {
    const at = await aReport();
    const stranger = await principalFor(world.current, await aUserAt(world.current, 'A', account));
    for (const [by, code] of [
      [stranger, 'not.found'],
      [C, 'forbidden.action']
    ] as const)
      expect(codeOf(await markPersonal(by, at, '1', ORIGIN))).toBe(code);
    granted(await markPersonal(A, at, '40', ORIGIN));
    granted(await tried(A, at.id, { event: 'submit' }));
    expect((await lines(at.id, C)).map(({ personalAmount }) => personalAmount)).toEqual(['40']);
    for (const change of [markPersonal(A, at, '1', ORIGIN), unmarkPersonal(A, at, ORIGIN)])
      expect(codeOf(await change)).toBe('expense.report.submitted');
  });

  test('doesn’t count in the limits of the expense policy, here or on other reports', async () => {
    await aPolicyRule(world.current, company, policy, { kind: 'month', level: 'refuse', amount: '200' });
    const [one, two] = [await aReport(), await aReport()];
    granted(await markPersonal(A, one, '120.50', ORIGIN));
    granted(await tried(A, one.id, { event: 'submit' }));
    const findings = async () => findingsOfReport(await seen(two.id), await lines(two.id));
    expect(await findings()).toEqual([]);
    await world.current.query('UPDATE expense_report_lines SET personal_amount = 10 WHERE id = $1', [one.lineId]);
    expect(await findings()).toMatchObject([{ lineId: two.lineId, kind: 'month', actual: '231' }]);
  });
});

const cents = (most: number) => fc.integer({ min: 1, max: most });
/** Charges with a personal share of each, and own money, in cents; credits have no share. */
const spending = fc.record({
  charges: fc.array(
    fc.oneof(
      cents(10_000_000).chain((amount) =>
        fc.record({
          amount: fc.constant(amount),
          share: fc.oneof(fc.constant(amount), fc.integer({ min: 0, max: amount }))
        })
      ),
      cents(10_000_000).map((amount) => ({ amount: -amount, share: 0 }))
    ),
    { maxLength: 5 }
  ),
  own: fc.array(cents(1_000_000), { maxLength: 3 })
});

test('C3.022 the four totals of any report are exact to the cent', async () => {
  const text = (of: number) =>
    `${of < 0 ? '-' : ''}${Math.trunc(Math.abs(of) / 100)}.${String(Math.abs(of) % 100).padStart(2, '0')}`;
  const sum = (of: readonly number[]) => of.reduce((all, one) => all + one, 0);
  await fc.assert(
    fc.asyncProperty(spending, async ({ charges, own }) => {
      const shares = new Map<string, number>();
      for (const { amount, share } of charges)
        shares.set(await aCharge(text(amount), { type: amount < 0 ? 'credit' : 'purchase' }), share);
      const id = await aReportOf(A, account, [...shares.keys()]);
      for (const amount of own) granted(await addOwnMoney(A, id, ownMoney(taxi, { amount: text(amount) }), ORIGIN));
      for (const { id: lineId, transactionId } of await lines(id)) {
        const share = shares.get(transactionId ?? '') ?? 0;
        if (share > 0) granted(await markPersonal(A, { id, lineId }, text(share), ORIGIN));
      }
      const [card, paid, owed] = [sum(charges.map(({ amount }) => amount)), sum(own), sum([...shares.values()])];
      const expected = [card, paid, owed, paid - owed].map((of) => text(of).replace(/\.?0+$/, ''));
      expect(reportTotals(await seen(id)).map(({ amount }) => amount)).toEqual(expected);
    }),
    { numRuns: 15 }
  );
});
