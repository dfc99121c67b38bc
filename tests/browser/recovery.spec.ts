import type { Request } from '@playwright/test';
import { bundleTexts } from '../../lib/core/language/texts';
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
import { openPersonMenu } from '../support/workspace-walk';

const BRAND = 'wendemere';
/** The address to which the script posts a form. */
const isSent = (request: Request) => request.headers()['next-action'] !== undefined;

test('P1.003 a forgotten password by link: mail, new password, signed in, by keyboard alone', async ({
  page,
  world
}) => {
  const { person } = await atResetForm({ page, world, brand: BRAND });
  // The token is in no history.
  await expect(page).not.toHaveURL(/token=/);
  await page.locator('#userId').focus();
  await page.keyboard.type(person.userId);
  for (const field of ['credential', 'confirmation']) {
    while ((await page.evaluate(() => document.activeElement?.id)) !== field) await page.keyboard.press('Tab');
    await page.keyboard.type(NEW_PASSWORD);
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/workspace(\?done=password)?$/);
  await expect(page.getByText('Your password was changed.')).toBeVisible();
  await openPersonMenu(page);
  await expect(page.getByRole('menu').getByText(person.userId)).toBeVisible();
});

test('CD.70 a token user who resets by a mailed link sees the first PIN of the token, and signs in with it', async ({
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
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeFocused();
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

test('P4.012 the change and the look-up are one, and a link submitted twice works once', async ({
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
  // A separate look-up could fail after a successful change, and the next attempt would report an expired link.
  await page.route('**/public/login-info*', (route) => route.abort());
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  await submit({ page });
  await expect(page).toHaveURL(/\/workspace(\?done=password)?$/);
  expect(sent).toEqual(['/sdportal/change-password-token-component']);
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
  const form = '**/change-password-token-component*';
  await page.route(form, (route) => (isSent(route.request()) ? route.abort() : route.continue()));
  const logged = page.waitForRequest(/logErrorStatement/);
  await submit({ page });
  await logged;
  await expect(page.locator('#error-summary')).toBeFocused();
  await expect(page.locator('#reset-password button[type=submit]')).not.toHaveAttribute('aria-disabled', 'true');
  await page.unroute(form);
  await submit({ page });
  await expect(page).toHaveURL(/\/workspace(\?done=password)?$/);
});

test('P5.023 P8.011 an answer that is none of the form’s is an unexpected one, and nothing was sent', async ({
  page,
  world
}) => {
  await page.goto(world.at(BRAND, '/sdportal/forgot-password-component'));
  await page.route('**/forgot-password-component*', (route) =>
    isSent(route.request()) ? route.fulfill({ status: 200, json: {} }) : route.continue()
  );
  const logged = page.waitForRequest(/logErrorStatement/);
  await page.locator('#userId').fill('somebody');
  await submit({ page });
  expect((await logged).postData()).toMatch(/unexpected/i);
  await expect(page.locator('#error-summary')).toBeFocused();
  await expect(page.locator('[data-screen=user-id]')).toBeVisible();
  await expect(page.locator('[data-screen=link-sent]')).toBeHidden();
});

test('P8.012 P8.013 what the server refuses is said at the field, which the summary leads to', async ({
  page,
  world
}) => {
  await page.goto(world.at(BRAND, '/sdportal/forgot-password-component'));
  await page.locator('#userId').evaluate((field: HTMLInputElement) => field.removeAttribute('maxlength'));
  await page.locator('#userId').fill('x'.repeat(81));
  await submit({ page });
  await expect(page.locator('#userId-error')).not.toBeEmpty();
  await page.locator('#error-summary a').click();
  await expect(page.locator('#userId')).toBeFocused();
});

test('P2.036 the answer to the security question is shown and hidden again', async ({ page, world }) => {
  await atQuestion({ page, world, brand: BRAND });
  const answer = page.locator('#questionResponse');
  const reveal = page.locator('[data-screen=question] .reveal');
  await answer.fill('Biscuit');
  await reveal.click();
  await expect(answer).toHaveAttribute('type', 'text');
  await expect(page.locator('#announcement')).not.toBeEmpty();
  await reveal.click();
  await expect(answer).toHaveAttribute('type', 'password');
  await expect(answer).toHaveValue('Biscuit');
});

test('P2.039 a token user’s reset is confirmed in words, with the way to sign in', async ({ page, world }) => {
  const person = await aCardholder(world.database);
  await withToken(world.database, person, { pin: '2468' });
  await page.goto(await resetLink({ page, world, brand: BRAND }, person));
  await page.locator('#userId').fill(person.userId);
  for (const field of ['#credential', '#confirmation']) await page.locator(field).fill(NEW_PASSWORD);
  await submit({ page });
  await expect(page.getByRole('status')).toHaveText(bundleTexts('en_US', 'PortalLabels')['token.reset.done'] as string);
  await page.locator('main a.primary').click();
  await expect(page).toHaveURL(/login-signin-component/);
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
  await expect(page).toHaveURL(/\/workspace(\?done=password)?$/);
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
