import { expect, type Locator, type Page } from '@playwright/test';
import type { World } from './browser';
import { PASSWORD } from './people';
import { PortalClient } from './portal-client';

/**
 * Signs a user in at a brand, whoever used this browser before, and reaches the workspace. The portal's calls are made
 * beside the browser; its pages are tested elsewhere.
 */
export async function enter(page: Page, world: World, userId: string, brand = 'tessera'): Promise<void> {
  const client = new PortalClient(world.server.port, `${brand}.localhost`);
  const browser = await page.evaluate(() => navigator.userAgent);
  const { status } = await client.signIn(userId, PASSWORD, { 'User-Agent': browser });
  if (status !== 200) throw new Error(`the sign-in answered ${status}`);
  const url = world.at(brand, '/');
  await page.context().clearCookies();
  await page.context().addCookies([...client.cookies].map(([name, value]) => ({ name, value, url })));
  await page.goto(world.at(brand, '/workspace'));
}

/** The page's script has taken over: what is pressed acts, and keys are heard. */
export async function scripted(page: Page): Promise<void> {
  // React marks an element once it has it; handlers and effects follow at the next frame.
  await page.waitForFunction(() => {
    const main = document.querySelector('main');
    return main && Object.keys(main).some((key) => key.startsWith('__reactFiber$'));
  });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))));
}

/** From now on this browser is answered in a locale, on one brand. */
export async function readIn(locale: string, page: Page, { at }: World, brand: string): Promise<void> {
  await page.context().addCookies([{ name: 'user_locale', value: locale, url: at(brand, '/') }]);
}

/** Goes on by the Tab key, or back, until this has the focus. */
export async function tabTo(page: Page, target: Locator, { back = false, most = 40 } = {}): Promise<void> {
  for (let step = 0; step < most; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
  }
  await expect(target).toBeFocused();
}

/** The first notice of a page. */
export const notice = (page: Page): Locator => page.locator('main').getByRole('status').first();

/** The rows of the list on a page. */
export const listedRows = (page: Page): Locator => page.locator('.listing-scroll tbody tr');
