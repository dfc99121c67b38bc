import { expect, test } from '../support/browser';

/** A brand of each layout that speaks all three languages. */
const LAYOUTS = { tessera: 'split', asanagi: 'plain', wendemere: 'centered' };
const LANGUAGES = { 'en-US': 'Forgot', 'ja-JP': 'パスワード', 'de-DE': 'Passwort' };

for (const [locale, word] of Object.entries(LANGUAGES)) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale, viewport: { width: 1280, height: 800 } });
    for (const [brand, layout] of Object.entries(LAYOUTS)) {
      test(`all of the ${layout} sign-in of ${brand} is seen at once`, async ({ page, world }) => {
        await page.goto(world.at(brand));
        await expect(page.locator('html')).toHaveAttribute('data-layout', layout);
        await expect(page.locator('.forgot')).toContainText(word);
        for (const part of await page.locator('.card :is(a, button, input, select):visible').all())
          await expect(part).toBeInViewport({ ratio: 1 });
        expect(await page.locator('.links a').count()).toBeGreaterThan(0);
      });
    }
  });
}

test('a split brand shows its picture beside the form, and fetches it only where there is room', async ({
  page,
  world
}) => {
  const pictures: string[] = [];
  page.on('request', (request) => /\/pictures\//.test(request.url()) && pictures.push(request.url()));
  const beside = page.locator('.beside');
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto(world.at('norrvik'), { waitUntil: 'networkidle' });
  await expect(beside).toBeHidden();
  expect(pictures).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(beside.locator('img')).toBeVisible();
  await expect.poll(() => pictures.length).toBe(1);
  await expect.poll(() => beside.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).not.toBe(0);
  await page.goto(world.at('tessera'));
  await expect(beside.locator('svg')).toBeVisible();
  expect(pictures).toHaveLength(1);
});

test('a brand’s typeface comes from our own origin, once, and moves nothing', async ({ page, world }) => {
  const fonts: { url: string; kept: string }[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'font')
      fonts.push({ url: response.url(), kept: response.headers()['cache-control'] ?? '' });
  });
  // Late enough that the page first appears in the fallback font.
  await page.route('**/fonts/**', async (route) => {
    await page.locator('.language').waitFor();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    await route.continue();
  });
  for (const [brand, family] of Object.entries({ tessera: 'Inter', norrvik: 'Figtree', aldwick: 'Source Serif 4' })) {
    await page.goto(world.at(brand));
    await expect(page.locator('h1')).toHaveCSS('font-family', new RegExp(`^"?${family}"?,`));
    await page.evaluate((name) => document.fonts.load(`1rem "${name}"`), family);
    const moved = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) =>
            resolve(list.getEntries().reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0))
          ).observe({ type: 'layout-shift', buffered: true });
          // Nothing moved, so no shift was reported.
          requestAnimationFrame(() => setTimeout(() => resolve(0), 200));
        })
    );
    expect([brand, moved < 0.005]).toEqual([brand, true]);
  }
  expect(fonts).toHaveLength(3);
  for (const { url, kept } of fonts) {
    expect(new URL(url).port).toBe(String(world.server.port));
    expect(kept).toBe('public, max-age=31536000, immutable');
  }
  await page.goto(world.at('wendemere'), { waitUntil: 'networkidle' });
  expect(fonts).toHaveLength(3);
});
