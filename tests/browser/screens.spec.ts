import { brotliCompressSync } from 'node:zlib';
import { expect, expectAccessible, expectFits, keepPicture, test } from '../support/browser';
import { aCardholder } from '../support/people';
import { enter } from '../support/workspace-walk';

const BRANDS = [
  'tessera',
  'norrvik',
  'aldwick',
  'wendemere',
  'asanagi',
  'brunnegg',
  'cobaltrow',
  'hovdal',
  'yunlan',
  'citigroup'
];
/** 720 is 1440 at 200 % zoom (WCAG 1.4.4), 320 at 400 % and more (1.4.10). */
const WIDTHS = [1440, 720, 375, 320];

for (const brand of BRANDS) {
  test(`the sign-in page of ${brand} is accessible, in light and dark, and fits at ${WIDTHS.join(', ')} pixels`, async ({
    page,
    world
  }) => {
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(world.at(brand));
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await expectFits(page);
      for (const colorScheme of ['light', 'dark'] as const) {
        // A colour on its way from one scheme to the other is neither.
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        if (width === 1440 || width === 375) await expectAccessible(page);
        await keepPicture(page, `sign-in-${brand}-${width}-${colorScheme}`);
      }
    }
    expect(problems).toEqual([]);
  });
}

test('the other pages are accessible, at both widths', async ({ page, world }) => {
  const person = await aCardholder(world.database);
  await enter(page, world, person.userId, 'norrvik');
  for (const path of ['/workspace', '/sdportal/logout-component', '/sdportal/temporary-state-component', '/nowhere']) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(world.at('norrvik', path));
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 900 });
      await expectFits(page);
      await expectAccessible(page);
      await keepPicture(page, `${path.slice(1).replaceAll('/', '-')}-${width}`);
    }
  }
});

test('the first visit of a brand in the device’s typeface weighs at most 126 KB, compressed, everything counted', async ({
  page,
  world
}) => {
  const bodies: Promise<Buffer>[] = [];
  page.on('response', (response) => bodies.push(response.body()));
  await page.goto(world.at('wendemere'), { waitUntil: 'networkidle' });
  const weights = (await Promise.all(bodies)).map((body) => brotliCompressSync(body).length);
  expect(weights.length).toBeGreaterThan(5);
  expect(weights.reduce((sum, weight) => sum + weight)).toBeLessThanOrEqual(126_000);
});

test('nothing but the page’s own script runs', async ({ page, world }) => {
  await page.goto(world.at('norrvik'));
  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.injected = true';
    document.body.append(script);
    return 'injected' in window;
  });
  expect(ran).toBe(false);
});
