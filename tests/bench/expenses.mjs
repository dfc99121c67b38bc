// DATABASE_URL=… TESSERA_SECRET=… node --import tsx tests/bench/expenses.mjs: on a demo database that is thrown away
// afterwards. The data of an expense report of 200 charges as its page reads it, against the three statements that read its
// rows; 50 reports approved in one go, against one bare UPDATE of the rows that it touches; and the dry run of a policy
// over a company's transactions, such as people make and where every line is over a limit, against two aggregates over the
// same rows: its rules by hand, and a plain one. The processor's time is read from /proc: Linux, on the database's machine.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import database from '../../lib/core/database/database.ts';
import allowances from '../../lib/money/allowances/rates.ts';
import dry from '../../lib/money/expense-policies/dry-run.ts';
import advances from '../../lib/money/expenses/advances/advances.ts';
import bulk from '../../lib/money/expenses/bulk-actions.ts';
import changing from '../../lib/money/expenses/change-lines.ts';
import deciding from '../../lib/money/expenses/change-report.ts';
import reading from '../../lib/money/expenses/lines.ts';
import making from '../../lib/money/expenses/make-report.ts';
import offering from '../../lib/money/expenses/offered-charges.ts';
import finding from '../../lib/money/expenses/policy-findings.ts';
import seeing from '../../lib/money/expenses/report.ts';
import telling from '../../lib/money/expenses/report-events.ts';
import entering from '../../lib/money/expenses/schema.ts';
import people from '../../prisma/demo/as-user.ts';

const LINES = 200;
const REPORTS = 50;
const EACH = 5;
const SPENT = 100_000;
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const origin = { requestId: 'bench', address: '127.0.0.1', userAgent: 'bench' };
const client = new pg.Client({ connectionString: process.env.OWNER_URL ?? process.env.DATABASE_URL });
await client.connect();
client.on('error', () => {});
await client.query('SET statement_timeout = 0');
const one = async (sql, values) => (await client.query(sql, values)).rows[0];
const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
const spent = async (work) => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};
const say = (text) => process.stdout.write(`${text}\n`);
const done = (result) => {
  if (!result.ok) throw new Error(JSON.stringify(result.refusal));
  return result.value;
};

const owner = await one(
  `SELECT u.issuer_id AS "issuerId", u.id, x.node_id AS account, n.company_id AS company FROM users u
   JOIN assignments a ON (a.issuer_id, a.user_id) = (u.issuer_id, u.id) AND a.is_primary
   JOIN assignment_nodes x ON (x.issuer_id, x.assignment_id) = (a.issuer_id, a.id)
   JOIN nodes n ON (n.issuer_id, n.id) = (x.issuer_id, x.node_id)
   WHERE u.user_id = 'anna.lindqvist' LIMIT 1`
);
const administrator = await one(
  `SELECT u.issuer_id AS "issuerId", u.id FROM users u
   JOIN assignments a ON (a.issuer_id, a.user_id) = (u.issuer_id, u.id) AND a.is_primary AND a.role = 'C'
   JOIN assignment_nodes x ON (x.issuer_id, x.assignment_id) = (a.issuer_id, a.id) AND x.node_id = $2
   WHERE u.issuer_id = $1 AND u.status = 'active' AND a.authority_template_id IS NULL LIMIT 1`,
  [owner.issuerId, owner.company]
);
const { currency } = await one('SELECT currency FROM accounts WHERE issuer_id = $1 AND id = $2', [
  ...[owner.issuerId, owner.account]
]);
const today = new Date().toISOString().slice(0, 10);
const month = today.slice(0, 7);

// What is refused can't be submitted: here every rule only notes.
await client.query(
  `UPDATE setup_records SET data = data || '{"level": "note"}' WHERE issuer_id = $1 AND entity = 'expense-policy-rule' AND owner_id = $2`,
  [owner.issuerId, owner.company]
);

/** So many open charges more, each at a merchant of its own: their ids. */
async function charges(count) {
  const { rows } = await client.query(
    `INSERT INTO transactions (issuer_id, posting_date, id, company_id, account_id, source_reference, type, transaction_date,
       amount, currency, billed_amount, billed_currency, merchant_name, merchant_category_code)
     SELECT $1, $5::date, gen_random_uuid(), $2, $3, gen_random_uuid()::text, 'purchase', $5::date, 4 + n * 0.01, $4,
       4 + n * 0.01, $4, 'Quay ' || left(gen_random_uuid()::text, 8), '5812' FROM generate_series(1, $6::int) n RETURNING id`,
    [owner.issuerId, owner.company, owner.account, currency, today, count]
  );
  return rows.map(({ id }) => id);
}

/** A report with so many charges, explained, that its owner has submitted if `isSubmitted`. */
const reportOf = (principal, count, isSubmitted) =>
  charges(count).then(async (ids) => {
    const entry = entering.reportSchema.parse({
      accountId: owner.account,
      title: `Report ${randomUUID().slice(0, 8)}`,
      purpose: 'Bench',
      firstDay: `${month}-01`,
      lastDay: today
    });
    const id = done(await making.createReport(principal, entry, origin));
    done(await changing.addCharges(principal, id, ids, origin));
    await client.query(
      "UPDATE expense_report_lines SET explanation = 'So it was.' WHERE issuer_id = $1 AND report_id = $2",
      [...[owner.issuerId, id]]
    );
    if (!isSubmitted) return id;
    const { version } = await seeing.seenReport(principal, id);
    done(await deciding.changeReport(principal, id, { event: 'submit', version }, origin));
    return id;
  });

/**
 * One transaction that touches the rows of an approval and does nothing else: reports and charges are updated, and as many
 * rows as it leaves behind are added to the ways of the reports, the histories of the charges, the outbox and the audit.
 */
async function touched(ids) {
  const of = [owner.issuerId, ids];
  const lines = `expense_report_lines l WHERE l.issuer_id = $1 AND l.report_id = ANY($2) AND l.transaction_id IS NOT NULL`;
  await client.query('BEGIN');
  await client.query(`UPDATE expense_reports SET version = version + 1 WHERE issuer_id = $1 AND id = ANY($2)`, of);
  await client.query(
    `UPDATE transactions t SET version = t.version + 1 FROM expense_report_lines l
     WHERE l.issuer_id = $1 AND l.report_id = ANY($2)
       AND (t.issuer_id, t.posting_date, t.id) = (l.issuer_id, l.posting_date, l.transaction_id)`,
    of
  );
  await client.query(
    `INSERT INTO expense_report_events (issuer_id, id, report_id, occurred_at, event, actor_id)
     SELECT $1, gen_random_uuid(), r, now(), 'approve', $3 FROM unnest($2::uuid[]) AS r`,
    [...of, administrator.id]
  );
  await client.query(
    `INSERT INTO transaction_events (issuer_id, posting_date, transaction_id, id, occurred_at, event, actor_user_id, details)
     SELECT l.issuer_id, l.posting_date, l.transaction_id, gen_random_uuid(), now(), 'approve', $3, '{}' FROM ${lines}`,
    [...of, administrator.id]
  );
  await client.query(
    `INSERT INTO outbox (issuer_id, id, topic, payload, available_at, created_at)
     SELECT $1, gen_random_uuid(), 'inbox.notice', decode(repeat('00', 500), 'hex'), now(), now() FROM unnest($2::uuid[])`,
    of
  );
  await client.query(
    `INSERT INTO audit_entries (issuer_id, occurred_at, actor_user_id, action, entity, details, request_id)
     SELECT $1, now(), $3, action, 'expense_report', '{}', 'bench'
     FROM unnest($2::uuid[]), unnest(ARRAY['transaction.approve', 'expense_report.approve']) AS action`,
    [...of, administrator.id]
  );
  // Nothing of it stays, so that the approval finds the reports as they were.
  await client.query('ROLLBACK');
}

await people.asUser(owner, async (principal) => {
  const large = await reportOf(principal, LINES, false);
  await client.query('ANALYZE');

  const page = async () => {
    const report = await seeing.seenReport(principal, large);
    const lines = reading.linesShown(report);
    await Promise.all([
      lines.then((read) => finding.findingsOfReport(report, read)),
      offering.faultsOfCharges(principal, report),
      telling.wayOf(report),
      allowances.allowanceRates(report),
      advances.sharesOf(report),
      advances.advancesFor(report)
    ]);
    if ((await lines).length !== LINES) throw new Error('not all lines');
  };
  const of = [owner.issuerId, large];
  const byHand = async () => {
    await client.query('SELECT r.* FROM expense_reports r WHERE r.issuer_id = $1 AND r.id = $2', of);
    await client.query(
      `SELECT l.*, t.state, t.transaction_date, t.merchant_name, t.merchant_category_code, t.billed_amount, t.purpose,
         EXISTS (SELECT 1 FROM attachments f WHERE f.issuer_id = l.issuer_id AND f.record_id IN (l.transaction_id, l.id)) AS receipt
       FROM expense_report_lines l LEFT JOIN transactions t
         ON (t.issuer_id, t.posting_date, t.id) = (l.issuer_id, l.posting_date, l.transaction_id)
       WHERE l.issuer_id = $1 AND l.report_id = $2 ORDER BY 1`,
      of
    );
    await client.query('SELECT e.* FROM expense_report_events e WHERE e.issuer_id = $1 AND e.report_id = $2', of);
  };
  const [ours, hand] = [[], []];
  for (let round = 0; round < ROUNDS * 4; round += 1) {
    hand.push(await spent(byHand));
    ours.push(await spent(page));
  }
  say(
    `The data of a report of ${LINES} charges: ${median(ours).toFixed(1)} ms, by hand ${median(hand).toFixed(1)} ms, ratio ${(median(ours) / median(hand)).toFixed(2)} (at most 3)`
  );

  const [approved, bare] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const ids = [];
    for (let count = 0; count < REPORTS; count += 1) ids.push(await reportOf(principal, EACH, true));
    await client.query('UPDATE expense_reports SET approver_id = NULL WHERE issuer_id = $1 AND id = ANY($2)', [
      ...[owner.issuerId, ids]
    ]);
    bare.push(await spent(() => touched(ids)));
    await people.asUser(administrator, async (approver) => {
      approved.push(
        await spent(async () => {
          const refused = await database.transaction((tx) =>
            bulk.WAITING_ACTIONS.approve.runAll(tx, approver, ids, origin)
          );
          if (refused.length > 0) throw new Error(JSON.stringify(refused));
        })
      );
    });
  }
  say(
    `${REPORTS} reports of ${EACH} charges approved in one go: ${median(approved).toFixed(0)} ms, the bare UPDATE ${median(bare).toFixed(0)} ms, ratio ${(median(approved) / median(bare)).toFixed(1)} (at most 5)`
  );
});

/**
 * So many charges of all accounts of the company on 90 days, nine of ten with a receipt, at the amounts and merchants that
 * expressions of SQL about `n` say.
 */
async function spread(count, { day, amount, merchant }) {
  const of = [owner.issuerId, owner.company, currency, today, count, owner.id];
  await client.query('SELECT create_transaction_partitions($1::date - 90, $1::date)', [today]);
  await client.query(
    `WITH places AS (
       SELECT array_agg(id ORDER BY id) AS ids FROM nodes WHERE issuer_id = $1 AND company_id = $2 AND kind = 'account'
     ), made AS (
       SELECT n, gen_random_uuid() AS id, gen_random_uuid() AS file, $4::date - ${day} AS day,
         ids[1 + n % cardinality(ids)] AS account, ${amount} AS amount, ${merchant} AS merchant
       FROM generate_series(1, $5::int) AS n, places
     ), spent AS (
       INSERT INTO transactions (issuer_id, posting_date, id, company_id, account_id, source_reference, type, transaction_date,
         amount, currency, billed_amount, billed_currency, merchant_name, merchant_category_code)
       SELECT $1, day, id, $2, account, 'bench ' || id, 'purchase', day, amount, $3, amount, $3, 'Quay ' || merchant, '5812' FROM made
     ), files AS (
       INSERT INTO large_files (issuer_id, id, name, media_type, size, sha256)
       SELECT $1, file, 'r.pdf', 'application/pdf', 1, sha256('x') FROM made WHERE n % 10 > 0
     )
     INSERT INTO attachments (issuer_id, id, entity, record_id, position, file_id, name, media_type, size, sha256, added_by, added_at)
     SELECT $1, gen_random_uuid(), 'transaction', id, 1, file, 'r.pdf', 'application/pdf', 1, sha256('x'), $6, now()
     FROM made WHERE n % 10 > 0`,
    of
  );
}

/** Takes the charges of `spread` away again. */
async function clear() {
  await client.query('SET session_replication_role = replica');
  await client.query(
    `WITH gone AS (DELETE FROM transactions WHERE source_reference LIKE 'bench %' RETURNING id),
       without AS (DELETE FROM attachments WHERE record_id IN (SELECT id FROM gone) RETURNING file_id)
     DELETE FROM large_files WHERE id IN (SELECT file_id FROM without)`
  );
  await client.query('RESET session_replication_role');
}

const PLAIN = `
  SELECT t.account_id, t.merchant_category_code, date_trunc('month', t.transaction_date), count(*),
    sum(t.billed_amount), count(*) FILTER (WHERE t.billed_amount > 20)
  FROM transactions t WHERE t.issuer_id = $1 AND t.company_id = $2 AND t.posting_date >= current_date - 121
    AND t.type IN ('purchase', 'out_of_pocket') GROUP BY 1, 2, 3`;

/** The rules of the demo's policy by hand: of days and of what is repeated how many there are, not which lines are over. */
const BY_HAND = `
  WITH lines AS MATERIALIZED (
    SELECT t.id, t.account_id, t.transaction_date AS date, t.billed_amount AS amount, t.billed_currency AS currency,
      lower(btrim(t.merchant_name)) AS merchant, t.merchant_category_code AS code,
      coalesce(t.reviewed_at::date, current_date) AS claimed,
      CASE WHEN t.billed_currency = 'SEK' THEN t.billed_amount ELSE round(t.billed_amount * r.rate, 2) END AS cost
    FROM transactions t
    LEFT JOIN (VALUES ('EUR', 10.80120773), ('USD', 9.60894172), ('GBP', 13.20077495)) r (currency, rate)
      ON r.currency = t.billed_currency
    WHERE t.issuer_id = $1 AND t.company_id = $2 AND t.posting_date >= current_date - 121
      AND t.transaction_date >= current_date - 90 AND t.type IN ('purchase', 'out_of_pocket') AND t.billed_amount > 0)
  SELECT alone.*,
    (SELECT count(*) FROM (SELECT FROM lines WHERE code IN ('5812', '5814', '5499')
       GROUP BY account_id, date HAVING sum(cost) > 630) d)::int AS days,
    (SELECT coalesce(sum(n - 1), 0) FROM (SELECT count(*) AS n FROM lines WHERE merchant IS NOT NULL
       GROUP BY account_id, merchant, amount, currency HAVING count(*) > 1) d)::int AS repeated
  FROM (
    SELECT count(*)::int AS count, count(*) FILTER (WHERE cost IS NULL)::int AS rate,
      count(*) FILTER (WHERE cost > CASE WHEN code = '7011' OR code BETWEEN '3501' AND '3999' THEN 2625 ELSE 8400 END)::int
        AS line,
      count(*) FILTER (WHERE claimed - date > 60)::int AS age,
      count(*) FILTER (WHERE extract(isodow FROM date) > 5)::int AS weekend,
      count(*) FILTER (WHERE code BETWEEN '7800' AND '7802' OR code = '7995')::int AS category,
      count(*) FILTER (WHERE cost >= CASE WHEN code IN ('5811', '5813') THEN 0 ELSE 250 END AND NOT EXISTS (
        SELECT FROM attachments f WHERE f.issuer_id = $1 AND f.entity = 'transaction' AND f.record_id = lines.id
          AND f.position IS NOT NULL))::int AS receipt
    FROM lines) alone`;

/** What `work` takes: milliseconds by the clock, and of the processor, here and in all connections to the database. */
async function taken(work) {
  const pids = await client.query('SELECT pid FROM pg_stat_activity WHERE datname = current_database()');
  const used = () =>
    pids.rows.reduce(
      (sum, { pid }) => sum + Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6,
      0
    ) +
    process.cpuUsage().user / 1e3;
  const before = used();
  const clock = await spent(work);
  return { clock, processor: used() - before };
}

/** The dry run of the company's policy, against two aggregates over the rows that it looks at. */
async function dryRuns(what) {
  await client.query('VACUUM ANALYZE');
  await client.query("SET work_mem = '64MB'");
  await people.asUser(administrator, async (principal) => {
    const { id } = await one(
      "SELECT id FROM setup_records WHERE issuer_id = $1 AND entity = 'expense-policy' AND owner_id = $2 AND active LIMIT 1",
      [owner.issuerId, owner.company]
    );
    const of = [owner.issuerId, owner.company];
    const [ran, plain, hand] = [[], [], []];
    let run;
    let answer;
    // The first round opens the connection and is not counted.
    for (let round = 0; round <= ROUNDS; round += 1) {
      plain.push(await taken(() => client.query(PLAIN, of)));
      hand.push(await taken(async () => (answer = await one(BY_HAND, of))));
      ran.push(await taken(async () => (run = await dry.dryRun(principal, { issuerId: owner.issuerId, id }))));
    }
    for (const kind of ['rate', 'line', 'age', 'weekend', 'category', 'receipt']) {
      const told = run.results.filter((one) => one.kind === kind).reduce((sum, { count }) => sum + count, 0);
      if (told !== answer[kind] || run.count !== answer.count)
        throw new Error(`${kind}: ${told}, by hand ${answer[kind]}`);
    }
    say(`The dry run of a policy over ${run.count} transactions ${what}, with findings about ${run.found}:`);
    for (const by of ['clock', 'processor']) {
      const [ours, bare, rules] = [ran, plain, hand].map((times) => median(times.slice(1).map((one) => one[by])));
      say(
        `  by the ${by} ${ours.toFixed(0)} ms, its rules by hand ${rules.toFixed(0)} ms, ratio ${(ours / rules).toFixed(2)} (at most 3); the plain aggregate ${bare.toFixed(0)} ms, ratio ${(ours / bare).toFixed(1)}`
      );
    }
  });
}

// With those that are there, so many that all are looked at.
const there = await one(
  `SELECT count(*)::int AS count FROM transactions WHERE issuer_id = $1 AND company_id = $2
     AND transaction_date >= current_date - 90 AND type IN ('purchase', 'out_of_pocket') AND billed_amount > 0`,
  [owner.issuerId, owner.company]
);
const MISSING = SPENT - there.count;
// Seven a day, most at merchants and amounts of their own, each tenth the usual coffee, each hundredth a large one.
await spread(MISSING, {
  day: 'n / cardinality(ids) % 90',
  amount: `CASE WHEN n % 10 = 0 THEN 4.5
    ELSE 4 + abs(hashint4(n) % 2000) * 0.01 * CASE WHEN n % 101 = 0 THEN 50 ELSE 1 END END`,
  merchant: 'CASE WHEN n % 10 = 0 THEN 0 ELSE abs(hashint4(n + 1000000) % 5000) END'
});
await dryRuns('as people make them');
await clear();
// Each person is over the limit on each of the few days, and each charge is alike others.
await spread(MISSING, { day: '(n * 7 % 90)', amount: '4 + (n * 37 % 2000) * 0.01', merchant: 'n % 5000' });
await dryRuns('of many a day at the same places');
await clear();
await charges(MISSING);
await dryRuns('of one person on one day');
await client.end();
process.exit(0);
