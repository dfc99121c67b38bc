import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectFits, keepPicture, test, type World } from '../support/browser';
import { aCompany, anIssuer, aUserAt, type StructureNode } from '../support/structure';
import { text } from '../support/texts';
import { enter, notice, scripted } from '../support/workspace-walk';

const press = (page: Page, name: string) => page.locator('main').getByRole('button', { name, exact: true }).click();
const fault = (page: Page) => page.locator('main').getByRole('alert').first();

/** A page of a company's set-up. */
async function open(page: Page, world: World, path: string, { issuerId, id }: StructureNode): Promise<void> {
  await page.goto(world.at('tessera', `/workspace/set-up/${path}?issuer=${issuerId}&company=${id}`));
  await scripted(page);
}

/** Positions 7 to 12 are 111111. */
const NUMBER = '4111111111111111';

test('C2.021 C3.032 C5.043 C9.010 an administrator keeps a real card: its number is typed once, its alias is all that shows', async ({
  page,
  world
}) => {
  const company = await aCompany(world.database, await anIssuer(world.database));
  await world.database.query(
    `INSERT INTO setup_records (issuer_id, id, entity, owner_id, code, name, data, position)
     VALUES ($1, gen_random_uuid(), 'issuer-card-type', $1, 'CORP', 'Corporate', '{"bins": ["411111"]}', 1)`,
    [company.issuerId]
  );
  const administrator = await aUserAt(world.database, 'C', company);
  await enter(page, world, administrator.userId);
  await open(page, world, 'real-card/new', company);
  const type = page.getByText(text('setup.entity.real.card.field.type'), { exact: true });
  await expect(type).toHaveCount(0);
  await page.locator('[name=name]').fill('Fleet 1111');
  await page.locator('[name=number]').fill(NUMBER);
  await page.locator('[name=expiry]').fill('13/29');
  await press(page, text('setup.save'));
  await expect(fault(page)).toContainText(text('real.card.expiry.invalid'));
  // Nothing that the server answers has the number.
  expect(await page.content()).not.toContain(NUMBER);
  await page.locator('[name=expiry]').fill('06/39');
  await press(page, text('setup.save'));
  await expect(fault(page)).toContainText(text('real.card.alias.hidden'));
  await expectAccessible(page);
  await keepPicture(page, 'real-card-refused');
  await page.locator('[name=name]').fill('Fleet 7');
  await press(page, text('setup.save'));
  await expect(notice(page)).toContainText(text('setup.done.created'));
  await expect(page.locator('main')).toContainText('•••• 1111');
  // Its card type is found by its number.
  await expect(page.getByRole('row', { name: /Fleet 7/ })).toContainText('Corporate');
  await expectAccessible(page);
  await keepPicture(page, 'real-cards');
  await page.locator('main').getByRole('link', { name: 'Fleet 7' }).first().click();
  await expect(page.locator('main')).toContainText('•••• 1111');
  expect(await page.content()).not.toContain(NUMBER);
  await expect(type.first()).toBeVisible();
  await expect(page.locator('main')).toContainText('Corporate');
  // Left empty, the number stays.
  await scripted(page);
  await page.locator('[name=expiry]').fill('07/39');
  await press(page, text('setup.save'));
  await expect(notice(page)).toContainText(text('setup.done.changed'));
  await expect(page.locator('main')).toContainText('•••• 1111');
  await page.locator('main').getByRole('link', { name: 'Fleet 7' }).first().click();
  await scripted(page);
  await expectAccessible(page);
  await keepPicture(page, 'real-card');
  await page.setViewportSize({ width: 375, height: 812 });
  await expectFits(page);
  await keepPicture(page, 'real-card-narrow');
  await open(page, world, 'real-card', company);
  await expectFits(page);
  await expectAccessible(page);
});

const created = (page: Page) => expect(notice(page)).toContainText(text('setup.done.created'));

test('C2.022 C3.021 an administrator sets up an integrator: its key is write-only, no address leads inward, and a test goes out', async ({
  page,
  world
}) => {
  const company = await aCompany(world.database, await anIssuer(world.database));
  const administrator = await aUserAt(world.database, 'C', company);
  await enter(page, world, administrator.userId);
  await open(page, world, 'integrator/new', company);
  const key = `whsec_${'QUJD'.repeat(10)}`;
  await page.locator('[name=name]').fill('Order desk');
  await page.locator('[name=delivery]').selectOption('webhook');
  await page.locator('[name=address]').fill('https://10.0.0.1/hook');
  await page.locator('[name=key]').fill(key);
  await press(page, text('setup.save'));
  await expect(fault(page)).toContainText(text('integrator.address.inward'));
  await page.locator('[name=address]').fill('https://hooks.nowhere.invalid/payments');
  await press(page, text('setup.save'));
  await created(page);
  await page.locator('main').getByRole('link', { name: 'Order desk' }).first().click();
  expect(await page.content()).not.toContain(key);
  await scripted(page);
  await press(page, text('integrator.test'));
  const deliveries = page.getByRole('region', { name: text('integrator.deliveries') });
  await expect(deliveries).toContainText(text('integrator.event.test'));
  await expect(async () => {
    await page.reload();
    await expect(deliveries).toContainText(text('integrator.fault.unknown'), { timeout: 1_000 });
  }).toPass();
  await expectAccessible(page);
  await keepPicture(page, 'integrator');
  await page.setViewportSize({ width: 375, height: 812 });
  await expectFits(page);
  await keepPicture(page, 'integrator-narrow');
});

test('C2.080 C3.021 another one is told by SFTP or by mail: what leads inward is refused, and a test arrives', async ({
  page,
  world
}) => {
  const company = await aCompany(world.database, await anIssuer(world.database));
  const administrator = await aUserAt(world.database, 'C', company);
  await enter(page, world, administrator.userId);
  await open(page, world, 'integrator/new', company);
  await page.locator('[name=name]').fill('Ledger hub');
  await page.locator('[name=delivery]').selectOption('sftp');
  await expect(page.locator('[name=address]')).toBeHidden();
  await page.locator('[name=folder]').fill('sftp://tessera@10.0.0.1/incoming');
  await page.locator('[name=hostKey]').fill('SHA256:abc');
  await page.locator('[name=credential]').fill('correct horse battery');
  await press(page, text('setup.save'));
  await expect(fault(page)).toContainText(text('integrator.host.key.invalid'));
  await page.locator('[name=hostKey]').fill(`SHA256:${'A'.repeat(43)}`);
  await press(page, text('setup.save'));
  await expect(fault(page)).toContainText(text('integrator.address.inward'));
  expect(await page.content()).not.toContain('correct horse');
  await expectAccessible(page);
  await keepPicture(page, 'integrator-sftp');
  await page.setViewportSize({ width: 375, height: 812 });
  await expectFits(page);
  await expectAccessible(page);
  await keepPicture(page, 'integrator-sftp-narrow');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.locator('[name=delivery]').selectOption('mail');
  await page.locator('[name=mailbox]').fill('hub@rivet.example');
  await press(page, text('setup.save'));
  await created(page);
  await expectAccessible(page);
  await keepPicture(page, 'integrators');
  await page.locator('main').getByRole('link', { name: 'Ledger hub' }).first().click();
  await scripted(page);
  await press(page, text('integrator.test'));
  const mail = await world.mailbox.next('hub@rivet.example');
  expect(mail.attachments.map(({ filename }) => filename)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^test-.*\.json$/)])
  );
  const deliveries = page.getByRole('region', { name: text('integrator.deliveries') });
  await expect(async () => {
    await page.reload();
    await expect(deliveries).toContainText(text('integrator.state.delivered'), { timeout: 1_000 });
  }).toPass();
  await expectAccessible(page);
  await keepPicture(page, 'integrator-mail');
});
