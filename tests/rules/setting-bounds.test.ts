// A company's values below its issuer's: every setting of the product, as it is declared.

import { writeSetting } from '@/lib/access/settings/setting-entry';
import { settingColumn, settingJoin, settingValue } from '@/lib/access/settings/setting-value';
import { SETTING_KEYS, type SettingKey, settingOf } from '@/lib/access/settings/settings';
import { database } from '@/lib/core/database/database';
import { Prisma } from '@/lib/core/database/prisma/client';
import { configurationOf } from '@/lib/directory/programs/configuration';
import { saveConfiguration } from '@/lib/directory/programs/save-configuration';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { withSetting } from '../support/settings';
import { aCompany, anIssuer } from '../support/structure';

const world = useDatabase();

/** Settings without bounds for a company: they neither strengthen a sign-in nor protect data. */
const FREE: SettingKey[] = [
  'resource.guides',
  'custom.field.length',
  'email.body.length',
  'expense.description.length',
  'structure.upload.megabytes',
  'encryption.key',
  'payment.minimum',
  'payment.report.months',
  'payment.return.mail',
  'statement.due.days',
  'purchase.request.results',
  'report.rows.file',
  'report.rows.screen',
  'workflow.instructions',
  'user.id.prefix',
  'search.minimum.characters',
  'list.page.size',
  'audit.window.days',
  'audit.range.days'
];

/** The issuer's value, one that is stricter and one that is laxer, by setting. */
const BOUNDED: Partial<Record<SettingKey, { issuers: unknown; stricter: unknown; laxer: unknown }>> = {
  'password.duration.days': { issuers: 60, stricter: 30, laxer: 61 },
  'one.time.pin.required': { issuers: true, stricter: true, laxer: false },
  'two.factor.required': { issuers: true, stricter: true, laxer: false },
  'sso.only': { issuers: true, stricter: true, laxer: false },
  'multi.user': { issuers: false, stricter: false, laxer: true },
  'self.registration.cardholders': { issuers: false, stricter: false, laxer: true },
  'account.digits.displayed': { issuers: 2, stricter: 1, laxer: 8 },
  'wallet.second.person': { issuers: true, stricter: true, laxer: false },
  'data.retention.months': { issuers: 24, stricter: 12, laxer: 25 }
};

type Values = { issuers: unknown; stricter: unknown; laxer: unknown };
const CASES = Object.entries(BOUNDED) as [SettingKey, Values][];

async function aSite() {
  const issuer = await anIssuer(world.current);
  const company = await aCompany(world.current, issuer);
  const place = { issuerId: issuer.id, companyId: company.id };
  const set = (key: SettingKey, value: unknown, companyId?: string) =>
    withSetting(world.current, { issuerId: issuer.id, ...(companyId && { companyId }) }, key, value as never);
  return { issuer, company, place, set };
}

/** The value at a company by every way of reading it. */
async function readings(key: SettingKey, { issuerId, companyId }: { issuerId: string; companyId: string }) {
  const ids = [Prisma.sql`a.issuer`, Prisma.sql`a.company`] as const;
  const { joins, value } = settingJoin(key, 'asked', ...ids);
  const [row] = await database().$queryRaw<{ column: unknown; joined: unknown }[]>`
    SELECT ${settingColumn(key, ...ids)} AS column, ${value} AS joined
    FROM (SELECT ${issuerId}::uuid AS issuer, ${companyId}::uuid AS company) AS a ${joins}`;
  return [await settingValue(database(), { issuerId, companyId }, key), row?.column, row?.joined];
}

test('W3 C2.010 every setting says whether a company may choose freely, may only be stricter, or may not choose', () => {
  const free = SETTING_KEYS.filter((key) => {
    const { levels, stricter } = settingOf(key);
    return levels === 'issuer and company' && stricter === undefined;
  });
  expect(free.sort()).toEqual([...FREE].sort());
  const companies = SETTING_KEYS.filter((key) => settingOf(key).levels === 'issuer and company');
  expect(companies.sort()).toEqual([...FREE, ...Object.keys(BOUNDED)].sort());
  // The issuer's alone.
  expect(settingOf('dual.authentication.required').levels).toBe('issuer');
});

test.each(CASES)('W3 C2.010 %s: a laxer value set earlier does not hold, a stricter one does', async (key, values) => {
  const { company, place, set } = await aSite();
  await set(key, values.issuers);
  await set(key, values.laxer, company.id);
  expect(await readings(key, place)).toEqual(Array(3).fill(values.issuers));
  const C = await aPrincipalAt(world.current, 'C', company);
  const shown = (await configurationOf(C, company.id))?.settings.find((each) => each.key === key);
  expect(shown?.value).toBe(values.issuers);
  await set(key, values.stricter, company.id);
  expect(await readings(key, place)).toEqual(Array(3).fill(values.stricter));
});

test.each(CASES)('W3 C2.010 %s: a laxer value is refused at its field, a stricter one saved', async (key, values) => {
  const { company, set } = await aSite();
  await set(key, values.issuers);
  const C = await aPrincipalAt(world.current, 'C', company);
  const save = (value: unknown) =>
    saveConfiguration(C, company.id, [{ key, typed: writeSetting(key, value), stamp: '' }], ORIGIN);
  const issuer = typeof values.issuers === 'number' ? { params: { issuer: values.issuers } } : {};
  expect(await save(values.laxer)).toEqual({
    ok: false,
    refusals: [{ code: `setting.issuer.asks.${settingOf(key).stricter}`, field: key, ...issuer }]
  });
  expect(await save(values.stricter)).toEqual({ ok: true, changed: 1 });
});

test('W3 what an issuer leaves alone binds its companies by the default', async () => {
  const { company, place, set } = await aSite();
  await set('account.digits.displayed', 8, company.id);
  await set('self.registration.cardholders', true, company.id);
  expect(await readings('account.digits.displayed', place)).toEqual([4, 4, 4]);
  expect(await readings('self.registration.cardholders', place)).toEqual([false, false, false]);
});

test('W3 C2.010 dual authentication that a company asked for earlier counts until its issuer decides', async () => {
  const { issuer, company, place, set } = await aSite();
  const key = 'dual.authentication.required';
  await set(key, true, company.id);
  expect(await readings(key, place)).toEqual([true, true, true]);
  const [I, C] = [await aPrincipalAt(world.current, 'I', issuer), await aPrincipalAt(world.current, 'C', company)];
  expect(await saveConfiguration(C, company.id, [{ key, typed: 'false', stamp: '' }], ORIGIN)).toMatchObject({
    refusals: [{ code: 'invalid.entry', field: key }]
  });
  expect((await saveConfiguration(I, issuer.id, [{ key, typed: 'false', stamp: '' }], ORIGIN)).ok).toBe(true);
  expect(await readings(key, place)).toEqual([false, false, false]);
});
