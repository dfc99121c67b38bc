import { expect, expectAccessible, expectFits, keepPicture, test } from '../support/browser';

test('the API reference shows every call, fits at 1280 and 375 pixels, and is accessible', async ({ page, world }) => {
  // The page is long, and axe looks at each of its elements.
  test.slow();
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  const { paths } = await (await fetch(`${world.server.url}/openapi.json`)).json();
  await page.goto(world.at('norrvik', '/api-reference'));
  await expect(page.getByRole('article')).toHaveCount(
    Object.values(paths).flatMap((item) => Object.keys(item as object)).length
  );
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 900 });
    await expectFits(page);
    await keepPicture(page, `api-reference-${width}`);
  }
  await expectAccessible(page);
  expect(problems).toEqual([]);
});

test('a call of the API reference is reached by keyboard, from the list to its anchor', async ({ page, world }) => {
  await page.goto(world.at('norrvik', '/api-reference'));
  await page.getByRole('navigation').getByRole('link', { name: 'changePassword', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#changePassword$/);
  await expect(page.getByRole('article', { name: 'Changes the password of who is signed in' })).toBeInViewport();
});
