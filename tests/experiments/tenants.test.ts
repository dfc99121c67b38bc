// Other users' data, requested by signed-in users and through the database connection.
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { callAction } from '../support/actions';
import { aCardNumber } from '../support/card-numbers';
import { sendForm, sendUpload } from '../support/page-forms';
import { PASSWORD } from '../support/people';
import type { PortalClient } from '../support/portal-client';
import { useServer } from '../support/server-world';
import { withSetting } from '../support/settings';
import {
  aBranch,
  aCompany,
  aCompanyGroup,
  anAccount,
  anIssuer,
  aUserAt,
  type PlacedPerson
} from '../support/structure';
import { text } from '../support/texts';
import { aTransaction } from '../support/transactions';
import { experiment, tally, times } from './experiment';

const world = useServer();

/** An issuer with one of every record, whose texts carry a unique mark. */
async function aMarkedIssuer(mark: string) {
  const issuer = await anIssuer(world.database, { name: `Issuer ${mark}` });
  const branch = await aBranch(world.database, issuer);
  await world.database.query(`UPDATE nodes SET name_1 = 'Node ${mark}' WHERE issuer_id = $1`, [issuer.id]);
  const transaction = await aTransaction(world.database, branch.account, { merchant: `Merchant ${mark}` });
  const administrator = await aUserAt(world.database, 'I', issuer, { firstName: 'Ada', lastName: `Person ${mark}` });
  const cardholder = await aUserAt(world.database, 'A', branch.account, { lastName: `Holder ${mark}` });
  return { issuer, ...branch, transaction, administrator, cardholder };
}

async function entered({ userId }: PlacedPerson): Promise<PortalClient> {
  const client = world.client();
  expect((await client.signIn(userId, PASSWORD)).body).toBe('/workspace');
  return client;
}

/** Every address of the workspace, with ids in place of the bracketed segments. */
function addresses(ids: readonly string[]): string[] {
  const files = readdirSync('app/workspace', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(^|\/)(page\.tsx|route\.ts)$/.test(file)
  );
  return files.flatMap((file) => {
    const path = join('/workspace', file.replace(/(^|\/)(page\.tsx|route\.ts)$/, ''));
    if (/sign-out|\[\.\.\.|access\/end/.test(path)) return [];
    const named = path
      .replace('[entity]', 'tax-rate')
      .replace('[listing]', 'transactions')
      .replace('[field]', 'footer')
      .replace('[name]', 'norrvik')
      .replace('[action]', 'draft')
      .replace('[digest]', 'a'.repeat(64));
    return named.includes('[') ? ids.map((id) => named.replaceAll(/\[[^\]]+\]/g, id)) : [named];
  });
}

/** The route that takes an expense paid out of pocket, with its receipt. */
const ADDING = '/workspace/transactions/new/add';

/** Sends a form of a page, or what a page with script sends to a route. */
const send = (
  client: PortalClient,
  path: string,
  fields: Record<string, string>,
  found: Parameters<typeof sendForm>[3] = {}
) => (path === ADDING ? sendUpload(client, path, fields) : sendForm(client, path, fields, found));

experiment(
  {
    id: 'X21',
    tries: 'an issuer administrator asks every page and file of the workspace with every id of another issuer',
    passes: 'no answer has a word of the other issuer, none is an error of the server',
    seconds: 240
  },
  async () => {
    const mark = `Zq${randomUUID().slice(0, 8)}`;
    const [own, other] = [await aMarkedIssuer('own'), await aMarkedIssuer(mark)];
    const ids = [
      ...[other.issuer, other.group, other.company, other.accountGroup, other.point, other.account].map(({ id }) => id),
      ...[other.transaction.id, other.administrator.id, other.cardholder.id, other.administrator.assignmentId]
    ];
    const client = await entered(own.administrator);
    const asked = addresses(ids).flatMap((path) => [
      path,
      `${path}?id=${ids[2]}&company=${ids[2]}&at=${ids[2]}&issuer=${ids[0]}&node=${ids[2]}&account=${ids[5]}`
    ]);
    const statuses = await times(asked.length, 8, async (n) => {
      const { status, body } = await client.call(asked[n] as string);
      if (body.includes(mark)) throw new Error(`${asked[n]} shows the other issuer`);
      return status;
    });
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    return `${asked.length} addresses: ${tally(statuses)}`;
  }
);

experiment(
  {
    id: 'X22',
    tries: 'a cardholder asks every page of administrators, and their own company with every id in it',
    passes: 'no other person, card or transaction is shown, none is an error of the server',
    seconds: 180
  },
  async () => {
    const mark = `Zq${randomUUID().slice(0, 8)}`;
    const home = await aMarkedIssuer('home');
    const neighbour = await aTransaction(world.database, (await aBranch(world.database, home.issuer)).account, {
      merchant: `Merchant ${mark}`
    });
    const boss = await aUserAt(world.database, 'C', home.company, { lastName: `Boss ${mark}` });
    const client = await entered(home.cardholder);
    const asked = addresses([neighbour.id, boss.id, boss.assignmentId, home.company.id, home.issuer.id]);
    const statuses = await times(asked.length, 8, async (n) => {
      const { status, body } = await client.call(asked[n] as string);
      if (body.includes(mark)) throw new Error(`${asked[n]} shows somebody else's`);
      return status;
    });
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    return `${asked.length} addresses: ${tally(statuses)}`;
  }
);

experiment(
  {
    id: 'X23',
    tries:
      'F-4: a card number in a purpose, a merchant, the name of a unit and of a view, a reason and a search that is kept',
    passes: 'no column of any table holds its digits afterwards',
    seconds: 180
  },
  async () => {
    const { issuer, company, account, administrator, cardholder } = await aMarkedIssuer('cards');
    const card = aCardNumber();
    const spaced = card.replace(/(\d{4})(?=\d)/g, '$1 ');
    const [clerk, holder] = [await entered(administrator), await entered(cardholder)];
    const today = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const expense = { accountId: account.id, transactionDate: today, amount: '10', currency: 'EUR' };
    const tries: [PortalClient, string, Record<string, string>][] = [
      [holder, ADDING, { purpose: `for ${card}`, merchantName: 'Taxi', ...expense }],
      [holder, ADDING, { purpose: 'trip', merchantName: `Taxi ${spaced}`, ...expense }],
      [clerk, `/workspace/structure/${company.id}/change`, { name1: `Unit ${spaced}`, number: 'C1', currency: 'EUR' }],
      [clerk, `/workspace/set-up/tax-rate/new?company=${company.id}`, { name: `Rate ${card}`, rate: '1' }]
    ];
    const statuses: number[] = [];
    for (const [client, path, fields] of tries)
      statuses.push((await send(client, path, fields).catch(() => ({ status: 404 }))).status);
    for (const listing of ['transactions', 'accounts'])
      statuses.push(
        (
          await callAction(clerk, 'saveListView', {
            given: [{ list: listing, keep: {}, query: `q=${card}` }],
            form: { name: `View ${card}` }
          })
        ).status
      );
    await clerk.call(`/workspace/transactions?q=${card}`);
    await clerk.call(`/workspace/export/transactions?q=${card}`);
    const columns = await world.database.query<{ name: string; columns: string }>(
      `SELECT c.relname AS name, string_agg(format('coalesce(%I::text, '''')', a.attname), ' || chr(10) || ') AS columns
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
         AND a.atttypid IN ('text'::regtype, 'jsonb'::regtype, 'varchar'::regtype, 'text[]'::regtype)
       GROUP BY c.relname`
    );
    const held: string[] = [];
    for (const { name, columns: text } of columns) {
      const [row] = await world.database.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM ${name} WHERE regexp_replace(${text}, '[ -]', '', 'g') LIKE $1`,
        [`%${card}%`]
      );
      if (row?.count) held.push(`${name} (${row.count})`);
    }
    expect(held).toEqual([]);
    expect(issuer.id).toBeTruthy();
    return `${columns.length} tables looked through; answers ${tally(statuses)}`;
  }
);

experiment(
  {
    id: 'X24',
    tries:
      'F-12: who holds the connection of the product changes, deletes, truncates the audit, drops its triggers, resets a chain',
    passes: 'every statement is refused, and every chain is whole'
  },
  async () => {
    await world.signedIn();
    const client = new pg.Client({ connectionString: world.database.url });
    await client.connect();
    const statements = [
      "UPDATE audit_entries SET details = '{}'",
      'DELETE FROM audit_entries',
      'TRUNCATE audit_entries',
      'TRUNCATE audit_heads',
      'UPDATE audit_heads SET hash = NULL',
      'DELETE FROM audit_heads',
      'DROP TABLE audit_entries',
      'ALTER TABLE audit_entries DISABLE TRIGGER ALL',
      'DROP TRIGGER audit_entries_append_only ON audit_entries',
      "SET session_replication_role = 'replica'",
      'CREATE TABLE mine (id int)',
      "COPY users TO PROGRAM 'cat'",
      "SELECT pg_read_file('/etc/passwd')",
      'SET ROLE postgres'
    ];
    const passed: string[] = [];
    for (const statement of statements)
      await client.query(statement).then(
        () => passed.push(statement),
        () => undefined
      );
    await client.end();
    expect(passed).toEqual([]);
    const broken = await world.database.query('SELECT i.number FROM issuers i, verify_audit_chain(i.id) v');
    expect(broken).toEqual([]);
    return `${statements.length} statements refused`;
  }
);

experiment(
  {
    id: 'X25',
    tries: 'the owner of the database rewrites one audit entry behind the triggers',
    passes: 'verification names its chain'
  },
  async () => {
    const { person } = await world.signedIn();
    await world.database.query('ALTER TABLE audit_entries DISABLE TRIGGER USER');
    const partitions = await world.database.query<{ name: string }>(
      "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'audit_entries'::regclass"
    );
    for (const { name } of partitions) await world.database.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
    const changed = await world.database.query(
      `UPDATE audit_entries SET details = details || '{"forged": true}' WHERE issuer_id = $1 RETURNING 1`,
      [person.issuerId]
    );
    await world.database.query('ALTER TABLE audit_entries ENABLE TRIGGER USER');
    for (const { name } of partitions) await world.database.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
    const found = await world.database.query('SELECT * FROM verify_audit_chain($1)', [person.issuerId]);
    expect(changed.length).toBeGreaterThan(0);
    expect(found.length).toBeGreaterThan(0);
    return `${changed.length} forged, ${found.length} found`;
  }
);

experiment(
  {
    id: 'X26',
    tries: 'searches, filters, orders and pages of a list with SQL, wildcards, NUL, wrong types and 4,000 characters',
    passes: 'no error of the server, every answer within two seconds'
  },
  async () => {
    const { administrator } = await aMarkedIssuer('lists');
    const client = await entered(administrator);
    const values = [
      "' OR 1=1 --",
      '%25%25%25',
      '_____',
      '\\',
      '%00',
      'a'.repeat(4_000),
      '{"$gt":""}',
      '-1',
      '99999999999999999999',
      '2026-99-99',
      '(((((((((('
    ];
    const lists = ['/workspace/transactions', '/workspace/people', '/workspace/structure/accounts', '/workspace/audit'];
    const parameters = [
      'q',
      'sort',
      'order',
      'after',
      'page',
      'size',
      'state',
      'from',
      'to',
      'columns',
      'view',
      'userId'
    ];
    const slow: number[] = [];
    const statuses: number[] = [];
    for (const list of lists)
      for (const value of values) {
        const began = performance.now();
        const query = parameters.map((name) => `${name}=${value.startsWith('%') ? value : encodeURIComponent(value)}`);
        // One of 48,000 characters is answered 431 and cut off, sometimes before the answer is read.
        const cutOff = (error: NodeJS.ErrnoException) => {
          if (value.length < 4_000 || error.code !== 'ECONNRESET') throw error;
          return { status: 431 };
        };
        statuses.push((await client.call(`${list}?${query.join('&')}`).catch(cutOff)).status);
        slow.push(performance.now() - began);
      }
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect(Math.max(...slow)).toBeLessThan(2_000);
    return `${statuses.length} lists: ${tally(statuses)}; slowest ${Math.max(...slow).toFixed(0)} ms`;
  }
);

/** Binding actions: decisions, costs, links, delegations, permissions, and a user's password or user id. */
const BINDING: Record<string, string> = {
  // Coding an open transaction is not binding.
  transactions: 'id::text || state',
  user_links: 'x::text',
  approval_delegations: 'x::text',
  assignments: 'x::text',
  credentials: 'x::text',
  user_directory: 'x::text'
};

experiment(
  {
    id: 'X36',
    tries:
      'W10: an administrator looks through the eyes of another and sends every form of theirs that binds: approval, review, link, delegation, password, user id, cost by hand, a second access, an export',
    passes: 'nothing that binds has changed; the same forms sent by that person change it',
    seconds: 120
  },
  async () => {
    const db = world.database;
    const issuer = await anIssuer(db);
    await withSetting(db, { issuerId: issuer.id }, 'multi.user', true);
    const group = await aCompanyGroup(db, issuer);
    const company = await aCompany(db, group);
    const account = await anAccount(db, company);
    const [holder, second, clerk, peer] = [
      await aUserAt(db, 'A', account),
      await aUserAt(db, 'A', await anAccount(db, company)),
      await aUserAt(db, 'C', company),
      await aUserAt(db, 'C', company)
    ];
    const [reviewed, open] = [
      await aTransaction(db, account, { state: 'reviewed' }),
      await aTransaction(db, account, { merchant: 'Taxi' })
    ];
    const [own, eyes] = [await entered(clerk), await entered(await aUserAt(db, 'G', group))];
    const begun = await sendForm(eyes, `/workspace/people/${clerk.id}`, { user: clerk.id });
    expect([begun.status, begun.headers.location]).toEqual([303, '/workspace']);
    const today = new Date().toISOString().slice(0, 10);
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const added = { accountId: account.id, transactionDate: yesterday, amount: '10', currency: 'EUR' };
    const person = `/workspace/people/${holder.id}`;
    const acts: Record<string, [path: string, fields: Record<string, string>, holds?: string]> = {
      approval: [`/workspace/transactions/${reviewed.id}`, { event: 'approve' }],
      review: [
        `/workspace/transactions/${open.id}`,
        Object.fromEntries([
          ['purpose', 'Fair'],
          ['then', 'review']
        ])
      ],
      cost: [ADDING, { purpose: 'trip', merchantName: 'Taxi', ...added }],
      delegation: ['/workspace/approvals/delegation', { delegate: peer.userId, firstDay: today, lastDay: today }],
      link: [`${person}/link`, { userId: second.userId }],
      password: [person, {}, text('user.password.send.explanation', { email: holder.email })],
      'user id': [`${person}/user-id`, { userId: 'AnnaLindholm' }]
    };
    const state = async () => {
      const digests = Object.entries(BINDING).map(([table, row]) =>
        db.query(`SELECT md5(string_agg(${row}, '' ORDER BY ${row})) AS digest FROM ${table} x`)
      );
      return JSON.stringify(await Promise.all(digests));
    };
    const before = await state();
    const statuses: number[] = [];
    for (const [path, fields, holds] of Object.values(acts))
      statuses.push((await send(eyes, path, fields, { seenBy: own, ...(holds && { holds }) })).status);
    statuses.push((await callAction(eyes, 'viewAsUser', { form: { user: holder.id } })).status);
    const file = await eyes.call('/workspace/export/users');
    expect([await state(), file.status]).toEqual([before, 401]);
    for (const [name, [path, fields, holds]] of Object.entries(acts)) {
      const was = await state();
      await send(own, path, fields, holds ? { holds } : {});
      expect([name, (await state()) === was]).toEqual([name, false]);
    }
    return `${statuses.length} forms and a file refused; answers ${tally([...statuses, file.status])}`;
  }
);
