import { expect, expectAccessible, expectFits, keepPicture, test } from '../support/browser';
import { aCompany, anAccount, anIssuer, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import {
  enter,
  goByNavigation,
  notice,
  openPersonMenu,
  scripted,
  signInBeside,
  tabTo
} from '../support/workspace-walk';

const SUBJECT = 'Never give your PIN to anybody';

test('C1.008 C2.005 an administrator sends a message; a cardholder finds it on the home page, and by the bell in the inbox', async ({
  page,
  world
}) => {
  test.slow();
  const issuer = await anIssuer(world.database);
  const company = await aCompany(world.database, issuer, { name: 'Harbour Works' });
  const account = await anAccount(world.database, company);
  const A = await aUserAt(world.database, 'A', account, { firstName: 'Ada', lastName: 'Holm' });
  const I = await aUserAt(world.database, 'I', issuer, { firstName: 'Ida', lastName: 'Berg' });
  await enter(page, world, I.userId);
  await goByNavigation(page, 'inbox.title');
  await expect(page.getByRole('main')).toContainText(text('inbox.none.all'));
  await scripted(page);
  await page
    .getByRole('main')
    .getByRole('link', { name: text('inbox.new') })
    .click();
  const form = page.getByRole('main');
  await scripted(page);

  // What is missing is told at its field.
  await form.getByRole('button', { name: text('inbox.send') }).click();
  await expect(form.locator('.field-error:not(:empty)')).toHaveCount(2);
  await expectAccessible(page);
  await keepPicture(page, 'inbox-new-refused');
  const place = form.getByRole('combobox', { name: text('inbox.place') });
  await place.fill('harbour');
  await expect(form.getByRole('option')).toContainText(['Harbour Works']);
  await place.press('ArrowDown');
  await place.press('Enter');
  await form.getByLabel(text('inbox.subject')).fill(SUBJECT);
  await form.getByLabel(text('inbox.body')).fill('Criminals call in our name.\nHang up.');
  await form.getByLabel(text('inbox.must.confirm')).check();
  await form.getByRole('button', { name: text('inbox.send') }).click();
  await expect(notice(page)).toHaveText(text('inbox.done.sent'));
  await expect(page.getByRole('main')).toContainText(text('inbox.readers.none'));
  await expectAccessible(page);
  await keepPicture(page, 'inbox-sent-message');

  // The cardholder: on the home page, in the bell and in the inbox, by the keyboard.
  await page.context().clearCookies();
  await enter(page, world, A.userId);
  const card = page.getByRole('region', { name: text('inbox.title') });
  await expect(card.getByRole('link', { name: SUBJECT })).toBeVisible();
  await expect(card).toContainText('Ida Berg');
  const bell = page.locator('.inbox-bell');
  await expect(bell).toHaveAttribute('aria-description', text('navigation.waiting', { count: '1' }));
  await expectAccessible(page);
  await keepPicture(page, 'home-inbox');
  await page.setViewportSize({ width: 375, height: 800 });
  await expectFits(page);
  await keepPicture(page, 'home-inbox-narrow');
  await page.setViewportSize({ width: 1440, height: 900 });
  await tabTo(page, bell);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('inbox.title'));
  await expect(page.getByRole('main').getByRole('link', { name: SUBJECT })).toBeVisible();
  await keepPicture(page, 'inbox');

  // With something else in it, it is sorted by what its entries are about.
  await world.database.query(
    `INSERT INTO inbox_notices (issuer_id, id, user_id, kind, params, href, posted_at)
     SELECT issuer_id, gen_random_uuid(), id, 'payment.returned', '{"reference": "7", "reason": "The account is closed."}', '/workspace/payments', now()
     FROM users WHERE user_id = $1`,
    [A.userId]
  );
  await page.reload();
  const kinds = page.getByRole('navigation', { name: text('inbox.kinds') });
  await expect(kinds.getByRole('link')).toHaveText([/2$/, /1$/, /1$/]);
  await kinds.getByRole('link', { name: text('inbox.kind.failures') }).click();
  await expect(kinds.locator('[aria-current]')).toContainText(text('inbox.kind.failures'));
  await expect(page.locator('.inbox > li')).toHaveCount(1);
  await expect(page.getByRole('main').getByRole('link', { name: SUBJECT })).toHaveCount(0);
  await expectAccessible(page);
  await keepPicture(page, 'inbox-failures');
  await page.setViewportSize({ width: 375, height: 800 });
  await expectFits(page);
  await keepPicture(page, 'inbox-failures-narrow');
});

test('C2.005 a user adds a page to the quick links, renames, moves and removes it', async ({ page, world }) => {
  test.slow();
  const company = await aCompany(world.database, await anIssuer(world.database));
  const C = await aUserAt(world.database, 'C', company, { firstName: 'Ben', lastName: 'Lind' });
  await signInBeside(page, world, C.userId, 'tessera');
  for (const path of ['/workspace/transactions?state=open', '/workspace/people']) {
    await page.goto(world.at('tessera', path));
    await scripted(page);
    await openPersonMenu(page);
    await page.getByRole('menuitem', { name: text('quick.link.add') }).click();
    await expect(page.getByText(/is among your quick links/)).toBeVisible();
  }
  await page.goto(world.at('tessera', '/workspace'));
  const card = page.getByRole('region', { name: text('quick.link.title') });
  await expect(card.getByRole('listitem')).toHaveCount(2);
  await scripted(page);
  await card.getByRole('link', { name: text('quick.link.arrange') }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('quick.link.title'));
  await scripted(page);
  const lines = page.locator('.quick-links > li');
  const name = (at: number) => lines.nth(at).getByLabel(text('quick.link.name'));
  const [first, second] = [await name(0).inputValue(), await name(1).inputValue()];
  await page.getByRole('button', { name: text('quick.link.down', { name: first }) }).press('Enter');
  await expect(name(0)).toHaveValue(second);
  await name(1).fill('To review');
  await lines
    .nth(1)
    .getByRole('button', { name: text('quick.link.rename') })
    .click();
  await expect(page.getByRole('button', { name: text('quick.link.up', { name: 'To review' }) })).toBeVisible();
  await expectAccessible(page);
  await keepPicture(page, 'quick-links');
  await page.setViewportSize({ width: 375, height: 800 });
  await expectFits(page);
  await keepPicture(page, 'quick-links-narrow');
  await page.getByRole('button', { name: text('quick.link.remove', { name: second }) }).click();
  await expect(lines).toHaveCount(1);
  await page.goto(world.at('tessera', '/workspace'));
  await scripted(page);
  await card.getByRole('link', { name: 'To review' }).click();
  await expect(page).toHaveURL(/\/workspace\/transactions\?state=open$/);
});
