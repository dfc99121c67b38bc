// DATABASE_URL=… TESSERA_SECRET=… node --import tsx tests/bench/statements.mjs: on a demo database that is thrown away
// afterwards. Fills one company with 200,000 accounts and 2,000,000 transactions, then closes their statements as the
// chore does, against the one aggregate that adds up the same.
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import closing from '../../lib/money/payments/statements/close-statements.ts';

const ACCOUNTS = 200_000;
const EACH = 10;
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const client = new pg.Client({ connectionString: process.env.OWNER_URL ?? process.env.DATABASE_URL });
await client.connect();
client.on('error', () => {});
await client.query('SET statement_timeout = 0');
const one = async (sql, values) => (await client.query(sql, values)).rows[0];
const model = await one(
  `SELECT a.issuer_id AS issuer, a.id, n.company_id AS company FROM accounts a
   JOIN nodes n ON (n.issuer_id, n.id) = (a.issuer_id, a.id) LIMIT 1`
);
const values = [model.issuer, model.id];

// Rows are copies of one account: what the triggers would work out stands in them already.
await client.query('SET session_replication_role = replica');
async function copied(table, changed) {
  const { columns } = await one(
    `SELECT string_agg(column_name, ', ') AS columns FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 AND is_generated = 'NEVER'`,
    [table]
  );
  await client.query(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM (
       SELECT (jsonb_populate_record(m, jsonb_build_object(${changed}))).* FROM ${table} m JOIN filled f ON TRUE
       WHERE m.issuer_id = $1 AND m.id = $2) AS copies`,
    values
  );
}
const { isFilled } = await one('SELECT to_regclass(\'filled\') IS NOT NULL AS "isFilled"');
if (!isFilled) {
  await client.query(
    `CREATE TABLE filled AS SELECT gen_random_uuid() AS id, lpad(to_hex(g + 1000000), 8, '0') AS label FROM generate_series(1, ${ACCOUNTS}) g`
  );
  await copied('nodes', `'id', f.id, 'path', left(m.path, -8) || f.label`);
  await copied('accounts', `'id', f.id, 'card_number_hash', '\\x' || encode(sha256(f.id::text::bytea), 'hex')`);
  await client.query("SELECT create_transaction_partitions('2026-01-01', '2026-03-31')");
  await client.query(
    `INSERT INTO transactions (issuer_id, posting_date, id, company_id, account_id, source_reference, type, transaction_date,
       amount, currency, billed_amount, billed_currency, merchant_id, merchant_name, merchant_category_code, merchant_country)
     SELECT $1, d.day, gen_random_uuid(), $2, f.id, gen_random_uuid()::text, d.type::transaction_type, d.day, d.amount, 'EUR',
       d.amount, 'EUR', '1', 'Harbour Hotel', '7011', 'SE'
     FROM filled f CROSS JOIN LATERAL (SELECT date '2026-01-01' + (g * 8 + length(f.label)) % 85 AS day,
       CASE WHEN g = 1 THEN 'payment' ELSE 'purchase' END AS type, CASE WHEN g = 1 THEN -50.25 ELSE 12.34 END AS amount
       FROM generate_series(1, ${EACH}) g) d`,
    [model.issuer, model.company]
  );
}
await client.query('RESET session_replication_role');
await client.query('ANALYZE');

const spent = async (work) => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};
const median = (times) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)];
const [ours, hand, bare] = [[], [], []];
for (let round = 0; round < ROUNDS; round += 1) {
  await client.query('TRUNCATE account_statements, statement_closings CASCADE');
  hand.push(
    await spent(() =>
      client.query(
        `CREATE TEMPORARY TABLE by_hand AS SELECT t.account_id, sum(t.billed_amount) AS owed,
           -sum(t.billed_amount) FILTER (WHERE t.type = 'payment') AS paid
         FROM transactions t WHERE t.issuer_id = $1 GROUP BY t.account_id`,
        [model.issuer]
      )
    )
  );
  await client.query('DROP TABLE by_hand');
  ours.push(await spent(() => closing.closeStatements()));
  // The same rows, put there without being worked out: with the constraints and indexes that a statement has.
  await client.query('CREATE TEMPORARY TABLE kept AS SELECT * FROM account_statements');
  await client.query('TRUNCATE account_statements CASCADE');
  bare.push(await spent(() => client.query('INSERT INTO account_statements SELECT * FROM kept')));
  await client.query('DROP TABLE kept');
}
const { made, off } = await one(
  `SELECT count(*)::int AS made, (SELECT count(*)::int FROM account_statements s JOIN filled f ON f.id = s.account_id
     WHERE s.closing <> (SELECT sum(t.billed_amount) FROM transactions t WHERE t.issuer_id = s.issuer_id AND t.account_id = s.account_id
       AND t.posting_date <= s.closed_on)) AS off FROM account_statements`
);
const [took, least, rows] = [median(ours), median(hand), median(bare)];
process.stdout.write(
  `${made} statements, ${off} that don't agree: ${(took / 1000).toFixed(1)} s, the aggregate ${(least / 1000).toFixed(1)} s, ratio ${(took / least).toFixed(2)} (at most 3); the bare INSERT of the rows ${(rows / 1000).toFixed(1)} s, against both ${(took / (least + rows)).toFixed(2)}\n`
);
await client.end();
process.exit(0);
