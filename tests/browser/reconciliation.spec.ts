import { expect, expectAccessible, expectFits, keepPicture, test } from '../support/browser';
import { text } from '../support/texts';
import { enter, goByNavigation, scripted } from '../support/workspace-walk';

const BRAND = 'norrvik';

test('C2.026 an administrator sees what does not agree, who is responsible, and the request that it is about', async ({
  page,
  world
}) => {
  test.slow();
  const main = page.locator('main');
  // He reads Danish otherwise.
  await world.database.query("UPDATE users SET locale = 'en_US' WHERE user_id = 'henrik.dahl'");
  await enter(page, world, 'henrik.dahl', BRAND);
  await expect(main.locator('a[href*="/workspace/reconciliation"]')).not.toHaveCount(0);
  await goByNavigation(page, 'reconciliation.title');
  await scripted(page);
  await expect(main).toContainText(text('reconciliation.clearing.unauthorized'));
  await expect(main).toContainText(text('node.kind.company'));
  await expectAccessible(page);
  await keepPicture(page, 'reconciliation');
  await page.setViewportSize({ width: 375, height: 812 });
  await expectFits(page);
  await expectAccessible(page);
  await keepPicture(page, 'reconciliation-phone');
  await page.setViewportSize({ width: 1440, height: 900 });
  const request = main.getByRole('link', { name: /^PR-\d{6}$/ }).first();
  await request.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/purchase-requests\?number=PR-/);
  await page.goto(world.at(BRAND, '/workspace/reconciliation?kind=card.open'));
  await expect(main.getByRole('table')).toHaveCount(0);
  await expectAccessible(page);
});
