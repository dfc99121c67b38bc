// What an approver is shown of a report that comes back.

import type { Principal } from '@/lib/access/policy/principal';
import { ATTACHABLES } from '@/lib/composition/process/attachables';
import { addAttachment } from '@/lib/kit/attachments/add-attachment';
import { addCharges, addOwnMoney, changeOwnMoney, removeLine } from '@/lib/money/expenses/change-lines';
import { changesSince, type ReportChanges } from '@/lib/money/expenses/changes-since';
import { linesOf } from '@/lib/money/expenses/lines';
import { editReport } from '@/lib/money/expenses/make-report';
import { markPersonal } from '@/lib/money/expenses/personal-share';
import { type ExpenseReport, seenReport } from '@/lib/money/expenses/report';
import { contentsOf } from '@/lib/money/expenses/report-contents';
import { lastSentBack } from '@/lib/money/expenses/report-events';
import { aReceipt, sentFile } from '../support/attachments';
import { anExpensePolicy } from '../support/expense-policy';
import { anExpenseType, anOwnExpense, aReportOf, ownMoney, reportEntry, tried } from '../support/expense-reports';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt, principalFor } from '../support/principal';
import { granted } from '../support/results';
import { aCompany, anAccount, anIssuer, anOrgPoint, aUserAt, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
let account: StructureNode;
let type: string;
/** The cardholder, and their supervisor. */
let A: Principal;
let O: Principal;

beforeEach(async () => {
  const db = world.current;
  const company = await aCompany(db, await anIssuer(db));
  const point = await anOrgPoint(db, company);
  account = await anAccount(db, point);
  const owner = await aUserAt(db, 'A', account, { firstName: 'Ada', lastName: 'Berg' });
  const manager = await aUserAt(db, 'O', point, { firstName: 'Sofia', lastName: 'Holm' });
  await db.query('UPDATE users SET supervisor_id = $2 WHERE id = $1', [owner.id, manager.id]);
  [A, O] = [await principalFor(db, owner), await principalFor(db, manager)];
  type = await anExpenseType(await aPrincipalAt(db, 'C', company), company);
  await anExpensePolicy(db, company);
});

const aCharge = async (merchantName: string, amount = '120.00') =>
  (await aTransaction(world.current, account, { merchant: merchantName, amount })).id;
const seen = async (id: string, by = O) => (await seenReport(by, id)) as ExpenseReport;
const lineOf = async (id: string, merchant: string) =>
  (await linesOf(await seen(id, A))).find((line) => line.merchant === merchant)?.id as string;
const sendBack = async (id: string, reason: string) => granted(await tried(O, id, { event: 'decline', reason }));
const submit = async (id: string) => granted(await tried(A, id, { event: 'submit' }));

/** What the approver is shown. */
async function changes(id: string): Promise<ReportChanges> {
  const report = await seen(id);
  const before = await lastSentBack(report);
  return changesSince(before?.contents as never, await contentsOf(report, await linesOf(report)));
}
const inShort = ({ head, lines }: ReportChanges) => ({
  head: head.map(({ field, before, after }) => [field, before, after]),
  lines: lines.map(({ kind, line, fields }) => [kind, line.merchant, fields.map(({ field }) => field)])
});

test('C4.017D a report that was never sent back has nothing to be compared with', async () => {
  const id = await aReportOf(A, account, [await aCharge('Quay Hotel')]);
  await submit(id);
  expect(await lastSentBack(await seen(id))).toBeNull();
});

test('C4.017D what comes back as it was has not changed, a charge that was taken off and added again included', async () => {
  const charge = await aCharge('Quay Hotel');
  const id = await aReportOf(A, account, [charge]);
  await anOwnExpense(A, id, type);
  await submit(id);
  await sendBack(id, 'Two nights, not three.');
  granted(await removeLine(A, { id, lineId: await lineOf(id, 'Quay Hotel') }, ORIGIN));
  granted(await addCharges(A, id, [charge], ORIGIN));
  await submit(id);
  expect(await lastSentBack(await seen(id))).toMatchObject({ by: 'Sofia Holm', reason: 'Two nights, not three.' });
  expect(await changes(id)).toEqual({ head: [], lines: [] });
});

test('C4.017D its approver sees what is new, changed and removed, with both values', async () => {
  const [hotel, taxi] = [await aCharge('Quay Hotel'), await aCharge('Fjord Taxi', '30.00')];
  const id = await aReportOf(A, account, [hotel, taxi]);
  const own = await anOwnExpense(A, id, type);
  await submit(id);
  await sendBack(id, 'The receipt of the hotel is missing.');
  const receipt = aReceipt();
  granted(await addAttachment(ATTACHABLES, A, { entity: 'transaction', id: hotel }, sentFile(receipt), ORIGIN));
  granted(await removeLine(A, { id, lineId: await lineOf(id, 'Fjord Taxi') }, ORIGIN));
  granted(await changeOwnMoney(A, { id, lineId: own }, ownMoney(type, { amount: '10.00' }), ORIGIN));
  granted(await addOwnMoney(A, id, ownMoney(type, { merchant: 'Bakery', amount: '4.20' }), ORIGIN));
  const { version } = await seen(id, A);
  granted(await editReport(A, id, { ...reportEntry(account, { title: 'Oslo' }), version }, ORIGIN));
  await submit(id);
  const shown = await changes(id);
  expect(inShort(shown)).toEqual({
    head: [['title', 'Oslo, March', 'Oslo']],
    lines: expect.arrayContaining([
      ['changed', 'Oslo Taxi', ['amount']],
      ['added', 'Bakery', []],
      ['changed', 'Quay Hotel', ['receipts']],
      ['removed', 'Fjord Taxi', []]
    ])
  });
  expect(shown.lines).toHaveLength(4);
  expect(shown.lines.find(({ line }) => line.merchant === 'Oslo Taxi')?.fields).toEqual([
    { field: 'amount', before: '12.5', after: '10' }
  ]);
  expect(shown.lines.at(-1)).toMatchObject({ kind: 'removed', line: { amount: '30' } });
});

test('C4.017D a share that is personal from then on is a change, and each time it is compared with the last one', async () => {
  const id = await aReportOf(A, account, [await aCharge('Quay Hotel')]);
  await submit(id);
  await sendBack(id, 'The minibar is yours.');
  const line = { id, lineId: await lineOf(id, 'Quay Hotel') };
  granted(await markPersonal(A, line, '20.00', ORIGIN));
  await submit(id);
  expect(inShort(await changes(id)).lines).toEqual([['changed', 'Quay Hotel', ['personalAmount']]]);
  await sendBack(id, 'Are you sure?');
  await submit(id);
  expect(await changes(id)).toEqual({ head: [], lines: [] });
});
