import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { type CopyRow, copyIn } from '../../lib/core/database/copy-in';
import { hashPassword } from '../../lib/sign-in/password/password-hash';
import { DAY } from './calendar';
import { type Cast, castMembers, seatCast, writeCast } from './cast';
import { type Check, checkSums } from './check-sums';
import { dropForLoad } from './drop-for-load';
import { type DemoUser, People, UserIds } from './people';
import { type IssuerTask, SIZES, type Size } from './plan';
import { shared } from './random';
import { ACCOUNT_COLUMNS, accountRow, COMPANY_COLUMNS, companyRow, NODE_COLUMNS, nodeRows, USER_TABLES } from './rows';
import { type DemoIssuer, growIssuer } from './structure';
import { TRANSACTION_COLUMNS, TransactionFeed } from './transactions';

/** Users that are made and written at a time. */
const BATCH = 20_000;

export const LOADED_TABLES = ['nodes', 'companies', 'accounts', ...Object.keys(USER_TABLES), 'transactions'];

export interface World {
  size: Size;
  seed: number;
  /** The day that its past ends with, `2026-11-21`. */
  today: string;
}

interface GrownIssuer {
  task: IssuerTask;
  issuer: DemoIssuer;
  people: People;
}

/** Rows by table. */
type Counts = Record<string, number>;

/** Makes a world and writes it, within the client's transaction. @returns what was counted against what was made */
export async function writeWorld(
  client: Client,
  world: World,
  tasks: readonly IssuerTask[],
  issuerIds: Readonly<Record<string, string>>,
  say: (text: string) => void
): Promise<Check[]> {
  const ours = Object.values(issuerIds);
  const counts = await countsBefore(client, ours);
  say('Grow the structure');
  const { issuers, assignments } = await grow(client, world, tasks, issuerIds);
  if (world.size === 'large') await client.query("SET LOCAL maintenance_work_mem = '512MB'");
  // Row by row is quicker for few rows: the indexes are small.
  const restore = world.size === 'large' ? await dropForLoad(client, LOADED_TABLES) : [];
  const copy: Copy = async (table, columns, rows) => {
    counts[table] = (counts[table] ?? 0) + (await copyIn(client, `${table} (${columns.join(', ')})`, rows));
  };
  say('Load nodes, companies and accounts');
  for (const { issuer } of issuers) await copyStructure(copy, issuer);
  say('Load users');
  await copyUsers(copy, issuers, counts, SIZES[world.size].users);
  await writeCast(client, assignments);
  counts.assignments = (counts.assignments ?? 0) + assignments.length;
  counts.assignment_nodes = (counts.assignment_nodes ?? 0) + assignments.filter(({ node }) => node).length;
  say(`Load ${SIZES[world.size].transactions.toLocaleString('en')} transactions`);
  // COPY notes no sums: they are built anew.
  await client.query('DELETE FROM transaction_sum_issuers WHERE issuer_id = ANY ($1)', [ours]);
  const totals = await copyTransactions(client, copy, world, issuers);
  if (restore.length > 0) say('Make indexes and foreign keys');
  for (const statement of restore) await client.query(statement);
  say('Check the sums');
  return checkSums(client, ours, counts, totals);
}

type Copy = (table: string, columns: readonly string[], rows: Iterable<CopyRow>) => Promise<void>;

async function countsBefore(client: Client, issuerIds: readonly string[]): Promise<Counts> {
  const counts: Counts = {};
  for (const table of LOADED_TABLES) {
    const { rows } = await client.query(`SELECT count(*)::integer AS count FROM ${table} WHERE issuer_id = ANY ($1)`, [
      issuerIds
    ]);
    counts[table] = rows[0].count;
  }
  return counts;
}

async function grow(
  client: Client,
  { seed, today }: World,
  tasks: readonly IssuerTask[],
  issuerIds: Readonly<Record<string, string>>
): Promise<{ issuers: GrownIssuer[]; assignments: Cast['assignments'] }> {
  const day = Math.floor(Date.parse(today) / DAY);
  const { rows: taken } = await client.query<{ key: string }>('SELECT user_id_key AS key FROM user_directory');
  const userIds = new UserIds(new Set(taken.map(({ key }) => key)));
  const members = await castMembers(client);
  const nextLabel = await reservedLabels(client, tasks);
  const issuers: GrownIssuer[] = [];
  const assignments: Cast['assignments'] = [];
  for (const task of tasks) {
    const issuerId = issuerIds[task.plan.number] as string;
    const { rows } = await client.query('SELECT path FROM nodes WHERE issuer_id = $1 AND id = $1', [issuerId]);
    const issuer = growIssuer(seed, day, task, { issuerId, rootPath: rows[0].path, nextLabel });
    const cast = seatCast(issuer, members);
    assignments.push(...cast.assignments);
    issuers.push({ task, issuer, people: new People(issuer, seed, day, userIds, cast.occupied) });
  }
  return { issuers, assignments };
}

/** Takes labels for paths from their sequence, more than there will be nodes. The table nodes is locked meanwhile. */
async function reservedLabels(client: Client, tasks: readonly IssuerTask[]): Promise<() => string> {
  const accounts = tasks.reduce((sum, task) => sum + task.accounts + task.companies, 0);
  const { rows } = await client.query<{ first: string }>("SELECT nextval('node_labels')::text AS first");
  const first = Number(rows[0]?.first);
  await client.query("SELECT setval('node_labels', $1)", [first + accounts * 3]);
  let label = first;
  return () => (label++).toString(16).padStart(8, '0');
}

async function copyStructure(copy: Copy, issuer: DemoIssuer): Promise<void> {
  await copy('nodes', NODE_COLUMNS, nodeRows(issuer));
  await copy(
    'companies',
    COMPANY_COLUMNS,
    mapped(issuer.companies, (company) => companyRow(issuer, company))
  );
  const accounts = issuer.companies.flatMap((company) => company.accounts);
  await copy(
    'accounts',
    ACCOUNT_COLUMNS,
    mapped(accounts, (account) => accountRow(issuer, account))
  );
}

const NOBODY = { issuerId: '', id: '' };
const SEEDING = { address: '127.0.0.1' };

async function copyUsers(copy: Copy, issuers: readonly GrownIssuer[], counts: Counts, wanted: number): Promise<void> {
  // Nobody knows the password of made-up people: they are there to be seen, not to sign in.
  const passwordHash = await hashPassword(randomBytes(32).toString('base64'), NOBODY, SEEDING);
  const write = async (users: Iterable<DemoUser>) => {
    for (const batch of batches(users)) {
      for (const [table, { columns, rows }] of Object.entries(USER_TABLES)) {
        await copy(
          table,
          columns,
          batch.flatMap((user) => rows(user, passwordHash))
        );
      }
    }
  };
  for (const { people } of issuers) await write(people.all());
  // The rest are employees without a card: as many as are wanted, or a few.
  const present = counts.users ?? 0;
  const rest = shared(
    wanted > 0 ? wanted - present : Math.round(present * 0.04),
    issuers.map(({ task }) => task.accounts)
  );
  for (const [at, { people }] of issuers.entries()) await write(people.withoutCard(rest[at] as number));
}

async function copyTransactions(
  client: Client,
  copy: Copy,
  { size, seed, today }: World,
  issuers: readonly GrownIssuer[]
) {
  const { months, transactions } = SIZES[size];
  // The past ends yesterday.
  const lastDay = Math.floor(Date.parse(today) / DAY) - 1;
  const end = new Date(lastDay * DAY);
  const start = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() - months + 1, 1));
  await client.query('SELECT create_transaction_partitions($1, $2)', [start.toISOString().slice(0, 10), today]);
  const feed = new TransactionFeed(
    { seed, firstDay: start.getTime() / DAY, today: lastDay, count: transactions },
    issuers.map(({ issuer, people }) => ({ issuer, deskOf: (account) => people.deskOf(account) }))
  );
  await copy('transactions', TRANSACTION_COLUMNS, feed.rows());
  return feed.totals;
}

function* mapped<From, To>(list: Iterable<From>, change: (one: From) => To): Generator<To> {
  for (const one of list) yield change(one);
}

function* batches<T>(list: Iterable<T>): Generator<T[]> {
  let batch: T[] = [];
  for (const one of list) {
    batch.push(one);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
