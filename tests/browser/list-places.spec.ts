import type { Locator } from '@playwright/test';
import { expect, expectAccessible, expectFits, keepPicture, test, type World } from '../support/browser';
import { aCompany, anAccount, anIssuer, anOrgPoint, aUserAt } from '../support/structure';
import { aTransaction } from '../support/transactions';
import { enter, listedRows, readIn } from '../support/workspace-walk';

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
    await enter(page, world, admin.userId, brand);
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
