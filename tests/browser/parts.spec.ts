import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectFits, keepPicture, test, type World } from '../support/browser';
import { typeDay } from '../support/days';
import { aCardholder } from '../support/people';
import { enterAt, scripted } from '../support/workspace-walk';

async function openParts(page: Page, world: World, brand: string): Promise<void> {
  const person = await aCardholder(world.database);
  await enterAt(page, world, person.userId, '/workspace/parts', brand);
  await scripted(page);
}

/** What a person sees of an element: compared instead of pixels, which differ from machine to machine. */
const lookOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { height } = element.getBoundingClientRect();
      const { fontSize, fontWeight, color, backgroundColor, borderTopWidth } = getComputedStyle(element);
      return { height, fontSize, fontWeight, color, backgroundColor, borderTopWidth };
    });

for (const brand of ['norrvik', 'asanagi'])
  test(`${brand}: every part is accessible in light and dark, and its pop-ups too`, async ({ page, world }) => {
    test.slow();
    await openParts(page, world, brand);
    for (const colorScheme of ['light', 'dark'] as const) {
      // Colours that still change from one scheme to the other would be measured halfway.
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expectAccessible(page);
      await keepPicture(page, `parts-${brand}-${colorScheme}`);
      await page.getByRole('button', { name: 'More', exact: true }).first().press('Enter');
      await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Toast', exact: true }).click();
      await expect(page.getByRole('alertdialog')).toContainText('Approved 3 transactions.');
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Close' }).click();
    }
    await page.setViewportSize({ width: 375, height: 812 });
    await expectFits(page);
  });

test('buttons, badges and faces have the sizes and colours of their rank', async ({ page, world }) => {
  await openParts(page, world, 'norrvik');
  const light = '[data-scheme="light"].parts';
  const button = { height: 36, fontSize: '14px', fontWeight: '550', borderTopWidth: '1px' };
  expect(await lookOf(page, `${light} button.primary`)).toMatchObject({
    ...button,
    backgroundColor: 'rgb(11, 60, 93)',
    color: 'rgb(255, 255, 255)'
  });
  expect(await lookOf(page, `${light} button.danger`)).toMatchObject({ ...button, color: 'rgb(179, 35, 43)' });
  expect(await lookOf(page, `${light} .tag.tint-green`)).toMatchObject({
    height: 20,
    fontSize: '12px',
    color: 'rgb(20, 113, 61)',
    backgroundColor: 'rgb(230, 245, 236)'
  });
  expect(await lookOf(page, '[data-scheme="dark"].parts .tag.tint-green')).toMatchObject({
    color: 'rgb(108, 199, 146)',
    backgroundColor: 'rgb(20, 51, 35)'
  });
  expect(await lookOf(page, `${light} .face`)).toMatchObject({ height: 32 });
  expect(await lookOf(page, 'h1')).toMatchObject({ fontSize: '22px', fontWeight: '650' });
});

test('an action is taken back from its toast, and a confirmation shows its fault and goes by Escape', async ({
  page,
  world
}) => {
  await openParts(page, world, 'norrvik');
  await page.getByRole('button', { name: 'Toast', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Not approved any more.');
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete the template?' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Yes, delete' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('It is in use by 3 people.');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('a page that begins with a toast tells it once', async ({ page, world }) => {
  await openParts(page, world, 'norrvik');
  await page.getByRole('link', { name: 'A page that begins with a toast' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('It arrived.');
  await expect(page).toHaveURL(/\/workspace\/parts$/);
  await page.reload();
  await scripted(page);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('a day is typed in the order of the language and sent as in ISO 8601', async ({ page, world }) => {
  await openParts(page, world, 'norrvik');
  await typeDay(page, 'Posted on', '2026-03-15');
  await expect(page.locator('[name="postedOn"]').first()).toHaveValue('2026-03-15');
});
