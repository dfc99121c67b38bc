import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { translator } from '@/lib/core/language/texts';
import { aReceipt } from '../support/attachments';
import { expect, expectAccessible, expectFits, keepPicture, test } from '../support/browser';
import { aCompany, anAccount, anIssuer, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { enter, enterAt, goByNavigation, scripted } from '../support/workspace-walk';

const words = translator('en_US');

test('C2.028 C3.036 an administrator adds a file to the resource centre; a cardholder finds and opens it', async ({
  page,
  world
}) => {
  test.slow();
  const issuer = await anIssuer(world.database);
  const company = await aCompany(world.database, issuer);
  const account = await anAccount(world.database, company);
  const C = await aUserAt(world.database, 'C', company);
  const A = await aUserAt(world.database, 'A', account);
  await enter(page, world, C.userId);
  await goByNavigation(page, 'resource.title');
  // What the product brings itself is there before anybody adds anything.
  const guide = page.getByRole('main').getByRole('link', { name: text('resource.guide.company.title') });
  await expect(guide).toBeVisible();
  await expectAccessible(page);
  await keepPicture(page, 'resource-guides');
  await guide.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('resource.guide.company.title'));
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: text('structure.title') })
      .last()
  ).toBeVisible();
  await expectAccessible(page);
  await keepPicture(page, 'resource-guide');
  await page.setViewportSize({ width: 375, height: 800 });
  await expectFits(page);
  await keepPicture(page, 'resource-guide-375');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goBack();
  await scripted(page);
  await page
    .getByRole('main')
    .getByRole('link', { name: text('resource.set.up'), exact: true })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('setup.entity.resource.many'));
  await page.goto(world.at('tessera', `/workspace/set-up/resource/new?issuer=${issuer.id}&company=${company.id}`));
  await scripted(page);
  const form = page.getByRole('main');
  await form.getByLabel(text('setup.entity.resource.field.name')).fill('Guide for cardholders');
  await form.getByLabel(text('setup.entity.resource.field.topic')).selectOption('guides');
  await form.getByRole('button', { name: text('setup.save') }).click();
  await expect(form.locator('.field-error:not(:empty)')).toHaveText(text('resource.nothing'));
  const path = join(mkdtempSync(join(tmpdir(), 'resources-')), 'guide.pdf');
  writeFileSync(path, aReceipt('pdf', 4_000));
  await form.locator('input[type=file]').setInputFiles(path);
  await form.getByRole('button', { name: text('setup.save') }).click();
  await expect(page.getByRole('link', { name: 'Guide for cardholders' }).first()).toBeVisible();

  await page.context().clearCookies();
  await enter(page, world, A.userId);
  await goByNavigation(page, 'resource.title');
  const link = page.getByRole('main').getByRole('link', { name: 'Guide for cardholders' });
  await expect(link).toBeVisible();
  await scripted(page);
  await expectAccessible(page);
  await keepPicture(page, 'resources');
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toBe('guide.pdf');

  // A search by one character is refused at its field; two find it, within a topic.
  const search = page.getByRole('searchbox', { name: text('resource.search') });
  await search.fill('g');
  await search.press('Enter');
  const fault = words('search.too.short', { least: 2 });
  await expect(page.locator('#resource-q-error')).toHaveText(fault);
  await expect(search).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await keepPicture(page, 'resources-refused');
  await search.fill('gu');
  await search.press('Enter');
  await expect(link).toBeVisible();
  await expect(page).toHaveURL(/\?q=gu$/);
  const topics = page.getByRole('navigation', { name: text('resource.topics') });
  await topics.getByRole('link', { name: /^User guides/ }).click();
  await expect(link).toBeVisible();
  await topics.getByRole('link', { name: /^Forms/ }).click();
  await expect(page.getByRole('main')).toContainText(text('resource.none.found'));
  await page.setViewportSize({ width: 375, height: 800 });
  await topics.getByRole('link', { name: text('resource.topic.all') }).click();
  await expect(link).toBeVisible();
  await expectFits(page);
  await keepPicture(page, 'resources-narrow');

  // Whoever manages it sees who opened it; what came after the last visit is marked.
  await page.setViewportSize({ width: 1440, height: 900 });
  await enterAt(page, world, C.userId, '/workspace/resources');
  await expect(page.getByRole('main').getByText(text('resource.new'), { exact: true })).toHaveCount(0);
  await world.database.query("UPDATE resource_visits SET seen_at = now() - interval '2 days', before_at = NULL");
  await world.database.query(
    "UPDATE setup_records SET created_at = now() - interval '1 day' WHERE entity = 'resource'"
  );
  await page.reload();
  await expect(page.getByRole('main').getByText(text('resource.new'), { exact: true })).toBeVisible();
  await expectAccessible(page);
  await keepPicture(page, 'resources-new');
  await page.getByRole('link', { name: text('resource.opened') }).click();
  await expect(page.getByRole('row', { name: new RegExp(A.userId) })).toBeVisible();
  await expectAccessible(page);
  await keepPicture(page, 'resource-opened');
  await page.setViewportSize({ width: 375, height: 800 });
  await expectFits(page);
  await keepPicture(page, 'resource-opened-375');
});
