import type { Page, Route } from '@playwright/test';
import { expect, holdScripts, test } from '../support/browser';
import { atPasscode, submit } from '../support/portal-walk';

const BRAND = 'wendemere';
const boxes = (page: Page) => page.locator('#boxes input');
const typed = (page: Page) =>
  boxes(page).evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value).join(''));
const message = (page: Page) => page.locator('#boxes-error');
const focused = (page: Page) =>
  boxes(page).evaluateAll((all) => all.indexOf(document.activeElement as HTMLInputElement) + 1);

async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((value) => navigator.clipboard.writeText(value), text);
  await page.keyboard.press('Control+v');
}

test('P2.026 P2.031 P2.034 six boxes of one digit take what is typed, digits only, and the keyboard alone signs in', async ({
  page,
  world
}) => {
  const { code } = await atPasscode({ page, world, brand: BRAND });
  await expect(boxes(page)).toHaveCount(6);
  await expect(page.getByRole('group', { name: 'Six-digit code' })).toBeVisible();
  await expect(boxes(page).first()).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(boxes(page).first()).toHaveAttribute('inputmode', 'numeric');
  await expect(boxes(page).nth(2)).toHaveAccessibleName(/3/);
  await expect.poll(() => focused(page)).toBe(1);
  await page.keyboard.type('a-x');
  await expect.poll(async () => [await typed(page), await focused(page)]).toEqual(['', 1]);
  for (const [at, digit] of [...code].entries()) {
    await expect.poll(() => focused(page)).toBe(at + 1);
    await page.keyboard.type(`${digit}z`);
  }
  await expect.poll(() => typed(page)).toBe(code);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/workspace$/);
});

test('P2.032 Backspace in an empty box goes back to the one before, and empties it', async ({ page, world }) => {
  await atPasscode({ page, world, brand: BRAND });
  await page.keyboard.type('123');
  await expect.poll(() => focused(page)).toBe(4);
  await page.keyboard.press('Backspace');
  await expect.poll(async () => [await typed(page), await focused(page)]).toEqual(['12', 3]);
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Backspace');
  await expect.poll(async () => [await typed(page), await focused(page)]).toEqual(['', 1]);
});

test('P2.033 six pasted digits fill the boxes, five, seven or letters do not; autofill does', async ({
  page,
  world
}) => {
  const { code } = await atPasscode({ page, world, brand: BRAND });
  for (const other of ['12345', '1234567', 'abcdef', '12 34 56']) {
    await paste(page, other);
    expect([other, await typed(page)]).toEqual([other, '']);
  }
  await boxes(page).nth(3).focus();
  await paste(page, ` ${code}\n`);
  await expect.poll(async () => [await typed(page), await focused(page)]).toEqual([code, 6]);
  await page.reload();
  await boxes(page)
    .first()
    .evaluate((box, value) => {
      (box as HTMLInputElement).value = value;
      box.dispatchEvent(new InputEvent('input', { bubbles: true }));
    }, code);
  await expect.poll(() => typed(page)).toBe(code);
});

test('P5.020 nothing is said between the boxes; the group left or the form submitted, it is', async ({
  page,
  world
}) => {
  await atPasscode({ page, world, brand: BRAND });
  await page.keyboard.type('12');
  await boxes(page).nth(4).focus();
  await expect(message(page)).toBeEmpty();
  await page.locator('#resend button').focus();
  await expect(message(page)).not.toBeEmpty();
  await boxes(page).nth(2).focus();
  await page.keyboard.type('3456');
  await expect(message(page)).toBeEmpty();
  await page.reload();
  await submit({ page });
  await expect(message(page)).not.toBeEmpty();
  await expect(page.locator('#error-summary')).toBeFocused();
});

test('P5.021 an error in the address marks every box', async ({ page, world }) => {
  await page.goto(world.at(BRAND, '/sdportal/one-time-passcode-component?error=1&delivery=r*****n@m*****.example'));
  await expect(boxes(page).and(page.locator('[aria-invalid=true]'))).toHaveCount(6);
});

test('P8.019 a code that fails leaves the button usable, and the right one goes on', async ({ page, world }) => {
  const { code } = await atPasscode({ page, world, brand: BRAND });
  await page.keyboard.type(code.replace(/./g, (digit) => String(9 - Number(digit))));
  await submit({ page });
  await expect(page.locator('#error-summary')).toBeFocused();
  await expect(page.locator('#one-time-passcode button[type=submit]')).not.toHaveAttribute('aria-disabled', 'true');
  await expect.poll(() => typed(page)).toBe('');
  await boxes(page).first().focus();
  await page.keyboard.type(code);
  await submit({ page });
  await expect(page).toHaveURL(/\/workspace$/);
});

test('P4.037 a new code is sent to the masked address, and takes the place of the old one', async ({ page, world }) => {
  const { person, code } = await atPasscode({ page, world, brand: BRAND });
  await page.keyboard.type('12');
  await page.locator('#resend button').click();
  await expect(page.locator('#announcement')).toContainText('@');
  await expect.poll(async () => [await typed(page), await focused(page)]).toEqual(['', 1]);
  const mail = await world.mailbox.next(person.email);
  const next = /^\s+(\d{6})\s*$/m.exec(mail.text ?? '')?.[1] ?? '';
  if (next !== code) {
    await page.keyboard.type(code);
    await submit({ page });
    await expect(page.locator('#error-summary')).toBeFocused();
    await boxes(page).first().focus();
  }
  await page.keyboard.type(next);
  await submit({ page });
  await expect(page).toHaveURL(/\/workspace$/);
});

test('P2.026 what is typed before the boxes are there moves into them', async ({ page, world }) => {
  const { code } = await atPasscode({ page, world, brand: BRAND });
  const release = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('#single input')).toBeFocused();
  await page.keyboard.type(code.slice(0, 4));
  release();
  await expect.poll(async () => [await typed(page), await focused(page)]).toEqual([code.slice(0, 4), 5]);
  await page.keyboard.type(code.slice(4));
  await submit({ page });
  await expect(page).toHaveURL(/\/workspace$/);
});

test('P4.036 a code without a sign-in redirects to the sign-in page', async ({ page, world }) => {
  await page.goto(world.at(BRAND, '/sdportal/one-time-passcode-component'));
  await expect.poll(() => focused(page)).toBe(1);
  await page.keyboard.type('123456');
  await submit({ page });
  await expect(page).toHaveURL(/login-signin-component/);
});

test('the buttons say what they do while they do it', async ({ page, world }) => {
  await atPasscode({ page, world, brand: BRAND });
  const hold = async (route: Route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  };
  await page.route('**/one-time-passcode-component**', hold);
  await expect(boxes(page)).toHaveCount(6);
  await page.locator('#resend button').click();
  await expect(page.locator('#resend button')).toHaveText('Sending…');
  await expect(page.locator('#resend button')).toHaveText('Send a new code');
  await boxes(page).first().focus();
  await page.keyboard.type('000000');
  await submit({ page });
  await expect(page.locator('#one-time-passcode button[type=submit]')).toHaveText('Signing in…');
});

test('P4.038 P8.020 a code that can not be sent again leads to sign-in', async ({ page, world }) => {
  const { person } = await atPasscode({ page, world, brand: BRAND });
  await world.database.query('DELETE FROM sessions WHERE user_id = $1', [person.id]);
  await page.locator('#resend button').click();
  await expect(page).toHaveURL(/login-signin-component/);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  test('P2.026 one field takes the code', async ({ page, world }) => {
    const { code } = await atPasscode({ page, world, brand: BRAND });
    await page.locator('#single input').fill(code);
    await submit({ page });
    await expect(page).toHaveURL(/\/workspace$/);
  });
});
