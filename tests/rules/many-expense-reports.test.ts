import pg from 'pg';
import type { Principal } from '@/lib/access/policy/principal';
import { LISTS } from '@/lib/composition/process/lists';
import { askBulk } from '@/lib/kit/bulk/ask-bulk';
import { linesOf } from '@/lib/money/expenses/lines';
import { seenReport } from '@/lib/money/expenses/report';
import { anExpensePolicy, aPolicyRule } from '../support/expense-policy';
import { aReportOf, tried } from '../support/expense-reports';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { granted } from '../support/results';
import { aCompany, anAccount, anIssuer, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
const WAITING = { list: 'expense-approvals', parameters: {}, query: '' };
let account: StructureNode;
let A: Principal;
let C: Principal;

beforeEach(async () => {
  const db = world.current;
  const company = await aCompany(db, await anIssuer(db));
  account = await anAccount(db, company);
  A = await aPrincipalAt(db, 'A', account);
  C = await aPrincipalAt(db, 'C', company);
  const policy = await anExpensePolicy(db, company);
  for (const kind of ['line', 'day', 'month', 'year', 'receipt', 'duplicate'])
    await aPolicyRule(db, company, policy, { kind, level: 'note', amount: '1' });
});

const charges = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, one) => aTransaction(world.current, account, { merchant: `Inn ${one}` }))
  );
const aSubmitted = async (count = 1) => {
  const id = await aReportOf(
    A,
    account,
    (await charges(count)).map((charge) => charge.id)
  );
  granted(await tried(A, id, { event: 'submit' }));
  return id;
};

/** How many statements work sends, those that begin and end its transaction left out. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const sent = jest.spyOn(pg.Client.prototype, 'query');
  await work();
  const texts = sent.mock.calls.map(([query]) => String((query as unknown as { text?: string })?.text ?? query));
  sent.mockRestore();
  return texts.filter((text) => !/^(BEGIN|COMMIT|SET)\b/.test(text)).length;
}

test('issue 17: a report of 200 charges is submitted with all of its rules by as many statements as one of a single charge', async () => {
  const few = await aReportOf(A, account, [(await charges(1))[0]?.id as string]);
  const many = await aReportOf(
    A,
    account,
    (await charges(200)).map(({ id }) => id)
  );
  const submit = (id: string) => statementsOf(async () => granted(await tried(A, id, { event: 'submit', version: 2 })));
  const [least, most] = [await submit(few), await submit(many)];
  expect(most).toBe(least);
  expect(most).toBeLessThanOrEqual(30);
});

test('C2.071 the ticked reports are approved in one go, each with its charges, and none of one’s own', async () => {
  const ids = [await aSubmitted(), await aSubmitted(2), await aSubmitted()];
  granted(await tried(A, ids[2] as string, { event: 'recall' }));
  const outcome = granted(await askBulk(LISTS, C, WAITING, { action: 'approve', extent: { ids } }, ORIGIN));
  expect(outcome).toMatchObject({ done: 2, refused: 0 });
  const states = await Promise.all(
    ids.map(async (id) => {
      const report = await seenReport(A, id);
      const lines = report ? await linesOf(report) : [];
      return [report?.state, ...lines.map(({ transactionState }) => transactionState)];
    })
  );
  expect(states).toEqual([
    ['approved', 'approved'],
    ['approved', 'approved', 'approved'],
    ['saved', 'open']
  ]);
});
