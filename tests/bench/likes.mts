// node --import tsx tests/bench/likes.mts: finds pictures of one receipt among many, by marks and by looking at all of them.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { marksOf } from '@/lib/money/reading/marks';
import { startTestPostgres, TEST_SECRET } from '../../lib/launch/test-postgres.mjs';

const COUNT = Number(process.env.BENCH_RECEIPTS || 1_000_000);
const ISSUER = '00000000-0000-4000-8000-000000000001';
const RUNS = 9;

process.env.TESSERA_SECRET = TEST_SECRET;
const folder = mkdtempSync(join(tmpdir(), 'tessera-likes-'));
const postgres = await startTestPostgres(folder, { inMemory: false });
const client = new pg.Client({
  connectionString: Object.assign(new URL(String(postgres.env.TEST_DATABASE_URL)), { pathname: '/tessera_seeded' }).href
});
await client.connect();
// The files themselves play no part.
await client.query(`SET session_replication_role = replica`);
// Numbers that few receipts have, and two of one in a hundred shops; words of 1 KB.
await client.query(
  `INSERT INTO receipt_readings (issuer_id, attachment_id, added_at, state, words, looks, marks)
   SELECT $1, gen_random_uuid(), now(), 'read', decode(repeat(md5(n::text), 32), 'hex'),
     ('x' || md5(n::text) || md5('b' || n))::bit(256),
     ARRAY(SELECT k * 134217728 + CASE WHEN random() < 0.2 THEN n % 100 ELSE (random() * 134217727)::int END
       FROM generate_series(0, 7) AS k WHERE n > 0)
   FROM generate_series(1, $2::int) AS n`,
  [ISSUER, COUNT]
);
await client.query('VACUUM ANALYZE receipt_readings');
const numbers = new Set(Array.from({ length: 10 }, () => randomBytes(4).readUInt32BE().toString()));
const marks = [...marksOf(ISSUER, numbers).slice(0, 6), 6 * 2 ** 27 + 5, 7 * 2 ** 27 + 5];
const looks = Array.from({ length: 256 }, (_, at) => (at % 3 === 0 ? '1' : '0')).join('');

async function median(sql: string, values: unknown[]): Promise<number> {
  const took: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const begun = performance.now();
    await client.query(sql, values);
    took.push(performance.now() - begun);
  }
  return took.sort((a, b) => a - b)[Math.floor(RUNS / 2)] as number;
}
const rest = `issuer_id = $1 AND state = 'read' AND bit_count(looks # $2::text::bit(256)) <= 48
  ORDER BY bit_count(looks # $2::text::bit(256)), attachment_id LIMIT 50`;
const all = await median(`SELECT attachment_id, words FROM receipt_readings WHERE ${rest}`, [ISSUER, looks]);
const marked = await median(`SELECT attachment_id, words FROM receipt_readings WHERE marks && $3::int[] AND ${rest}`, [
  ...[ISSUER, looks, marks]
]);
console.log(`${COUNT} readings: all of them ${all.toFixed(0)} ms, by marks ${marked.toFixed(0)} ms`);
await client.end();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
