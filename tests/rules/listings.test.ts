import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { may, type Principal } from '@/lib/access/policy/principal';
import { LISTS } from '@/lib/composition/process/lists';
import { translator } from '@/lib/core/language/texts';
import { listNamed } from '@/lib/kit/bulk/declared-lists';
import { exportCsv } from '@/lib/kit/listing/export';
import type { Column, Listing } from '@/lib/kit/listing/listing';
import { listedIds, matchingRows } from '@/lib/kit/listing/named-rows';
import { listCount, listPage, type Row } from '@/lib/kit/listing/page';
import { readQuery, type SearchParams, writeQuery } from '@/lib/kit/listing/query';
import { listingName } from '@/lib/kit/setup/record-listing';
import { bytesOf } from '../support/bytes';
import { fillLists, type PutRecord } from '../support/list-rows';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aScopeWorld, randomOf, type ScopeWorld, type Watcher } from '../support/scope/world';
import { recordsOf } from '../support/setup';
import type { StructureNode } from '../support/structure';

const database = useDatabase();
const t = translator('en_US');

/** A list at an address, and the rows that each principal must see. */
interface Asked {
  title: string;
  listing: Listing;
  /** What is always asked of it beside. */
  params: SearchParams;
  /** The node of a row, if the row's visibility depends on it. */
  sees(watcher: Watcher, row: Row): boolean;
}

let world: ScopeWorld;
let asked: Asked[];

beforeAll(async () => {
  const [seed = 0] = fc.sample(fc.integer({ min: 0, max: 2 ** 31 }), 1);
  world = await aScopeWorld(database.current, randomOf(seed), async () => {});
  const records = await fillLists(world);
  const places = await placesOfRows();
  // A row without a node belongs to the issuer.
  const sees = (watcher: Watcher, { id, issuerId }: Row) => {
    const place = places.get(`${issuerId}/${id}`) ?? issuerId;
    return watcher.stands === 'everything' || watcher.stands.some((top) => world.isBelow(place, top));
  };
  const lists = [...LISTS.keys()].flatMap((name): Asked[] => {
    if (name === 'audit') return auditAt(sees);
    // Disputes bring some: their list is compared in the tests of transactions.
    if (name === 'transactions') return [];
    // Role Z, with whose eyes the lists are compared here, has none: tests/rules/reports.test.ts, payments.test.ts.
    if (name === 'report-runs' || name === 'payments') return [];
    if (name === 'jobs') return [{ title: name, listing: listingOf(name), params: {}, sees: isOwner }];
    if (name === 'approval-profiles') return [{ title: name, listing: listingOf(name), params: {}, sees: seesProfile }];
    if (name.startsWith('setup-')) return recordsAt(name, records);
    return [{ title: name, listing: listingOf(name), params: {}, sees }, ...belowSomething(name, sees)];
  });
  // What fails says how its world can be made again.
  asked = lists.map((list) => ({ ...list, title: `${list.title} in world ${seed}` }));
}, 120_000);

const listingOf = (name: string, params: SearchParams = {}): Listing => {
  const list = listNamed(LISTS, name, params);
  if (!list) throw new Error(`no list ${name} at ${JSON.stringify(params)}`);
  return list.listing;
};

/** The node that each row of a table lies at. */
async function placesOfRows(): Promise<Map<string, string>> {
  const tables = [
    ...['authority_templates', 'user_templates', 'user_groups', 'registrations', 'registration_locks'],
    'inbox_messages'
  ];
  const rows = await database.current.query<{ issuer: string; id: string; place: string }>(
    `SELECT issuer_id AS issuer, id, id AS place FROM nodes
     UNION ALL SELECT issuer_id, id, coalesce(node_id, issuer_id) FROM users
     UNION ALL SELECT issuer_id, id, account_id FROM disputes
     UNION ALL SELECT issuer_id, lpad(to_hex(sequence), 32, '0')::uuid, coalesce(node_id, issuer_id) FROM audit_entries
     ${tables.map((table) => `UNION ALL SELECT issuer_id, id, node_id FROM ${table}`).join(' ')}`
  );
  return new Map(rows.map(({ issuer, id, place }) => [`${issuer}/${id}`, place]));
}

let owners: Map<string, string>;
const isOwner: Asked['sees'] = ({ principal }, { id }) => owners.get(id) === principal.userId;
beforeAll(async () => {
  const rows = await database.current.query<{ id: string; owner: string }>(
    'SELECT id, owner_user_id AS owner FROM jobs'
  );
  owners = new Map(rows.map(({ id, owner }) => [id, owner]));
});

let companies: Map<string, string>;
/** Profiles of a company above somebody hold for them, so they see those too. */
const seesProfile: Asked['sees'] = (watcher, { id }) =>
  isSeen(watcher, world.nodes.get(companies.get(id) as string) as StructureNode);
beforeAll(async () => {
  const rows = await database.current.query<{ id: string; company: string }>(
    'SELECT id, company_id AS company FROM approval_profiles'
  );
  companies = new Map(rows.map(({ id, company }) => [id, company]));
});

/** The entries that were put there: reading lists out makes more of others. */
function auditAt(sees: Asked['sees']): Asked[] {
  return world.all('issuer').map(({ id }) => ({
    title: `audit of ${id}`,
    listing: listingOf('audit', { issuer: id }),
    params: { action: 'user.locked' },
    sees
  }));
}

function belowSomething(name: string, sees: Asked['sees']): Asked[] {
  if (name !== 'nodes' && name !== 'accounts') return [];
  const top = world.random.pick(world.all('company'));
  return [{ title: `${name} below ${top.id}`, listing: listingOf(name, { under: top.id }), params: {}, sees }];
}

/** The lists of an entity's records: of each owner, or of the parts of some records. */
function recordsAt(name: string, records: PutRecord[]): Asked[] {
  const own = records.filter(({ entity }) => listingName(entity) === name);
  const ownerOf = new Map(own.map(({ id, owner }) => [id, owner]));
  const addresses = new Map<string, StructureNode>();
  for (const { entity, owner, parentId } of own) {
    const { issuerId, companyId } = recordsOf(owner);
    const at = new URLSearchParams({
      issuer: issuerId,
      ...(companyId && { company: companyId }),
      ...(entity.parent && parentId && { parent: parentId })
    });
    addresses.set(at.toString(), owner);
  }
  return [...addresses].slice(0, 4).map(([at, owner]) => ({
    title: `${name} at ${at}`,
    listing: listingOf(name, Object.fromEntries(new URLSearchParams(at))),
    params: {},
    sees: (watcher, row) => isSeen(watcher, owner) && isSeen(watcher, ownerOf.get(row.id) as StructureNode)
  }));
}

/** Records of what is above somebody hold for them, so they see those too. */
const isSeen = ({ stands }: Watcher, { id }: StructureNode) =>
  stands === 'everything' || stands.some((top) => world.isBelow(id, top) || world.isBelow(top, id));

const everyone = () => world.watchers.find(({ stands }) => stands === 'everything') as Watcher;
/** The same statements serve a list at all owners, so what is true of columns is proved at one of them. */
const oneOfEach = () => [...new Map(asked.map((list) => [list.title.replace(/ (at|of) .*/, ''), list])).values()];
const allColumns = ({ columns }: Listing) => Object.keys(columns).join(',');

async function everyRow(
  principal: Principal,
  { listing, params: always }: Asked,
  params: SearchParams = {}
): Promise<Row[]> {
  const rows: Row[] = [];
  const query = readQuery(listing, { size: '10', columns: allColumns(listing), ...always, ...params });
  for (let page = await listPage(principal, listing, query); ; ) {
    rows.push(...page.rows);
    if (!page.next) return rows;
    page = await listPage(principal, listing, { ...query, place: { after: page.next } });
  }
}

async function exported(principal: Principal, { listing, params }: Asked): Promise<string[][]> {
  const query = readQuery(listing, { columns: allColumns(listing), ...params });
  return parse(await bytesOf(await exportCsv(principal, listing, query, t, ORIGIN)), { bom: true });
}

const idsOf = (rows: { id: string; issuerId: string }[]) => rows.map(({ id, issuerId }) => `${issuerId}/${id}`);
const sorted = (rows: { id: string; issuerId: string }[]) => idsOf(rows).sort();

/** What a filter is asked for so that a row is found by it. */
function askFor(name: string, { type, filter }: Column, value: unknown): SearchParams {
  const text = type.startsWith('date') ? (value as Date).toISOString().slice(0, 10) : String(value);
  return filter === 'range' ? { [`${name}.from`]: text, [`${name}.to`]: text } : { [name]: text.slice(0, 200).trim() };
}

const KINDS: Record<Column['type'], (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string',
  choice: (value) => typeof value === 'string',
  number: (value) => !Number.isNaN(Number(value)),
  money: (value) => !Number.isNaN(Number(value)),
  date: (value) => value instanceof Date,
  'date-time': (value) => value instanceof Date,
  month: (value) => /^\d{4}-\d{2}$/.test(String(value)),
  boolean: (value) => typeof value === 'boolean'
};

test('every list has the name that it is declared by, and it and its columns have words in English', () => {
  for (const { title, listing } of asked) {
    expect(title.startsWith(listing.name)).toBe(true);
    for (const { label, choices = {} } of Object.values(listing.columns))
      for (const key of [`listing.${listing.name}` as const, label, ...Object.values(choices)])
        expect({ key, there: t(key) !== key }).toEqual({ key, there: true });
  }
});

test('every column of every list gives values of its type, and orders the rows, none twice and none left out', async () => {
  const { principal } = everyone();
  for (const list of oneOfEach()) {
    const { title, listing } = list;
    const rows = await everyRow(principal, list);
    for (const [name, column] of Object.entries(listing.columns) as [string, Column][]) {
      const values = rows.map((row) => row[name]).filter((value) => value !== null);
      expect({ title, name, odd: values.filter((value) => !KINDS[column.type](value)) }).toEqual({
        title,
        name,
        odd: []
      });
      if (!column.nullable)
        expect({ title, name, none: rows.length - values.length }).toEqual({ title, name, none: 0 });
      if (column.sort === false) continue;
      const ascending = await everyRow(principal, list, { sort: name, columns: name });
      const descending = await everyRow(principal, list, { sort: name, order: 'descending', columns: name });
      expect({ title, name, ids: sorted(ascending) }).toEqual({ title, name, ids: sorted(rows) });
      expect({ title, name, ids: idsOf(descending).reverse() }).toEqual({ title, name, ids: idsOf(ascending) });
    }
  }
}, 120_000);

test('every filter of every list finds the rows with the value that is asked for', async () => {
  const { principal } = everyone();
  for (const list of oneOfEach()) {
    const { title, listing, params: always } = list;
    const rows = await everyRow(principal, list);
    for (const [name, column] of Object.entries(listing.columns) as [string, Column][]) {
      if (!column.filter) continue;
      // What a column matches in its own way is not its value: that it can be asked for is all there is to prove here.
      const one = column.matches
        ? undefined
        : rows.find((row) => row[name] !== null && String(row[name]).trim() === String(row[name]));
      const value = one?.[name] ?? { text: 'x', number: 1, money: 1, boolean: true }[column.type as 'text'] ?? null;
      const choice = column.type === 'choice' ? (one?.[name] ?? Object.keys(column.choices ?? {})[0]) : value;
      if (choice === null || choice === undefined) continue;
      const params = askFor(name, column, choice);
      const query = readQuery(listing, { ...always, ...params });
      expect({ title, name, faults: query.faults }).toEqual({ title, name, faults: {} });
      const found = await everyRow(principal, list, params);
      if (one)
        expect({ title, name, value, found: idsOf(found) }).toMatchObject({
          found: expect.arrayContaining(idsOf([one]))
        });
      expect({ title, name, count: await listCount(principal, listing, query) }).toEqual({
        title,
        name,
        count: found.length
      });
      // The address says the same again.
      const again = Object.fromEntries(writeQuery(listing, query));
      expect(readQuery(listing, again).filters).toEqual(query.filters);
    }
  }
}, 120_000);

test('every search finds some of the rows and no others', async () => {
  const { principal } = everyone();
  for (const list of oneOfEach()) {
    const { title, listing } = list;
    if (!listing.search) continue;
    const all = new Set(idsOf(await everyRow(principal, list)));
    for (const q of ['a', '50%', "o'o", '\\', '1234', 'ash x@y'])
      for (const id of idsOf(await everyRow(principal, list, { q })))
        expect({ title, q, there: all.has(id) }).toEqual({ title, q, there: true });
  }
}, 120_000);

test('an export is the list: every row, in the same order, with the same values', async () => {
  const { principal } = everyone();
  for (const list of asked) {
    const { title, listing } = list;
    const rows = await everyRow(principal, list);
    const [head, ...lines] = await exported(principal, list);
    if (!may(principal, listing.area, 'view')) {
      expect({ title, head, rows }).toEqual({ title, head: undefined, rows: [] });
      continue;
    }
    const columns = Object.entries(listing.columns) as [string, Column][];
    const heads = columns.flatMap(([, { label, currency }]) => [
      t(label),
      ...(currency ? [`${t(label)} (${t('currency')})`] : [])
    ]);
    expect({ title, head }).toEqual({ title, head: heads });
    expect({ title, lines: lines.length }).toEqual({ title, lines: rows.length });
    const texts = columns
      .filter(([, { type }]) => type === 'text')
      .map(([name, { label }]) => ({ name, at: heads.indexOf(t(label)) }));
    for (const { name, at } of texts)
      expect({ title, name, values: lines.map((line) => line[at]?.replace(/^'(?=[=+\-@])/, '')) }).toEqual({
        title,
        name,
        values: rows.map((row) => String(row[name] ?? ''))
      });
  }
}, 120_000);

test('CD.20 nobody sees, counts, exports or changes in bulk a row from outside their part, and everybody all of theirs', async () => {
  for (const list of asked) {
    const { title, listing, params, sees } = list;
    const all = await everyRow(everyone().principal, list);
    for (const watcher of world.watchers) {
      const { principal, role } = watcher;
      const place = `${title} for ${role}`;
      const allowed = may(principal, listing.area, 'view');
      const mine = await everyRow(principal, list);
      if (listing.name === 'jobs') expect(mine.every((row) => sees(watcher, row))).toBe(true);
      else {
        const expected = allowed ? all.filter((row) => sees(watcher, row)) : [];
        expect({ place, ids: sorted(mine) }).toEqual({ place, ids: sorted(expected) });
      }
      const query = readQuery(listing, params);
      expect({ place, count: await listCount(principal, listing, query) }).toEqual({ place, count: mine.length });
      const ticked = await listedIds(
        principal,
        listing,
        [...all, ...mine].map(({ id }) => id)
      );
      expect({ place, ids: sorted(ticked) }).toEqual({ place, ids: sorted(mine) });
      const matching = await matchingRows(principal, listing, query, { after: null, size: 1_000 });
      expect({ place, ids: sorted(matching) }).toEqual({ place, ids: sorted(mine) });
      const lines = await exported(principal, list);
      expect({ place, lines: lines.length }).toEqual({ place, lines: allowed ? mine.length + 1 : 0 });
    }
  }
}, 240_000);
