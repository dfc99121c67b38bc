import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { type Authority, authoritiesOf } from '@/lib/access/policy/policy';
import type { Principal } from '@/lib/access/policy/principal';
import { nodeColumns, type Scope, within } from '@/lib/access/policy/scope';
import { Prisma } from '@/lib/core/database/prisma/client';
import { translator } from '@/lib/core/language/texts';
import { exportCsv } from '@/lib/kit/listing/export';
import { contains, type Listing } from '@/lib/kit/listing/listing';
import { listedIds } from '@/lib/kit/listing/named-rows';
import { COUNTED, listCount, listPage, listRows } from '@/lib/kit/listing/page';
import { readQuery, type SearchParams, writeQuery } from '@/lib/kit/listing/query';
import { forgetView, savedViews, saveView } from '@/lib/kit/listing/saved-views';
import { bytesOf } from '../support/bytes';
import { ORIGIN, useDatabase } from '../support/module-world';
import { anyKey } from '../support/texts';

const world = useDatabase();

const companies: Listing<'number' | 'name' | 'second' | 'created'> = {
  name: 'nodes',
  area: 'structure',
  from: () => Prisma.sql`nodes n`,
  where: ({ scope }) => Prisma.sql`${within(scope, nodeColumns('n'))} AND n.kind = 'company'`,
  issuer: Prisma.sql`n.issuer_id`,
  id: Prisma.sql`n.id`,
  columns: {
    name: { sql: Prisma.sql`n.name_1`, type: 'text', label: anyKey('test.name'), filter: 'contains' },
    number: { sql: Prisma.sql`n.number`, type: 'text', label: anyKey('test.number'), filter: 'begins' },
    second: {
      sql: Prisma.sql`n.name_2`,
      type: 'text',
      label: anyKey('test.second'),
      nullable: true,
      hidden: true
    },
    created: { sql: Prisma.sql`n.created_at`, type: 'date-time', label: anyKey('test.created'), filter: 'range' }
  },
  search: (text) => contains(text, Prisma.sql`n.name_1`, Prisma.sql`n.number`),
  order: { column: 'name' }
};

let principal: Principal;
const names: { id: string; name: string; second: string | null }[] = [];

const principalOver = (issuerId: string, userId: string, authorities = authoritiesOf('I')): Principal => ({
  issuerId,
  userId,
  sessionId: randomUUID(),
  role: 'I',
  brandName: 'tessera',
  assignmentId: randomUUID(),
  lastDay: null,
  authorities: new Set<Authority>(authorities),
  accessor: null,
  scope: {
    everywhere: false,
    subtrees: [{ issuerId, nodeId: issuerId, path: '', companyId: null, isIssuer: true }]
  } as unknown as Scope
});

beforeAll(async () => {
  const [mine, theirs, userId] = [randomUUID(), randomUUID(), randomUUID()];
  for (const [id, number] of [
    [mine, 'MINE'],
    [theirs, 'THEIRS']
  ])
    await world.current.query("INSERT INTO issuers (id, number, name) VALUES ($1, $2, 'An issuer')", [id, number]);
  await world.current.query(
    "INSERT INTO users (issuer_id, id, user_id, first_name, last_name, role, node_id) VALUES ($1, $2, 'viewer', 'V', 'W', 'I', $1)",
    [mine, userId]
  );
  // Many equal names, so that the id has to decide; some without a second name.
  for (let n = 0; n < 57; n += 1) {
    const one = { id: randomUUID(), name: `Company ${n % 9}`, second: n % 4 === 0 ? null : `Unit ${n % 5}` };
    names.push(one);
    await world.current.query(
      "INSERT INTO nodes (issuer_id, id, kind, parent_id, number, name_1, name_2) VALUES ($1, $2, 'company', $1, $3, $4, $5)",
      [mine, one.id, `C${n}`, one.name, one.second]
    );
  }
  await world.current.query(
    "INSERT INTO nodes (issuer_id, id, kind, parent_id, number, name_1) VALUES ($1, $2, 'company', $1, 'X', 'Company 1')",
    [theirs, randomUUID()]
  );
  principal = principalOver(mine, userId);
});

const ask = (params: SearchParams) => readQuery(companies, params);
const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);

async function everyPage(params: Record<string, string>, direction: 'next' | 'previous') {
  const pages: string[][] = [];
  let place: Record<string, string> = direction === 'next' ? {} : { place: 'end' };
  for (;;) {
    const page = await listPage(principal, companies, ask({ ...params, ...place }));
    pages.push(idsOf(page.rows));
    const cursor = page[direction];
    if (!cursor) return direction === 'next' ? pages : pages.reverse();
    place = direction === 'next' ? { after: cursor } : { before: cursor };
  }
}

test('pages by key hold every row once, in order, from either end', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('name', 'number', 'second', 'created'),
      fc.boolean(),
      fc.integer({ min: 10, max: 60 }),
      async (sort, descending, size) => {
        const params = { sort, size: String(size), ...(descending && { order: 'descending' }) };
        const forwards = (await everyPage(params, 'next')).flat();
        const backwards = (await everyPage(params, 'previous')).flat();
        const exported: string[] = [];
        for await (const row of listRows(principal, companies, ask(params))) exported.push(row.id);
        expect(new Set(forwards).size).toBe(names.length);
        expect(forwards).toHaveLength(names.length);
        expect(backwards).toEqual(forwards);
        expect(exported).toEqual(forwards);
        if (sort !== 'second') return;
        const seconds = forwards.map((id) => names.find((one) => one.id === id)?.second ?? '~');
        expect(seconds).toEqual([...seconds].sort((a, b) => (descending ? -1 : 1) * (a < b ? -1 : a > b ? 1 : 0)));
      }
    ),
    { numRuns: 12 }
  );
});

test('search, filters and count go together', async () => {
  const found = ask({ q: 'company 3', number: 'c1' });
  const page = await listPage(principal, companies, found);
  expect(page.rows.length).toBeGreaterThan(0);
  expect(page.rows.every(({ name, number }) => name === 'Company 3' && String(number).startsWith('C1'))).toBe(true);
  expect(await listCount(principal, companies, found)).toBe(page.rows.length);
  expect(await listCount(principal, companies, ask({ q: '100%' }))).toBe(0);
  expect(COUNTED).toBe(10_000);
});

test('a row of another issuer is in no page, count or export, and nothing is without the right to view', async () => {
  const rows = [];
  for await (const row of listRows(principal, companies, ask({}))) rows.push(row);
  expect(rows.every(({ issuerId }) => issuerId === principal.issuerId)).toBe(true);
  const stranger = principalOver(principal.issuerId, principal.userId, []);
  expect((await listPage(stranger, companies, ask({}))).rows).toEqual([]);
  expect(await listCount(stranger, companies, ask({}))).toBe(0);
  expect(await listedIds(stranger, companies, [names[0]?.id as string])).toEqual([]);
  expect(await listedIds(principal, companies, [names[0]?.id as string, randomUUID()])).toHaveLength(1);
});

test('an invalid cursor gives the first page', async () => {
  const first = idsOf((await listPage(principal, companies, ask({ size: '10' }))).rows);
  const odd = [['x', 'y', 'z'], ['a'], [1, 2], {}, ['Company 1', "'; DROP TABLE nodes"]];
  const asCursor = (keys: unknown) => Buffer.from(JSON.stringify(keys)).toString('base64url');
  for (const cursor of [...odd.map(asCursor), '%%%']) {
    const page = await listPage(principal, companies, ask({ size: '10', after: cursor }));
    expect({ cursor, ids: idsOf(page.rows), previous: page.previous }).toEqual({ cursor, ids: first, previous: null });
  }
  const id = '00000000-0000-4000-8000-000000000000';
  const unreadable = ['2026-13-01 10:00:00+00', '0000-01-01 10:00:00+00', '2026-01-01 25:00:00+00', '2026-01-01'];
  for (const created of unreadable) {
    const page = await listPage(
      principal,
      companies,
      ask({ size: '10', sort: 'created', after: asCursor([created, id]) })
    );
    expect(page.previous).toBeNull();
  }
  expect(
    (await listPage(principal, companies, ask({ size: '10', after: asCursor(['x', '-'.repeat(36)]) }))).rows
  ).toHaveLength(10);
});

test('a page whose rows have gone leads to what is left of the list', async () => {
  const all = await everyPage({ size: '10' }, 'next');
  const beyond = (keys: string[]) => Buffer.from(JSON.stringify(keys)).toString('base64url');
  const id = '00000000-0000-4000-8000-000000000000';
  const after = await listPage(principal, companies, ask({ size: '10', after: beyond(['zzz', id]) }));
  expect([idsOf(after.rows).at(-1), after.next]).toEqual([all.flat().at(-1), null]);
  const before = await listPage(principal, companies, ask({ size: '10', before: beyond(['', id]) }));
  expect([idsOf(before.rows), before.previous]).toEqual([all[0], null]);
});

test('what the database could not read is never asked of it', async () => {
  for (const params of [
    { q: 'a\0b' },
    { number: '\0' },
    { 'created.from': '0000-01-01' },
    { 'number.from': 'C1' },
    { created: '2026-01-01' }
  ])
    expect(await listCount(principal, companies, ask(params))).toBeGreaterThanOrEqual(0);
  expect(ask({ 'created.from': '0000-01-01' }).faults).toEqual({ 'created.from': 'date.invalid' });
  expect(ask({ 'number.from': 'C1', created: '2026-01-01' }).filters).toEqual({});
});

test('C5.018 C5.073 an invalid filter is reported at its field and filters nothing', () => {
  expect(ask({ 'created.from': '2026-02-30' }).faults).toEqual({ 'created.from': 'date.invalid' });
  expect(ask({ 'created.from': '2026-03-02', 'created.to': '2026-03-01' })).toMatchObject({
    filters: {},
    faults: { 'created.to': 'range.reversed' }
  });
});

test('an address says again what was asked, and nothing else', () => {
  const params = { q: 'abc', number: 'C', sort: 'number', order: 'descending', columns: 'name,number', size: '20' };
  expect(Object.fromEntries(writeQuery(companies, ask({ ...params, unknown: 'x', after: 'y' })))).toEqual(params);
});

test('an export is RFC 4180, neutralizes formulas, and is audited', async () => {
  await world.current.query('UPDATE nodes SET name_1 = \'=HYPERLINK("x")\' WHERE id = $1', [names[0]?.id]);
  const csv = await exportCsv(principal, companies, ask({ columns: 'name,number' }), translator('en_US'), ORIGIN);
  const text = (await bytesOf(csv)).toString('utf8');
  expect(text.startsWith('\uFEFFtest.name,test.number\r\n')).toBe(true);
  expect(text).toContain('"\'=HYPERLINK(""x"")",C0\r\n');
  expect(text.trimEnd().split('\r\n')).toHaveLength(names.length + 1);
  const [entry] = await world.current.query<{ action: string; entity_id: string }>(
    "SELECT action, entity_id FROM audit_entries WHERE action = 'list.exported'"
  );
  expect(entry).toEqual({ action: 'list.exported', entity_id: 'nodes' });
  const byNumber = ask({ q: '4111 1111 1111 1111' });
  await bytesOf(await exportCsv(principal, companies, byNumber, translator('en_US'), ORIGIN));
  const queries = await world.current.query<{ query: string }>(
    "SELECT details->>'query' AS query FROM audit_entries WHERE action = 'list.exported'"
  );
  expect(queries.map(({ query }) => new URLSearchParams(query).get('q'))).toEqual([null, '••••1111']);
  expect(
    await exportCsv({ ...principal, authorities: new Set() }, companies, ask({}), translator('en_US'), ORIGIN)
  ).toBeNull();
});

test('a view is kept under its name, once, and forgotten only by its owner', async () => {
  expect(await saveView(principal, companies, { name: 'Mine', query: 'q=a&x=y&after=z' })).toEqual({
    ok: true,
    value: 'q=a'
  });
  await saveView(principal, companies, { name: 'MINE', query: 'q=b' });
  const [view, ...others] = await savedViews(principal, companies.name);
  expect([view?.name, view?.query, others]).toEqual(['MINE', 'q=b', []]);
  await forgetView({ ...principal, userId: randomUUID() }, view?.id as string);
  expect(await savedViews(principal, companies.name)).toHaveLength(1);
  for (let n = 0; n < 19; n += 1) await saveView(principal, companies, { name: `View ${n}`, query: '' });
  expect(await saveView(principal, companies, { name: 'One more', query: '' })).toMatchObject({
    refusal: { code: 'view.too.many' }
  });
  await forgetView(principal, view?.id as string);
  expect(await savedViews(principal, companies.name)).toHaveLength(19);
});
