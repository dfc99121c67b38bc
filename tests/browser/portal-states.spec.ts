import { expect, expectAccessible, expectFits, keepPicture, test } from '../support/browser';
import { PORTAL_STATES } from '../support/portal-states';

/** Three brands, four languages. */
const PLACES = [
  { brand: 'wendemere', locale: 'en-US', lang: /^en/ },
  { brand: 'norrvik', locale: 'sv-SE', lang: /^sv/ },
  { brand: 'asanagi', locale: 'ja-JP', lang: /^ja/ },
  { brand: 'norrvik', locale: 'de-DE', lang: /^de/ }
];
const placeOf = (at: number) => PLACES[at % PLACES.length] as (typeof PLACES)[number];

/** States that only a page's script brings about. */
const SCRIPTED = ['reset password, while typing', 'session warning'];

/** Each page in each state of sections 2, 4 and 8 of the specification, in alternating brands and languages. */
Object.entries(PORTAL_STATES).forEach(([name, open], at) => {
  const { brand, locale, lang } = placeOf(at);
  test.describe(`${brand} in ${locale}`, () => {
    test.use({ locale });
    test(`${name}: accessible, and nothing is cut off at 1280, 640 and 320 pixels`, async ({ page, world }) => {
      await page.setViewportSize({ width: 1280, height: 900 });
      await open({ page, world, brand });
      await expect(page).toHaveTitle(/\S/);
      await expect(page.locator('html')).toHaveAttribute('lang', lang);
      // 640 is 1280 at 200 % zoom (WCAG 1.4.4), 320 at 400 % (1.4.10).
      for (const width of [1280, 640, 320]) {
        await page.setViewportSize({ width, height: 900 });
        await expectFits(page);
        if (width !== 640) await expectAccessible(page);
        await keepPicture(page, `${name.replaceAll(/\W+/g, '-')}-${width}`);
      }
    });
  });
});

Object.entries(PORTAL_STATES)
  .filter(([name]) => !SCRIPTED.includes(name))
  .forEach(([name, open], at) => {
    const { brand, locale, lang } = placeOf(at + 1);
    test.describe(`${brand} in ${locale}, without script`, () => {
      test.use({ locale, javaScriptEnabled: false, viewport: { width: 375, height: 812 } });
      test(`${name}: is reached without script, fits a phone, and breaks no policy`, async ({ page, world }) => {
        const refused: string[] = [];
        page.on('console', (message) => message.type() === 'error' && refused.push(message.text()));
        await open({ page, world, brand });
        await expect(page).toHaveTitle(/\S/);
        await expect(page.locator('html')).toHaveAttribute('lang', lang);
        await expect(page.locator('h1:visible')).not.toBeEmpty();
        await expectFits(page);
        expect(refused.filter((text) => text.includes('Content Security Policy'))).toEqual([]);
      });
    });
  });

test('in forced colours and without motion the pages still say what is what', async ({ page, world }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await page.goto(world.at('wendemere'));
  await page.locator('button.primary').click();
  await expect(page.locator('#error-summary')).toBeFocused();
  const border = await page.locator('.card').evaluate((card) => getComputedStyle(card).borderTopStyle);
  expect(border).toBe('solid');
  const seconds = await page
    .locator('button.primary')
    .evaluate((button) => getComputedStyle(button).transitionDuration);
  expect(Number.parseFloat(seconds)).toBe(0);
  await keepPicture(page, 'forced-colours');
});

test('no page of the portal is heavier than the sign-in page by more than 15 KB', async ({ page, world }) => {
  const weighed = async (path: string) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    let bytes = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await page.goto(world.at('wendemere', `/sdportal/${path}`), { waitUntil: 'networkidle' });
    await session.detach();
    return bytes;
  };
  const signIn = await weighed('login-signin-component');
  for (const path of [
    'one-time-passcode-component?delivery=r*****n@m*****.example',
    'forgot-password-component',
    'change-password-component',
    'change-password-token-component?token=unknown',
    'temporary-state-component',
    'logout-component',
    'nowhere-component'
  ])
    expect([path, ((await weighed(path)) - signIn) / 1024 <= 15]).toEqual([path, true]);
});
