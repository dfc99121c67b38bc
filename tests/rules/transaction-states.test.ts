import fc from 'fast-check';
import type { Principal } from '@/lib/access/policy/principal';
import { transaction } from '@/lib/core/database/database';
import { changeStates } from '@/lib/money/transactions/change-state';
import type { TransactionEvent, TransactionState } from '@/lib/money/transactions/states';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { aCompany, anAccount, anIssuer, anOrgPoint, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';

const world = useDatabase();
let accounts: StructureNode[];
let people: Record<string, Principal>;

beforeAll(async () => {
  const db = world.current;
  const company = await aCompany(db, await anIssuer(db));
  const point = await anOrgPoint(db, company);
  accounts = [await anAccount(db, point), await anAccount(db, company)];
  people = {
    A: await aPrincipalAt(db, 'A', accounts[0] as StructureNode),
    O: await aPrincipalAt(db, 'O', point),
    C: await aPrincipalAt(db, 'C', company)
  };
});

/** CD.30 in a simple form: the result of each event in each state. */
const BECOMES: Record<TransactionEvent, Partial<Record<TransactionState, TransactionState>>> = {
  review: { open: 'reviewed' },
  unreview: { reviewed: 'open' },
  approve: { reviewed: 'approved' },
  unapprove: { approved: 'reviewed' },
  send_back: { reviewed: 'open', approved: 'open' }
};
/** The users who see an account's transactions, and those who approve them. */
const SEES: Record<string, readonly number[]> = { A: [0], O: [0], C: [0, 1] };
const APPROVERS = ['O', 'C'];
const NEEDS_APPROVER: readonly TransactionEvent[] = ['approve', 'unapprove', 'send_back'];

const step = fc.record({
  who: fc.constantFrom('A', 'O', 'C'),
  event: fc.constantFrom<TransactionEvent>('review', 'unreview', 'approve', 'unapprove', 'send_back'),
  which: fc.uniqueArray(fc.integer({ min: 0, max: 5 }), { minLength: 1 }),
  reason: fc.constantFrom('The receipt is missing', undefined)
});

test('CD.30 C4.001 C4.002 C4.004 C4.006 C4.007 after any sequence of events by any users, each row is in the state that the rules require, with a line of history for each change', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom<TransactionState>('open', 'reviewed', 'approved', 'exported'), {
        minLength: 6,
        maxLength: 6
      }),
      fc.array(step, { minLength: 1, maxLength: 12 }),
      async (begin, steps) => {
        const rows = await Promise.all(
          begin.map((state, index) => aTransaction(world.current, accounts[index % 2] as StructureNode, { state }))
        );
        const model = [...begin];
        // Only the own approval is taken back.
        const approvedBy: (string | null)[] = begin.map(() => null);
        let changes = 0;
        for (const { who, event, which, reason } of steps) {
          const done = which.filter((index) => {
            const to = BECOMES[event][model[index] as TransactionState];
            const may = !NEEDS_APPROVER.includes(event) || APPROVERS.includes(who);
            const said = event !== 'send_back' || reason !== undefined;
            const isOwn = event !== 'unapprove' || approvedBy[index] === who;
            if (!to || !may || !said || !isOwn || !SEES[who]?.includes(index % 2)) return false;
            model[index] = to;
            if (event === 'approve') approvedBy[index] = who;
            return true;
          });
          changes += done.length;
          const ids = which.map((index) => rows[index]?.id as string);
          const outcome = await transaction((tx) =>
            changeStates(tx, people[who] as Principal, ids, { event, reason }, ORIGIN)
          );
          expect([...outcome.done].sort()).toEqual(done.map((index) => rows[index]?.id).sort());
          expect(outcome.done.length + outcome.refused.length).toBe(ids.length);
        }
        const kept = await world.current.query<{ id: string; state: TransactionState; events: number }>(
          `SELECT t.id, t.state::text AS state,
             (SELECT count(*)::int FROM transaction_events e WHERE e.transaction_id = t.id) AS events
           FROM transactions t WHERE t.id = ANY($1)`,
          [rows.map(({ id }) => id)]
        );
        expect(new Map(kept.map(({ id, state }) => [id, state]))).toEqual(
          new Map(rows.map(({ id }, index) => [id, model[index]]))
        );
        expect(kept.reduce((sum, { events }) => sum + events, 0)).toBe(changes);
      }
    ),
    { numRuns: 25 }
  );
});
