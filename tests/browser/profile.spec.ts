import type { Page } from '@playwright/test';
import { bundleTexts } from '../../lib/core/language/texts';
import { expect, expectAccessible, expectFits, keepPicture, test } from '../support/browser';
import { aCardholder, PASSWORD, withQuestion } from '../support/people';
import { text } from '../support/texts';
import { enter, enterAt, openPersonMenu, scripted, signOutByMenu } from '../support/workspace-walk';

const swedish = bundleTexts('sv', 'Workspace') as Record<string, string>;

const PLACES = [
  { brand: 'norrvik', language: 'sv-SE', locale: 'sv' },
  { brand: 'asanagi', language: 'ja-JP', locale: 'ja' }
] as const;

/** An authenticator with a verified person at it, who agrees at once while `ready`. */
async function withAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: false
    }
  });
  return {
    ready: (enabled: boolean) => devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    count: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    verified: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  };
}

/** A browser without passkey suggestions: only the button prompts, whenever the authenticator is ready. */
const withoutSuggestions = (page: Page) =>
  page.addInitScript(() => {
    if ('PublicKeyCredential' in window) PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });

/** Adds a passkey by keyboard, on the profile page. */
async function addPasskey(page: Page): Promise<void> {
  await page.locator('#passkeys-heading ~ details summary').click();
  await page.locator('#passkey-name').fill('Phone');
  await page.locator('#passkey-password').fill(PASSWORD);
  await page.locator('#passkey-password').press('Enter');
  await expect(page.locator('main').getByRole('status')).toBeVisible();
}

for (const { brand, language, locale } of PLACES) {
  const labels = bundleTexts(locale, 'PortalLabels') as Record<string, string>;
  const messages = bundleTexts(locale, 'Messages') as Record<string, string>;
  const say = (key: string) => messages[key] ?? labels[key] ?? key;

  test.describe(`${brand} in ${locale}`, () => {
    test.use({ locale: language });

    test('a person adds a passkey, signs in with it, and removes it', async ({ page, world }) => {
      const person = await aCardholder(world.database);
      const authenticator = await withAuthenticator(page);
      await withoutSuggestions(page);
      await enter(page, world, person.userId, brand);
      await openPersonMenu(page);
      await page.getByRole('menuitem', { name: say('profile.title'), exact: true }).click();
      await expect(page.locator('h1')).toHaveText(say('profile.title'));
      await expect(page.getByText(say('profile.passkeys.none'))).toBeVisible();
      await authenticator.ready(true);
      await page.locator('#passkeys-heading ~ details summary').click();
      await page.locator('#passkey-name').fill('Work laptop');
      await page.locator('#passkey-password').fill('not the password');
      const add = page.getByRole('button', { name: say('profile.passkey.add'), exact: true });
      await add.click();
      await expect(page.locator('#passkey-password-error')).toHaveText(say('invalid.credentials'));
      await expect(page.locator('#passkey-password')).toBeFocused();
      await expectAccessible(page);
      await page.locator('#passkey-password').fill(PASSWORD);
      await add.click();
      await expect(page.locator('main').getByRole('status')).toHaveText(say('profile.passkey.created'));
      await expect(page.getByRole('heading', { name: 'Work laptop' })).toBeVisible();
      expect(await authenticator.count()).toBe(1);
      await expectAccessible(page);

      await signOutByMenu(page, say('sign.out'));
      await page.goto(world.at(brand));
      await expectAccessible(page);
      await page.getByRole('button', { name: say('passkey.sign.in') }).click();
      await expect(page).toHaveURL(/\/workspace$/);
      await expect(page.locator('h1')).toContainText('Robin');

      await page.goto(world.at(brand, '/workspace/profile'));
      await expect(page.getByText(say('profile.passkey.unused'))).toHaveCount(0);
      await scripted(page);
      await page.getByRole('button', { name: say('profile.passkey.remove'), exact: true }).click();
      const question = page.getByRole('dialog', {
        name: say('profile.passkey.remove.question').replace('{name}', 'Work laptop')
      });
      await question.getByRole('button', { name: say('profile.passkey.remove'), exact: true }).click();
      await expect(page.locator('main').getByRole('status')).toHaveText(say('profile.passkey.removed'));
      await expect(page.getByText(say('profile.passkeys.none'))).toBeVisible();

      await signOutByMenu(page, say('sign.out'));
      await page.goto(world.at(brand));
      await page.getByRole('button', { name: say('passkey.sign.in') }).click();
      await expect(page.locator('#error-summary')).toContainText(say('passkey.failed'));
      await expect(page.locator('#error-summary')).toBeFocused();
    });

    for (const width of [375, 1280]) {
      test(`the profile at ${width} px is accessible and fits`, async ({ page, world }) => {
        await page.setViewportSize({ width, height: 800 });
        const person = await aCardholder(world.database);
        await withQuestion(world.database, person);
        await withAuthenticator(page);
        await enter(page, world, person.userId, brand);
        await expectAccessible(page);
        for (const query of ['', '?changed=password']) {
          await page.goto(world.at(brand, `/workspace/profile${query}`));
          await expect(page.locator('#passkeys-heading ~ details summary')).toBeVisible();
          await expectAccessible(page);
          await expectFits(page);
        }
        await scripted(page);
        await page.locator('#user-id-heading ~ details summary').click();
        await page.locator('#user-id-password').fill('not the password');
        await page.locator('#user-id-password').press('Enter');
        await expect(page.locator('main').getByRole('alert')).toBeFocused();
        await expect(page.locator('#user-id-userId')).toHaveAttribute('aria-invalid', 'true');
        await expectAccessible(page);
        await expectFits(page);
        await keepPicture(page, `profile-${brand}-${width}`);
      });
    }
  });
}

test('the language and the time zone of the profile are in force at once, and win over the sign-in before', async ({
  page,
  world
}) => {
  const person = await aCardholder(world.database);
  await enterAt(page, world, person.userId, '/workspace/profile', 'norrvik');
  await scripted(page);
  const form = page.locator('form').filter({ has: page.getByLabel('Time zone') });
  await form.getByLabel('Language').selectOption('sv');
  await form.getByLabel('Time zone').selectOption('Asia/Tokyo');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'sv');
  await expect(page.locator('main').getByRole('status').first()).toHaveText(
    swedish['profile.preferences.saved'] as string
  );
  await expectAccessible(page);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'sv');
  await expect(page.locator('#preferences-timeZone')).toHaveValue('Asia/Tokyo');
});

test('a suggested passkey signs in from the user id field', async ({ page, world }) => {
  const person = await aCardholder(world.database);
  const authenticator = await withAuthenticator(page);
  await enterAt(page, world, person.userId, '/workspace/profile', 'norrvik');
  await authenticator.ready(true);
  await addPasskey(page);
  await page.goto(world.at('norrvik'));
  await expect(page).toHaveURL(/\/workspace$/);
});

test('the button ends a suggestion that still waits, and signs in', async ({ page, world }) => {
  const person = await aCardholder(world.database);
  const authenticator = await withAuthenticator(page);
  await page.addInitScript(() => {
    const get = navigator.credentials.get.bind(navigator.credentials);
    navigator.credentials.get = (options) => {
      const answer = get(options);
      document.documentElement.dataset.asked = options?.mediation ?? 'at once';
      return answer;
    };
  });
  await enterAt(page, world, person.userId, '/workspace/profile', 'norrvik');
  await authenticator.ready(true);
  await addPasskey(page);
  await authenticator.ready(false);
  await page.goto(world.at('norrvik'));
  await expect(page.locator('html')).toHaveAttribute('data-asked', 'conditional');
  await authenticator.ready(true);
  await page.locator('#passkey').press('Enter');
  await expect(page).toHaveURL(/\/workspace$/);
});

test('a user unknown to the device gets a message, and the password still works', async ({ page, world }) => {
  const person = await aCardholder(world.database);
  const authenticator = await withAuthenticator(page);
  await authenticator.verified(false);
  await withoutSuggestions(page);
  await page.goto(world.at('norrvik'));
  await authenticator.ready(true);
  await page.locator('#passkey').click();
  await expect(page.locator('#error-summary')).toBeFocused();
  await expectAccessible(page);
  await enter(page, world, person.userId, 'norrvik');
});

test('PD.7 the profile can be walked by keyboard: question answered, another device signed out', async ({
  page,
  world,
  browser
}) => {
  const person = await aCardholder(world.database);
  const other = await browser.newContext();
  const phone = await other.newPage();
  await enter(phone, world, person.userId, 'norrvik');
  await enterAt(page, world, person.userId, '/workspace/profile', 'norrvik');
  await scripted(page);
  await page.locator('#question-heading ~ details summary').focus();
  await page.keyboard.press('Enter');
  await page.locator('#question-answer').focus();
  await page.keyboard.type('Biscuit');
  await page.keyboard.press('Tab');
  await page.keyboard.type('not the password');
  await page.keyboard.press('Enter');
  await expect(page.locator('main').getByRole('alert')).toBeFocused();
  await expect(page.locator('#question-password')).toHaveAttribute('aria-invalid', 'true');
  await page.locator('#question-answer').focus();
  await page.keyboard.type('Biscuit');
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('main').getByRole('status')).toBeFocused();
  await expect(page.locator('section', { has: page.locator('#sessions-heading') }).locator('li')).toHaveCount(2);

  const end = page.locator('button[name=session]');
  await end.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('main').getByRole('status')).toBeFocused();
  await expect(page.locator('button[name=session]')).toHaveCount(0);
  await phone.reload();
  await expect(phone.locator('#userId')).toBeVisible();
  await expect(page.locator('.events li').first()).toBeVisible();
  await other.close();
});

test('P2.045 P4.019 PD.7 the change of password leads back to the profile', async ({ page, world }) => {
  const person = await aCardholder(world.database);
  await enterAt(page, world, person.userId, '/workspace/profile', 'norrvik');
  await page.locator('#password-heading ~ a').click();
  await page.locator('#old').fill(PASSWORD);
  await page.locator('#new1').fill('Harbour-Signal-77');
  await page.locator('#new2').fill('Harbour-Signal-77');
  await page.locator('#change-password button[type=submit]').click();
  await expect(page).toHaveURL(/\/workspace\/profile(\?changed=password)?$/);
  await expect(page.locator('.message-success')).toBeFocused();
});

test('every session is ended from the profile, after a question', async ({ page, world, browser }) => {
  const person = await aCardholder(world.database);
  const other = await browser.newContext();
  const phone = await other.newPage();
  await enter(phone, world, person.userId, 'norrvik');
  await enterAt(page, world, person.userId, '/workspace/profile', 'norrvik');
  await scripted(page);
  await page.getByRole('button', { name: text('sign.out.everywhere'), exact: true }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: text('sign.out.everywhere.confirm'), exact: true }).click();
  await expect(page).toHaveURL(/logout-component\?cobrandHost=norrvik$/);
  await phone.reload();
  await expect(phone.locator('#userId')).toBeVisible();
  await other.close();
});

for (const [what, status] of [
  ['a release whose actions are others', 404],
  ['maintenance', 503]
] as const)
  test(`a page that was open over ${what} still signs out`, async ({ page, world }) => {
    const person = await aCardholder(world.database);
    await page.route('**/workspace', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status, headers: status === 404 ? { 'x-nextjs-action-not-found': '1' } : {}, body: 'gone' })
        : route.continue()
    );
    await enter(page, world, person.userId, 'norrvik');
    await signOutByMenu(page);
    await expect(page).toHaveURL(/logout-component$/);
    await page.goto(world.at('norrvik', '/workspace'));
    await expect(page.locator('#userId')).toBeVisible();
  });
