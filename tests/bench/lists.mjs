// DATABASE_URL=… TESSERA_SECRET=… node --import tsx tests/bench/lists.mjs: pages of lists on a database made by
// `npm run demo:seed -- --size large`, first and thousandth, as ratios to hand-written SQL measured in the same run.
// Seven of ten charges that aren't exported get a receipt first, once: the demo gives none to so many.
import core from '../../lib/core/database/database.ts';
import users from '../../lib/directory/people/user-listing.ts';
import lists from '../../lib/directory/structure/lists.ts';
import paging from '../../lib/kit/listing/page.ts';
import queries from '../../lib/kit/listing/query.ts';
import transactions from '../../lib/money/transactions/listing.ts';
import { administrator, client, company, issuer, median, one, principal, program, told, user } from './large-world.mjs';

const DEEP = 50_000;
const account = await one(
  "SELECT id, path FROM nodes WHERE issuer_id = $1 AND company_id = $2 AND kind = 'account' AND status = 'active' LIMIT 1",
  [issuer.id, company.id]
);
const cardholder = principal('A', { ...account, companyId: company.id }, false);

const point = await one(
  "SELECT id, path FROM nodes n WHERE issuer_id = $1 AND company_id = $2 AND kind = 'org_point' ORDER BY (SELECT count(*) FROM nodes a WHERE a.issuer_id = n.issuer_id AND a.path >= n.path AND a.path < n.path || 'g') DESC LIMIT 1",
  [issuer.id, company.id]
);
const manager = principal('O', { ...point, companyId: company.id }, false);
const system = { ...program, role: 'Z', scope: { everywhere: true, subtrees: [] } };

/** Looked up row by row among the newest of the company. */
const PATH = '(SELECT p.path FROM nodes p WHERE p.issuer_id = t.issuer_id AND p.id = t.account_id)';

/** A list and the best SQL for the same rows: its order by `keys`, `condition` with the values from $1 on. */
const ACCOUNTS = {
  listing: lists.accountList(),
  columns: 'n.issuer_id, n.id, n.name_1, a.last_four, a.state, a.card_type, a.credit_limit, a.currency, a.opened_on',
  from: 'nodes n JOIN accounts a ON a.issuer_id = n.issuer_id AND a.id = n.id',
  always: "n.kind = 'account'",
  alias: 'n',
  keys: ['n.name_1', 'n.id'],
  descending: false
};
const USERS = {
  listing: users.USERS,
  columns:
    'u.issuer_id, u.id, u.last_name, u.first_name, u.user_id, u.role, u.status, n.name_1, c.name_1, u.last_sign_in_at',
  from: 'users u LEFT JOIN nodes n ON n.issuer_id = u.issuer_id AND n.id = u.node_id LEFT JOIN nodes c ON c.issuer_id = u.issuer_id AND c.id = u.company_id',
  always: 'u.deleted_at IS NULL',
  alias: 'u',
  keys: ['u.last_name', 'u.first_name', 'u.id'],
  descending: false
};
const TRANSACTIONS = {
  listing: transactions.TRANSACTIONS,
  columns:
    't.issuer_id, t.id, t.posting_date, t.merchant_name, n.name_1, a.last_four, t.billed_amount, t.billed_currency, t.purpose, t.state',
  from: 'transactions t JOIN nodes n ON n.issuer_id = t.issuer_id AND n.id = t.account_id JOIN accounts a ON a.issuer_id = t.issuer_id AND a.id = t.account_id',
  always: 'TRUE',
  alias: 't',
  keys: ['t.posting_date', 't.id'],
  descending: true
};
const RECEIPT =
  "EXISTS (SELECT 1 FROM attachments f WHERE f.issuer_id = t.issuer_id AND f.entity = 'transaction' AND f.record_id = t.id AND f.position IS NOT NULL)";
const OPEN = {
  ...TRANSACTIONS,
  filters: { state: 'open' },
  columns: `${TRANSACTIONS.columns}, ${RECEIPT}`,
  always: "t.state = 'open'"
};
const WITHOUT_RECEIPT = {
  ...OPEN,
  filters: { state: 'open', receipt: 'false' },
  always: `t.state = 'open' AND NOT ${RECEIPT}`
};

async function withReceipts() {
  const { few } = await one('SELECT count(*) < 100000 AS few FROM attachments');
  if (!few) return;
  await client.query(
    `
    WITH charge AS MATERIALIZED (
      SELECT issuer_id, id, gen_random_uuid() AS file, sha256(id::text::bytea) AS sha256 FROM transactions t
      WHERE state <> 'exported' AND NOT ${RECEIPT} AND hashtext(id::text) % 10 BETWEEN -6 AND 6),
    file AS (
      INSERT INTO large_files (issuer_id, id, name, media_type, size, sha256)
      SELECT issuer_id, file, 'receipt.jpg', 'image/jpeg', 200000, sha256 FROM charge)
    INSERT INTO attachments (issuer_id, id, sha256, added_by, added_at, record_id, position, file_id, size, entity, media_type, name)
    SELECT issuer_id, gen_random_uuid(), sha256, $1, now(), id, 1, file, 200000, 'transaction', 'image/jpeg', 'receipt.jpg'
    FROM charge`,
    [user.id]
  );
  await client.query('VACUUM ANALYZE attachments, large_files');
}

async function compare(
  name,
  { listing, filters = {}, columns, from, always, keys, descending },
  who,
  condition,
  values
) {
  const query = queries.readQuery(listing, filters);
  const order = keys.map((key) => (descending ? `${key} DESC` : key)).join(', ');
  const where = `${condition} AND ${always}`;
  const first = `SELECT ${columns} FROM ${from} WHERE ${where} ORDER BY ${order} LIMIT 51`;
  const [ours, best] = await median(
    () => paging.listPage(who, listing, query),
    () => client.query(first, values)
  );
  told(`${name}, first page`, ours, best, 3);
  const named = keys.map((key, index) => `(${key})::text AS k${index}`).join(', ');
  const deep = `SELECT ${named} FROM ${from} WHERE ${where} ORDER BY ${order} OFFSET ${DEEP} LIMIT 1`;
  const place = await one(deep, values);
  if (!place) return;
  const cursor = keys.map((_, index) => place[`k${index}`]);
  const after = Buffer.from(JSON.stringify(cursor)).toString('base64url');
  const bounds = keys.map((_, index) => `$${values.length + index + 1}`).join(', ');
  const next = first.replace('ORDER BY', `AND (${keys.join(', ')}) ${descending ? '<' : '>'} (${bounds}) ORDER BY`);
  const [oursDeep, bestDeep] = await median(
    () => paging.listPage(who, listing, { ...query, place: { after } }),
    () => client.query(next, [...values, ...cursor])
  );
  told(`${name}, thousandth page`, oursDeep, bestDeep, 3);
}

const LISTS = { accounts: ACCOUNTS, users: USERS, transactions: TRANSACTIONS };
for (const [name, list] of Object.entries(LISTS)) {
  await compare(`${name}, an issuer’s`, list, program, `${list.alias}.issuer_id = $1`, [issuer.id]);
  const ofCompany = `${list.alias}.issuer_id = $1 AND ${list.alias}.company_id = $2`;
  await compare(`${name}, a company’s`, list, administrator, ofCompany, [issuer.id, company.id]);
}
await compare('transactions, a cardholder’s', TRANSACTIONS, cardholder, 't.issuer_id = $1 AND t.account_id = $2', [
  issuer.id,
  account.id
]);
await compare(
  'transactions, an org point’s',
  TRANSACTIONS,
  manager,
  `t.issuer_id = $1 AND t.company_id = $2 AND ${PATH} >= $3 AND ${PATH} < $4`,
  [issuer.id, company.id, point.path, `${point.path}g`]
);
await compare('transactions, everybody’s', TRANSACTIONS, system, 'TRUE', []);
await withReceipts();
for (const [name, list] of Object.entries({ 'open charges': OPEN, 'those without receipt': WITHOUT_RECEIPT })) {
  await compare(`${name}, an issuer’s`, list, program, 't.issuer_id = $1', [issuer.id]);
  await compare(`${name}, a company’s`, list, administrator, 't.issuer_id = $1 AND t.company_id = $2', [
    issuer.id,
    company.id
  ]);
  await compare(`${name}, a cardholder’s`, list, cardholder, 't.issuer_id = $1 AND t.account_id = $2', [
    issuer.id,
    account.id
  ]);
  await compare(`${name}, everybody’s`, list, system, 'TRUE', []);
}
await client.end();
await core.closeDatabase();
