// DATABASE_URL=… TESSERA_SECRET=… node --expose-gc --import tsx tests/bench/reports.mjs [part …]: reports on a database
// made by `npm run demo:seed -- --size large`, ours and the yardstick in turn: files against bare COPY and the bare
// writer, groups and previews against SQL by hand, sums of a whole issuer, cancelling, and 10,000 schedules that are due
// at once. DUCKDB=<folder of node_modules with @duckdb/node-api> compares with DuckDB as well. It deletes what it adds.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { writeXlsxStream } from 'hucre/xlsx';
import pg from 'pg';
import copyStreams from 'pg-copy-streams';
import settings from '../../lib/access/settings/settings.ts';
import handlers from '../../lib/composition/process/job-handlers.ts';
import declared from '../../lib/composition/process/lists.ts';
import standards from '../../lib/composition/process/standard-reports.ts';
import core from '../../lib/core/database/database.ts';
import clients from '../../lib/core/database/prisma/client.ts';
import cancelling from '../../lib/kit/jobs/cancel-job.ts';
import runs from '../../lib/kit/jobs/job-run.ts';
import working from '../../lib/kit/jobs/work-jobs.ts';
import definitions from '../../lib/kit/reports/definition.ts';
import told from '../../lib/kit/reports/facts.ts';
import reading from '../../lib/kit/reports/read-report.ts';
import sources from '../../lib/kit/reports/report-source.ts';
import firing from '../../lib/kit/reports/schedules/fire-due.ts';
import categorizing from '../../lib/money/transactions/category-sql.ts';
import keeping from '../../lib/money/transactions/sums/keep.ts';

// A process of its own, which fires schedules until it is ended.
if (process.argv[2] === 'worker') {
  await firing.workSchedules();
  process.stdout.write('working\n');
  await new Promise(() => {});
}

const world = await import('./large-world.mjs');
// A file may have a million rows (C8.029): here more.
settings.settingOf('report.rows.file').default = 10_000_000;
const { client, company, issuer, one } = world;
const { LISTS } = declared;
const { Prisma } = clients;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const ROWS = Number(process.env.BENCH_ROWS ?? 2_000_000);
const parts = process.argv.slice(2);
const isWanted = (part) => parts.length === 0 || parts.includes(part);

/** Whoever has a role at a place of the world, as jobs read them again. */
async function desk(role, nodeId) {
  const found = await one(
    `SELECT a.issuer_id AS "issuerId", a.user_id AS "userId", a.id AS "assignmentId", n.path
     FROM assignment_nodes x JOIN assignments a ON (a.issuer_id, a.id) = (x.issuer_id, x.assignment_id) AND a.role = $3
     JOIN nodes n ON (n.issuer_id, n.id) = (x.issuer_id, x.node_id)
     JOIN users u ON (u.issuer_id, u.id) = (a.issuer_id, a.user_id) AND u.status = 'active'
     WHERE x.issuer_id = $1 AND x.node_id = $2 LIMIT 1`,
    [issuer.id, nodeId, role]
  );
  const { path, ...who } = found;
  const principal = {
    ...world.principal(role, { id: nodeId, path, companyId: nodeId }, role === 'I'),
    ...who
  };
  return { principal, kept: { ...who, sessionId: '', brandName: 'tessera', accessor: null } };
}
const C = await desk('C', company.id);
const I = await desk('I', issuer.id);

const sourceOf = ({ principal }, definition) =>
  sources.reportSource(
    LISTS,
    principal,
    definitions.definitionSchema.parse({ dataSet: 'transactions', ...definition })
  );
const figure = (value, digits = 2) => (value === undefined ? '–' : value.toFixed(digits));
const line = (what, ours, best, unit, wanted, more = '') =>
  process.stdout.write(
    `${what}: ${figure(ours)} ${unit}, by hand ${figure(best)} ${unit}, ratio ${figure(ours / best)} (wanted ${wanted})${more}\n`
  );

/** Milliseconds, and the peak of additional memory, of one round of work. */
async function measured(work) {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  const begun = performance.now();
  await work();
  clearInterval(timer);
  return { millis: performance.now() - begun, growth: (most - before) / 1024 ** 2 };
}
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
/**
 * The medians of several works in turn, and the most that each of them grew the process by: in the first round, which warms
 * up, and in the others.
 */
async function inTurn(rounds, ...works) {
  const found = works.map(() => []);
  for (let round = 0; round <= rounds; round++)
    for (const [side, work] of works.entries()) {
      const once = await measured(work);
      found[side].push(once);
    }
  return found.map(([first, ...all]) => ({
    millis: median(all.map(({ millis }) => millis)),
    growth: `+${figure(first.growth, 0)} MB at first, then +${figure(Math.max(...all.map(({ growth }) => growth)), 0)} MB`
  }));
}

const drained = async (stream) => {
  let bytes = 0;
  for await (const chunk of stream) bytes += chunk.length;
  return bytes;
};
const copied = (select) => drained(client.query(copyStreams.to(`COPY (${select}) TO STDOUT (FORMAT csv)`)));

/** A queued run of a report with its job, as its handler takes it. */
async function aRun({ kept, principal }, definition, format) {
  const [runId, jobId] = [randomUUID(), randomUUID()];
  const payload = { runId, principal: kept, locale: 'en_US' };
  const nodeId = principal.scope.subtrees[0].nodeId;
  await client.query(
    `INSERT INTO jobs (issuer_id, id, kind, alone, node_id, owner_user_id, payload, status, attempts)
     VALUES ($1, $2, 'report.run', false, $3, $4, $5, 'processing', 1)`,
    [issuer.id, jobId, nodeId, kept.userId, payload]
  );
  await client.query(
    `INSERT INTO report_runs (issuer_id, id, owner_user_id, scope_nodes, report, name, data_set, criteria, format, job_id,
       created_at, expires_at)
     VALUES ($1, $2, $3, $4, 'bench', 'Bench', $5, $6, $7, $8, now(), now() + interval '30 days')`,
    [issuer.id, runId, kept.userId, [nodeId], definition.dataSet, definition, format, jobId]
  );
  const job = { issuerId: issuer.id, id: jobId, kind: 'report.run', nodeId, ownerUserId: kept.userId, payload };
  return { job, runId };
}
async function forgetRuns() {
  await client.query(`DELETE FROM large_files WHERE id IN (SELECT file_id FROM report_runs WHERE report = 'bench')`);
  const ofBench = "id IN (SELECT job_id FROM report_runs WHERE report = 'bench')";
  await client.query(
    `UPDATE jobs SET status = 'cancelled', finished_at = now() WHERE status IN ('queued', 'processing') AND ${ofBench}`
  );
  await client.query(`DELETE FROM jobs WHERE ${ofBench}`);
  await client.query(`DELETE FROM report_runs WHERE report = 'bench'`);
}
/** Does a run from its count to its sealed file. */
async function ran(who, definition, format) {
  const { job } = await aRun(who, definition, format);
  const outcome = await handlers.jobHandlers['report.run'].does(
    new runs.JobRun(job, {}, 1, new AbortController().signal)
  );
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusal));
}

const COLUMNS = ['postingDate', 'merchantName', 'account', 'type', 'billedAmount', 'amount', 'purpose', 'state'];
const HAND = `SELECT t.posting_date, t.merchant_name, n.name_1, t.type, t.billed_amount, t.billed_currency, t.amount,
    t.currency, t.purpose, t.state
  FROM transactions t JOIN nodes n ON (n.issuer_id, n.id) = (t.issuer_id, t.account_id)`;

/** The first day from which on so many of the newest transactions of an issuer are. */
async function since(rows) {
  const { day, count } = await one(
    `SELECT min(posting_date)::text AS day, count(*)::int AS count FROM (
       SELECT posting_date FROM transactions WHERE issuer_id = $1 ORDER BY posting_date DESC LIMIT ${rows}) newest`,
    [issuer.id]
  );
  return { day, count };
}

async function files() {
  const { day, count } = await since(ROWS);
  const definition = definitions.definitionSchema.parse({
    dataSet: 'transactions',
    columns: COLUMNS,
    query: `postingDate.from=${day}`
  });
  const byHand = `${HAND} WHERE t.issuer_id = '${issuer.id}' AND t.posting_date >= '${day}' ORDER BY t.posting_date DESC, t.id DESC`;
  await client.query("SET work_mem = '64MB'");
  const [csv, copy] = await inTurn(
    ROUNDS,
    () => ran(I, definition, 'csv'),
    () => copied(byHand)
  );
  line(`sealed CSV of ${count} rows`, csv.millis / 1000, copy.millis / 1000, 's', '≤ 1.5', `, memory ${csv.growth}`);
  await forgetRuns();
  const some = await since(ROWS / 4);
  const fewer = { ...definition, query: `postingDate.from=${some.day}` };
  const fewerByHand = byHand.replace(day, some.day);
  const [xlsx, bare] = await inTurn(
    ROUNDS,
    () => ran(I, fewer, 'xlsx'),
    () => bareWriter(fewerByHand)
  );
  line(
    `sealed XLSX of ${some.count} rows`,
    xlsx.millis / 1000,
    bare.millis / 1000,
    's',
    '≤ 1.2',
    `, memory ${xlsx.growth}`
  );
  await forgetRuns();
}

/** The rows of a cursor, written by hucre's own streaming writer. */
async function bareWriter(select) {
  await client.query('BEGIN');
  await client.query(`DECLARE bare NO SCROLL CURSOR FOR ${select}`);
  async function* rows() {
    for (;;) {
      const { rows: some } = await client.query({ text: 'FETCH 2000 FROM bare', rowMode: 'array' });
      for (const row of some)
        yield row.map((value, at) =>
          value instanceof Date ? value.toISOString().slice(0, 10) : at === 4 || at === 6 ? Number(value) : value
        );
      if (some.length < 2000) return;
    }
  }
  const bytes = await drained(
    writeXlsxStream(rows(), { name: 'Bench', columns: COLUMNS.map((header) => ({ header })) })
  );
  await client.query('COMMIT');
  return bytes;
}

/** The whole answer of a report, as its file reads it. */
const wholeReport = ({ principal }, source) =>
  core.transaction(async (tx) => {
    await told.atOneMoment(tx);
    let count = 0;
    for await (const _ of reading.reportRows(tx, principal, source)) count += 1;
    return count;
  }, 600_000);

const YEAR = await one(
  'SELECT (max(posting_date) - 364)::text AS "from", max(posting_date)::text AS "to" FROM transactions'
);
const IN_YEAR = `t.posting_date BETWEEN '${YEAR.from}' AND '${YEAR.to}' AND t.type <> 'payment'`;
const AT_COMPANY = `t.issuer_id = '${issuer.id}' AND t.company_id = '${company.id}'`;
const spent = (more) => ({
  columns: ['billedAmount'],
  query: `spent=true&postingDate.from=${YEAR.from}&postingDate.to=${YEAR.to}`,
  ...more
});
/** Groups by hand: with a subtotal for each outer group and a total, by currency. */
const grouped = (keys, where, from = 'transactions t') => `
  SELECT ${keys.map((key, at) => `${key} AS k${at}`).join(', ')}, t.billed_currency, count(*), sum(t.billed_amount)
  FROM ${from} WHERE ${where}
  GROUP BY GROUPING SETS (${keys.map((_, at) => `(t.billed_currency, ${keys.slice(0, keys.length - at).join(', ')})`).join(', ')}, (t.billed_currency))
  ORDER BY t.billed_currency, ${keys.join(', ')}`;
const MONTH = "to_char(t.posting_date, 'YYYY-MM')";
const REPORTS = [
  ['by merchant', ['merchantName'], ['t.merchant_name'], undefined],
  ['by month and state', ['month', 'state'], [MONTH, 't.state'], undefined],
  [
    'by MCC and merchant',
    ['merchantCategoryCode', 'merchantName'],
    ['t.merchant_category_code', 't.merchant_name'],
    undefined
  ],
  [
    ...['by month and category', ['month', 'category']],
    ...[[MONTH, 'c.category'], 'transactions t LEFT JOIN categories c ON c.code = t.merchant_category_code']
  ]
];

/** The category of each code, which SQL by hand joins. */
async function categories() {
  const { categorySql } = categorizing;
  const { strings, values } = categorySql(Prisma.sql`code.code`);
  const plain = strings.reduce(
    (text, part, at) =>
      text +
      (at > 0
        ? pg.escapeLiteral(
            Array.isArray(values[at - 1])
              ? `{${values[at - 1].map((one) => JSON.stringify(one)).join()}}`
              : String(values[at - 1])
          )
        : '') +
      part,
    ''
  );
  await client.query(`CREATE TEMPORARY TABLE IF NOT EXISTS categories AS
    SELECT code.code::char(4), ${plain} AS category FROM (SELECT lpad(number::text, 4, '0') AS code FROM generate_series(0, 9999) number) code`);
  await client.query('ANALYZE categories');
}

async function groups() {
  await categories();
  for (const [name, keys, byHand, from] of REPORTS) {
    const source = sourceOf(C, spent({ groups: keys }));
    const hand = grouped(byHand, `${AT_COMPANY} AND ${IN_YEAR}`, from);
    const [ours, best] = await inTurn(
      ROUNDS,
      () => wholeReport(C, source),
      () => client.query(hand)
    );
    line(`report of a company ${name}`, ours.millis / 1000, best.millis / 1000, 's', '≤ 1.2');
  }
}

async function preview() {
  await categories();
  const detail = (query) => [
    ...[{ columns: COLUMNS, query }, 'detail'],
    `${HAND} WHERE ${AT_COMPANY} AND ${query
      .split('&')
      .filter(Boolean)
      .map((pair) => {
        const [name, value] = pair.split('=');
        if (name === 'postingDate.from') return `t.posting_date >= '${value}'`;
        if (name === 'billedAmount.from') return `t.billed_amount >= ${value}`;
        return `t.${name} = '${value}'`;
      })
      .concat('TRUE')
      .join(' AND ')} ORDER BY t.posting_date DESC, t.id DESC LIMIT 50`
  ];
  const asked = [
    ...[
      '',
      'state=open',
      'state=approved',
      'type=credit',
      'billedAmount.from=5000',
      `postingDate.from=${YEAR.from}`
    ].map(detail),
    ...REPORTS.map(([name, keys, byHand, from]) => [
      ...[spent({ groups: keys }), `grouped ${name}, a year`],
      `${grouped(byHand, `${AT_COMPANY} AND ${IN_YEAR}`, from)} LIMIT 50`
    ]),
    ...REPORTS.map(([name, keys, byHand, from]) => {
      const day = `${YEAR.to.slice(0, 7)}-01`;
      return [
        { ...spent({ groups: keys }), query: `spent=true&postingDate.from=${day}` },
        ...[
          `grouped ${name}, a month`,
          `${grouped(byHand, `${AT_COMPANY} AND t.posting_date >= '${day}' AND t.type <> 'payment'`, from)} LIMIT 50`
        ]
      ];
    })
  ];
  const all = [];
  for (const [definition, name, byHand] of asked) {
    const source = sourceOf(C, definition);
    const times = [];
    const [ours, best] = await inTurn(
      ROUNDS * 3,
      async () => {
        const begun = performance.now();
        await reading.previewReport(C.principal, source);
        times.push(performance.now() - begun);
      },
      () => client.query(byHand)
    );
    all.push({ name, times: times.slice(1), ratio: ours.millis / best.millis });
    line(`preview, ${name} ${definition.query}`, ours.millis, best.millis, 'ms', '≤ 300 ms or ≤ 2');
  }
  const p95 = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)];
  const missed = all.filter(({ times, ratio }) => p95(times) > 300 && ratio > 2);
  process.stdout.write(
    `previews p95 ${figure(p95(all.filter(({ name }) => !name.includes('a year')).flatMap(({ times }) => times)), 0)} ms without whole years, ${figure(p95(all.flatMap(({ times }) => times)), 0)} ms with; missed: ${missed.map(({ name }) => name).join(', ') || 'none'}\n`
  );
}

/** A source that adds up the rows themselves. */
const fromRows = (source) => ({ ...source, dataSet: { ...source.dataSet, kept: undefined } });

/** Sums of all that an issuer has, of all years, and of all issuers at once: from kept sums, from rows, and by hand. */
async function sums() {
  await categories();
  const begun = performance.now();
  await keeping.keepSums();
  const { kept, changes } = await one(
    'SELECT (SELECT count(*) FROM transaction_sums)::int AS kept, (SELECT count(*) FROM transaction_sum_changes)::int AS changes'
  );
  process.stdout.write(
    `${kept} sums kept, ${changes} changes noted, after ${figure((performance.now() - begun) / 1000, 1)} s of keeping them\n`
  );
  const { rows: roots } = await client.query(
    "SELECT issuer_id AS id, path FROM nodes WHERE kind = 'issuer' ORDER BY 1"
  );
  const everyone = { ...I.principal, scope: world.program.scope };
  everyone.scope = {
    everywhere: false,
    subtrees: roots.map(({ id, path }) => ({ issuerId: id, nodeId: id, path, companyId: null, isIssuer: true }))
  };
  for (const [who, whose, where] of [
    [I, 'an issuer', `t.issuer_id = '${issuer.id}'`],
    [{ principal: everyone }, 'all issuers', 'TRUE']
  ]) {
    const { count } = await one(`SELECT count(*)::int AS count FROM transactions t WHERE ${where}`);
    for (const [name, keys, byHand, from] of [
      REPORTS[1],
      REPORTS[3],
      ['by category code', ['merchantCategoryCode'], ['t.merchant_category_code'], undefined],
      [
        'by company',
        ['company'],
        ['n.name_1'],
        'transactions t JOIN nodes n ON (n.issuer_id, n.id) = (t.issuer_id, t.company_id)'
      ]
    ]) {
      const source = sourceOf(who, { columns: ['billedAmount'], query: 'spent=true', groups: keys });
      const hand = grouped(byHand, `${where} AND t.type <> 'payment'`, from);
      const [ours, rows, best] = await inTurn(
        ROUNDS,
        () => wholeReport(who, source),
        () => wholeReport(who, fromRows(source)),
        () => client.query(hand)
      );
      line(
        `sums of ${whose}, ${count} transactions ${name}`,
        ...[ours.millis / 1000, best.millis / 1000, 's', '≤ 3 s'],
        `; from rows ${figure(rows.millis / 1000)} s, ratio ${figure(rows.millis / best.millis)}`
      );
    }
  }
}

/** COPY out, load into DuckDB, and ask there: what a report on fresh data costs that way. */
async function duckdb() {
  const folder = process.env.DUCKDB;
  if (!folder) return void process.stdout.write('DuckDB: not compared, DUCKDB is not set\n');
  const { DuckDBInstance } = createRequire(join(folder, 'x.js'))('@duckdb/node-api');
  const file = join(folder, 'copied.csv');
  const select = `SELECT t.posting_date, t.merchant_name, t.merchant_category_code, t.type, t.state, t.billed_amount, t.billed_currency
    FROM transactions t WHERE ${AT_COMPANY} AND ${IN_YEAR}`;
  const [name, keys, byHand] = REPORTS[2];
  const source = sourceOf(C, spent({ groups: keys }));
  const [ours, theirs, hand] = await inTurn(
    ROUNDS,
    () => wholeReport(C, source),
    async () => {
      await pipeline(client.query(copyStreams.to(`COPY (${select}) TO STDOUT (FORMAT csv)`)), createWriteStream(file));
      const instance = await DuckDBInstance.create(':memory:');
      const duck = await instance.connect();
      await duck.run(`CREATE TABLE t AS SELECT * FROM read_csv('${file}', header = false, columns = {
        posting_date: 'DATE', merchant_name: 'VARCHAR', merchant_category_code: 'VARCHAR', type: 'VARCHAR', state: 'VARCHAR',
        billed_amount: 'DECIMAL(18,4)', billed_currency: 'VARCHAR' })`);
      await (await duck.runAndReadAll(grouped(byHand, 'TRUE', 't'))).getRows();
      duck.closeSync();
      rmSync(file);
    },
    () => client.query(grouped(byHand, `${AT_COMPANY} AND ${IN_YEAR}`))
  );
  line(
    `report of a company ${name} against COPY, DuckDB`,
    ours.millis / 1000,
    theirs.millis / 1000,
    's',
    '≤ 0.5',
    `; SQL by hand ${figure(hand.millis / 1000)} s`
  );
}

/** From the wish to cancel until the row says so, and until the database has stopped working for it. */
async function cancel() {
  const definition = (more) =>
    definitions.definitionSchema.parse({ dataSet: 'transactions', columns: COLUMNS, query: 'spent=true', ...more });
  const cases = [
    ['CSV', definition({}), 'csv'],
    ['XLSX', definition({}), 'xlsx'],
    ['a grouped CSV', definition({ columns: ['billedAmount'], groups: ['merchantName', 'account'] }), 'csv'],
    ['a grouped XLSX', definition({ columns: ['billedAmount'], groups: ['merchantName', 'account'] }), 'xlsx']
  ];
  const stop = await working.workJobs({ 'report.run': { ...handlers.jobHandlers['report.run'], atOnce: 2 } });
  for (const [name, of, format] of cases)
    for (const after of [300, 3_000]) {
      const { job } = await aRun(I, of, format);
      await pause(after);
      const begun = performance.now();
      const cancelled = await cancelling.cancelJob(I.principal, job.id, {
        requestId: 'bench',
        address: '127.0.0.1',
        userAgent: ''
      });
      const said = performance.now() - begun;
      for (;;) {
        const { busy } = await one(
          `SELECT count(*)::int AS busy FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
             AND state <> 'idle' AND query ILIKE '%transactions t%'`
        );
        if (busy === 0) break;
        await pause(20);
      }
      const stopped = performance.now() - begun;
      process.stdout.write(
        `cancel ${name} after ${after} ms: ${cancelled.ok ? 'says so' : cancelled.refusal.code} after ${figure(said, 0)} ms, the database rests after ${figure(stopped, 0)} ms (wanted ≤ 2000)\n`
      );
    }
  await stop();
  await forgetRuns();
}

/** Ten thousand schedules of one minute, two processes that fire them, one of which is killed. */
async function schedules() {
  const COUNT = Number(process.env.BENCH_SCHEDULES ?? 10_000);
  await client.query("DELETE FROM report_schedules WHERE report = 'transactions-detail' AND brand_name = 'bench'");
  const due = new Date(Math.ceil(Date.now() / 1000) * 1000 + 15_000);
  await client.query(
    `WITH people AS (
       SELECT a.issuer_id, a.user_id, a.id, row_number() OVER () AS number FROM assignments a
       JOIN users u ON (u.issuer_id, u.id) = (a.issuer_id, a.user_id) AND u.status = 'active'
       WHERE a.role IN ('A', 'C') AND a.is_primary LIMIT $2),
     made AS (
       INSERT INTO report_schedules (issuer_id, id, owner_user_id, assignment_id, brand_name, report, format, frequency,
         weekdays, adjustment, time_of_day, time_zone, starts_on, next_at, counted_from, created_at, updated_at)
       SELECT issuer_id, gen_random_uuid(), user_id, id, 'bench', 'transactions-detail', 'csv',
         CASE number % 3 WHEN 0 THEN 'daily' WHEN 1 THEN 'weekdays' ELSE 'last_business_day' END, '{}',
         CASE number % 3 WHEN 1 THEN 'after' ELSE 'none' END, to_char($1::timestamptz AT TIME ZONE 'UTC', 'HH24:MI'), 'UTC',
         ($1::timestamptz)::date, $1, now(), now(), now()
       FROM people RETURNING issuer_id, id, owner_user_id)
     INSERT INTO report_recipients (issuer_id, schedule_id, user_id) SELECT issuer_id, id, owner_user_id FROM made`,
    [due, COUNT]
  );
  const OF_BENCH =
    "FROM report_firings f JOIN report_schedules s ON (s.issuer_id, s.id) = (f.issuer_id, f.schedule_id) WHERE s.brand_name = 'bench'";
  const aWorker = async () => {
    const worker = spawn(process.execPath, ['--import', 'tsx', 'tests/bench/reports.mjs', 'worker'], {
      stdio: ['ignore', 'pipe', 'inherit']
    });
    await once(worker.stdout, 'data');
    return worker;
  };
  const [first, second] = await Promise.all([aWorker(), aWorker()]);
  const fired = async () => (await one(`SELECT count(*)::int AS count ${OF_BENCH}`)).count;
  while ((await fired()) < COUNT / 4) {
    if (Date.now() - due.getTime() > 120_000) throw new Error('nothing was fired');
    await pause(50);
  }
  first.kill('SIGKILL');
  const at = (performance.timeOrigin + performance.now() - due.getTime()) / 1000;
  let last = -1;
  for (let count = await fired(); count !== last || count < COUNT; count = await fired()) {
    last = count;
    await pause(500);
    if (performance.timeOrigin + performance.now() - due.getTime() > 600_000) break;
  }
  const { seconds, firings, times } = await one(
    `SELECT extract(epoch FROM max(f.fired_at) - $1)::float8 AS seconds, count(*)::int AS firings,
       count(DISTINCT f.schedule_id)::int AS times ${OF_BENCH}`,
    [due]
  );
  const { jobs, queued } = await one(
    `SELECT count(*)::int AS jobs, count(DISTINCT j.payload->>'firingId')::int AS queued FROM jobs j
     WHERE j.kind = 'report.delivery' AND (j.payload->>'firingId')::uuid IN (SELECT f.id ${OF_BENCH})`
  );
  process.stdout.write(
    `${COUNT} schedules due at once, one of two workers killed after ${figure(at, 1)} s: all queued after ${figure(seconds, 1)} s (wanted ≤ 60); ${firings} firings of ${times} schedules, ${jobs} jobs of ${queued} firings\n`
  );
  second.kill('SIGTERM');
  await client.query(
    `DELETE FROM jobs j WHERE j.kind = 'report.delivery' AND (j.payload->>'firingId')::uuid IN (SELECT f.id ${OF_BENCH})`
  );
  await client.query("DELETE FROM report_schedules WHERE brand_name = 'bench'");
}

/** The control totals of every standard report over transactions, and sums that nothing of the reports computes. */
async function reconcile() {
  const ALL = {
    'transactions-without-receipt':
      "t.type = 'purchase' AND NOT EXISTS (SELECT 1 FROM attachments x WHERE x.entity = 'transaction' AND (x.issuer_id, x.entity_id) = (t.issuer_id, t.id))",
    'unreviewed-transactions': "t.state = 'open'",
    'transactions-detail': 'TRUE'
  };
  for (const [who, where] of [
    [C, AT_COMPANY],
    [I, `t.issuer_id = '${issuer.id}'`]
  ])
    for (const report of standards.STANDARD_REPORTS.values()) {
      if (report.list !== 'transactions') continue;
      const source = sourceOf(who, { ...definitions.standardDefinition(report), period: null });
      const begun = performance.now();
      const { totals, count } = await core.transaction(async (tx) => {
        const until = await told.atOneMoment(tx);
        return told.reportFacts(tx, who.principal, source, { name: 'x', madeAt: until, until });
      }, 900_000);
      const { rows } = await client.query(
        `SELECT t.billed_currency AS currency, count(*)::int AS count, trim_scale(sum(t.billed_amount))::text AS sum FROM transactions t
         WHERE ${where} AND ${ALL[report.name] ?? "t.type <> 'payment'"} GROUP BY 1 ORDER BY 1`
      );
      const ours = totals
        .filter(({ column }) => column === 'billedAmount')
        .map(({ currency, sum }) => `${currency} ${sum}`);
      const theirs = rows.map(({ currency, sum }) => `${currency} ${sum}`);
      const counted = rows.reduce((sum, row) => sum + row.count, 0);
      const same = ours.join() === theirs.join() && counted === count;
      process.stdout.write(
        `${report.name} of ${who === C ? 'a company' : 'an issuer'}: ${count} rows, ${same ? 'the same to the cent' : `DIFFERS: ${ours} / ${theirs}, ${counted}`}, ${figure((performance.now() - begun) / 1000, 1)} s\n`
      );
    }
}

for (const [name, part] of Object.entries({ files, groups, preview, sums, duckdb, cancel, schedules, reconcile }))
  if (isWanted(name)) await part();
await client.end();
await core.closeDatabase();
