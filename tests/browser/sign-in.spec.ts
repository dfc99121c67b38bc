import { bundleTexts } from '../../lib/core/language/texts';
import { expect, expectAccessible, holdScripts, test } from '../support/browser';
import { linkIn } from '../support/mailbox';
import { aCardholder, failuresOf, PASSWORD, passcodeOf, withToken } from '../support/people';
import { sendLinks } from '../support/portal-walk';
import { signOutByMenu } from '../support/workspace-walk';

const JOURNEYS = [
  { brand: 'norrvik', language: 'sv-SE', locale: 'sv', tag: 'sv' },
  { brand: 'asanagi', language: 'ja-JP', locale: 'ja', tag: 'ja' }
] as const;

for (const { brand, language, locale, tag } of JOURNEYS) {
  const labels = bundleTexts(locale, 'PortalLabels');
  const messages = bundleTexts(locale, 'Messages');
  for (const javaScriptEnabled of [true, false]) {
    test.describe(`${brand} in ${locale}, JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
      test.use({ locale: language, javaScriptEnabled });

      test('P1.001 P4.001 P1.006 a user signs in, sees the own name, and signs out', async ({ page, world }) => {
        const person = await aCardholder(world.database);
        await page.goto(world.at(brand));
        await expect(page.locator('html')).toHaveAttribute('lang', tag);
        await expect(page.locator('html')).toHaveAttribute('data-brand', brand);
        await expect(page).toHaveTitle((await page.locator('h1').textContent()) ?? '');
        await page
          .getByLabel(labels['user.id.label'] as string, { exact: true })
          .fill(`  ${person.userId.toUpperCase()} `);
        await page.locator('#password').fill(PASSWORD);
        await page.getByRole('button', { name: labels['sign.in.button'], exact: true }).click();
        await expect(page).toHaveURL(/\/workspace$/);
        await expect(page.locator('h1')).toContainText('Robin');
        await expect(page.locator('.side .person')).toContainText(messages['role.A'] as string);
        // The workspace's menu needs a script; the address that it leads to does not.
        if (javaScriptEnabled) await signOutByMenu(page, messages['sign.out']);
        else await page.goto(world.at(brand, `/sdportal/logout-component?cobrandHost=${brand}`));
        await expect(page).toHaveURL(new RegExp(`/sdportal/logout-component\\?cobrandHost=${brand}$`));
        await expect(page.locator('h1')).toHaveText(labels['ng.you.have.been.logged.out'] as string);
        await page.getByRole('link', { name: labels['ng.return.to.login.screen'] }).click();
        await expect(page.locator('#userId')).toBeVisible();
        await page.goto(world.at(brand, '/workspace'));
        await expect(page.locator('#userId')).toBeVisible();
      });

      test('P4.002 P8.001 P2.063 a wrong password clears both fields, and the summary leads to the first', async ({
        page,
        world
      }) => {
        const person = await aCardholder(world.database);
        await page.goto(world.at(brand));
        await page.locator('#userId').fill(person.userId);
        await page.locator('#password').fill('not the password');
        await page.locator('#password').press('Enter');
        const summary = page.locator('#error-summary');
        await expect(summary).toContainText(labels['login.failed.header'] as string);
        await expect(summary.getByRole('listitem')).toHaveCount(1);
        await expect(summary).toContainText(labels['login.failed'] as string);
        await expect(summary).toBeFocused();
        await expect(page.locator('#userId')).toHaveValue('');
        await expect(page.locator('#password')).toHaveValue('');
        await expect(page.locator('.field-error')).toHaveText(['', '']);
        await summary.getByRole('link').click();
        if (javaScriptEnabled) await expect(page.locator('#userId')).toBeFocused();
        if (javaScriptEnabled) await expectAccessible(page);
      });

      test('P5.001 P8.023 empty fields are named in the summary and under each field', async ({ page, world }) => {
        await page.goto(world.at(brand));
        await page.locator('#sign-in button[type=submit]').click();
        await expect(page.locator('#error-summary li')).toHaveCount(2);
        await expect(page.locator('#userId')).toHaveAttribute('aria-invalid', 'true');
        await expect(page.locator('#password-error')).not.toBeEmpty();
        if (javaScriptEnabled) await expectAccessible(page);
      });

      test('P2.060 C9.003 six failures lock, and the page says so', async ({ page, world }) => {
        const person = await aCardholder(world.database);
        await page.goto(world.at(brand));
        for (let tries = 1; tries <= 6; tries++) {
          await page.locator('#userId').fill(person.userId);
          await page.locator('#password').fill(`wrong ${tries}`);
          await page.locator('#sign-in button[type=submit]').click();
          if (tries < 6) {
            await expect(page.locator('#error-summary')).toBeVisible();
            await expect(page.locator('#userId')).toHaveValue('');
          }
        }
        await expect(page).toHaveURL(/temporary-state-component/);
        await expect(page.locator('h1')).toHaveText(labels['locked.title'] as string);
        if (javaScriptEnabled) await expectAccessible(page);
      });

      test('P2.023 another language is chosen with the selector and kept', async ({ page, world }) => {
        await page.goto(world.at('tessera'));
        await page.locator('#user_locale').selectOption('zh_TW');
        // With a script the choice is enough.
        if (!javaScriptEnabled) await page.locator('.language button').click();
        await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant-TW');
        await page.goto(world.at('tessera', '/sdportal/logout-component'));
        await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant-TW');
      });
    });
  }
}

test('P1.008 an unknown brand falls to the default, with the whole flow', async ({ page, world }) => {
  const person = await aCardholder(world.database);
  await page.goto(world.at('unknown-bank'));
  await expect(page.locator('html')).toHaveAttribute('data-brand', 'tessera');
  await page.locator('#userId').fill(person.userId);
  await page.locator('#password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/workspace$/);
});

test('cobrandHost is kept along the way', async ({ page, world }) => {
  const person = await aCardholder(world.database);
  await page.goto(world.at('tessera', '/sdportal/login-signin-component?cobrandHost=norrvik'));
  await expect(page.locator('html')).toHaveAttribute('data-brand', 'norrvik');
  await expect(page.locator('.forgot')).toHaveAttribute('href', /cobrandHost=norrvik/);
  await page.locator('#userId').fill(person.userId);
  await page.locator('#password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/workspace$/);
  await expect(page.locator('html')).toHaveAttribute('data-brand', 'norrvik');
});

test('P1.008 a recovery on a common host keeps the brand that cobrandHost names, from the form to the mail and on', async ({
  page,
  world
}) => {
  const person = await aCardholder(world.database);
  const common = `http://localhost:${world.server.port}/sdportal`;
  await sendLinks({ page, world, brand: 'norrvik' }, true);
  await page.goto(`${common}/forgot-password-component?cobrandHost=norrvik`);
  await page.locator('#userId').fill(person.userId);
  await page.locator('#forgot-password button[type=submit]').click();
  await expect(page.locator('[data-screen=link-sent]')).toBeVisible();
  const mail = await world.mailbox.next(person.email);
  expect(mail.from?.name).toBe('Norrvik Bank');
  const link = linkIn(mail);
  expect(link.searchParams.get('cobrandHost')).toBe('norrvik');
  // The same page on the common host, where only the query names the brand.
  await page.goto(`${common}/change-password-token-component${link.search}`);
  await expect(page).toHaveURL(`${common}/change-password-token-component?cobrandHost=norrvik`);
  await page.locator('#userId').fill(person.userId);
  for (const field of ['#credential', '#confirmation']) await page.locator(field).fill('Maple-Harbour-77');
  await page.locator('#reset-password button[type=submit]').click();
  await expect(page).toHaveURL(/\/workspace(\?done=password)?$/);
  await expect(page.locator('html')).toHaveAttribute('data-brand', 'norrvik');
  expect((await world.mailbox.next(person.email)).from?.name).toBe('Norrvik Bank');
});

test('P1.008 P4.037 so does a code that is sent again', async ({ page, world }) => {
  const person = await aCardholder(world.database, { oneTimePin: true });
  await page.goto(`http://localhost:${world.server.port}/sdportal/login-signin-component?cobrandHost=norrvik`);
  await page.locator('#userId').fill(person.userId);
  await page.locator('#password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/one-time-passcode-component\?cobrandHost=norrvik/);
  expect((await world.mailbox.next(person.email)).from?.name).toBe('Norrvik Bank');
  await page.locator('#resend button').click();
  expect((await world.mailbox.next(person.email)).from?.name).toBe('Norrvik Bank');
});

test('PD.9 a token user who changed the password sees a notice and is redirected to the sign-in, and no failure is counted', async ({
  page,
  world
}) => {
  const person = await aCardholder(world.database);
  const secret = await withToken(world.database, person, { pin: '2468' });
  await page.goto(world.at('norrvik'));
  await page.locator('#userId').fill(person.userId);
  await page.locator('#password').fill(passcodeOf(secret, '2468'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/workspace$/);
  await page.goto(world.at('norrvik', '/sdportal/change-password-component'));
  await page.locator('#old').fill(PASSWORD);
  for (const field of ['#new1', '#new2']) await page.locator(field).fill('Maple-Harbour-77');
  await page.locator('#change-password button[type=submit]').click();
  await expect(page.getByRole('status')).toHaveText(bundleTexts('en_US', 'PortalLabels')['password.changed'] as string);
  await page.locator('main a.primary').click();
  await expect(page).toHaveURL(world.at('norrvik'));
  expect(await failuresOf(world.database, person)).toBe(0);
});

test('what the server renders after a failed try is accessible too', async ({ page, world }) => {
  for (const userId of ['', 'nobody.here']) {
    await page.goto(world.at('aldwick'));
    await page.locator('#userId').fill(userId);
    await page.locator('#password').fill('something');
    // Not the click: the page's script would take the form over.
    await Promise.all([
      page.waitForEvent('load'),
      page.evaluate(() => (document.getElementById('sign-in') as HTMLFormElement).submit())
    ]);
    await expect(page.locator('#error-summary')).toBeFocused();
    await expectAccessible(page);
  }
});

test('P2.018 the password is shown and hidden, and said so', async ({ page, world }) => {
  await page.goto(world.at('aldwick'));
  await page.locator('#password').fill('something');
  const reveal = page.locator('.reveal');
  await reveal.click();
  await expect(page.locator('#password')).toHaveAttribute('type', 'text');
  await expect(page.locator('#announcement')).not.toBeEmpty();
  await reveal.click();
  await expect(page.locator('#password')).toHaveAttribute('type', 'password');
});

test('the whole sign-in works by keyboard alone', async ({ page, world }) => {
  const person = await aCardholder(world.database);
  await page.goto(world.at('aldwick'));
  await page.keyboard.press('Tab');
  await expect(page.locator('.skip')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.locator('#userId')).toBeFocused();
  await page.keyboard.type(person.userId);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Tab');
  await expect(page.locator('.reveal')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/workspace$/);
});

test('typing in the user id before the script runs replaces the remembered one', async ({ page, world }) => {
  await page.context().addCookies([{ name: 'user_id', value: 'somebody.else', url: world.at('aldwick') }]);
  const release = await holdScripts(page);
  await page.goto(world.at('aldwick'), { waitUntil: 'commit' });
  await page.locator('#userId').focus();
  release();
  await expect(page.locator('#userId')).toHaveValue('somebody.else');
  await page.keyboard.type('robin');
  await expect(page.locator('#userId')).toHaveValue('robin');
});

test('cookies that can not be decoded stop no script', async ({ page, world }) => {
  const names = ['user_id', 'sec-token', 'user_locale', 'tessera-session'];
  await page.context().addCookies(names.map((name) => ({ name, value: '%E0%A4%A', url: world.at('norrvik') })));
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await page.goto(world.at('norrvik'));
  const person = await aCardholder(world.database);
  await expect(page.locator('.reveal')).toBeVisible();
  await page.locator('#userId').fill(person.userId);
  await page.locator('#password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/workspace$/);
  expect(errors).toEqual([]);
});

test('P5.022 a field says what it lacks when it is left, and stops when mended', async ({ page, world }) => {
  await page.goto(world.at('aldwick'));
  await page.locator('#userId').fill('x');
  await page.locator('#userId').fill('');
  await page.locator('#password').focus();
  await expect(page.locator('#userId-error')).not.toBeEmpty();
  await expect(page.locator('#userId')).toHaveAttribute('aria-invalid', 'true');
  await page.locator('#userId').fill('someone');
  await expect(page.locator('#userId-error')).toBeEmpty();
});

test('P3.028 P9.012 P3.030 cookies and session storage are as specified', async ({ page, context, world }) => {
  const person = await aCardholder(world.database);
  await page.goto(world.at('norrvik'));
  await page.locator('#userId').fill(person.userId);
  await page.locator('#password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/workspace$/);
  const cookies = Object.fromEntries(
    (await context.cookies(world.at('norrvik'))).map((cookie) => [cookie.name, cookie])
  );
  expect(cookies.user_id).toMatchObject({ value: person.userId, secure: true });
  expect(Math.round(((cookies.user_id?.expires ?? 0) - Date.now() / 1000) / 86_400)).toBe(90);
  expect(cookies['sec-token']?.value).toMatch(/^[A-Za-z0-9]{20}$/);
  expect(cookies['tessera-session']).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  const stored = await page.evaluate(() => [sessionStorage.getItem('userId'), sessionStorage.getItem('COBRAND')]);
  expect(stored).toEqual([person.userId, 'norrvik']);
  await page.goto(world.at('norrvik'));
  await expect(page.locator('#userId')).toHaveValue(person.userId);
});

test('P4.003 P9.009 PD.14 the page is loaded anew after 30 minutes, but not while a field holds text', async ({
  page,
  world
}) => {
  await page.clock.install();
  await page.goto(world.at('aldwick'));
  await expect(page.locator('.reveal')).toBeVisible();
  await page.evaluate(() => Object.assign(window, { firstVisit: true }));
  await page.clock.fastForward(600);
  await page.locator('#userId').fill('someone');
  await page.clock.fastForward(1_801_000);
  expect(await page.evaluate(() => 'firstVisit' in window)).toBe(true);
  await page.locator('#userId').fill('');
  await Promise.all([page.waitForEvent('load'), page.clock.fastForward(61_000)]);
  expect(await page.evaluate(() => 'firstVisit' in window)).toBe(false);
});

test('P4.004 P4.049 a pending PIN is removed soon after the page loads', async ({ page, world }) => {
  await page.addInitScript(() => localStorage.setItem('tessera.pending-pin', 'sealed'));
  await page.goto(world.at('aldwick'));
  await expect.poll(() => page.evaluate(() => localStorage.getItem('tessera.pending-pin'))).toBeNull();
});

test('P8.002 P8.003 a failure of the system is a system error, and what was typed stays', async ({ page, world }) => {
  const labels = bundleTexts('en_GB', 'PortalLabels');
  // Set before the page loads: a request sent right after may pass a route set later.
  await page.route('**/login-signin-component**', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue()
  );
  await page.goto(world.at('aldwick'));
  await expect(page.locator('.reveal')).toBeVisible();
  await page.locator('#userId').fill('someone');
  await page.locator('#password').fill('something');
  await page.keyboard.press('Enter');
  await expect(page.locator('#error-summary')).toContainText(labels['error.system.header'] as string);
  await expect(page.locator('#userId')).toHaveValue('someone');
});

test('P4.003 the page is loaded anew where only the remembered user id stands in it', async ({ page, world }) => {
  const { hostname } = new URL(world.at('aldwick'));
  await page.context().addCookies([{ name: 'user_id', value: 'remembered.id', domain: hostname, path: '/' }]);
  await page.clock.install();
  await page.goto(world.at('aldwick'));
  await expect(page.locator('#userId')).toHaveValue('remembered.id');
  await page.evaluate(() => Object.assign(window, { firstVisit: true }));
  await page.clock.fastForward(600);
  await Promise.all([page.waitForEvent('load'), page.clock.fastForward(1_801_000)]);
  expect(await page.evaluate(() => 'firstVisit' in window)).toBe(false);
});
