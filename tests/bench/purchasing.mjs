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
import { from as copyFrom } from 'pg-copy-streams';
import database from '../../lib/core/database/database.ts';
import { startPostgres } from '../../lib/launch/embedded-postgres.mjs';
import checking from '../../lib/money/batches/check-rows.ts';
import reading from '../../lib/money/batches/file-rows.ts';
import heading from '../../lib/money/batches/headings.ts';
import answering from '../../lib/money/purchasing/authorizations/answer.ts';
import counting from '../../lib/money/purchasing/counters.ts';
import deciding from '../../lib/money/purchasing/decide.ts';
import { migrate } from '../../prisma/migrate.mjs';

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
const ASKERS = 8;
const ASKED = Number(process.env.BENCH_ASKED ?? 2_000);
const REQUESTS = 10_000;
const ROUNDS = 3;
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
  ...{ currency: 'NOK', timeZone: 'Europe/Oslo' },
  velocities: ['daily', 'weekly', 'monthly', 'quarterly', 'yearly'].map((period) => ({
    ...{ period, amount: '1000000.00', count: 100_000 }
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
  ...{ at: new Date(), kind: 'purchase', amount: '10.00', currency: 'NOK', merchantName: 'NORDLYS HOTELL BERGEN' },
  ...{ merchantId: 'NORDLYSHOTELL01', acquirerId: null, category: '7011' }
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
async function measured(work) {
  const times = [];
  let left = ASKED;
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: ASKERS }, async () => {
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
    ...{ name: 'bare', text: 'INSERT INTO bare_inserts VALUES ($1, now(), 10, $2)', values: [randomUUID(), 'approved'] }
  });
const [ours, bare] = [[], []];
for (let round = 0; round < ROUNDS; round += 1) {
  bare.push(await measured(insert));
  ours.push(await measured(decision));
}
const of = (all, name) => median(all.map((one) => one[name]));
const [rate, bareRate, p99, bareP99] = [of(ours, 'rate'), of(bare, 'rate'), of(ours, 'p99'), of(bare, 'p99')];
say(
  `Durable decisions, ${ASKERS} askers: ${rate.toFixed(0)} a second, the bare insert ${bareRate.toFixed(0)}, ratio ${(rate / bareRate).toFixed(2)} (at least 0.6); p50 ${of(ours, 'p50').toFixed(1)} and ${of(bare, 'p50').toFixed(1)} ms; p99 ${p99.toFixed(1)} and ${bareP99.toFixed(1)} ms, ratio ${(p99 / bareP99).toFixed(2)} (at most 3)`
);

// A file of requests.
const offer = {
  template: {
    id: randomUUID(),
    name: 'Hotels',
    values: { currency: 'NOK', timeZone: null, travel: [], amountMin: null, amountMax: null, exactBands: null }
  },
  ...{
    type: { id: randomUUID(), name: 'Hotels', codes: null },
    timeZone: 'UTC',
    validityLevels: [],
    customFields: [],
    listItems: []
  },
  ...{
    suppliers: [{ id: randomUUID(), name: 'Nordlys', merchantId: 'NORDLYSHOTELL01' }],
    realCards: [],
    isFixed: false
  }
};
const lines = Array.from(
  { length: REQUESTS },
  (_, one) => `R-${one},Nordlys,Two nights,2,100.00,20.00,300.00,2031-01-31,For the fair`
);
const bytes = Buffer.from(
  ['reference,supplier,description,quantity,unit cost,tax,limit,needed by,note', ...lines].join('\n')
);
await client.query(
  `CREATE TABLE stored_batches (id uuid PRIMARY KEY, requests jsonb NOT NULL, faults jsonb NOT NULL);
   CREATE TABLE bare_rows (reference text, supplier text, description text, quantity numeric, unit_cost numeric, tax numeric,
     most numeric, needed_by date, note text)`
);
const spent = async (work) => {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
};
const [stored, copy] = [[], []];
for (let round = 0; round < ROUNDS; round += 1) {
  copy.push(
    await spent(async () => {
      const stream = client.query(copyFrom('COPY bare_rows FROM STDIN (FORMAT csv, HEADER)'));
      stream.end(bytes);
      await once(stream, 'finish');
    })
  );
  stored.push(
    await spent(async () => {
      const rows = await reading.batchRows('csv', { name: 'requests.csv', bytes }, REQUESTS);
      if (!Array.isArray(rows)) throw new Error(JSON.stringify(rows));
      const { requests, faults } = checking.checkRows(rows, heading.headingsOf({}), offer);
      if (requests.length !== REQUESTS || faults.length > 0) throw new Error(JSON.stringify(faults.slice(0, 3)));
      await client.query('INSERT INTO stored_batches VALUES ($1, $2, $3)', [
        ...[randomUUID(), JSON.stringify(requests), JSON.stringify(faults)]
      ]);
    })
  );
}
say(
  `${REQUESTS} requests checked and stored: ${(median(stored) / 1000).toFixed(2)} s, the bare COPY ${(median(copy) / 1000).toFixed(2)} s, ratio ${(median(stored) / median(copy)).toFixed(1)} (at most 5)`
);
await client.end();
await database.closeDatabase();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
process.exit(0);
