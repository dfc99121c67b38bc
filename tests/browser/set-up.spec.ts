import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, expectFits, keepPicture, test, type World } from '../support/browser';
import { aCompany, anIssuer, anOrgPoint, aUserAt, type StructureNode } from '../support/structure';
import { chooseAction, enterAt, notice, scripted } from '../support/workspace-walk';

const BRAND = 'norrvik';

async function aBank(world: World) {
  const issuer = await anIssuer(world.database, { name: 'Norrvik Bank' });
  const company = await aCompany(world.database, issuer, { name: 'Harbour Works' });
  return { issuer, company };
}

/** Signs in a new user with a role at a place, who opens a page of the set-up. */
async function enterAs(page: Page, world: World, role: string, node: StructureNode, path = ''): Promise<void> {
  const { userId } = await aUserAt(world.database, role, node);
  await enterAt(page, world, userId, `/workspace/set-up${path}`, BRAND);
}

interface Stored {
  entity: string;
  name: string;
  parentId?: string;
  data?: object;
}

/** A set-up record of a company, straight in the table: its id. */
async function stored({ database }: World, company: StructureNode, record: Stored): Promise<string> {
  const id = randomUUID();
  await database.query(
    `INSERT INTO setup_records (issuer_id, id, entity, owner_id, parent_id, name, data)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      company.issuerId,
      id,
      record.entity,
      company.id,
      record.parentId ?? null,
      record.name,
      JSON.stringify(record.data ?? {})
    ]
  );
  return id;
}

const open = (page: Page, world: World, path = '') => page.goto(world.at(BRAND, `/workspace/set-up${path}`));
const press = (page: Page, name: string) => page.locator('main').getByRole('button', { name, exact: true }).click();
/** Opens a link of the page, and waits until the page it leads to is there: nothing reloads between them. */
async function follow(page: Page, name: string): Promise<void> {
  const from = page.url();
  await page.locator('main').getByRole('link', { name, exact: true }).click();
  await expect(page).not.toHaveURL(from);
}
/** The page of a record has taken the place of the list. */
const opened = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
/** Types into a search field and selects the first result. */
async function choose(page: Page, box: Locator, text: string): Promise<void> {
  await box.fill(text);
  await expect(page.locator('[role=listbox] [role=option]').first()).toContainText(text);
  await box.press('Enter');
  await expect(page.locator('[role=listbox]')).toBeHidden();
}
const problem = (page: Page) => page.locator('main').getByRole('alert');

test('a company program administrator adds a tax rate, sees the faults, changes it, copies it and deletes it', async ({
  page,
  world
}) => {
  const { company } = await aBank(world);
  await enterAs(page, world, 'C', company);
  await expectAccessible(page);
  await follow(page, 'Tax rates');
  await expectAccessible(page);
  await follow(page, 'Add');
  await page.getByLabel('Name').fill('Full rate');
  await page.getByLabel(/^Rate/).fill('many');
  await press(page, 'Save');
  const summary = problem(page);
  await expect(summary).toBeFocused();
  await expect(summary).toContainText('Rate must be a number.');
  await expect(page.getByLabel('Name')).toHaveValue('Full rate');
  await expectAccessible(page);
  await page.getByLabel(/^Rate/).fill('20.5');
  await press(page, 'Save');
  await expect(notice(page)).toContainText('Added.');
  await expect(page.getByRole('cell', { name: '20.5' })).toBeVisible();

  await follow(page, 'Full rate');
  await opened(page, 'Full rate');
  await expectAccessible(page);
  await page.getByLabel(/^Rate/).fill('21');
  await press(page, 'Save');
  await expect(notice(page)).toContainText('Saved.');

  await follow(page, 'Full rate');
  await follow(page, 'Copy');
  await press(page, 'Save');
  await expect(problem(page)).toContainText('Another record already has this Name.');
  await page.getByLabel('Name').fill('Second rate');
  await press(page, 'Save');
  await expect(page.getByRole('row')).toHaveCount(3);

  await follow(page, 'Second rate');
  await opened(page, 'Second rate');
  await press(page, 'Make inactive');
  await page.getByRole('dialog').getByRole('button', { name: 'Make inactive' }).click();
  await expect(notice(page)).toContainText('Made inactive.');
  await chooseAction(page, 'Delete');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, delete' }).click();
  await expect(notice(page)).toContainText('Deleted.');
  await expect(page.getByRole('row')).toHaveCount(2);
});

test('a concurrent change is reported, and nothing typed is lost', async ({ page, world }) => {
  const { company } = await aBank(world);
  await enterAs(page, world, 'C', company, '/tax-rate');
  await follow(page, 'Add');
  await page.getByLabel('Name').fill('Shared');
  await page.getByLabel(/^Rate/).fill('1');
  await press(page, 'Save');
  await follow(page, 'Shared');
  await expect(page.getByLabel('Name')).toHaveValue('Shared');
  const [other] = await world.database.query<{ id: string }>(
    "UPDATE setup_records SET version = version + 1 WHERE name = 'Shared' AND owner_id = $1 RETURNING id",
    [company.id]
  );
  expect(other).toBeDefined();
  await page.getByLabel(/^Rate/).fill('7');
  await press(page, 'Save');
  await expect(problem(page)).toContainText('Someone else changed this record');
  await expect(page.getByLabel(/^Rate/)).toHaveValue('7');
  await press(page, 'Save');
  await expect(page.getByRole('cell', { name: '7' })).toBeVisible();
});

test('an issuer administrator chooses the company, lays out a scheme with dependent codes and copies it', async ({
  page,
  world
}) => {
  const { issuer, company } = await aBank(world);
  await aCompany(world.database, issuer, { name: 'Hill Farm' });
  await anOrgPoint(world.database, company, { number: 'NORTH', name: 'North' });
  await enterAs(page, world, 'I', issuer, '/scheme');
  await expectAccessible(page);
  await page.getByLabel('Number or name').fill('harb');
  await press(page, 'Search');
  await follow(page, 'Harbour Works');
  await follow(page, 'Add');
  await page.getByLabel('Name').fill('Cost allocation');
  await press(page, 'Save');
  await follow(page, 'Cost allocation');
  await follow(page, 'Accounting codes');
  for (const [name, dependsOn] of [['Cost center'], ['Project', 'Cost center']] as const) {
    await follow(page, 'Add');
    await page.getByLabel('Name').fill(name as string);
    await page.getByLabel(/^Type/).selectOption('List of values');
    await expect(page.getByLabel(/^Length/)).toBeHidden();
    await page.getByLabel(/^Shown as/).selectOption('Drop-down');
    await page.getByLabel(/^Editable by/).selectOption({ index: 1 });
    if (dependsOn) await page.getByLabel(/^Depends on/).selectOption(dependsOn);
    await press(page, 'Save');
    await expect(notice(page)).toContainText('Added.');
  }
  await follow(page, 'Cost center');
  await opened(page, 'Cost center');
  await chooseAction(page, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, delete' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
    'Cannot delete as there is data associated with this value: Project.'
  );
  await page.keyboard.press('Escape');
  await follow(page, 'Accounting code values');
  await follow(page, 'Add');
  await page.getByRole('textbox', { name: /^Code/ }).fill('100');
  await page.getByLabel('Description').fill('Sales');
  await press(page, 'Save');
  await expect(page.getByRole('cell', { name: 'Sales' })).toBeVisible();

  await page.locator('.trail').getByRole('link', { name: 'Cost allocation' }).click();
  await follow(page, 'Scheme assignments');
  await page
    .getByRole('row', { name: /^North/ })
    .locator('.check-tree-box')
    .click();
  await press(page, 'Save');
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  await page.locator('.page-tabs').getByRole('link', { name: 'Details' }).click();
  await opened(page, 'Cost allocation');
  await follow(page, 'Copy');
  await opened(page, 'Copy Cost allocation');
  await page.getByLabel('Name').fill('Next year');
  await press(page, 'Copy');
  await expect(page.getByText('Copied: 4 records.')).toBeVisible({ timeout: 30_000 });
  await follow(page, 'Open copy');
  await follow(page, 'Accounting codes');
  await expect(page.getByRole('link', { name: 'Project' })).toBeVisible();
});

test('a scheme is assigned by ticks in the tree of the company, by keys alone', async ({ page, world }) => {
  const { company } = await aBank(world);
  const { database } = world;
  const north = await anOrgPoint(database, company, { number: 'NORTH', name: 'North' });
  await anOrgPoint(database, north, { number: 'QUAY', name: 'Quay', level: 2 });
  const [costs, travel] = [
    await stored(world, company, { entity: 'scheme', name: 'Costs' }),
    await stored(world, company, { entity: 'scheme', name: 'Travel' })
  ];
  const assignTravel = ({ id, name }: StructureNode) =>
    stored(world, company, { entity: 'scheme-assignment', name, parentId: travel, data: { node: id } });
  await assignTravel(north);
  await enterAs(
    page,
    world,
    'C',
    company,
    `/scheme-assignment?issuer=${company.issuerId}&company=${company.id}&parent=${costs}`
  );
  await scripted(page);
  const tree = page.getByRole('treegrid', { name: 'Scheme assignments' });
  const line = (name: string) => tree.getByRole('row', { name: new RegExp(`^${name}`) });
  await expect(line('North')).toContainText('Travel is assigned here');
  await expectAccessible(page);

  await line('Harbour Works').focus();
  await page.keyboard.press('Space');
  await expect(line('Harbour Works')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(line('Quay')).toContainText('Travel, from North');
  await expect(line('Quay').getByRole('checkbox')).not.toBeChecked();
  await page.keyboard.press('Space');
  await expect(line('North')).toContainText('Replaces Travel');
  // What is inside follows, and can't be changed by itself.
  await expect(line('Quay')).toContainText('From North');
  await expect(line('Quay').getByRole('checkbox')).toBeChecked();
  await expect(line('Quay').getByRole('checkbox')).toBeDisabled();
  await expect(page.getByText('Unsaved changes: 2')).toBeVisible();
  await expectAccessible(page);
  await keepPicture(page, 'assignment-tree');
  await page.setViewportSize({ width: 375, height: 800 });
  await expectFits(page);
  await keepPicture(page, 'assignment-tree-narrow');
  await page.setViewportSize({ width: 1440, height: 900 });
  await press(page, 'Save');
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  await expect(page.getByText('Unsaved changes: 0')).toBeVisible();

  // Somebody else assigns another scheme meanwhile: the place says so, and nothing is saved.
  const south = await anOrgPoint(database, company, { number: 'SOUTH', name: 'South' });
  await page.reload();
  await scripted(page);
  await assignTravel(south);
  await line('Harbour Works').locator('.check-tree-box').click();
  await line('South').locator('.check-tree-box').click();
  await press(page, 'Save');
  await expect(line('South')).toContainText('Something else has been assigned here since.');
  await expect(problem(page)).toContainText('South: Something else has been assigned here since.');
  await expectAccessible(page);
  await line('South').locator('.check-tree-box').click();

  await page.getByRole('searchbox', { name: 'Search the structure' }).fill('quay');
  await expect(page.getByText('1 place', { exact: true })).toBeVisible();
  await expect(line('Quay')).toContainText('Harbour Works › North');
  await page.getByLabel('Assigned only').check();
  await expect(line('North')).toBeVisible();
  await expect(line('Quay')).toBeHidden();
});

test('a file is tried out, its errors named by row and column, then taken over', async ({ page, world }) => {
  const { company } = await aBank(world);
  await enterAs(page, world, 'C', company, '/customer-code');
  await follow(page, 'Import and export');
  await expectAccessible(page);
  const bring = async (text: string) => {
    await page
      .locator('main')
      .locator('input[type=file]')
      .setInputFiles({ name: 'codes.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await press(page, 'Check file');
  };
  await bring('Customer Code,Description\nACME,Acme\n0000,Zeros\n');
  await expect(problem(page)).toContainText('The file has 1 error.');
  await expect(page.getByRole('row').nth(1)).toContainText('The Customer Code must not be all zeros.');
  await expectAccessible(page);
  await bring('Customer Code,Description\nACME,Acme\nBETA,Beta\n');
  await expect(page.getByRole('region', { name: 'codes.csv' })).toContainText('2 records are added');
  await press(page, 'Import');
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
  await expect(notice(page)).toContainText('Import finished.');
  await expect(page.getByRole('row')).toHaveCount(3);
  await follow(page, 'Import and export');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Excel file', exact: true }).click()
  ]);
  expect(download.suggestedFilename()).toBe('customer-code.xlsx');
});

test('a level manager looks at the lists of the company and finds nothing to change', async ({ page, world }) => {
  const { issuer, company } = await aBank(world);
  await enterAs(page, world, 'O', await anOrgPoint(world.database, company), '/tax-rate');
  await expect(page.getByText('View only')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add', exact: true })).toHaveCount(0);
  const answer = await open(page, world, `/tax-rate/new?issuer=${issuer.id}&company=${company.id}`);
  expect(answer?.status()).toBe(404);
  expect((await open(page, world, '/reason-code'))?.status()).toBe(404);
});

test('a set-up list is worked with the keyboard alone, on a narrow screen and without script', async ({
  browser,
  world
}) => {
  const { company } = await aBank(world);
  const context = await browser.newContext({ viewport: { width: 375, height: 740 }, javaScriptEnabled: false });
  const page = await context.newPage();
  await enterAs(page, world, 'C', company, '/tax-rate');
  await page.getByRole('link', { name: 'Add', exact: true }).press('Enter');
  await page.getByLabel('Name').fill('Plain');
  await page.getByLabel(/^Rate/).fill('5');
  await page.keyboard.press('Enter');
  await expect(notice(page)).toContainText('Added.');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  await context.close();
});

test('C8.004 C8.005 a page that fails says that the error was unexpected, what to do, and what to tell support', async ({
  page,
  world
}) => {
  const { issuer, company } = await aBank(world);
  // An invalid rate, which no form accepts.
  await world.database.query(
    `INSERT INTO setup_records (issuer_id, id, entity, owner_id, name, data)
     VALUES ($1, gen_random_uuid(), 'tax-rate', $2, 'Broken', '{"rate": "many"}')`,
    [issuer.id, company.id]
  );
  await enterAs(page, world, 'C', company, '/tax-rate');
  await expect(problem(page)).toContainText('An unexpected error has occurred.');
  await expect(problem(page)).toContainText('A system error occurred. Please try again later');
  await expect(problem(page)).toContainText('Reference for support:');
  await expectAccessible(page);
});

test('C8.040 a failure to load or save is reported, and nothing typed is lost', async ({ page, world }) => {
  const { issuer, company } = await aBank(world);
  await world.database.query(
    `INSERT INTO setup_records (issuer_id, id, entity, owner_id, name)
     SELECT $1, gen_random_uuid(), 'email-template', $2, 'Template ' || n FROM generate_series(1, 150) n`,
    [issuer.id, company.id]
  );
  let failing = false;
  // Set before the page loads: a request sent right after may pass a route set later.
  await page.route('**/set-up/email-setting/new*', (route) =>
    failing && route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.continue()
  );
  await enterAs(page, world, 'C', company, `/email-setting/new?issuer=${issuer.id}&company=${company.id}`);
  await page.getByLabel(/^When/).selectOption({ label: 'A user is created' });
  await page.getByLabel('Also to').fill('desk@mail.example');
  const box = page.getByRole('combobox', { name: 'Email template' });
  await page.route('**/choices?*', (route) => route.abort());
  await box.fill('Template');
  await expect(page.getByText('Could not be loaded. Try again later.')).toBeVisible();
  await page.unroute('**/choices?*');
  await choose(page, box, 'Template 77');
  failing = true;
  await press(page, 'Save');
  await expect(problem(page)).toContainText('Could not be saved. Nothing you typed is lost; try again later.');
  await expect(page.getByLabel('Also to')).toHaveValue('desk@mail.example');
  failing = false;
  await press(page, 'Save');
  await expect(notice(page)).toContainText('Added.');
});

test('10,000 values of an accounting code are paged, searched and chosen from with the keyboard; one more is only exported', async ({
  page,
  world
}) => {
  const { issuer, company } = await aBank(world);
  const add = async (entity: string, parent: string | null, name: string, data: object, count = 1) => {
    const [row] = await world.database.query<{ id: string }>(
      `INSERT INTO setup_records (issuer_id, id, entity, owner_id, parent_id, code, name, data, position)
       SELECT $1, gen_random_uuid(), $2, $3, $4, CASE WHEN $7::int > 1 THEN 'V' || n END, $5 || CASE WHEN $7::int > 1 THEN ' ' || n ELSE '' END, $6, n
       FROM generate_series(1, $7::int) n RETURNING id`,
      [issuer.id, entity, company.id, parent, name, JSON.stringify(data), count]
    );
    return row?.id as string;
  };
  const scheme = await add('scheme', null, 'Costs', {});
  const list = { type: 'list', display: 'autocomplete', editableBy: 'C', mandatory: false };
  const code = await add('accounting-code', scheme, 'Center', list);
  const subset = await add('subset', scheme, 'Few', {});
  await add('accounting-code-value', code, 'Value', {}, 10_000);
  const at = `issuer=${issuer.id}&company=${company.id}`;
  await enterAs(page, world, 'C', company, `/accounting-code-value?${at}&parent=${code}`);
  await expect(page.getByText('10,000', { exact: false }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Last page' }).click();
  await expect(page.getByRole('link', { name: 'V9999', exact: true })).toBeVisible();
  await page.getByRole('searchbox').last().fill('Value 777');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'V7770', exact: true })).toBeVisible();
  await expectAccessible(page);
  await open(page, world, `/subset-value/new?${at}&parent=${subset}`);
  await page.getByLabel(/^Accounting code/).selectOption({ label: 'Center' });
  const box = page.getByRole('combobox', { name: 'Value' });
  await choose(page, box, 'V7770');
  await press(page, 'Save');
  await expect(notice(page)).toContainText('Added.');
  await add('accounting-code-value', code, 'One more', {});
  await open(page, world, `/accounting-code-value?${at}&parent=${code}`);
  await expect(page.getByText('10,001', { exact: false })).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
});
