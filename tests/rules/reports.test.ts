import { TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { readXlsx } from 'hucre/xlsx';
import { authoritiesOf } from '@/lib/access/policy/policy';
import type { Principal } from '@/lib/access/policy/principal';
import { settingOf } from '@/lib/access/settings/settings';
import { BELONGINGS } from '@/lib/composition/process/belongings';
import { jobHandlers } from '@/lib/composition/process/job-handlers';
import { LISTS } from '@/lib/composition/process/lists';
import { outboxHandlers } from '@/lib/composition/process/outbox-handlers';
import { STANDARD_REPORTS } from '@/lib/composition/process/standard-reports';
import { transaction } from '@/lib/core/database/database';
import { readSpreadsheet } from '@/lib/core/files/spreadsheet-reader';
import { MOST_PROTECTED_CELLS } from '@/lib/core/files/spreadsheet-writer';
import { translator } from '@/lib/core/language/texts';
import { now, shiftClock } from '@/lib/core/server/clock';
import { maintain } from '@/lib/core/server/maintain';
import { workOnce } from '@/lib/core/server/outbox';
import { type Lists, listNamed } from '@/lib/kit/bulk/declared-lists';
import { inboxOf } from '@/lib/kit/inbox/inbox';
import { cancelJob } from '@/lib/kit/jobs/cancel-job';
import { jobProgress } from '@/lib/kit/jobs/own-jobs';
import { daysOf } from '@/lib/kit/listing/day-periods';
import { listPage } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { openNotice } from '@/lib/kit/notices/open-notice';
import { definitionSchema, MOST_COLUMNS } from '@/lib/kit/reports/definition';
import { cellsFault } from '@/lib/kit/reports/file-password';
import { forgetRuns } from '@/lib/kit/reports/forget-runs';
import { previewReport } from '@/lib/kit/reports/read-report';
import { reportColumns } from '@/lib/kit/reports/report-select';
import { dataSetsOf, reportSource } from '@/lib/kit/reports/report-source';
import { rowsFault } from '@/lib/kit/reports/rows-fault';
import { deleteRun, downloadRun, isReportingStuck, lastRuns, REPORT_RUNS, seenRun } from '@/lib/kit/reports/runs';
import { changeReport, createReport, deleteReport } from '@/lib/kit/reports/save-report';
import { savedReports, seenReport } from '@/lib/kit/reports/saved-reports';
import { type RunCriteria, runSchema, startRun } from '@/lib/kit/reports/start-run';
import { TRANSACTIONS } from '@/lib/money/transactions/listing';
import { bytesOf } from '../support/bytes';
import { untilEnded, working } from '../support/jobs';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { codeOf, granted, refusedFor } from '../support/results';
import { withSetting } from '../support/settings';
import { aCompany, anAccount, anIssuer, anOrgPoint, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';
import { until } from '../support/until';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let other: StructureNode;
let account: StructureNode;
let elsewhere: StructureNode;
let C: Principal;
let A: Principal;

beforeEach(async () => {
  issuer = await anIssuer(world.current);
  company = await aCompany(world.current, issuer);
  other = await aCompany(world.current, issuer);
  account = await anAccount(world.current, company);
  elsewhere = await anAccount(world.current, other);
  C = await aPrincipalAt(world.current, 'C', company);
  A = await aPrincipalAt(world.current, 'A', account);
});
afterEach(() => shiftClock(0));

const defined = (more: object = {}) =>
  definitionSchema.parse({ dataSet: 'transactions', columns: ['merchantName', 'billedAmount'], ...more });
const entry = (name: string, more: object = {}) => ({
  name,
  definition: defined(more)
});
const create = (by: Principal, name: string, more: object = {}) => createReport(LISTS, by, entry(name, more), ORIGIN);
const CSV: RunCriteria = { format: 'csv' };
const start = (by: Principal, report: string, criteria: RunCriteria = CSV) =>
  startRun(LISTS, STANDARD_REPORTS, by, { report, criteria, locale: 'en_US' }, ORIGIN);

/** Runs a report and returns its run, with the reason if it failed. */
async function ran(by: Principal, report: string, criteria: RunCriteria = CSV) {
  const id = granted(await start(by, report, criteria));
  const run = await seenRun(by, id);
  const job = await untilEnded(by, run?.jobId as string);
  return { id, job, run: await seenRun(by, id) };
}

/** The rows of the file of a run, by their headings. */
async function rowsOf(by: Principal, report: string, criteria: RunCriteria = CSV): Promise<Record<string, string>[]> {
  const { id } = await ran(by, report, criteria);
  const file = await downloadRun(by, id, ORIGIN);
  return parse((await bytesOf(file?.bytes)).toString(), { columns: true, bom: true });
}

const actions = async (by: Principal) =>
  (
    await world.current.query<{ action: string }>(
      "SELECT action FROM audit_entries WHERE issuer_id = $1 AND actor_user_id = $2 AND action LIKE 'report.%' ORDER BY sequence",
      [by.issuerId, by.userId]
    )
  ).map(({ action }) => action);

describe('a report is saved', () => {
  test('C1.029 C3.035 with its columns, headings, filters, groups and period, and comes back', async () => {
    const more = {
      columns: ['billedAmount', 'merchantName'],
      headings: { billedAmount: 'Paid', postingDate: 'not shown' },
      query: 'state=open&unknown=1&sort=postingDate&order=descending',
      period: 'month'
    };
    const id = granted(await create(C, 'Monthly', more));
    expect(await seenReport(C, id)).toEqual({
      id,
      name: 'Monthly',
      isOwn: true,
      mayChange: true,
      mayManage: true,
      version: 1,
      ownerName: expect.any(String),
      definition: {
        dataSet: 'transactions',
        columns: ['billedAmount', 'merchantName'],
        groups: [],
        largest: false,
        pivot: null,
        anyOf: [],
        ask: [],
        calculated: [],
        headings: { billedAmount: 'Paid' },
        period: 'month',
        query: 'state=open'
      }
    });
    expect(granted(await changeReport(LISTS, C, { id, version: 1 }, entry('Weekly'), ORIGIN))).toBe(id);
    expect(codeOf(await changeReport(LISTS, C, { id, version: 1 }, entry('Late'), ORIGIN))).toBe('record.changed');
    expect(await seenReport(C, id)).toMatchObject({ name: 'Weekly', version: 2, definition: { period: null } });
    expect(codeOf(await deleteReport(C, id, ORIGIN))).toBe('ok');
    expect(await seenReport(C, id)).toBeNull();
    expect(await actions(C)).toEqual(['report.created', 'report.changed', 'report.deleted']);
  });

  test('C3.035 under a name that its owner has once, whatever its case', async () => {
    const first = granted(await create(C, 'Spend 50%'));
    const second = granted(await create(C, 'Spend 500'));
    expect(refusedFor(await create(C, 'SPEND 50%'))).toBe('name report.name.taken');
    expect(refusedFor(await changeReport(LISTS, C, { id: second, version: 1 }, entry('spend 50%'), ORIGIN))).toBe(
      'name report.name.taken'
    );
    expect(codeOf(await changeReport(LISTS, C, { id: first, version: 1 }, entry('SPEND 50%'), ORIGIN))).toBe('ok');
    expect(codeOf(await create(A, 'Spend 50%'))).toBe('ok');
  });

  test('C9.018 with 256 columns at most, an amount counting with its currency', async () => {
    const declared = LISTS.get('transactions');
    const wide = (texts: number): Lists => {
      const names = Array.from({ length: texts }, (_, at) => `text${at}`);
      const listing = {
        ...TRANSACTIONS,
        columns: {
          ...TRANSACTIONS.columns,
          ...Object.fromEntries(names.map((name) => [name, TRANSACTIONS.columns.merchantName]))
        }
      };
      return new Map([['transactions', { ...declared, listing } as never]]);
    };
    const columnsOf = (texts: number) => Array.from({ length: texts }, (_, at) => `text${at}`);
    const saving = (texts: number, name: string) =>
      createReport(wide(300), C, entry(name, { columns: ['billedAmount', ...columnsOf(texts)] }), ORIGIN);
    expect(codeOf(await saving(MOST_COLUMNS - 2, 'Wide'))).toBe('ok');
    expect(refusedFor(await saving(MOST_COLUMNS - 1, 'Wider'))).toBe('columns report.columns.many');
    expect(definitionSchema.safeParse({ ...defined(), columns: columnsOf(257) }).error?.issues[0]?.message).toBe(
      'report.columns.many'
    );
  });

  test('C6.027 over data that one may see', async () => {
    expect(dataSetsOf(LISTS, C)).toEqual(expect.arrayContaining(['transactions', 'accounts', 'users', 'audit']));
    expect(dataSetsOf(LISTS, A)).not.toContain('users');
    expect(codeOf(await create(A, 'Users', { dataSet: 'users', columns: ['name'] }))).toBe('report.not.permitted');
    expect(codeOf(await create(C, 'Jobs', { dataSet: 'jobs', columns: ['kind'] }))).toBe('report.not.permitted');
    expect(codeOf(await create(C, 'Nothing', { columns: ['place'] }))).toBe('report.not.permitted');
    const Z = await aPrincipalAt(world.current, 'Z', null);
    expect(codeOf(await create(Z, 'System'))).toBe('forbidden.action');
    expect(codeOf(await start(Z, 'spend-by-merchant'))).toBe('report.not.permitted');
  });
});

describe('a report runs', () => {
  test('C2.025 C2.082 C3.082 as CSV and as a spreadsheet, in the format and period that were asked', async () => {
    await aTransaction(world.current, account, { merchant: 'Early', postingDate: '2026-01-31', amount: '7.10' });
    await aTransaction(world.current, account, { merchant: 'Late', postingDate: '2026-02-01', amount: '8.20' });
    const id = granted(await create(C, 'All', { headings: { billedAmount: 'Paid' }, query: 'sort=postingDate' }));
    const { run, job } = await ran(C, id, { format: 'csv' });
    expect(job).toMatchObject({ status: 'completed', done: 2, total: 2 });
    expect(run).toMatchObject({ name: 'All', status: 'completed', rows: 2, format: 'csv', report: id });
    const rows = await rowsOf(C, id);
    expect(rows.map((row) => Object.values(row).slice(0, 2))).toEqual([
      ['Early', '7.1'],
      ['Late', '8.2']
    ]);
    expect(Object.keys(rows[0] ?? {})).toEqual(['Merchant', 'Paid', 'Paid (Currency)']);
    const february: RunCriteria = { format: 'csv', period: 'days', from: '2026-02-01', to: '2026-02-28' };
    expect((await rowsOf(C, id, february)).map(({ Merchant }) => Merchant)).toEqual(['Late']);
    const sheet = await ran(C, id, { ...february, format: 'xlsx' });
    const file = await downloadRun(C, sheet.id, ORIGIN);
    expect(file?.name).toBe('All.xlsx');
    const cells: unknown[] = [];
    const workbook = await bytesOf(file?.bytes);
    for await (const row of readSpreadsheet(workbook)) cells.push(row);
    expect(JSON.stringify(cells)).toContain('Late');
    expect(JSON.stringify(cells)).not.toContain('Early');
    const about = (await readXlsx(workbook)).sheets[1];
    expect(about?.name).toBe('About this report');
    const facts = new Map(about?.rows.map(([label, value]) => [label, value]));
    expect(facts.get('Name')).toBe('All');
    expect(facts.get('Period')).toMatch(/Feb 1.*Feb 28/);
    expect(facts.get('Rows')).toBe('1');
    expect(facts.get('Total – Paid')).toMatch(/EUR\s8\.20/);
    expect([...facts.keys()]).toEqual(['Name', 'Period', 'Run by', 'Data until', 'Rows', 'Total – Paid']);
    expect(await actions(C)).toEqual([
      'report.created',
      ...Array.from({ length: 4 }, () => 'report.run').flatMap((run, at) =>
        at === 0 ? [run] : [run, 'report.downloaded']
      )
    ]);
  });

  test('C2.025 refuses criteria that make no sense', () => {
    const faultOf = (criteria: object) => runSchema.safeParse(criteria).error?.issues[0];
    expect(faultOf({ format: 'docx' })?.path).toEqual(['format']);
    expect(faultOf({ format: 'csv', period: 'days' })).toMatchObject({ path: ['from'], message: 'required.field' });
    expect(faultOf({ format: 'csv', period: 'days', from: '2026-02-02', to: '2026-02-01' })).toMatchObject({
      path: ['to'],
      message: 'range.reversed'
    });
    expect(faultOf({ format: 'xlsx', period: 'month' })).toBeUndefined();
  });

  test('C1.029 a period in words means days when the report runs, over the ends of years too', () => {
    expect(daysOf('month', '2026-02-10')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(daysOf('month.last', '2026-01-10')).toEqual({ from: '2025-12-01', to: '2025-12-31' });
    expect(daysOf('quarter', '2026-12-31')).toEqual({ from: '2026-10-01', to: '2026-12-31' });
    expect(daysOf('quarter.last', '2026-02-10')).toEqual({ from: '2025-10-01', to: '2025-12-31' });
    expect(daysOf('year', '2024-02-29')).toEqual({ from: '2024-01-01', to: '2024-12-31' });
  });

  test('C6.027 says the exact sentence to whoever may not run it, and makes no run', async () => {
    const hidden = granted(await create(C, 'Mine'));
    for (const [by, report] of [
      [A, 'users'],
      [A, hidden],
      [A, 'no-such-report'],
      [await aPrincipalAt(world.current, 'Z', null), 'transactions-detail']
    ] as const)
      expect(codeOf(await start(by, report))).toBe('report.not.permitted');
    expect(translator('en_US')('report.not.permitted')).toBe('You do not have permission to run the selected report.');
    const seen = { ...C, accessor: { issuerId: issuer.id, userId: A.userId } } as Principal;
    expect(codeOf(await start(seen, hidden))).toBe('report.not.permitted');
    expect(await world.current.query('SELECT id FROM report_runs WHERE issuer_id = $1', [issuer.issuerId])).toEqual([]);
  });

  test('C6.027 is asked again when the job begins: who lost the right gets no file', async () => {
    const id = granted(await start(C, 'transactions-detail'));
    const run = await seenRun(C, id);
    await world.current.query("UPDATE users SET status = 'inactive' WHERE issuer_id = $1 AND id = $2", [
      C.issuerId,
      C.userId
    ]);
    const job = await untilEnded(C, run?.jobId as string);
    expect(job).toMatchObject({ status: 'failed', refusal: { code: 'report.not.permitted' } });
    expect(await seenRun(C, id)).toMatchObject({ status: 'failed', fileId: null });
  });

  test('C8.029D a screen may have 100,000 rows and a file 1,000,000 as a rule; beyond, both numbers are said', async () => {
    expect([settingOf('report.rows.screen').default, settingOf('report.rows.file').default]).toEqual([
      100_000, 1_000_000
    ]);
    for (const at of ['screen', 'file'] as const) {
      expect(await rowsFault(C, 11, at)).toBeNull();
      await withSetting(world.current, { issuerId: issuer.id }, `report.rows.${at}`, 10);
      expect(await rowsFault(C, 10, at)).toBeNull();
      expect(await rowsFault(C, 11, at)).toEqual({ code: 'report.rows.many', params: { count: 11, most: 10 } });
    }
  });

  test('C8.029 C8.029D refuses more rows than a file may have, with both numbers', async () => {
    for (let at = 0; at < 11; at++) await aTransaction(world.current, account, { merchant: `M${at}` });
    await withSetting(world.current, { issuerId: issuer.id }, 'report.rows.file', 10);
    const all = granted(await create(C, 'All'));
    const { job, run } = await ran(C, all);
    expect(job).toMatchObject({
      status: 'failed',
      refusal: { code: 'report.rows.many', params: { count: 11, most: 10 } }
    });
    expect(run?.fileId).toBeNull();
    const said = translator('en_US')('report.rows.many', { count: 11, most: 10 });
    expect(said).toMatch(/^The report criteria selected too many transactions\/records\b.*\b11\b.*\b10\b/);
    const ten = granted(await create(C, 'Ten', { query: 'merchant=M3' }));
    expect((await ran(C, ten)).job.status).toBe('completed');
  });

  test('a formula in a text is a text in the file', async () => {
    await aTransaction(world.current, account, { merchant: '=HYPERLINK("http://x","y")' });
    const grouped = granted(await create(C, 'Grouped', { groups: ['merchantName'] }));
    const detail = granted(await create(C, 'Detail'));
    for (const report of [grouped, detail])
      expect(Object.values((await rowsOf(C, report))[0] ?? {})).toContain('\'=HYPERLINK("http://x","y")');
  });
});

describe('groups', () => {
  test('C1.029 subtotals and totals are those of the database, by currency and to the cent', async () => {
    const dollars = await anAccount(world.current, company);
    await world.current.query("UPDATE accounts SET currency = 'USD' WHERE id = $1", [dollars.id]);
    await world.current.query("UPDATE accounts SET currency = 'EUR' WHERE id = $1", [account.id]);
    const charges = [
      [account, '5812', 'Café', '0.10'],
      [account, '5812', 'Café', '0.20'],
      [account, '5812', 'Diner', '-0.05'],
      [account, '7011', 'Hotel', '99999999999999.99'],
      [dollars, '5812', 'Café', '3.00']
    ] as const;
    for (const [at, category, merchant, amount] of charges)
      await aTransaction(world.current, at, {
        category,
        merchant,
        amount,
        type: amount.startsWith('-') ? 'credit' : 'purchase'
      });
    await aTransaction(world.current, elsewhere, { merchant: 'Café', amount: '1000.00' });
    const id = granted(
      await create(C, 'Groups', {
        columns: ['billedAmount'],
        groups: ['merchantCategoryCode', 'merchantName'],
        largest: true
      })
    );
    const rows = (await rowsOf(C, id)).map((row) => Object.values(row).join(' | '));
    expect(rows).toEqual([
      'Group | 5812 | Café | 2 | 0.3 | EUR',
      'Group | 5812 | Diner | 1 | -0.05 | EUR',
      'Subtotal | 5812 |  | 3 | 0.25 | EUR',
      'Group | 7011 | Hotel | 1 | 99999999999999.99 | EUR',
      'Subtotal | 7011 |  | 1 | 99999999999999.99 | EUR',
      'Total |  |  | 4 | 100000000000000.24 | EUR',
      'Group | 5812 | Café | 1 | 3 | USD',
      'Subtotal | 5812 |  | 1 | 3 | USD',
      'Total |  |  | 1 | 3 | USD'
    ]);
  });

  test('C1.029 without amounts are counted, and no rows are a total of none', async () => {
    const id = granted(await create(C, 'People', { dataSet: 'users', columns: ['name'], groups: ['role'] }));
    const rows = await rowsOf(C, id);
    const [counted] = await world.current.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM users WHERE issuer_id = $1 AND company_id = $2',
      [issuer.id, company.id]
    );
    expect(rows.at(-1)).toMatchObject({ Line: 'Total', Rows: String(counted?.count) });
    const none = granted(
      await create(C, 'None', { dataSet: 'users', columns: ['name'], groups: ['role'], query: 'company=zz' })
    );
    expect(await rowsOf(C, none)).toEqual([{ Line: 'Total', Role: '', Rows: '0' }]);
  });
});

describe('the scope of a run', () => {
  test('CD.20 any filters and groups give exactly the rows that its owner may see', async () => {
    const point = await anOrgPoint(world.current, company);
    const below = await anAccount(world.current, point);
    const places = [account, below, elsewhere];
    const made: { merchant: string; category: string; amount: number; at: StructureNode }[] = [];
    for (let index = 0; index < 24; index++) {
      const at = places[index % 3] as StructureNode;
      const one = { merchant: `M${index % 5}`, category: ['5812', '7011'][index % 2] as string, amount: index + 1, at };
      await aTransaction(world.current, at, { ...one, amount: `${one.amount}.00` });
      made.push(one);
    }
    const O = await aPrincipalAt(world.current, 'O', point);
    const sees = new Map<Principal, StructureNode[]>([
      [A, [account]],
      [C, [account, below]],
      [O, [below]]
    ]);
    const filters = fc.record(
      {
        merchant: fc.constantFrom('M0', 'M1', 'M4', "M'; DROP", '%'),
        merchantCategoryCode: fc.constantFrom('5812', '7', '%'),
        'billedAmount.from': fc.integer({ min: 0, max: 30 }).map(String),
        account: fc.constantFrom('account', '_')
      },
      { requiredKeys: [] }
    );
    const groups = fc.uniqueArray(
      fc.constantFrom('merchantName', 'merchantCategoryCode', 'account', 'company', 'parent', 'month'),
      {
        maxLength: 3
      }
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(A, C, O), filters, groups, async (by, wanted, grouped) => {
        const query = new URLSearchParams(wanted as Record<string, string>).toString();
        const columns = ['merchantName', 'billedAmount'];
        const expected = made.filter(
          (one) =>
            sees.get(by)?.includes(one.at) &&
            (wanted.merchant === undefined || one.merchant === wanted.merchant) &&
            (wanted.merchantCategoryCode === undefined ||
              (wanted.merchantCategoryCode !== '%' && one.category.startsWith(wanted.merchantCategoryCode))) &&
            (wanted['billedAmount.from'] === undefined || one.amount >= Number(wanted['billedAmount.from'])) &&
            (wanted.account === undefined || one.at.name.includes(wanted.account))
        );
        const source = reportSource(LISTS, by, defined({ columns, query, groups: grouped }));
        if (!source) throw new Error('no source');
        const rows = await previewReport(by, source);
        const leaves = grouped.length > 0 ? rows.filter(({ reportLine }) => reportLine === 'group') : rows;
        const total = leaves.reduce((sum, row) => sum + Number(row.billedAmount), 0);
        expect(total).toBe(expected.reduce((sum, { amount }) => sum + amount, 0));
        if (grouped.length > 0) {
          const totals = rows.filter(({ reportLine }) => reportLine === 'total');
          expect(totals.reduce((sum, row) => sum + Number(row.billedAmount), 0)).toBe(total);
          expect(totals.reduce((sum, row) => sum + Number(row.reportCount), 0)).toBe(expected.length);
        } else expect(rows).toHaveLength(expected.length);
        const text = JSON.stringify(rows);
        for (const { at } of made.filter(({ at: place }) => !sees.get(by)?.includes(place))) {
          expect(text).not.toContain(at.id);
          expect(text).not.toContain(at.name);
        }
        expect(text).not.toContain(other.name);
      }),
      { numRuns: 60 }
    );
  }, 60_000);

  test('C3.082 a file is out of reach for a role with another part of the structure', async () => {
    const { id, run } = await ran(C, 'transactions-detail');
    const narrowed = { ...C, scope: { ...C.scope, subtrees: A.scope.subtrees } } as Principal;
    for (const by of [narrowed, A]) {
      expect(await seenRun(by, id)).toBeNull();
      expect(await downloadRun(by, id, ORIGIN)).toBeNull();
      expect(codeOf(await deleteRun(by, id, ORIGIN))).toBe('not.found');
    }
    const throughOther = { ...C, accessor: { issuerId: issuer.id, userId: A.userId } } as Principal;
    expect(await downloadRun(throughOther, id, ORIGIN)).toBeNull();
    expect(run?.fileId).not.toBeNull();
  });
});

describe('completed reports', () => {
  test('C2.085 C3.081 are listed with rows, size, date and expiry, and are deleted with their file', async () => {
    const { id, run } = await ran(C, 'accounts');
    const page = await listPage(C, REPORT_RUNS, readQuery(REPORT_RUNS, {}));
    expect(page.rows).toMatchObject([{ id, name: 'Accounts', status: 'completed', format: 'csv' }]);
    expect(Number(page.rows[0]?.rows)).toBe(1);
    expect(Number(page.rows[0]?.size)).toBe(run?.size);
    expect(run?.size).toBe((await bytesOf((await downloadRun(C, id, ORIGIN))?.bytes)).length);
    expect(codeOf(await deleteRun(C, id, ORIGIN))).toBe('ok');
    expect(await seenRun(C, id)).toBeNull();
    expect(await world.current.query('SELECT id FROM large_files WHERE id = $1', [run?.fileId])).toEqual([]);
    expect(await actions(C)).toEqual(['report.run', 'report.downloaded', 'report.run_deleted']);
  });

  test('C2.056 the home page has one’s last finished runs, and none that waits or belongs to others', async () => {
    const first = await ran(C, 'accounts');
    const second = await ran(C, 'users');
    await ran(A, 'accounts');
    granted(await start(C, 'accounts'));
    expect((await lastRuns(C, 5)).map(({ id }) => id)).toEqual([second.id, first.id]);
    expect((await lastRuns(C, 1)).map(({ id }) => id)).toEqual([second.id]);
  });

  test('C4.035 one that waits or is processed is not deleted and still runs; a cancelled one is', async () => {
    const id = granted(await start(C, 'accounts'));
    const { jobId } = (await seenRun(C, id)) ?? { jobId: '' };
    expect(codeOf(await deleteRun(C, id, ORIGIN))).toBe('report.processing');
    await world.current.query("UPDATE jobs SET status = 'processing' WHERE id = $1", [jobId]);
    expect(codeOf(await deleteRun(C, id, ORIGIN))).toBe('report.processing');
    expect((await untilEnded(C, jobId)).status).toBe('completed');
    const second = granted(await start(C, 'accounts'));
    const run = await seenRun(C, second);
    expect(codeOf(await cancelJob(C, run?.jobId as string, ORIGIN))).toBe('ok');
    expect(await seenRun(C, second)).toMatchObject({ status: 'cancelled', fileId: null });
    expect(codeOf(await deleteRun(C, second, ORIGIN))).toBe('ok');
  });

  test('C1.030 C9.046 are in the inbox; on the 31st day the file is gone, and the notice says so', async () => {
    const { id } = await ran(C, 'accounts');
    while (await workOnce(outboxHandlers));
    const [entry, ...others] = await inboxOf(C, { view: 'unread' });
    expect([entry, others]).toMatchObject([{ kind: 'job.completed', isExpired: false }, []]);
    expect(await openNotice(C, entry?.id as string)).toEqual({
      href: `/workspace/reports/completed/${id}`,
      isExpired: false
    });
    expect((await downloadRun(C, id, ORIGIN))?.bytes).toBeDefined();
    shiftClock(31 * 86_400_000);
    expect(await downloadRun(C, id, ORIGIN)).toBeNull();
    expect(await inboxOf(C, { view: 'all' })).toMatchObject([{ id: entry?.id, isExpired: true }]);
    expect((await openNotice(C, entry?.id as string))?.isExpired).toBe(true);
    await forgetRuns();
    expect(await world.current.query('SELECT 1 FROM report_runs WHERE id = $1', [id])).toHaveLength(1);
  });

  test('C9.011 are kept 30 days: then the file is out of reach at once, and the chore deletes it', async () => {
    const { id, run } = await ran(C, 'accounts');
    const days = ((run?.expiresAt.getTime() ?? 0) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThanOrEqual(30);
    const [file] = await world.current.query<{ same: boolean }>(
      `SELECT abs(extract(epoch FROM f.expires_at - r.expires_at)) < 60 AS same
       FROM report_runs r JOIN large_files f ON (f.issuer_id, f.id) = (r.issuer_id, r.file_id) WHERE r.id = $1`,
      [id]
    );
    expect(file?.same).toBe(true);
    await forgetRuns();
    expect(await seenRun(C, id)).not.toBeNull();
    await world.current.query(
      "UPDATE report_runs SET created_at = now() - interval '31 days', expires_at = now() - interval '1 second' WHERE id = $1",
      [id]
    );
    // The run is remembered as long as other data, without its file.
    expect(await seenRun(C, id)).toMatchObject({ fileId: null, status: 'completed' });
    expect(await downloadRun(C, id, ORIGIN)).toBeNull();
    await world.current.query('UPDATE large_files SET expires_at = now() - interval $$1 second$$');
    await maintain();
    await forgetRuns();
    expect(await seenRun(C, id)).toMatchObject({ fileId: null, rows: run?.rows });
    expect(await world.current.query('SELECT id FROM large_files')).toEqual([]);
    await world.current.query("UPDATE report_runs SET created_at = now() - interval '37 months' WHERE id = $1", [id]);
    await forgetRuns();
    expect(await world.current.query('SELECT id FROM report_runs WHERE id = $1', [id])).toEqual([]);
  });

  test('C8.027 one that waits for five minutes tells that reporting has an issue', async () => {
    const id = granted(await start(C, 'accounts'));
    expect(await isReportingStuck(C)).toBe(false);
    await world.current.query(
      "UPDATE report_runs SET created_at = created_at - interval '5 minutes 1 second' WHERE id = $1",
      [id]
    );
    expect(await isReportingStuck(C)).toBe(true);
    expect(await isReportingStuck(A)).toBe(false);
    expect(translator('en_US')('report.unavailable')).toBe('The system is experiencing issues with reporting.');
    await untilEnded(C, (await seenRun(C, id))?.jobId as string);
    expect(await isReportingStuck(C)).toBe(false);
  });

  test('a merge moves reports and runs, and a name that both had is told apart', async () => {
    const B = await aPrincipalAt(world.current, 'C', company);
    granted(await create(C, 'Spend'));
    granted(await create(B, 'spend'));
    const { id } = await ran(B, 'accounts');
    const ids = { issuerId: issuer.id, keptId: C.userId, mergedId: B.userId };
    await transaction(async (tx) => {
      for (const { move } of BELONGINGS) await move?.(tx, ids);
    });
    expect((await savedReports(C)).map(({ name }) => name)).toEqual([
      'Spend',
      expect.stringMatching(/^spend [0-9a-f]{8}$/)
    ]);
    expect(await seenRun(C, id)).toMatchObject({ name: 'Accounts' });
    await transaction(async (tx) => {
      for (const { forget } of BELONGINGS) await forget?.(tx, { issuerId: issuer.id, id: C.userId });
    });
    expect(await savedReports(C)).toEqual([]);
    expect(await seenRun(C, id)).toBeNull();
  });
});

describe('standard reports', () => {
  test('C2.025 each names columns, filters and groups that its data set has, and runs', async () => {
    await aTransaction(world.current, account, {
      merchant: 'Café',
      postingDate: new Date().toISOString().slice(0, 10)
    });
    expect(STANDARD_REPORTS.size).toBeGreaterThanOrEqual(28);
    for (const [name, report] of STANDARD_REPORTS) {
      const listing = listNamed(LISTS, report.list, {})?.listing;
      const columns = Object.keys(listing?.columns ?? {});
      expect({ name, columns: report.columns.filter((one) => !columns.includes(one)) }).toEqual({ name, columns: [] });
      const dataSet = LISTS.get(report.list)?.dataSet;
      expect({ name, groups: report.groups?.filter((one) => !dataSet?.groups.includes(one)) ?? [] }).toEqual({
        name,
        groups: []
      });
      expect(dataSet?.groups).toEqual(expect.arrayContaining(report.pivot ? [report.pivot] : []));
      expect(Object.keys(readQuery(listing as never, { ...report.query }).faults)).toEqual([]);
    }
    for (const { dataSet, listing } of LISTS.values()) {
      const { columns } = typeof listing === 'function' ? (listing({}) ?? { columns: {} }) : listing;
      for (const column of [...(dataSet?.groups ?? []), ...(dataSet?.sums ?? []), ...(dataSet ? [dataSet.period] : [])])
        expect(Object.keys(columns)).toContain(column);
    }
    // Some take a right that only a template gives.
    const all = await aPrincipalAt(world.current, 'C', company, { authorities: authoritiesOf('C') });
    // Feeds are the issuer's.
    const wide = await aPrincipalAt(world.current, 'I', issuer, { authorities: authoritiesOf('I') });
    const begun = await Promise.all(
      [...STANDARD_REPORTS.values()].map(async ({ name, list }) => {
        const by = list === 'feed-totals' ? wide : all;
        return { name, by, id: granted(await start(by, name)) };
      })
    );
    await working(jobHandlers, () =>
      until(async () => {
        const runs = await Promise.all(begun.map(({ by, id }) => seenRun(by, id)));
        return runs.every((run) => run?.status !== 'queued' && run?.status !== 'processing');
      })
    );
    for (const { name, by, id } of begun) {
      const run = await seenRun(by, id);
      const job = await jobProgress(by, run?.jobId as string);
      expect({ name, status: run?.status, refusal: job?.refusal }).toEqual({
        name,
        status: 'completed',
        refusal: null
      });
    }
  });

  test('C2.086 C5.022 C9.012 the audit of 30 days is exported with its events, that of 31 is refused', async () => {
    granted(await create(C, 'Seen in the audit'));
    const rows = await rowsOf(C, 'audit-trail');
    expect(JSON.stringify(rows)).toContain('Report created');
    const days = (from: string, to: string): RunCriteria => ({ format: 'csv', period: 'days', from, to });
    expect(refusedFor(await start(C, 'audit-trail', days('2026-03-01', '2026-03-31')))).toBe(
      'period audit.period.too.long.record'
    );
    expect(codeOf(await start(C, 'audit-trail', days('2026-03-01', '2026-03-30')))).toBe('ok');
  });

  test('C5.096 C5.022D C9.013 one record’s audit may be of 180 days, not of 181', async () => {
    const query = new URLSearchParams({ entity: 'user', recordId: C.userId }).toString();
    const id = granted(await create(C, 'One record', { dataSet: 'audit', columns: ['at', 'action'], query }));
    const days = (to: string): RunCriteria => ({ format: 'csv', period: 'days', from: '2026-01-01', to });
    expect(codeOf(await start(C, id, days('2026-06-29')))).toBe('ok');
    expect(refusedFor(await start(C, id, days('2026-06-30')))).toBe('period audit.period.too.long');
  });

  test('C1.029 a grouped report has its line, its groups, its count and its sums as columns', () => {
    const source = reportSource(
      LISTS,
      C,
      defined({ columns: ['merchantName', 'billedAmount'], groups: ['merchantName', 'nonsense'] })
    );
    expect(source && reportColumns(source).map(([name]) => name)).toEqual([
      'reportLine',
      'merchantName',
      'reportCount',
      'billedAmount'
    ]);
  });
});

describe('a file has a password', () => {
  const PASSWORD = 'Höst2026rapport';
  const protectedRun = (format: 'csv' | 'xlsx'): RunCriteria => ({
    format,
    period: 'year',
    isProtected: true,
    password: PASSWORD,
    confirmation: PASSWORD
  });
  const fileOf = async (id: string) => {
    const file = await downloadRun(C, id, ORIGIN);
    return { ...file, bytes: await bytesOf(file?.bytes) };
  };
  beforeEach(() =>
    aTransaction(world.current, account, {
      merchant: 'HARBOUR HOTEL',
      postingDate: now().toISOString().slice(0, 10)
    })
  );

  test('C5.003 CD.66 a spreadsheet is encrypted itself, and opens with the password alone', async () => {
    const { id, run } = await ran(C, 'transactions-detail', protectedRun('xlsx'));
    expect(run).toMatchObject({ status: 'completed', isProtected: true });
    const { name, bytes } = await fileOf(id);
    expect(name).toMatch(/\.xlsx$/);
    // A compound file (ECMA-376, agile encryption), not the package of a plain spreadsheet.
    expect(bytes.subarray(0, 8).toString('hex')).toBe('d0cf11e0a1b11ae1');
    const { sheets } = await readXlsx(bytes, { password: PASSWORD });
    expect(JSON.stringify(sheets[0]?.rows)).toContain('HARBOUR HOTEL');
    expect(JSON.stringify(sheets[1]?.rows)).toContain('Data until');
    await expect(readXlsx(bytes)).rejects.toThrow();
  });

  test('C5.003 CD.66 a CSV file comes in an archive encrypted with AES-256', async () => {
    const { id } = await ran(C, 'transactions-detail', protectedRun('csv'));
    const { name, mediaType, bytes } = await fileOf(id);
    expect([name?.slice(-4), mediaType]).toEqual(['.zip', 'application/zip']);
    const opened = async (password: string) => {
      const [entry] = await new ZipReader(new Uint8ArrayReader(bytes)).getEntries();
      if (!entry || entry.directory) throw new Error('the archive has no file');
      return { entry, text: await entry.getData(new TextWriter(), { password, useWebWorkers: false }) };
    };
    const { entry, text } = await opened(PASSWORD);
    expect(entry).toMatchObject({ encrypted: true, zipCrypto: false, filename: name?.replace(/zip$/, 'csv') });
    expect(text).toContain('HARBOUR HOTEL');
    // The strength in the field of WinZip’s AES: 3 is 256 bits.
    expect(entry.extraFieldAES).toMatchObject({ strength: 3 });
    await expect(opened(`${PASSWORD}x`)).rejects.toThrow();
  });

  test('C5.003 it is sealed until the file is written, then gone, and in no record of what was done', async () => {
    const id = granted(await start(C, 'transactions-detail', protectedRun('csv')));
    const stored = async () =>
      (
        await world.current.query<{ password: Buffer | null }>('SELECT password FROM report_runs WHERE id = $1', [id])
      )[0];
    const { password } = (await stored()) ?? {};
    expect(password?.length).toBe(28 + Buffer.byteLength(PASSWORD));
    expect(password?.includes(PASSWORD)).toBe(false);
    await untilEnded(C, (await seenRun(C, id))?.jobId as string);
    expect(await stored()).toEqual({ password: null });
    const kept = await world.current.query<{ all: string }>(
      "SELECT (SELECT string_agg(j::text, '') FROM jobs j) || (SELECT string_agg(a::text, '') FROM audit_entries a) AS all"
    );
    expect(kept[0]?.all).toContain('Transactions in detail');
    expect(kept[0]?.all).not.toContain(PASSWORD);
  });

  test.each([
    ['C5.003 of 7 characters', { password: 'abcd123', confirmation: 'abcd123' }, 'password report.password.rule'],
    ['C5.081 with one number', { password: 'abcdefg1', confirmation: 'abcdefg1' }, 'password report.password.rule'],
    ['C5.082 with one letter', { password: '1234567a', confirmation: '1234567a' }, 'password report.password.rule'],
    ['C5.083 with a space', { password: 'abcd 1234', confirmation: 'abcd 1234' }, 'password report.password.rule'],
    ['typed in two ways', { password: 'abcd1234', confirmation: 'abcd1235' }, 'confirmation report.password.differs'],
    ['left out', {}, 'password required.field']
  ])('C5.003 C5.081 C5.082 C5.083 one %s is refused', (_, typed, refusal) => {
    const { error } = runSchema.safeParse({ format: 'xlsx', isProtected: true, ...typed });
    expect(error?.issues.map(({ path, message }) => `${path} ${message}`)).toContain(refusal);
  });

  test('a password without the wish for one is not used', async () => {
    const { id } = await ran(C, 'transactions-detail', {
      ...protectedRun('csv'),
      isProtected: false
    });
    expect((await fileOf(id)).bytes.toString()).toContain('HARBOUR HOTEL');
  });

  test('C8.029 a spreadsheet of more cells than can be encrypted is refused with both numbers', () => {
    expect(cellsFault(MOST_PROTECTED_CELLS)).toBeNull();
    expect(cellsFault(MOST_PROTECTED_CELLS + 1)).toEqual({
      code: 'report.protected.large',
      params: { count: 500_001, most: 500_000 }
    });
  });
});
