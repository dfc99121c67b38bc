// node tests/bench/distribution.mjs: how evenly 10,000 issuers with 100,000,000 transactions lie on several servers, when their
// rows are distributed by issuer as Citus does it: by PostgreSQL's own hash of the issuer's id, in ranges of equal width, which
// go to the servers in turn. Issuers are as uneven as banks are: the one of rank r has 1/r^s of the largest one's transactions.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../../lib/launch/embedded-postgres.mjs';

const ISSUERS = 10_000;
const TRANSACTIONS = 100_000_000;
/** Citus's default is 32; more of them move more easily. */
const SHARDS = 256;
const SERVERS = [4, 16, 64];
const SKEWS = [0, 0.8, 1];
/** Each is another draw of ids. */
const DRAWS = 200;

const folder = mkdtempSync(join(tmpdir(), 'tessera-bench-'));
const postgres = await startPostgres({ folder: join(folder, 'postgres'), durable: false, say: () => {} });
const client = new pg.Client({ connectionString: postgres.url });
await client.connect();

/** The shards of as many new issuers. */
async function shardsOf() {
  const { rows } = await client.query(
    `SELECT ((uuid_hash(gen_random_uuid())::bigint + 2147483648) * ${SHARDS} / 4294967296)::int AS shard
     FROM generate_series(1, ${ISSUERS})`
  );
  return rows.map(({ shard }) => shard);
}
const draws = [];
for (let draw = 0; draw < DRAWS; draw += 1) draws.push(await shardsOf());

const at = (values, share) => values.toSorted((a, b) => a - b)[Math.floor(values.length * share)];
const share = (value) => `${(value * 100).toFixed(1)} %`;
for (const skew of SKEWS) {
  const weights = Array.from({ length: ISSUERS }, (_, index) => 1 / (index + 1) ** skew);
  const sum = weights.reduce((all, one) => all + one, 0);
  const largest = weights[0] / sum;
  process.stdout.write(
    `skew ${skew}: the largest issuer has ${Math.round(largest * TRANSACTIONS).toLocaleString('en')} transactions, ${share(largest)}\n`
  );
  for (const servers of SERVERS) {
    const fullest = draws.map((shards) => {
      const held = new Array(servers).fill(0);
      for (const [index, shard] of shards.entries()) held[shard % servers] += weights[index] / sum;
      return Math.max(...held);
    });
    process.stdout.write(
      `  ${servers} servers, each ${share(1 / servers)} if even: the fullest has ${share(at(fullest, 0.5))} (95 of 100 draws: at most ${share(at(fullest, 0.95))}); ` +
        `with issuers above half of that on servers of their own, ${share(alone(servers, weights, sum))}\n`
    );
  }
}

/** The median of the fullest server's share where issuers with more than half of a server's even share have one of their own. */
function alone(servers, weights, sum) {
  const own = weights.filter((weight) => weight / sum > 0.5 / servers).length;
  const rest = Math.max(1, servers - own);
  const fullest = draws.map((shards) => {
    const held = new Array(rest).fill(0);
    for (const [index, shard] of shards.entries()) if (index >= own) held[shard % rest] += weights[index] / sum;
    return Math.max(...held, own > 0 ? weights[0] / sum : 0);
  });
  return at(fullest, 0.5);
}

await client.end();
await postgres.stop();
rmSync(folder, { recursive: true, force: true });
