import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readSpreadsheet } from '@/lib/core/files/spreadsheet-reader';
import { expect, expectAccessible, expectFits, keepPicture, test, type World } from '../support/browser';
import { aCompany, anIssuer, anOrgPoint, aUserAt, type StructureNode } from '../support/structure';
import { text } from '../support/texts';
import { enterAt, scripted } from '../support/workspace-walk';

const BRAND = 'norrvik';

/** A company with level managers of these last names, and its administrator at the list of users. */
async function atUsers(page: Page, world: World, names: string[], query = ''): Promise<StructureNode> {
  const company = await aCompany(world.database, await anIssuer(world.database));
  const point = await anOrgPoint(world.database, company);
  for (const lastName of names) await aUserAt(world.database, 'O', point, { lastName });
  const { userId } = await aUserAt(world.database, 'C', company, { lastName: 'Zander' });
  await enterAt(page, world, userId, `/workspace/people${query}`, BRAND);
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
const press = (page: Page, name: string) =>
  page.getByRole('region', { name: text('listing.with.selected') }).getByRole('button', { name, exact: true });
/** Means all 230 matching rows, not only those of the page. */
async function everything(page: Page): Promise<void> {
  await openedList(page);
  await page.getByRole('checkbox', { name: 'Select every row of this page' }).check();
  await press(page, 'Everything that matches: 230 records').click();
}
const confirm = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
const problem = (page: Page) => page.getByRole('dialog').getByRole('alert');
/** Waits until the list's controls respond. */
const openedList = (page: Page) => expect(page.locator('.listing[data-ready]')).toBeVisible();
const report = (page: Page) => page.locator('main .message');

test('? lists the keys of lists on a page that has one', async ({ page, world }) => {
  await atUsers(page, world, ['Ash']);
  await openedList(page);
  await scripted(page);
  await page.keyboard.press('?');
  const keys = page
    .getByRole('dialog', { name: text('shortcuts.title') })
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: text('shortcuts.where.list') }) });
  await expect(keys.locator('kbd')).toHaveText(['j', 'k', 'x', 'Enter', 'e', 'a']);
  await expectAccessible(page);
});

test('the columns of a list have their width before all of its rows are read', async ({ page, world }) => {
  await atUsers(page, world, ['Ash', 'Elm', 'Wolfeschlegelstein']);
  await openedList(page);
  await page.setViewportSize({ width: 1800, height: 900 });
  const heads = page.locator('.listing thead th');
  const places = () => heads.evaluateAll((all) => all.map((head) => head.getBoundingClientRect().x));
  const whole = await places();
  // As the browser paints it once it has read the first row.
  await page
    .locator('.listing tbody tr')
    .evaluateAll((rows) => {
      for (const row of rows.slice(1)) row.remove();
      return rows.length;
    })
    .then((count) => expect(count).toBe(4));
  const first = await places();
  expect(Math.max(...first.map((place, index) => Math.abs(place - (whole[index] ?? 0))))).toBeLessThan(12);
});

test('ticked rows are done after a question, and the list tells which were refused and why', async ({
  page,
  world
}) => {
  await atUsers(page, world, ['Ash', 'Birch']);
  await openedList(page);
  await expect(press(page, 'Lock')).toHaveCount(0);
  await tick(page, 'Ash, Robin');
  await press(page, 'Lock').click();
  await expect(page.getByRole('dialog')).toContainText('1 selected');
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
  await everything(page);
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
  await everything(page);
  await press(page, 'Lock').click();
  await confirm(page, 'Lock').click();
  await expect(report(page)).toContainText('Nothing was done. 230 were refused:', { timeout: 30_000 });
  await expect(report(page)).toContainText('Only active users can be locked.');
  await expect(report(page).getByRole('link', { name: 'Crowd, One' })).toHaveCount(20);
  await expect(report(page)).toContainText('and 210 more');
  await expectAccessible(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'All refused records, as a spreadsheet' }).click()
  ]);
  const rows: string[][] = [];
  for await (const { cells } of readSpreadsheet(await readFile(await file.path()))) rows.push(cells.map(String));
  expect(rows).toHaveLength(231);
  const [name, said, address] = rows[230] ?? [];
  expect([name, said]).toEqual(['Crowd, One', 'Only active users can be locked.']);
  await page.goto(String(address));
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Crowd');
});

test('a filter is set in its chip, is part of the address, and goes by its button', async ({ page, world }) => {
  await atUsers(page, world, ['Ash', 'Birch']);
  await openedList(page);
  await page.getByRole('button', { name: 'Role', exact: true }).click();
  await expect(page.getByRole('option', { name: 'Level Manager' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('option', { name: 'Level Manager' }).click();
  await expect(page).toHaveURL(/\?role=O$/);
  await expect(page.getByText('2 records', { exact: true })).toBeVisible();
  await expect(page.getByRole('row', { name: /Zander/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Last sign-in', exact: true }).click();
  await page.getByRole('option', { name: 'This month' }).click();
  await expect(page).toHaveURL(/lastSignIn\.from=\d{4}-\d\d-01/);
  await expect(page.getByText('Nothing matches the search and the filters.')).toBeVisible();
  await page.reload();
  await openedList(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove filter: Last sign-in' }).click();
  await page.getByRole('button', { name: 'Remove filter: Role' }).click();
  await expect(page.getByText('3 records', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/workspace\/people$/);

  // A day is typed in the order of the reader's language, or chosen in a calendar.
  await page.getByRole('button', { name: 'Last sign-in', exact: true }).click();
  const first = page.getByRole('group', { name: text('listing.from') });
  await first.getByRole('spinbutton').first().click();
  await page.keyboard.type('02272026');
  await first.getByRole('button').click();
  await expect(page.getByRole('grid')).toBeVisible();
  await expectAccessible(page);
  await keepPicture(page, 'filter-days');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid')).toHaveCount(0);
  await page.getByRole('button', { name: text('listing.filter.apply'), exact: true }).click();
  await expect(page).toHaveURL(/lastSignIn\.from=2026-02-28/);
});

test('a typed card number never enters an address', async ({ page, world }) => {
  await atUsers(page, world, ['Ash']);
  await openedList(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(decodeURIComponent(request.url())));
  await page.getByLabel('Search in this list').pressSequentially('4111 1111 1111 1111');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/q=[^&]*1111$/);
  expect(asked.filter((address) => /4111/.test(address))).toEqual([]);
});

test('a view that can’t be kept says why, and what is kept comes back with its order', async ({ page, world }) => {
  await atUsers(page, world, ['Ash', 'Birch'], '?sort=userId&order=descending');
  const views = page.getByRole('button', { name: 'Saved views' });
  await openedList(page);
  await views.click();
  await page.getByLabel('Name of this view').fill('<b>');
  await page.getByRole('button', { name: 'Save this view' }).click();
  await expect(problem(page)).toHaveText('Give the view a name of at most 60 characters.');
  await openedList(page);
  await expectAccessible(page);
  await page.getByLabel('Name of this view').fill('By user ID');
  await page.getByRole('button', { name: 'Save this view' }).click();
  await expect(problem(page)).toHaveCount(0);
  await page.goto(world.at(BRAND, '/workspace/people'));
  await openedList(page);
  await views.click();
  await page.getByRole('link', { name: 'By user ID' }).click();
  await expect(page.getByRole('columnheader', { name: 'User ID' })).toHaveAttribute('aria-sort', 'descending');
  // Searching keeps the order.
  await openedList(page);
  await page.getByLabel('Search in this list').fill('a');
  await expect(page).toHaveURL(/q=a/);
  await expect(page.getByRole('columnheader', { name: 'User ID' })).toHaveAttribute('aria-sort', 'descending');
});

test('on a narrow screen rows have two lines, ordered by a choice, and nothing is wider than the screen', async ({
  page,
  world
}) => {
  await page.setViewportSize({ width: 375, height: 740 });
  await atUsers(page, world, ['Ash', 'Wolfeschlegelsteinhausenbergerdorffwelchevoraltern']);
  await openedList(page);
  await page.getByRole('button', { name: 'Columns and order' }).click();
  await page.getByLabel('Direction').selectOption('Descending');
  await expect(page).toHaveURL(/order=descending/);
  await page.keyboard.press('Escape');
  await expect(page.locator('tbody a').first()).toHaveText('Zander, Robin');
  await expectFits(page);
  await page.getByRole('checkbox', { name: 'Select every row of this page' }).check();
  await press(page, 'Unlock').click();
  await expect(page.getByRole('dialog')).toContainText('3 selected');
  await expectAccessible(page);
  await confirm(page, 'Unlock').click();
  await expect(report(page)).toContainText('3 were refused:');
  await expectFits(page);
});
