import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test, type World } from '../support/browser';
import { aCardNumber } from '../support/card-numbers';
import { aCompany, anAccount, anIssuer, anOrgPoint, aUserAt, type StructureNode } from '../support/structure';
import { text } from '../support/texts';
import { aStructureFile } from '../support/uploads-file';
import { chooseAction, enter, enterAt, notice } from '../support/workspace-walk';

let count = 0;
const tag = () => `B${process.env.TEST_WORKER_INDEX}${++count}${Date.now() % 100_000}`;

/** Fills a page's form by field name and submits it. */
async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = page.locator(`main [name="${name}"]`);
    if ((await field.evaluate((element) => element.tagName)) === 'SELECT') await field.selectOption(value);
    else await field.fill(value);
  }
  await page.locator('.record-form button[type=submit]').click();
}

async function nodeNamed({ database }: World, name: string): Promise<StructureNode> {
  const [node] = await database.query<StructureNode>(
    'SELECT issuer_id AS "issuerId", id, kind::text AS kind, number, name_1 AS name, company_id AS "companyId", path FROM nodes WHERE name_1 = $1',
    [name]
  );
  return node as StructureNode;
}

test('C1.013 C2.009 C3.003 an issuer is set up from nothing, and its structure built below it', async ({
  page,
  world
}) => {
  test.slow();
  const [bank, company, group] = [`Bank ${tag()}`, `Fjord ${tag()}`, `Nordic ${tag()}`];
  const [sales, kim] = [`Sales ${tag()}`, `Kim ${tag()}`];
  const z = await aUserAt(world.database, 'Z', null);
  await enterAt(page, world, z.userId, '/workspace/issuers');
  await expectAccessible(page);
  await page.getByRole('link', { name: text('issuer.new'), exact: true }).click();
  await expect(page.locator('[name=number]')).toBeVisible();
  await expectAccessible(page);
  await fill(page, { number: 'NO SPACES', name1: bank });
  await expect(page.locator('.message-problem')).toContainText(text('issuer.number.invalid'));
  await fill(page, { number: tag(), icas: '1234\n5678', timeZone: 'Europe/Copenhagen', baseCurrency: 'DKK' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(bank);
  await expect(notice(page)).toContainText(text('structure.done.created'));
  await expect(page.locator('main')).toContainText('1234, 5678');
  await expectAccessible(page);

  const issuer = await nodeNamed(world, bank);
  const i = await aUserAt(world.database, 'I', issuer);
  const [usual, other] = [randomUUID(), randomUUID()];
  await world.database.query(
    `INSERT INTO program_options (issuer_id, id, name, program_type, is_default)
     VALUES ($1, $2, 'Usual', 'corporate', true), ($1, $3, 'Other', 'fleet', false)`,
    [issuer.id, usual, other]
  );
  await enterAt(page, world, i.userId, '/workspace/structure');
  await page
    .getByRole('row', { name: new RegExp(bank) })
    .getByRole('link', { name: bank })
    .click();
  const add = (kind: string) => page.getByRole('link', { name: text(`structure.add.${kind}`), exact: true }).click();
  await add('company_group');
  await fill(page, { number: 'G1', name1: group });
  await add('company');
  await expect(page.locator('[name=currency]')).toBeVisible();
  await expectAccessible(page);
  await fill(page, { number: 'C1', name1: company, name2: 'A/S', currency: 'DKK', fiscalStart: '4' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${company} A/S`);
  await expect(page.locator('main')).toContainText('April');
  // C1.013: it has the issuer's default program option until another is assigned.
  await expect(page.locator('main')).toContainText('Usual');
  await page.getByRole('link', { name: text('structure.change'), exact: true }).click();
  await expect(page.getByLabel(text('program.option'))).toHaveValue(usual);
  await fill(page, { programOptionId: other });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${company} A/S`);
  await expect(page.locator('main')).toContainText('Other');
  await add('org_point');
  await fill(page, { number: 'P1', name1: sales, level: '1' });
  await add('account');
  await fill(page, { cardNumber: '4111111111111112', name1: kim });
  await expect(page.locator('.message-problem')).toContainText(text('card.number.invalid'));
  await expectAccessible(page);
  const card = aCardNumber();
  await fill(page, { cardNumber: card, ica: '1234', creditLimit: '1500.50' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(kim);
  await expect(page.locator('main')).toContainText(`•••• ${card.slice(-4)}`);
  await expect(page.locator('main')).toContainText('DKK');

  // Its state changes, each confirmed.
  await page.getByRole('button', { name: text('structure.event.suspend') }).click();
  await expectAccessible(page);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('structure.event.suspend') })
    .click();
  await expect(page.locator('.page-detail')).toContainText(text('account.state.suspended'));

  // A node with children is not deleted, in the specification's words.
  await page.locator('.trail').getByRole('link', { name: sales }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(sales);
  await chooseAction(page, text('structure.delete'));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('structure.delete') })
    .click();
  // The pop-over that led here may still be closing.
  await expect(page.locator('dialog[open]')).toContainText(
    'Cannot delete as there is data associated with this org point: 1'
  );
  await page.keyboard.press('Escape');

  // Moved by name, through the combo box.
  await page.locator('.trail').getByRole('link', { name: company }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${company} A/S`);
  await add('org_point');
  await fill(page, { number: 'P2', name1: 'Headquarters', level: '1' });
  await page.goto(world.at('tessera', `/workspace/structure/${(await nodeNamed(world, kim)).id}`));
  await page.getByRole('link', { name: text('structure.move'), exact: true }).click();
  await expect(page.locator('main').getByRole('combobox')).toBeVisible();
  await expectAccessible(page);
  await page.locator('main').getByRole('combobox').fill('head');
  await page.getByRole('option', { name: /Headquarters/ }).click();
  await page.locator('.record-form button[type=submit]').click();
  await expect(notice(page)).toContainText(text('structure.done.moved'));
  await expect(page.locator('.trail')).toContainText('Headquarters');

  // A company administrator sees only the names of the nodes above.
  const c = await aUserAt(world.database, 'C', await nodeNamed(world, company));
  await enter(page, world, c.userId);
  await page.goto(world.at('tessera', `/workspace/structure/${(await nodeNamed(world, sales)).id}`));
  await expect(page.locator('.trail')).toContainText(group);
  await expect(page.locator('.trail').getByRole('link', { name: group })).toHaveCount(0);
  const answer = await page.goto(world.at('tessera', `/workspace/structure/${(await nodeNamed(world, group)).id}`));
  expect(answer?.status()).toBe(404);
});

/** A company of three levels with an account, and its administrator signed in. */
async function aCompanyWithTree(page: Page, world: World) {
  const db = world.database;
  const company = await aCompany(db, await anIssuer(db), { name: `Tree ${tag()}` });
  const alpha = await anOrgPoint(db, company, { name: 'Alpha' });
  await anOrgPoint(db, company, { name: 'Beta' });
  await anOrgPoint(db, company, { name: 'Gamma' });
  const inner = await anOrgPoint(db, alpha, { name: 'Inner', level: 2 });
  await anAccount(db, inner, { name: 'Robin Example', lastFour: '4711' });
  const c = await aUserAt(db, 'C', company);
  await enter(page, world, c.userId);
  return company;
}

test('C1.015 C2.007 the tree is walked by keyboard alone, and searched', async ({ page, world }) => {
  const company = await aCompanyWithTree(page, world);
  await page.goto(world.at('tessera', '/workspace/structure'));
  const item = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
  await expect(page.getByRole('treegrid')).toBeVisible();
  await expectAccessible(page);
  await item(company.name).focus();
  await expect(item(company.name)).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(item('Alpha')).toBeFocused();
  await expect(item('Alpha')).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowRight');
  await expect(item('Inner')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(item('Inner')).toBeFocused();
  await page.keyboard.press('End');
  await expect(item('Gamma')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(item(company.name)).toBeFocused();
  await page.keyboard.type('be');
  await expect(item('Beta')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(item('Inner')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(item('Alpha')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(item('Inner')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Alpha');

  await page.goto(world.at('tessera', '/workspace/structure'));
  await page.getByRole('searchbox', { name: text('structure.search') }).fill('4711');
  await page.keyboard.press('Enter');
  await expect(page.locator('main').getByRole('link', { name: 'Robin Example' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: text('structure.in.tree') }).click();
  await expect(item('Robin Example')).toBeVisible();
});

test('C5.063 an upload shows every error, then every change, and is applied', async ({ page, world }) => {
  const db = world.database;
  const company = await aCompany(db, await anIssuer(db), { name: `Upload ${tag()}` });
  await anOrgPoint(db, company, { number: 'P1', name: 'Sales' });
  const c = await aUserAt(db, 'C', company);
  await enterAt(page, world, c.userId, '/workspace/structure/upload');
  await expectAccessible(page);
  const send = async (name: string, buffer: Buffer) => {
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
    await page.getByRole('button', { name: text('structure.upload.check') }).click();
  };
  await send('notes.xlsx', Buffer.from('not a workbook'));
  await expect(page.locator('.message-problem')).toContainText('Unsupported file type');
  await send(
    'wrong.xlsx',
    aStructureFile([
      { kind: 'org_point', number: 'P2', name1: 'New', level: '99' },
      { kind: 'account', number: '', name1: 'Kim', cardNumber: '1' }
    ])
  );
  await expect(page.getByText(text('structure.level.invalid'))).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('cell', { name: 'D · Level' })).toBeVisible();
  await expectAccessible(page);

  await page.goto(world.at('tessera', '/workspace/structure/upload'));
  const rows = Array.from({ length: 120 }, (_, at) => ({
    kind: 'org_point',
    number: `N${at}`,
    name1: `Department ${at}`,
    level: '2',
    parent: 'P1'
  }));
  await send(
    'right.xlsx',
    aStructureFile([{ kind: 'org_point', number: 'P1', name1: 'Sales & Service', level: '1' }, ...rows])
  );
  await expect(page.getByRole('heading', { name: text('structure.upload.ready') })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('row', { name: /Sales & Service/ })).toContainText('Name 1: Sales → Sales & Service');
  await expectAccessible(page);
  await page.getByRole('link', { name: text('structure.tree.more') }).click();
  await expect(page.getByRole('row', { name: /Department 119/ })).toBeVisible();
  await page.getByRole('button', { name: text('structure.upload.apply') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('structure.upload.apply') })
    .click();
  await expect(page.getByText(text('structure.upload.applied'))).toBeVisible({ timeout: 30_000 });
  await page.goto(world.at('tessera', '/workspace/structure'));
  await expect(page.getByRole('row', { name: /^Sales & Service/ })).toContainText('99+');
  await page.goto(world.at('tessera', '/workspace/jobs'));
  await expect(page.getByRole('row', { name: new RegExp(text('job.kind.structure.apply')) })).toContainText(
    text('job.status.completed')
  );
  await expectAccessible(page);
});

test('the structure fits a narrow screen', async ({ page, world }) => {
  await page.setViewportSize({ width: 375, height: 800 });
  const company = await aCompanyWithTree(page, world);
  for (const path of [
    '',
    '/upload',
    '/list',
    '/accounts',
    `/${company.id}`,
    `/${company.id}/change`,
    `/${company.id}/new?kind=account`
  ]) {
    await page.goto(world.at('tessera', `/workspace/structure${path}`));
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth
    );
    expect({ path, overflow }).toEqual({ path, overflow: 0 });
    await expectAccessible(page);
  }
});
