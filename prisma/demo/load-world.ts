import { Client } from 'pg';
import { SYSTEM_ISSUER_ID } from '../../lib/core/audit/audit';
import { newId } from '../../lib/core/secrets/ids';
import { config } from '../../lib/core/server/config';
import type { Check } from './check-sums';
import { writeHistory } from './history';
import { type IssuerTask, tasksOf } from './plan';
import { deleteWorld } from './reset';
import { fillSetUp } from './set-up';
import { tellStory } from './story/tell-story';
import { LOADED_TABLES, type World, writeWorld } from './write-world';

export type Outcome =
  | { kind: 'loaded'; checks: Check[] }
  | { kind: 'present'; world: World }
  | { kind: 'refused'; reason: string };

/**
 * Loads the demo world into the demo's issuers: all of it, or nothing. Where it is already, or the issuers
 * have companies of somebody's own, nothing happens.
 * @throws when a sum does not hold
 */
export async function loadWorld(world: World, say: (text: string) => void = () => {}): Promise<Outcome> {
  return withClient(async (client) => {
    await client.query('BEGIN');
    const tasks = tasksOf(world.size);
    const ids = await issuerIds(client, tasks);
    const present = await presentWorld(client, Object.values(ids));
    if (present) return present;
    const checks = await writeWorld(client, world, tasks, ids, say);
    // The large world measures lists and summaries; a history would double it.
    if (world.size !== 'large') {
      say('Write histories and exports');
      await writeHistory(client, Object.values(ids));
    }
    await client.query(
      `INSERT INTO audit_entries (issuer_id, occurred_at, action, entity, details, request_id)
       VALUES ($1, now(), 'demo.loaded', 'issuer', $2, 'demo')`,
      [SYSTEM_ISSUER_ID, JSON.stringify(world)]
    );
    const wrong = checks.filter(({ expected, found }) => expected !== found);
    if (wrong.length > 0) throw new Error(`the demo world does not add up: ${JSON.stringify(wrong)}`);
    await client.query('COMMIT');
    say('Fill set-up lists');
    await fillSetUp(
      tasks.map(({ plan }) => plan),
      world.today
    );
    say('Tell the story of the demo people');
    await tellStory(
      tasks.map(({ plan }) => plan),
      world.today
    );
    say('Gather statistics');
    // A large world is also swept, so that its first readers don't have to.
    await client.query(`${world.size === 'large' ? 'VACUUM (ANALYZE)' : 'ANALYZE'} ${LOADED_TABLES.join(', ')}`);
    return { kind: 'loaded', checks };
  });
}

/** Deletes all that belongs to the demo's issuers; the demo's people must be made again after it. */
export async function resetWorld(): Promise<void> {
  await withClient(async (client) => {
    await client.query('BEGIN');
    const { rows } = await client.query('SELECT id FROM issuers WHERE number = ANY ($1)', [
      tasksOf('large').map(({ plan }) => plan.number)
    ]);
    await deleteWorld(
      client,
      rows.map(({ id }) => id)
    );
    await client.query('COMMIT');
  });
}

async function withClient<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: config().DATABASE_URL, application_name: 'tessera-demo' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    // What was not committed is rolled back.
    await client.end();
  }
}

/** The issuers by number; the one that only the large world has is made. */
async function issuerIds(client: Client, tasks: readonly IssuerTask[]): Promise<Record<string, string>> {
  await client.query(
    `INSERT INTO issuers (id, number, name, time_zone, base_currency)
     SELECT $1, '1005', 'Eschenthal Zahlungsdienste', 'Europe/Berlin', 'EUR'
     WHERE '1005' = ANY ($2) AND NOT EXISTS (SELECT 1 FROM issuers WHERE number = '1005')`,
    [newId(), tasks.map(({ plan }) => plan.number)]
  );
  await client.query(
    `INSERT INTO issuer_brands SELECT i.id, b.name FROM issuers i, brands b
     WHERE i.number = '1005' AND b.name IN ('eschenthal', 'orvalle', 'montelauro') ON CONFLICT DO NOTHING`
  );
  const ids: Record<string, string> = {};
  for (const { plan } of tasks) {
    const { rows } = await client.query('UPDATE issuers SET icas = $2 WHERE number = $1 RETURNING id', [
      plan.number,
      plan.icas
    ]);
    if (!rows[0]) throw new Error(`issuer ${plan.number} is missing: run "npm run seed" first`);
    ids[plan.number] = rows[0].id;
  }
  return ids;
}

/** What stands in the way of a load. */
async function presentWorld(client: Client, issuers: readonly string[]): Promise<Outcome | null> {
  // Nobody else makes nodes or the same world meanwhile.
  await client.query('LOCK TABLE nodes IN SHARE ROW EXCLUSIVE MODE');
  const { rowCount } = await client.query(
    "SELECT 1 FROM nodes WHERE issuer_id = ANY ($1) AND kind = 'company' LIMIT 1",
    [issuers]
  );
  if (!rowCount) return null;
  const { rows } = await client.query<{ details: World }>(
    "SELECT details FROM audit_entries WHERE issuer_id = $1 AND action = 'demo.loaded' ORDER BY sequence DESC LIMIT 1",
    [SYSTEM_ISSUER_ID]
  );
  return rows[0]
    ? { kind: 'present', world: rows[0].details }
    : { kind: 'refused', reason: "the demo's issuers have companies of their own" };
}
