import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, expectFits, keepPicture, test, type World } from '../support/browser';
import { whileLocked } from '../support/held-rows';
import { aCompany, anAccount, anIssuer, anOrgPoint, aUserAt } from '../support/structure';
import { text } from '../support/texts';
import { aTransaction } from '../support/transactions';
import { enter, listedRows, readIn, scripted, signInBeside } from '../support/workspace-walk';

/** A company with charges, and its administrator. */
async function aCompanyAtWork({ database }: World) {
  const company = await aCompany(database, await anIssuer(database), { name: 'Harbour Works' });
  const point = await anOrgPoint(database, company, { name: 'Sales North' });
  const account = await anAccount(database, point, { name: 'Ada Holm', lastFour: '4711' });
  await aUserAt(database, 'A', account, { firstName: 'Ada', lastName: 'Holm' });
  const hotel = await aTransaction(database, account, { merchant: 'Harbour Hotel', amount: '240.50' });
  for (let day = 10; day < 28; day++)
    await aTransaction(database, account, { merchant: `Quay Fuel ${day}`, postingDate: `2026-03-${day}` });
  return { hotel, admin: await aUserAt(database, 'C', company, { firstName: 'Ines', lastName: 'Moreau' }) };
}

const LISTS = [
  ['/workspace/transactions', 'type=purchase'],
  ['/workspace/people', 'status=active'],
  ['/workspace/structure/accounts', 'state=active']
] as const;

const boxOf = async (place: Locator) => {
  await expect(place).toBeVisible();
  return (await place.boundingBox()) as { x: number; y: number; width: number; height: number };
};

for (const [brand, locale] of [
  ['norrvik', 'en_GB'],
  ['norrvik', 'de']
] as const) {
  test(`the first row stands high on the page, with and without filters, wide and narrow (${locale})`, async ({
    page,
    world
  }) => {
    test.slow();
    const { admin } = await aCompanyAtWork(world);
    await signInBeside(page, world, admin.userId, brand);
    await readIn(locale, page, world, brand);
    for (const [path, filter] of LISTS) {
      for (const address of [path, `${path}?${filter}`]) {
        const first = listedRows(page).first();
        await page.setViewportSize({ width: 1440, height: 900 });
        await page.goto(world.at(brand, address));
        expect((await boxOf(first)).y, `${address} at 1440 px`).toBeLessThanOrEqual(260);
        await page.setViewportSize({ width: 375, height: 812 });
        const { y, height } = await boxOf(first);
        expect(y, `${address} at 375 px`).toBeLessThanOrEqual(200);
        expect(height, `a row of ${address} at 375 px`).toBeLessThanOrEqual(76);
        await expectFits(page);
      }
      await expectAccessible(page);
      await keepPicture(page, `list-${path.split('/').at(-1)}-${locale}-375`);
    }
  });
}

/** Adds up from now on how far the content of each page jumps that is loaded. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const watched = window as unknown as { shifted: number };
    watched.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) watched.shifted += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

for (const size of [
  { width: 1440, height: 900 },
  { width: 375, height: 812 }
]) {
  test(`rows that take long come where their place was held, and nothing jumps (${size.width} px)`, async ({
    page,
    world
  }) => {
    const { admin, hotel } = await aCompanyAtWork(world);
    await page.setViewportSize(size);
    await enter(page, world, admin.userId, 'norrvik');
    await watchShifts(page);
    const held = await whileLocked(world.database, 'transactions', async () => {
      await page.goto(world.at('norrvik', '/workspace/transactions'), { waitUntil: 'commit' });
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(text('transaction.title'));
      await expect(page.getByRole('searchbox', { name: text('listing.search') })).toBeVisible();
      await expect(page.getByRole('status', { name: text('listing.loading') })).toBeVisible();
      await expectAccessible(page);
      await keepPicture(page, `awaited-rows-${size.width}`);
      return boxOf(page.locator('.awaited-row').first());
    });
    await expect(listedRows(page)).toHaveCount(19);
    await expect(page.locator('.listing-awaited')).toHaveCount(0);
    await expect(page.locator('.toolbar-summary')).toContainText('19');
    const first = await boxOf(listedRows(page).first());
    expect(Math.abs(first.y - held.y)).toBeLessThanOrEqual(1);
    await scripted(page);
    expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBeLessThanOrEqual(0.02);

    // The record of a row waits in its place beside the list.
    await whileLocked(world.database, 'transactions', async () => {
      await page.goto(world.at('norrvik', `/workspace/transactions?open=${hotel.id}`), { waitUntil: 'commit' });
      await expect(page.locator('.beside[role=status]')).toBeVisible();
    });
    await expect(page.getByRole('region', { name: 'Harbour Hotel' })).toBeVisible();
  });
}

test('rows that are read quickly stand in the page as it is sent, where they are shown without a script', async ({
  page,
  world
}) => {
  const { admin } = await aCompanyAtWork(world);
  await enter(page, world, admin.userId, 'norrvik');
  await expect(async () => {
    const sent = await page.evaluate(async () => (await fetch('/workspace/transactions')).text());
    const content = sent.slice(sent.indexOf('<main'), sent.indexOf('</main>'));
    expect(content).toContain('data-row=');
    expect(content).not.toContain('listing-awaited');
  }).toPass();
});
