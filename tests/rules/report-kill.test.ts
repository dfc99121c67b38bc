import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import pg from 'pg';
import type { Principal } from '@/lib/access/policy/principal';
import { jobHandlers } from '@/lib/composition/process/job-handlers';
import { LISTS } from '@/lib/composition/process/lists';
import { STANDARD_REPORTS } from '@/lib/composition/process/standard-reports';
import type { ReportFormat } from '@/lib/kit/reports/kept';
import { downloadRun, seenRun } from '@/lib/kit/reports/runs';
import { startRun } from '@/lib/kit/reports/start-run';
import { bytesOf } from '../support/bytes';
import { aWorker, ended, kill, untilEnded, working } from '../support/jobs';
import { aPile } from '../support/ledger';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { granted } from '../support/results';
import { aCompany, anAccount, anIssuer } from '../support/structure';
import { until } from '../support/until';

const world = useDatabase();
const COUNT = 15_000;
/** The lock that whoever stores a part of a file waits for. */
const GATE = 4_812;
let C: Principal;
let gate: pg.Client;

beforeAll(async () => {
  const company = await aCompany(world.current, await anIssuer(world.current));
  C = await aPrincipalAt(world.current, 'C', company);
  await aPile(world.current, await anAccount(world.current, company), COUNT);
  await world.current.query(`
    CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_advisory_xact_lock_shared(${GATE}); RETURN NEW; END $$;
    CREATE TRIGGER wait_at_gate BEFORE INSERT ON large_file_parts FOR EACH ROW EXECUTE FUNCTION wait_at_gate()`);
  gate = new pg.Client({ connectionString: world.current.ownerUrl });
  // The database is dropped before it is closed.
  gate.on('error', () => {});
  await gate.connect();
});
afterAll(() => gate.end());
beforeEach(async () => {
  for (const table of ['outbox', 'report_runs', 'large_files', 'jobs'])
    await world.current.query(`DELETE FROM ${table}`);
});

const started = async (format: ReportFormat) => {
  const criteria = { format, period: 'days', from: '2000-01-01', to: '2100-01-01' } as const;
  const asked = { report: 'transactions-detail', criteria, locale: 'en_US' } as const;
  const id = granted(await startRun(LISTS, STANDARD_REPORTS, C, asked, ORIGIN));
  return { id, jobId: (await seenRun(C, id))?.jobId as string };
};
const fileOf = async (id: string) => bytesOf((await downloadRun(C, id, ORIGIN))?.bytes);
const rowsOf = async (id: string, format: ReportFormat) =>
  format === 'csv'
    ? (parse(await fileOf(id), { bom: true }) as unknown[]).length - 1
    : ((await readXlsx(await fileOf(id))).sheets[0]?.rows.length ?? 0) - 1;

/** Files that somebody can get, notices of an end, and parts of files that broke off and stay longer than a day. */
const tally = async () => {
  const [row] = await world.current.query(
    `SELECT (SELECT count(*)::int FROM report_runs WHERE file_id IS NOT NULL) AS files,
       (SELECT count(*)::int FROM outbox WHERE topic = 'inbox.notice') AS notices,
       (SELECT count(*)::int FROM large_files WHERE size IS NULL AND expires_at > now() + interval '1 day') AS kept`
  );
  return row;
};
/** Once somebody waits for the gate to store a part of a file. */
const midway = () =>
  until(async () => {
    const [row] = await world.current.query<{ waiting: number }>(
      `SELECT count(*)::int AS waiting FROM pg_locks WHERE locktype = 'advisory' AND objid = ${GATE} AND NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
    );
    return (row?.waiting ?? 0) > 0;
  });

test.each(['csv', 'xlsx'] as const)(
  'issue 18 C2.082 a worker that is killed in the middle of a run as %s leaves nothing that anybody can get, and another makes one file',
  async (format) => {
    const { id, jobId } = await started(format);
    await gate.query(`SELECT pg_advisory_lock(${GATE})`);
    const worker = await aWorker();
    await midway();
    await kill(worker);
    expect(await seenRun(C, id)).toMatchObject({ status: 'processing', fileId: null, rows: null });
    expect(await downloadRun(C, id, ORIGIN)).toBeNull();
    await gate.query(`SELECT pg_advisory_unlock(${GATE})`);
    expect(await untilEnded(C, jobId)).toMatchObject({ status: 'completed' });
    expect(await seenRun(C, id)).toMatchObject({ rows: COUNT });
    expect(await tally()).toEqual({ files: 1, notices: 1, kept: 0 });
    expect(await rowsOf(id, format)).toBe(COUNT);
  },
  120_000
);

test.each(['csv', 'xlsx'] as const)(
  'issue 18 C2.082 connections that end in the middle of a run as %s, as by a restart of the database, end in one file',
  async (format) => {
    const { id, jobId } = await started(format);
    await gate.query(`SELECT pg_advisory_lock(${GATE})`);
    const job = await working(jobHandlers, async () => {
      await midway();
      await world.current.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND usename = 'tessera_app'"
      );
      await gate.query(`SELECT pg_advisory_unlock(${GATE})`);
      return until(() => ended(C, jobId).catch(() => null));
    });
    expect(job).toMatchObject({ status: 'completed' });
    expect(await tally()).toEqual({ files: 1, notices: 1, kept: 0 });
    expect(await rowsOf(id, format)).toBe(COUNT);
  },
  120_000
);

test('issue 18 C2.082 a full disk ends a run in one failure that is told once, without a file; the next one makes one', async () => {
  // As PostgreSQL answers when a file of its own can't grow.
  await world.current.query(`
    CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
    CREATE TRIGGER full_disk BEFORE INSERT ON large_file_parts FOR EACH ROW WHEN (NEW.position = 1) EXECUTE FUNCTION full_disk()`);
  const full = await started('csv');
  expect(await untilEnded(C, full.jobId)).toMatchObject({ status: 'failed', refusal: { code: 'job.failed' } });
  expect(await downloadRun(C, full.id, ORIGIN)).toBeNull();
  expect(await tally()).toEqual({ files: 0, notices: 1, kept: 0 });
  expect(await world.current.query('SELECT 1 FROM large_files')).toEqual([]);
  await world.current.query('DROP TRIGGER full_disk ON large_file_parts');
  const next = await started('csv');
  expect(await untilEnded(C, next.jobId)).toMatchObject({ status: 'completed' });
  expect(await tally()).toEqual({ files: 1, notices: 2, kept: 0 });
}, 120_000);
