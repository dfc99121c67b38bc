import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { ROLES, type Role } from '@/lib/access/policy/policy';
import { may, type Principal } from '@/lib/access/policy/principal';
import { type AuditEntry, appendAudit, type Origin, SYSTEM_ISSUER_ID } from '@/lib/core/audit/audit';
import { AUDIT_ACTIONS } from '@/lib/core/audit/generated/actions';
import { transaction } from '@/lib/core/database/database';
import { translator } from '@/lib/core/language/texts';
import { shiftClock } from '@/lib/core/server/clock';
import { auditListing } from '@/lib/kit/audit/audit-listing';
import { daysExceeded, periodOf } from '@/lib/kit/audit/period';
import { auditEntry, changesOf } from '@/lib/kit/audit/read-entry';
import { auditedIssuers } from '@/lib/kit/audit/scope';
import { fieldWord, wordOf, wordsOf } from '@/lib/kit/audit/words';
import { exportCsv } from '@/lib/kit/listing/export';
import { listedIds } from '@/lib/kit/listing/named-rows';
import { listCount, listPage, listRows, type Row } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { tamperWithAudit } from '../support/audit';
import { bytesOf } from '../support/bytes';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aCardholder } from '../support/people';
import { aPrincipalAt, principalFor } from '../support/principal';
import { withSetting } from '../support/settings';
import {
  aBranch,
  aCompany,
  anAccount,
  anIssuer,
  anIssuerGroup,
  aUserAt,
  type StructureNode
} from '../support/structure';

const world = useDatabase();
afterEach(() => shiftClock(0));

const DAY = 86_400_000;
const write = (entry: Omit<AuditEntry, 'action' | 'entity'> & Partial<AuditEntry>, origin: Origin = ORIGIN) =>
  transaction((tx) => appendAudit(tx, origin, { action: 'user.changed', entity: 'system', ...entry }));

const params = (more: Record<string, string> = {}) => more;
async function seen(principal: Principal, asked: Record<string, string> = {}): Promise<Row[]> {
  const listing = auditListing(asked);
  return (
    await listPage(
      principal,
      listing,
      readQuery(listing, { size: '200', columns: 'at,actor,userId,record,details', ...asked })
    )
  ).rows;
}
const recordsOf = async (principal: Principal, asked?: Record<string, string>) =>
  (await seen(principal, { columns: 'at,recordId', ...asked })).map(({ recordId }) => recordId);

/** An issuer with a company group, two companies and everything below them. */
async function aStructure() {
  const db = world.current;
  const issuer = await anIssuer(db);
  const { company: inGroup, point: orgPoint, ...branch } = await aBranch(db, issuer);
  const beside = await aCompany(db, issuer);
  return { ...branch, issuer, inGroup, orgPoint, beside, other: await anAccount(db, beside) };
}

describe('where an entry belongs', () => {
  const nodeOf = async (entityId: string) =>
    (await world.current.query('SELECT node_id FROM audit_entries WHERE entity_id = $1', [entityId]))[0]?.node_id;

  test('is where its writer says, else the record, where the user stands whom it is about, or the actor', async () => {
    const { issuer, inGroup, orgPoint, beside } = await aStructure();
    const issuerId = issuer.id;
    const actor = await aUserAt(world.current, 'I', issuer);
    const person = await aUserAt(world.current, 'O', orgPoint);
    const [told, acted] = [randomUUID(), randomUUID()];
    await write({ issuerId, entityId: told, nodeId: beside.id, actorUserId: actor.id });
    await write({ issuerId, entity: 'user', entityId: person.id, actorUserId: actor.id });
    await write({ issuerId, entityId: acted, actorUserId: person.id });
    await write({ issuerId, entityId: 'nowhere' });
    expect(await nodeOf(told)).toBe(beside.id);
    expect(await nodeOf(person.id)).toBe(orgPoint.id);
    expect(await nodeOf(acted)).toBe(orgPoint.id);
    await write({ issuerId, entity: 'company', entityId: inGroup.id, actorUserId: actor.id });
    expect(await nodeOf(inGroup.id)).toBe(inGroup.id);
    expect(await nodeOf('nowhere')).toBeNull();
  });

  test('is no part of the hash of an entry that has none: older entries still hold', async () => {
    const { issuerId } = await aCardholder(world.current);
    await write({ issuerId, entityId: 'old', details: { a: 1 } });
    const [entry] = await world.current.query(
      `SELECT hash = sha256(previous_hash || convert_to(jsonb_build_object(
         'issuer_id', issuer_id, 'sequence', sequence, 'occurred_at', extract(epoch FROM occurred_at),
         'actor_user_id', actor_user_id, 'action', action, 'entity', entity, 'entity_id', entity_id,
         'details', details, 'request_id', request_id, 'address', host(address))::text, 'UTF8')) AS "asBefore"
       FROM audit_entries WHERE issuer_id = $1`,
      [issuerId]
    );
    expect(entry).toEqual({ asBefore: true });
  });

  test.each(['node_id', 'actor_issuer_id', 'accessor_user_id'])('can not be changed unnoticed: %s', async (column) => {
    const { issuer, beside } = await aStructure();
    const viewer = await aUserAt(world.current, 'I', issuer);
    const accessor = { issuerId: issuer.id, userId: viewer.id };
    await write({ issuerId: issuer.id, nodeId: beside.id }, { ...ORIGIN, accessor });
    const broken = () => world.current.query('SELECT * FROM verify_audit_chain($1)', [issuer.id]);
    expect(await broken()).toEqual([]);
    await tamperWithAudit(world.current, `UPDATE audit_entries SET ${column} = $2 WHERE issuer_id = $1`, [
      issuer.id,
      issuer.id
    ]);
    expect(await broken()).toEqual([{ broken_sequence: '1' }]);
  });
});

describe('who sees what', () => {
  /** Whether a node is at or below one of a user's nodes, by the structure alone. */
  const below = (node: StructureNode, top: StructureNode) =>
    node.issuerId === top.issuerId && node.path.startsWith(top.path);

  test('a viewer never sees an entry out of their part, in list, count, export or by address', async () => {
    const db = world.current;
    const [here, there] = [await aStructure(), await aStructure()];
    const group = await anIssuerGroup(db, [here.issuer]);
    const nodes = [here, there].flatMap((structure) => Object.values(structure));
    const places: Record<Role, Parameters<typeof aUserAt>[2]> = {
      A: here.account,
      S: here.accountGroup,
      O: here.orgPoint,
      C: here.inGroup,
      G: here.group,
      I: here.issuer,
      H: group,
      Z: null
    };
    const viewers = new Map<Role, Principal>();
    for (const role of ROLES) viewers.set(role, await aPrincipalAt(db, role, places[role]));
    const written: { id: string; issuerId: string; node: StructureNode | null }[] = [];
    for (const node of [...nodes, null, null]) {
      const issuerId = node?.issuerId ?? (written.length % 2 ? here : there).issuer.id;
      const id = randomUUID();
      await write({ issuerId, entityId: id, nodeId: node?.id });
      written.push({ id, issuerId, node });
    }
    const sees = (role: Role, issuerId: string, entry: (typeof written)[number]): boolean => {
      if (entry.issuerId !== issuerId) return false;
      if (role === 'Z') return true;
      if (role === 'I' || role === 'H') return issuerId === here.issuer.id;
      if (role === 'G' || role === 'C') return entry.node !== null && below(entry.node, places[role] as StructureNode);
      return false;
    };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...ROLES),
        fc.constantFrom(here.issuer.id, there.issuer.id),
        fc.boolean(),
        async (role, issuer, filtered) => {
          const viewer = viewers.get(role) as Principal;
          const asked = params({ issuer, columns: 'at,recordId', ...(filtered && { entity: 'system' }) });
          const listing = auditListing(asked);
          const query = readQuery(listing, { ...asked, size: '10' });
          const expected = written.filter((entry) => sees(role, issuer, entry)).map(({ id }) => id);
          const exported: string[] = [];
          const ids: string[] = [];
          for await (const row of listRows(viewer, listing, query)) {
            exported.push(String(row.recordId));
            ids.push(row.id);
          }
          const mine = (id: string) => written.some((entry) => entry.id === id);
          expect(exported.filter(mine).sort()).toEqual([...expected].sort());
          expect(await listCount(viewer, listing, query)).toBe(exported.length);
          expect((await listedIds(viewer, listing, ids)).length).toBe(ids.length);
          for (const entry of written) {
            const [{ sequence }] = (await db.query('SELECT sequence FROM audit_entries WHERE entity_id = $1', [
              entry.id
            ])) as [{ sequence: string }];
            const one = await auditEntry(viewer, issuer, BigInt(sequence));
            expect(one?.entityId === entry.id).toBe(expected.includes(entry.id));
          }
        }
      ),
      { numRuns: 25 }
    );
  });

  test('C G H I Z may see the audit, the others see nothing at all', async () => {
    const { issuer, account, accountGroup, orgPoint } = await aStructure();
    await write({ issuerId: issuer.id, nodeId: account.id });
    for (const [role, place] of [
      ['A', account],
      ['S', accountGroup],
      ['O', orgPoint]
    ] as const) {
      const viewer = await aPrincipalAt(world.current, role, place);
      expect(may(viewer, 'audit', 'view')).toBe(false);
      expect(await seen(viewer)).toEqual([]);
      expect(await auditEntry(viewer, undefined, 1n)).toBeNull();
      const csv = await exportCsv(viewer, auditListing({}), readQuery(auditListing({}), {}), String, ORIGIN);
      expect(csv).toBeNull();
    }
  });

  test('system administrators choose any issuer, issuer group administrators one of theirs', async () => {
    const db = world.current;
    const issuers = [await anIssuer(db), await anIssuer(db), await anIssuer(db)] as const;
    for (const { id } of issuers) await write({ issuerId: id, entityId: `of ${id}` });
    const z = await aPrincipalAt(db, 'Z', null);
    const h = await aPrincipalAt(db, 'H', await anIssuerGroup(db, issuers.slice(0, 2)));
    const of = (issuer: string) => [`of ${issuer}`];
    for (const { id } of issuers) expect(await recordsOf(z, { issuer: id })).toEqual(of(id));
    expect(await recordsOf(h, { issuer: issuers[1].id })).toEqual(of(issuers[1].id));
    expect(await recordsOf(h, { issuer: issuers[2].id })).toEqual([]);
    expect(await recordsOf(h, { issuer: 'nonsense' })).toEqual([]);
    expect(await recordsOf(h)).toEqual(of(issuers[0].id));
    expect((await auditedIssuers(h)).map(({ id }) => id).sort()).toEqual([issuers[0].id, issuers[1].id].sort());
    expect((await auditedIssuers(z))[0]?.id).toBe(SYSTEM_ISSUER_ID);
  });

  test('names of people and records are shown, user ids and names from elsewhere are not', async () => {
    const db = world.current;
    const { issuer, inGroup, orgPoint, beside } = await aStructure();
    const administrator = await aUserAt(db, 'I', issuer);
    const person = await aUserAt(db, 'O', orgPoint);
    const company = await aPrincipalAt(db, 'C', inGroup);
    const above = await aPrincipalAt(db, 'I', issuer);
    await write({ issuerId: issuer.id, entity: 'user', entityId: person.id, actorUserId: administrator.id });
    await write({
      issuerId: issuer.id,
      entity: 'company',
      entityId: beside.id,
      nodeId: orgPoint.id,
      actorUserId: person.id
    });
    const [about, by] = (await seen(company)).reverse();
    expect(about).toMatchObject({ actor: 'Robin Example', userId: null, record: 'Robin Example' });
    expect(by).toMatchObject({ actor: 'Robin Example', userId: person.userId, record: beside.id });
    const [, whole] = await seen(above);
    expect(whole).toMatchObject({ userId: administrator.userId });
    expect((await seen(above))[0]).toMatchObject({ record: beside.name });
    expect(await recordsOf(company, { userId: person.userId.toUpperCase() })).toEqual([beside.id]);
    expect(await recordsOf(company, { userId: administrator.userId })).toEqual([]);
    expect(await recordsOf(above, { userId: administrator.userId })).toEqual([person.id]);
    expect(await recordsOf(above, { userId: 'nobody.there' })).toEqual([]);
  });

  test('administrators of the system and of an issuer group are named in the audit of another issuer', async () => {
    const db = world.current;
    const [issuer, home] = [await anIssuer(db), await anIssuer(db)];
    const z = await aUserAt(db, 'Z', null);
    const h = await aUserAt(db, 'H', await anIssuerGroup(db, [home, issuer]));
    const stranger = await aCardholder(db);
    for (const actor of [z, h, stranger]) await write({ issuerId: issuer.id, actorUserId: actor.id });
    const viewer = await aPrincipalAt(db, 'I', issuer);
    const told = async (principal: Principal) =>
      (await seen(principal, { issuer: issuer.id })).map(({ actor, userId }) => [actor, userId]).reverse();
    const name = 'Robin Example';
    expect(await told(viewer)).toEqual([
      [name, null],
      [name, null],
      [null, null]
    ]);
    expect(await told(await principalFor(db, h))).toEqual([
      [name, null],
      [name, h.userId],
      [null, null]
    ]);
    expect(await told(await principalFor(db, z))).toEqual([
      [name, z.userId],
      [name, h.userId],
      [null, null]
    ]);
    expect(await world.current.query('SELECT * FROM verify_audit_chain($1)', [issuer.id])).toEqual([]);
  });

  test('an entry names the user and the administrator who viewed as that user', async () => {
    const { issuer, inGroup } = await aStructure();
    const [actor, accessor] = [
      await aUserAt(world.current, 'C', inGroup),
      await aUserAt(world.current, 'I', issuer, {})
    ];
    const through = { issuerId: issuer.id, userId: accessor.id };
    await write({ issuerId: issuer.id, actorUserId: actor.id, entityId: 'seen' }, { ...ORIGIN, accessor: through });
    const viewer = await principalFor(world.current, accessor);
    expect(await auditEntry(viewer, undefined, 1n)).toMatchObject({
      actor: { userId: actor.userId },
      accessor: { userId: accessor.userId },
      address: '127.0.0.1',
      requestId: 'test-request'
    });
    expect((await seen(viewer, { columns: 'at,accessor' }))[0]).toMatchObject({ accessor: 'Robin Example' });
  });
});

describe('words', () => {
  const t = translator('en_US');

  test('actions and kinds of record have them, else they show their code', () => {
    expect(wordOf(t, 'action', 'sign_in.failed')).toBe('Failed sign-in');
    expect(wordOf(t, 'action', 'brand.created')).toBe('Brand created');
    expect(wordOf(t, 'entity', 'hardware_token')).toBe('Token');
    expect(wordOf(t, 'entity', 'accounting_code')).toBe('Accounting code');
    expect(fieldWord(t, 'accounting_code', 'dependsOn')).toBe('Depends on');
    expect(fieldWord(t, 'company', 'name_1')).toBe('Name 1');
    expect(wordOf(t, 'action', 'not.known')).toBe('not.known');
  });

  test('every action that is audited has them, and every kind of record', () => {
    expect(AUDIT_ACTIONS.filter((action) => !(action in wordsOf('action')))).toEqual([]);
    expect(Object.keys(wordsOf('action')).filter((word) => !AUDIT_ACTIONS.some((action) => action === word))).toEqual(
      []
    );
    const files = readdirSync('lib', { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.startsWith('core/database/prisma/')
    );
    const source = files
      .map((file) => readFileSync(join('lib', file), 'utf8'))
      .filter((text) => /appendAudit|recordAct/.test(text))
      .join('\n');
    const entities = [...new Set([...source.matchAll(/entity: '([a-z_]+)'/g)].map(([, code]) => code as string))];
    expect(entities.filter((code) => !(code in wordsOf('entity')))).toEqual([]);
    for (const key of [...Object.values(wordsOf('action')), ...Object.values(wordsOf('entity'))])
      expect(t(key)).not.toBe(key);
  });
});

describe('periods', () => {
  async function aYear() {
    const issuer = await anIssuer(world.current);
    for (const days of [400, 181, 170, 31, 28, 3, 0]) {
      shiftClock(-days * DAY);
      await write({ issuerId: issuer.id, entityId: 'one', details: { days } });
    }
    shiftClock(0);
    const viewer = await aPrincipalAt(world.current, 'I', issuer);
    return { issuer, viewer };
  }
  const daysOf = async (principal: Principal, asked: Record<string, string> = {}) =>
    (await seen(principal, asked)).map(({ details }) => Number(/\d+/.exec(String(details))?.[0]));
  const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);

  test('C5.022 C9.012 without dates the last 30 days are shown, and no more than 30 can be asked for', async () => {
    const { viewer, issuer } = await aYear();
    expect(await daysOf(viewer)).toEqual([0, 3, 28]);
    expect(await daysOf(viewer, { 'at.from': ago(29), 'at.to': ago(0) })).toEqual([0, 3, 28]);
    expect(await daysOf(viewer, { 'at.from': ago(30), 'at.to': ago(0) })).toEqual([]);
    expect(await daysOf(viewer, { 'at.from': ago(32), 'at.to': ago(20) })).toEqual([28, 31]);
    expect(await daysOf(viewer, { 'at.to': ago(20) })).toEqual([28, 31]);
    expect(await daysOf(viewer, { 'at.from': ago(31) })).toEqual([3, 28, 31]);
    expect(await daysOf(viewer, { 'at.from': 'x', 'at.to': '2026-02-31' })).toEqual([0, 3, 28]);
    const exceeded = (asked: Record<string, string>) => daysExceeded(viewer, issuer.id, periodOf(asked, 'UTC'));
    expect(await exceeded({})).toBeNull();
    expect(await exceeded({ 'at.from': ago(29), 'at.to': ago(0) })).toBeNull();
    expect(await exceeded({ 'at.from': ago(30), 'at.to': ago(0) })).toBe(30);
  });

  test('C5.022 C9.013 for one record one range of 180 days can be', async () => {
    const { viewer, issuer } = await aYear();
    const record = { entity: 'system', recordId: 'one' };
    expect(await daysOf(viewer, { ...record, 'at.from': ago(179), 'at.to': ago(0) })).toEqual([0, 3, 28, 31, 170]);
    expect(await daysOf(viewer, { ...record, 'at.from': ago(180), 'at.to': ago(0) })).toEqual([]);
    expect(
      await daysExceeded(viewer, issuer.id, periodOf({ ...record, 'at.from': ago(180), 'at.to': ago(0) }, 'UTC'))
    ).toBe(180);
    expect(await daysOf(viewer, record)).toEqual([0, 3, 28]);
    expect(await daysOf(viewer, { recordId: 'one', 'at.from': ago(179), 'at.to': ago(0) })).toEqual([]);
  });

  test('an issuer’s setting shortens them', async () => {
    const { viewer, issuer } = await aYear();
    await withSetting(world.current, { issuerId: issuer.id }, 'audit.window.days', 5);
    expect(await daysOf(viewer, { 'at.from': ago(4), 'at.to': ago(0) })).toEqual([0, 3]);
    expect(await daysOf(viewer, { 'at.from': ago(5), 'at.to': ago(0) })).toEqual([]);
  });
});

describe('the list', () => {
  test('is in the order of time, pages by key and filters by action, entity and record', async () => {
    const issuer = await anIssuer(world.current);
    const viewer = await aPrincipalAt(world.current, 'I', issuer);
    for (let n = 0; n < 45; n++) {
      shiftClock(-n * 1000);
      const action = n % 3 === 0 ? 'sign_in.failed' : 'sign_in.succeeded';
      await write({ issuerId: issuer.id, entityId: String(n), action, entity: n % 2 ? 'user' : 'session' });
    }
    shiftClock(0);
    const listing = auditListing({});
    const pages: string[] = [];
    let after: string | null = null;
    do {
      const place: Record<string, string> = after ? { after } : {};
      const page = await listPage(
        viewer,
        listing,
        readQuery(listing, { size: '10', columns: 'at,recordId', ...place })
      );
      pages.push(...page.rows.map(({ recordId }) => String(recordId)));
      after = page.next;
    } while (after);
    expect(pages).toEqual(Array.from({ length: 45 }, (_, n) => String(n)));
    expect((await recordsOf(viewer, { action: 'sign_in.failed' })).length).toBe(15);
    expect((await recordsOf(viewer, { entity: 'session', action: 'sign_in.failed' })).length).toBe(8);
    expect(await recordsOf(viewer, { recordId: '7' })).toEqual(['7']);
  });

  test('shows before and after, in the list and in the entry', async () => {
    const issuer = await anIssuer(world.current);
    const viewer = await aPrincipalAt(world.current, 'I', issuer);
    const details = { 'before.name': 'Old', 'after.name': 'New', 'before.code': null, 'after.code': '7', why: 'asked' };
    await write({ issuerId: issuer.id, details });
    expect((await seen(viewer))[0]?.details).toBe('code: – → 7; name: Old → New; why: asked');
    const entry = await auditEntry(viewer, undefined, 1n);
    expect(changesOf(entry?.details ?? {})).toEqual({
      changes: [
        { field: 'code', before: null, after: '7' },
        { field: 'name', before: 'Old', after: 'New' }
      ],
      notes: [['why', 'asked']]
    });
    expect(changesOf({ before: '{"a":1}', after: '{"a":2,"b":[true]}', x: 'not { json' })).toEqual({
      changes: [
        { field: 'a', before: '1', after: '2' },
        { field: 'b', before: null, after: '[true]' }
      ],
      notes: [['x', 'not { json']]
    });
  });

  test('its export takes no formula to a spreadsheet, and is audited itself', async () => {
    const issuer = await anIssuer(world.current);
    const viewer = await aPrincipalAt(world.current, 'I', issuer);
    await write({ issuerId: issuer.id, entityId: '=HYPERLINK("http://evil.example")' });
    const asked = { issuer: issuer.id, action: 'sign_in.failed', columns: 'at,action,recordId,details' };
    const t = translator('en_US');
    const read = async (query: Record<string, string>) => {
      const listing = auditListing(query);
      const csv = await exportCsv(viewer, listing, readQuery(listing, query), t, ORIGIN);
      return (await bytesOf(csv)).toString('utf8');
    };
    await read(asked);
    const text = await read({ columns: 'at,recordId,details' });
    expect(text).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
    const [exported] = (await seen(viewer, { action: 'list.exported' })).reverse();
    expect(exported?.details).toContain('action=sign_in.failed');
    expect(exported?.details).toContain(`issuer=${issuer.id}`);
  });
});
