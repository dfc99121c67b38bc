// DATABASE_URL=… TESSERA_SECRET=… node --expose-gc --import tsx tests/bench/exports.mjs: exports on a database made by
// `npm run demo:seed -- --size large`: a list as CSV against COPY of the same select, in turn, and an export to a ledger
// against the same statements by hand; the memory that each takes. What the ledger's exports write is undone.
import pg from 'pg';
import copyStreams from 'pg-copy-streams';
import principals from '../../lib/access/policy/principal.ts';
import core from '../../lib/core/database/database.ts';
import texts from '../../lib/core/language/texts.ts';
import lists from '../../lib/kit/listing/export.ts';
import queries from '../../lib/kit/listing/query.ts';
import handlers from '../../lib/money/ledger/run-export.ts';
import ledger from '../../lib/money/ledger/start-export.ts';
import transactions from '../../lib/money/transactions/listing.ts';
import { client, company, issuer, one, program } from './large-world.mjs';

/** Longer lists are skipped. */
const MOST = Number(process.env.BENCH_ROWS ?? 2_000_000);
/** The rows of a list, and the number of concurrent users. */
const SIZES = [
  [50_000, 1],
  [500_000, 1],
  [2_000_000, 1],
  [50_000, 4],
  [50_000, 16]
].filter(([rows]) => rows <= MOST);
/** Transactions of an export to a ledger. */
const EXPORTED = [25_000, 100_000];
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const t = texts.translator('en_US');
const ORIGIN = { requestId: 'bench', address: '127.0.0.1', userAgent: '' };

/** Reads a stream to its end; returns milliseconds, bytes and the peak of additional memory. */
async function measured(work) {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 20);
  const begun = performance.now();
  const bytes = await work();
  clearInterval(timer);
  return { millis: performance.now() - begun, bytes, growth: (most - before) / 1024 ** 2 };
}
const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

async function compare(name, ours, byHand) {
  const sides = [[], []];
  for (let round = 0; round <= ROUNDS; round++)
    for (const [side, work] of [ours, byHand].entries()) {
      const found = await measured(work);
      if (round > 0) sides[side].push(found);
    }
  const [mine, best] = sides.map((all) => median(all.map(({ millis }) => millis)));
  const growth = Math.max(...sides[0].map((one) => one.growth));
  process.stdout.write(
    `${name}: ${(mine / 1000).toFixed(2)} s for ${(sides[0][0].bytes / 1024 ** 2).toFixed(0)} MB, by hand ${(best / 1000).toFixed(2)} s, ratio ${(mine / best).toFixed(2)} (wanted 2), memory +${growth.toFixed(0)} MB\n`
  );
}

const drained = async (stream) => {
  let bytes = 0;
  for await (const chunk of stream) bytes += chunk.length;
  return bytes;
};
const copied = (select, by = client) => drained(by.query(copyStreams.to(`COPY (${select}) TO STDOUT (FORMAT csv)`)));
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
const copiedByOneOfMany = async (select) => {
  const by = await pool.connect();
  return copied(select, by).finally(() => by.release());
};
/** Runs a number at once; returns the bytes of all. */
const atOnce = async (users, work) =>
  (await Promise.all(Array.from({ length: users }, work))).reduce((sum, bytes) => sum + bytes, 0);

/** A part of a declared list as SQL without parameters, which COPY doesn't accept. */
const plain = ({ strings, values }) =>
  strings.reduce((text, part, at) => text + (at > 0 ? pg.escapeLiteral(String(values[at - 1])) : '') + part, '');
const { columns, from } = transactions.TRANSACTIONS;

/** The newest transactions of an issuer as CSV, by one or several users at once. */
async function compareLists(rows, users) {
  const { day, count } = await one(
    `SELECT min(posting_date)::text AS day, count(*)::int AS count FROM (
       SELECT posting_date FROM transactions WHERE issuer_id = $1 ORDER BY posting_date DESC LIMIT ${rows}) newest`,
    [issuer.id]
  );
  const query = queries.readQuery(transactions.TRANSACTIONS, { 'postingDate.from': day });
  const selected = query.columns.flatMap((name) =>
    [columns[name].sql, columns[name].currency].filter(Boolean).map(plain)
  );
  const byHand = `SELECT ${selected.join(', ')} FROM ${plain(from(program))}
    WHERE t.issuer_id = '${issuer.id}' AND t.posting_date >= '${day}' ORDER BY t.posting_date DESC, t.id DESC`;
  await compare(
    `list of ${count} transactions as CSV, ${users} at once`,
    () =>
      atOnce(users, async () => drained(await lists.exportCsv(program, transactions.TRANSACTIONS, query, t, ORIGIN))),
    () => atOnce(users, () => copiedByOneOfMany(byHand))
  );
}
for (const [rows, users] of SIZES) await compareLists(rows, users);
await pool.end();

/** An administrator of the largest company, who exports all its approved transactions. */
const desk = await one(
  `SELECT n.issuer_id AS "issuerId", a.user_id AS "userId", a.id AS "assignmentId", n.id, n.path
   FROM nodes n JOIN assignment_nodes x ON (x.issuer_id, x.node_id) = (n.issuer_id, n.id)
   JOIN assignments a ON (a.issuer_id, a.id) = (x.issuer_id, x.assignment_id) AND a.role = 'C'
   JOIN users u ON (u.issuer_id, u.id) = (a.issuer_id, a.user_id) AND u.status = 'active'
   WHERE n.issuer_id = $1 AND n.id = $2 LIMIT 1`,
  [issuer.id, company.id]
);
const kept = { ...desk, sessionId: desk.userId, brandName: 'tessera', accessor: null };
const principal = await principals.principalAgain(kept);
/** The newest approved transactions, by the export's job and by the same statements by hand. */
async function compareLedger(rows) {
  const { day, count } = await one(
    `SELECT min(posting_date)::text AS day, count(*)::int AS count FROM (
       SELECT posting_date FROM transactions WHERE issuer_id = $1 AND company_id = $2 AND state = 'approved'
       ORDER BY posting_date DESC LIMIT ${rows}) newest`,
    [desk.issuerId, desk.id]
  );
  const started = await ledger.startExport(
    principal,
    { nodeId: desk.id, from: day, to: '2999-12-31', currency: null, layoutId: 'csv' },
    ORIGIN
  );
  if (!started.ok) throw new Error(JSON.stringify(started.refusal));
  const { payload, ...job } = await one(
    `SELECT j.issuer_id AS "issuerId", j.id, j.kind, j.node_id AS "nodeId", j.owner_user_id AS "ownerUserId", j.payload
     FROM jobs j JOIN ledger_files f ON (f.issuer_id, f.job_id) = (j.issuer_id, j.id) WHERE f.export_id = $1`,
    [started.value]
  );
  await client.query("UPDATE jobs SET status = 'cancelled', finished_at = now() WHERE id = $1", [job.id]);
  const run = {
    // The audit, written last, refuses such an address: so all the work is done, and rolled back.
    job: { ...job, payload: { ...payload, origin: { ...ORIGIN, address: 'none' } } },
    save: async () => {},
    confirm: async () => {}
  };
  const TAKEN = `t.issuer_id = '${desk.issuerId}' AND t.company_id = '${desk.id}' AND t.state = 'approved' AND t.posting_date >= '${day}'`;
  const KEYS = '(t.issuer_id, t.posting_date, t.id) = (k.issuer_id, k.posting_date, k.id)';
  await compare(
    `export of ${count} transactions to a ledger`,
    async () => {
      await handlers.runExport(run).then(
        () => Promise.reject(new Error('nothing was undone')),
        (error) => /inet/.test(error.message) || Promise.reject(error)
      );
      return 0;
    },
    async () => {
      await client.query('BEGIN');
      await client.query('CREATE TEMPORARY TABLE taken (issuer_id uuid, posting_date date, id uuid) ON COMMIT DROP');
      await client.query(`INSERT INTO taken SELECT t.issuer_id, t.posting_date, t.id FROM transactions t
        JOIN nodes n ON (n.issuer_id, n.id) = (t.issuer_id, t.account_id) WHERE ${TAKEN} ORDER BY 1, 2, 3 FOR UPDATE OF t`);
      await client.query('ANALYZE taken');
      const bytes =
        await copied(`SELECT t.posting_date, t.transaction_date, t.source_reference, c.number, n.name_1, a.last_four, t.type,
          t.merchant_name, t.merchant_category_code, coalesce(s.amount, t.billed_amount), t.billed_currency, coalesce(s.tax_amount, t.tax_amount),
          t.tax_code, t.amount, t.currency, s.position, s.codes, s.description, t.purpose, t.customer_code
        FROM taken k JOIN transactions t ON ${KEYS}
          JOIN nodes n ON (n.issuer_id, n.id) = (t.issuer_id, t.account_id) JOIN accounts a ON (a.issuer_id, a.id) = (t.issuer_id, t.account_id)
          JOIN nodes c ON (c.issuer_id, c.id) = (t.issuer_id, t.company_id)
          LEFT JOIN allocations s ON (s.issuer_id, s.posting_date, s.transaction_id) = (t.issuer_id, t.posting_date, t.id)
        ORDER BY t.posting_date, t.id, s.position`);
      await client.query(
        `UPDATE transactions t SET state = 'exported', version = t.version + 1, exported_at = now(), exported_by = $1, exported_in = $2 FROM taken k WHERE ${KEYS}`,
        [desk.userId, started.value]
      );
      await client.query(
        `INSERT INTO transaction_events (issuer_id, posting_date, transaction_id, id, occurred_at, event, actor_user_id, details)
         SELECT issuer_id, posting_date, id, gen_random_uuid(), now(), 'export', $1, $2::jsonb FROM taken`,
        [desk.userId, JSON.stringify({ export: started.value })]
      );
      await client.query('ROLLBACK');
      return bytes;
    }
  );
  await client.query('DELETE FROM ledger_files WHERE export_id = $1', [started.value]);
  await client.query('DELETE FROM ledger_exports WHERE id = $1', [started.value]);
}
for (const rows of EXPORTED) await compareLedger(rows);
await client.end();
await core.closeDatabase();
