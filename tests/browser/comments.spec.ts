import { translator } from '@/lib/core/language/texts';
import { expect, expectAccessible, expectFits, keepPicture, test, type World } from '../support/browser';
import { PASSWORD } from '../support/people';
import { PortalClient } from '../support/portal-client';
import { aCompany, anAccount, anIssuer, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { aTransaction } from '../support/transactions';
import { enter, enterAt, readIn, scripted } from '../support/workspace-walk';

async function aTrip({ database }: World) {
  const issuer = await anIssuer(database);
  const company = await aCompany(database, issuer);
  const account = await anAccount(database, company);
  const hotel = await aTransaction(database, account, { merchant: 'Harbour Hotel' });
  const A = await aUserAt(database, 'A', account, { firstName: 'Ada', lastName: 'Holm' });
  const ben = await aUserAt(database, 'C', company, { firstName: 'Ben', lastName: 'Lind' });
  const cleo = await aUserAt(database, 'C', company, { firstName: 'Cleo', lastName: 'Lindqvist' });
  await aUserAt(database, 'C', await aCompany(database, issuer), { firstName: 'Dan', lastName: 'Lindgren' });
  return { A, ben, cleo, hotel, path: `/workspace/transactions/${hotel.id}` };
}

test('a cardholder comments on a transaction, mentions those who see it, and removes the comment again', async ({
  page,
  world
}) => {
  test.slow();
  const { A, path } = await aTrip(world);
  await enterAt(page, world, A.userId, path);
  await scripted(page);
  const panel = page.getByRole('region', { name: text('comment.title') });
  const field = panel.getByRole('textbox', { name: text('comment.text') });
  const mention = panel.getByRole('combobox', { name: text('comment.mention') });
  await expect(mention).toBeHidden();
  await panel.getByText(text('comment.mention.choose')).click();
  const add = panel.getByRole('button', { name: text('comment.add') });
  await expect(panel).toContainText(text('comment.none'));
  await page.locator('[name=purpose]').fill('Trade fair');

  // Nothing written, a card number, and somebody who doesn't see the record: each is told at its field.
  const fault = panel.locator('.field-error:not(:empty)');
  await add.click();
  await expect(fault).toHaveText(text('required.field', { field: text('comment.text') }));
  await expect(panel.getByRole('alert')).toBeFocused();
  await field.fill('My card is 4111 1111 1111 1111');
  await add.click();
  await expect(fault).toHaveText(text('card.number.refused', { field: text('comment.text') }));
  await field.fill('Dinner with two guests.\nWho approves it?');
  await mention.fill('Dan Lindgren');
  await add.click();
  await expect(fault).toHaveText(text('comment.mention.unknown'));
  await expect(mention).toHaveValue('Dan Lindgren');
  await expect(field).toHaveValue('Dinner with two guests.\nWho approves it?');
  await expectAccessible(page);
  await keepPicture(page, 'comments-refused');

  await mention.fill('lind');
  const options = panel.getByRole('option');
  await expect(options).toHaveCount(2);
  await expect(options).toContainText(['Ben Lind', 'Cleo Lindqvist']);
  await expectAccessible(page);
  await mention.press('Enter');
  const picked = panel.getByRole('row');
  await expect(picked).toHaveText([/Ben Lind/]);
  await expect(mention).toBeFocused();
  await expect(mention).toHaveValue('');
  await mention.pressSequentially('cleo');
  await options.filter({ hasText: 'Cleo Lindqvist' }).click();
  await expect(picked).toHaveText([/Ben Lind/, /Cleo Lindqvist/]);
  await expect(mention).toBeFocused();
  await expectAccessible(page);
  await keepPicture(page, 'comments-mentions');
  await picked.filter({ hasText: 'Cleo' }).focus();
  await page.keyboard.press('Delete');
  await expect(picked).toHaveText([/Ben Lind/]);
  // Whoever is named in full need not be picked.
  await mention.fill('Cleo Lindqvist');
  await add.click();
  const told = panel.getByRole('status').filter({ hasText: text('comment.added') });
  await expect(told).toBeFocused();
  const comments = panel.locator('.comments > li');
  await expect(comments).toHaveCount(1);
  await expect(comments).toContainText(`Ada Holm ${text('comment.to', { names: 'Ben Lind and Cleo Lindqvist' })}`);
  const words = comments.getByText('Dinner with two guests.');
  expect(await words.textContent()).toBe('Dinner with two guests.\nWho approves it?');
  await expect(words).toHaveCSS('white-space-collapse', 'preserve');
  await expect(field).toHaveValue('');
  await expect(mention).toHaveValue('');
  await expect(page.locator('[name=purpose]')).toHaveValue('Trade fair');
  await expectAccessible(page);
  await keepPicture(page, 'comments');
  await page.setViewportSize({ width: 375, height: 800 });
  await expectFits(page);
  await keepPicture(page, 'comments-narrow');
  await page.setViewportSize({ width: 1440, height: 900 });

  // A name after @ in the text mentions as well.
  await field.fill('');
  await field.pressSequentially('@cleo');
  await expect(options).toHaveText([/Cleo Lindqvist/]);
  await expectAccessible(page);
  await keepPicture(page, 'comments-at');
  await field.press('Enter');
  await expect(field).toHaveValue('@Cleo Lindqvist ');
  await expect(field).toBeFocused();
  await expect(options).toHaveCount(0);
  await expect(picked).toHaveText([/Cleo Lindqvist/]);
  await field.fill('A draft');
  await comments.getByRole('button', { name: text('comment.remove') }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(text('comment.remove.question'));
  await dialog.getByRole('button', { name: text('comment.remove') }).click();
  const removed = panel.getByRole('status').filter({ hasText: text('comment.removed') });
  await expect(removed).toBeFocused();
  await expect(comments).toHaveText(new RegExp(`^Ada Holm.*${text('comment.gone')}$`, 's'));
  await expect(comments.getByRole('button')).toHaveCount(0);
  await expect(field).toHaveValue('A draft');
});

test('people who don’t see the transaction are offered nobody', async ({ page, world }) => {
  const { A, hotel, path } = await aTrip(world);
  await enter(page, world, A.userId);
  const offered = `/workspace/comments/people/transaction/${hotel.id}?q=lind`;
  const client = new PortalClient(world.server.port, 'tessera.localhost');
  await client.signIn(A.userId, PASSWORD);
  expect(JSON.parse((await client.call(offered)).body)).toHaveLength(2);
  const other = await aTrip(world);
  const stranger = new PortalClient(world.server.port, 'tessera.localhost');
  await stranger.signIn(other.A.userId, PASSWORD);
  expect(JSON.parse((await stranger.call(offered)).body)).toEqual([]);

  const ja = translator('ja');
  await readIn('ja', page, world, 'tessera');
  await page.goto(world.at('tessera', path));
  await expect(page.getByRole('region', { name: ja('comment.title') })).toBeVisible();
  await expectAccessible(page);
});
