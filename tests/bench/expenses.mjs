// DATABASE_URL=… TESSERA_SECRET=… node --import tsx tests/bench/expenses.mjs: on a demo database that is thrown away
// afterwards. The data of an expense report of 200 charges as its page reads it, against the three statements that read its
// rows; 50 reports approved in one go, against one bare UPDATE of the rows that it touches; and the dry run of a policy
// over a company's transactions, such as people make and where every rule finds something, against one aggregate over the
// same rows.
import { randomUUID } from 'node:crypto';
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
    const lines = reading.linesOf(report);
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
 * So many charges of a company as people make them: of all its accounts, on 90 days, most below the limits, nine of ten
 * with a receipt.
 */
async function spread(count) {
  const of = [owner.issuerId, owner.company, currency, today, count, owner.id];
  await client.query('SELECT create_transaction_partitions($1::date - 90, $1::date)', [today]);
  await client.query(
    `WITH places AS (
       SELECT array_agg(id ORDER BY id) AS ids FROM nodes WHERE issuer_id = $1 AND company_id = $2 AND kind = 'account'
     ), made AS (
       SELECT n, gen_random_uuid() AS id, gen_random_uuid() AS file, $4::date - (n * 7 % 90) AS day,
         ids[1 + n % cardinality(ids)] AS account, 4 + (n * 37 % 2000) * 0.01 AS amount
       FROM generate_series(1, $5::int) AS n, places
     ), spent AS (
       INSERT INTO transactions (issuer_id, posting_date, id, company_id, account_id, source_reference, type, transaction_date,
         amount, currency, billed_amount, billed_currency, merchant_name, merchant_category_code)
       SELECT $1, day, id, $2, account, id::text, 'purchase', day, amount, $3, amount, $3, 'Quay ' || n % 5000, '5812' FROM made
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

/** The dry run of the company's policy, against one aggregate over the rows that it looks at. */
async function dryRuns(what) {
  await client.query('ANALYZE');
  await people.asUser(administrator, async (principal) => {
    const { id } = await one(
      "SELECT id FROM setup_records WHERE issuer_id = $1 AND entity = 'expense-policy' AND owner_id = $2 AND active LIMIT 1",
      [owner.issuerId, owner.company]
    );
    const [ran, hand] = [[], []];
    let run;
    for (let round = 0; round < ROUNDS; round += 1) {
      hand.push(
        await spent(() =>
          client.query(
            `SELECT t.account_id, t.merchant_category_code, date_trunc('month', t.transaction_date), count(*),
               sum(t.billed_amount), count(*) FILTER (WHERE t.billed_amount > 20)
             FROM transactions t WHERE t.issuer_id = $1 AND t.company_id = $2 AND t.posting_date >= current_date - 121
               AND t.type IN ('purchase', 'out_of_pocket') GROUP BY 1, 2, 3`,
            [owner.issuerId, owner.company]
          )
        )
      );
      ran.push(
        await spent(async () => {
          run = await dry.dryRun(principal, { issuerId: owner.issuerId, id });
        })
      );
    }
    say(
      `The dry run of a policy over ${run.count} transactions ${what}, with findings about ${run.found}: ${median(ran).toFixed(0)} ms, the aggregate ${median(hand).toFixed(0)} ms, ratio ${(median(ran) / median(hand)).toFixed(1)} (at most 3)`
    );
  });
}

// With those that are there, so many that all are looked at.
const there = await one(
  `SELECT count(*)::int AS count FROM transactions WHERE issuer_id = $1 AND company_id = $2
     AND transaction_date >= current_date - 90`,
  [owner.issuerId, owner.company]
);
await spread(SPENT - there.count);
await dryRuns('as people make them');
await charges(SPENT);
await dryRuns('of one person on one day');
await client.end();
process.exit(0);
