import type { Principal } from '@/lib/access/policy/principal';
import { addOwnMoney, explainLine } from '@/lib/money/expenses/change-lines';
import { linesOf } from '@/lib/money/expenses/lines';
import { signMissingReceipt, withdrawMissingReceipt } from '@/lib/money/expenses/missing-receipt';
import { findingsOfReport } from '@/lib/money/expenses/policy-findings';
import { seenReport } from '@/lib/money/expenses/report';
import { explanationSchema, missingReceiptSchema } from '@/lib/money/expenses/schema';
import { anExpensePolicy, aPolicyRule } from '../support/expense-policy';
import { anExpenseType, aReportOf, ownMoney, tried } from '../support/expense-reports';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt, principalFor } from '../support/principal';
import { codeOf, granted } from '../support/results';
import { aRecord, recordsOf } from '../support/setup';
import { aCompany, anAccount, anIssuer, anOrgPoint, aUserAt, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
let company: StructureNode;
let account: StructureNode;
let A: Principal;
let taxi: string;
let policy: string;

beforeEach(async () => {
  const db = world.current;
  company = await aCompany(db, await anIssuer(db));
  account = await anAccount(db, await anOrgPoint(db, company));
  A = await principalFor(db, await aUserAt(db, 'A', account));
  taxi = await anExpenseType(await aPrincipalAt(db, 'C', company), company);
  policy = await anExpensePolicy(db, company);
});

/** Adds a rule to the policy that is in force. */
const rule = (data: { kind: string } & Record<string, unknown>) => aPolicyRule(world.current, company, policy, data);

const ownOn = async (id: string, more: Record<string, string>) =>
  granted(await addOwnMoney(A, id, ownMoney(taxi, more), ORIGIN));

async function found(id: string, by: Principal = A) {
  const report = await seenReport(by, id);
  if (!report) throw new Error('no report');
  return findingsOfReport(report, await linesOf(report));
}

const submit = (id: string) => tried(A, id, { event: 'submit' });

describe('C1.003 an expense report is governed by the expense policy', () => {
  test('what is refused keeps it saved, with the number of expenses; within the limit it is submitted', async () => {
    await rule({ kind: 'line', level: 'refuse', amount: '20' });
    const id = await aReportOf(A, account);
    const dear = await ownOn(id, { amount: '20.01' });
    await ownOn(id, { amount: '20' });
    expect(await found(id)).toMatchObject([
      { lineId: dear, kind: 'line', level: 'refuse', actual: '20.01', limit: '20' }
    ]);
    const refused = await submit(id);
    expect(refused).toMatchObject({ ok: false, refusal: { code: 'expense.policy.refused', params: { count: 1 } } });
    expect((await seenReport(A, id))?.state).toBe('saved');
    await world.current.query('UPDATE expense_report_lines SET amount = 20 WHERE id = $1', [dear]);
    expect((await submit(id)).ok).toBe(true);
  });

  test('what asks for an explanation is submitted once its owner explains it, for the approver to read', async () => {
    await rule({ kind: 'receipt', level: 'explain', amount: '10' });
    const id = await aReportOf(A, account);
    const line = await ownOn(id, { amount: '12.50' });
    expect(await submit(id)).toMatchObject({
      refusal: { code: 'expense.policy.unexplained', params: { count: 1 } }
    });
    const { explanation } = explanationSchema.parse({ explanation: 'The machine was out of paper.' });
    granted(await explainLine(A, { id, lineId: line }, explanation, ORIGIN));
    expect((await submit(id)).ok).toBe(true);
    const C = await aPrincipalAt(world.current, 'C', company);
    expect(await found(id, C)).toMatchObject([{ lineId: line, level: 'explain' }]);
    const report = await seenReport(C, id);
    expect((await linesOf(report as NonNullable<typeof report>))[0]?.explanation).toBe('The machine was out of paper.');
    expect(codeOf(await explainLine(A, { id, lineId: line }, 'Too late.', ORIGIN))).toBe('expense.report.submitted');
  });

  test('C1.025 a tolerance lets pass what is within its least, asks to explain up to its most, and refuses what is above', async () => {
    const tolerance = { kind: 'amount', minimum: '5', maximum: '20' };
    await aRecord(await aPrincipalAt(world.current, 'C', company), 'tolerance', recordsOf(company), tolerance);
    await rule({ kind: 'line', level: 'refuse', amount: '100' });
    const levelsOf = async (amount: string) => {
      const id = await aReportOf(A, account);
      await ownOn(id, { amount });
      const submitted = await submit(id);
      return [(await found(id)).map(({ level }) => level), submitted.ok ? 'submitted' : submitted.refusal.code];
    };
    expect(await levelsOf('105')).toEqual([[], 'submitted']);
    expect(await levelsOf('105.01')).toEqual([['explain'], 'expense.policy.unexplained']);
    expect(await levelsOf('120')).toEqual([['explain'], 'expense.policy.unexplained']);
    expect(await levelsOf('120.01')).toEqual([['refuse'], 'expense.policy.refused']);
  });

  test('a note keeps nobody from submitting', async () => {
    await rule({ kind: 'line', level: 'note', amount: '1' });
    const id = await aReportOf(A, account);
    await ownOn(id, {});
    expect(await found(id)).toMatchObject([{ level: 'note' }]);
    expect((await submit(id)).ok).toBe(true);
  });

  test('a card charge is judged by the type of its merchant category, and by its amount', async () => {
    await rule({ kind: 'line', level: 'refuse', amount: '99.99' });
    const charge = await aTransaction(world.current, account, { amount: '100.00' });
    const id = await aReportOf(A, account, [charge.id]);
    expect(await found(id)).toMatchObject([{ kind: 'line', actual: '100', over: '0.01' }]);
    expect(await submit(id)).toMatchObject({ refusal: { code: 'expense.policy.refused' } });
  });

  test('the sum of a day counts what other submitted reports have, and finds nothing about those', async () => {
    await rule({ kind: 'day', level: 'refuse', amount: '25' });
    const [before, id] = [await aReportOf(A, account), await aReportOf(A, account)];
    await ownOn(before, { amount: '15' });
    const line = await ownOn(id, { amount: '15' });
    expect(await found(id)).toEqual([]);
    expect((await submit(before)).ok).toBe(true);
    expect(await found(id)).toMatchObject([{ lineId: line, kind: 'day', actual: '30', limit: '25' }]);
    await ownOn(id, { amount: '15', spentOn: '2026-03-11' });
    expect(await found(id)).toHaveLength(1);
  });

  test('each line is judged by the version of its day', async () => {
    await rule({ kind: 'line', level: 'note', amount: '10' });
    const next = await anExpensePolicy(world.current, company);
    await world.current.query(
      `UPDATE setup_records SET name = 'Travel from 11 March', data = '{"validFrom": "2026-03-11"}' WHERE id = $1`,
      [next]
    );
    const id = await aReportOf(A, account);
    const line = await ownOn(id, { spentOn: '2026-03-10' });
    await ownOn(id, { spentOn: '2026-03-11' });
    expect((await found(id)).map(({ lineId }) => lineId)).toEqual([line]);
  });

  test('an expense of another report, and of nobody’s own, is not explained', async () => {
    const [id, other] = [await aReportOf(A, account), await aReportOf(A, account)];
    const line = await ownOn(other, {});
    expect(codeOf(await explainLine(A, { id, lineId: line }, 'Why not?', ORIGIN))).toBe('not.found');
    const stranger = await principalFor(world.current, await aUserAt(world.current, 'A', account));
    expect(codeOf(await explainLine(stranger, { id: other, lineId: line }, 'Why not?', ORIGIN))).toBe('not.found');
  });
});

describe('C8.028 a statement of a missing receipt', () => {
  const statement = (more: Record<string, unknown> = {}) =>
    missingReceiptSchema.parse({ reason: 'lost', note: 'Left in the taxi.', asked: true, ...more });
  const stated = async (by: Principal, id: string) => (await linesOf(await seenBy(by, id)))[0]?.missingReceipt;

  async function seenBy(by: Principal, id: string) {
    const report = await seenReport(by, id);
    if (!report) throw new Error('no report');
    return report;
  }

  test('stands for the receipt that the policy asks for, and its approver reads it', async () => {
    await rule({ kind: 'receipt', level: 'refuse', amount: '10' });
    const id = await aReportOf(A, account);
    const lineId = await ownOn(id, { amount: '12.50' });
    expect(await submit(id)).toMatchObject({ refusal: { code: 'expense.policy.refused' } });
    granted(await signMissingReceipt(A, { id, lineId }, statement(), ORIGIN));
    expect(await found(id)).toEqual([]);
    expect((await submit(id)).ok).toBe(true);
    const C = await aPrincipalAt(world.current, 'C', company);
    expect(await stated(C, id)).toEqual({
      reason: 'lost',
      note: 'Left in the taxi.',
      number: 1,
      signedOn: new Date().toISOString().slice(0, 10)
    });
    expect(codeOf(await signMissingReceipt(A, { id, lineId }, statement(), ORIGIN))).toBe('expense.report.submitted');
    expect(codeOf(await withdrawMissingReceipt(A, { id, lineId }, ORIGIN))).toBe('expense.report.submitted');
  });

  test('is withdrawn, and counted anew each year for each person', async () => {
    await rule({ kind: 'receipt', level: 'refuse', amount: '10' });
    const [id, other] = [await aReportOf(A, account), await aReportOf(A, account)];
    const lineId = await ownOn(id, {});
    for (const [days, reason] of [
      ['400 days', 'lost'],
      ['0 days', 'not_issued']
    ] as const) {
      const line = await ownOn(other, {});
      granted(await signMissingReceipt(A, { id: other, lineId: line }, statement({ reason }), ORIGIN));
      await world.current.query(
        `UPDATE expense_report_lines SET missing_receipt_signed_at = missing_receipt_signed_at - $2::interval WHERE id = $1`,
        [line, days]
      );
    }
    granted(await signMissingReceipt(A, { id, lineId }, statement({ reason: 'other' }), ORIGIN));
    expect(await stated(A, id)).toMatchObject({ reason: 'other', number: 2 });
    granted(await withdrawMissingReceipt(A, { id, lineId }, ORIGIN));
    expect(await stated(A, id)).toBeNull();
    expect(await found(id)).toMatchObject([{ lineId, kind: 'receipt' }]);
    const acts = await world.current.query<{ details: Record<string, string> }>(
      `SELECT details FROM audit_entries WHERE entity_id = $1 AND action = 'expense_report.changed' ORDER BY sequence`,
      [id]
    );
    expect(acts.at(-1)?.details).toMatchObject({ 'before.missingReceipt': 'other', 'after.missingReceipt': null });
  });

  test('is refused where the type takes nothing but the receipt, and without asking the merchant', async () => {
    const C = await aPrincipalAt(world.current, 'C', company);
    const hotel = await anExpenseType(C, company, { category: 'lodging', receiptFrom: '5', receiptOnly: 'true' });
    const id = await aReportOf(A, account);
    const lineId = granted(await addOwnMoney(A, id, ownMoney(hotel, {}), ORIGIN));
    expect(await found(id)).toMatchObject([{ lineId, kind: 'receipt', isReceiptOnly: true }]);
    expect(codeOf(await signMissingReceipt(A, { id, lineId }, statement(), ORIGIN))).toBe(
      'expense.statement.not.accepted'
    );
    expect(missingReceiptSchema.safeParse({ reason: 'lost', note: 'x', asked: false }).error?.issues[0]?.message).toBe(
      'expense.statement.ask.first'
    );
  });

  test('C6.018D is signed by its owner alone, and never through another’s eyes', async () => {
    const id = await aReportOf(A, account);
    const lineId = await ownOn(id, {});
    const C = await aPrincipalAt(world.current, 'C', company);
    for (const [by, code] of [
      [await principalFor(world.current, await aUserAt(world.current, 'A', account)), 'not.found'],
      [C, 'access.as.user.closed'],
      [{ ...A, accessor: C } as unknown as Principal, 'access.as.user.closed']
    ] as const) {
      expect(codeOf(await signMissingReceipt(by, { id, lineId }, statement(), ORIGIN))).toBe(code);
      expect(codeOf(await withdrawMissingReceipt(by, { id, lineId }, ORIGIN))).toBe(code);
    }
  });
});
