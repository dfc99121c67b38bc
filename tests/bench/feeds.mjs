// DATABASE_URL=… TESSERA_SECRET=… node --import tsx tests/bench/feeds.mjs: the import of a feed into a database made by
// `npm run demo:seed -- --size large`, as a ratio to a bare COPY of the same rows into the same table, each in turn. With
// BENCH_ALERTS=10000 each round imports once more while so many alerts watch, their evaluation included.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from } from 'pg-copy-streams';
import principals from '../../lib/access/policy/principal.ts';
import copyIn from '../../lib/core/database/copy-in.ts';
import database from '../../lib/core/database/database.ts';
import outbox from '../../lib/core/server/outbox.ts';
import cards from '../../lib/directory/structure/card-number.ts';
import running from '../../lib/kit/jobs/job-run.ts';
import evaluating from '../../lib/money/alerts/evaluate.ts';
import bringing from '../../lib/money/feeds/bring-feed.ts';
import importing from '../../lib/money/feeds/import-feed.ts';
import mapping from '../../lib/money/feeds/mapping.ts';
import mappings from '../../lib/money/feeds/mappings.ts';
import { client, issuer, one, told } from './large-world.mjs';

const ROWS = Number(process.env.BENCH_ROWS || 300_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS || 2);
const ALERTS = Number(process.env.BENCH_ALERTS || 0);
const CARDS = 20_000;
const ORIGIN = { requestId: 'bench', address: '127.0.0.1', userAgent: 'bench' };
const HEADINGS =
  'Card,Reference,Made,Posted,Amount,Currency,Billed,Billed currency,Merchant ID,Merchant,City,Region,Country,MCC,Tax';
const LAYOUT = mapping.layoutSchema.parse({
  format: 'delimited',
  headings: true,
  account: 'card_number',
  fields: {
    cardNumber: ['Card'],
    sourceReference: ['Reference'],
    transactionDate: ['Made'],
    postingDate: ['Posted'],
    amount: ['Amount'],
    currency: ['Currency'],
    billedAmount: ['Billed'],
    billedCurrency: ['Billed currency'],
    merchantId: ['Merchant ID'],
    merchantName: ['Merchant'],
    merchantCity: ['City'],
    merchantRegion: ['Region'],
    merchantCountry: ['Country'],
    merchantCategoryCode: ['MCC'],
    taxAmount: ['Tax']
  },
  trailer: { at: { source: 'Card', is: ['TRAILER'] }, count: 'Reference', net: 'Billed' }
});
const COLUMNS = [
  ...['issuer_id', 'posting_date', 'id', 'company_id', 'account_id', 'source_reference', 'type', 'transaction_date'],
  ...['amount', 'currency', 'billed_amount', 'billed_currency', 'merchant_id', 'merchant_name', 'merchant_city'],
  ...['merchant_region', 'merchant_country', 'merchant_category_code', 'tax_amount', 'tax_code', 'feed_id']
];

const who = await one(
  `SELECT a.id AS "assignmentId", a.user_id AS "userId" FROM assignments a JOIN users u ON u.issuer_id = a.issuer_id AND u.id = a.user_id
   JOIN assignment_nodes x ON x.issuer_id = a.issuer_id AND x.assignment_id = a.id AND x.node_id = a.issuer_id
   WHERE a.issuer_id = $1 AND a.role = 'I' AND u.status = 'active' AND u.deleted_at IS NULL AND a.authority_template_id IS NULL LIMIT 1`,
  [issuer.id]
);
const administrator = await principals.principalAgain({
  ...who,
  issuerId: issuer.id,
  sessionId: '',
  brandName: '',
  accessor: null
});

const { rows: accounts } = await client.query(
  `SELECT a.id, n.company_id, a.currency, a.card_number_encrypted AS sealed FROM accounts a
   JOIN nodes n ON n.issuer_id = a.issuer_id AND n.id = a.id WHERE a.issuer_id = $1 ORDER BY a.id LIMIT ${CARDS}`,
  [issuer.id]
);
for (const account of accounts) account.number = cards.readCardNumber(issuer.id, account.id, account.sealed);

/** The rows of one round, spread over the last two months. */
const rowOf = (tag, row) => {
  const account = accounts[(row * 7919) % accounts.length];
  const day = new Date(Date.now() - ((row * 31) % 45) * 86_400_000).toISOString().slice(0, 10);
  const amount = `${(row * 37) % 5000}.00`;
  return { account, day, amount, reference: `BENCH-${tag}-${row}` };
};

function* file(tag) {
  yield `${HEADINGS}\n`;
  let text = '';
  let sum = 0;
  for (let row = 0; row < ROWS; row++) {
    const { account, day, amount, reference } = rowOf(tag, row);
    sum += Number(amount);
    text += `${account.number},${reference},${day},${day},${amount},${account.currency},${amount},${account.currency},97717597392${row % 1000},Harbour Hotel ${row % 500},Hamburg,HH,DE,7011,0\n`;
    if (text.length > 262_144) {
      yield text;
      text = '';
    }
  }
  yield `${text}TRAILER,${ROWS},,,,,${sum}.00,,,,,,,,\n`;
}

async function* bytes(tag) {
  for (const text of file(tag)) yield Buffer.from(text);
}

/** Uploads the file and imports it by a job; returns the milliseconds and the peak memory. */
async function imported(tag, mappingId) {
  const brought = await bringing.bringFeed(
    administrator,
    { mappingId, source: 'upload', name: `${tag}.csv`, chunks: bytes(tag) },
    ORIGIN
  );
  if (!brought.ok) throw new Error(JSON.stringify(brought.refusal));
  const { rows } = await client.query(
    "UPDATE jobs SET status = 'processing', attempts = 1 WHERE issuer_id = $1 AND payload ->> 'feedId' = $2 RETURNING *",
    [issuer.id, brought.value]
  );
  const [job] = rows;
  const kept = {
    issuerId: issuer.id,
    id: job.id,
    kind: job.kind,
    nodeId: job.node_id,
    ownerUserId: job.owner_user_id,
    payload: job.payload
  };
  global.gc?.();
  const before = process.memoryUsage().rss;
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 50);
  const begun = performance.now();
  const result = await importing.importFeed(new running.JobRun(kept, {}, 1, new AbortController().signal));
  const spent = performance.now() - begun;
  clearInterval(watch);
  if (!result.ok) throw new Error(JSON.stringify(result.refusal));
  await client.query("UPDATE jobs SET status = 'completed', finished_at = now() WHERE id = $1", [job.id]);
  const booked = await client.query(
    "SELECT sum(rows)::integer AS rows FROM feed_totals WHERE feed_id = $1 AND outcome = 'booked'",
    [brought.value]
  );
  if (booked.rows[0]?.rows !== ROWS) throw new Error(`booked ${booked.rows[0]?.rows} of ${ROWS}`);
  return { spent, most: (most - before) / 1024 ** 2, feedId: brought.value };
}

/** The same prepared rows by COPY alone. */
async function bareCopy(tag) {
  const feedId = randomUUID();
  const lines = [];
  for (let row = 0; row < ROWS; row++) {
    const { account, day, amount, reference } = rowOf(tag, row);
    lines.push(
      copyIn.copyLine([
        ...[issuer.id, day, randomUUID(), account.company_id, account.id, reference, 'purchase', day],
        ...[
          amount,
          account.currency,
          amount,
          account.currency,
          `97717597392${row % 1000}`,
          `Harbour Hotel ${row % 500}`
        ],
        ...['Hamburg', 'HH', 'DE', '7011', null, null, feedId]
      ])
    );
  }
  const blocks = [];
  for (let at = 0; at < lines.length; at += 2_000) blocks.push(`${lines.slice(at, at + 2_000).join('\n')}\n`);
  const begun = performance.now();
  await client.query('BEGIN');
  await pipeline(Readable.from(blocks), client.query(from(`COPY transactions (${COLUMNS.join(', ')}) FROM STDIN`)));
  await client.query('COMMIT');
  return performance.now() - begun;
}

const forget = async () => {
  await client.query(
    "DELETE FROM transactions WHERE issuer_id = $1 AND source_reference LIKE 'BENCH-%' AND posting_date > current_date - 60",
    [issuer.id]
  );
  await client.query('VACUUM transaction_references');
};

/** Alerts of the administrator, half about single charges of a company and half about monthly totals of a card; few fire. */
const watch = () =>
  client.query(
    `WITH places AS (
       SELECT id, kind, row_number() OVER (PARTITION BY kind ORDER BY id) AS at, count(*) OVER (PARTITION BY kind) AS many
       FROM nodes WHERE issuer_id = $1 AND kind IN ('company', 'account')
     ), made AS (
       INSERT INTO spending_alerts (issuer_id, id, owner_user_id, assignment_id, brand_name, name, node_id, created_at, updated_at)
       SELECT $1::uuid, gen_random_uuid(), $2::uuid, $3::uuid, 'bench', 'Bench ' || n, p.id, now(), now()
       FROM generate_series(1, $4::int) n
       JOIN places p ON p.kind = CASE WHEN n % 2 = 0 THEN 'company' ELSE 'account' END::node_kind AND p.at = n % p.many + 1
       RETURNING issuer_id, id, node_id
     )
     INSERT INTO spending_alert_rules (issuer_id, id, alert_id, measure, amount, currency, period, early, categories, since)
     SELECT m.issuer_id, gen_random_uuid(), m.id, CASE WHEN p.kind = 'company' THEN 'charge' ELSE 'card_total' END, 999999,
       'EUR', CASE WHEN p.kind = 'account' THEN 'month' END, false, '{}', now()
     FROM made m JOIN places p ON p.id = m.node_id`,
    [issuer.id, who.userId, who.assignmentId, ALERTS]
  );
const unwatch = () =>
  client.query("DELETE FROM spending_alerts WHERE issuer_id = $1 AND brand_name = 'bench'", [issuer.id]);

/** Imports while the alerts watch, and has them look at what was booked; returns the milliseconds of both. */
async function watched(tag, mappingId) {
  await watch();
  await client.query("DELETE FROM outbox WHERE status = 'queued'");
  const { spent } = await imported(tag, mappingId);
  await client.query("DELETE FROM outbox WHERE status = 'queued' AND topic <> 'alerts.booked'");
  const begun = performance.now();
  while (await outbox.workOnce({ 'alerts.booked': evaluating.evaluateBooked, 'alerts.tell': async () => {} }));
  const { rows } = await client.query(
    "SELECT 1 FROM outbox WHERE topic = 'alerts.booked' AND status <> 'sent' LIMIT 1"
  );
  if (rows.length > 0) throw new Error('alerts did not look at what was booked');
  const evaluated = performance.now() - begun;
  await unwatch();
  return spent + evaluated;
}

const run = randomUUID().slice(0, 8);
const made = await mappings.createMapping(
  administrator,
  { name: `Bench ${run}`, layout: LAYOUT, active: true },
  ORIGIN
);
if (!made.ok) throw new Error(JSON.stringify(made.refusal));
const [bare, whole, memory, alert] = [[], [], [], []];
await forget();
for (let round = 0; round < ROUNDS; round++) {
  bare.push(await bareCopy(`c${run}${round}`));
  await forget();
  const { spent, most } = await imported(`f${run}${round}`, made.value);
  whole.push(spent);
  memory.push(most);
  await forget();
  if (ALERTS > 0) {
    alert.push(await watched(`a${run}${round}`, made.value));
    await forget();
  }
}
process.stdout.write(
  `${ROWS} rows: import ${whole.map((ms) => (ms / 1000).toFixed(1)).join(', ')} s, bare COPY ${bare.map((ms) => (ms / 1000).toFixed(1)).join(', ')} s, ${Math.max(...memory).toFixed(0)} MB more at most\n`
);
if (ALERTS > 0)
  process.stdout.write(
    `with ${ALERTS} alerts ${alert.map((ms) => (ms / 1000).toFixed(1)).join(', ')} s: ${(Math.min(...alert) / Math.min(...whole)).toFixed(2)} times the import without them\n`
  );
told('import of a feed, against a bare COPY of the same rows', Math.min(...whole), Math.min(...bare), 3);
await mappings.deleteMapping(administrator, made.value, ORIGIN);
await client.query("DELETE FROM feeds WHERE issuer_id = $1 AND mapping_name LIKE 'Bench %'", [issuer.id]);
await database.closeDatabase();
await client.end();
