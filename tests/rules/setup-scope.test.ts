import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { actionsOf, type Role } from '@/lib/access/policy/policy';
import type { Principal } from '@/lib/access/policy/principal';
import { listedIds } from '@/lib/kit/listing/named-rows';
import { listCount, listPage } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { activateRecord } from '@/lib/kit/setup/activate-record';
import { changeRecord } from '@/lib/kit/setup/change-record';
import { copyRecord } from '@/lib/kit/setup/copy-record';
import { createRecord } from '@/lib/kit/setup/create-record';
import { deleteRecord } from '@/lib/kit/setup/delete-record';
import { entityNamed } from '@/lib/kit/setup/entities';
import { exportRecords } from '@/lib/kit/setup/export-records';
import { choicesFor } from '@/lib/kit/setup/field-choices';
import { importRecords } from '@/lib/kit/setup/import-records';
import { moveRecord } from '@/lib/kit/setup/move-record';
import { ownersSeen } from '@/lib/kit/setup/owners';
import { recordListSeen } from '@/lib/kit/setup/record-list';
import { recordListing } from '@/lib/kit/setup/record-listing';
import { recordSeen } from '@/lib/kit/setup/records';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { aRecord, READER, recordsOf } from '../support/setup';
import { aBranch, aCompany, anIssuer, anIssuerGroup, type IssuerGroup, type StructureNode } from '../support/structure';

const world = useDatabase();

/** Somebody, and the nodes they stand at; every node for the system's administrators. */
interface Viewer {
  role: Role;
  nodes: StructureNode[] | 'all';
  principal: Principal;
}
/** A record, whose words tell it apart from every other. */
interface Kept {
  id: string;
  entity: string;
  owner: StructureNode;
  parentId?: string;
  word: string;
}

const viewers: Viewer[] = [];
const owners: StructureNode[] = [];
const makers = new Map<string, Principal>();
const kept: Kept[] = [];

const ENTITIES = ['tax-rate', 'email-template', 'reason-code', 'scheme', 'accounting-code'] as const;
const AREAS = { 'reason-code': 'issuer_setup' } as Record<string, 'issuer_setup'>;
const areaOf = (entity: string) => AREAS[entity] ?? 'company_setup';

// The rule, implemented a second time: everything at or below the user's nodes, read-only above them.
const isBelow = (node: StructureNode, top: StructureNode) =>
  node.issuerId === top.issuerId && node.path.startsWith(top.path);
const reach = ({ nodes }: Viewer, owner: StructureNode) =>
  nodes === 'all' || nodes.some((node) => isBelow(owner, node));
const sees = (viewer: Viewer, owner: StructureNode, entity: string) =>
  actionsOf(viewer.role, areaOf(entity)).includes('view') &&
  (reach(viewer, owner) || (viewer.nodes !== 'all' && viewer.nodes.some((node) => isBelow(node, owner))));
const writes = (viewer: Viewer, owner: StructureNode, entity: string) =>
  actionsOf(viewer.role, areaOf(entity)).includes('modify') && reach(viewer, owner);

const typedFor = (entity: string, word: string): Record<string, unknown> =>
  ({
    'tax-rate': { name: word, rate: '1' },
    'email-template': { name: word, language: 'en_US', subject: 'S', body: 'B' },
    'reason-code': { code: word.slice(-2), name: word },
    scheme: { name: word },
    'accounting-code': { name: word, type: 'text', length: 5, editableBy: 'A' }
  })[entity] ?? {};

const levelFits = (entity: string, owner: StructureNode) =>
  entityNamed(entity).levels.some((level) => level === owner.kind);

async function aWing(): Promise<StructureNode> {
  const database = world.current;
  const issuer = await anIssuer(database);
  const { group, company: grouped, accountGroup, point, account } = await aBranch(database, issuer);
  const companies = [grouped, await aCompany(database, group), await aCompany(database, issuer)];
  owners.push(issuer, ...companies);
  const stand = async (role: Role, node: StructureNode) =>
    viewers.push({ role, nodes: [node], principal: await aPrincipalAt(database, role, node) });
  await stand('A', account);
  await stand('S', accountGroup);
  await stand('O', point);
  for (const company of companies.slice(0, 2)) await stand('C', company);
  await stand('G', group);
  await stand('I', issuer);
  makers.set(issuer.id, viewers.at(-1)?.principal as Principal);
  return issuer;
}

beforeAll(async () => {
  const issuers = [await aWing(), await aWing(), await aWing()];
  const group: IssuerGroup = await anIssuerGroup(world.current, issuers.slice(0, 2));
  const H = await aPrincipalAt(world.current, 'H', group);
  viewers.push({ role: 'H', nodes: issuers.slice(0, 2), principal: H });
  viewers.push({ role: 'Z', nodes: 'all', principal: await aPrincipalAt(world.current, 'Z', null) });
  // As fast-check happens to place them.
  const places = fc.sample(fc.record({ owner: fc.constantFrom(...owners), entity: fc.constantFrom(...ENTITIES) }), 120);
  for (const [n, { owner, entity }] of places.entries()) {
    if (!levelFits(entity, owner)) continue;
    const word = `Word${n}x${(1296 + n).toString(36)}`;
    const parent = kept.find((record) => record.entity === 'scheme' && record.owner.id === owner.id);
    if (entity === 'accounting-code' && !parent) continue;
    const parentId = entity === 'accounting-code' ? parent?.id : undefined;
    const by = makers.get(owner.issuerId) as Principal;
    const full = kept.filter((record) => record.entity === entity && record.owner.id === owner.id).length >= 10;
    if (full) continue;
    const id = await aRecord(by, entity, recordsOf(owner, parentId), typedFor(entity, word));
    kept.push({ id, entity, owner, parentId, word });
  }
});

const viewer = () => fc.constantFrom(...viewers);
const keptRecord = () => fc.constantFrom(...kept);

/** Everything that a list reveals about a place, by every access path. */
async function givenAway(
  { principal }: Viewer,
  entityName: string,
  address: ReturnType<typeof recordsOf>,
  text: string
) {
  const entity = entityNamed(entityName);
  const listing = recordListing(entity, address);
  const query = readQuery(listing, { q: text, size: '200' });
  const page = await listPage(principal, listing, query);
  const count = await listCount(principal, listing, query);
  const ids = await listedIds(
    principal,
    listing,
    kept.map(({ id }) => id)
  );
  const stream = await exportRecords(principal, entity, address, { ...READER, format: 'csv' }, ORIGIN);
  const file = stream ? await new Response(stream).text() : '';
  return {
    count,
    ids: page.rows.map(({ id }) => id).sort(),
    bulk: ids.map(({ id }) => id),
    words: kept.filter(({ word }) => file.includes(word)).map(({ id }) => id),
    place: (await recordListSeen(principal, entity, address)) !== null
  };
}

test("lists, searches, counts, exports and choices give away nothing from outside one's part", async () => {
  await fc.assert(
    fc.asyncProperty(viewer(), keptRecord(), fc.boolean(), async (by, record, search) => {
      const { entity, owner, parentId, word } = record;
      const given = await givenAway(by, entity, recordsOf(owner, parentId), search ? word : '');
      const visible = sees(by, owner, entity);
      const inherits = entityNamed(entity).inherits && owner.kind === 'company';
      const there = kept.filter(
        (each) =>
          each.entity === entity &&
          each.parentId === parentId &&
          (each.owner.id === owner.id || (inherits && each.owner.id === owner.issuerId))
      );
      const expected = visible ? there : [];
      const searched = expected.filter((each) => !search || each.word.includes(word));
      expect(given.place).toBe(visible);
      expect(given.ids).toEqual(searched.map(({ id }) => id).sort());
      expect(given.count).toBe(searched.length);
      expect([...given.bulk].sort()).toEqual(expected.map(({ id }) => id).sort());
      // A file has what the owner has itself.
      expect(given.words.sort()).toEqual(
        expected
          .filter((each) => each.owner.id === owner.id)
          .map(({ id }) => id)
          .sort()
      );
    }),
    { numRuns: 150 }
  );
});

test('a direct address opens nothing from outside, and nothing under another issuer', async () => {
  await fc.assert(
    fc.asyncProperty(viewer(), keptRecord(), fc.constantFrom(...owners), async (by, record, elsewhere) => {
      const { id, entity, owner } = record;
      const seen = await recordSeen(by.principal, entityNamed(entity), { issuerId: owner.issuerId, id });
      expect(seen !== null).toBe(sees(by, owner, entity));
      if (elsewhere.issuerId !== owner.issuerId)
        expect(await recordSeen(by.principal, entityNamed(entity), { issuerId: elsewhere.issuerId, id })).toBeNull();
    }),
    { numRuns: 300 }
  );
});

test("one can choose only among the owners, and among the records, of one's part", async () => {
  const numbers = new Map(owners.map((owner) => [owner.id, owner]));
  await fc.assert(
    fc.asyncProperty(viewer(), fc.constantFrom('tax-rate', 'email-template', 'reason-code'), async (by, entity) => {
      const found = await ownersSeen(by.principal, entityNamed(entity), '');
      const expected = owners.filter((owner) => levelFits(entity, owner) && sees(by, owner, entity));
      // The system's own issuer is one more for those who see everything.
      expect(
        found
          .map(({ id }) => id)
          .filter((id) => numbers.has(id))
          .sort()
      ).toEqual(expected.map(({ id }) => id).sort());
    }),
    { numRuns: 60 }
  );
  await fc.assert(
    fc.asyncProperty(viewer(), fc.constantFrom(...owners), async (by, owner) => {
      if (owner.kind !== 'company') return;
      const address = recordsOf(owner);
      const found = await choicesFor(by.principal, entityNamed('tax-code'), address, 'rates', { text: '' });
      const there = kept.filter((each) => each.entity === 'tax-rate' && each.owner.id === owner.id);
      const expected = sees(by, owner, 'tax-code') ? there : [];
      expect(found.map(({ value }) => value).sort()).toEqual(expected.map(({ id }) => id).sort());
    }),
    { numRuns: 60 }
  );
});

/** Tries every write at a place or to a record; resolves to the successful ones. */
async function written({ principal }: Viewer, record: Kept): Promise<string[]> {
  const { entity: name, owner, parentId, id } = record;
  const entity = entityNamed(name);
  const address = recordsOf(owner, parentId);
  const { issuerId } = owner;
  const now = async () => {
    const [row] = await world.current.query<{ version: number }>('SELECT version FROM setup_records WHERE id = $1', [
      id
    ]);
    return { issuerId, id, version: row?.version ?? 0 };
  };
  const word = `W${randomUUID().slice(0, 8)}`;
  const file = { name: 'f.csv', bytes: Buffer.from(`Name\n${word}`) };
  const tries: Record<string, () => Promise<boolean>> = {
    change: async () => (await changeRecord(principal, entity, await now(), {}, ORIGIN)).ok,
    move: async () => (await moveRecord(principal, entity, await now(), 1, ORIGIN)).ok,
    deactivate: async () => (await activateRecord(principal, entity, await now(), false, ORIGIN)).ok,
    activate: async () => (await activateRecord(principal, entity, await now(), true, ORIGIN)).ok
  };
  const done: string[] = [];
  for (const [what, attempt] of Object.entries(tries)) if (await attempt()) done.push(what);
  const outside = await createRecord(
    principal,
    entity,
    { ...address, issuerId: randomUUID() },
    typedFor(name, word),
    ORIGIN
  );
  if (outside.ok) done.push('created nowhere');
  const tried = await importRecords(principal, entity, address, file, { ...READER, apply: false }, ORIGIN);
  if (!('code' in tried)) done.push('import');
  return done;
}

test("writes outside one's part, or without the power, change nothing", async () => {
  await fc.assert(
    fc.asyncProperty(viewer(), keptRecord(), async (by, record) => {
      const may = writes(by, record.owner, record.entity);
      const moves = entityNamed(record.entity).ordered ? ['move'] : [];
      const expected = may ? ['change', ...moves, 'deactivate', 'activate', 'import'] : [];
      expect((await written(by, record)).sort()).toEqual(expected.sort());
      if (may) return;
      const before = await world.current.query('SELECT count(*)::int AS count FROM setup_records');
      const { entity: name, owner, parentId, id } = record;
      const entity = entityNamed(name);
      const typed = typedFor(name, `W${randomUUID().slice(0, 8)}`);
      expect((await createRecord(by.principal, entity, recordsOf(owner, parentId), typed, ORIGIN)).ok).toBe(false);
      const [row] = await world.current.query<{ version: number }>('SELECT version FROM setup_records WHERE id = $1', [
        id
      ]);
      const seen = { issuerId: owner.issuerId, id, version: row?.version ?? 0 };
      expect((await deleteRecord(by.principal, entity, seen, ORIGIN)).ok).toBe(false);
      expect((await copyRecord(by.principal, entity, seen, { name: 'Copy' }, ORIGIN)).ok).toBe(false);
      expect(await world.current.query('SELECT count(*)::int AS count FROM setup_records')).toEqual(before);
    }),
    { numRuns: 120 }
  );
});
