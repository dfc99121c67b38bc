// node --import tsx tests/bench/purchasing.mjs: on a PostgreSQL of its own that waits for its disk, as `npm start` runs it (with
// BENCH_FSYNC=off on one that doesn't). The decision of a virtual card with all controls, alone and kept in the database, against one
// bare insert; and a file of 10,000 purchase requests, checked and stored, against the bare COPY of its rows.
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import database from '../../lib/core/database/database.ts';
import { startPostgres } from '../../lib/launch/embedded-postgres.mjs';
import applying from '../../lib/money/batches/apply-batch.ts';
import starting from '../../lib/money/batches/start-batch.ts';
import answering from '../../lib/money/purchasing/authorizations/answer.ts';
import counting from '../../lib/money/purchasing/counters.ts';
import deciding from '../../lib/money/purchasing/decide.ts';
import approving from '../../lib/money/purchasing/decide-request.ts';
import { migrate } from '../../prisma/migrate.mjs';
import worlds from '../support/module-world.ts';
import principals from '../support/principal.ts';
import purchasing from '../support/purchasing.ts';
import setup from '../support/setup.ts';
import signing from '../support/sign-in.ts';
import structure from '../support/structure.ts';

const durable = process.env.BENCH_FSYNC !== 'off';
const folder = mkdtempSync(join(tmpdir(), 'tessera-bench-'));
const postgres = await startPostgres({ folder: join(folder, 'postgres'), durable, say: () => {} });
await migrate({ databaseUrl: postgres.url, applicationUrl: postgres.applicationUrl });
process.env.DATABASE_URL = postgres.applicationUrl;
process.env.TESSERA_SECRET = randomBytes(32).toString('hex');

const DECISIONS = 200_000;
const CARDS = 10_000;
/** The answers that each card gave before. */
const EARLIER = 4;
/** How many ask at the same time. */
const ASKERS = (process.env.BENCH_ASKERS ?? '1,8,32').split(',').map(Number);
const ASKED = Number(process.env.BENCH_ASKED ?? 2_000);
const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 10_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const APPROVERS = 16;
const APPROVALS = 25;
const client = new pg.Client({ connectionString: postgres.url });
await client.connect();
client.on('error', () => {});
await client.query('SET statement_timeout = 0');
const say = (text) => process.stdout.write(`${text}\n`);
const at = (times, share) => times.toSorted((a, b) => a - b)[Math.floor(times.length * share)];
const median = (times) => at(times, 0.5);

/** Every control on, and none that says no. */
const everyDay = (from, to) =>
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((weekday) => ({
    weekday,
    from,
    to
  }));
const CONTROLS = {
  currency: 'NOK',
  timeZone: 'Europe/Oslo',
  velocities: ['daily', 'weekly', 'monthly', 'quarterly', 'yearly'].map((period) => ({
    period,
    amount: '1000000.00',
    count: 100_000
  })),
  aging: { amount: '1000000.00', days: 7 },
  transactionLimit: { amount: '500.00', count: 100_000 },
  amountRange: { min: '1.00', max: '500.00' },
  exactAmounts: { bands: [{ from: '9.00', to: '11.00' }], once: false },
  timeOfDay: everyDay('00:00', '24:00'),
  curfew: everyDay('00:00', '00:00'),
  validity: { from: '2020-01-01', to: '2040-12-31' },
  merchantName: { match: 'starts', names: ['NORDLYS'] },
  travel: ['lodging'],
  purchaseType: { name: 'Hotels', codes: ['7011'] },
  merchant: { id: 'NORDLYSHOTELL01', acquirerId: null }
};
const asked = () => ({
  at: new Date(),
  kind: 'purchase',
  amount: '10.00',
  currency: 'NOK',
  merchantName: 'NORDLYS HOTELL BERGEN',
  merchantId: 'NORDLYSHOTELL01',
  acquirerId: null,
  category: '7011'
});

// The stateless half.
{
  const counters = counting.unused(CONTROLS);
  const times = [];
  let approved = 0;
  for (let one = 0; one < DECISIONS + 20_000; one += 1) {
    const authorization = asked();
    const begun = performance.now();
    const decision = deciding.decide(CONTROLS, counters, authorization);
    const took = performance.now() - begun;
    approved += decision.approved ? 1 : 0;
    if (one >= 20_000) times.push(took * 1000);
  }
  if (approved !== DECISIONS + 20_000) throw new Error('a control said no');
  say(
    `The stateless half with all controls: p50 ${at(times, 0.5).toFixed(1)} µs, p99 ${at(times, 0.99).toFixed(1)} µs (at most 10), p99.9 ${at(times, 0.999).toFixed(1)} µs`
  );
}

// The whole decision: each of some askers asks one of many cards after the other.
await client.query('SET session_replication_role = replica');
const issuer = randomUUID();
await client.query("INSERT INTO issuers (id, number, name) VALUES ($1, 'BENCH', 'Bench')", [issuer]);
await client.query(
  `CREATE TABLE filled AS SELECT gen_random_uuid() AS request, gen_random_uuid() AS card, g FROM generate_series(1, ${CARDS}) g`
);
await client.query(
  `INSERT INTO purchase_requests (issuer_id, id, company_id, node_id, number, requester_id, state, type_id, template_id, supplier_id,
     currency, total, purchase_limit, terms, created_at, submitted_at)
   SELECT $1, f.request, $1, $1, f.g, $1, 'approved', $1, $1, $1, 'NOK', 100, 500, '{}', now(), now() FROM filled f`,
  [issuer]
);
await client.query(
  `INSERT INTO virtual_cards (issuer_id, id, request_id, processor, processor_card, last_four, expiry, controls, issued_at)
   SELECT $1, f.card, f.request, 'stripe', f.card, '1234', '01/40', $2, now()
   FROM filled f`,
  [issuer, CONTROLS]
);
// What the cards answered before, of which the half was booked.
await client.query(
  `INSERT INTO authorization_activity (issuer_id, id, card_id, turn, reference, kind, asked_at, amount, currency, merchant_name,
     merchant_id, category, answer, failures)
   SELECT $1, gen_random_uuid(), f.card, t, f.card || '/' || t, 'purchase', now() - interval '40 days' + t * interval '5 days', 10,
     'NOK', 'NORDLYS HOTELL BERGEN', 'NORDLYSHOTELL01', '7011', 'approved', '[]'
   FROM filled f, generate_series(1, ${EARLIER}) t`,
  [issuer]
);
await client.query(
  `INSERT INTO clearings (issuer_id, id, card_id, authorization_id, reference, amount, currency, merchant_name, final, cleared_at)
   SELECT issuer_id, gen_random_uuid(), card_id, id, 'c/' || reference, amount, currency, merchant_name, true, asked_at
   FROM authorization_activity WHERE turn <= ${EARLIER / 2}`
);
await client.query(
  'CREATE TABLE bare_inserts (id uuid PRIMARY KEY, at timestamptz NOT NULL, amount numeric NOT NULL, says text NOT NULL)'
);
await client.query(
  `INSERT INTO bare_inserts SELECT gen_random_uuid(), now(), 10, 'approved' FROM generate_series(1, ${CARDS * EARLIER})`
);
await client.query('RESET session_replication_role');
await client.query('GRANT INSERT ON bare_inserts TO PUBLIC');
await client.query('VACUUM ANALYZE');
const cards = (await client.query('SELECT card FROM filled')).rows.map(({ card }) => card);

/** What many askers need for one piece of work each, in milliseconds, and how many they do in a second. */
async function measured(askers, work) {
  const times = [];
  // One alone waits for the disk each time.
  let left = askers === 1 ? ASKED / 4 : ASKED;
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: askers }, async () => {
      while (left > 0) {
        left -= 1;
        const one = performance.now();
        await work();
        times.push(performance.now() - one);
      }
    })
  );
  return { rate: (times.length / (performance.now() - begun)) * 1000, p99: at(times, 0.99), p50: at(times, 0.5) };
}
let next = 0;
const decision = async () => {
  next += 1;
  const at = { issuerId: issuer, processor: 'stripe', card: cards[next % cards.length] };
  const answer = await answering.answerAsked({ ...at, asked: { reference: randomUUID(), ...asked() } });
  if (!answer?.approved) throw new Error(`declined: ${JSON.stringify(answer)}`);
};
const insert = () =>
  database.databasePool().query({
    name: 'bare',
    text: 'INSERT INTO bare_inserts VALUES ($1, now(), 10, $2)',
    values: [randomUUID(), 'approved']
  });
let kept = 0;
/** The row that an answer is, kept without a decision. */
const insertOfRow = () => {
  kept += 1;
  const card = cards[cards.length - 1 - (kept % cards.length)];
  return database.databasePool().query({
    name: 'row',
    text: `INSERT INTO authorization_activity (issuer_id, id, card_id, turn, reference, kind, asked_at, amount, currency,
        merchant_name, merchant_id, category, answer, failures)
      VALUES ($1, $2, $3, $4, $5, 'purchase', now(), 10, 'NOK', 'NORDLYS HOTELL BERGEN', 'NORDLYSHOTELL01', '7011',
        'approved', '[]')`,
    values: [issuer, randomUUID(), card, 1_000_000 + kept, randomUUID()]
  });
};
for (const askers of ASKERS) {
  const [ours, bare, rows] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    bare.push(await measured(askers, insert));
    ours.push(await measured(askers, decision));
    rows.push(await measured(askers, insertOfRow));
  }
  const of = (all, name) => median(all.map((one) => one[name]));
  // Of each round, since a machine's disk differs from minute to minute.
  const ratio = (all, name) => median(all.map((one, round) => ours[round][name] / one[name])).toFixed(2);
  say(
    `Durable decisions, ${askers} at a time: ${of(ours, 'rate').toFixed(0)} a second; p50 ${of(ours, 'p50').toFixed(1)} ms, p99 ${of(ours, 'p99').toFixed(1)} ms`
  );
  for (const [name, all] of [
    ['insert into a table of four columns', bare],
    ['insert of the same row into the same table', rows]
  ])
    say(
      `The bare ${name}: ${of(all, 'rate').toFixed(0)} a second, ratio ${ratio(all, 'rate')} (at least 0.6); p50 ${of(all, 'p50').toFixed(1)} ms, p99 ${of(all, 'p99').toFixed(1)} ms, ratio ${ratio(all, 'p99')} (at most 3)`
    );
}

// A file of requests: checked and kept, then made into drafts, each against the bare COPY of the very rows that this wrote, into
// the same tables with their constraints, indexes and triggers.
process.env.TESSERA_MODE = 'production';
const query = async (sql, values) => (await client.query(sql, values)).rows;
const world = { query };
await signing.aBrand();
const bank = await structure.anIssuer(world);
const company = await structure.aCompany(world, bank);
const administrator = await principals.aPrincipalAt(world, 'C', company);
const place = await structure.anOrgPoint(world, company);
const buyer = await principals.aPrincipalAt(world, 'A', await structure.anAccount(world, place));
const offered = await purchasing.anOffer(administrator, company, { supplier: { name: 'Nordlys' } });
await purchasing.inGroup(buyer, offered);
const setups = {};
for (const [name, submits] of [
  ['drafts', false],
  ['submitted', true]
])
  setups[name] = await setup.aRecord(administrator, 'batch-setup', setup.recordsOf(company), {
    name,
    format: 'csv',
    template: offered.template,
    submits
  });
const granted = (result) => {
  if (!result.ok) throw new Error(JSON.stringify(result));
  return result.value;
};
const spent = async (work) => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};
/** The rows of tables that meet a condition, as COPY writes and reads them; generated columns are none of them. */
async function rowsOf(parts) {
  const taken = [];
  for (const { table, where, leave = [] } of parts) {
    const columns = (
      await query(
        `SELECT quote_ident(attname) AS name FROM pg_attribute
         WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attname <> ALL($2)`,
        [table, leave]
      )
    ).map(({ name }) => name);
    const chunks = [];
    for await (const chunk of client.query(copyTo(`COPY (SELECT ${columns} FROM ${table} WHERE ${where}) TO STDOUT`)))
      chunks.push(chunk);
    taken.push({ table, columns, bytes: Buffer.concat(chunks) });
  }
  return taken;
}
const copied = (taken) =>
  spent(async () => {
    await client.query('BEGIN');
    for (const { table, columns, bytes } of taken) {
      const stream = client.query(copyFrom(`COPY ${table} (${columns}) FROM STDIN`));
      stream.end(bytes);
      await once(stream, 'finish');
    }
    await client.query('COMMIT');
  });
const gone = async (...tables) => {
  for (const [table, where] of tables) await client.query(`DELETE FROM ${table} WHERE ${where}`);
};
const times = { kept: [], keptBare: [], drafts: [], draftsBare: [], submitted: [], submittedBare: [] };
let files = 0;
for (let round = 0; round < ROUNDS; round += 1)
  for (const name of ['drafts', 'submitted']) {
    files += 1;
    const lines = Array.from(
      { length: REQUESTS },
      (_, one) => `R-${files}-${one},Nordlys,Two nights,2,100.00,20.00,300.00,2031-01-31,For the fair`
    );
    const head = 'reference,supplier,description,quantity,unit cost,tax,limit,needed by,note';
    const file = { name: 'requests.csv', bytes: Buffer.from([head, ...lines].join('\n')) };
    let id;
    times.kept.push(
      await spent(async () => {
        id = granted(await starting.startBatch(buyer, setups[name], file, worlds.ORIGIN));
      })
    );
    const batch = `issuer_id = '${bank.id}' AND id = '${id}'`;
    const keptRow = await rowsOf([{ table: 'purchase_batches', where: batch }]);
    await gone(['purchase_batches', batch]);
    times.keptBare.push(await copied(keptRow));
    const { sequence } = (await query('SELECT coalesce(max(sequence), 0) AS sequence FROM audit_entries'))[0];
    times[name].push(
      await spent(async () => {
        const made = granted(await applying.applyBatch(buyer, { id, goodOnly: false }, worlds.ORIGIN));
        if (made !== REQUESTS) throw new Error(`${made} were made`);
      })
    );
    const ofBatch = `issuer_id = '${bank.id}' AND batch_id = '${id}'`;
    const made = `SELECT request_id FROM batch_requests WHERE ${ofBatch}`;
    const taken = await rowsOf([
      { table: 'purchase_requests', where: `issuer_id = '${bank.id}' AND id IN (${made})` },
      { table: 'purchase_request_lines', where: `issuer_id = '${bank.id}' AND request_id IN (${made})` },
      { table: 'batch_requests', where: ofBatch },
      // Its trigger chains them anew.
      { table: 'audit_entries', where: `sequence > ${sequence}`, leave: ['sequence', 'previous_hash', 'hash'] }
    ]);
    const ids = (await query(made)).map(({ request_id: one }) => `'${one}'`).join();
    await gone(
      ['batch_requests', ofBatch],
      ['purchase_request_lines', `request_id IN (${ids})`],
      ['purchase_requests', `id IN (${ids})`]
    );
    times[`${name}Bare`].push(await copied(taken));
  }
for (const [name, what] of [
  ['kept', 'checked and kept'],
  ['drafts', 'made into drafts'],
  ['submitted', 'made and submitted']
])
  say(
    `${REQUESTS} requests ${what}: ${(median(times[name]) / 1000).toFixed(2)} s, the bare COPY ${(median(times[`${name}Bare`]) / 1000).toFixed(2)} s, ratio ${(median(times[name]) / median(times[`${name}Bare`])).toFixed(1)} (at most 5)`
  );

// From an approval to the card: the processor in the box issues it in the transaction that approves.
const pending = await query(
  `SELECT id, version FROM purchase_requests WHERE issuer_id = $1 AND state = 'pending' LIMIT ${APPROVERS * APPROVALS}`,
  [bank.id]
);
const issued = [];
const approvers = [];
for (let one = 0; one < APPROVERS; one += 1) approvers.push(await principals.aPrincipalAt(world, 'O', place));
await Promise.all(
  approvers.map(async (approver) => {
    for (let seen = pending.pop(); seen; seen = pending.pop())
      issued.push(
        await spent(async () => granted(await approving.approveRequest(approver, seen, null, worlds.ORIGIN)))
      );
  })
);
const cardsOfBank = (await query('SELECT count(*)::int AS n FROM virtual_cards WHERE issuer_id = $1', [bank.id]))[0].n;
if (cardsOfBank !== issued.length) throw new Error(`${cardsOfBank} cards of ${issued.length} approvals`);
say(
  `Approval to issued card, ${APPROVERS} approvers, ${issued.length} approvals: p50 ${at(issued, 0.5).toFixed(0)} ms, p95 ${at(issued, 0.95).toFixed(0)} ms (at most 1000)`
);
await client.end();
await database.closeDatabase();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
process.exit(0);
