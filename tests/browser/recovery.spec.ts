import { expect, expectAccessible, test } from '../support/browser';
import { aCardholder, passcodeOf, withToken } from '../support/people';
import {
  askForLink,
  atQuestion,
  atResetForm,
  forget,
  NEW_PASSWORD,
  resetLink,
  sendLinks,
  signIn,
  submit,
  tokenStep
} from '../support/portal-walk';

const BRAND = 'wendemere';
const FORGOT = '**/public/forgot-password*';

test('P1.003 a forgotten password by link: mail, new password, signed in, by keyboard alone', async ({
  page,
  world
}) => {
  const { person } = await atResetForm({ page, world, brand: BRAND });
  // The token is in no history.
  expect(new URL(page.url()).searchParams.get('token')).toBeNull();
  await page.locator('#userId').focus();
  await page.keyboard.type(person.userId);
  for (const field of ['credential', 'confirmation']) {
    while ((await page.evaluate(() => document.activeElement?.id)) !== field) await page.keyboard.press('Tab');
    await page.keyboard.type(NEW_PASSWORD);
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/workspace$/);
  await expect(page.getByText(person.userId)).toBeVisible();
});

test('CD.70 a token user who resets by a mailed link is shown the first PIN of their token, and signs in with it', async ({
  page,
  world
}) => {
  const walk = { page, world, brand: BRAND };
  const person = await aCardholder(world.database);
  const secret = await withToken(world.database, person, { pin: '2468' });
  await page.goto(await resetLink(walk, person));
  await page.locator('#userId').fill(person.userId);
  await page.locator('#credential').fill(NEW_PASSWORD);
  await page.locator('#confirmation').fill(NEW_PASSWORD);
  await submit(walk);
  const sentence = page.getByText(/^Your first PIN is \d{4}\. It is not shown again\.$/);
  const firstPin = /\d{4}/.exec((await sentence.textContent()) ?? '')?.[0] as string;
  await expect(page.getByRole('heading', { name: 'New PIN Required' })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Return to sign-in' }).click();
  await signIn(walk, person, passcodeOf(secret, firstPin, tokenStep()));
  await expect(page).toHaveURL(/new-rsa-pin-component/);
});

test('P2.049 P4.010 the requirements turn as one types, and say so to a screen reader', async ({ page, world }) => {
  const { person } = await atResetForm({ page, world, brand: BRAND });
  await page.locator('#userId').fill(person.userId);
  const met = (rule: string) => page.locator(`[data-rule="${rule}"]`);
  await page.locator('#credential').fill('aaa');
  await expect(met('length')).not.toHaveAttribute('data-met', '');
  await expect(met('exclude')).not.toHaveAttribute('data-met', '');
  await page.locator('#credential').fill(person.userId);
  await expect(met('user.id')).not.toHaveAttribute('data-met', '');
  await page.locator('#credential').fill(NEW_PASSWORD);
  for (const rule of ['length', 'include', 'exclude', 'user.id'])
    await expect(met(rule)).toHaveAttribute('data-met', '');
  await expect(met('length').locator('.rule-status')).not.toBeEmpty();
});

test('P4.012 the change and the look-up are sent at the same time, and a link submitted twice works once', async ({
  page,
  world,
  context
}) => {
  const { person, link } = await atResetForm({ page, world, brand: BRAND });
  const second = await context.newPage();
  await second.goto(link);
  for (const tab of [page, second]) {
    await tab.locator('#userId').fill(person.userId);
    await tab.locator('#credential').fill(NEW_PASSWORD);
    await tab.locator('#confirmation').fill(NEW_PASSWORD);
  }
  const sent: string[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/public/{login-info,change-password}*', async (route) => {
    sent.push(new URL(route.request().url()).pathname.split('/').at(-1) ?? '');
    await held;
    await route.continue();
  });
  await submit({ page });
  await expect.poll(() => sent.toSorted()).toEqual(['change-password', 'login-info']);
  release();
  await expect(page).toHaveURL(/\/workspace$/);
  await submit({ page: second });
  await expect(second.locator('main')).toContainText('expired');
  await expect(second.getByRole('link')).not.toHaveCount(0);
});

test('P4.015 P4.016 P4.017 a change that fails is logged and the form usable again; what failed is said, where the source says nothing', async ({
  page,
  world
}) => {
  const { person } = await atResetForm({ page, world, brand: BRAND });
  await page.locator('#userId').fill(person.userId);
  await page.locator('#credential').fill(NEW_PASSWORD);
  await page.locator('#confirmation').fill(NEW_PASSWORD);
  await page.route('**/public/change-password*', (route) => route.abort());
  const logged = page.waitForRequest(/logErrorStatement/);
  await submit({ page });
  await logged;
  await expect(page.locator('#error-summary')).toBeFocused();
  await expect(page.locator('#reset-password button[type=submit]')).toHaveAttribute('aria-disabled', 'false');
  await page.unroute('**/public/change-password*');
  await submit({ page });
  await expect(page).toHaveURL(/\/workspace$/);
});

test('P5.023 P8.011 any answer but 202 is an unexpected status code', async ({ page, world }) => {
  await page.goto(world.at(BRAND, '/sdportal/forgot-password-component'));
  await page.route(FORGOT, (route) => route.fulfill({ status: 200, json: {} }));
  const logged = page.waitForRequest(/logErrorStatement/);
  await page.locator('#userId').fill('somebody');
  await submit({ page });
  expect((await logged).postData()).toContain('Unexpected status code');
  await expect(page.locator('#userId')).toBeFocused();
  await expect(page.locator('[data-screen=link-sent]')).toBeHidden();
});

test('P8.012 P8.013 the message of the first error is at the field; without one the field is focused', async ({
  page,
  world
}) => {
  await page.goto(world.at(BRAND, '/sdportal/forgot-password-component'));
  const answers = [
    {
      errors: [
        { code: 'x', message: 'First.' },
        { code: 'y', message: 'Second.' }
      ]
    },
    { errors: [{ code: 'x' }] }
  ];
  await page.route(FORGOT, (route) => route.fulfill({ status: 400, json: answers.shift() }));
  await page.locator('#userId').fill('somebody');
  await submit({ page });
  await expect(page.locator('#userId-error')).toHaveText('First.');
  await page.reload();
  await page.locator('#userId').fill('somebody');
  await submit({ page });
  await expect(page.locator('#userId')).toBeFocused();
});

test('P4.012 P4.015 a look-up that fails beside a reset leads to sign-in, not to an expired link', async ({
  page,
  world
}) => {
  const walk = { page, world, brand: BRAND };
  const { person } = await atResetForm(walk);
  await page.route('**/public/login-info*', (route) => route.abort());
  await page.locator('#userId').fill(person.userId);
  await page.locator('#credential').fill(NEW_PASSWORD);
  await page.locator('#confirmation').fill(NEW_PASSWORD);
  await submit(walk);
  await expect(page).toHaveURL(/login-signin-component/);
  await page.unroute('**/public/login-info*');
  await signIn(walk, person, NEW_PASSWORD);
  await expect(page).toHaveURL(/\/workspace$/);
});

test('P6.008 the flag in local storage, in development, is before the brand’s', async ({ page, world }) => {
  const walk = { page, world, brand: BRAND };
  await sendLinks(walk, false);
  await page.addInitScript(() => localStorage.setItem('PasswordResetLink', 'true'));
  await forget(walk, { userId: 'nobody.at.all' });
  await page.locator('[data-screen=link-sent]').waitFor();
});

test('P4.008 with links off: question, temporary password by mail, forced change', async ({ page, world }) => {
  const person = await atQuestion({ page, world, brand: BRAND });
  await expect(page.locator('#question-text')).not.toBeEmpty();
  await page.locator('#questionResponse').fill('biscuit');
  await submit({ page });
  await page.locator('[data-screen=temporary-sent]').waitFor();
  const { text } = await world.mailbox.next(person.email);
  const temporary = /^\s+(\S{4}-\S{4}-\S{4})\s*$/m.exec(text ?? '')?.[1] ?? '';
  await signIn({ page, world, brand: BRAND }, person, temporary);
  await expect(page).toHaveURL(/change-password-component/);
  await page.locator('#old').fill(temporary);
  await page.locator('#new1').fill(NEW_PASSWORD);
  await page.locator('#new2').fill(NEW_PASSWORD);
  await submit({ page });
  await expect(page).toHaveURL(/\/workspace$/);
});

test('PD.2 the screen is the same for nobody', async ({ page, world }) => {
  const shown: (string | null)[] = [];
  for (const userId of [(await aCardholder(world.database)).userId, 'nobody.at.all']) {
    await askForLink({ page, world, brand: BRAND }, { userId });
    await page.locator('[data-screen=link-sent]').waitFor();
    shown.push(await page.locator('main').textContent());
  }
  expect(shown[0]).toBe(shown[1]);
});
