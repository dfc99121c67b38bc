import { expect, test } from '../support/browser';
import { aCardholder, PASSWORD } from '../support/people';
import { startServer } from '../support/server';

test('P4.041 the logged-out page calls the external logout address; P8.022 when that fails it is logged and nothing else', async ({
  page,
  world
}) => {
  const set = 'UPDATE brands SET fsso_logout_url = $1 WHERE name = $2';
  await world.database.query(set, ['https://sso.example/logout', 'lyngholm']);
  const asked: Record<string, string>[] = [];
  await page.route('https://sso.example/logout', async (route) => {
    asked.push(await route.request().allHeaders());
    await route.fulfill({ status: 204 });
  });
  const address = world.at('lyngholm', '/sdportal/logout-component');
  const comeBySso = () =>
    page.context().addCookies([{ name: 'ssoUserCookie', value: '1', url: world.at('lyngholm', '/') }]);
  // The servers learn of the brand a moment later.
  await expect(async () => {
    await comeBySso();
    await page.goto(address);
    await expect.poll(() => asked.length, { timeout: 500 }).toBeGreaterThan(0);
  }).toPass();
  expect(asked[0]?.referer).toBeUndefined();

  await page.route('**/externalLogoutUrl*', (route) => route.abort());
  await comeBySso();
  const logged = page.waitForRequest(/logErrorStatement/);
  await page.goto(address);
  await logged;
  await expect(page.locator('h1')).toBeVisible();
  await expect(page.locator('.error-summary')).toHaveCount(0);
});

test('P4.005 P6.009 P7.017 while UI logging is on, a sign-in is reported to the client log; off, it is not', async ({
  page,
  world
}) => {
  const logging = await startServer({ databaseUrl: world.database.url, env: { UI_LOGGING: 'true' } });
  try {
    for (const [port, reported] of [
      [logging.port, 1],
      [world.server.port, 0]
    ] as const) {
      const person = await aCardholder(world.database);
      const sent: unknown[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/rest/log/entries')) sent.push(request.postDataJSON());
      });
      await page.goto(`http://wendemere.localhost:${port}/sdportal/login-signin-component`);
      await page.locator('#userId').fill(person.userId);
      await page.locator('#password').fill(PASSWORD);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/workspace$/);
      expect(sent).toEqual(
        Array(reported).fill({ logEntries: [{ message: 'User logged in', level: 'INFO', attributes: [] }] })
      );
      page.removeAllListeners('request');
    }
  } finally {
    await logging.stop();
  }
});
