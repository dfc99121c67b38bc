import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/browser';
import { aCardholder } from '../support/people';
import { enter, signInBeside } from '../support/workspace-walk';

const BRAND = 'norrvik';

/** Goes to the workspace, and waits until it watches the session. */
async function watched(page: Page, go: () => Promise<unknown>): Promise<void> {
  const content = page.waitForResponse(/WarningBoxContent/);
  await go();
  await (await content).finished();
}

test('PD.13 P4.042 the workspace warns by the idle time of its session, and renews it', async ({ page, world }) => {
  const person = await aCardholder(world.database);
  await page.clock.install();
  await watched(page, () => enter(page, world, person.userId, BRAND));
  const idle = Number((await page.context().cookies()).find(({ name }) => name === 'session-idle-seconds')?.value);
  expect(idle).toBe(900);
  const warning = page.getByRole('alertdialog');
  await page.clock.runFor((idle - 105) * 1000);
  await expect(warning).toHaveCount(0);
  await page.locator('.side .bar-logo').focus();
  await page.clock.runFor(10_000);
  await expect(warning).toBeVisible();
  await expect(warning).toContainText('01:1');
  await expectAccessible(page);
  const pinged = page.waitForResponse(/pingPortal\.json/);
  await page.keyboard.press('Escape');
  expect((await pinged).status()).toBe(200);
  await expect(warning).toHaveCount(0);
  await expect(page.locator('.side .bar-logo')).toBeFocused();
});

test('P4.044 two tabs of the workspace agree, and the session ends in both', async ({ page, world }) => {
  const person = await aCardholder(world.database);
  const context = page.context();
  const other = await context.newPage();
  await context.clock.install();
  await watched(page, () => enter(page, world, person.userId, BRAND));
  await watched(other, () => other.goto(world.at(BRAND, '/workspace')));
  await context.clock.runFor(805_000);
  for (const tab of [page, other]) await expect(tab.getByRole('alertdialog')).toBeVisible();
  await other.getByRole('alertdialog').getByRole('button').first().click();
  await expect(other.getByRole('alertdialog')).toHaveCount(0);
  await context.clock.runFor(1000);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await context.clock.fastForward(3_600_000);
  await expect(page).toHaveURL(/logout-component/);
  await expect(other).toHaveURL(/logout-component/);
  await page.goto(world.at(BRAND, '/workspace'));
  await expect(page.locator('#userId')).toBeVisible();
});

const MOST_KILOBYTES = 260;

for (const screen of ['transactions', 'approvals', 'expense-reports', 'people', 'profile'])
  test(`the first load of ${screen} weighs ${MOST_KILOBYTES} KB at most`, async ({ page, world }) => {
    await signInBeside(page, world, 'henrik.dahl', BRAND);
    const context = await page
      .context()
      .browser()
      ?.newContext({ storageState: await page.context().storageState() });
    if (!context) throw new Error('the browser is gone');
    const fresh = await context.newPage();
    const session = await context.newCDPSession(fresh);
    let bytes = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await session.send('Network.enable');
    // What is fetched ahead for the next screens comes after the page has loaded.
    await fresh.goto(world.at(BRAND, `/workspace/${screen}`), { waitUntil: 'load' });
    const kilobytes = bytes / 1024;
    await expect(fresh.getByRole('heading', { level: 1 })).toBeVisible();
    await context.close();
    expect(kilobytes).toBeGreaterThan(100);
    expect(kilobytes).toBeLessThanOrEqual(MOST_KILOBYTES);
  });
