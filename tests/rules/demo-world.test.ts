import pg from 'pg';
import { merchantCategories, merchantCategoryName } from '@/lib/core/entry/merchant-category-names';
import { translator } from '@/lib/core/language/texts';
import { isCardNumber } from '@/lib/core/secrets/card-digits';
import { readCardNumber } from '@/lib/directory/structure/card-number';
import { CATEGORIES } from '../../prisma/demo/data/spending';
import { dropForLoad } from '../../prisma/demo/drop-for-load';
import { loadWorld, resetWorld } from '../../prisma/demo/load-world';
import { People, UserIds } from '../../prisma/demo/people';
import { SIZES, tasksOf } from '../../prisma/demo/plan';
import { nodeRows } from '../../prisma/demo/rows';
import { growIssuer } from '../../prisma/demo/structure';
import { TRANSACTION_COLUMNS, TransactionFeed } from '../../prisma/demo/transactions';
import { DEMO_ACCOUNTS, seedAccounts } from '../../prisma/seed/accounts';
import { useDatabase } from '../support/module-world';
import { TEST_SECRET } from '../support/server';

const database = useDatabase({ seeded: true, asOwner: true });
const TODAY = Math.floor(Date.parse('2026-11-21') / 86_400_000);
/** The transactions of the world itself, without those that the demo people's story adds. */
const LOADED = 'WHERE feed_id IS NULL AND added_by IS NULL';
const numberOf = async (sql: string) => Number((await database.current.query<{ n: string }>(sql))[0]?.n);

/** The small world as it is made, without a database. */
function aWorld(seed: number, transactions: number) {
  let label = 1;
  const userIds = new UserIds(new Set());
  const issuers = tasksOf('small').map((task) => {
    const ground = {
      issuerId: `00000000-0000-7000-8000-00000000${task.plan.number}`,
      rootPath: '00000001',
      nextLabel: () => String(label++).padStart(8, '0')
    };
    const issuer = growIssuer(seed, TODAY, task, ground);
    const people = new People(issuer, seed, TODAY, userIds, { accounts: new Map(), nodes: new Map() });
    return { issuer, people, users: [...people.all()] };
  });
  const plan = { seed, firstDay: TODAY - 330, today: TODAY - 1, count: transactions };
  const feed = new TransactionFeed(
    plan,
    issuers.map(({ issuer, people }) => ({ issuer, deskOf: (account) => people.deskOf(account) }))
  );
  const rows = [...feed.rows()].map((row) => {
    const values = row.split('\t');
    return Object.fromEntries(TRANSACTION_COLUMNS.map((column, at) => [column, values[at] as string]));
  });
  const structure = issuers.flatMap(({ issuer }) => [...nodeRows(issuer)]);
  return { issuers, rows, structure, users: issuers.flatMap(({ users }) => users) };
}

describe('a world made from a seed', () => {
  const world = aWorld(7, 6_000);
  const accounts = world.issuers.flatMap(({ issuer }) => issuer.companies.flatMap((company) => company.accounts));

  test('is the same every time, and another for another seed', () => {
    const { rows, structure, users } = aWorld(7, 6_000);
    expect(rows).toEqual(world.rows);
    expect(structure).toEqual(world.structure);
    expect(users).toEqual(world.users);
    expect(aWorld(8, 100).structure).not.toEqual(world.structure);
  });

  test('has the companies and accounts of its size, few large ones and many small ones', () => {
    for (const size of ['small', 'medium', 'large'] as const) {
      const tasks = tasksOf(size);
      expect(tasks.reduce((sum, task) => sum + task.companies, 0)).toBe(SIZES[size].companies);
      expect(tasks.reduce((sum, task) => sum + task.accounts, 0)).toBe(SIZES[size].accounts);
    }
    expect(accounts).toHaveLength(SIZES.small.accounts);
    for (const { issuer } of world.issuers.slice(0, 3)) {
      const sizes = issuer.companies.map((company) => company.accounts.length);
      expect(sizes[0]).toBeGreaterThan(3 * (sizes[Math.floor(sizes.length / 2)] as number));
      expect(Math.max(...issuer.house.units.map(({ level }) => level ?? 0))).toBeGreaterThanOrEqual(2);
    }
  });

  test('has card numbers of test ranges that end with their check digit, each once', () => {
    for (const { cardNumber } of accounts) expect(isCardNumber(cardNumber)).toBe(true);
    expect(new Set(accounts.map(({ cardNumber }) => cardNumber)).size).toBe(accounts.length);
  });

  test('has a user id for each person that the rules for user ids allow', () => {
    const { users } = world;
    expect(new Set(users.map(({ userId }) => userId)).size).toBe(users.length);
    for (const { userId } of users) expect(userId).toMatch(/^(?=.{6,80}$)[a-z]+\.[a-z]+\d{0,6}$/);
  });

  test('spends on working days rather than at weekends, less in hotels than at the till, and the more often the cheaper', () => {
    const purchases = world.rows.filter(({ type }) => type === 'purchase');
    const isWeekend = ({ transaction_date: date = '' }) => [0, 6].includes(new Date(date).getUTCDay());
    const atWeekends = purchases.filter(isWeekend).length;
    // Two days in seven would be 29 %.
    expect(atWeekends / purchases.length).toBeGreaterThan(0.05);
    expect(atWeekends / purchases.length).toBeLessThan(0.2);
    const median = (code: string) => {
      const amounts = purchases
        .filter((row) => row.merchant_category_code === code && row.currency === 'USD')
        .map((row) => Number(row.amount));
      return amounts.sort((a, b) => a - b)[Math.floor(amounts.length / 2)] as number;
    };
    expect(median('5462')).toBeLessThan(20);
    expect(median('5812')).toBeGreaterThan(median('5814'));
    expect(median('7011')).toBeGreaterThan(3 * median('5812'));
    expect(median('4511')).toBeGreaterThan(median('7011'));
  });

  test('posts on working days, after the purchase, and gets older transactions further', () => {
    for (const { posting_date: posted = '', transaction_date: made = '' } of world.rows) {
      expect(posted >= made).toBe(true);
    }
    const exported = (from: string, to: string) => {
      const rows = world.rows.filter(({ posting_date: posted = '' }) => posted >= from && posted < to);
      return rows.filter(({ state }) => state === 'exported').length / rows.length;
    };
    expect(exported('2026-11-01', '2026-11-21')).toBeLessThan(0.1);
    expect(exported('2026-02-01', '2026-06-01')).toBeGreaterThan(0.85);
  });

  test('has cash, fees, refunds and payments besides purchases; what flows back is negative', () => {
    for (const { type, amount } of world.rows) expect(Number(amount) < 0).toBe(type === 'credit' || type === 'payment');
    const share = (wanted: string) => world.rows.filter(({ type }) => type === wanted).length / world.rows.length;
    expect(share('purchase')).toBeGreaterThan(0.85);
    for (const kind of ['cash', 'fee', 'credit', 'payment', 'out_of_pocket'])
      expect(share(kind)).toBeGreaterThan(0.002);
  });
});

test('merchant category codes are those of ISO 18245: in its ranges, none of those left to private use', () => {
  const codes = merchantCategories();
  expect(codes.length).toBeGreaterThanOrEqual(250);
  const ranges = [
    [1, 1499],
    [1500, 2999],
    [4000, 4799],
    [4800, 4999],
    [5000, 5599],
    [5600, 5699],
    [5700, 7299],
    [7300, 7999],
    [8000, 8999],
    [9000, 9999]
  ] as const;
  for (const code of codes) {
    expect(code).toMatch(/^\d{4}$/);
    expect(ranges.some(([low, high]) => Number(code) >= low && Number(code) <= high)).toBe(true);
  }
  // Known to everybody who reads card statements.
  const t = translator('en_US');
  expect(Object.fromEntries(codes.map((code) => [code, merchantCategoryName(t, code)]))).toMatchObject({
    4111: expect.stringContaining('transport'),
    4511: 'Airlines',
    5411: expect.stringContaining('supermarkets'),
    5812: 'Restaurants',
    5912: 'Pharmacies',
    6011: 'Cash machines',
    7011: expect.stringContaining('Hotels'),
    9402: 'Postal services'
  });
  for (const { code } of CATEGORIES) expect(codes).toContain(code);
});

describe('the small world in the database', () => {
  test('is there after the seed, whole', async () => {
    expect(await numberOf("SELECT count(*) AS n FROM nodes WHERE kind = 'company'")).toBe(SIZES.small.companies);
    expect(await numberOf('SELECT count(*) AS n FROM accounts')).toBe(SIZES.small.accounts);
    expect(await numberOf(`SELECT count(*) AS n FROM transactions ${LOADED}`)).toBe(SIZES.small.transactions);
    expect(await numberOf('SELECT count(*) AS n FROM companies WHERE program_option_id IS NULL')).toBe(0);
    // The lists that accounts choose from.
    expect(
      await numberOf(
        `SELECT count(*) AS n FROM accounts a WHERE NOT EXISTS (SELECT 1 FROM setup_records r
         WHERE r.issuer_id = a.issuer_id AND r.entity = 'issuer-card-type' AND r.code = a.card_type)`
      )
    ).toBe(0);
  });

  test('has a user who can sign in for every role, each with a place of the role’s own kind', async () => {
    const rows = await database.current.query<{ userId: string; role: string; kinds: string[] }>(
      `SELECT u.user_id AS "userId", a.role::text, array_remove(array_agg(n.kind::text), NULL) AS kinds
       FROM users u JOIN assignments a ON (a.issuer_id, a.user_id) = (u.issuer_id, u.id) AND a.is_primary AND a.role = u.role
       LEFT JOIN assignment_nodes x ON (x.issuer_id, x.assignment_id) = (a.issuer_id, a.id)
       LEFT JOIN nodes n ON (n.issuer_id, n.id) = (x.issuer_id, x.node_id)
       WHERE u.user_id = ANY ($1) GROUP BY 1, 2`,
      [DEMO_ACCOUNTS.map(({ userId }) => userId)]
    );
    expect(rows).toHaveLength(DEMO_ACCOUNTS.length);
    expect(new Set(rows.map(({ role }) => role))).toEqual(new Set(['A', 'C', 'G', 'H', 'I', 'O', 'S', 'Z']));
    const kinds: Record<string, string[]> = {
      A: ['account'],
      S: ['account_group'],
      O: ['org_point'],
      C: ['company'],
      G: ['company_group'],
      I: ['issuer'],
      H: [],
      Z: []
    };
    for (const { role, kinds: found } of rows) expect(found).toEqual(kinds[role]);
    // Those of one company see each other's work: the cardholder's account lies below all of their nodes.
    const path = async (userId: string) =>
      (
        await database.current.query<{ path: string }>(
          'SELECT n.path FROM users u JOIN nodes n ON n.id = u.node_id WHERE u.user_id = $1',
          [userId]
        )
      )[0]?.path ?? '';
    const anna = await path('anna.lindqvist');
    for (const above of ['emma.nyberg', 'sofia.holm', 'henrik.dahl'])
      expect(anna.startsWith(await path(above))).toBe(true);
  });

  test('every user stands where the assignment says, and sees what lies below in the same company', async () => {
    expect(
      await numberOf(
        `SELECT count(*) AS n FROM users u JOIN assignments a ON (a.issuer_id, a.user_id) = (u.issuer_id, u.id) AND a.is_primary
         JOIN assignment_nodes x ON (x.issuer_id, x.assignment_id) = (a.issuer_id, a.id)
         LEFT JOIN nodes n ON (n.issuer_id, n.id) = (u.issuer_id, u.node_id)
         WHERE u.role <> a.role OR n.id IS NULL OR u.company_id IS DISTINCT FROM n.company_id
           OR NOT EXISTS (SELECT 1 FROM assignment_nodes y WHERE (y.issuer_id, y.assignment_id, y.node_id) = (a.issuer_id, a.id, u.node_id))`
      )
    ).toBe(0);
    expect(
      await numberOf(
        `SELECT count(*) AS n FROM nodes n JOIN nodes p ON (p.issuer_id, p.id) = (n.issuer_id, n.parent_id)
         WHERE left(n.path, -8) <> p.path OR (p.company_id IS NOT NULL AND n.company_id <> p.company_id)`
      )
    ).toBe(0);
  });

  test('transactions are reviewed, approved and exported by people who may see the account', async () => {
    const strangers = (column: string) =>
      numberOf(
        `SELECT count(*) AS n FROM transactions t JOIN nodes n ON (n.issuer_id, n.id) = (t.issuer_id, t.account_id)
         WHERE t.${column} IS NOT NULL AND NOT EXISTS (
           SELECT 1 FROM assignments a JOIN assignment_nodes x ON (x.issuer_id, x.assignment_id) = (a.issuer_id, a.id)
           JOIN nodes m ON (m.issuer_id, m.id) = (x.issuer_id, x.node_id)
           WHERE a.issuer_id = t.issuer_id AND a.user_id = t.${column} AND n.path LIKE m.path || '%')`
      );
    expect(await strangers('reviewed_by')).toBe(0);
    expect(await strangers('approved_by')).toBe(0);
    expect(await strangers('exported_by')).toBe(0);
  });

  test('card numbers can be read with the key alone', async () => {
    const accounts = await database.current.query<{
      issuerId: string;
      id: string;
      encrypted: Buffer;
      lastFour: string;
    }>(
      `SELECT issuer_id AS "issuerId", id, card_number_encrypted AS encrypted, last_four AS "lastFour" FROM accounts ORDER BY id LIMIT 8`
    );
    const numbers = accounts.map(({ issuerId, id, encrypted }) => readCardNumber(issuerId, id, encrypted));
    for (const [at, number] of numbers.entries()) {
      expect(isCardNumber(number)).toBe(true);
      expect(number.slice(-4)).toBe(accounts[at]?.lastFour);
    }
    for (const table of ['nodes', 'accounts', 'users', 'transactions']) {
      const clear = `SELECT count(*) AS n FROM ${table} r WHERE r::text LIKE ANY (ARRAY['%${numbers.join("%', '%")}%'])`;
      expect([table, await numberOf(clear)]).toEqual([table, 0]);
    }
  });

  test('is left alone by another run, and made anew by a reset, which leaves other issuers alone', async () => {
    Object.assign(process.env, { TESSERA_SECRET: TEST_SECRET });
    const world = { size: 'small', seed: 1, today: '2026-11-21' } as const;
    const spent = () => numberOf(`SELECT sum(billed_amount) AS n FROM transactions ${LOADED}`);
    const before = await spent();
    expect((await loadWorld(world)).kind).toBe('present');
    expect((await loadWorld({ ...world, size: 'medium' })).kind).toBe('present');
    expect(await spent()).toBe(before);
    await database.current.query(
      "INSERT INTO issuers (id, number, name) VALUES ('00000000-0000-7000-8000-000000000777', '777', 'Somebody else')"
    );
    await database.current.query(
      `INSERT INTO nodes (issuer_id, id, kind, parent_id, number, name_1)
       VALUES ('00000000-0000-7000-8000-000000000777', gen_random_uuid(), 'company', '00000000-0000-7000-8000-000000000777', '1', 'Own')`
    );
    await resetWorld();
    expect(await numberOf('SELECT count(*) AS n FROM transactions')).toBe(0);
    expect(await numberOf("SELECT count(*) AS n FROM nodes WHERE kind <> 'issuer'")).toBe(1);
    await seedAccounts();
    expect((await loadWorld({ ...world, seed: 2 })).kind).toBe('loaded');
    expect(await numberOf('SELECT count(*) AS n FROM accounts')).toBe(SIZES.small.accounts);
    expect(await spent()).not.toBe(before);
    // Deleted and made anew, the audit tells of both.
    expect(await numberOf("SELECT count(*) AS n FROM audit_entries WHERE action = 'demo.loaded'")).toBe(2);
    expect(await numberOf('SELECT count(*) AS n FROM issuers i, verify_audit_chain(i.id)')).toBe(0);
  }, 300_000);
});

test('what a large load drops for its time comes back as it was', async () => {
  const client = new pg.Client({ connectionString: database.current.ownerUrl });
  await client.connect();
  const shape = async () =>
    (
      await client.query(
        `SELECT indexdef AS definition FROM pg_indexes WHERE schemaname = 'public'
         UNION ALL SELECT conrelid::regclass || conname || pg_get_constraintdef(oid) FROM pg_constraint WHERE contype = 'f' ORDER BY 1`
      )
    ).rows.map(({ definition }) => definition);
  const before = await shape();
  await client.query('BEGIN');
  const restore = await dropForLoad(client, ['users', 'transactions']);
  expect((await shape()).length).toBeLessThan(before.length);
  for (const statement of restore) await client.query(statement);
  await client.query('COMMIT');
  expect(await shape()).toEqual(before);
  await client.end();
});
