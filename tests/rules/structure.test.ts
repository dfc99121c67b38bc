import type { Principal } from '@/lib/access/policy/principal';
import { accepted, refused } from '@/lib/core/entry/refusal';
import { now, shiftClock } from '@/lib/core/server/clock';
import { seenAccount } from '@/lib/directory/structure/accounts';
import { changeAccount } from '@/lib/directory/structure/change-account';
import { changeAccountState } from '@/lib/directory/structure/change-account-state';
import { changeNode } from '@/lib/directory/structure/change-node';
import { changeNodeStatus } from '@/lib/directory/structure/close-node';
import { createAccount } from '@/lib/directory/structure/create-account';
import { createNode } from '@/lib/directory/structure/create-node';
import { deleteNode } from '@/lib/directory/structure/delete-node';
import { deleteIssuerGroup, issuerGroup, issuerGroups, saveIssuerGroup } from '@/lib/directory/structure/issuer-groups';
import { changeIssuer, createIssuer, seenIssuer } from '@/lib/directory/structure/issuers';
import { moveNode } from '@/lib/directory/structure/move-node';
import { seenNode } from '@/lib/directory/structure/nodes';
import {
  companySchema,
  type IssuerFields,
  issuerSchema,
  newAccountSchema,
  orgPointSchema
} from '@/lib/directory/structure/schema';
import { aCardNumber } from '../support/card-numbers';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aNewAccount } from '../support/new-account';
import { aPrincipalAt } from '../support/principal';
import { codeOf, granted } from '../support/results';
import {
  aCompany,
  aCompanyGroup,
  anAccount,
  anAccountGroup,
  anIssuer,
  anIssuerGroup,
  anOrgPoint,
  aUserAt,
  type StructureNode
} from '../support/structure';
import { misplacedNodes } from '../support/structure-invariants';

const database = useDatabase();

async function aWorld() {
  const db = database.current;
  const issuer = await anIssuer(db);
  const [group, otherGroup] = [await aCompanyGroup(db, issuer), await aCompanyGroup(db, issuer)];
  const [company, other] = [await aCompany(db, group), await aCompany(db, issuer)];
  const accountGroup = await anAccountGroup(db, company);
  const point = await anOrgPoint(db, accountGroup);
  const below = await anOrgPoint(db, point, { level: 2 });
  const account = await anAccount(db, below);
  const program = await aPrincipalAt(db, 'I', issuer);
  return { issuer, group, otherGroup, company, other, accountGroup, point, below, account, program };
}

const read = async ({ id }: { id: string }, principal: Principal) => {
  const node = await seenNode(principal, id);
  if (!node) throw new Error('not seen');
  return node;
};
const versionOf = async (node: { id: string }, principal: Principal) => (await read(node, principal)).version;
const audited = (id: string) =>
  database.current.query<{ action: string; details: Record<string, unknown> }>(
    'SELECT action, details FROM audit_entries WHERE entity_id = $1 ORDER BY sequence',
    [id]
  );

const POINT = { kind: 'org_point', number: 'P1', name1: 'Sales', name2: null, level: 1 } as const;
const COMPANY = {
  kind: 'company',
  number: 'C77',
  name1: 'Acme',
  name2: 'Nordic',
  currency: 'EUR',
  fiscalStart: 4,
  programOptionId: null
} as const;
const GROUP = { kind: 'company_group', number: 'G9', name1: 'North', name2: null } as const;

describe('C1.015 the reporting structure is built', () => {
  test('W19 levels of org points never rise on the way down: created, changed and moved', async () => {
    const { company, program } = await aWorld();
    const create = (parent: string, number: string, level: number) =>
      createNode(program, parent, { ...POINT, number, level }, ORIGIN);
    const upper = granted(await create(company.id, 'U', 3));
    expect(await create(upper, 'X', 2)).toMatchObject({
      refusal: { code: 'structure.level.above.parent', field: 'level' }
    });
    const lower = granted(await create(upper, 'L', 4));
    const change = (id: string, number: string, level: number) =>
      changeNode(program, id, { ...POINT, number, level, version: 1 }, ORIGIN);
    expect(await change(lower, 'L', 2)).toMatchObject({
      refusal: { code: 'structure.level.above.parent', field: 'level' }
    });
    expect(await change(upper, 'U', 5)).toMatchObject({
      refusal: { code: 'structure.level.below.children', field: 'level' }
    });
    const aside = granted(await create(company.id, 'A', 1));
    expect(await moveNode(program, aside, { parentId: lower, version: 1 }, ORIGIN)).toMatchObject({
      refusal: { code: 'structure.level.above.parent', field: 'parentId' }
    });
    expect(await change(upper, 'U', 4)).toMatchObject({ ok: true });
  });

  test('C3.004 C3.005 C3.006 C3.007 C3.008 C3.009 C3.010 from company group to account, each with its fields', async () => {
    const { issuer, program } = await aWorld();
    const group = granted(await createNode(program, issuer.id, GROUP, ORIGIN));
    const company = granted(await createNode(program, group, COMPANY, ORIGIN));
    const accounts = granted(
      await createNode(
        program,
        company,
        { kind: 'account_group', number: 'AG', name1: 'Travel', name2: 'Cards' },
        ORIGIN
      )
    );
    const point = granted(await createNode(program, accounts, { ...POINT, level: 3 }, ORIGIN));
    const account = granted(await createAccount(program, point, aNewAccount({ name2: 'Second line' }), ORIGIN));
    const node = await read({ id: account }, program);
    expect(node).toMatchObject({
      kind: 'account',
      number: null,
      companyId: company,
      name1: 'Robin Example',
      name2: 'Second line'
    });
    expect(node.path).toHaveLength(48);
    expect(await read({ id: point }, program)).toMatchObject({ number: 'P1', level: 3, companyId: company });
    expect(await seenAccount(program, account)).toMatchObject({
      bankNumber: '12345',
      ica: null,
      creditLimit: '1500.5',
      currency: 'EUR',
      openedOn: '2026-01-31',
      state: 'active'
    });
    expect(await audited(company)).toEqual([
      {
        action: 'structure.created',
        details: expect.objectContaining({ 'after.number': 'C77', 'after.currency': 'EUR', parent: group })
      }
    ]);
    expect(JSON.stringify(await audited(account))).toMatch(/•••• \d{4}/);
    expect(await misplacedNodes(database.current)).toEqual([]);
  });

  test('CD.40 a number is unique where its kind is counted', async () => {
    const { issuer, group, company, other, program } = await aWorld();
    const create = (parent: StructureNode, node: Parameters<typeof createNode>[2]) =>
      createNode(program, parent.id, node, ORIGIN);
    expect(codeOf(await create(issuer, COMPANY))).toBe('ok');
    expect(await create(group, COMPANY)).toEqual(refused({ code: 'structure.number.taken', field: 'number' }));
    expect(codeOf(await create(company, POINT))).toBe('ok');
    expect(codeOf(await create(company, POINT))).toBe('structure.number.taken');
    expect(codeOf(await create(other, POINT))).toBe('ok');
    expect(codeOf(await create(company, { ...POINT, kind: 'account_group' } as never))).toBe('ok');
  });

  test('each kind stands only where it belongs', async () => {
    const { issuer, group, company, account, program } = await aWorld();
    const place = async (parent: StructureNode, node: Parameters<typeof createNode>[2]) =>
      codeOf(await createNode(program, parent.id, node, ORIGIN));
    expect(await place(issuer, POINT)).toBe('structure.misplaced');
    expect(await place(group, GROUP)).toBe('structure.misplaced');
    expect(await place(company, COMPANY)).toBe('structure.misplaced');
    expect(await place(account, POINT)).toBe('structure.misplaced');
    expect(codeOf(await createAccount(program, group.id, aNewAccount(), ORIGIN))).toBe('structure.misplaced');
  });

  test('no deeper than fifteen levels of org points', async () => {
    const { company, program } = await aWorld();
    let parent = company.id;
    for (let level = 1; level <= 15; level++)
      parent = granted(await createNode(program, parent, { ...POINT, number: `L${level}`, level }, ORIGIN));
    parent = granted(await createNode(program, parent, { ...POINT, number: 'L16', level: 15 }, ORIGIN));
    parent = granted(await createNode(program, parent, { ...POINT, number: 'L17', level: 15 }, ORIGIN));
    expect(codeOf(await createNode(program, parent, { ...POINT, number: 'L18' }, ORIGIN))).toBe('structure.too.deep');
  });

  test('what is typed is checked', () => {
    const faults = (
      schema: { safeParse: (value: unknown) => { error?: { issues: { path: PropertyKey[]; message: string }[] } } },
      value: object
    ) => schema.safeParse(value).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];
    const company = { number: 'A 1', name1: '<b>x</b>', currency: 'XXY', fiscalStart: '13' };
    expect(faults(companySchema, company).map(([path]) => path)).toEqual([
      'number',
      'name1',
      'currency',
      'fiscalStart'
    ]);
    expect(faults(orgPointSchema, { number: 'P', name1: 'x', level: '16' })).toEqual([
      ['level', 'structure.level.invalid']
    ]);
    expect(
      faults(newAccountSchema, {
        cardNumber: '4111 1111 1111 1112',
        name1: 'x',
        currency: 'eur',
        openedOn: '2026-01-01'
      })
    ).toEqual([['cardNumber', 'card.number.invalid']]);
    expect(
      faults(newAccountSchema, {
        cardNumber: '4111 1111 1111 1111',
        name1: 'x',
        currency: 'eur',
        openedOn: '2026-01-01',
        ica: ''
      })
    ).toEqual([]);
    expect(faults(issuerSchema, { number: 'a-1', name1: 'x', timeZone: 'Mars/Olympus', baseCurrency: 'EUR' })).toEqual([
      ['number', 'issuer.number.invalid'],
      ['timeZone', 'time.zone.invalid']
    ]);
  });

  test('a card number is the issuer’s once, however many try at once, and an ICA one of the issuer’s', async () => {
    const { company, issuer, program } = await aWorld();
    const cardNumber = aCardNumber();
    const tries = await Promise.all(
      [1, 2, 3].map(() => createAccount(program, company.id, aNewAccount({ cardNumber }), ORIGIN))
    );
    expect(tries.map(codeOf).sort()).toEqual(['card.number.taken', 'card.number.taken', 'ok']);
    await database.current.query("UPDATE issuers SET icas = '{1234}' WHERE id = $1", [issuer.id]);
    expect(codeOf(await createAccount(program, company.id, aNewAccount({ ica: '99' }), ORIGIN))).toBe('ica.unknown');
    expect(codeOf(await createAccount(program, company.id, aNewAccount({ ica: '1234' }), ORIGIN))).toBe('ok');
  });

  test('C6.002 C6.003 C6.005 each administrator changes what is below, others only look', async () => {
    const db = database.current;
    const { issuer, group, company, other, point, accountGroup } = await aWorld();
    const create = async (
      role: string,
      place: StructureNode,
      parent: StructureNode,
      node: Parameters<typeof createNode>[2]
    ) => codeOf(await createNode(await aPrincipalAt(db, role, place), parent.id, node, ORIGIN));
    expect(await create('C', company, company, POINT)).toBe('ok');
    expect(await create('C', company, other, POINT)).toBe('not.found');
    expect(await create('C', company, group, COMPANY)).toBe('not.found');
    expect(await create('G', group, group, COMPANY)).toBe('ok');
    expect(await create('G', group, issuer, GROUP)).toBe('not.found');
    expect(await create('I', issuer, issuer, GROUP)).toBe('ok');
    expect(await create('O', point, point, POINT)).toBe('forbidden.action');
    expect(await create('S', accountGroup, accountGroup, POINT)).toBe('forbidden.action');
    const h = await aPrincipalAt(db, 'H', await anIssuerGroup(db, [issuer]));
    expect(codeOf(await createNode(h, company.id, POINT, ORIGIN))).toBe('forbidden.action');
    const z = await aPrincipalAt(db, 'Z', null);
    expect(codeOf(await createNode(z, company.id, POINT, ORIGIN))).toBe('forbidden.action');
    expect(await seenNode(z, company.id)).not.toBeNull();
    expect(await seenNode(h, company.id)).not.toBeNull();
  });
});

describe('the reporting structure is changed', () => {
  test('a stale save says so and loses nothing; what changed is audited', async () => {
    const { company, program } = await aWorld();
    const fields = { ...COMPANY, number: 'NEW1' };
    expect(await changeNode(program, company.id, { ...fields, version: 1 }, ORIGIN)).toEqual(accepted(null));
    expect(await changeNode(program, company.id, { ...fields, name1: 'Late', version: 1 }, ORIGIN)).toEqual(
      refused({ code: 'record.changed', params: { version: 2 } })
    );
    expect(await read(company, program)).toMatchObject({ number: 'NEW1', name1: 'Acme', version: 2 });
    const [entry] = await audited(company.id);
    expect(entry).toMatchObject({
      action: 'structure.changed',
      details: { 'before.number': company.number, 'after.number': 'NEW1', 'after.fiscalStart': 4 }
    });
    // Nothing changed, nothing written.
    expect(await changeNode(program, company.id, { ...fields, version: 2 }, ORIGIN)).toEqual(accepted(null));
    expect(await versionOf(company, program)).toBe(2);
  });

  test('a number of a neighbour is refused', async () => {
    const { company, other, program } = await aWorld();
    expect(
      codeOf(await changeNode(program, company.id, { ...COMPANY, number: other.number as string, version: 1 }, ORIGIN))
    ).toBe('structure.number.taken');
  });

  test('an account keeps its card number, and changes otherwise', async () => {
    const { company, program } = await aWorld();
    const id = granted(await createAccount(program, company.id, aNewAccount(), ORIGIN));
    const { cardNumber: _, openedOn: __, ...fields } = aNewAccount({ name1: 'New Name', creditLimit: '2000.00' });
    expect(await changeAccount(program, id, { ...fields, version: 1 }, ORIGIN)).toEqual(accepted(null));
    expect(codeOf(await changeAccount(program, id, { ...fields, version: 1 }, ORIGIN))).toBe('record.changed');
    expect(await changeAccount(program, id, { ...fields, version: 2 }, ORIGIN)).toEqual(accepted(null));
    const [, changed, ...rest] = await audited(id);
    expect(changed).toMatchObject({
      action: 'account.changed',
      details: { 'before.creditLimit': '1500.5', 'after.creditLimit': '2000', 'after.name1': 'New Name' }
    });
    expect(rest).toEqual([]);
  });
});

describe('the reporting structure is rearranged', () => {
  test('a node moves with all that is below it', async () => {
    const { company, accountGroup, point, below, account, program } = await aWorld();
    const target = await anOrgPoint(database.current, company, { number: 'TARGET' });
    expect(await moveNode(program, point.id, { parentId: target.id, version: 1 }, ORIGIN)).toEqual(accepted(null));
    const [moved, deep] = [await read(point, program), await read(account, program)];
    expect(moved).toMatchObject({ parentId: target.id, version: 2 });
    expect(moved.path).toBe(target.path + point.path.slice(-8));
    expect(deep.path).toBe(moved.path + below.path.slice(-8) + account.path.slice(-8));
    expect(await misplacedNodes(database.current)).toEqual([]);
    expect((await audited(point.id))[0]).toMatchObject({
      action: 'structure.moved',
      details: { 'before.parent': accountGroup.id, 'after.parent': target.id }
    });
  });

  test('companies move between groups and to the issuer', async () => {
    const { issuer, otherGroup, company, account, program } = await aWorld();
    expect(codeOf(await moveNode(program, company.id, { parentId: otherGroup.id, version: 1 }, ORIGIN))).toBe('ok');
    expect(codeOf(await moveNode(program, company.id, { parentId: issuer.id, version: 2 }, ORIGIN))).toBe('ok');
    expect((await read(account, program)).path.startsWith(issuer.path)).toBe(true);
    expect(await read(account, program)).toMatchObject({ companyId: company.id });
    expect(await misplacedNodes(database.current)).toEqual([]);
  });

  test('not into itself, not to another company, not below something closed or of the wrong kind', async () => {
    const db = database.current;
    const { issuer, group, company, other, accountGroup, point, below, account, program } = await aWorld();
    const move = async (node: StructureNode, parent: StructureNode, by = program) =>
      codeOf(await moveNode(by, node.id, { parentId: parent.id, version: 1 }, ORIGIN));
    expect(await move(point, point)).toBe('structure.move.into.itself');
    expect(await move(point, below)).toBe('structure.move.into.itself');
    expect(await move(point, other)).toBe('structure.move.across');
    expect(await move(accountGroup, other)).toBe('structure.move.across');
    expect(await move(point, accountGroup)).toBe('structure.move.same');
    expect(await move(point, account)).toBe('structure.move.into.itself');
    expect(await move(account, issuer)).toBe('structure.move.across');
    expect(await move(group, company)).toBe('structure.move.into.itself');
    expect(await move(point, await anOrgPoint(db, company, { status: 'closed' }))).toBe('structure.parent.closed');
    const elsewhere = await aCompanyGroup(db, await anIssuer(db));
    expect(await move(company, elsewhere)).toBe('not.found');
    expect(await move(company, issuer, await aPrincipalAt(db, 'H', await anIssuerGroup(db, [issuer])))).toBe(
      'forbidden.action'
    );
    expect(await moveNode(program, point.id, { parentId: company.id, version: 7 }, ORIGIN)).toEqual(
      refused({ code: 'record.changed', params: { version: 1 } })
    );
  });

  test('nobody moves, closes or deletes where they stand themselves, nor what is above', async () => {
    const db = database.current;
    const { issuer, group, company, otherGroup } = await aWorld();
    const [c, g] = [await aPrincipalAt(db, 'C', company), await aPrincipalAt(db, 'G', group)];
    const close = { event: 'close', version: 1 } as const;
    expect(codeOf(await moveNode(c, company.id, { parentId: issuer.id, version: 1 }, ORIGIN))).toBe('forbidden.action');
    expect(codeOf(await moveNode(g, company.id, { parentId: otherGroup.id, version: 1 }, ORIGIN))).toBe('not.found');
    expect(codeOf(await changeNodeStatus(c, company.id, close, ORIGIN))).toBe('forbidden.action');
    expect(codeOf(await deleteNode(c, company.id, ORIGIN))).toBe('forbidden.action');
    expect(codeOf(await changeNodeStatus(c, group.id, close, ORIGIN))).toBe('not.found');
    expect(codeOf(await deleteNode(c, group.id, ORIGIN))).toBe('not.found');
  });
});

describe('nodes are closed', () => {
  test('from below, and are opened again from above', async () => {
    const { company, accountGroup, point, below, account, program } = await aWorld();
    const change = async (node: StructureNode, event: 'close' | 'reopen') =>
      codeOf(await changeNodeStatus(program, node.id, { event, version: await versionOf(node, program) }, ORIGIN));
    expect(await change(below, 'close')).toBe('structure.close.active.below');
    expect(codeOf(await changeAccountState(program, account.id, { event: 'close', version: 1 }, ORIGIN))).toBe('ok');
    expect(await change(below, 'close')).toBe('ok');
    expect(await change(below, 'close')).toBe('structure.status.same');
    expect(await change(point, 'close')).toBe('ok');
    expect(await change(below, 'reopen')).toBe('structure.parent.closed');
    expect(codeOf(await createNode(program, point.id, POINT, ORIGIN))).toBe('structure.parent.closed');
    expect(codeOf(await createAccount(program, point.id, aNewAccount(), ORIGIN))).toBe('structure.parent.closed');
    expect(await change(point, 'reopen')).toBe('ok');
    expect(await change(below, 'reopen')).toBe('ok');
    expect(await change(accountGroup, 'close')).toBe('structure.close.active.below');
    expect(await change(company, 'close')).toBe('structure.close.active.below');
    expect((await audited(point.id)).map(({ action }) => action)).toEqual(['structure.closed', 'structure.reopened']);
  });
});

describe('W20 C8.031 C8.032 deleting', () => {
  const associated = (entity: string, blocking: Record<string, number>) =>
    refused({ code: 'delete.associated', params: { entity }, blocking });

  test('is refused for an org point with children, and for what has accounts or users', async () => {
    const db = database.current;
    const { company, other, point, below, program } = await aWorld();
    expect(await deleteNode(program, point.id, ORIGIN)).toEqual(associated('org_point', { org_point: 1 }));
    expect(await deleteNode(program, below.id, ORIGIN)).toEqual(associated('org_point', { account: 1 }));
    const refusal = await deleteNode(program, company.id, ORIGIN);
    expect(refusal).toMatchObject({ refusal: { code: 'delete.associated', params: { entity: 'company' } } });
    await aUserAt(db, 'C', other);
    expect(await deleteNode(program, other.id, ORIGIN)).toEqual(associated('company', { user: 1 }));
    expect(await seenNode(program, other.id)).not.toBeNull();
  });

  test('is refused for a company with anything that refers to it by a foreign key', async () => {
    const db = database.current;
    const { other, program } = await aWorld();
    await db.query(
      'CREATE TABLE IF NOT EXISTS things (issuer_id uuid, owner_id uuid, FOREIGN KEY (issuer_id, owner_id) REFERENCES nodes (issuer_id, id))'
    );
    await db.query('INSERT INTO things VALUES ($1, $2)', [other.issuerId, other.id]);
    expect(await deleteNode(program, other.id, ORIGIN)).toEqual(associated('company', { other: 0 }));
    await db.query('DELETE FROM things');
    await db.query("INSERT INTO settings VALUES ($1, $2, 'some.setting', '1')", [other.issuerId, other.id]);
    expect(await deleteNode(program, other.id, ORIGIN)).toEqual(accepted(null));
    expect(await seenNode(program, other.id)).toBeNull();
    expect((await audited(other.id)).map(({ action }) => action)).toEqual(['structure.deleted']);
  });

  test('takes an account that nothing has happened with, not one that replaced another', async () => {
    const { company, account, program } = await aWorld();
    const other = await anAccount(database.current, company);
    const replaced = { event: 'replace', version: 1, replacedById: other.id } as const;
    expect(codeOf(await changeAccountState(program, account.id, replaced, ORIGIN))).toBe('ok');
    expect(await deleteNode(program, other.id, ORIGIN)).toEqual(associated('account', { other: 0 }));
    expect(await deleteNode(program, account.id, ORIGIN)).toEqual(accepted(null));
    expect(await deleteNode(program, other.id, ORIGIN)).toEqual(accepted(null));
  });
});

describe('CD.36 an account', () => {
  test('W7 is closed on the day that it is where its issuer is', async () => {
    const { account, issuer, program } = await aWorld();
    await database.current.query("UPDATE issuers SET time_zone = 'Asia/Tokyo' WHERE id = $1", [issuer.id]);
    shiftClock(Date.parse('2026-11-22T15:30:00Z') - Date.now());
    const version = await versionOf(account, program);
    const closed = codeOf(await changeAccountState(program, account.id, { event: 'close', version }, ORIGIN));
    shiftClock(0);
    expect([closed, (await seenAccount(program, account.id))?.closedOn]).toEqual(['ok', '2026-11-23']);
  });

  test('is suspended, resumed, closed and reopened, and nothing else than its state allows', async () => {
    const { account, program } = await aWorld();
    const change = async (event: 'suspend' | 'resume' | 'close' | 'reopen') =>
      codeOf(
        await changeAccountState(program, account.id, { event, version: await versionOf(account, program) }, ORIGIN)
      );
    expect(await change('resume')).toBe('account.state.forbids');
    expect(await change('suspend')).toBe('ok');
    expect(await change('suspend')).toBe('account.state.forbids');
    expect(await change('resume')).toBe('ok');
    expect(await change('close')).toBe('ok');
    expect(await read(account, program)).toMatchObject({ status: 'closed' });
    expect(await seenAccount(program, account.id)).toMatchObject({
      state: 'closed',
      closedOn: now().toISOString().slice(0, 10)
    });
    expect(await change('suspend')).toBe('account.state.forbids');
    expect(await change('reopen')).toBe('ok');
    expect(await seenAccount(program, account.id)).toMatchObject({ state: 'active', closedOn: null });
    expect((await audited(account.id)).map(({ action }) => action)).toEqual([
      'account.suspend',
      'account.resume',
      'account.close',
      'account.reopen'
    ]);
  });

  test('is replaced by another of its company, once and for all', async () => {
    const db = database.current;
    const { company, other, account, program } = await aWorld();
    const replace = async (replacedById?: string) =>
      codeOf(
        await changeAccountState(
          program,
          account.id,
          { event: 'replace', version: await versionOf(account, program), replacedById },
          ORIGIN
        )
      );
    const next = await anAccount(db, company);
    expect(await replace()).toBe('required');
    expect(await replace(account.id)).toBe('account.replacement.unfit');
    expect(await replace((await anAccount(db, other)).id)).toBe('account.replacement.unfit');
    expect(await replace((await anAccount(db, company, { status: 'closed' })).id)).toBe('account.replacement.unfit');
    expect(await replace(company.id)).toBe('not.found');
    expect(await replace(next.id)).toBe('ok');
    expect(await seenAccount(program, account.id)).toMatchObject({ state: 'replaced', replacedById: next.id });
    expect(codeOf(await changeAccountState(program, account.id, { event: 'reopen', version: 2 }, ORIGIN))).toBe(
      'account.state.forbids'
    );
  });
});

describe('C3.003 an issuer', () => {
  const ISSUER: IssuerFields = {
    number: 'NB1',
    name1: 'New Bank',
    name2: 'Commercial cards',
    icas: ['1234', '5678'],
    timeZone: 'Europe/Copenhagen',
    baseCurrency: 'DKK',
    brands: ['tessera']
  };

  test('is set up from nothing by a system administrator alone', async () => {
    const db = database.current;
    const z = await aPrincipalAt(db, 'Z', null);
    expect(codeOf(await createIssuer(z, { ...ISSUER, brands: ['nowhere'] }, ORIGIN))).toBe('brand.unknown');
    const id = granted(await createIssuer(z, ISSUER, ORIGIN));
    expect(await seenIssuer(z, id)).toEqual({ id, version: 1, ...ISSUER });
    expect(await createIssuer(z, ISSUER, ORIGIN)).toEqual(refused({ code: 'issuer.number.taken', field: 'number' }));
    const node = await read({ id }, z);
    expect(node).toMatchObject({ kind: 'issuer', number: 'NB1', name1: 'New Bank', name2: 'Commercial cards' });
    expect((await audited(id))[0]).toMatchObject({ action: 'issuer.created', details: { 'after.icas': '1234, 5678' } });
    const { program } = await aWorld();
    expect(codeOf(await createIssuer(program, { ...ISSUER, number: 'NB2' }, ORIGIN))).toBe('forbidden.action');
    expect(await seenIssuer(program, id)).toBeNull();
    const changed = { ...ISSUER, name1: 'Newer Bank', brands: [] };
    expect(await changeIssuer(z, id, { ...changed, version: 1 }, ORIGIN)).toEqual(accepted(null));
    expect(await seenIssuer(z, id)).toMatchObject({ name1: 'Newer Bank', brands: [], version: 2 });
    expect(codeOf(await changeIssuer(z, id, { ...changed, version: 1 }, ORIGIN))).toBe('record.changed');
    expect(codeOf(await changeIssuer(program, id, { ...changed, version: 2 }, ORIGIN))).toBe('forbidden.action');
    const first = await aPrincipalAt(db, 'I', { ...node, name: node.name1 } as never);
    expect(codeOf(await createNode(first, id, COMPANY, ORIGIN))).toBe('ok');
  });

  test('C3.004 C6.004 stands in groups of issuers, each seen by its administrators', async () => {
    const db = database.current;
    const z = await aPrincipalAt(db, 'Z', null);
    const { issuer, program } = await aWorld();
    const group = { number: 'IG1', name1: 'Family', name2: null, issuers: [issuer.id] };
    const id = granted(await saveIssuerGroup(z, null, group, ORIGIN));
    expect(await issuerGroup(z, id)).toEqual({ id, ...group, administrators: 0 });
    expect(codeOf(await saveIssuerGroup(z, null, group, ORIGIN))).toBe('issuer.group.number.taken');
    const both = [1, 2].map(() => saveIssuerGroup(z, null, { ...group, number: 'IGTWICE' }, ORIGIN));
    expect((await Promise.all(both)).map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(codeOf(await saveIssuerGroup(program, null, { ...group, number: 'IG2' }, ORIGIN))).toBe('forbidden.action');
    expect(await issuerGroups(program)).toEqual([]);
    const h = await aPrincipalAt(db, 'H', { id, issuers: [issuer] });
    expect(await seenNode(h, issuer.id)).not.toBeNull();
    expect(codeOf(await deleteIssuerGroup(z, id, ORIGIN))).toBe('delete.associated');
    await saveIssuerGroup(z, id, { ...group, issuers: [] }, ORIGIN);
    await db.query('DELETE FROM assignments WHERE issuer_group_id = $1', [id]);
    expect(codeOf(await deleteIssuerGroup(z, id, ORIGIN))).toBe('ok');
  });
});
