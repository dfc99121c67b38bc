import type { Page } from '@playwright/test';
import { expect, expectAccessible, keepPicture, test, type World } from '../support/browser';
import { linkIn } from '../support/mailbox';
import { PASSWORD } from '../support/people';
import { NEW_PASSWORD, setUpSignIn, signIn, submit } from '../support/portal-walk';
import { aRegistrableAccount } from '../support/registration';
import { withSetting } from '../support/settings';
import { aCompanyGroup, aUserAt } from '../support/structure';

const BRAND = 'wendemere';
const anEmail = () => `person.${Math.random().toString(36).slice(2)}@mail.example`;

/** Fills the visible form by field name. */
async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = page.locator(`#${name}`);
    if ((await field.evaluate((element) => element.tagName)) === 'SELECT') await field.selectOption(value);
    else await field.fill(value);
  }
}

/** Opens the mailed link of a registration. */
async function openLink(page: Page, world: World, email: string): Promise<void> {
  await page.goto(linkIn(await world.mailbox.next(email)).href);
}

test('C1.014 C2.001 a cardholder comes from the sign-in page to a sign-in of their own, by keyboard', async ({
  page,
  world
}) => {
  const card = await aRegistrableAccount(world.database, { brand: BRAND });
  const email = anEmail();
  await page.goto(world.at(BRAND));
  await page.getByRole('link', { name: 'Register as a cardholder' }).click();
  await expectAccessible(page);
  await page.locator('#email').focus();
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await openLink(page, world, email);
  // The token is in no history.
  await expect(page).not.toHaveURL(/token=/);
  await expectAccessible(page);
  await fill(page, { corporateCode: card.corporateCode, accountNumber: card.cardNumber, cardName: 'Somebody Else' });
  await submit({ page });
  await expect(page.locator('#error-summary')).toBeFocused();
  await expect(page.locator('#accountNumber')).toHaveValue('');
  await fill(page, { corporateCode: card.corporateCode, accountNumber: card.cardNumber, cardName: card.cardName });
  await submit({ page });
  await expect(page.locator('#password')).toBeVisible();
  await expectAccessible(page);
  const userId = `robin${Math.random().toString(36).slice(2, 10)}`;
  await fill(page, {
    firstName: 'Robin',
    lastName: 'Example',
    userId,
    password: NEW_PASSWORD,
    confirmation: NEW_PASSWORD
  });
  await expect(page.locator('[data-rule=length]')).toHaveAttribute('data-met', '');
  await submit({ page });
  await expect(page.getByRole('heading', { name: 'You are registered' })).toBeVisible();
  await signIn({ page, world, brand: BRAND }, { userId }, NEW_PASSWORD);
  await page.waitForURL(/new-user-component/);
  await expect(page.getByRole('heading', { name: 'Set up your sign-in' })).toBeVisible();
  await expect(page.getByText('Welcome, Robin Example.')).toBeVisible();
  await expect(page.getByText(/We write to .\*{5}.@m\*{5}\./)).toBeVisible();
  await expectAccessible(page);
  await keepPicture(page, 'new-user');
  await page.getByLabel('Language').selectOption('es');
  // Where another walk has put questions to choose from, one is asked.
  const answer = page.locator('#answer');
  if (await answer.count()) await answer.fill('Biscuit');
  await page.getByRole('button', { name: 'Continue' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/workspace$/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
});

test('C4.025 three misses lock a registration; an administrator clears the lock, and it goes on', async ({
  page,
  world,
  browser
}) => {
  const card = await aRegistrableAccount(world.database, { brand: BRAND });
  const administrator = await aUserAt(world.database, 'C', card.company);
  const email = anEmail();
  await page.goto(world.at(BRAND, '/sdportal/cardholder-registration-component'));
  await fill(page, { email });
  await submit({ page });
  await openLink(page, world, email);
  for (let n = 0; n < 3; n++) {
    await fill(page, { corporateCode: card.corporateCode, accountNumber: card.cardNumber, cardName: `Somebody ${n}` });
    await submit({ page });
    if (n < 2) await expect(page.locator('#accountNumber')).toHaveValue('');
  }
  await expect(page.getByRole('heading', { name: 'Your registration is locked' })).toBeVisible();
  await expectAccessible(page);

  const desk = await (await browser.newContext()).newPage();
  await signIn({ page: desk, world, brand: BRAND }, administrator);
  await desk.waitForURL(/\/workspace$/);
  await desk.goto(world.at(BRAND, '/workspace/registrations/locks'));
  await expect(desk.getByText(`•••• ${card.cardNumber.slice(-4)}`)).toBeVisible();
  await expect(desk.getByText(email)).toBeVisible();
  await expectAccessible(desk);
  for (const box of await desk.locator('tbody input[type=checkbox]').all()) await box.check();
  await desk.getByRole('button', { name: 'Clear locks' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Clear locks' }).click();
  await expect(desk.getByText(/^Done for \d+ records?\.$/)).toBeVisible();

  await page.goto(world.at(BRAND, '/sdportal/cardholder-registration-component'));
  await fill(page, { email });
  await submit({ page });
  await openLink(page, world, email);
  await fill(page, { corporateCode: card.corporateCode, accountNumber: card.cardNumber, cardName: card.cardName });
  await submit({ page });
  await expect(page.locator('#userId')).toBeVisible();
});

test('C1.014 C2.001 a company registers, is approved, and its first administrator signs in with what came by mail', async ({
  page,
  world,
  browser
}) => {
  const { issuer } = await aRegistrableAccount(world.database, { brand: BRAND });
  await withSetting(world.database, { issuerId: issuer.id }, 'self.registration.companies', true);
  const group = await aCompanyGroup(world.database, issuer, { name: 'Harbour Group' });
  const administrator = await aUserAt(world.database, 'I', issuer);
  const email = anEmail();
  await page.goto(world.at(BRAND, '/sdportal/company-registration-component'));
  await expectAccessible(page);
  if (await page.locator('select#issuer').count()) await page.locator('#issuer').selectOption(issuer.id);
  await fill(page, {
    company: 'Quay & Sons',
    street: 'Kajen 4',
    postalCode: '411 01',
    city: 'Göteborg',
    country: 'SE'
  });
  await fill(page, { firstName: 'Maja', lastName: 'Holm', email, phone: '031 123 456' });
  await submit({ page });
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  await openLink(page, world, email);
  await expectAccessible(page);
  await submit({ page });
  await expect(page.getByRole('heading', { name: 'We have received your details' })).toBeVisible();

  const desk = await (await browser.newContext()).newPage();
  await signIn({ page: desk, world, brand: BRAND }, administrator);
  await desk.waitForURL(/\/workspace$/);
  await desk.goto(world.at(BRAND, '/workspace/registrations'));
  await expectAccessible(desk);
  await desk.getByRole('link', { name: 'Quay & Sons' }).click();
  await expect(desk.getByRole('heading', { name: 'Quay & Sons' })).toBeVisible();
  await expect(desk.getByText('Göteborg')).toBeVisible();
  await expectAccessible(desk);
  await desk.locator('#approve-number').fill('QS01');
  await desk.locator('#approve-currency').fill('SEK');
  const place = desk.getByRole('combobox', { name: 'Company group' });
  await place.fill('Harbour');
  await desk
    .getByRole('option', { name: /Harbour Group/ })
    .first()
    .click();
  await desk.getByRole('button', { name: 'Approve company' }).click();
  await expect(desk.getByText('Registration approved.')).toBeVisible();
  const [company] = await world.database.query("SELECT parent_id AS parent FROM nodes WHERE number = 'QS01'");
  expect(company).toEqual({ parent: group.id });

  const texts = [(await world.mailbox.next(email)).text ?? '', (await world.mailbox.next(email)).text ?? ''];
  const userId = texts.map((text) => /user ID:\s+(\S+)/.exec(text)?.[1]).find(Boolean) as string;
  const password = texts.map((text) => /\b[a-z]{4}-\d{4}-[a-z]{4}\b/.exec(text)?.[0]).find(Boolean) as string;
  await signIn({ page, world, brand: BRAND }, { userId }, password);
  await page.waitForURL(/change-password-component/);
  await page.locator('#old').fill(password);
  for (const field of ['#new1', '#new2']) await page.locator(field).fill(NEW_PASSWORD);
  await submit({ page });
  await setUpSignIn({ page, world, brand: BRAND });
});

test('C5.038 a company’s corporate code is set within its rule, and a declined applicant gets the reason', async ({
  page,
  world
}) => {
  const { issuer, company } = await aRegistrableAccount(world.database, { brand: BRAND });
  const administrator = await aUserAt(world.database, 'I', issuer);
  await signIn({ page, world, brand: BRAND }, administrator, PASSWORD);
  await page.waitForURL(/\/workspace$/);
  await page.goto(world.at(BRAND, `/workspace/registrations/corporate-codes/${company.id}`));
  await page.getByLabel('Corporate code').fill('123456');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Use 6 to 10 digits').first()).toBeVisible();
  await page.getByLabel('Corporate code').fill('135790');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Corporate code saved.')).toBeVisible();
  await expect(page.getByText('135790')).toHaveCount(0);
});
