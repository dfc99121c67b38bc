import { randomUUID } from 'node:crypto';
import type { Principal } from '@/lib/access/policy/principal';
import { LISTS } from '@/lib/composition/process/lists';
import { STANDARD_REPORTS } from '@/lib/composition/process/standard-reports';
import { translator } from '@/lib/core/language/texts';
import { listPage } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { definitionSchema } from '@/lib/kit/reports/definition';
import { FORMATS, type ReportFormat } from '@/lib/kit/reports/kept';
import { printedIn } from '@/lib/kit/reports/printed';
import { REPORT_RUNS, seenRun } from '@/lib/kit/reports/runs';
import { changeReport, createReport } from '@/lib/kit/reports/save-report';
import { startRun } from '@/lib/kit/reports/start-run';
import { toldComparison } from '@/lib/kit/reports/told-comparison';
import { untilEnded } from '../support/jobs';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { granted } from '../support/results';
import { aCompany, anAccount, anIssuer, aUserAt, type StructureNode } from '../support/structure';
import { aTransaction, type PlacedTransaction } from '../support/transactions';

const world = useDatabase();
const t = translator('en_US');
let C: Principal;
let company: StructureNode;
let account: StructureNode;
let first: PlacedTransaction;
let report: string;

const FEBRUARY = { period: 'days', from: '2026-02-01', to: '2026-02-28' } as const;
const defined = (more: object = {}) =>
  definitionSchema.parse({ dataSet: 'transactions', columns: ['sourceReference', 'billedAmount', 'state'], ...more });

beforeEach(async () => {
  const issuer = await anIssuer(world.current);
  company = await aCompany(world.current, issuer);
  account = await anAccount(world.current, company);
  C = await aPrincipalAt(world.current, 'C', company);
  first = await aTransaction(world.current, account, { reference: 'F-1', postingDate: '2026-02-03' });
  await aTransaction(world.current, account, { reference: 'F-2', postingDate: '2026-02-28' });
  await aTransaction(world.current, account, { reference: 'M-1', postingDate: '2026-03-01' });
  await world.current.query("UPDATE transactions SET created_at = now() - interval '1 day'");
  report = granted(await createReport(LISTS, C, { name: 'February', definition: defined() }, ORIGIN));
});

async function ran(format: ReportFormat = 'csv', by = C, criteria: object = FEBRUARY, id = report) {
  const wanted = { report: id, criteria: { format, ...criteria } as never, locale: 'en_US' as const };
  const runId = granted(await startRun(LISTS, STANDARD_REPORTS, by, wanted, ORIGIN));
  await untilEnded(by, (await seenRun(by, runId))?.jobId as string);
  const run = await seenRun(by, runId);
  if (run?.status !== 'completed') throw new Error(`the run is ${run?.status}`);
  return run;
}
const told = (run: Awaited<ReturnType<typeof ran>>) => toldComparison(run, t, 'en_US', printedIn('en_US', 'UTC', t));

/** Somebody changes a transaction now. */
async function change({ issuerId, postingDate, id }: PlacedTransaction, by: { id: string } | null) {
  await world.current.query(
    `INSERT INTO transaction_events (issuer_id, posting_date, transaction_id, id, occurred_at, event, actor_user_id)
     VALUES ($1, $2, $3, $4, now(), 'allocated', $5)`,
    [issuerId, postingDate, id, randomUUID(), by?.id ?? null]
  );
}

test('issue 18 C3.081 a second run of a closed period says that it is identical, in every format and in the list', async () => {
  for (const format of FORMATS) {
    const [before, after] = [await ran(format), await ran(format)];
    expect([before.comparison, after.comparison]).toEqual([
      null,
      { runId: before.id, at: before.createdAt.toISOString(), isIdentical: true, before: 2, changed: null }
    ]);
    expect(await told(after)).toMatch(/^Identical to the run of .+\.$/);
  }
  const { rows } = await listPage(C, REPORT_RUNS, readQuery(REPORT_RUNS, { comparison: 'identical' }));
  expect(rows).toHaveLength(FORMATS.length);
});

test('issue 18 C3.081 what changed since is counted and told with who did it', async () => {
  const before = await ran('xlsx');
  const ada = await aUserAt(world.current, 'A', account, { firstName: 'Ada', lastName: 'Berg' });
  await world.current.query("UPDATE transactions SET billed_amount = 7, amount = 7 WHERE source_reference = 'F-1'");
  await change(first, ada);
  await change(first, ada);
  await aTransaction(world.current, account, { reference: 'F-3', postingDate: '2026-02-10' });
  // A change of another month, and one of another company, are no change of it.
  const elsewhere = await anAccount(world.current, await aCompany(world.current, await anIssuer(world.current)));
  await change(await aTransaction(world.current, elsewhere, { postingDate: '2026-02-10' }), null);
  await change(await aTransaction(world.current, account, { postingDate: '2026-03-10' }), null);
  const after = await ran('xlsx');
  expect(after.comparison).toMatchObject({ runId: before.id, isIdentical: false, before: 2 });
  expect(after.comparison?.changed?.count).toBe(2);
  expect(new Set(after.comparison?.changed?.people)).toEqual(
    new Set([
      { userId: ada.id, count: 1 },
      { userId: null, count: 1 }
    ])
  );
  const words = await told(after);
  expect(words).toContain('2 rows then, 3 now. 2 rows of the period were added or changed since: ');
  expect(words).toContain('Ada Berg (1)');
  expect(words).toContain('the bank’s data (1)');
  expect((await ran('xlsx')).comparison).toMatchObject({ runId: after.id, isIdentical: true });
});

test('issue 18 C3.081 only runs of the same person, selection, format and a closed period are compared', async () => {
  const before = await ran();
  expect(before).toMatchObject({ definitionVersion: 1, comparison: null });
  expect(before.dataUntil?.getTime()).toBeGreaterThan(Date.now() - 600_000);
  const D = await aPrincipalAt(world.current, 'C', company);
  const own = granted(await createReport(LISTS, D, { name: 'February', definition: defined() }, ORIGIN));
  expect((await ran('csv', D, FEBRUARY, own)).comparison).toBeNull();
  expect((await ran('xml')).comparison).toBeNull();
  expect((await ran('csv', C, { ...FEBRUARY, to: '2026-02-27' })).comparison).toBeNull();
  for (const open of [{}, { period: 'days', from: '2026-02-01', to: '2999-01-01' }])
    expect([(await ran('csv', C, open)).comparison, (await ran('csv', C, open)).comparison]).toEqual([null, null]);
  // A new name selects the same, another filter doesn't.
  const changed = async (version: number, entry: { name: string; definition: ReturnType<typeof defined> }) =>
    granted(await changeReport(LISTS, C, { id: report, version }, entry, ORIGIN));
  await changed(1, { name: 'The second month', definition: defined() });
  expect(await ran()).toMatchObject({ definitionVersion: 2, comparison: { runId: before.id, isIdentical: true } });
  await changed(2, { name: 'The second month', definition: defined({ query: 'state=open' }) });
  expect((await ran()).comparison).toBeNull();
  // A file with a password differs in its bytes, not in its rows.
  const locked = { ...FEBRUARY, isProtected: true, password: 'Rapport12' };
  const [sealed, again] = [await ran('csv', C, locked), await ran('csv', C, locked)];
  const identical = [sealed, again].map(({ comparison }) => comparison?.isIdentical);
  expect([...identical, sealed.sha256 === again.sha256]).toEqual([true, true, false]);
});
