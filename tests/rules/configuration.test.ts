import type { Principal } from '@/lib/access/policy/principal';
import { settingValue } from '@/lib/access/settings/setting-value';
import type { SettingKey } from '@/lib/access/settings/settings';
import { database } from '@/lib/core/database/database';
import { configurationOf } from '@/lib/directory/programs/configuration';
import { CONFIGURED_COMPANIES, CONFIGURED_ISSUERS } from '@/lib/directory/programs/configured-node';
import { type SettingEntry, saveConfiguration } from '@/lib/directory/programs/save-configuration';
import { listPage } from '@/lib/kit/listing/page';
import { pageSizeOf } from '@/lib/kit/listing/page-size';
import { readQuery, writeQuery } from '@/lib/kit/listing/query';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { withSetting } from '../support/settings';
import { aCompany, aCompanyGroup, anIssuer, anOrgPoint, aUserAt, type StructureNode } from '../support/structure';

const world = useDatabase();

/** An issuer with a company, and the administrator of each. */
async function aSite() {
  const issuer = await anIssuer(world.current);
  const company = await aCompany(world.current, issuer);
  const [I, C] = [await aPrincipalAt(world.current, 'I', issuer), await aPrincipalAt(world.current, 'C', company)];
  return { issuer, company, I, C };
}

async function shown(principal: Principal, node: StructureNode, key: SettingKey) {
  const found = (await configurationOf(principal, node.id))?.settings.find((each) => each.key === key);
  if (!found) throw new Error(`${key} is not shown`);
  return found;
}

/** Saves typed values in the fields of the current screen; null inherits again. */
async function save(principal: Principal, node: StructureNode, typed: Partial<Record<SettingKey, string | null>>) {
  const screen = await configurationOf(principal, node.id);
  const entries = Object.entries(typed).map(
    ([key, text]): SettingEntry => ({
      key,
      typed: text,
      stamp: screen?.settings.find((each) => each.key === key)?.stamp ?? ''
    })
  );
  const saved = await saveConfiguration(principal, node.id, entries, ORIGIN);
  return saved.ok ? saved.changed : saved.refusals.map(({ code, field }) => (field ? `${field}: ${code}` : code));
}

describe('site configuration', () => {
  test('C2.012 an issuer’s values show what is default; C2.010 a company’s show what it inherits and from where', async () => {
    const { issuer, company, I, C } = await aSite();
    expect(await shown(I, issuer, 'data.retention.months')).toMatchObject({ value: 36, source: 'default' });
    expect(await save(I, issuer, { 'data.retention.months': '24' })).toBe(1);
    expect(await shown(I, issuer, 'data.retention.months')).toMatchObject({ value: 24, source: 'here', inherited: 36 });
    expect(await shown(C, company, 'data.retention.months')).toMatchObject({ value: 24, source: 'issuer' });
    expect(await save(C, company, { 'data.retention.months': '12' })).toBe(1);
    expect(await shown(C, company, 'data.retention.months')).toMatchObject({
      value: 12,
      source: 'here',
      inherited: 24,
      inheritedFrom: 'issuer'
    });
    expect(await save(C, company, { 'data.retention.months': null })).toBe(1);
    expect(await shown(C, company, 'data.retention.months')).toMatchObject({ value: 24, source: 'issuer' });
  });

  test('is in force at once', async () => {
    const { issuer, company, I } = await aSite();
    const place = { issuerId: issuer.id, companyId: company.id };
    await save(I, issuer, { 'search.minimum.characters': '4' });
    expect(await settingValue(database(), place, 'search.minimum.characters')).toBe(4);
  });

  test('CD.11 as many rows make a page as the company has set, else the issuer', async () => {
    const { issuer, I, C, company } = await aSite();
    await save(I, issuer, { 'list.page.size': '20' });
    expect([await pageSizeOf(I), await pageSizeOf(C)]).toEqual([20, 20]);
    await save(C, company, { 'list.page.size': '10' });
    expect([await pageSizeOf(I), await pageSizeOf(C)]).toEqual([20, 10]);
    const query = readQuery(CONFIGURED_COMPANIES, {}, await pageSizeOf(C));
    expect(query.size).toBe(10);
    expect(writeQuery(CONFIGURED_COMPANIES, query, 10).has('size')).toBe(false);
    expect(readQuery(CONFIGURED_COMPANIES, { size: '100' }, 10).size).toBe(100);
  });

  test('C5.027 C5.028 says the bounds at the field, and saves nothing then', async () => {
    const { issuer, I } = await aSite();
    expect(
      await save(I, issuer, {
        'data.retention.months': '37',
        'account.digits.displayed': '9',
        'list.page.size': '100',
        'payment.minimum': '99',
        'payment.same.day.cutoff': '5pm',
        'card.bins': '12345',
        'multi.user': 'perhaps'
      })
    ).toEqual([
      'data.retention.months: setting.invalid.integer',
      'account.digits.displayed: setting.invalid.integer',
      'payment.minimum: setting.invalid.decimal',
      'payment.same.day.cutoff: setting.invalid.time',
      'card.bins: setting.card.bins.invalid',
      'multi.user: setting.invalid.boolean'
    ]);
    expect(await shown(I, issuer, 'list.page.size')).toMatchObject({ source: 'default' });
  });

  test('takes what people type: amounts, lists, nothing for off', async () => {
    const { issuer, I } = await aSite();
    expect(
      await save(I, issuer, {
        'payment.minimum': '250,5',
        'card.bins': '412345, 51234567\n 400000',
        'lock.release.minutes': ''
      })
    ).toBe(3);
    const value = async (key: SettingKey) => (await shown(I, issuer, key)).value;
    expect(await value('payment.minimum')).toBe('250.50');
    expect(await value('card.bins')).toEqual(['412345', '51234567', '400000']);
    expect(await value('lock.release.minutes')).toBeNull();
  });

  test('what a company may not set is no field of its screen', async () => {
    const { company, C } = await aSite();
    const keys = (await configurationOf(C, company.id))?.settings.map(({ key }) => key);
    expect(keys).not.toContain('card.bins');
    expect(await save(C, company, { 'card.bins': '412345' })).toEqual(['card.bins: invalid.entry']);
  });

  test('is audited with what it was and what it is', async () => {
    const { issuer, company, C } = await aSite();
    await save(C, company, { 'list.page.size': '80', 'user.id.prefix': 'AB' });
    await save(C, company, { 'list.page.size': null });
    const entries = await world.current.query<{ actor: string; details: object }>(
      "SELECT actor_user_id AS actor, details FROM audit_entries WHERE issuer_id = $1 AND action = 'configuration.changed' ORDER BY sequence",
      [issuer.id]
    );
    expect(entries).toEqual([
      {
        actor: C.userId,
        details: {
          'before.list.page.size': null,
          'after.list.page.size': '80',
          'before.user.id.prefix': null,
          'after.user.id.prefix': '"AB"'
        }
      },
      { actor: C.userId, details: { 'before.list.page.size': '80', 'after.list.page.size': null } }
    ]);
  });

  test('C5.053 the encryption key is never shown again, not in the audit either', async () => {
    const { issuer, I } = await aSite();
    expect(await save(I, issuer, { 'encryption.key': 'orchid-9-secret' })).toBe(1);
    expect(await settingValue(database(), { issuerId: issuer.id, companyId: null }, 'encryption.key')).toBe(
      'orchid-9-secret'
    );
    expect(await shown(I, issuer, 'encryption.key')).toMatchObject({ value: null, source: 'here' });
    const kept = await world.current.query<{ text: string }>(
      'SELECT details::text AS text FROM audit_entries WHERE issuer_id = $1 UNION ALL SELECT value::text FROM settings WHERE issuer_id = $1',
      [issuer.id]
    );
    expect(kept).toHaveLength(2);
    expect(kept.some(({ text }) => text.includes('orchid'))).toBe(false);
  });

  test('a concurrent change is refused at its field, and nothing is lost', async () => {
    const { issuer, I } = await aSite();
    const stale = (await shown(I, issuer, 'list.page.size')).stamp;
    await save(I, issuer, { 'list.page.size': '20' });
    const late = await saveConfiguration(
      I,
      issuer.id,
      [
        { key: 'list.page.size', typed: '60', stamp: stale },
        { key: 'audit.window.days', typed: '10', stamp: '' }
      ],
      ORIGIN
    );
    expect(late).toEqual({ ok: false, refusals: [{ code: 'setting.stale', field: 'list.page.size' }] });
    expect(await shown(I, issuer, 'list.page.size')).toMatchObject({ value: 20 });
    expect(await shown(I, issuer, 'audit.window.days')).toMatchObject({ source: 'default' });
  });

  test('CD.1 a password length under 12 is kept or raised, never set anew', async () => {
    const [fresh, old] = [await aSite(), await aSite()];
    const refused = ['password.minimum.length: setting.password.minimum.length.lowered'];
    expect(await save(fresh.I, fresh.issuer, { 'password.minimum.length': '11' })).toEqual(refused);
    expect(await save(fresh.I, fresh.issuer, { 'password.minimum.length': '14' })).toBe(1);
    expect(await save(fresh.I, fresh.issuer, { 'password.minimum.length': '12' })).toBe(1);
    await withSetting(world.current, { issuerId: old.issuer.id }, 'password.minimum.length', 9);
    expect(await save(old.I, old.issuer, { 'password.minimum.length': '8' })).toEqual(refused);
    expect(await save(old.I, old.issuer, { 'password.minimum.length': '10' })).toBe(1);
    expect(await save(old.I, old.issuer, { 'password.minimum.length': null })).toBe(1);
  });
});

describe('C5.067 SSO and multi-user, or SSO and self-registration, can not both be yes', () => {
  test('at one place', async () => {
    const { issuer, I } = await aSite();
    await save(I, issuer, { 'multi.user': 'true' });
    expect(await save(I, issuer, { 'sso.only': 'true' })).toEqual(['sso.only: setting.sso.excludes.multi.user']);
    expect(await save(I, issuer, { 'sso.only': 'true', 'multi.user': 'false' })).toBe(2);
    expect(await save(I, issuer, { 'self.registration.companies': 'true' })).toEqual([
      'self.registration.companies: setting.sso.excludes.self.registration'
    ]);
  });

  test('across issuer and company, whichever is changed last', async () => {
    const { issuer, company, I, C } = await aSite();
    await save(I, issuer, { 'multi.user': 'true' });
    expect(await save(C, company, { 'sso.only': 'true' })).toEqual(['sso.only: setting.sso.excludes.multi.user']);
    expect(await save(C, company, { 'sso.only': 'true', 'multi.user': 'false' })).toBe(2);
    expect(await save(C, company, { 'multi.user': null })).toEqual(['multi.user: setting.sso.excludes.multi.user']);
    await save(I, issuer, { 'multi.user': 'false' });
    expect(await save(C, company, { 'multi.user': null })).toBe(1);
    expect(await save(I, issuer, { 'multi.user': 'true' })).toEqual([
      'multi.user: setting.sso.excludes.multi.user.at.company'
    ]);
  });
});

test('C4.033 multi-user can not be turned off once ids are linked, at the issuer or at the company', async () => {
  const { issuer, company, I, C } = await aSite();
  const free = await aSite();
  await save(I, issuer, { 'multi.user': 'true' });
  await save(C, company, { 'multi.user': 'true' });
  const [one, two] = [await aUserAt(world.current, 'C', company), await aUserAt(world.current, 'C', company)];
  await world.current.query(
    `INSERT INTO user_links (issuer_id, id, primary_user_id, linked_user_id, status, confirmed_at)
     VALUES ($1, gen_random_uuid(), $2, $3, 'confirmed', now())`,
    [issuer.id, one.id, two.id]
  );
  const refused = ['multi.user: setting.multi.user.linked'];
  expect(await save(C, company, { 'multi.user': 'false' })).toEqual(refused);
  expect(await save(I, issuer, { 'multi.user': 'false' })).toEqual(refused);
  expect(await save(C, company, { 'multi.user': null })).toBe(1);
  expect(await save(I, issuer, { 'multi.user': null })).toEqual(refused);
  await save(free.I, free.issuer, { 'multi.user': 'true' });
  expect(await save(free.I, free.issuer, { 'multi.user': 'false' })).toBe(1);
});

describe('who may', () => {
  test('each role sees and changes the configuration of its own part alone', async () => {
    const { issuer, company, I, C } = await aSite();
    const group = await aCompanyGroup(world.current, issuer);
    const inside = await aCompany(world.current, group);
    const G = await aPrincipalAt(world.current, 'G', group);
    const O = await aPrincipalAt(world.current, 'O', await anOrgPoint(world.current, company));
    const Z = await aPrincipalAt(world.current, 'Z', null);
    const other = await aSite();
    const sees = async (principal: Principal) =>
      Promise.all(
        [issuer, company, inside].map(async ({ id }) => (await configurationOf(principal, id))?.mayChange ?? null)
      );
    expect(await sees(I)).toEqual([true, true, true]);
    expect(await sees(C)).toEqual([null, true, null]);
    expect(await sees(G)).toEqual([null, null, true]);
    expect(await sees(O)).toEqual([null, null, null]);
    expect(await sees(Z)).toEqual([false, false, false]);
    expect(await sees(other.I)).toEqual([null, null, null]);
    expect(await save(C, issuer, { 'list.page.size': '20' })).toEqual(['not.found']);
    expect(await save(Z, issuer, { 'list.page.size': '20' })).toEqual(['user.not.authorized']);
    const listed = async (principal: Principal) => [
      (await listPage(principal, CONFIGURED_ISSUERS, readQuery(CONFIGURED_ISSUERS, {}))).rows.length,
      (await listPage(principal, CONFIGURED_COMPANIES, readQuery(CONFIGURED_COMPANIES, {}))).rows.length
    ];
    expect(await listed(I)).toEqual([1, 2]);
    expect(await listed(C)).toEqual([0, 1]);
    expect(await listed(G)).toEqual([0, 1]);
    expect(await listed(O)).toEqual([0, 0]);
  });
});
