// DATABASE_URL=… TESSERA_SECRET=… node --import tsx tests/bench/payment-files.mjs: on a demo database that is thrown away
// afterwards. Fills it with 100,000 payments from as many bank accounts, by each rail, then writes their file as the
// worker does, against the bare COPY of the rows that it reads and of those that it stores. Then a process with a small
// heap writes the file of a tenth, and that of all: both need the same memory.
import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { promises, Readable, Writable } from 'node:stream';
import pg from 'pg';
import copyStreams from 'pg-copy-streams';
import largeFiles from '../../lib/core/files/large-files.ts';
import createRecord from '../../lib/kit/setup/create-record.ts';
import entities from '../../lib/kit/setup/entities.ts';
import collecting from '../../lib/money/rails/collect-due.ts';
import sealing from '../../lib/money/wallet/sealed-number.ts';
import people from '../../prisma/demo/as-user.ts';

const PAYMENTS = 100_000;
const ROUNDS = Number(process.env.ROUNDS ?? 3);
/** The limit of the heap of a process that writes a file, in MB: the program itself takes most of it. */
const HEAP = Number(process.env.HEAP ?? 128);
const client = new pg.Client({ connectionString: process.env.OWNER_URL ?? process.env.DATABASE_URL });
await client.connect();
client.on('error', () => {});
await client.query('SET statement_timeout = 0');
const one = async (sql, values) => (await client.query(sql, values)).rows[0];
const model = await one(
  `SELECT a.issuer_id AS issuer, a.id, n.company_id AS company,
     (SELECT u.id FROM users u WHERE u.issuer_id = a.issuer_id LIMIT 1) AS payer FROM accounts a
   JOIN nodes n ON (n.issuer_id, n.id) = (a.issuer_id, a.id) LIMIT 1`
);
const BANKS = {
  nacha: { bankName: 'First Bank', routingNumber: '091000019', companyId: '1234567890', entryClass: 'CCD' },
  sepa: { bankName: 'Demo bank', creditorId: 'DE98ZZZ09999999999', bic: 'COBADEFFXXX', iban: 'DE89370400440532013000' }
};
await client.query('TRUNCATE payments, payment_files, wallet_accounts, sepa_mandates CASCADE');
// The demo's banks are sealed for its own server.
await client.query("DELETE FROM setup_records WHERE entity = 'bank-originator'");
await people.asUser(await people.administratorOf(model.issuer), async (principal) => {
  for (const [rail, bank] of Object.entries(BANKS))
    await createRecord.createRecord(
      principal,
      entities.entityNamed('bank-originator'),
      { issuerId: model.issuer },
      { name: 'Card payments', rail, ...bank },
      people.ORIGIN
    );
});

/** Bank accounts with numbers of their own and a payment from each, put there without what triggers would check. */
async function fill(scheme, currency) {
  await client.query('SET session_replication_role = replica');
  for (let at = 0; at < PAYMENTS; at += 10_000) {
    const rows = Array.from({ length: 10_000 }, (_, more) => {
      const id = randomUUID();
      const iban = `DE89${String(at + more).padStart(18, '0')}`;
      const entry =
        scheme === 'us' ? { scheme, routingNumber: '021000021', accountNumber: iban.slice(-12) } : { scheme, iban };
      const { encrypted, hash, lastFour } = sealing.sealBankNumber(model.issuer, id, entry);
      return {
        id,
        sealed: encrypted.toString('hex'),
        hash: hash.toString('hex'),
        last: lastFour,
        number: at + more + 1
      };
    });
    await client.query(
      `WITH r AS (SELECT * FROM jsonb_to_recordset($4::jsonb) AS r (id uuid, sealed text, hash text, last text, number int)),
       made AS (INSERT INTO wallet_accounts (issuer_id, id, user_id, place, scheme, country, nickname, holder_name, routing_number,
         kind, number_encrypted, number_key_id, number_hash, last_four, added_at)
         SELECT $1, r.id, r.id, 1, $5::wallet_scheme, CASE WHEN $5 = 'us' THEN 'US' ELSE 'DE' END, 'Everyday', 'Ada Holm Größe',
           CASE WHEN $5 = 'us' THEN '021000021' END, CASE WHEN $5 = 'us' THEN 'checking'::bank_account_kind END,
           decode(r.sealed, 'hex'), 'k', decode(r.hash, 'hex'), r.last, now() FROM r)
       INSERT INTO payments (issuer_id, id, number, company_id, account_id, payer_id, form_key, wallet_account_id, from_scheme,
         from_last_four, amount, currency, pay_on, authorization_text, made_at)
       SELECT $1, gen_random_uuid(), r.number + (SELECT coalesce(max(number), 0) FROM payments) - ($7)::int, $2, $3, $8, r.id, r.id,
         $5::wallet_scheme, r.last, 100 + r.number % 5000 + 0.25, $6, current_date - 5, 'I agree to this payment.', now() FROM r`,
      [model.issuer, model.company, model.id, JSON.stringify(rows), scheme, currency, at, model.payer]
    );
    await client.query(
      `INSERT INTO sepa_mandates (issuer_id, id, wallet_account_id, user_id, number, reference, scheme, authorization_text,
         given_at, signed_on)
       SELECT issuer_id, gen_random_uuid(), id, user_id, 1, upper(replace(id::text, '-', '')) || '-1', 'CORE', 'I agree.', now(),
         current_date FROM wallet_accounts WHERE scheme = 'iban' ON CONFLICT DO NOTHING`
    );
  }
  await client.query('RESET session_replication_role');
  await client.query('VACUUM ANALYZE payments, wallet_accounts, sepa_mandates');
}

const spent = async (work) => {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
};
const median = (times) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)];

/** All that a query gives by COPY, read and dropped, or kept. */
async function copied(query, keep) {
  const parts = [];
  const sink = new Writable({ write: (chunk, _, next) => next(keep ? void parts.push(chunk) : null) });
  await promises.pipeline(client.query(copyStreams.to(`COPY (${query}) TO STDOUT`)), sink);
  return parts;
}
const copyBack = (table, parts) =>
  promises.pipeline(Readable.from(parts), client.query(copyStreams.from(`COPY ${table} FROM STDIN`)));

/** The most memory of a process whose heap is limited, while it writes the file of what is due, in MB. */
const memoryOfWriting = () =>
  Number(
    execFileSync(
      process.execPath,
      [`--max-old-space-size=${HEAP}`, '--import', 'tsx', 'tests/bench/write-payment-file.mjs'],
      { stdio: ['ignore', 'pipe', 'inherit'] }
    )
  );

async function reset() {
  await client.query('TRUNCATE payment_entries, payment_files CASCADE');
  await client.query("UPDATE payments SET state = 'scheduled' WHERE state = 'sent'");
  await client.query('VACUUM FULL payments');
  await client.query('ANALYZE payments');
}

for (const [rail, scheme, currency] of [
  ['nacha', 'us', 'USD'],
  ['sepa', 'iban', 'EUR']
]) {
  await client.query('TRUNCATE payments, payment_files, wallet_accounts, sepa_mandates CASCADE');
  await fill(scheme, currency);
  await client.query(`UPDATE payments SET state = 'sent' WHERE number > ${PAYMENTS / 10}`);
  const tenth = memoryOfWriting();
  await reset();
  const whole = memoryOfWriting();
  const [ours, out, back] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    await reset();
    out.push(
      await spent(() =>
        copied(`SELECT p.id, p.number, p.amount, p.made_at, w.holder_name, w.routing_number, w.kind, w.number_encrypted
          FROM payments p JOIN wallet_accounts w ON (w.issuer_id, w.id) = (p.issuer_id, p.wallet_account_id) ORDER BY p.number`)
      )
    );
    ours.push(await spent(() => collecting.collectDue()));
    // The same rows as they stand now, with their constraints and indexes.
    const [payments, entries] = [
      await copied('SELECT * FROM payments', true),
      await copied('SELECT * FROM payment_entries', true)
    ];
    await client.query('TRUNCATE payment_entries, payments CASCADE');
    const stored = await spent(() => copyBack('payments', payments));
    // Else foreign keys are looked up as in the empty table.
    await client.query('ANALYZE payments');
    back.push(stored + (await spent(() => copyBack('payment_entries', entries))));
  }
  const { files, count, total, off, file, kept } = await one(
    `SELECT (SELECT count(*)::int FROM payment_files) AS files, (SELECT sum(payment_count)::int FROM payment_files) AS count,
       (SELECT sum(total) FROM payment_files) - (SELECT sum(amount) FROM payments) AS off,
       (SELECT count(*)::int FROM payment_entries e JOIN payments p ON p.id = e.payment_id AND p.state = 'sent') AS total,
       l.id AS file, encode(l.sha256, 'hex') AS kept FROM large_files l JOIN payment_files f ON f.file_id = l.id`
  );
  const hash = createHash('sha256');
  for await (const part of largeFiles.readLargeFile({ issuerId: model.issuer, id: file })) hash.update(part);
  const same = hash.digest('hex') === kept;
  const [took, reading, storing] = [median(ours), median(out), median(back)];
  process.stdout.write(
    `${rail}: ${count} payments in ${files} file(s), ${total} entries, off by ${off}, ${same ? 'the bytes that were hashed' : 'OTHER BYTES'}: ${took.toFixed(1)} s; COPY out ${reading.toFixed(1)} s, COPY in ${storing.toFixed(1)} s, ratio to both ${(took / (reading + storing)).toFixed(2)} (at most 3); with a heap of ${HEAP} MB it takes ${whole} MB, for a tenth ${tenth} MB\n`
  );
}
await client.end();
process.exit(0);
