// DATABASE_URL=… TESSERA_SECRET=… node --import tsx tests/bench/structure.mjs: the structure on a database made by
// `npm run demo:seed -- --size large`, as ratios to hand-written SQL measured in the same run. The upload adds
// accounts to one company; run it on a database of its own.
import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from } from 'pg-copy-streams';
import core from '../../lib/core/database/database.ts';
import writer from '../../lib/core/files/spreadsheet-writer.ts';
import applying from '../../lib/directory/structure/apply-upload.ts';
import cards from '../../lib/directory/structure/card-number.ts';
import checking from '../../lib/directory/structure/check-upload.ts';
import starting from '../../lib/directory/structure/start-upload.ts';
import trees from '../../lib/directory/structure/tree.ts';
import columns from '../../lib/directory/structure/upload-columns.ts';
import uploads from '../../lib/directory/structure/uploads.ts';
import { administrator, client, company, issuer, median, one, program, told, user } from './large-world.mjs';

const UPLOAD_ROWS = Number(process.env.BENCH_UPLOAD_ROWS || 40_000);
const ORIGIN = { requestId: 'bench', address: '127.0.0.1', userAgent: 'bench' };

async function branch() {
  const widest = await one(
    'SELECT parent_id AS id FROM nodes WHERE issuer_id = $1 AND parent_id IS NOT NULL GROUP BY parent_id ORDER BY count(*) DESC LIMIT 1',
    [issuer.id]
  );
  const sql = `SELECT n.id, n.kind, n.number, n.name_1, n.name_2, n.status, a.last_four, a.state,
      (SELECT count(*) FROM (SELECT 1 FROM nodes c WHERE c.issuer_id = n.issuer_id AND c.parent_id = n.id LIMIT 100) x)
    FROM nodes n LEFT JOIN accounts a ON n.kind = 'account' AND a.issuer_id = n.issuer_id AND a.id = n.id
    WHERE n.issuer_id = $1 AND n.parent_id = $2 ORDER BY n.kind, n.name_1, n.id LIMIT 51`;
  const [ours, best] = await median(
    () => trees.treeBranch(program, { issuerId: issuer.id, id: widest.id }),
    () => client.query(sql, [issuer.id, widest.id])
  );
  told('tree branch, the widest', ours, best, 3);
}

function cardNumber(n) {
  const digits = `59${String(Date.now() % 1_000_000).padStart(6, '0')}${String(n).padStart(7, '0')}`;
  return digits + cards.checkDigit(digits);
}

async function upload() {
  const fields = columns.UPLOAD_FIELDS;
  const rows = Array.from({ length: UPLOAD_ROWS }, (_, n) => {
    const row = {
      kind: 'account',
      company: company.number,
      name1: `Bench Person ${randomBytes(4).toString('hex')}`,
      cardNumber: cardNumber(n),
      currency: 'EUR',
      creditLimit: String(1000 + (n % 50) * 100),
      openedOn: '2026-01-01'
    };
    return fields.map((field) => row[field] ?? null);
  });
  const sheet = writer.writeSpreadsheet(
    'Bench',
    fields.map((field) => columns.UPLOAD_COLUMNS[field]),
    rows
  );
  const bytes = Buffer.concat((await Array.fromAsync?.(sheet)) ?? (await collected(sheet)));
  const started = await starting.startUpload(administrator, company.id, new File([bytes], 'bench.xlsx'), ORIGIN);
  if (!started.ok) throw new Error(started.refusal.code);
  const job = async () => {
    const row = await one(
      'UPDATE jobs SET status = \'processing\', attempts = 1 WHERE status = \'queued\' AND owner_user_id = $1 RETURNING issuer_id AS "issuerId", id, kind, node_id AS "nodeId", owner_user_id AS "ownerUserId", payload',
      [user.id]
    );
    return { job: row, checkpoint: {}, save: async () => {}, confirm: async () => {}, cancelled: async () => false };
  };
  const ended = () =>
    client.query(
      "UPDATE jobs SET status = 'completed', finished_at = now() WHERE status = 'processing' AND owner_user_id = $1",
      [user.id]
    );
  const checkJob = await job();
  const begun = performance.now();
  await checking.checkUpload(checkJob);
  const checked = performance.now();
  await ended();
  const seen = await uploads.seenUpload(administrator, started.value);
  if (seen.faultCount > 0)
    throw new Error(
      `the bench's file has faults: ${JSON.stringify(await uploads.uploadFaults(administrator, seen.id, 0, 3))}`
    );
  await applying.applyUpload(administrator, seen.id, ORIGIN);
  const applyJob = await job();
  const apply = performance.now();
  await applying.runApplyUpload(applyJob);
  const spent = checked - begun + (performance.now() - apply);
  await ended();
  const best = await bareCopy(seen.id);
  process.stdout.write(
    `upload of ${UPLOAD_ROWS} accounts, ${(bytes.length / 1024 ** 2).toFixed(1)} MB: check ${(checked - begun).toFixed(0)} ms, apply ${(spent - checked + begun).toFixed(0)} ms\n`
  );
  told('upload, checked and applied, against a bare COPY of the same rows', spent, best, 5);
}

async function collected(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

/** The same rows with other ids and labels, into the same tables by COPY alone; rolled back. */
async function bareCopy(uploadId) {
  const { rows } = await client.query(
    `SELECT n.parent_id, n.company_id, n.path, n.name_1, a.last_four, a.currency, a.credit_limit, a.opened_on::text
     FROM structure_upload_rows r JOIN nodes n ON n.issuer_id = r.issuer_id AND n.id = r.node_id
       JOIN accounts a ON a.issuer_id = n.issuer_id AND a.id = n.id WHERE r.upload_id = $1`,
    [uploadId]
  );
  const ids = rows.map(() => randomUUID());
  const nodes = rows
    .map((row, n) =>
      [
        issuer.id,
        ids[n],
        'account',
        row.parent_id,
        'company',
        row.company_id,
        row.path.slice(0, -8) + (0xf0000000 + n).toString(16),
        row.name_1
      ].join('\t')
    )
    .join('\n');
  const accounts = rows
    .map((row, n) =>
      [
        issuer.id,
        ids[n],
        `\\\\x${randomBytes(44).toString('hex')}`,
        '1',
        `\\\\x${randomBytes(32).toString('hex')}`,
        row.last_four,
        row.currency,
        row.credit_limit,
        row.opened_on
      ].join('\t')
    )
    .join('\n');
  await client.query('BEGIN');
  const begun = performance.now();
  await pipeline(
    Readable.from([`${nodes}\n`]),
    client.query(from('COPY nodes (issuer_id, id, kind, parent_id, parent_kind, company_id, path, name_1) FROM STDIN'))
  );
  await pipeline(
    Readable.from([`${accounts}\n`]),
    client.query(
      from(
        'COPY accounts (issuer_id, id, card_number_encrypted, card_number_key_id, card_number_hash, last_four, currency, credit_limit, opened_on) FROM STDIN'
      )
    )
  );
  await client.query('SET CONSTRAINTS ALL IMMEDIATE');
  const spent = performance.now() - begun;
  await client.query('ROLLBACK');
  return spent;
}

await branch();
await upload();
await client.end();
await core.closeDatabase();
