// npm run bench:search: measures the search in the database of DATABASE_URL, preferably the large demo world.
import { randomBytes, randomUUID } from 'node:crypto';
import type { Role } from '../../lib/access/policy/policy';
import type { Principal } from '../../lib/access/policy/principal';
import { principalOf } from '../../lib/access/policy/principal';
import { SEARCHABLE } from '../../lib/composition/process/searchable';
import { closeDatabase, database } from '../../lib/core/database/database';
import { search } from '../../lib/kit/search/search';

const LIMIT = 5;
const WANTED_MILLIS = 100;
const ROUNDS = Number(process.env.BENCH_ROUNDS || 40);

/** Queries made from existing names and numbers. */
const TYPED: Record<string, (name: string, number: string) => string> = {
  'two letters': (name) => name.slice(0, 2),
  'a beginning': (name) => name.slice(0, 4),
  'a word': (name) => name.split(' ')[0] as string,
  'a full name': (name) => name,
  'a number': (_name, number) => number,
  'a typing error': (name) => {
    const word = name.split(' ').at(-1) as string;
    return word.length < 5 ? `${word}x` : `${word.slice(0, 2)}${word[3]}${word[2]}${word.slice(4)}`;
  },
  nothing: () => randomBytes(6).toString('hex').replaceAll(/\d/g, 'q')
};

/** A user in a role, with the largest part of the structure among the role's users. */
async function somebody(role: Role): Promise<Principal | null> {
  const [person] = await database().$queryRaw<{ issuerId: string; id: string }[]>`
    SELECT u.issuer_id AS "issuerId", u.id FROM users u
    JOIN assignments a ON (a.issuer_id, a.user_id) = (u.issuer_id, u.id) AND a.is_primary
    LEFT JOIN assignment_nodes x ON (x.issuer_id, x.assignment_id) = (a.issuer_id, a.id)
    WHERE a.role = ${role}::user_role
    ORDER BY (SELECT count(*) FROM (SELECT FROM nodes n WHERE n.issuer_id = x.issuer_id AND n.company_id = x.node_id LIMIT 1000) AS below) DESC
    LIMIT 1`;
  const [system] = person
    ? [person]
    : await database().$queryRaw<{ issuerId: string; id: string }[]>`
        SELECT issuer_id AS "issuerId", id FROM users WHERE role = ${role}::user_role LIMIT 1`;
  if (!system) return null;
  const sessionId = randomUUID();
  await database().$executeRaw`
    INSERT INTO sessions (issuer_id, id, user_id, token_hash, brand_name, created_at, last_seen_at, idle_timeout_seconds,
      expires_at, address, user_agent)
    SELECT ${system.issuerId}::uuid, ${sessionId}::uuid, ${system.id}::uuid, ${randomBytes(32)}, name, now(), now(), 60,
      now() + interval '1 minute', '127.0.0.1', 'bench' FROM brands LIMIT 1`;
  const actor = {
    sessionId,
    issuerId: system.issuerId,
    userId: system.id,
    role,
    kind: 'full',
    brandName: 'tessera'
  } as const;
  const principal = await principalOf(actor);
  await database().$executeRaw`DELETE FROM sessions WHERE id = ${sessionId}::uuid`;
  return principal;
}

/** Names and numbers of records, evenly spread. */
async function samples(): Promise<{ name: string; number: string }[]> {
  return database().$queryRaw`
    (SELECT name_1 AS name, coalesce(number, '1234') AS number FROM nodes TABLESAMPLE SYSTEM (5) LIMIT ${ROUNDS * 4})
    UNION ALL
    (SELECT first_name || ' ' || last_name, user_id FROM users TABLESAMPLE SYSTEM (1) LIMIT ${ROUNDS * 4})
    ORDER BY 1`;
}

const at = (sorted: number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] as number;

async function main(): Promise<void> {
  const names = await samples();
  console.log(
    `| role | typed | median, ms | p95, ms | p95 against ${WANTED_MILLIS} ms |\n| --- | --- | ---: | ---: | ---: |`
  );
  for (const role of ['Z', 'I', 'G', 'C', 'A'] as const) {
    const principal = await somebody(role);
    if (!principal) continue;
    for (const [what, make] of Object.entries(TYPED)) {
      const times: number[] = [];
      for (let round = -2; round < ROUNDS; round++) {
        const { name, number } = names[
          Math.floor((Math.abs(round) * names.length) / ROUNDS) % names.length
        ] as (typeof names)[number];
        const since = performance.now();
        await search(SEARCHABLE, principal, { text: make(name, number), limit: LIMIT });
        // The first ones warm the caches.
        if (round >= 0) times.push(performance.now() - since);
      }
      const sorted = times.sort((a, b) => a - b);
      const figures = [at(sorted, 0.5), at(sorted, 0.95)].map((millis) => millis.toFixed(1));
      console.log(`| ${role} | ${what} | ${figures.join(' | ')} | ${(at(sorted, 0.95) / WANTED_MILLIS).toFixed(2)} |`);
    }
  }
  await closeDatabase();
}

void main();
