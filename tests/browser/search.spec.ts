import type { Page } from '@playwright/test';
import { expect, expectAccessible, holdScripts, searchByKey, test, type World } from '../support/browser';
import { aCompany, anAccount, anIssuer, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { aTransaction } from '../support/transactions';
import { enter, enterAt, scripted, signInBeside } from '../support/workspace-walk';

async function aPlace({ database }: World) {
  const issuer = await anIssuer(database);
  const company = await aCompany(database, issuer, { name: 'Nordic Foods', number: '4100' });
  await aCompany(database, issuer, { name: 'Nordic Steel', number: '4200' });
  const account = await anAccount(database, company, { name: 'Norma Lindqvist', lastFour: '4321' });
  return {
    issuer,
    company,
    account,
    I: await aUserAt(database, 'I', issuer, { firstName: 'Robin', lastName: 'Keeper' })
  };
}

const field = (page: Page) => page.locator('.search-main input[type=search]');

test('C2.006 somebody searches everything from anywhere, goes through the results by keyboard, and narrows them', async ({
  page,
  world
}) => {
  await enter(page, world, (await aPlace(world)).I.userId);
  // From any page, by its key.
  await searchByKey(page);
  const offered = page.getByRole('dialog').getByRole('menuitem');
  await page.keyboard.type('nordic fo');
  await expect(offered.filter({ hasText: 'Nordic Foods' })).toHaveCount(1);
  await expect(page.getByRole('dialog').getByRole('status')).toContainText('Results: 1');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nordic Foods');
  await page.goto(world.at('tessera', '/workspace'));
  await expect(page.getByRole('region', { name: text('home.recent') }).getByRole('link')).toContainText('Nordic Foods');
  await page.goto(world.at('tessera', '/workspace/search'));
  await field(page).fill('nor');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/workspace\/search\?q=nor$/);
  await expect(page.locator('mark').first()).toHaveText('Nor');
  await expectAccessible(page);
  const results = page.locator('[data-result]');
  await results.first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(results.nth(1)).toBeFocused();
  await page.keyboard.press('End');
  await expect(results.last()).toBeFocused();
  await page
    .getByRole('navigation', { name: text('search.kinds') })
    .getByRole('link', { name: text('search.kinds.account') })
    .click();
  await expect(page.locator('.result-group h2')).toHaveText([text('search.kinds.account')]);
  await expect(page.locator('.result-detail')).toContainText('•••• 4321');
});

test('what is typed before the palette stands there gets into its field, and does nothing to the page', async ({
  page,
  world
}) => {
  const { I } = await aPlace(world);
  // Its script is not loaded in idle time.
  await page.addInitScript('delete window.requestIdleCallback');
  await enterAt(page, world, I.userId, '/workspace/people');
  await scripted(page);
  const release = await holdScripts(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('jax ?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator('tbody :checked')).toHaveCount(0);
  release();
  const search = page.getByRole('dialog').getByRole('searchbox');
  await expect(search).toHaveValue('jax ?');
  await expect(search).toBeFocused();
  await page.keyboard.type('b');
  await expect(search).toHaveValue('jax ?b');
  await expectAccessible(page);
});

test('issue 16 Enter pressed right after typing opens what was typed, not what an earlier text found', async ({
  page,
  world
}) => {
  const { I } = await aPlace(world);
  await enter(page, world, I.userId);
  await scripted(page);
  await searchByKey(page, 'Control+k');
  await page.keyboard.type('nordic');
  const offered = page.getByRole('dialog').getByRole('menuitem');
  await expect(offered.filter({ hasText: 'Nordic Foods' })).toHaveCount(1);
  await page.keyboard.type(' steel');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nordic Steel');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the palette offers what was opened last, commands, pages, settings and payments, and forgets what was typed', async ({
  page,
  world
}) => {
  const { I, account } = await aPlace(world);
  const posted = new Date().toISOString().slice(0, 10);
  await aTransaction(world.database, account, { amount: '1234.50', postingDate: posted, merchant: 'Harbour Hotel' });
  await enter(page, world, I.userId);
  await searchByKey(page, 'Control+k');
  const palette = page.getByRole('dialog');
  const offered = palette.getByRole('menuitem');
  await expect(offered.filter({ hasText: text('user.new') })).toBeVisible();
  await expect(offered.filter({ hasText: text('users.title') })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.type('card.bins'.slice(0, 4));
  await expect(palette.getByRole('group', { name: text('configuration.settings') })).toContainText(
    text('setting.card.bins')
  );
  await page.keyboard.press('Escape');
  await searchByKey(page, 'Control+k');
  await page.keyboard.type('1,234.50');
  await expect(offered.filter({ hasText: 'Harbour Hotel' })).toContainText('1,234.50');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Harbour Hotel');
  // By the pointer, on a phone, where it fills the screen.
  await page.setViewportSize({ width: 375, height: 740 });
  await page
    .getByRole('banner')
    .getByRole('button', { name: text('search.label') })
    .click();
  await expect(palette.getByRole('group', { name: text('home.recent') })).toContainText('Harbour Hotel');
  await palette.getByRole('searchbox').fill('zebra');
  await expect(palette.getByText('Nothing found for “zebra”.').first()).toBeVisible();
  await palette.getByRole('button', { name: text('shortcuts.close') }).click();
  await expect(palette).toBeHidden();
});

test('C2.029 two characters are needed; nothing found comes with advice; typing errors are forgiven', async ({
  page,
  world
}) => {
  await signInBeside(page, world, (await aPlace(world)).I.userId, 'tessera');
  const search = async (typed: string) => {
    await page.goto(world.at('tessera', '/workspace/search'));
    await field(page).fill(typed);
    await page
      .locator('main')
      .getByRole('button', { name: text('search.button'), exact: true })
      .click();
  };
  await search('n');
  await expect(page.getByRole('alert').filter({ hasText: 'two characters' })).toBeVisible();
  await search('zebra');
  await expect(page.getByText(text('search.nothing.advice'))).toBeVisible();
  await expectAccessible(page);
  await search('nrodic steel');
  await expect(page.getByText('Nothing fits “nrodic steel” exactly.', { exact: false })).toBeVisible();
  await expect(page.locator('.result-name')).toHaveText(['Nordic Steel']);
});

test('a whole card number never gets into an address', async ({ page, world }) => {
  await enter(page, world, (await aPlace(world)).I.userId);
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await page.goto(world.at('tessera', '/workspace/search'));
  await field(page).fill('4111 1111 1111 1111');
  await page
    .locator('main')
    .getByRole('button', { name: text('search.button'), exact: true })
    .click();
  await expect(page.getByText(text('search.card.unknown'))).toBeVisible();
  expect(
    addresses.filter((address) =>
      /4111|1111/.test(decodeURIComponent(new URL(address).pathname + new URL(address).search))
    )
  ).toEqual([]);
  await page.goto(world.at('tessera', '/workspace/search?q=4111111111111111'));
  await expect(page).toHaveURL(/\/workspace\/search$/);
});

test('C2.005 the home page shows the spending, the records opened last, and leads to the screens', async ({
  page,
  world
}) => {
  const { I, issuer, company, account } = await aPlace(world);
  const posted = new Date().toISOString().slice(0, 10);
  await aTransaction(world.database, account, { amount: '120.50', postingDate: posted, category: '7011' });
  await world.database.query(
    "INSERT INTO recent_items (issuer_id, user_id, kind, record_issuer_id, record_id) VALUES ($1, $2, 'company', $1, $3)",
    [issuer.id, I.id, company.id]
  );
  await enter(page, world, I.userId);
  const spend = page.getByRole('region', { name: text('home.spend') });
  await expect(spend).toContainText('120.50');
  await expect(spend).toContainText(text('merchant.category.hotels'));
  await expect(page.getByRole('navigation').getByRole('link', { name: text('users.title') })).toBeVisible();
  await expect(page.getByRole('region', { name: text('home.recent') }).getByRole('link')).toContainText('Nordic Foods');
  await expectAccessible(page);
});
