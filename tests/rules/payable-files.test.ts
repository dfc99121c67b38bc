import type { Principal } from '@/lib/access/policy/principal';
import { HOME_TASKS } from '@/lib/composition/process/home-tasks';
import { readSpreadsheet } from '@/lib/core/files/spreadsheet-reader';
import { waitingWork } from '@/lib/kit/listing/home-tasks';
import { listCount, listRows } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { addCharges, addOwnMoney } from '@/lib/money/expenses/change-lines';
import { linesOf } from '@/lib/money/expenses/lines';
import { EXPENSE_REPORTS } from '@/lib/money/expenses/listing';
import { createReport } from '@/lib/money/expenses/make-report';
import { downloadPayableFile } from '@/lib/money/expenses/payable/download-file';
import { dueByCompany } from '@/lib/money/expenses/payable/due';
import { entriesOf, seenPayableFile } from '@/lib/money/expenses/payable/files';
import { PAYABLE_FILES } from '@/lib/money/expenses/payable/listing';
import { voidPayableFile } from '@/lib/money/expenses/payable/void-file';
import { payableSchema, writePayableFile } from '@/lib/money/expenses/payable/write-file';
import { markPersonal } from '@/lib/money/expenses/personal-share';
import { type ExpenseReport, seenReport } from '@/lib/money/expenses/report';
import { bytesOf } from '../support/bytes';
import { anExpensePolicy } from '../support/expense-policy';
import { anExpenseType, aReportOf, ownMoney, reportEntry, tried } from '../support/expense-reports';
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
let issuer: StructureNode;
let company: StructureNode;
let account: StructureNode;
let manager: PlacedPerson;
let other: PlacedPerson;
/** The cardholder, their approver, and two administrators of the company. */
let A: Principal;
let O: Principal;
let C: Principal;
let C2: Principal;
let taxi: string;

beforeEach(async () => {
  const db = world.current;
  issuer = await anIssuer(db);
  company = await aCompany(db, issuer, { name: 'Norrvik AB' });
  const point = await anOrgPoint(db, company);
  account = await anAccount(db, point);
  const owner = await aUserAt(db, 'A', account, { firstName: 'Ada', lastName: 'Berg' });
  manager = await aUserAt(db, 'O', point, { firstName: 'Sofia', lastName: 'Holm' });
  other = await aUserAt(db, 'O', point, { firstName: 'Nils', lastName: 'Dahl' });
  await db.query('UPDATE users SET supervisor_id = $2 WHERE id = $1', [owner.id, manager.id]);
  [A, O] = [await principalFor(db, owner), await principalFor(db, manager)];
  [C, C2] = [await aPrincipalAt(db, 'C', company), await aPrincipalAt(db, 'C', company)];
  taxi = await anExpenseType(C, company);
  await anExpensePolicy(db, company);
});

/** An approved report with own money and a personal share: its id. */
async function anApproved({ own = '12.50', share = '' }: { own?: string; share?: string } = {}, title = 'Oslo, March') {
  const id = granted(await createReport(A, reportEntry(account, { title }), ORIGIN));
  if (share) {
    const { id: charge } = await aTransaction(world.current, account, { amount: '100' });
    granted(await addCharges(A, id, [charge], ORIGIN));
    const [line] = await linesOf((await seenReport(A, id)) as ExpenseReport);
    granted(await markPersonal(A, { id, lineId: line?.id as string }, share, ORIGIN));
  }
  if (own) granted(await addOwnMoney(A, id, ownMoney(taxi, { amount: own }), ORIGIN));
  granted(await tried(A, id, { event: 'submit' }));
  granted(await tried(O, id, { event: 'approve' }));
  return id;
}

const dueFor = async (by: Principal) => (await dueByCompany(by))[0];
async function write(by = C) {
  const digest = (await dueFor(by))?.digest ?? '0'.repeat(64);
  return writePayableFile(by, { companyId: company.id, digest }, ORIGIN);
}
const textOf = async (id: string, by = C) =>
  String(await bytesOf((await downloadPayableFile(by, id, 'csv', ORIGIN))?.bytes));
const rowsOf = async (id: string) => (await textOf(id)).trim().split('\r\n').slice(1);
const voided = (id: string, by = C) => voidPayableFile(by, id, { reason: 'Paid by hand' }, ORIGIN);

describe('issue 17 point 6 a payable file', () => {
  test('has what approved reports leave to be paid back and owed, as the page showed it by currency', async () => {
    const paid = await anApproved();
    const owed = await anApproved({ own: '', share: '40.25' });
    // What is paid by card alone leaves nothing, and what isn't approved isn't due.
    const byCard = await aReportOf(A, account, [(await aTransaction(world.current, account)).id]);
    granted(await tried(A, byCard, { event: 'submit' }));
    granted(await tried(O, byCard, { event: 'approve' }));
    await aReportOf(A, account);
    expect(await dueFor(C)).toMatchObject({
      companyName: 'Norrvik AB',
      totals: [{ currency: 'EUR', reports: 2, own: '12.5', personal: '40.25', balance: '-27.75' }]
    });
    const id = granted(await write());
    const [, user] = [company.number, A.userId];
    const [login] = await world.current.query<{ name: string }>('SELECT user_id AS name FROM users WHERE id = $1', [
      user
    ]);
    const today = new Date().toISOString().slice(0, 10);
    const fixed = (report: string) =>
      `1,${report},"Oslo, March",${login?.name},Ada Berg,${account.name},${company.number},Norrvik AB,${today},EUR`;
    expect(await rowsOf(id)).toEqual([`${fixed(paid)},12.50,0.00,12.50,0.00`, `${fixed(owed)},0.00,40.25,-40.25,0.00`]);
    const sheet = await bytesOf((await downloadPayableFile(C, id, 'xlsx', ORIGIN))?.bytes);
    const cells: unknown[][] = [];
    for await (const row of readSpreadsheet(sheet)) cells.push(row.cells);
    expect(cells[2]?.slice(-4)).toEqual(['0', '40.25', '-40.25', '0']);
    expect(await entriesOf(C, id)).toMatchObject([{ balance: '12.5' }, { balance: '-40.25' }]);
    expect(await dueFor(C)).toBeUndefined();
    expect(codeOf(await write())).toBe('payable.nothing');
    const listed: unknown[] = [];
    for await (const row of listRows(C, PAYABLE_FILES, readQuery(PAYABLE_FILES, {}))) listed.push(row);
    expect(listed).toMatchObject([{ id, company: 'Norrvik AB', number: 1, reports: 2, state: 'written' }]);
    const acts = await world.current.query<{ details: object }>(
      `SELECT details FROM audit_entries WHERE entity_id = $1 AND action = 'payable_file.written'`,
      [id]
    );
    expect(acts).toMatchObject([
      { details: { number: 1, reports: 2, 'own.EUR': '12.5', 'personal.EUR': '40.25', 'balance.EUR': '-27.75' } }
    ]);
  });

  test('C2.005 C2.052 waits at home as work of the administrators, with its reports and what they come to', async () => {
    await anApproved();
    await anApproved({ own: '', share: '40.25' });
    const waiting = async (by: Principal) =>
      (await waitingWork(by, new Set(['expense.reports']), HOME_TASKS)).filter(({ name }) => name === 'payables.due');
    const task = { name: 'payables.due', ofOthers: false, count: 2, href: '/workspace/payable-files' };
    expect(await waiting(C)).toEqual([{ ...task, sums: [{ currency: 'EUR', amount: '-27.75' }] }]);
    expect(await listCount(C, EXPENSE_REPORTS, readQuery(EXPENSE_REPORTS, { due: 'true' }))).toBe(2);
    expect([await waiting(O), await waiting(A)]).toEqual([[], []]);
    granted(await write());
    expect(await waiting(C)).toEqual([]);
  });

  test('is the same, byte for byte, each time that it is downloaded, and each download is audited', async () => {
    const report = await anApproved();
    const id = granted(await write());
    const before = [await textOf(id), await textOf(id, C2)];
    await world.current.query(`UPDATE expense_reports SET title = 'Bergen' WHERE id = $1`, [report]);
    expect(await textOf(id)).toBe(before[0]);
    expect(before[1]).toBe(before[0]);
    const acts = await world.current.query(
      `SELECT 1 FROM audit_entries WHERE entity_id = $1 AND action = 'payable_file.downloaded'`,
      [id]
    );
    expect(acts).toHaveLength(3);
  });

  test('has each report once, whoever of two people writes it at the same time', async () => {
    await anApproved();
    await anApproved({ share: '5' });
    const digest = (await dueFor(C))?.digest as string;
    const wanted = { companyId: company.id, digest };
    const both = await Promise.all([C, C2, C, C2].map((by) => writePayableFile(by, wanted, ORIGIN)));
    expect(both.map(codeOf).sort()).toEqual(['ok', 'payable.nothing', 'payable.nothing', 'payable.nothing']);
    const [entries] = await world.current.query<{ all: number; reports: number }>(
      `SELECT count(*)::int AS all, count(DISTINCT report_id)::int AS reports FROM payable_entries e
       JOIN payable_files f ON (f.issuer_id, f.id) = (e.issuer_id, e.file_id) WHERE f.company_id = $1`,
      [company.id]
    );
    expect(entries).toEqual({ all: 2, reports: 2 });
    // The database says so too.
    await expect(
      world.current.query(
        `WITH file AS (
           INSERT INTO payable_files (issuer_id, id, company_id, number, report_count, written_at, written_by, csv_id, sheet_id)
           SELECT issuer_id, gen_random_uuid(), company_id, 9, 1, now(), written_by, csv_id, sheet_id FROM payable_files
           WHERE company_id = $1 RETURNING issuer_id, id
         )
         INSERT INTO payable_entries (issuer_id, file_id, report_id, currency, own, personal)
         SELECT e.issuer_id, file.id, e.report_id, e.currency, e.own, e.personal FROM file
         JOIN payable_entries e ON e.issuer_id = file.issuer_id`,
        [company.id]
      )
    ).rejects.toThrow('payable_entries_once');
  });

  test('is what the page showed, or nothing', async () => {
    await anApproved();
    const { digest } = (await dueFor(C)) as { digest: string };
    await anApproved();
    expect(codeOf(await writePayableFile(C, { companyId: company.id, digest }, ORIGIN))).toBe('payable.changed');
    expect(payableSchema.safeParse({ companyId: company.id, digest: 'x' }).success).toBe(false);
  });

  test('is voided with a reason, and its reports go out with the next one', async () => {
    const report = await anApproved();
    const id = granted(await write());
    granted(await voided(id));
    expect(codeOf(await voided(id))).toBe('payable.voided');
    expect(await seenPayableFile(C, id)).toMatchObject({ state: 'voided', voidReason: 'Paid by hand' });
    expect((await dueFor(C))?.reports.map((one) => one.id)).toEqual([report]);
    const next = granted(await write());
    expect(await seenPayableFile(C, next)).toMatchObject({ number: 2, state: 'written' });
    // The history keeps what was in the first.
    expect((await entriesOf(C, id)).map((one) => one.id)).toEqual([report]);
    expect(await rowsOf(id)).toHaveLength(1);
    const acts = await world.current.query<{ details: object }>(
      `SELECT details FROM audit_entries WHERE entity_id = $1 AND action = 'payable_file.voided'`,
      [id]
    );
    expect(acts).toMatchObject([{ details: { number: 1, reports: 1, reason: 'Paid by hand' } }]);
  });

  test('C4.019D keeps its reports approved: they are rerouted once it is voided', async () => {
    const report = await anApproved();
    const id = granted(await write());
    expect(await seenReport(O, report)).toMatchObject({ payableFile: { id, number: 1 } });
    const reroute = () => tried(O, report, { event: 'reroute', approver: other.userId });
    expect(await reroute()).toMatchObject({ refusal: { code: 'expense.report.payable', params: { number: 1 } } });
    granted(await voided(id));
    expect((await seenReport(O, report))?.payableFile).toBeNull();
    granted(await reroute());
    expect(await dueFor(C)).toBeUndefined();
  });

  test('a reroute and a file at the same time leave the report in one of both', async () => {
    const report = await anApproved();
    const [rerouted, written] = await Promise.all([
      tried(O, report, { event: 'reroute', approver: other.userId }),
      write()
    ]);
    expect([rerouted, written].filter(({ ok }) => ok)).toHaveLength(1);
    const state = (await seenReport(C, report)) as ExpenseReport;
    expect(state.state === 'approved').toBe(state.payableFile !== null);
  });

  test('F-4 has no formula and no number of a card or bank account', async () => {
    await anApproved({}, '=HYPERLINK("http://x")');
    await world.current.query(`UPDATE users SET first_name = '@Ada', last_name = '"Berg' WHERE id = $1`, [A.userId]);
    const text = await textOf(granted(await write()));
    expect(text).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(text).toContain(`"'@Ada ""Berg"`);
    expect(text.split('\r\n')[0]).toBe(
      '\ufefffile,report_id,report,user_id,cardholder,account,company_number,company,approved_on,currency,' +
        'to_be_paid_back,owed,balance,advance'
    );
    expect(text).not.toMatch(/\d{12,}/);
  });

  test('is written, downloaded and voided by administrators in their scope alone, and never through another’s eyes', async () => {
    await anApproved();
    const db = world.current;
    const I = await aPrincipalAt(db, 'I', issuer);
    const stranger = await aPrincipalAt(db, 'C', await aCompany(db, await anIssuer(db)));
    const eyes = { ...C, accessor: { issuerId: C.issuerId, userId: C2.userId } } as Principal;
    const { digest } = (await dueFor(C)) as { digest: string };
    const wanted = { companyId: company.id, digest };
    for (const [by, code] of [
      [A, 'forbidden.action'],
      [O, 'forbidden.action'],
      [stranger, 'not.found'],
      [eyes, 'forbidden.action']
    ] as const)
      expect(codeOf(await writePayableFile(by, wanted, ORIGIN))).toBe(code);
    const id = granted(await writePayableFile(C, wanted, ORIGIN));
    for (const by of [A, O, I, stranger, eyes]) {
      expect(await downloadPayableFile(by, id, 'csv', ORIGIN)).toBeNull();
      expect(['forbidden.action', 'not.found']).toContain(codeOf(await voided(id, by)));
    }
    for (const by of [A, O, I, stranger]) {
      expect(await seenPayableFile(by, id)).toBeNull();
      expect(await dueByCompany(by)).toEqual([]);
    }
  });
});
