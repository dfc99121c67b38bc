import { text } from '@/lib/access/settings/declaration';
import { exclusionsBroken } from '@/lib/access/settings/exclusions';
import { secretPlace, settingsOf, settingValue } from '@/lib/access/settings/setting-value';
import { SETTING_KEYS, SETTINGS, type SettingKey, settingOf } from '@/lib/access/settings/settings';
import { database } from '@/lib/core/database/database';
import { bundleTexts } from '@/lib/core/language/texts';
import { encrypt } from '@/lib/core/secrets/encryption';
import { useDatabase } from '../support/module-world';
import { aCardholder } from '../support/people';
import { withSetting } from '../support/settings';

const world = useDatabase();

/** An issuer with one company. */
async function aPlace() {
  const { issuerId } = await aCardholder(world.current);
  const [company] = await world.current.query<{ id: string }>(
    `INSERT INTO nodes (issuer_id, id, kind, parent_id, number, name_1)
     VALUES ($1, gen_random_uuid(), 'company', $1, '4100', 'Company') RETURNING id`,
    [issuerId]
  );
  return { issuerId, companyId: company?.id as string };
}

describe('what is declared', () => {
  test.each(SETTING_KEYS)('%s has texts, and a default that fits its own bounds', (key) => {
    const { type, choices, unit, ...setting } = settingOf(key);
    const texts = bundleTexts('en_US', 'Workspace');
    const owed = [`setting.${key}`, `setting.${key}.help`, `setting.group.${setting.group}`];
    if (unit) owed.push(`setting.unit.${unit}`);
    for (const choice of choices ?? []) owed.push(`setting.${key}.${choice}`);
    expect(owed.filter((text) => !texts[text])).toEqual([]);
    expect(setting.schema.safeParse(setting.default).success).toBe(true);
    expect(key).toMatch(/^[a-z0-9]+(\.[a-z0-9]+)*$/);
    if (type === 'integer' || type === 'percent') {
      const [from, to] = [setting.from as number, setting.to as number];
      const takes = [from - 1, from, to, to + 1, from + 0.5].map((value) => setting.schema.safeParse(value).success);
      expect(takes).toEqual([false, true, true, false, false]);
    }
  });

  test.each<[string, SettingKey, unknown, number | string | undefined, number | string | undefined]>([
    ['CD.1 password minimum length', 'password.minimum.length', 12, 8, 20],
    ['CD.2 password duration', 'password.duration.days', 90, 20, 90],
    ['CD.3 search minimum', 'search.minimum.characters', 2, 2, 4],
    ['CD.4 custom data field length', 'custom.field.length', 80, 1, 255],
    ['CD.5 C5.027 data retention', 'data.retention.months', 36, 3, 36],
    ['CD.6 e-mail body', 'email.body.length', 2000, 800, 2000],
    ['CD.7 merchant id', 'merchant.id.form', 'letters.and.digits', undefined, undefined],
    ['CD.8 least percentage', 'percent.least', 1, 0, 1],
    ['CD.8 greatest percentage', 'percent.most', 99, 99, 100],
    ['CD.9 automatic unlock', 'lock.release.minutes', 30, 30, 1440],
    ['CD.11 purchase request results', 'purchase.request.results', 1000, 100, 10_000],
    ['CD.11 page size', 'list.page.size', 50, 10, 200],
    ['CD.12 structure upload', 'structure.upload.megabytes', 4, 1, 4],
    ['CD.33 temporary password', 'password.temporary.hours', 24, 1, 72],
    ['C5.007 user id prefix', 'user.id.prefix', null, 1, 3],
    ['C5.028 account digits to display', 'account.digits.displayed', 4, 1, 8],
    ['C5.031 C9.038 minimum payment', 'payment.minimum', '100.00', '100.00', '1000000.00'],
    ['C5.051 workflow instructions', 'workflow.instructions', null, 1, 900],
    ['C5.053 encryption key', 'encryption.key', null, 1, 24]
  ])('%s has its default and its bounds', (_rule, key, expected, from, to) => {
    const setting = settingOf(key);
    expect([setting.default, setting.from, setting.to]).toEqual([expected, from, to]);
  });

  test.each<[string, SettingKey, unknown, boolean]>([
    ['CD.9 automatic unlock off', 'lock.release.minutes', null, true],
    ['C5.053 an encryption key of 24 characters', 'encryption.key', 'k'.repeat(24), true],
    ['C5.053 none of 25', 'encryption.key', 'k'.repeat(25), false],
    ['C5.007 a prefix of three', 'user.id.prefix', 'ABC', true],
    ['C5.007 none of four', 'user.id.prefix', 'ABCD', false],
    ['C5.072 no HTML', 'workflow.instructions', '<b>Ask</b>', false],
    ['C5.051 900 characters', 'workflow.instructions', 'w'.repeat(900), true],
    ['C5.051 not 901', 'workflow.instructions', 'w'.repeat(901), false],
    ['C9.038 not under 100', 'payment.minimum', '99.99', false]
  ])('%s', (_rule, key, value, taken) => {
    expect(settingOf(key).schema.safeParse(value).success).toBe(taken);
  });

  const taken = (key: SettingKey, value: unknown) => settingOf(key).schema.safeParse(value).success;

  test('C5.029 C5.099 card bins have 6 to 16 digits each, and 255 characters at most together', () => {
    expect([['412345'], ['4123456789012345'], bins(15)].map((value) => taken('card.bins', value))).toEqual([
      true,
      true,
      true
    ]);
    const refused = [['41234'], ['41234567890123456'], ['412345', '412345'], ['41234x'], [...bins(15), '512345']];
    for (const value of refused) expect([value, taken('card.bins', value)]).toEqual([value, false]);
  });

  test('C5.054 the greatest length of expense descriptions can be set between 10 and 255', () => {
    expect([9, 10, 255, 256].map((length) => taken('expense.description.length', length))).toEqual([
      false,
      true,
      true,
      false
    ]);
    expect(settingOf('expense.description.length').default).toBe(255);
  });

  test('C9.039 CD.10 the cutoff for payments on the same day can be any time of day, and is 17:00 by default', () => {
    expect(settingOf('payment.same.day.cutoff').default).toBe('17:00');
    expect(['00:00', '23:59', '24:00', '9'].map((time) => taken('payment.same.day.cutoff', time))).toEqual([
      true,
      true,
      false,
      false
    ]);
  });

  test('C5.052 a setting’s text has 1 to 255 characters unless it says otherwise', () => {
    const texts = SETTING_KEYS.map(settingOf).filter(({ type }) => type === 'text' || type === 'secret');
    for (const { from, to, rule } of texts)
      expect([rule, from, Number(to) <= 255 || rule === 'C5.051']).toEqual([rule, 1, true]);
  });

  test('C5.052 a value of 255 characters is taken where nothing else is said, one of 256 or none is not', () => {
    const { schema } = text({ group: 'data', levels: 'issuer', rule: 'C5.052' });
    expect([0, 1, 255, 256].map((length) => schema.safeParse('w'.repeat(length)).success)).toEqual([
      false,
      true,
      true,
      false
    ]);
  });
});

/** As many different bins of 16 digits: 17 characters each with their commas. */
function bins(count: number): string[] {
  return Array.from({ length: count }, (_, n) => String(4_000_000_000_000_000 + n));
}

describe('what holds', () => {
  test('CD.5 the company’s value, else the issuer’s, else the default, at once', async () => {
    const place = await aPlace();
    const read = () => settingValue(database(), place, 'data.retention.months');
    expect(await read()).toBe(36);
    await withSetting(world.current, { issuerId: place.issuerId }, 'data.retention.months', 24);
    expect(await read()).toBe(24);
    await withSetting(world.current, place, 'data.retention.months', 12);
    expect(await read()).toBe(12);
    expect(await settingValue(database(), { ...place, companyId: null }, 'data.retention.months')).toBe(24);
  });

  test('off is a value of its own, not inherited', async () => {
    const place = await aPlace();
    await withSetting(world.current, { issuerId: place.issuerId }, 'lock.release.minutes', 60);
    await withSetting(world.current, place, 'lock.release.minutes', null);
    expect(await settingsOf(database(), place, ['lock.release.minutes', 'multi.user', 'card.bins'])).toEqual({
      'lock.release.minutes': null,
      'multi.user': false,
      'card.bins': []
    });
  });

  test('a stored value that no longer fits its declaration is passed over', async () => {
    const place = await aPlace();
    await withSetting(world.current, { issuerId: place.issuerId }, 'list.page.size', 100);
    await withSetting(world.current, place, 'list.page.size', 5000);
    expect(await settingValue(database(), place, 'list.page.size')).toBe(100);
  });

  test('C5.053 a secret is stored encrypted, for its place alone', async () => {
    const place = await aPlace();
    const sealed = encrypt(
      'setting',
      Buffer.from('orchid-9'),
      secretPlace(place.issuerId, place.issuerId, 'encryption.key')
    ).toString('base64');
    await withSetting(world.current, { issuerId: place.issuerId }, 'encryption.key', sealed);
    expect(await settingValue(database(), place, 'encryption.key')).toBe('orchid-9');
  });

  test('the database knows only settings of issuers and companies', async () => {
    const { issuerId } = await aPlace();
    const [group] = await world.current.query<{ id: string }>(
      `INSERT INTO nodes (issuer_id, id, kind, parent_id, number, name_1)
       VALUES ($1, gen_random_uuid(), 'company_group', $1, '900', 'Group') RETURNING id`,
      [issuerId]
    );
    const set = withSetting(world.current, { issuerId, companyId: group?.id }, 'list.page.size', 20);
    await expect(set).rejects.toThrow('settings belong to an issuer or a company');
  });
});

describe('what can not hold together', () => {
  test.each<[string, SettingKey, string]>([
    ['C5.067 SSO and multi-user', 'multi.user', 'setting.sso.excludes.multi.user'],
    [
      'C5.067 SSO and self-registration of cardholders',
      'self.registration.cardholders',
      'setting.sso.excludes.self.registration'
    ],
    [
      'C5.067 SSO and self-registration of companies',
      'self.registration.companies',
      'setting.sso.excludes.self.registration'
    ]
  ])('%s', (_rule, key, code) => {
    expect(exclusionsBroken({ 'sso.only': true, [key]: true }, [key])).toEqual([{ code, field: key }]);
    expect(exclusionsBroken({ 'sso.only': true, [key]: true })).toEqual([{ code, field: 'sso.only' }]);
    expect(exclusionsBroken({ 'sso.only': false, [key]: true })).toEqual([]);
    expect(exclusionsBroken({ 'sso.only': true, [key]: false })).toEqual([]);
  });
});

test('every setting says which row asks for it', () => {
  for (const setting of Object.values(SETTINGS)) expect(setting.rule).toMatch(/^(CD|PD|C\d)\.\d+$/);
});
