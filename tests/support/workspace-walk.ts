import { expect, type Locator, type Page } from '@playwright/test';
import type { World } from './browser';
import { PASSWORD } from './people';
import { PortalClient } from './portal-client';
import { text } from './texts';

/**
 * Signs a user in at a brand, whoever used this browser before. The portal's calls are made beside the browser; its pages
 * are tested elsewhere.
 */
export async function signInBeside(page: Page, world: World, userId: string, brand: string): Promise<void> {
  const client = new PortalClient(world.server.port, `${brand}.localhost`);
  const browser = await page.evaluate(() => navigator.userAgent);
  const { status } = await client.signIn(userId, PASSWORD, { 'User-Agent': browser });
  if (status !== 200) throw new Error(`the sign-in answered ${status}`);
  const url = world.at(brand, '/');
  await page.context().clearCookies();
  await page.context().addCookies([...client.cookies].map(([name, value]) => ({ name, value, url })));
}

/** Signs a user in and opens a page of the workspace, by its path or by its address. */
export async function enterAt(
  page: Page,
  world: World,
  userId: string,
  path: string,
  brand = 'tessera'
): Promise<void> {
  await signInBeside(page, world, userId, brand);
  await page.goto(new URL(path, world.at(brand, '/')).href);
}

/** The same, at the first page of the workspace. */
export const enter = (page: Page, world: World, userId: string, brand?: string): Promise<void> =>
  enterAt(page, world, userId, '/workspace', brand);

/** The page's script has taken over: what is pressed acts, and keys are heard. */
export async function scripted(page: Page, within = 'main'): Promise<void> {
  // React marks an element once it has it; handlers and effects follow at the next frame.
  await page.waitForFunction((selector) => {
    const element = document.querySelector(selector);
    return element && Object.keys(element).some((key) => key.startsWith('__reactFiber$'));
  }, within);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))));
}

/** Opens the menu of the signed-in person. */
export async function openPersonMenu(page: Page): Promise<void> {
  await scripted(page);
  await page.locator('.person:visible').click();
  await expect(page.getByRole('menu')).toBeVisible();
}

/** Opens a screen through the navigation, one of the set-up through its second level. */
export async function goByNavigation(page: Page, key: string): Promise<void> {
  const entry = (name: string) => page.locator('.side').getByRole('link', { name: text(name), exact: true });
  await scripted(page);
  if ((await entry(key).count()) === 0) {
    const back = page.locator('.navigation-back');
    await ((await back.count()) > 0 ? back : entry('setup.title')).click();
  }
  await entry(key).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(text(key));
}

/** Saves an open transaction and marks it as reviewed, by the menu of its form. */
export async function reviewHere(page: Page): Promise<void> {
  await scripted(page);
  await page
    .locator('.split-bar')
    .getByRole('button', { name: text('actions.more') })
    .click();
  await page.getByRole('menuitem', { name: text('transaction.save.review') }).click();
}

/** Chooses an action of a record that stands in the menu in the head of its page. */
export async function chooseAction(page: Page, name: string): Promise<void> {
  await scripted(page);
  await page
    .locator('.page-head')
    .getByRole('button', { name: text('actions.more') })
    .click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** Signs out by the person's menu; `label` is the entry's text in the user's language. */
export async function signOutByMenu(page: Page, label = 'Sign out'): Promise<void> {
  await openPersonMenu(page);
  await page.getByRole('menuitem', { name: label, exact: true }).click();
  await page.waitForURL(({ pathname }) => !pathname.startsWith('/workspace'), { waitUntil: 'commit' });
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

/** Opens the pop-over of a list's filter: of a chip in the toolbar, or of one that the menu adds. */
async function openFilter(page: Page, label: string): Promise<Locator> {
  await expect(page.locator('.listing[data-ready]')).toBeVisible();
  const chip = page.locator('.chip-open').filter({ hasText: new RegExp(`^${label}(:|$)`) });
  if ((await chip.count()) > 0) await chip.click();
  else {
    await page.locator('.chip-add').click();
    await page.getByRole('menuitem', { name: label, exact: true }).click();
  }
  return page.getByRole('dialog', { name: label, exact: true });
}

/** Chooses a value of a list's filter, by their labels. */
export async function chooseFilter(page: Page, label: string, choice: string): Promise<void> {
  const dialog = await openFilter(page, label);
  await dialog.getByRole('option', { name: choice, exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

/** Types the value of a list's filter. */
export async function typeFilter(page: Page, label: string, value: string): Promise<void> {
  const dialog = await openFilter(page, label);
  await dialog.getByRole('textbox').fill(value);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
}

/** Exports the list on a page as CSV. */
export async function exportList(page: Page): Promise<void> {
  await page.getByRole('button', { name: text('listing.export'), exact: true }).click();
  await page.getByRole('menuitem', { name: text('listing.export.csv'), exact: true }).click();
}
