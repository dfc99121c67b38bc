import { type Cluster, startCluster } from '../support/cluster';
import { sendUpload } from '../support/page-forms';
import { PASSWORD } from '../support/people';
import { PortalClient } from '../support/portal-client';
import { startServer, type TestServer } from '../support/server';
import { aCompany, anAccount, anIssuer, aUserAt, type StructureNode } from '../support/structure';
import { aTransaction } from '../support/transactions';

let cluster: Cluster;
let servers: [TestServer, TestServer];

beforeAll(async () => {
  cluster = await startCluster();
  // The one brand that the pages need: filling in the demo and copying it to the replica would take a minute.
  await cluster.primary.query(
    "INSERT INTO brands (name, family, abbreviation, display_name) VALUES ('tessera', 'tests', 'TESSERA', 'Tessera')"
  );
  const start = () =>
    startServer({
      databaseUrl: cluster.primary.url,
      env: { DATABASE_REPLICA_URL: cluster.replica.url, LOG_LEVEL: 'fatal' }
    });
  servers = [await start(), await start()];
}, 180_000);
afterAll(async () => {
  await Promise.all(servers?.map((server) => server.stop()) ?? []);
  await cluster?.stop();
}, 60_000);

/** A user with one account, signed in at the first process. */
async function aCardholder(): Promise<{ account: StructureNode; client: PortalClient; userId: string }> {
  const account = await anAccount(cluster.primary, await aCompany(cluster.primary, await anIssuer(cluster.primary)));
  const user = await aUserAt(cluster.primary, 'A', account);
  const client = new PortalClient(servers[0].port);
  expect((await client.signIn(user.userId, PASSWORD)).body).toBe('/workspace');
  return { account, client, userId: user.id };
}

const LIST = '/workspace/transactions';

/** How often tables of transactions were looked into, as the statistics of a server tell. */
async function scans(database: Cluster['primary']): Promise<number> {
  const [row] = await database.query<{ scans: string }>(
    `SELECT sum(coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::text AS scans FROM pg_stat_user_tables WHERE relname ~ '^transactions_\\d'`
  );
  return Number(row?.scans ?? 0);
}

/** The value of `count` once the server has written its statistics. */
async function settled(count: () => Promise<number>): Promise<number> {
  let before = -1;
  for (let tries = 0; tries < 20; tries++) {
    const now = await count();
    if (now === before) return now;
    before = now;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
  }
  return before;
}

test('two processes over one database: who signed in at one works at the other, and each sees at once what was committed', async () => {
  const { account, client } = await aCardholder();
  const both = [client, client.at(servers[1].port)];
  for (let round = 0; round < 15; round++) {
    const merchant = `Merchant ${round} of all`;
    await aTransaction(cluster.primary, account, { merchant });
    const pages = await Promise.all(both.map((one) => one.call(LIST)));
    for (const page of pages) expect([page.status, page.body.includes(merchant)]).toEqual([200, true]);
  }
}, 120_000);

test('lists and exports are read from the replica', async () => {
  const { account, client } = await aCardholder();
  await aTransaction(cluster.primary, account, { merchant: 'Harbour Hotel' });
  const before = await settled(() => scans(cluster.replica));
  for (let round = 0; round < 5; round++) expect((await client.call(LIST)).status).toBe(200);
  const exported = await client.call('/workspace/export/transactions');
  expect(exported.status).toBe(200);
  expect(exported.body).toContain('Harbour Hotel');
  expect(await settled(() => scans(cluster.replica))).toBeGreaterThan(before);
}, 120_000);

test('the database restarted under load, twice without a goodbye: what was acknowledged is there once, the rest once or not at all', async () => {
  const { account, client, userId } = await aCardholder();
  const acknowledged = new Set<string>();
  const tried = new Set<string>();
  let over = false;
  let serial = 0;
  const adding = async (one: PortalClient) => {
    while (!over) {
      const purpose = `Trip ${++serial}`;
      tried.add(purpose);
      const answer = await sendUpload(one, `${LIST}/new/add`, {
        purpose,
        accountId: account.id,
        transactionDate: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
        merchantName: 'Hansen Taxi',
        amount: '10.01',
        currency: 'EUR'
      }).catch(() => null);
      if (answer?.status === 200 && answer.body.includes('done=added')) acknowledged.add(purpose);
    }
  };
  const work = [client, client.at(servers[1].port), client.twin()].map(adding);
  const reaching = async (count: number) => {
    const until = Date.now() + 60_000;
    while (acknowledged.size < count && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 100));
    expect(acknowledged.size).toBeGreaterThanOrEqual(count);
  };
  await reaching(10);
  await cluster.tell('restart');
  await reaching(acknowledged.size + 10);
  await cluster.tell('restart');
  await reaching(acknowledged.size + 10);
  over = true;
  await Promise.all(work);
  const rows = await cluster.primary.query<{ purpose: string; amount: string; events: number }>(
    `SELECT t.purpose, t.billed_amount::text AS amount,
       (SELECT count(*)::int FROM transaction_events e WHERE e.transaction_id = t.id AND e.event = 'added') AS events
     FROM transactions t WHERE t.account_id = $1`,
    [account.id]
  );
  const found = rows.map(({ purpose }) => purpose);
  expect(new Set(found).size).toBe(found.length);
  expect([...acknowledged].filter((purpose) => !found.includes(purpose))).toEqual([]);
  expect(found.filter((purpose) => !tried.has(purpose))).toEqual([]);
  expect(rows.every(({ events, amount }) => events === 1 && Number(amount) === 10.01)).toBe(true);
  const [audited] = await cluster.primary.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM audit_entries WHERE action = 'transaction.added' AND actor_user_id = $1",
    [userId]
  );
  expect(audited?.count).toBe(rows.length);
}, 240_000);

test('without its replica the product goes on', async () => {
  const { account, client } = await aCardholder();
  await cluster.tell('stop replica');
  await aTransaction(cluster.primary, account, { merchant: 'Harbour Hotel' });
  for (const one of [client, client.at(servers[1].port)]) {
    const page = await one.call(LIST);
    expect([page.status, page.body.includes('Harbour Hotel')]).toEqual([200, true]);
  }
}, 120_000);
