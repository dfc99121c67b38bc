import pg from 'pg';
import type { Principal } from '@/lib/access/policy/principal';
import { jobHandlers } from '@/lib/composition/process/job-handlers';
import { LISTS } from '@/lib/composition/process/lists';
import { outboxHandlers } from '@/lib/composition/process/outbox-handlers';
import { STANDARD_REPORTS } from '@/lib/composition/process/standard-reports';
import { closeDatabase } from '@/lib/core/database/database';
import { workOutbox } from '@/lib/core/server/outbox';
import { inboxOf } from '@/lib/kit/inbox/inbox';
import { FORMATS } from '@/lib/kit/reports/kept';
import { fireDue } from '@/lib/kit/reports/schedules/fire-due';
import { createSchedule } from '@/lib/kit/reports/schedules/save-schedule';
import { scheduleSchema } from '@/lib/kit/reports/schedules/schema';
import { startRun } from '@/lib/kit/reports/start-run';
import { type Cluster, startCluster } from '../support/cluster';
import { working } from '../support/jobs';
import { aPile } from '../support/ledger';
import { type Mailbox, startMailbox } from '../support/mailbox';
import { ORIGIN } from '../support/module-world';
import { principalFor } from '../support/principal';
import { granted } from '../support/results';
import { hashCost, TEST_SECRET } from '../support/server';
import { aBrand } from '../support/sign-in';
import { aCompany, anAccount, anIssuer, aUserAt, type PlacedPerson } from '../support/structure';
import { until } from '../support/until';

const COUNT = 10_000;
/** The lock that whoever stores a part of a file waits for. */
const GATE = 4_813;

let cluster: Cluster;
let mailbox: Mailbox;
let carla: PlacedPerson;
let anna: PlacedPerson;
let C: Principal;

beforeAll(async () => {
  cluster = await startCluster({ alone: true });
  mailbox = await startMailbox();
  Object.assign(process.env, {
    DATABASE_URL: cluster.primary.url,
    TESSERA_SECRET: TEST_SECRET,
    TESSERA_MODE: 'development',
    SMTP_URL: mailbox.url,
    PASSWORD_HASH_COST: hashCost(),
    LOG_LEVEL: 'silent'
  });
  await aBrand();
  const company = await aCompany(cluster.primary, await anIssuer(cluster.primary));
  const account = await anAccount(cluster.primary, company);
  await aPile(cluster.primary, account, COUNT);
  carla = await aUserAt(cluster.primary, 'C', company, { firstName: 'Carla', lastName: 'Berg' });
  anna = await aUserAt(cluster.primary, 'A', account, { firstName: 'Anna', lastName: 'Holm' });
  C = await principalFor(cluster.primary, carla);
  await cluster.primary.query(`
    CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_advisory_xact_lock_shared(${GATE}); RETURN NEW; END $$;
    CREATE TRIGGER wait_at_gate BEFORE INSERT ON large_file_parts FOR EACH ROW EXECUTE FUNCTION wait_at_gate()`);
}, 240_000);
afterAll(async () => {
  await closeDatabase();
  await mailbox.close();
  await cluster.stop();
});

/** One row of one column, as often as the database must be asked until it is back. */
const asked = async <T>(sql: string): Promise<T> =>
  until(async () => (await cluster.primary.query<{ value: T }>(sql).catch(() => [null]))[0]).then(
    (row) => (row as { value: T }).value
  );

/** Once all jobs have ended, and nothing is left in the outbox. */
const settled = () =>
  until(async () => {
    // What failed is tried again at once, not after its wait.
    await cluster.primary.query("UPDATE outbox SET available_at = now() WHERE status = 'queued'").catch(() => null);
    return (
      (await asked<number>(
        `SELECT ((SELECT count(*) FROM jobs WHERE status IN ('queued', 'processing'))
           + (SELECT count(*) FROM outbox WHERE status = 'queued'))::int AS value`
      )) === 0
    );
  }, 200);

/** Closes the gate, has work begin, and restarts the database once somebody waits to store a part of a file. */
async function restartedMidway(meanwhile: () => Promise<void> = async () => {}): Promise<void> {
  const gate = new pg.Client({ connectionString: cluster.primary.url });
  gate.on('error', () => {});
  await gate.connect();
  await gate.query(`SELECT pg_advisory_lock(${GATE})`);
  const stopOutbox = await workOutbox(outboxHandlers);
  try {
    await working(jobHandlers, async () => {
      await until(
        async () =>
          (await asked<number>(
            `SELECT count(*)::int AS value FROM pg_locks WHERE locktype = 'advisory' AND objid = ${GATE} AND NOT granted`
          )) > 0
      );
      // As a crash: connections end, and PostgreSQL recovers from its log. The gate's own session goes with it.
      await cluster.tell('restart');
      await meanwhile();
      await settled();
    });
  } finally {
    await stopOutbox();
  }
}

interface Tally {
  runs: number;
  files: number;
  failures: number;
  broken: number;
}
/** Runs, their files and failures, and files that somebody could get beside them. */
const tally = async (): Promise<Tally> => {
  const [row] = await cluster.primary.query<Tally>(
    `SELECT count(*)::int AS runs, count(r.file_id)::int AS files,
       count(*) FILTER (WHERE j.status = 'failed')::int AS failures,
       (SELECT count(*)::int FROM large_files f WHERE f.size IS NULL AND f.expires_at > now() + interval '1 day') AS broken
     FROM report_runs r JOIN jobs j ON (j.issuer_id, j.id) = (r.issuer_id, r.job_id)`
  );
  return row as Tally;
};
const emailOf = ({ id }: PlacedPerson) => asked<string>(`SELECT email AS value FROM users WHERE id = '${id}'`);

test('issue 18 C2.082 a database that crashes and comes back while reports run ends each in one file, told once', async () => {
  for (const format of FORMATS) {
    const criteria = { format, period: 'days', from: '2000-01-01', to: '2100-01-01' } as const;
    // A PDF has too many cells: its failure is clear, and told once too.
    const asking = { report: 'transactions-detail', criteria, locale: 'en_US' } as const;
    granted(await startRun(LISTS, STANDARD_REPORTS, C, asking, ORIGIN));
  }
  await restartedMidway();
  expect(await tally()).toEqual({ runs: 5, files: 4, failures: 1, broken: 0 });
  const told = (await inboxOf(C, { view: 'all' })).map(({ kind }) => kind);
  expect(told).toHaveLength(5);
}, 240_000);

test('issue 18 C2.084 a crash of the database with a dead mail server gives each recipient one file and one mail', async () => {
  for (const table of ['outbox', 'report_runs', 'large_files', 'jobs', 'inbox_notices'])
    await cluster.primary.query(`DELETE FROM ${table}`);
  const entry = scheduleSchema.parse({
    frequency: 'daily',
    time: '07:00',
    timeZone: 'UTC',
    startsOn: '2026-01-01',
    format: 'csv',
    recipients: [carla.userId, anna.userId]
  });
  const schedules = 3;
  for (let left = schedules; left > 0; left--)
    granted(await createSchedule(LISTS, STANDARD_REPORTS, C, { report: 'transactions-detail', entry }, ORIGIN));
  await cluster.primary.query("UPDATE report_schedules SET next_at = now() - interval '1 minute'");
  expect(await fireDue()).toBe(schedules);
  const port = Number(new URL(mailbox.url).port);
  await mailbox.close();
  await restartedMidway(async () => {
    // Every report is finished and told of before a mail can be sent.
    await until(async () => (await tally().catch(() => null))?.files === schedules * 2, 200);
    await until(
      () => asked<boolean>("SELECT count(*) > 0 AS value FROM outbox WHERE topic = 'mail.send' AND attempts > 0"),
      100
    );
    mailbox = await startMailbox({ port });
  });
  expect(await tally()).toEqual({ runs: 6, files: 6, failures: 0, broken: 0 });
  for (const person of [carla, anna]) {
    const address = await emailOf(person);
    expect(mailbox.received.filter(({ recipients }) => recipients.includes(address))).toHaveLength(schedules);
    const inbox = await inboxOf(await principalFor(cluster.primary, person), { view: 'all' });
    expect(inbox.map(({ kind }) => kind)).toEqual(Array.from({ length: schedules }, () => 'report.sent'));
  }
  expect(await asked<number>("SELECT count(*)::int AS value FROM report_deliveries WHERE outcome = 'sent'")).toBe(6);
  expect(await asked<number>("SELECT count(*)::int AS value FROM outbox WHERE status = 'failed'")).toBe(0);
}, 240_000);
