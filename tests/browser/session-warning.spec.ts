import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/browser';
import { atPasscode, signedIn, type Walk } from '../support/portal-walk';

const BRAND = 'wendemere';
const PAGE = '/sdportal/change-password-component';
const warning = (page: Page) => page.getByRole('alertdialog');
const stay = (page: Page) => warning(page).getByRole('button').first();
const signOut = (page: Page) => warning(page).getByRole('button').last();

/** Signed in on a portal page, with a clock that only the test advances. */
async function watched(walk: Walk, path = PAGE): Promise<void> {
  await walk.page.context().clock.install();
  await signedIn(walk);
  const content = walk.page.waitForResponse(/WarningBoxContent/);
  await walk.page.goto(walk.world.at(walk.brand, path));
  await (await content).finished();
}

test('P1.007 P2.064 P4.042 P4.043 P9.007 P9.008 it opens after 220 s and counts 80 s down as mm:ss', async ({
  page,
  world
}) => {
  await watched({ page, world, brand: BRAND });
  const { clock } = page.context();
  await clock.runFor(215_000);
  await expect(warning(page)).toHaveCount(0);
  await clock.runFor(10_000);
  await expect(warning(page)).toBeVisible();
  await expect(warning(page)).toContainText(/01:1\d/);
  await expectAccessible(page);
  await clock.runFor(30_000);
  await expect(warning(page)).toContainText(/00:4\d/);
  await clock.runFor(46_000);
  await expect(page).toHaveURL(/logout-component/);
  await page.goto(world.at(BRAND, '/workspace'));
  await expect(page).toHaveURL(/login-signin-component/);
});

test('P7.001 P7.002 P7.003 every call of a page carries the headers that the contracts name', async ({
  page,
  world
}) => {
  const calls: { address: string; headers: Record<string, string> }[] = [];
  page.on('request', (request) => {
    if (/\/sdportal\/rest\//.test(request.url()))
      calls.push({ address: new URL(request.url()).pathname, headers: request.headers() });
  });
  await watched({ page, world, brand: BRAND });
  await page.context().clock.runFor(225_000);
  const ping = page.waitForResponse(/pingPortal\.json/);
  await stay(page).click();
  await ping;
  expect(new Set(calls.map(({ address }) => address.split('/').at(-1))).size).toBeGreaterThan(1);
  for (const { headers } of calls) {
    expect(headers).toMatchObject({
      'x-requested-with': 'XMLHttpRequest',
      accept: 'application/json, text/plain, */*'
    });
    expect(headers['x-csrf-token']).toMatch(/^[A-Za-z0-9]{20}$/);
    expect(headers['x-xsrf-token']).toBe(headers['x-csrf-token']);
  }
});

test('P9.005 PD.13 a user who waits for a mailed code is warned near the end of its 15 minutes, and can stay', async ({
  page,
  world
}) => {
  const { clock } = page.context();
  await clock.install();
  const content = page.waitForResponse(/WarningBoxContent/);
  await atPasscode({ page, world, brand: BRAND });
  await (await content).finished();
  await clock.runFor(780_000);
  await expect(warning(page)).toHaveCount(0);
  await clock.runFor(30_000);
  await expect(warning(page)).toBeVisible();
  const ping = page.waitForResponse(/pingPortal\.json/);
  await stay(page).click();
  expect((await ping).status()).toBe(200);
  await expect(warning(page)).toHaveCount(0);
});

test('P4.048 P9.015 Tab goes between its two buttons and nowhere else, in both directions', async ({ page, world }) => {
  await watched({ page, world, brand: BRAND });
  await page.locator('#new1').focus();
  await page.context().clock.runFor(222_000);
  await expect(stay(page)).toBeFocused();
  for (const button of [signOut, stay, signOut]) {
    await page.keyboard.press('Tab');
    await expect(button(page)).toBeFocused();
  }
  await page.keyboard.press('Shift+Tab');
  await expect(stay(page)).toBeFocused();
});

test('P4.045 Continue renews the session, closes it, gives the focus back, and the time starts over', async ({
  page,
  world
}) => {
  await watched({ page, world, brand: BRAND });
  await page.locator('#new1').fill('half typed');
  await page.context().clock.runFor(222_000);
  const ping = page.waitForResponse(/pingPortal\.json/);
  await stay(page).click();
  expect((await ping).status()).toBe(200);
  await expect(warning(page)).toHaveCount(0);
  await expect(page.locator('#new1')).toBeFocused();
  await expect(page.locator('#new1')).toHaveValue('half typed');
  await page.context().clock.runFor(200_000);
  await expect(warning(page)).toHaveCount(0);
  await page.context().clock.runFor(25_000);
  await expect(warning(page)).toBeVisible();
});

test('P4.047 P9.015 Escape closes it, and the session goes on', async ({ page, world }) => {
  await watched({ page, world, brand: BRAND });
  await page.context().clock.runFor(222_000);
  const ping = page.waitForResponse(/pingPortal\.json/);
  await page.keyboard.press('Escape');
  expect((await ping).status()).toBe(200);
  await expect(warning(page)).toHaveCount(0);
});

test('P4.046 P8.021 a ping that fails signs out', async ({ page, world }) => {
  const walk = { page, world, brand: BRAND };
  await watched(walk);
  await world.database.query('DELETE FROM sessions');
  await page.context().clock.runFor(222_000);
  await stay(page).click();
  await expect(page).toHaveURL(/logout-component/);
});

test('P4.044 its other button signs out at once, in every tab', async ({ page, world }) => {
  await watched({ page, world, brand: BRAND });
  const other = await page.context().newPage();
  const content = other.waitForResponse(/WarningBoxContent/);
  await other.goto(world.at(BRAND, PAGE));
  await (await content).finished();
  await page.context().clock.runFor(222_000);
  await signOut(page).click();
  await expect(page).toHaveURL(/logout-component/);
  await page.context().clock.runFor(1_500);
  await expect(other).toHaveURL(/logout-component/);
});

test('a machine that slept comes back to the truth', async ({ page, world }) => {
  await watched({ page, world, brand: BRAND });
  await page.context().clock.fastForward(3_600_000);
  await expect(page).toHaveURL(/logout-component/);
});

test('P2.064 without a session there is no warning', async ({ page, world }) => {
  await page.context().clock.install();
  await page.goto(world.at(BRAND, '/sdportal/forgot-password-component'));
  await page.context().clock.runFor(400_000);
  await expect(warning(page)).toHaveCount(0);
  await expect(page).toHaveURL(/forgot-password-component/);
});
