import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readSpreadsheet } from '@/lib/core/files/spreadsheet-reader';
import { expect, expectAccessible, expectFits, test, type World } from '../support/browser';
import { aCompany, anIssuer, anOrgPoint, aUserAt, type StructureNode } from '../support/structure';
import { text } from '../support/texts';
import { enter } from '../support/workspace-walk';

const BRAND = 'norrvik';

/** A company with level managers of these last names, and its administrator at the list of users. */
async function atUsers(page: Page, world: World, names: string[], query = ''): Promise<StructureNode> {
  const company = await aCompany(world.database, await anIssuer(world.database));
  const point = await anOrgPoint(world.database, company);
  for (const lastName of names) await aUserAt(world.database, 'O', point, { lastName });
  const { userId } = await aUserAt(world.database, 'C', company, { lastName: 'Zander' });
  await enter(page, world, userId, BRAND);
  await page.goto(world.at(BRAND, `/workspace/people${query}`));
  return company;
}

/** More users than one batch. */
const crowd = (world: World, { issuerId, id }: StructureNode, count: number) =>
  world.database.query(
    `WITH made AS (
       INSERT INTO users (issuer_id, id, user_id, first_name, last_name, role, node_id)
       SELECT $1, gen_random_uuid(), 'crowd' || n || $2::text, 'One', 'Crowd', 'C', $2::uuid FROM generate_series(1, $3::int) n
       RETURNING issuer_id, id, user_id), listed AS (
       INSERT INTO user_directory (user_id_key, b2b_alias, ldap_id, issuer_id, user_id)
       SELECT lower(user_id), md5(id::text), md5(id::text || 'l'), issuer_id, id FROM made)
     INSERT INTO credentials (issuer_id, user_id, password_hash)
     SELECT made.issuer_id, made.id, c.password_hash FROM made CROSS JOIN (SELECT password_hash FROM credentials LIMIT 1) c`,
    [issuerId, id, count]
  );

const tick = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` }).check();
const press = (page: Page, name: string) => page.locator('.listing-bulk').getByRole('button', { name, exact: true });
const confirm = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
const problem = (page: Page) => page.locator('main').getByRole('alert');
const report = (page: Page) => page.locator('main .message');

test('ticked rows are done after a question, and the list tells which were refused and why', async ({
  page,
  world
}) => {
  await atUsers(page, world, ['Ash', 'Birch']);
  await press(page, 'Lock').click();
  await expect(page.getByRole('dialog')).toContainText('Tick at least one row first.');
  await page.keyboard.press('Escape');
  await tick(page, 'Ash, Robin');
  await press(page, 'Lock').click();
  await expect(page.getByRole('dialog')).toContainText('Rows ticked: 1');
  await expectAccessible(page);
  await confirm(page, 'Cancel').click();
  await expect(page.getByRole('row', { name: /Ash/ })).toContainText('Active');
  await press(page, 'Lock').click();
  await confirm(page, 'Lock').click();
  await expect(report(page)).toHaveText('Done for 1 record.');
  await expect(report(page)).toBeFocused();
  await expect(page.getByRole('row', { name: /Ash/ })).toContainText('Locked');
  await expect(page.getByRole('checkbox', { name: 'Select Ash, Robin' })).not.toBeChecked();
  await page.getByRole('checkbox', { name: 'Select every row of this page' }).check();
  await press(page, 'Lock').click();
  await confirm(page, 'Lock').click();
  await expect(report(page)).toContainText('Done for 1 record. 2 were refused:');
  await expect(report(page)).toContainText('Only active users can be locked.');
  await expect(report(page).getByRole('link', { name: 'Ash, Robin' })).toHaveAttribute(
    'href',
    /^\/workspace\/people\/[0-9a-f-]{36}$/
  );
  await expectAccessible(page);
});

test('CD.35 everything that matches is done in the background, with its progress and a report', async ({
  page,
  world
}) => {
  const company = await atUsers(page, world, ['Ash']);
  await crowd(world, company, 230);
  await page.goto(world.at(BRAND, '/workspace/people?q=crowd&size=10'));
  await page.getByRole('radio', { name: 'Everything that matches: 230 records' }).check();
  await press(page, 'Deactivate').click();
  await expect(page.getByRole('dialog')).toContainText('Everything that matches: 230 records');
  // The end is announced only once the focus is in the panel, and the report is then read there.
  let look = () => {};
  const looking = new Promise<void>((resolve) => {
    look = resolve;
  });
  await page.route('**/workspace/jobs/*', (route) => looking.then(() => route.continue()));
  await confirm(page, 'Deactivate').click();
  await expect(page).toHaveURL(/\/workspace\/bulk\//);
  const stop = page.locator('main').getByRole('button', { name: text('job.cancel') });
  await expect(async () => {
    await stop.focus();
    await expect(stop).toBeFocused({ timeout: 200 });
  }).toPass();
  look();
  await expect(report(page)).toContainText('Done for 230 records.', { timeout: 30_000 });
  await expect(report(page)).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await expect(page).toHaveURL(/\/workspace\/people\?q=crowd/);
  await expect(page.getByText('230 records', { exact: true })).toBeVisible();
  await expect(page.getByRole('row', { name: /Crowd, One/ }).first()).toContainText('Inactive');
  await page.goto(world.at(BRAND, '/workspace/jobs'));
  await page.getByRole('link', { name: 'Change to many records' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Deactivate');

  // The refusals: their number and reasons, a link to the first, all of them in a file.
  await page.goto(world.at(BRAND, '/workspace/people?q=crowd&size=10'));
  await page.getByRole('radio', { name: 'Everything that matches: 230 records' }).check();
  await press(page, 'Lock').click();
  await confirm(page, 'Lock').click();
  await expect(report(page)).toContainText('Nothing was done. 230 were refused:', { timeout: 30_000 });
  await expect(report(page)).toContainText('Only active users can be locked.');
  await expect(report(page).getByRole('link', { name: 'Crowd, One' })).toHaveCount(20);
  await expect(report(page)).toContainText('and 210 more');
  await expectAccessible(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'All that were refused, as a spreadsheet' }).click()
  ]);
  const rows: string[][] = [];
  for await (const { cells } of readSpreadsheet(await readFile(await file.path()))) rows.push(cells.map(String));
  expect(rows).toHaveLength(231);
  const [name, said, address] = rows[230] ?? [];
  expect([name, said]).toEqual(['Crowd, One', 'Only active users can be locked.']);
  await page.goto(String(address));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Crowd');
});

test('a view that can’t be kept says why, and what is kept comes back with its order', async ({ page, world }) => {
  await atUsers(page, world, ['Ash', 'Birch'], '?sort=userId&order=descending');
  const views = page.locator('summary', { hasText: 'Saved views' });
  await views.click();
  await page.getByLabel('Name of this view').fill('<b>');
  await page.getByRole('button', { name: 'Save this view' }).click();
  await expect(problem(page)).toHaveText('Give the view a name of at most 60 characters.');
  await expectAccessible(page);
  await page.getByLabel('Name of this view').fill('By user ID');
  await page.getByRole('button', { name: 'Save this view' }).click();
  await expect(problem(page)).toHaveCount(0);
  await page.goto(world.at(BRAND, '/workspace/people'));
  await views.click();
  await page.getByRole('link', { name: 'By user ID' }).click();
  await expect(page.getByRole('columnheader', { name: 'User ID' })).toHaveAttribute('aria-sort', 'descending');
  // Searching keeps the order.
  await page.getByLabel('Search in this list').fill('a');
  await page.locator('main').getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: 'User ID' })).toHaveAttribute('aria-sort', 'descending');
});

test('on a narrow screen rows are cards, ordered by a choice, and nothing is wider than the screen', async ({
  page,
  world
}) => {
  await page.setViewportSize({ width: 375, height: 740 });
  await atUsers(page, world, ['Ash', 'Wolfeschlegelsteinhausenbergerdorffwelchevoraltern']);
  await page.locator('summary', { hasText: 'Columns and order' }).click();
  await page.getByLabel('Direction').selectOption('Descending');
  await page.locator('main').getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.locator('tbody a').first()).toHaveText('Zander, Robin');
  await expectFits(page);
  await page.getByRole('checkbox', { name: 'Select every row of this page' }).check();
  await press(page, 'Unlock').click();
  await expect(page.getByRole('dialog')).toContainText('Rows ticked: 3');
  await expectAccessible(page);
  await confirm(page, 'Unlock').click();
  await expect(report(page)).toContainText('3 were refused:');
  await expectFits(page);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('rows are ticked, the question opens below its name, and the report stands above the list', async ({
    page,
    world
  }) => {
    await atUsers(page, world, ['Ash', 'Birch']);
    const bulk = page.locator('.listing-bulk');
    await bulk.getByText('Lock', { exact: true }).first().click();
    await bulk.getByRole('button', { name: 'Lock', exact: true }).click();
    await expect(problem(page)).toHaveText('Tick at least one row first.');
    await tick(page, 'Birch, Robin');
    await bulk.getByText('Lock', { exact: true }).first().click();
    await bulk.getByRole('button', { name: 'Lock', exact: true }).click();
    await expect(report(page)).toHaveText('Done for 1 record.');
    await expect(page.getByRole('row', { name: /Birch/ })).toContainText('Locked');
  });
});
