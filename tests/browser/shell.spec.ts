import type { Page, Request } from '@playwright/test';
import { expect, expectAccessible, searchByKey, test } from '../support/browser';
import { aCardholder } from '../support/people';
import { aCompany, anAccount, anIssuer, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { enter, enterAt, listedRows, notice, openPersonMenu, scripted } from '../support/workspace-walk';

const BRAND = 'norrvik';
// What covers a page comes and goes by moving; other files do without.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** The effective colour scheme of the page. */
const backgroundOf = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

/** The answer to the post that stores a preference of the display. */
const stored = (page: Page, preference: string) =>
  page.waitForResponse((response) => response.request().postData()?.includes(`"${preference}"`) ?? false);

test('navigation shows each person only what they may', async ({ page, world }) => {
  const cardholder = await aCardholder(world.database);
  await enter(page, world, cardholder.userId, BRAND);
  const side = page.getByRole('navigation', { name: 'Main navigation' });
  await expect(side.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');
  await expect(side.getByRole('link', { name: 'Brands' })).toHaveCount(0);
  const administrator = await aCardholder(world.database, { role: 'Z' });
  await enter(page, world, administrator.userId, BRAND);
  await side.getByRole('link', { name: 'Brands' }).click();
  await expect(page).toHaveURL(/\/workspace\/brands$/);
  await expect(side.getByRole('link', { name: 'Brands' })).toHaveAttribute('aria-current', 'page');
});

test('C1.018 C1.019 every page says its version and the years of its copyright', async ({ page, world }) => {
  const person = await aCardholder(world.database);
  await enter(page, world, person.userId, BRAND);
  const foot = page.getByRole('contentinfo');
  await expect(foot).toContainText('25.6.0');
  await expect(foot).toContainText(`1994–${new Date().getUTCFullYear()}`);
});

test('the navigation becomes a rail of icons and stays so; a group folds and stays so', async ({ page, world }) => {
  const person = await aCardholder(world.database, { role: 'Z' });
  await enter(page, world, person.userId, BRAND);
  const side = page.getByRole('navigation', { name: 'Main navigation' });
  const brands = side.getByRole('link', { name: 'Brands' });
  const words = side.getByText('Brands', { exact: true });
  await scripted(page);
  await page.getByRole('button', { name: 'System', exact: true }).click();
  await expect(brands).toBeHidden();
  await page.reload();
  await expect(brands).toBeHidden();
  await scripted(page);
  await page.getByRole('button', { name: 'System', exact: true }).click();
  await expect(words).toBeVisible();
  const kept = stored(page, 'navigation');
  await page.getByRole('button', { name: 'Collapse navigation' }).click();
  await kept;
  await expect(page.getByRole('button', { name: 'Expand navigation' })).toHaveAttribute('aria-expanded', 'false');
  await page.reload();
  await scripted(page);
  expect((await page.locator('.side').boundingBox())?.width).toBeLessThan(80);
  // A tip opens for a pointer that has moved on this page.
  await page.mouse.move(600, 400);
  await brands.hover();
  await expect(page.getByRole('tooltip')).toHaveText('Brands');
  await expectAccessible(page);
  await brands.click();
  await expect(page).toHaveURL(/\/workspace\/brands$/);
});

test('moving between screens reloads nothing, and the way back shows what was done since', async ({ page, world }) => {
  const person = await aCardholder(world.database, { role: 'Z' });
  await enter(page, world, person.userId, BRAND);
  await page.evaluate(() => Object.assign(window, { stays: true }));
  const side = page.getByRole('navigation', { name: 'Main navigation' });
  await scripted(page);
  await side.getByRole('link', { name: 'Brands' }).click();
  await expect(page.locator('h1')).toHaveText('Brands');
  await side.getByRole('link', { name: 'Issuers' }).click();
  await expect(page.locator('h1')).toHaveText('Issuers');
  await page.goBack();
  await expect(page.locator('h1')).toHaveText('Brands');
  expect(await page.evaluate(() => 'stays' in window)).toBe(true);
});

test('a screen is fetched while the pointer rests on its entry, and again if something was done since', async ({
  page,
  world
}) => {
  const { database } = world;
  const company = await aCompany(database, await anIssuer(database));
  const { userId } = await aUserAt(database, 'C', company, { firstName: 'Ines', lastName: 'Moreau' });
  const other = await aUserAt(database, 'A', await anAccount(database, company), {
    firstName: 'Ada',
    lastName: 'Holm'
  });
  await enter(page, world, userId, BRAND);
  await scripted(page);
  let asked = 0;
  let answered = 0;
  // Before the data of a page the router asks for its shape alone.
  const isPeople = (request: Request) =>
    new URL(request.url()).pathname === '/workspace/people' && !request.headers()['next-router-segment-prefetch'];
  page.on('request', (request) => isPeople(request) && asked++);
  page.on('response', (response) => isPeople(response.request()) && answered++);
  const side = page.getByRole('navigation', { name: 'Main navigation' });
  const people = side.getByRole('link', { name: text('users.title'), exact: true });
  const fetched = async (more: number) => {
    await expect.poll(() => answered).toBeGreaterThanOrEqual(more);
    await expect.poll(() => asked - answered).toBe(0);
    return asked;
  };
  await people.hover();
  const before = await fetched(1);
  await people.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('users.title'));
  await expect(listedRows(page).filter({ hasText: 'Holm, Ada' })).toHaveCount(1);
  expect(asked).toBe(before);

  // Something is done, and the page that was fetched ahead would not show it.
  await page.mouse.move(700, 600);
  await page.goto(world.at(BRAND, '/workspace/profile'));
  await scripted(page);
  const shown = asked;
  await people.hover();
  await fetched(shown + 1);
  await database.query("UPDATE users SET last_name = 'Brandt' WHERE id = $1", [other.id]);
  await page.keyboard.press('Escape');
  await people.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('users.title'));
  await expect(listedRows(page).filter({ hasText: 'Brandt, Ada' })).toHaveCount(1);
  await expect(listedRows(page).filter({ hasText: 'Holm, Ada' })).toHaveCount(0);
});

for (const brand of ['norrvik', 'asanagi']) {
  test(`${brand} in light and dark: the system's choice, the person's, kept without a flash`, async ({
    page,
    world
  }) => {
    test.slow();
    const person = await aCardholder(world.database, { role: 'Z' });
    await enter(page, world, person.userId, brand);
    await expectAccessible(page);
    const light = await backgroundOf(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await backgroundOf(page);
    expect(dark).not.toBe(light);
    for (const path of ['/workspace', '/workspace/profile', '/workspace/people', '/workspace/structure']) {
      await page.goto(world.at(brand, path));
      await expectAccessible(page);
    }
    await page.goto(world.at(brand, '/workspace'));
    await openPersonMenu(page);
    await expectAccessible(page);
    const kept = stored(page, 'scheme');
    await page.getByRole('menuitemradio', { name: 'Light' }).click();
    await kept;
    await expect(page.getByRole('menuitemradio', { name: 'Light' })).toBeHidden();
    await expect.poll(() => backgroundOf(page)).toBe(light);
    const answer = await page.reload();
    expect(await answer?.text()).toContain('data-scheme="light"');
    await expect.poll(() => backgroundOf(page)).toBe(light);
  });
}

test('keys lead to screens, ? tells them, the profile turns them off (WCAG 2.1.4)', async ({ page, world }) => {
  const person = await aCardholder(world.database, { role: 'Z' });
  await enter(page, world, person.userId, BRAND);
  const overlay = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await scripted(page);
  await page.keyboard.press('?');
  await expect(overlay).toContainText('Brands');
  await expect(overlay.getByRole('heading', { name: text('shortcuts.where.list') })).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(overlay).toBeHidden();
  await page.keyboard.press('g');
  await page.keyboard.press('b');
  await expect(page).toHaveURL(/\/workspace\/brands$/);
  const search = await searchByKey(page, 'Control+k');
  await page.keyboard.type('gh?');
  await expect(search).toHaveValue('gh?');
  await expect(overlay).toBeHidden();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(search).toBeHidden();
  await page.keyboard.press('g');
  await page.keyboard.press('p');
  await expect(page).toHaveURL(/\/workspace\/profile$/);
  const kept = stored(page, 'shortcuts');
  await page
    .getByRole('main')
    .getByRole('group', { name: 'Keyboard shortcuts' })
    .getByRole('button', { name: 'Off' })
    .click();
  await kept;
  for (const key of ['?', 'g', 'h']) await page.keyboard.press(key);
  await expect(overlay).toBeHidden();
  await page.reload();
  await scripted(page);
  for (const key of ['?', 'g', 'h']) await page.keyboard.press(key);
  await expect(overlay).toBeHidden();
  await expect(page).toHaveURL(/\/workspace\/profile$/);
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await overlay.getByRole('button', { name: 'On' }).click();
  await overlay.getByRole('button', { name: 'Close' }).click();
  // While it closes, keys are still its own.
  await expect(overlay).toBeHidden();
  await page.keyboard.press('?');
  await expect(overlay).toBeVisible();
});

test('a dialog keeps the focus, hides the page from screen readers, and goes by a press beside it that opens nothing', async ({
  page,
  world
}) => {
  const person = await aCardholder(world.database, { role: 'Z' });
  await enter(page, world, person.userId, BRAND);
  await scripted(page);
  const dialog = page.getByRole('dialog');
  const brands = page.getByRole('link', { name: 'Brands' });
  const beside = await brands.boundingBox();
  const address = page.url();
  for (const key of ['?', 'Control+k']) {
    await page.keyboard.press(key);
    await expect(dialog).toBeVisible();
    await expect(brands).toHaveCount(0);
    for (const step of [...Array<string>(8).fill('Tab'), ...Array<string>(8).fill('Shift+Tab')]) {
      await page.keyboard.press(step);
      await expect(dialog.locator(':focus')).toHaveCount(1);
    }
    await page.mouse.click((beside?.x ?? 0) + 5, (beside?.y ?? 0) + 5);
    await expect(dialog).toBeHidden();
    await expect(brands).toBeVisible();
    expect(page.url()).toBe(address);
  }
});

test('on a narrow screen a bar leads to the screens used most, More to all, and nothing is wider', async ({
  page,
  world
}) => {
  const person = await aCardholder(world.database, { role: 'Z' });
  await page.setViewportSize({ width: 375, height: 740 });
  await enter(page, world, person.userId, BRAND);
  const all = page.getByRole('navigation', { name: 'Main navigation' });
  await expect(all).toBeHidden();
  await scripted(page);
  await page.getByRole('button', { name: 'More' }).click();
  await expect(all.getByRole('link', { name: 'Maintenance' })).toBeVisible();
  await expectAccessible(page);
  await all.getByRole('link', { name: 'Maintenance' }).click();
  await expect(page).toHaveURL(/\/workspace\/maintenance$/);
  await expect(all).toBeHidden();
  await page.getByRole('navigation', { name: 'Shortcut bar' }).getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL(/\/workspace$/);
  for (const path of ['/workspace', '/workspace/profile', '/workspace/brands']) {
    await page.goto(world.at(BRAND, path));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  }
});

test('C8.022 C8.025 a form says what is wrong, keeps what was typed, and asks before it is left', async ({
  page,
  world
}) => {
  const person = await aCardholder(world.database, { role: 'Z' });
  await enter(page, world, person.userId, BRAND);
  let down = false;
  // Set before the page loads: a request sent right after may pass a route set later.
  await page.route('**/workspace/maintenance', (route) => (down ? route.abort() : route.continue()));
  await page.goto(world.at(BRAND, '/workspace/maintenance'));
  const [field, button] = [
    page.getByLabel('Expected duration'),
    page.getByRole('button', { name: 'Start maintenance' })
  ];
  const summary = page.getByRole('alert').first();
  await expectAccessible(page);
  await button.click();
  await expect(summary).toBeFocused();
  await expect(summary).toContainText('Required Fields Missing');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(/is required/);
  await expectAccessible(page);
  await summary.getByRole('link').click();
  await expect(field).toBeFocused();
  await field.fill('soon');
  await field.press('Enter');
  await expect(summary).toContainText('must be a number');
  await expect(field).toHaveValue('soon');
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Brands' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Stay on this page' }).click();
  await expect(question).toBeHidden();
  // By a key of the menu, and by the way back: neither unloads the page.
  await page.locator('h1').click();
  await page.keyboard.press('g');
  await page.keyboard.press('b');
  await question.getByRole('button', { name: 'Stay on this page' }).click();
  await expect(page).toHaveURL(/\/workspace\/maintenance(#|$)/);
  down = true;
  await button.click();
  await expect(summary).toContainText('Application Server is Down');
  await expect(field).toHaveValue('soon');
  down = false;
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Brands' }).click();
  await question.getByRole('link', { name: 'Leave without saving' }).click();
  await expect(page).toHaveURL(/\/workspace\/brands$/);
});

test('C4.037 an administrator begins and ends maintenance; others find the page that says so', async ({
  page,
  browser,
  world
}) => {
  const person = await aCardholder(world.database, { role: 'Z' });
  const shutOut = await (await browser.newContext()).newPage();
  await enter(shutOut, world, (await aCardholder(world.database)).userId, BRAND);
  await enterAt(page, world, person.userId, '/workspace/maintenance', BRAND);
  await page.getByLabel('Expected duration').fill('30');
  await page.getByRole('button', { name: 'Start maintenance' }).click();
  await expect(notice(page)).toBeFocused();
  await expect(notice(page)).toContainText('Maintenance started.');
  await expect(page.getByLabel('Expected duration')).toHaveValue('');
  await expectAccessible(page);
  const answer = await shutOut.reload();
  expect(answer?.status()).toBe(503);
  await expect(shutOut.locator('h1')).toHaveText('Service unavailable');
  await expectAccessible(shutOut);
  await page.getByRole('button', { name: 'End maintenance' }).click();
  await expect(notice(page)).toContainText('Maintenance ended.');
  await shutOut.reload();
  await expect(shutOut.locator('h1')).toContainText('Good');
  await shutOut.context().close();
});

test('C2.037 the virus-detected page and the page of unknown addresses stand in the frame', async ({ page, world }) => {
  const person = await aCardholder(world.database, { role: 'Z' });
  await enterAt(page, world, person.userId, '/workspace/virus-detected', BRAND);
  await expect(page.getByRole('alert').first()).toContainText('A virus was found in this file');
  await expectAccessible(page);
  const answer = await page.goto(world.at(BRAND, '/workspace/nowhere/at/all'));
  expect(answer?.status()).toBe(404);
  await expect(page.locator('h1')).toContainText('not');
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeVisible();
  await expectAccessible(page);
});
