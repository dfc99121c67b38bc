import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import type { Principal } from '@/lib/access/policy/principal';
import { ATTACHABLES } from '@/lib/composition/process/attachables';
import { transaction } from '@/lib/core/database/database';
import { addAttachment } from '@/lib/kit/attachments/add-attachment';
import { changeReports } from '@/lib/money/expenses/change-report';
import { aReceipt, sentFile } from '../support/attachments';
import { anExpensePolicy } from '../support/expense-policy';
import { anExpenseType, anOwnExpense, aReportOf, tried } from '../support/expense-reports';
import { useGate } from '../support/gate';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt, principalFor } from '../support/principal';
import { granted } from '../support/results';
import { aBrand } from '../support/sign-in';
import { aCompany, anAccount, anIssuer, anOrgPoint, aUserAt, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';
import { startWorker } from '../support/worker';

const world = useDatabase();
const gate = useGate(world);
const [REPORTS, CHARGES] = [3, 2];
let issuerId: string;
let account: StructureNode;
let A: Principal;
let O: Principal;
let type: string;

beforeAll(() => aBrand());
beforeEach(async () => {
  const db = world.current;
  const issuer = await anIssuer(db);
  issuerId = issuer.id;
  const company = await aCompany(db, issuer);
  const point = await anOrgPoint(db, company);
  account = await anAccount(db, point);
  const owner = await aUserAt(db, 'A', account);
  const manager = await aUserAt(db, 'O', point);
  await db.query('UPDATE users SET supervisor_id = $2 WHERE id = $1', [owner.id, manager.id]);
  [A, O] = [await principalFor(db, owner), await principalFor(db, manager)];
  await anExpensePolicy(db, company);
  type = await anExpenseType(await aPrincipalAt(db, 'C', company), company, { name: 'Taxi' });
});

/** Saved reports with charges and own money. */
async function savedReports(count = REPORTS): Promise<string[]> {
  const ids: string[] = [];
  for (let one = 0; one < count; one += 1) {
    const charges: string[] = [];
    for (let charge = 0; charge < CHARGES; charge += 1)
      charges.push((await aTransaction(world.current, account, { postingDate: '2026-03-09', amount: '12.50' })).id);
    const id = await aReportOf(A, account, charges);
    await anOwnExpense(A, id, type);
    ids.push(id);
  }
  return ids;
}

async function submittedReports(): Promise<string[]> {
  const ids = await savedReports();
  for (const id of ids) granted(await tried(A, id, { event: 'submit' }));
  return ids;
}

type Work = 'submit' | 'approve' | 'bundle';

async function aWorker(work: Work, by: Principal, ids: readonly string[], path = '') {
  const { sessionId, userId, role } = by;
  const person = { sessionId, issuerId, userId, kind: 'full', role, brandName: 'tessera' };
  return startWorker('expense', JSON.stringify({ work, person, ids, path }));
}

/** The states of the issuer's reports and charges, and everything that was noted, queued and audited of them. */
async function tally() {
  const states = (table: string) =>
    `(SELECT coalesce(json_object_agg(state, count), '{}') FROM (
       SELECT state, count(*)::int FROM ${table} WHERE issuer_id = $1 GROUP BY 1) s)`;
  const count = (table: string, condition = 'TRUE') =>
    `(SELECT count(*)::int FROM ${table} WHERE issuer_id = $1 AND ${condition})`;
  const [row] = await world.current.query(
    `SELECT ${states('expense_reports')} AS reports, ${states('transactions')} AS charges,
       ${count('expense_report_events')} AS events, ${count('transaction_events')} AS histories,
       ${count('outbox', "status = 'queued'")} AS queued,
       ${count('audit_entries', "action IN ('expense_report.submit', 'expense_report.approve')")} AS audits`,
    [issuerId]
  );
  return row;
}

/** Does the same again, as the person does who has got no answer. */
const again = (event: 'submit' | 'approve', by: Principal, ids: readonly string[]) =>
  transaction((tx) =>
    changeReports(
      tx,
      by,
      ids.map((id) => ({ id })),
      { event },
      ORIGIN
    )
  );

describe.each([
  ['submit', savedReports, () => A, { submitted: REPORTS }, { reviewed: REPORTS * CHARGES }],
  ['approve', submittedReports, () => O, { approved: REPORTS }, { approved: REPORTS * CHARGES }]
] as const)('to %s reports', (event, made, by, reports, charges) => {
  test.each([
    ['transactions', 'UPDATE'],
    ['transaction_events', 'INSERT'],
    ['expense_reports', 'UPDATE'],
    ['expense_report_events', 'INSERT'],
    ['outbox', 'INSERT'],
    ['audit_entries', 'INSERT']
  ])(
    'issue 17 How it must hold an app that is killed at %s leaves reports and charges as they were, and the same again does all of it once',
    async (table, operation) => {
      const ids = await made();
      const before = await tally();
      await gate.killedAt(table, operation, () => aWorker(event, by(), ids));
      expect(await tally()).toEqual(before);
      expect(await again(event, by(), ids)).toEqual([]);
      const after = await tally();
      expect(after).toMatchObject({ reports, charges, audits: Number(before?.audits) + REPORTS });
      expect(after?.events).toBe(Number(before?.events) + REPORTS);
      // What is done is not done twice.
      expect(await again(event, by(), ids)).toHaveLength(REPORTS);
      expect(await tally()).toEqual(after);
    },
    60_000
  );

  test('issue 17 How it must hold apps that are killed at any moment leave all of it or nothing', async () => {
    const ids = await made();
    const before = await tally();
    for (let round = 0; round < 3; round += 1) {
      await gate.killedSoon(() => aWorker(event, by(), ids));
      const now = await tally();
      if (JSON.stringify(now) !== JSON.stringify(before)) {
        expect(now).toMatchObject({ reports, charges, audits: Number(before?.audits) + REPORTS });
        break;
      }
    }
    await again(event, by(), ids);
    expect(await tally()).toMatchObject({ reports, charges, audits: Number(before?.audits) + REPORTS });
  }, 120_000);
});

describe('to build a bundle', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tessera-bundle-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const downloads = async () =>
    (
      await world.current.query<{ manifest: string }>(
        `SELECT details ->> 'manifest' AS manifest FROM audit_entries
         WHERE issuer_id = $1 AND action = 'expense_report.bundle_downloaded'`,
        [issuerId]
      )
    ).length;

  /** The paths of the files of a bundle, each read to its end. @throws Error if it is no whole archive */
  async function filesOf(path: string): Promise<string[]> {
    const entries = await new ZipReader(new Uint8ArrayReader(await readFile(path))).getEntries();
    for (const entry of entries)
      if (!entry.directory) await entry.getData(new Uint8ArrayWriter(), { checkSignature: true });
    return entries.map(({ filename }) => filename);
  }

  test('issue 17 How it must hold an app that is killed while it builds a bundle leaves no record of one, no state changed, and a file that opens nowhere', async () => {
    const [id] = (await savedReports(1)) as [string];
    const line = await anOwnExpense(A, id, type);
    const receipt = sentFile(aReceipt('pdf', 60_000), 'taxi.pdf');
    granted(await addAttachment(ATTACHABLES, A, { entity: 'expense_line', id: line }, receipt, ORIGIN));
    granted(await tried(A, id, { event: 'submit' }));
    const [before, path] = [await tally(), join(folder, 'bundle.zip')];
    await gate.killedAt('audit_entries', 'INSERT', () => aWorker('bundle', O, [id], path));
    expect(await downloads()).toBe(0);
    expect(await tally()).toEqual(before);
    await expect(filesOf(path)).rejects.toThrow();
    const worker = await aWorker('bundle', O, [id], path);
    if (worker.exitCode === null) await once(worker, 'exit');
    expect(worker.exitCode).toBe(0);
    expect(await filesOf(path)).toEqual(expect.arrayContaining(['report.pdf', 'audit.json', 'manifest.json']));
    expect(await downloads()).toBe(1);
    expect(await tally()).toEqual(before);
  }, 60_000);
});
