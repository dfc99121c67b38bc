import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLargeFile } from '@/lib/core/files/large-files';
import { stopClock } from '@/lib/core/server/clock';
import { addOwnMoney } from '@/lib/money/expenses/change-lines';
import { chooseOwnAccount } from '@/lib/money/expenses/repayments/own-account';
import { choosePayer } from '@/lib/money/expenses/repayments/payer';
import { bringAnswer } from '@/lib/money/rails/bring-answer';
import { RAILS_ORIGIN } from '@/lib/money/rails/collect-due';
import { payDue } from '@/lib/money/rails/repayments/pay-due';
import { answerTo } from '@/lib/money/rails/simulated-bank';
import { anExpensePolicy } from '../support/expense-policy';
import { anExpenseType, aReportOf, ownMoney, tried } from '../support/expense-reports';
import { useGate } from '../support/gate';
import { ORIGIN, useDatabase } from '../support/module-world';
import { anOriginator, filesOf, textOfFile } from '../support/payment-files';
import { anIban, aWalletAccount, IBANS } from '../support/payments';
import { aPrincipalAt, principalFor } from '../support/principal';
import { codeOf, granted } from '../support/results';
import { aBrand } from '../support/sign-in';
import { aCompany, anAccount, anIssuer, anOrgPoint, aUserAt, type StructureNode } from '../support/structure';
import { startWorker } from '../support/worker';

const world = useDatabase();
const gate = useGate(world);
const MONDAY = '2026-03-16T10:00:00Z';
const COUNT = 4;
/** An IBAN that the simulated bank doesn't know: it returns what is sent there. */
const UNKNOWN = 'DE35370400440532013099';
const folder = mkdtempSync(join(tmpdir(), 'answers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let issuer: StructureNode;

beforeAll(() => aBrand());
/** Approved reports of one cardholder, each with a repayment to send. */
beforeEach(async () => {
  stopClock(new Date(MONDAY));
  while (await payDue());
  const db = world.current;
  issuer = await anIssuer(db);
  const company = await aCompany(db, issuer);
  await db.query("UPDATE companies SET currency = 'EUR' WHERE id = $1", [company.id]);
  const point = await anOrgPoint(db, company);
  const account = await anAccount(db, point);
  const [owner, manager] = [await aUserAt(db, 'A', account), await aUserAt(db, 'O', point)];
  await db.query('UPDATE users SET supervisor_id = $2 WHERE id = $1', [owner.id, manager.id]);
  const [A, O] = [await principalFor(db, owner), await principalFor(db, manager)];
  const C = await aPrincipalAt(db, 'C', company);
  await anExpensePolicy(db, company);
  await anOriginator(await aPrincipalAt(db, 'I', issuer), issuer, 'sepa');
  const payer = { companyId: company.id, walletAccountId: await aWalletAccount(C, anIban(IBANS[0])) };
  granted(await choosePayer(C, payer, ORIGIN));
  const chosen = { walletAccountId: await aWalletAccount(A, anIban(UNKNOWN)), authorizationText: null };
  granted(await chooseOwnAccount(A, chosen, ORIGIN));
  const taxi = await anExpenseType(C, company);
  for (let one = 1; one <= COUNT; one += 1) {
    const id = await aReportOf(A, account);
    granted(await addOwnMoney(A, id, ownMoney(taxi, { amount: `${one}.50` }), ORIGIN));
    granted(await tried(A, id, { event: 'submit' }));
    granted(await tried(O, id, { event: 'approve' }));
  }
});

/** A process that does one kind of work. */
const aWorker = (work: 'repay' | 'answer', path = '') => startWorker('payment', work, MONDAY, issuer.id, path);

/** How many repayments are in which state, and what belongs to them. */
async function tally() {
  const [row] = await world.current.query(
    `SELECT (SELECT jsonb_object_agg(s.state, s.count) FROM (SELECT p.state, count(*) FROM repayments p WHERE p.issuer_id = $1 GROUP BY 1) s) AS states,
       (SELECT count(*)::int FROM repayment_entries e WHERE e.issuer_id = $1 AND e.repayment_id IS NOT NULL) AS entries,
       (SELECT count(*)::int FROM payment_files f WHERE f.issuer_id = $1) AS files,
       (SELECT count(*)::int FROM large_files l WHERE l.issuer_id = $1) AS stored,
       (SELECT count(*)::int FROM payment_answers a WHERE a.issuer_id = $1) AS answers,
       (SELECT count(*)::int FROM audit_entries a WHERE a.issuer_id = $1 AND a.action LIKE 'payment_%') AS audits,
       (SELECT count(*)::int FROM outbox o WHERE o.issuer_id = $1) AS told`,
    [issuer.id]
  );
  return row as Record<'entries' | 'files' | 'stored' | 'answers' | 'audits' | 'told', number> & { states: object };
}

test.each([
  ['large_file_parts', 'INSERT'],
  ['repayment_entries', 'INSERT'],
  ['repayments', 'UPDATE'],
  ['audit_entries', 'INSERT']
])(
  'issue 20 C3.022 a worker that is killed while it writes a file of repayments, at %s, leaves nothing half done; another writes it once',
  async (table, event) => {
    const before = await tally();
    await gate.killedAt(table, event, () => aWorker('repay'));
    expect(await tally()).toEqual(before);
    expect(before).toMatchObject({ states: { to_send: COUNT }, entries: 0, files: 0, stored: 0, audits: 0 });
    expect(await payDue()).toBe(true);
    expect(await tally()).toMatchObject({ states: { in_file: COUNT }, entries: COUNT, files: 1, stored: 1, audits: 1 });
    expect(await payDue()).toBe(false);
  },
  180_000
);

test.each([
  ['repayments', 'UPDATE'],
  ['payment_answers', 'INSERT'],
  ['outbox', 'INSERT'],
  ['audit_entries', 'INSERT']
])(
  'issue 20 C3.022 a worker that is killed while it reads what came back, at %s, leaves nothing half read; it is read once',
  async (table, event) => {
    expect(await payDue()).toBe(true);
    const [file] = await filesOf(world.current, issuer.id);
    const text = await textOfFile(readLargeFile({ issuerId: issuer.id, id: file?.fileId as string }));
    const path = join(folder, `${table}.xml`);
    writeFileSync(path, answerTo('sepa', text) as string);
    const before = await tally();
    await gate.killedAt(table, event, () => aWorker('answer', path));
    expect(await tally()).toEqual(before);
    const sent = { issuerId: issuer.id, source: 'upload', name: 'answer.xml', userId: null } as const;
    const again = () => bringAnswer({ ...sent, bytes: readFileSync(path) }, RAILS_ORIGIN);
    granted(await again());
    const after = await tally();
    expect({ states: after.states, answers: after.answers }).toEqual({ states: { returned: COUNT }, answers: 1 });
    expect(after.told).toBeGreaterThanOrEqual(before.told + COUNT);
    expect(codeOf(await again())).toBe('payment.answer.repeated');
    expect((await tally()).states).toEqual(after.states);
  },
  180_000
);
