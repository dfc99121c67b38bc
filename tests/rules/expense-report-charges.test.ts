import fc from 'fast-check';
import type { Principal } from '@/lib/access/policy/principal';
import { LISTS } from '@/lib/composition/process/lists';
import { transaction } from '@/lib/core/database/database';
import { askBulk } from '@/lib/kit/bulk/ask-bulk';
import { addCharges, removeLine } from '@/lib/money/expenses/change-lines';
import { linesOf } from '@/lib/money/expenses/lines';
import { deleteReport } from '@/lib/money/expenses/make-report';
import { type ExpenseReport, seenReport } from '@/lib/money/expenses/report';
import { REPORT_EVENTS } from '@/lib/money/expenses/states';
import { changeStates } from '@/lib/money/transactions/change-state';
import { TRANSACTION_EVENTS } from '@/lib/money/transactions/states';
import { anExpensePolicy } from '../support/expense-policy';
import { aReportOf, tried } from '../support/expense-reports';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { aCompany, anAccount, anIssuer } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
const CHARGES = 4;

interface Played {
  owner: Principal;
  approvers: readonly Principal[];
  charges: readonly string[];
  reports: readonly string[];
}

interface Step {
  does: string;
  event?: string;
  report?: number;
  who?: number;
  charge?: number;
}

/** What somebody tries, whether it is allowed or not. */
const step = fc.oneof(
  fc.record({
    does: fc.constant('event'),
    event: fc.constantFrom(...REPORT_EVENTS),
    report: fc.nat(1),
    who: fc.nat(1)
  }),
  fc.record({
    does: fc.constant('event'),
    event: fc.constantFrom(...REPORT_EVENTS),
    report: fc.nat(1),
    who: fc.nat(1)
  }),
  fc.record({ does: fc.constant('add'), charge: fc.nat(CHARGES - 1), report: fc.nat(1) }),
  fc.record({ does: fc.constant('bulk') }),
  fc.record({ does: fc.constant('take off'), report: fc.nat(1) }),
  fc.record({ does: fc.constant('delete'), report: fc.nat(1) }),
  fc.record({
    does: fc.constant('by itself'),
    event: fc.constantFrom(...TRANSACTION_EVENTS),
    charge: fc.nat(CHARGES - 1),
    who: fc.nat(1)
  })
) as fc.Arbitrary<Step>;

async function once(
  { owner, approvers, charges, reports }: Played,
  { does, event, report = 0, who = 0, charge = 0 }: Step
): Promise<void> {
  const id = reports[report] as string;
  const approver = approvers[who] as Principal;
  switch (does) {
    case 'event': {
      const by = event === 'submit' || event === 'recall' ? owner : approver;
      await tried(by, id, {
        event: event as 'submit',
        reason: 'x',
        approver: await userIdOf(approvers[1 - who] as Principal)
      });
      break;
    }
    case 'add':
      await addCharges(owner, id, [charges[charge] as string], ORIGIN);
      break;
    case 'bulk': {
      const ask = { action: 'approve', extent: { ids: reports } };
      const waiting = { list: 'expense-approvals', parameters: {}, query: '' };
      // Both at once: each report is approved by one of them.
      await Promise.all(approvers.map((by) => askBulk(LISTS, by, waiting, ask, ORIGIN)));
      break;
    }
    case 'take off': {
      const seen = await seenReport(owner, id);
      const [line] = seen ? await linesOf(seen) : [];
      if (line) await removeLine(owner, { id, lineId: line.id }, ORIGIN);
      break;
    }
    case 'delete':
      await deleteReport(owner, id, ORIGIN);
      break;
    default:
      await transaction((tx) => {
        const by = event === 'review' || event === 'unreview' ? owner : approver;
        return changeStates(tx, by, [charges[charge] as string], { event: event as 'review', reason: 'x' }, ORIGIN);
      });
  }
}

const userIdOf = async ({ userId }: Principal): Promise<string> =>
  (await world.current.query<{ user_id: string }>('SELECT user_id FROM users WHERE id = $1', [userId]))[0]?.user_id ??
  '';

/** What the charges of a report are while it is in a state. */
const FOLLOWS = { saved: 'open', submitted: 'reviewed', approved: 'approved' } as const;

test('C4.003 C4.017 the states of charges follow those of their report, whatever is tried', async () => {
  const issuer = await anIssuer(world.current);
  const company = await aCompany(world.current, issuer);
  await anExpensePolicy(world.current, company);
  const approvers = [await aPrincipalAt(world.current, 'C', company), await aPrincipalAt(world.current, 'C', company)];
  let moved = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25 }), async (steps) => {
      const account = await anAccount(world.current, company);
      const owner = await aPrincipalAt(world.current, 'A', account);
      const charges: string[] = [];
      for (let count = 0; count < CHARGES; count++) charges.push((await aTransaction(world.current, account)).id);
      const reports = [
        await aReportOf(owner, account, charges.slice(0, 1)),
        await aReportOf(owner, account, charges.slice(1, 2))
      ];
      for (const one of steps) await once({ owner, approvers, charges, reports }, one);
      const onReports: string[] = [];
      for (const id of reports) {
        const report = (await seenReport(owner, id)) as ExpenseReport | null;
        const lines = report ? await linesOf(report) : [];
        if (report && report.state !== 'saved' && lines.length > 0) moved += 1;
        for (const { transactionId, transactionState } of lines) {
          onReports.push(transactionId as string);
          expect(transactionState).toBe(FOLLOWS[(report as ExpenseReport).state]);
        }
      }
      const marked = await world.current.query<{ id: string }>(
        'SELECT id FROM transactions WHERE account_id = $1 AND expensed',
        [account.id]
      );
      expect(marked.map(({ id }) => id).sort()).toEqual([...new Set(onReports)].sort());
      expect(new Set(onReports).size).toBe(onReports.length);
    }),
    { numRuns: 20 }
  );
  // Otherwise nothing was tried.
  expect(moved).toBeGreaterThan(0);
}, 240_000);
