import type { Request } from '@playwright/test';
import { expect, holdScripts, test } from '../support/browser';
import { PASSWORD } from '../support/people';
import { NEW_PASSWORD, signedIn, submit, type Walk } from '../support/portal-walk';
import { openPersonMenu } from '../support/workspace-walk';

const BRAND = 'wendemere';
/** The address to which the script posts the form. */
const isSent = (request: Request) => request.headers()['next-action'] !== undefined;

async function atForm(walk: Walk, query = '') {
  const person = await signedIn(walk);
  await walk.page.goto(walk.world.at(walk.brand, `/sdportal/change-password-component${query}`));
  return person;
}

async function fill({ page }: Walk, old = PASSWORD, new1 = NEW_PASSWORD, new2 = new1): Promise<void> {
  await page.locator('#old').fill(old);
  await page.locator('#new1').fill(new1);
  await page.locator('#new2').fill(new2);
}

test('P2.043 P2.046 the focus is in the present password; the user id comes from session storage', async ({
  page,
  world
}) => {
  const walk = { page, world, brand: BRAND };
  await atForm(walk);
  await expect(page.locator('#old')).toBeFocused();
  // A user id that breaks no other password rule.
  await page.evaluate(() => sessionStorage.setItem('userId', 'Robin.Example26'));
  await fill(walk, PASSWORD, 'robin.example26');
  await submit(walk);
  await expect(page.locator('#new1')).toHaveAttribute('aria-invalid', 'true');
  await fill(walk);
  const sent = page.waitForRequest(isSent);
  await submit(walk);
  await sent;
  await expect(page).toHaveURL(/\/workspace(\?done=password)?$/);
  await expect(page.getByText('Your password was changed.')).toBeVisible();
});

test('P2.043 a user who types before the page’s script is there stays in the field', async ({ page, world }) => {
  const walk = { page, world, brand: BRAND };
  await signedIn(walk);
  const release = await holdScripts(page);
  await page.goto(world.at(BRAND, '/sdportal/change-password-component'), { waitUntil: 'commit' });
  await page.locator('#new1').focus();
  await page.locator('#old').evaluate((field) => {
    field.addEventListener('focus', () => document.documentElement.setAttribute('data-taken', ''));
  });
  release();
  await expect(async () => {
    // The page's script has taken over: faults appear on blur.
    await page.locator('#new1').fill('1');
    await page.locator('#new1').blur();
    await expect(page.locator('#new1')).toHaveAttribute('aria-invalid', 'true', { timeout: 500 });
  }).toPass();
  await expect(page.locator('html')).not.toHaveAttribute('data-taken');
});

test('P2.046 a browser that remembers another user changes the password of the signed-in one', async ({
  page,
  world
}) => {
  const walk = { page, world, brand: BRAND };
  const person = await atForm(walk);
  await page.evaluate(() => sessionStorage.setItem('userId', 'somebody.else'));
  await fill(walk);
  await submit(walk);
  await expect(page).toHaveURL(/\/workspace(\?done=password)?$/);
  await openPersonMenu(page);
  await expect(page.getByRole('menu').getByText(person.userId)).toBeVisible();
});

for (const [query, address] of [
  ['', /logout-component/],
  ['?dest=MyProfile', /\/workspace\/profile$/]
] as const) {
  test(`P4.022 P8.010 another failure leaves as Cancel does, with “${query}”`, async ({ page, world }) => {
    const walk = { page, world, brand: BRAND };
    await atForm(walk, query);
    await page.route('**/change-password-component*', (route) =>
      isSent(route.request())
        ? route.fulfill({ status: 500, json: { errors: [{ code: 'x', message: 'X' }] } })
        : route.continue()
    );
    await fill(walk);
    await submit(walk);
    await expect(page).toHaveURL(address);
  });
}

test('P4.023 a look-up that fails leaves as Cancel does', async ({ page, world }) => {
  const walk = { page, world, brand: BRAND };
  await atForm(walk, '?dest=MyProfile');
  // The server's handling of the form includes the look-up.
  await page.route('**/change-password-component*', (route) =>
    isSent(route.request()) ? route.abort() : route.continue()
  );
  await fill(walk);
  await submit(walk);
  await expect(page).toHaveURL(/\/workspace\/profile$/);
});

test('P9.016 P3.020 the focus goes to the errors, each with its text and a link to its field', async ({
  page,
  world
}) => {
  const walk = { page, world, brand: BRAND };
  await atForm(walk);
  await fill(walk, '', 'short', 'other');
  await submit(walk);
  const summary = page.locator('#error-summary');
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('heading')).not.toBeEmpty();
  const links = summary.getByRole('link');
  await expect(links).toHaveCount(3);
  for (const field of ['old', 'new1', 'new2']) await expect(summary.locator(`a[href="#${field}"]`)).not.toBeEmpty();
  await links.nth(1).press('Enter');
  await expect(page.locator('#new1')).toBeFocused();
  await expect(page.locator('#new1')).toHaveAttribute('aria-invalid', 'true');
});

test('a message that pushes the page down takes no click from its button', async ({ page, world }) => {
  const walk = { page, world, brand: BRAND };
  await atForm(walk, '?dest=MyProfile');
  await page.locator('#new1').pressSequentially('ab');
  await page.locator('#cancel').click();
  await expect(page).toHaveURL(/\/workspace\/profile$/);
});
