import type { Page } from '@playwright/test';
import { expect, expectAccessible, test, type World } from '../support/browser';
import { withSetting } from '../support/settings';
import { aCompany, anIssuer, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { enter } from '../support/workspace-walk';

async function aSite({ database }: World) {
  const issuer = await anIssuer(database);
  const company = await aCompany(database, issuer, { name: 'Nordic Foods', number: '4100' });
  const I = await aUserAt(database, 'I', issuer);
  const C = await aUserAt(database, 'C', company);
  return { issuer, company, I, C };
}

/** Opens a page of the set-up from the page that lists all of them. */
async function follow(page: Page, key: string): Promise<void> {
  await page.goto(new URL('/workspace/set-up', page.url()).href);
  await page
    .locator('main')
    .getByRole('link', { name: text(key), exact: true })
    .first()
    .click();
}
/** The control of a setting. */
const field = (page: Page, key: string) => page.locator(`#settings-${key.replaceAll('.', '-')}`);
const save = (page: Page) => page.locator('form:has(#settings-list-page-size) button[type=submit]').click();

test('C2.012 C2.010 an issuer administrator sets what a company inherits, and the company sets its own', async ({
  page,
  world
}) => {
  const { issuer, company, I, C } = await aSite(world);
  await enter(page, world, I.userId);
  await follow(page, 'configuration.issuer');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('configuration.issuer'));
  await expectAccessible(page);
  await field(page, 'list.page.size').fill('5');
  await field(page, 'data.retention.months').fill('24');
  await save(page);
  await expect(page.locator('.record-form [role=alert]')).toBeFocused();
  await expect(page.locator('#settings-list-page-size-error')).toHaveText('Enter a whole number from 10 to 200.');
  await expect(field(page, 'data.retention.months')).toHaveValue('24');
  await expectAccessible(page);
  await field(page, 'list.page.size').fill('80');
  await save(page);
  await expect(page.getByText(text('configuration.saved'))).toBeFocused();
  await expect(field(page, 'list.page.size')).toHaveValue('80');
  await expect(page.locator('#settings-list-page-size-hint')).toContainText('Set here; the default is 50 rows.');

  await enter(page, world, C.userId);
  await follow(page, 'configuration.company');
  await expect(page.locator('#settings-data-retention-months-hint')).toContainText(text('setting.source.issuer'));
  await field(page, 'data.retention.months').fill('12');
  await save(page);
  await expect(page.getByText(text('configuration.saved'))).toBeVisible();
  await page.getByLabel('Reset to 24 months').check();
  await save(page);
  await expect(page.getByText(text('configuration.saved'))).toBeVisible();
  await expect(field(page, 'data.retention.months')).toHaveValue('24');
  expect((await page.goto(world.at('tessera', `/workspace/configuration/${issuer.id}`)))?.status()).toBe(404);
  expect((await page.goto(world.at('tessera', `/workspace/configuration/${company.id}`)))?.status()).toBe(200);
});

test('a concurrent change is reported at its field, and saving again replaces it', async ({ page, world }) => {
  const { issuer, I } = await aSite(world);
  await enter(page, world, I.userId);
  await follow(page, 'configuration.issuer');
  await field(page, 'list.page.size').fill('60');
  await withSetting(world.database, { issuerId: issuer.id }, 'list.page.size', 20);
  await save(page);
  await expect(page.locator('#settings-list-page-size-error')).toHaveText(text('setting.stale'));
  await expect(field(page, 'list.page.size')).toHaveValue('60');
  await save(page);
  await expect(page.getByText(text('configuration.saved'))).toBeVisible();
  await expect(field(page, 'list.page.size')).toHaveValue('60');
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });
  test('C5.067 the configuration is saved, and what excludes one another is refused', async ({ page, world }) => {
    const { I } = await aSite(world);
    await enter(page, world, I.userId);
    await follow(page, 'configuration.issuer');
    await field(page, 'multi.user').selectOption('true');
    await save(page);
    await expect(page.getByText(text('configuration.saved'))).toBeVisible();
    await field(page, 'sso.only').selectOption('true');
    await save(page);
    await expect(page.locator('#settings-sso-only-error')).toHaveText(text('setting.sso.excludes.multi.user'));
    await expect(field(page, 'sso.only')).toHaveValue('true');
  });
});

test('C2.011 C8.033 C8.035 program options are created, given to a company, and kept while they are needed', async ({
  page,
  world
}) => {
  const { company, I } = await aSite(world);
  await enter(page, world, I.userId);
  await follow(page, 'program.options');
  await expect(page.getByText(text('program.options.empty'))).toBeVisible();
  const create = async (name: string) => {
    await page.goto(world.at('tessera', '/workspace/program-options/new'));
    await page.locator('#form-name').fill(name);
    await page.locator('#form-programType').selectOption('travel');
    await page.getByLabel(text('feature.mileage'), { exact: true }).uncheck();
    await page.getByRole('button', { name: text('program.option.create') }).click();
    await expect(page.getByText(text('program.option.created'))).toBeVisible();
  };
  const remove = async () => {
    await page.getByRole('button', { name: text('program.option.delete'), exact: true }).click();
    await page.getByRole('button', { name: text('program.option.delete.confirm') }).click();
  };
  await create('Everyday');
  await expectAccessible(page);
  await remove();
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(text('program.option.default.kept'));
  await expectAccessible(page);
  await create('Travellers');

  await page.goto(world.at('tessera', `/workspace/configuration/${company.id}`));
  await page.locator('#program-programOptionId').selectOption({ label: 'Travellers' });
  await page.getByRole('button', { name: text('program.option.assign') }).click();
  await expect(page.getByText(text('configuration.saved'))).toBeVisible();
  await follow(page, 'program.options');
  await page.getByRole('link', { name: 'Travellers' }).click();
  await remove();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('this program option: 1 company');
});
