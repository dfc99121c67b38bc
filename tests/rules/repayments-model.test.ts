import fc from 'fast-check';
import type { Principal } from '@/lib/access/policy/principal';
import { readLargeFile } from '@/lib/core/files/large-files';
import { stopClock } from '@/lib/core/server/clock';
import { addCharges, addOwnMoney } from '@/lib/money/expenses/change-lines';
import { linesOf } from '@/lib/money/expenses/lines';
import { createReport } from '@/lib/money/expenses/make-report';
import { dueByCompany } from '@/lib/money/expenses/payable/due';
import { voidPayableFile } from '@/lib/money/expenses/payable/void-file';
import { writePayableFile } from '@/lib/money/expenses/payable/write-file';
import { markPersonal } from '@/lib/money/expenses/personal-share';
import { changeRepayment } from '@/lib/money/expenses/repayments/change-repayment';
import { chooseOwnAccount } from '@/lib/money/expenses/repayments/own-account';
import { choosePayer } from '@/lib/money/expenses/repayments/payer';
import { seenRepayment } from '@/lib/money/expenses/repayments/repayments';
import { type ExpenseReport, seenReport } from '@/lib/money/expenses/report';
import { uploadAnswer } from '@/lib/money/rails/bring-answer';
import { cancelMandate } from '@/lib/money/rails/cancel-mandate';
import { downloadFile } from '@/lib/money/rails/download-file';
import { payDue } from '@/lib/money/rails/repayments/pay-due';
import { settleRepayments } from '@/lib/money/rails/repayments/settle-repayments';
import { anExpensePolicy } from '../support/expense-policy';
import { anExpenseType, ownMoney, reportEntry, tried } from '../support/expense-reports';
import { ORIGIN, useDatabase } from '../support/module-world';
import { anOriginator, filesOf, textOfFile } from '../support/payment-files';
import { anIban, aWalletAccount, IBANS } from '../support/payments';
import { aPrincipalAt, principalFor } from '../support/principal';
import { granted } from '../support/results';
import { aBrand } from '../support/sign-in';
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
let issuer: StructureNode;
let company: StructureNode;
let account: StructureNode;
let managers: PlacedPerson[];
let A: Principal;
let C: Principal;
let I: Principal;
let accounts: string[];
let reports: string[];
let day: number;
let answers: number;

beforeAll(() => aBrand());

/** A cardholder with two accounts for repayments, and five reports that wait: some paid back, some owed, one neither. */
async function aWorld() {
  const db = world.current;
  day = Date.parse('2026-03-16T10:00:00Z');
  answers = 0;
  stopClock(new Date(day));
  issuer = await anIssuer(db);
  company = await aCompany(db, issuer);
  const point = await anOrgPoint(db, company);
  account = await anAccount(db, point);
  const owner = await aUserAt(db, 'A', account);
  managers = [await aUserAt(db, 'O', point), await aUserAt(db, 'O', point)];
  await db.query('UPDATE users SET supervisor_id = $2 WHERE id = $1', [owner.id, managers[0]?.id]);
  A = await principalFor(db, owner);
  [C, I] = [await aPrincipalAt(db, 'C', company), await aPrincipalAt(db, 'I', issuer)];
  await anExpensePolicy(db, company);
  const taxi = await anExpenseType(C, company);
  await anOriginator(I, issuer, 'sepa');
  const walletAccountId = await aWalletAccount(C, anIban(IBANS[0]));
  granted(await choosePayer(C, { companyId: company.id, walletAccountId }, ORIGIN));
  accounts = [await aWalletAccount(A, anIban(IBANS[1])), await aWalletAccount(A, anIban(IBANS[2]))];
  await choose(0);
  reports = [];
  for (const [own, share] of [
    ['12.50', ''],
    ['0.10', '0.30'],
    ['', '40.25'],
    ['7', '7'],
    ['99.99', '0.01']
  ] as const)
    reports.push(await aSubmitted(taxi, own, share));
}

async function aSubmitted(taxi: string, own: string, share: string): Promise<string> {
  const id = granted(await createReport(A, reportEntry(account), ORIGIN));
  if (share) {
    const { id: charge } = await aTransaction(world.current, account, { amount: '100', postingDate: '2026-03-10' });
    granted(await addCharges(A, id, [charge], ORIGIN));
    const [line] = await linesOf((await seenReport(A, id)) as ExpenseReport);
    granted(await markPersonal(A, { id, lineId: line?.id as string }, share, ORIGIN));
  }
  if (own) granted(await addOwnMoney(A, id, ownMoney(taxi, { amount: own }), ORIGIN));
  granted(await tried(A, id, { event: 'submit' }));
  return id;
}

const choose = (at: number) =>
  chooseOwnAccount(
    A,
    { walletAccountId: accounts[at % 2] as string, authorizationText: at % 3 === 1 ? null : 'Agreed.' },
    ORIGIN
  );
const one = (at: number) => reports[at % reports.length] as string;
const byManager = async (at: number) => principalFor(world.current, managers[at % 2] as PlacedPerson);

/** The bank's word about a file: of each entry in turn, whether it is returned; the others are accepted or paid. */
async function answer(at: number): Promise<void> {
  const files = await filesOf(world.current, issuer.id);
  const file = files[at % Math.max(files.length, 1)];
  if (!file) return;
  const text = await textOfFile(readLargeFile({ issuerId: issuer.id, id: file.fileId }));
  const traces = [...text.matchAll(/<EndToEndId>([^<]+)</g)].map(([, trace = '']) => trace);
  const back = traces.filter((_, place) => (at + place) % 3 === 0);
  answers += 1;
  const report = `<Document><CstmrPmtStsRpt><GrpHdr><MsgId>B${answers}</MsgId></GrpHdr>
    <OrgnlGrpInfAndSts><OrgnlMsgId>${file.messageId}</OrgnlMsgId><GrpSts>${at % 2 ? 'ACCP' : 'ACSC'}</GrpSts></OrgnlGrpInfAndSts>
    <OrgnlPmtInfAndSts>${back
      .map(
        (trace) =>
          `<TxInfAndSts><OrgnlEndToEndId>${trace}</OrgnlEndToEndId><TxSts>RJCT</TxSts><StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf></TxInfAndSts>`
      )
      .join('')}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`;
  await uploadAnswer(I, { name: 'answer.xml', bytes: Buffer.from(report) }, ORIGIN);
}

async function change(at: number, event: 'retry' | 'cancel'): Promise<void> {
  const id = (await seenReport(A, one(at)))?.repayment?.id;
  const repayment = id ? await seenRepayment(C, id) : null;
  if (repayment) await changeRepayment(C, repayment.id, { event, version: repayment.version }, ORIGIN);
}

const STEPS = {
  approve: async (at: number) => tried(await byManager(at), one(at), { event: 'approve' }),
  reroute: async (at: number) =>
    tried(await byManager(at), one(at), { event: 'reroute', approver: managers[(at + 1) % 2]?.userId }),
  recall: (at: number) => tried(A, one(at), { event: 'recall' }),
  submit: (at: number) => tried(A, one(at), { event: 'submit' }),
  choose,
  write: async () => {
    const [due] = await dueByCompany(C);
    if (due) await writePayableFile(C, { companyId: company.id, digest: due.digest }, ORIGIN);
  },
  void: async (at: number) => {
    const files = await world.current.query<{ id: string }>('SELECT id FROM payable_files WHERE company_id = $1', [
      company.id
    ]);
    const file = files[at % Math.max(files.length, 1)];
    if (file) await voidPayableFile(C, file.id, { reason: 'Paid by hand' }, ORIGIN);
  },
  file: payDue,
  answer,
  settle: settleRepayments,
  retry: (at: number) => change(at, 'retry'),
  cancel: (at: number) => change(at, 'cancel'),
  end: (at: number) => cancelMandate(A, accounts[at % 2] as string, ORIGIN),
  later: async () => {
    for (const { id } of await filesOf(world.current, issuer.id)) await downloadFile(I, id, ORIGIN);
    day += 86_400_000;
    stopClock(new Date(day));
  }
};

/** Every approved report is settled in one way or due, with its sums to the cent; no repayment is in two files. */
async function expectConsistent(): Promise<void> {
  const rows = await world.current.query<Record<string, string | number | boolean | null>>(
    `SELECT r.state::text, r.settled_by::text AS way, s.own - s.personal AS balance,
       (SELECT count(*)::int FROM payable_entries e WHERE e.report_id = r.id AND e.stands) AS filed,
       (SELECT count(*)::int FROM repayments p WHERE p.report_id = r.id AND p.state <> 'cancelled') AS repaid,
       (SELECT CASE p.direction WHEN 'credit' THEN p.amount ELSE -p.amount END FROM repayments p
         WHERE p.report_id = r.id AND p.state <> 'cancelled') AS moved
     FROM expense_reports r CROSS JOIN LATERAL (
       SELECT coalesce(sum(l.amount), 0) AS own, coalesce(sum(l.personal_amount), 0) AS personal
       FROM expense_report_lines l WHERE l.report_id = r.id) s
     WHERE r.company_id = $1`,
    [company.id]
  );
  expect(rows).toHaveLength(reports.length);
  for (const { state, way, balance, filed, repaid, moved } of rows) {
    expect([way, filed, repaid]).toEqual(
      way === 'payable_file' ? [way, 1, 0] : way === 'bank' ? [way, 0, 1] : [null, 0, 0]
    );
    if (way) expect(state).toBe('approved');
    if (way === 'bank') expect(Number(moved)).toBe(Number(balance));
  }
  const entries = await world.current.query<{ state: string; open: number; tries: number; all: number }>(
    `SELECT p.state::text, p.tries, count(e.trace)::int AS all,
       count(e.trace) FILTER (WHERE e.return_code IS NULL)::int AS open
     FROM repayments p LEFT JOIN repayment_entries e ON e.repayment_id = p.id WHERE p.company_id = $1 GROUP BY p.id, p.issuer_id`,
    [company.id]
  );
  for (const { state, open, tries, all } of entries)
    expect([state, open, all]).toEqual([state, ['in_file', 'settled'].includes(state) ? 1 : 0, tries]);
  const bare = await world.current.query(
    `SELECT e.trace FROM repayment_entries e WHERE e.issuer_id = $1 AND (e.direction = 'debit') <> (e.mandate_id IS NOT NULL)`,
    [issuer.id]
  );
  expect(bare).toEqual([]);
  const wrong = await world.current.query(
    `SELECT f.id FROM payment_files f CROSS JOIN LATERAL (
       SELECT sum(p.amount) AS total, count(*)::int AS repayments FROM repayment_entries e
       JOIN repayments p ON p.id = e.repayment_id WHERE e.file_id = f.id) s
     WHERE f.issuer_id = $1 AND (f.total, f.payment_count) IS DISTINCT FROM (s.total, s.repayments)`,
    [issuer.id]
  );
  expect(wrong).toEqual([]);
}

test('F-5 issue 20 point 4 whatever people and workers do in whatever order, nothing is lost, doubled or in two files', async () => {
  const names = Object.keys(STEPS) as (keyof typeof STEPS)[];
  const walk = fc.array(fc.tuple(fc.constantFrom(...names), fc.nat(20), fc.boolean()), {
    minLength: 15,
    maxLength: 40
  });
  const prove = async (taken: [keyof typeof STEPS, number, boolean][]) => {
    await aWorld();
    // Three are approved at once, so that there is something to do from the start.
    await Promise.all([0, 2, 4].map((at) => STEPS.approve(at)));
    let together: Promise<unknown>[] = [];
    for (const [name, at, waits] of taken) {
      together.push(STEPS[name](at));
      if (!waits && together.length < 4) continue;
      await Promise.all(together);
      together = [];
      await expectConsistent();
    }
    await Promise.all(together);
    await expectConsistent();
    while (await payDue());
  };
  await fc.assert(fc.asyncProperty(walk, prove), { numRuns: 5, endOnFailure: true });
}, 240_000);
