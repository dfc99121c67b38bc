import type { Locator, Page } from '@playwright/test';
import { aProfile } from '../support/approvals';
import { expect, expectAccessible, expectFits, keepPicture, test, type World } from '../support/browser';
import { aCompany, anAccount, anIssuer, aUserAt, type StructureNode } from '../support/structure';
import { text } from '../support/texts';
import { enter, enterAt, goByNavigation, notice, scripted } from '../support/workspace-walk';

const main = (page: Page) => page.locator('main');
const section = (page: Page, id: string) => main(page).locator(`section#${id}`);

const saveOf = (part: Locator) => part.getByRole('button', { name: text('form.save'), exact: true });

/** Saves a section of the group's page, and waits for its tick. */
async function save(page: Page, part: Locator): Promise<void> {
  await saveOf(part).click();
  await expect(part.locator('.group-section-head')).toContainText(text('purchase.group.complete'));
  await scripted(page);
}

const activate = (page: Page) =>
  main(page)
    .getByRole('button', { name: text('user.event.activate'), exact: true })
    .click();

/** A company with a type, a supplier, a template and an approval profile of two levels. */
async function aCompanyThatBuys(world: World) {
  const { database } = world;
  const company = await aCompany(database, await anIssuer(database));
  const account = await anAccount(database, company);
  const [administrator, buyer, small, large] = [
    await aUserAt(database, 'C', company, { firstName: 'Clara', lastName: 'Dahl' }),
    await aUserAt(database, 'A', account, { firstName: 'Berit', lastName: 'Buyer' }),
    await aUserAt(database, 'C', company, { firstName: 'Sune', lastName: 'Small' }),
    await aUserAt(database, 'C', company, { firstName: 'Lena', lastName: 'Large' })
  ];
  await aProfile(database, company, {
    name: 'Purchases',
    levels: [
      { name: 'Team', limit: '500', members: [small.id] },
      { name: 'Finance', members: [large.id] }
    ]
  });
  await records(world, company);
  return { company, administrator, buyer };
}

/** The set-up records of the company, as its lists would store them. */
async function records({ database }: World, { issuerId, id: companyId }: StructureNode): Promise<void> {
  const add = async (entity: string, name: string, data: object) => {
    const [made] = await database.query<{ id: string }>(
      `INSERT INTO setup_records (issuer_id, id, entity, owner_id, name, data)
       VALUES ($1, gen_random_uuid(), $2, $3, $4, $5) RETURNING id`,
      [issuerId, entity, companyId, name, JSON.stringify(data)]
    );
    return made?.id as string;
  };
  const type = await add('purchase-type', 'Travel', {});
  await add('supplier', 'Nordlys Hotell', {
    merchantId: 'NORDLYSHOTELL01',
    emails: ['a@nordlys.example'],
    language: 'en_US'
  });
  await add('purchase-template', 'A stay', {
    type,
    currency: 'NOK',
    velocity: 'monthly',
    velocityAmount: '2000',
    validityLevels: ['expiry']
  });
}

/** Fills the sections of the group's page one after the other. */
async function fill(page: Page): Promise<void> {
  const users = section(page, 'users');
  await users.getByRole('combobox', { name: text('users.title') }).fill('Berit');
  await page.getByRole('option', { name: /Berit Buyer/ }).click();
  await expect(users.getByRole('row', { name: /Berit Buyer/ })).toBeVisible();
  await save(page, users);
  await section(page, 'approvals').locator('[name=profile]').selectOption({ label: 'Purchases' });
  await save(page, section(page, 'approvals'));
  await section(page, 'types').getByLabel('Travel', { exact: true }).check();
  await save(page, section(page, 'types'));
  await section(page, 'templates').getByLabel('A stay', { exact: true }).check();
  await save(page, section(page, 'templates'));
}

/** Goes to a new request. */
async function openNewRequest(page: Page): Promise<void> {
  await goByNavigation(page, 'purchase.title');
  await main(page)
    .getByRole('link', { name: text('purchase.new') })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('purchase.new'));
}

test('C2.077 C4.015 C4.016 C6.029 an administrator builds and activates a group; a buyer outside it is refused, and inside it requests', async ({
  page,
  world
}) => {
  test.slow();
  const { administrator, buyer } = await aCompanyThatBuys(world);
  await enter(page, world, buyer.userId);
  await openNewRequest(page);
  await expect(main(page)).toContainText(text('purchase.group.needed'));
  await expectAccessible(page);
  await keepPicture(page, 'purchase-group-needed');

  await enter(page, world, administrator.userId);
  await goByNavigation(page, 'purchase.groups');
  await expect(page.locator('.empty')).toContainText(text('purchase.groups.none'));
  await main(page)
    .getByRole('link', { name: text('purchase.group.new') })
    .click();
  await scripted(page);
  await main(page).locator('[name=name]').fill('Buyers of the north');
  await main(page)
    .getByRole('button', { name: text('form.save'), exact: true })
    .click();
  await expect(notice(page)).toHaveText(text('purchase.group.done.saved'));
  await scripted(page);
  const address = page.url().replace(/[?#].*/, '');

  // It is refused with everything that is missing.
  await activate(page);
  for (const missing of ['users', 'approvals', 'types', 'templates'])
    await expect(
      main(page)
        .getByRole('alert')
        .filter({ hasText: text(`purchase.group.missing.${missing}`) })
    ).toBeVisible();
  await expectAccessible(page);
  await keepPicture(page, 'purchase-group-new');
  await fill(page);
  await expect(page.locator('.group-index [data-missing=true]')).toHaveCount(0);
  await activate(page);
  await expect(notice(page)).toHaveText(text('purchase.group.done.activated'));

  // Who would be asked for an amount above the first limit.
  await scripted(page);
  await page.locator('#asked [name=amount]').fill('750');
  await page
    .locator('#asked')
    .getByRole('button', { name: text('purchase.group.asked.show') })
    .click();
  await expect(page.locator('#asked').getByRole('status')).toContainText('Finance: Lena Large');
  await expect(page.locator('#asked').getByRole('status')).not.toContainText('Sune');
  await expectAccessible(page);
  await keepPicture(page, 'purchase-group-active');
  await page.setViewportSize({ width: 375, height: 812 });
  await expectFits(page);
  await expectAccessible(page);
  await keepPicture(page, 'purchase-group-narrow');
  await page.setViewportSize({ width: 1440, height: 900 });

  await enter(page, world, buyer.userId);
  await openNewRequest(page);
  await main(page).getByRole('link', { name: 'A stay' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A stay');
  await scripted(page);
  await main(page).locator('[name=supplierId]').selectOption({ label: 'Nordlys Hotell' });
  await main(page).locator('[name="line.1.description"]').fill('Two nights');
  await main(page).locator('[name="line.1.unitCost"]').fill('500');
  await main(page).locator('[name=purchaseLimit]').fill('500');
  await main(page)
    .getByRole('button', { name: text('purchase.save'), exact: true })
    .click();
  await expect(notice(page)).toContainText(text('purchase.done.saved'));

  // Without types the group is in progress again.
  await enterAt(page, world, administrator.userId, address);
  await scripted(page);
  await section(page, 'types').getByLabel('Travel', { exact: true }).uncheck();
  await saveOf(section(page, 'types')).click();
  await expect(notice(page)).toHaveText(text('purchase.group.done.saved.in_progress'));
  await expect(page.locator('.page-head')).toContainText(text('purchase.group.in.progress'));
  await enter(page, world, buyer.userId);
  await openNewRequest(page);
  await expect(main(page)).toContainText(text('purchase.group.needed'));
});
