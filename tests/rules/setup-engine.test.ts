import { randomUUID } from 'node:crypto';
import type { Principal } from '@/lib/access/policy/principal';
import { bundleTexts, translator } from '@/lib/core/language/texts';
import { listCount, listPage } from '@/lib/kit/listing/page';
import { readQuery, type SearchParams } from '@/lib/kit/listing/query';
import { activateRecord } from '@/lib/kit/setup/activate-record';
import { changeRecord } from '@/lib/kit/setup/change-record';
import { copyRecord } from '@/lib/kit/setup/copy-record';
import { deleteRecord } from '@/lib/kit/setup/delete-record';
import { ENTITIES, entityNamed } from '@/lib/kit/setup/entities';
import { moveRecord } from '@/lib/kit/setup/move-record';
import type { RecordListAddress } from '@/lib/kit/setup/record-list';
import { recordListing } from '@/lib/kit/setup/record-listing';
import { textsOf } from '@/lib/kit/setup/texts';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { aRecord, recordNow, recordsOf, refusalsOf, tryChange, tryDelete, tryRecord } from '../support/setup';
import { aCompany, anAccount, anAccountGroup, anIssuer, anOrgPoint, type StructureNode } from '../support/structure';

const world = useDatabase();
let issuer: StructureNode;
let company: StructureNode;
let other: StructureNode;
let issuers: Principal;
let companies: Principal;
let level: Principal;

beforeAll(async () => {
  const database = world.current;
  issuer = await anIssuer(database);
  company = await aCompany(database, issuer);
  other = await aCompany(database, issuer);
  issuers = await aPrincipalAt(database, 'I', issuer);
  companies = await aPrincipalAt(database, 'C', company);
  level = await aPrincipalAt(database, 'O', await anOrgPoint(database, company));
});

const rows = async (by: Principal, name: string, at: RecordListAddress, params: SearchParams = {}) => {
  const listing = recordListing(entityNamed(name), at);
  const query = readQuery(listing, params);
  return { rows: (await listPage(by, listing, query)).rows, count: await listCount(by, listing, query) };
};

const audited = async (id: string) =>
  world.current.query<{ action: string; entity: string; details: Record<string, unknown> }>(
    'SELECT action, entity, details FROM audit_entries WHERE entity_id = $1 ORDER BY sequence',
    [id]
  );

describe('a declaration', () => {
  test('has what it names', () => {
    for (const entity of ENTITIES.values()) {
      const names = Object.keys(entity.fields);
      for (const key of Object.values(entity.keys)) for (const field of key.fields) expect(names).toContain(field);
      for (const field of entity.titleFields) expect(names).toContain(field);
      for (const { target, when } of Object.values(entity.fields)) {
        if (target) entityNamed(target.entity);
        if (when) expect(names).toContain(when.field);
      }
      if (entity.parent) expect(entityNamed(entity.parent.entity).levels).toEqual(entity.levels);
      // Only a field `name` is kept in the column of that name.
      expect(names.includes('name')).toBe(entity.titleFields.join() === 'name');
    }
  });
});

test('the texts of every entity are those of its declaration', () => {
  const texts = bundleTexts('en_US', 'Workspace');
  for (const entity of ENTITIES.values()) expect(texts).toMatchObject(textsOf(entity));
});

describe('a record', () => {
  test('is created, changed, made inactive and deleted, each with what was before and after', async () => {
    const at = recordsOf(company);
    const id = await aRecord(companies, 'tax-rate', at, { name: 'Full', rate: '20' });
    expect(await recordNow(companies, 'tax-rate', issuer.id, id)).toMatchObject({
      name: 'Full',
      values: { name: 'Full', rate: '20', validFrom: null, validTo: null },
      active: true,
      version: 1
    });
    expect(await tryChange(companies, 'tax-rate', issuer.id, id, { rate: '21.5', validFrom: '2026-01-01' })).toEqual(
      []
    );
    const entity = entityNamed('tax-rate');
    const seen = { issuerId: issuer.id, id };
    expect((await activateRecord(companies, entity, { ...seen, version: 2 }, false, ORIGIN)).ok).toBe(true);
    expect((await deleteRecord(companies, entity, { ...seen, version: 3 }, ORIGIN)).ok).toBe(true);
    const owner = company.number;
    expect(await audited(id)).toEqual([
      { action: 'setup.created', entity: 'tax_rate', details: { owner, 'after.name': 'Full', 'after.rate': '20' } },
      {
        action: 'setup.changed',
        entity: 'tax_rate',
        details: { owner, 'before.rate': '20', 'after.rate': '21.5', 'after.validFrom': '2026-01-01' }
      },
      {
        action: 'setup.deactivated',
        entity: 'tax_rate',
        details: { owner, 'before.active': true, 'after.active': false }
      },
      {
        action: 'setup.deleted',
        entity: 'tax_rate',
        details: { owner, 'before.name': 'Full', 'before.rate': '21.5', 'before.validFrom': '2026-01-01' }
      }
    ]);
  });

  test('is refused field by field, and then nothing is written', async () => {
    const typed = { name: '', rate: '101', validFrom: '2026-02-30' };
    expect(await tryRecord(companies, 'tax-rate', recordsOf(company), typed)).toEqual([
      'name required.field',
      'rate number.too.large',
      'validFrom date.invalid'
    ]);
    expect((await rows(companies, 'tax-rate', recordsOf(company))).count).toBe(0);
  });

  test('a concurrent change is not overwritten', async () => {
    const id = await aRecord(companies, 'tax-rate', recordsOf(company), { name: 'Stale', rate: '1' });
    const entity = entityNamed('tax-rate');
    const seen = { issuerId: issuer.id, id, version: 1 };
    expect(refusalsOf(await changeRecord(issuers, entity, seen, { rate: '2' }, ORIGIN))).toEqual([]);
    expect(await changeRecord(companies, entity, seen, { rate: '3' }, ORIGIN)).toEqual({
      ok: false,
      refusals: [{ row: 0, code: 'record.changed', params: { version: 2 } }]
    });
    expect((await recordNow(companies, 'tax-rate', issuer.id, id)).values.rate).toBe('2');
  });

  test('that is saved unchanged is not written', async () => {
    const id = await aRecord(companies, 'tax-rate', recordsOf(company), { name: 'Same', rate: '1' });
    expect(await tryChange(companies, 'tax-rate', issuer.id, id, { rate: '1' })).toEqual([]);
    expect(await recordNow(companies, 'tax-rate', issuer.id, id)).toMatchObject({ version: 1 });
    expect(await audited(id)).toHaveLength(1);
  });

  test('of one of two writers at once gets the last place, and the same name goes to one', async () => {
    const at = recordsOf(await aCompany(world.current, issuer));
    const names = [...Array.from({ length: 12 }, (_, n) => `Rate ${n}`), 'Rate 0', 'RATE 1'];
    const tries = await Promise.all(names.map((name) => tryRecord(issuers, 'tax-rate', at, { name, rate: '1' })));
    expect(tries.filter((refused) => refused.length === 0)).toHaveLength(10);
    const [total] = await world.current.query('SELECT total, active, maximum FROM setup_totals WHERE within_id = $1', [
      at.companyId
    ]);
    expect(total).toEqual({ total: 10, active: 10, maximum: 10 });
  });

  test('can not pass its limit past the engine either', async () => {
    const at = recordsOf(await aCompany(world.current, issuer));
    for (let n = 0; n < 10; n += 1) await aRecord(issuers, 'tax-rate', at, { name: `R${n}`, rate: '1' });
    await expect(
      world.current.query(
        "INSERT INTO setup_records (issuer_id, id, entity, owner_id, name) VALUES ($1, $2, 'tax-rate', $3, 'Eleventh')",
        [issuer.id, randomUUID(), at.companyId]
      )
    ).rejects.toThrow(/setup_totals/);
  });

  test('made inactive makes room, and comes back only while there is some', async () => {
    const at = recordsOf(await aCompany(world.current, issuer));
    const ids: string[] = [];
    for (let n = 0; n < 10; n += 1) ids.push(await aRecord(issuers, 'tax-rate', at, { name: `R${n}`, rate: '1' }));
    const seen = { issuerId: issuer.id, id: ids[0] as string, version: 1 };
    const entity = entityNamed('tax-rate');
    expect((await activateRecord(issuers, entity, seen, false, ORIGIN)).ok).toBe(true);
    await aRecord(issuers, 'tax-rate', at, { name: 'R10', rate: '1' });
    const again = await activateRecord(issuers, entity, { ...seen, version: 2 }, true, ORIGIN);
    expect(refusalsOf(again)).toEqual(['setup.maximum']);
  });

  test('moves in the order of its list', async () => {
    const at = recordsOf(issuer);
    const ids: string[] = [];
    for (const code of ['A', 'B', 'C', 'D']) ids.push(await aRecord(issuers, 'reason-code', at, { code, name: code }));
    const move = async (n: number, to: number) => {
      const id = ids[n] as string;
      const { version } = await recordNow(issuers, 'reason-code', issuer.id, id);
      await moveRecord(issuers, entityNamed('reason-code'), { issuerId: issuer.id, id, version }, to, ORIGIN);
      return (await rows(issuers, 'reason-code', at)).rows.map(({ code }) => code).join('');
    };
    expect(await move(0, 3)).toBe('BCAD');
    expect(await move(3, 1)).toBe('DBCA');
    expect(await move(1, 99)).toBe('DCAB');
    expect(await move(1, 4)).toBe('DCAB');
    expect((await audited(ids[1] as string)).at(-1)).toMatchObject({
      action: 'setup.moved',
      details: { 'before.position': 2, 'after.position': 4 }
    });
  });
});

describe('whose records', () => {
  test('a company has are hidden from other companies, and seen by those below it', async () => {
    const id = await aRecord(companies, 'customer-code', recordsOf(company), { code: 'ACME', name: 'Acme' });
    const strangers = await aPrincipalAt(world.current, 'C', other);
    const at = recordsOf(company);
    expect((await rows(strangers, 'customer-code', at)).count).toBe(0);
    await expect(recordNow(strangers, 'customer-code', issuer.id, id)).rejects.toThrow();
    const seen = { issuerId: issuer.id, id, version: 1 };
    expect(
      refusalsOf(await changeRecord(strangers, entityNamed('customer-code'), seen, { name: 'X' }, ORIGIN))
    ).toEqual(['not.found']);
    expect(refusalsOf(await deleteRecord(strangers, entityNamed('customer-code'), seen, ORIGIN))).toEqual([
      'not.found'
    ]);
    expect(await tryRecord(strangers, 'customer-code', at, { code: 'B', name: 'B' })).toEqual(['not.found']);
    expect((await rows(level, 'customer-code', at)).rows.map(({ code }) => code)).toEqual(['ACME']);
    expect(refusalsOf(await changeRecord(level, entityNamed('customer-code'), seen, { name: 'X' }, ORIGIN))).toEqual([
      'user.not.authorized'
    ]);
  });

  test("an issuer's are seen by its companies beside their own, and changed by the issuer alone", async () => {
    const id = await aRecord(issuers, 'email-template', recordsOf(issuer), {
      name: 'Welcome',
      language: 'en_US',
      subject: 'S',
      body: 'B'
    });
    await aRecord(companies, 'email-template', recordsOf(company), {
      name: 'Own',
      language: 'de',
      subject: 'S',
      body: 'B'
    });
    const found = await rows(companies, 'email-template', recordsOf(company));
    expect(found.rows.map(({ name, owner }) => [name, owner])).toEqual([
      ['Own', company.name],
      ['Welcome', issuer.name]
    ]);
    const seen = { issuerId: issuer.id, id, version: 1 };
    expect(refusalsOf(await deleteRecord(companies, entityNamed('email-template'), seen, ORIGIN))).toEqual([
      'user.not.authorized'
    ]);
    expect(
      (await rows(await aPrincipalAt(world.current, 'C', other), 'email-template', recordsOf(other))).rows
    ).toHaveLength(1);
  });

  test('of a closed company stay as they are', async () => {
    const closed = await aCompany(world.current, issuer, { status: 'closed' });
    expect(await tryRecord(issuers, 'tax-rate', recordsOf(closed), { name: 'N', rate: '1' })).toEqual([
      'user.not.authorized'
    ]);
  });

  test('of another level are nowhere', async () => {
    expect(await tryRecord(issuers, 'tax-rate', recordsOf(issuer), { name: 'N', rate: '1' })).toEqual(['not.found']);
    expect(await tryRecord(issuers, 'reason-code', recordsOf(company), { code: 'N', name: 'N' })).toEqual([
      'not.found'
    ]);
  });

  test('are none for cardholders and account group managers', async () => {
    const group = await anAccountGroup(world.current, company);
    const account = await anAccount(world.current, group);
    for (const by of [await aPrincipalAt(world.current, 'A', account), await aPrincipalAt(world.current, 'S', group)])
      expect((await rows(by, 'customer-code', recordsOf(company))).count).toBe(0);
  });

  test('a company program administrator has no power over the lists of the issuer', async () => {
    expect(await tryRecord(companies, 'reason-code', recordsOf(issuer), { code: 'X', name: 'X' })).toEqual([
      'not.found'
    ]);
  });
});

test('a record about a node is seen by those who see the node, and by those below it', async () => {
  const database = world.current;
  const own = await aCompany(database, issuer);
  const [mine, theirs] = [await anOrgPoint(database, own), await anOrgPoint(database, own)];
  const accounts = [await anAccount(database, mine), await anAccount(database, theirs), await anAccount(database, own)];
  const scheme = await aRecord(issuers, 'scheme', recordsOf(own), { name: 'Costs' });
  const at = recordsOf(own, scheme);
  await aRecord(issuers, 'accounting-code', at, { name: 'Memo', type: 'text', length: 9, editableBy: 'A' });
  const defaults: string[] = [];
  for (const { id } of accounts) {
    const typed = { accountingCode: 'Memo', basis: 'account', account: id, text: 'x' };
    defaults.push(await aRecord(issuers, 'default-value', at, typed));
  }
  const assignments = [
    await aRecord(issuers, 'scheme-assignment', at, { node: own.id }),
    await aRecord(issuers, 'scheme-assignment', at, { node: mine.id }),
    await aRecord(issuers, 'scheme-assignment', at, { node: theirs.id })
  ];
  const manager = await aPrincipalAt(database, 'O', mine);
  const seen = async (name: string, by: Principal) => (await rows(by, name, at)).rows.map(({ id }) => id).sort();
  expect(await seen('default-value', manager)).toEqual(defaults.slice(0, 1));
  expect(await seen('scheme-assignment', manager)).toEqual(assignments.slice(0, 2).sort());
  expect(await seen('default-value', issuers)).toEqual([...defaults].sort());
  await expect(recordNow(manager, 'default-value', issuer.id, defaults[1] as string)).rejects.toThrow();
  await expect(recordNow(manager, 'scheme-assignment', issuer.id, assignments[2] as string)).rejects.toThrow();
});

test('C8.024 a move where there is no order, or a copy with parts where there are none, is an Invalid Operation Error', async () => {
  const id = await aRecord(issuers, 'tax-rate', recordsOf(await aCompany(world.current, issuer)), {
    name: 'X',
    rate: '1'
  });
  const [entity, seen] = [entityNamed('tax-rate'), { issuerId: issuer.id, id, version: 1 }];
  expect(refusalsOf(await moveRecord(issuers, entity, seen, 1, ORIGIN))).toEqual(['operation.invalid']);
  expect(refusalsOf(await copyRecord(issuers, entity, seen, { name: 'Y' }, ORIGIN))).toEqual(['operation.invalid']);
  expect(translator('en_US')('operation.invalid')).toBe('Invalid Operation Error');
});

test('all faults of a record are reported at once, including those that depend on another field', async () => {
  const typed = { name: '', type: 'list', length: 3, editableBy: 'nobody' };
  const scheme = await aRecord(issuers, 'scheme', recordsOf(await aCompany(world.current, issuer)), { name: 'Costs' });
  const { ownerId } = await recordNow(issuers, 'scheme', issuer.id, scheme);
  const at = { issuerId: issuer.id, companyId: ownerId, parentId: scheme };
  expect(await tryRecord(issuers, 'accounting-code', at, typed)).toEqual([
    'name required.field',
    'length setup.not.asked',
    'display required.field',
    'editableBy choice.invalid'
  ]);
});

describe('what a record points to', () => {
  test('is found by id, code or name, in any case, and kept from being deleted', async () => {
    const at = recordsOf(await aCompany(world.current, issuer));
    const low = await aRecord(issuers, 'tax-rate', at, { name: 'Low', rate: '5' });
    const full = await aRecord(issuers, 'tax-rate', at, { name: 'Full', rate: '20' });
    const code = await aRecord(issuers, 'tax-code', at, {
      code: 'V1',
      name: 'Mixed',
      rates: [low, 'FULL'],
      recoverable: '100'
    });
    expect((await recordNow(issuers, 'tax-code', issuer.id, code)).values.rates).toEqual([low, full]);
    expect((await rows(issuers, 'tax-code', at)).rows[0]).toMatchObject({ code: 'V1', recoverable: expect.anything() });
    expect(await tryDelete(issuers, 'tax-rate', issuer.id, low)).toBe('delete.refused.value');
    expect(
      await tryRecord(issuers, 'tax-code', at, { code: 'V2', name: 'N', rates: ['None'], recoverable: '0' })
    ).toEqual(['rates setup.reference.unknown']);
    await expect(world.current.query('DELETE FROM setup_records WHERE id = $1', [low])).rejects.toThrow(
      /setup_references/
    );
    expect(await tryDelete(issuers, 'tax-code', issuer.id, code)).toBe('deleted');
    expect(await tryDelete(issuers, 'tax-rate', issuer.id, low)).toBe('deleted');
  });

  test('is found by the text it is kept as, also in the other case, and full-width letters count as their like', async () => {
    const at = recordsOf(await aCompany(world.current, issuer));
    const rate = await aRecord(issuers, 'tax-rate', at, { name: '標準税率Ａ', rate: '10' });
    const typed = { code: 'Ｔ１', name: 'N', recoverable: '0' };
    const code = await aRecord(issuers, 'tax-code', at, { ...typed, rates: ['標準税率ａ'] });
    expect((await recordNow(issuers, 'tax-code', issuer.id, code)).values.rates).toEqual([rate]);
    const low = await aRecord(issuers, 'tax-rate', at, { name: 'ERMÄSSIGT', rate: '7' });
    expect(await tryChange(issuers, 'tax-code', issuer.id, code, { rates: ['ermässigt'] })).toEqual([]);
    expect((await recordNow(issuers, 'tax-code', issuer.id, code)).values.rates).toEqual([low]);
    expect(await tryRecord(issuers, 'tax-code', at, { ...typed, code: 'T1', rates: [rate] })).toEqual([
      'code setup.taken'
    ]);
  });

  test('is no account that is closed, unless it was chosen before', async () => {
    const own = await aCompany(world.current, issuer);
    const scheme = await aRecord(issuers, 'scheme', recordsOf(own), { name: 'Costs' });
    const at = recordsOf(own, scheme);
    await aRecord(issuers, 'accounting-code', at, { name: 'Memo', type: 'text', length: 9, editableBy: 'A' });
    const account = await anAccount(world.current, own, { lastFour: '8391' });
    const typed = { accountingCode: 'Memo', basis: 'account', account: '8391', text: 'a' };
    const id = await aRecord(issuers, 'default-value', at, typed);
    await world.current.query("UPDATE nodes SET status = 'closed' WHERE id = $1", [account.id]);
    expect(await tryChange(issuers, 'default-value', issuer.id, id, { text: 'b' })).toEqual([]);
    expect(await tryDelete(issuers, 'default-value', issuer.id, id)).toBe('deleted');
    expect(await tryRecord(issuers, 'default-value', at, typed)).toEqual(['account setup.reference.inactive']);
  });

  test("is the issuer's at the same moment as a company begins to use it, or is gone", async () => {
    const [templates, settings] = [recordsOf(issuer), recordsOf(await aCompany(world.current, issuer))];
    const template = { language: 'en_US', subject: 'S', body: 'B' };
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => {
        const name = `Race ${n}`;
        const id = await aRecord(issuers, 'email-template', templates, { ...template, name });
        const events = Object.keys(entityNamed('email-setting').fields.event?.options ?? {});
        const used = { event: events[n % events.length], toCardholder: true, template: name };
        const [gone, refused] = await Promise.all([
          tryDelete(issuers, 'email-template', issuer.id, id),
          tryRecord(issuers, 'email-setting', settings, used)
        ]);
        return `${gone}/${refused.join()}`;
      })
    );
    for (const outcome of outcomes)
      expect([
        'delete.refused.value/',
        'deleted/template setup.reference.unknown',
        'deleted/event setup.taken',
        'deleted/template setup.reference.unknown,event setup.taken'
      ]).toContain(outcome);
  });

  test('is not what another company has', async () => {
    const theirs = await aRecord(issuers, 'tax-rate', recordsOf(other), { name: 'Theirs', rate: '5' });
    const typed = { code: 'V9', name: 'N', rates: [theirs], recoverable: '0' };
    expect(await tryRecord(issuers, 'tax-code', recordsOf(company), typed)).toEqual(['rates choice.invalid']);
  });
});
