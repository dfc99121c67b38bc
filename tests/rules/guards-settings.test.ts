// What a broken guard of lib/access/settings would let through.

import { bounded, isLaxer } from '@/lib/access/settings/bounded';
import { GROUPS, list } from '@/lib/access/settings/declaration';
import { readSetting, writeSetting } from '@/lib/access/settings/setting-entry';
import { type SettingPlace, settingColumn, settingJoin, settingsOf } from '@/lib/access/settings/setting-value';
import { SETTING_KEYS, type SettingKey, settingOf } from '@/lib/access/settings/settings';
import { clearCompanySettings, clearSetting, storeSetting } from '@/lib/access/settings/store-settings';
import { database, transaction } from '@/lib/core/database/database';
import { Prisma } from '@/lib/core/database/prisma/client';
import { shiftClock, stopClock } from '@/lib/core/server/clock';
import { log } from '@/lib/core/server/log';
import { useDatabase } from '../support/module-world';
import { withSetting } from '../support/settings';
import { aCompany, anIssuer } from '../support/structure';

const world = useDatabase();
const DIGITS = 'account.digits.displayed';

/** The value at a place by every way of reading it, within one query of several rows where it is SQL. */
async function readings(key: SettingKey, { issuerId, companyId }: SettingPlace): Promise<unknown[]> {
  const columns = [Prisma.sql`a.issuer`, Prisma.sql`a.company`] as const;
  const { joins, value } = settingJoin(key, 'asked', ...columns);
  const rows = await database().$queryRaw<{ column: unknown; joined: unknown }[]>`
    SELECT ${settingColumn(key, ...columns)} AS column, ${value} AS joined
    FROM (SELECT ${issuerId}::uuid AS issuer, ${companyId}::uuid AS company) AS a ${joins}`;
  const values = await settingsOf(database(), { issuerId, companyId }, [key]);
  return [values[key], ...rows.flatMap(({ column, joined }) => [column, joined])];
}

/** Two issuers; the second has companies with the ids of the first one and of its company, as ids are only unique in an issuer. */
async function twins() {
  const [ours, theirs] = [await anIssuer(world.current), await anIssuer(world.current)];
  const company = await aCompany(world.current, ours);
  for (const [id, number] of [
    [ours.id, '7001'],
    [company.id, '7002']
  ])
    await world.current.query(
      `INSERT INTO nodes (issuer_id, id, kind, parent_id, number, name_1) VALUES ($1, $2, 'company', $1, $3, 'Twin')`,
      [theirs.id, id, number]
    );
  return { place: { issuerId: ours.id, companyId: company.id }, theirs: theirs.id };
}

const stored = (issuerId: string, key: SettingKey) =>
  world.current.query<{ nodeId: string; value: unknown }>(
    'SELECT node_id AS "nodeId", value FROM settings WHERE issuer_id = $1 AND key = $2 ORDER BY value',
    [issuerId, key]
  );

describe('W3 C2.010 a company’s value against its issuer’s', () => {
  test.each<[string, SettingKey, unknown, unknown, boolean]>([
    ['a number above it is laxer', DIGITS, 5, 4, true],
    ['the same number is not', DIGITS, 4, 4, false],
    ['a number below it is not', DIGITS, 3, 4, false],
    ['off is laxer than on', 'sso.only', false, true, true],
    ['off is not laxer than off', 'sso.only', false, false, false],
    ['on is not laxer than on', 'sso.only', true, true, false],
    ['allowed is laxer than not allowed', 'multi.user', true, false, true],
    ['allowed is not laxer than allowed', 'multi.user', true, true, false],
    ['not allowed is not laxer than not allowed', 'multi.user', false, false, false],
    ['what strengthens nothing is never laxer', 'list.page.size', 200, 10, false]
  ])('%s', (_case, key, own, issuers, laxer) => {
    expect(isLaxer(key, own, issuers)).toBe(laxer);
    expect(bounded(key, own, issuers)).toBe(laxer ? issuers : own);
  });
});

describe('what belongs to another issuer', () => {
  test('C2.010 a setting of another issuer’s company with the same id has no effect', async () => {
    const { place, theirs } = await twins();
    await withSetting(world.current, { issuerId: theirs }, DIGITS, 1);
    await withSetting(world.current, { issuerId: theirs, companyId: place.issuerId }, DIGITS, 1);
    await withSetting(world.current, { issuerId: theirs, companyId: place.companyId }, DIGITS, 1);
    expect(await readings(DIGITS, place)).toEqual([4, 4, 4]);
    await withSetting(world.current, { issuerId: place.issuerId }, DIGITS, 3);
    expect(await readings(DIGITS, place)).toEqual([3, 3, 3]);
    await withSetting(world.current, place, DIGITS, 2);
    expect(await readings(DIGITS, place)).toEqual([2, 2, 2]);
  });

  test('C2.010 values are cleared for the companies of one issuer, and the issuer keeps its own', async () => {
    const { place, theirs } = await twins();
    await withSetting(world.current, { issuerId: place.issuerId }, DIGITS, 3);
    await withSetting(world.current, place, DIGITS, 2);
    await withSetting(world.current, place, 'list.page.size', 20);
    await withSetting(world.current, { issuerId: theirs, companyId: place.companyId }, DIGITS, 1);
    await transaction((tx) => clearCompanySettings(tx, { issuerId: place.issuerId, key: DIGITS }));
    expect(await stored(place.issuerId, DIGITS)).toEqual([{ nodeId: place.issuerId, value: 3 }]);
    expect(await stored(place.issuerId, 'list.page.size')).toEqual([{ nodeId: place.companyId, value: 20 }]);
    expect(await stored(theirs, DIGITS)).toEqual([{ nodeId: place.companyId, value: 1 }]);
  });

  test('C2.010 one value is cleared: not another issuer’s, another place’s or another setting’s', async () => {
    const { place, theirs } = await twins();
    await withSetting(world.current, { issuerId: place.issuerId }, DIGITS, 3);
    await withSetting(world.current, place, DIGITS, 2);
    await withSetting(world.current, place, 'list.page.size', 20);
    await withSetting(world.current, { issuerId: theirs, companyId: place.companyId }, DIGITS, 1);
    const address = { issuerId: place.issuerId, nodeId: place.companyId, key: DIGITS };
    await transaction((tx) => clearSetting(tx, address));
    expect(await stored(place.issuerId, DIGITS)).toEqual([{ nodeId: place.issuerId, value: 3 }]);
    expect(await stored(place.issuerId, 'list.page.size')).toHaveLength(1);
    expect(await stored(theirs, DIGITS)).toHaveLength(1);
  });
});

test('a query over many rows reads one setting among several, once for each row', async () => {
  const { place } = await twins();
  for (const at of [{ issuerId: place.issuerId }, place]) {
    await withSetting(world.current, at, 'list.page.size', 20);
    await withSetting(world.current, at, 'search.minimum.characters', 3);
    await withSetting(world.current, at, DIGITS, 3);
  }
  expect(await readings(DIGITS, place)).toEqual([3, 3, 3]);
});

test('an issuer is a place of its own: a value at it counts once, with and without naming it as the company', async () => {
  const { place } = await twins();
  await withSetting(world.current, { issuerId: place.issuerId }, DIGITS, 2);
  for (const companyId of [null, place.issuerId])
    expect((await settingsOf(database(), { issuerId: place.issuerId, companyId }, [DIGITS]))[DIGITS]).toBe(2);
});

test('C5.053 a text is read as it is stored, and a company without a key has none although its issuer has one', async () => {
  const { place } = await twins();
  await withSetting(world.current, place, 'user.id.prefix', 'ABC');
  await withSetting(world.current, place, 'encryption.key', null);
  expect(await settingsOf(database(), place, ['user.id.prefix', 'encryption.key'])).toEqual({
    'user.id.prefix': 'ABC',
    'encryption.key': null
  });
});

test('a stored value that does not fit its declaration is logged with its place; one that fits is not', async () => {
  const { place } = await twins();
  await withSetting(world.current, { issuerId: place.issuerId }, 'list.page.size', 20);
  await withSetting(world.current, place, 'list.page.size', 5000);
  const warn = jest.spyOn(log, 'warn').mockImplementation(() => undefined);
  try {
    expect((await settingsOf(database(), place, ['list.page.size']))['list.page.size']).toBe(20);
    const logged = warn.mock.calls.map(([fields]) => fields);
    expect(logged).toEqual([{ issuerId: place.issuerId, nodeId: place.companyId, key: 'list.page.size' }]);
  } finally {
    warn.mockRestore();
  }
});

test('a setting that is stored again has the time of its last change', async () => {
  const { place } = await twins();
  const address = { issuerId: place.issuerId, nodeId: place.companyId, key: 'list.page.size' };
  try {
    for (const at of ['2026-03-01T08:00:00Z', '2026-03-02T08:00:00Z']) {
      stopClock(new Date(at));
      await transaction((tx) => storeSetting(tx, address, at.slice(8, 10) === '01' ? 20 : 30));
    }
  } finally {
    shiftClock(0);
  }
  const rows = await world.current.query<{ value: number; at: Date }>(
    'SELECT value, updated_at AS at FROM settings WHERE issuer_id = $1 AND node_id = $2',
    [place.issuerId, place.companyId]
  );
  expect(rows).toEqual([{ value: 30, at: new Date('2026-03-02T08:00:00Z') }]);
});

describe('what is declared', () => {
  test('C5.026 every setting stands in a section of the screen, and each section has settings', () => {
    expect([...new Set(SETTING_KEYS.map((key) => settingOf(key).group))].sort()).toEqual([...GROUPS].sort());
  });

  test('C9.038 an amount may be as great as its greatest, not a cent more', () => {
    const taken = ['100.00', '1000000.00', '1000000.01', '100', '100.0', 'x'].map(
      (value) => settingOf('payment.minimum').schema.safeParse(value).success
    );
    expect(taken).toEqual([true, true, false, false, false, false]);
  });

  test('C5.099 a list may have as many characters as its most, with its commas, not one more', () => {
    const { schema } = list({ group: 'data', rule: 'C5.099', entry: /^[a-z]+$/, to: 5 });
    expect([['ab', 'cd'], ['ab', 'cde'], ['ab', 'ab'], ['a1']].map((value) => schema.safeParse(value).success)).toEqual(
      [true, false, false, false]
    );
  });
});

describe('what is typed', () => {
  test.each<[string, SettingKey, string, unknown]>([
    ['whole units of an amount', 'payment.minimum', '150', '150.00'],
    ['one decimal', 'payment.minimum', '150,5', '150.50'],
    ['a comma', 'payment.minimum', '150,25', '150.25'],
    ['a number with spaces around it', 'list.page.size', ' 20 ', 20],
    ['nothing, where off is a value', 'lock.release.minutes', '', null],
    ['nothing, where a text may be absent', 'user.id.prefix', '', null],
    [
      'a list with commas, spaces and line breaks',
      'card.bins',
      '412345, 512345\r\n612345',
      ['412345', '512345', '612345']
    ]
  ])('%s', (_case, key, typed, value) => {
    expect(readSetting(key, typed)).toEqual({ ok: true, value });
  });

  test.each<[string, SettingKey, string, string, Record<string, unknown>]>([
    ['a number out of its bounds', 'list.page.size', '201', 'setting.invalid.integer', { from: 10, to: 200 }],
    ['a number in another form', 'list.page.size', '1e2', 'setting.invalid.integer', { from: 10, to: 200 }],
    ['a number or off', 'lock.release.minutes', '29', 'setting.invalid.integer.optional', { from: 30, to: 1440 }],
    ['a percentage', 'percent.least', '2', 'setting.invalid.percent', { from: 0, to: 1 }],
    ['a text of its own', 'user.id.prefix', 'ABCD', 'setting.user.id.prefix.invalid', { from: 1, to: 3 }],
    ['a list, which has no least', 'card.bins', 'x', 'setting.card.bins.invalid', { to: 255 }],
    ['a secret', 'encryption.key', 'k'.repeat(25), 'setting.encryption.key.invalid', { from: 1, to: 24 }],
    ['yes or no, which has no bounds', 'sso.only', 'maybe', 'setting.invalid.boolean', {}],
    ['a time', 'payment.same.day.cutoff', '24:00', 'setting.invalid.time', {}]
  ])('%s is refused at its field with its bounds', (_case, key, typed, code, params) => {
    expect(readSetting(key, typed)).toStrictEqual({ ok: false, refusal: { code, field: key, params } });
  });

  test.each<[string, SettingKey, unknown, string]>([
    ['nothing set', 'list.page.size', undefined, ''],
    ['off', 'lock.release.minutes', null, ''],
    ['a number', 'list.page.size', 20, '20'],
    ['a list', 'card.bins', ['412345', '512345'], '412345, 512345'],
    ['C5.053 a secret, which is never shown', 'encryption.key', 'orchid-9', '']
  ])('a form field shows %s', (_case, key, value, shown) => {
    expect(writeSetting(key, value)).toBe(shown);
  });
});
