import type { Page } from '@playwright/test';
import { bundleTexts } from '../../lib/core/language/texts';
import { expect, expectAccessible, test } from '../support/browser';
import { CLIENT_SECRET, giveProvider, linked, startOpenIdProvider } from '../support/identity-providers';
import { aCardholder } from '../support/people';
import { PortalClient } from '../support/portal-client';
import { startSamlProvider } from '../support/saml-provider';
import { signOutByMenu } from '../support/workspace-walk';

const labels = bundleTexts('en_GB', 'PortalLabels');
const messages = bundleTexts('en_GB', 'Messages');
test.use({ locale: 'en-GB' });

/** The sign-in page redirects to the provider once the server knows it. */
const goToProvider = (page: Page, signInPage: string, provider: string) =>
  expect(async () => {
    await page.goto(signInPage);
    expect(page.url().startsWith(provider)).toBe(true);
  }).toPass();

test('P2.025 P2.059 P3.029 a person comes in by OpenID Connect, and signs out to a page that leads nowhere', async ({
  page,
  world
}) => {
  const callback = world.at('norrvik', '/heracles/sso/oidc/norrvik');
  const provider = await startOpenIdProvider({ norrvik: [callback] });
  try {
    await giveProvider(world.database, 'norrvik', {
      kind: 'oidc',
      issuer: provider.issuer,
      clientId: 'norrvik',
      clientSecret: CLIENT_SECRET
    });
    const subject = await linked(world.database, 'norrvik', await aCardholder(world.database));
    const signIn = async (name: string) => {
      await page.getByPlaceholder('Enter any login').fill(name);
      await page.getByPlaceholder('and password').fill('x');
      await page.getByRole('button').click();
    };
    await goToProvider(page, world.at('norrvik'), provider.issuer);
    await signIn('somebody-else');
    await expect(page.locator('h1')).toHaveText(labels['login.failed.header'] as string);
    await expect(page.getByText(labels['sso.not.linked'] as string)).toBeVisible();
    await expectAccessible(page);
    // The provider remembers the user: sign in as another now.
    await page.context().clearCookies({ domain: 'localhost' });
    await page.getByRole('link', { name: labels['ng.return.to.login.screen'] }).click();
    await signIn(subject);
    await expect(page).toHaveURL(world.at('norrvik', '/workspace'));
    await expect(page.locator('h1')).toContainText('Robin');
    await signOutByMenu(page, messages['sign.out']);
    await expect(page.locator('h1')).toHaveText(labels['ng.you.have.been.logged.out'] as string);
    await expect(page.getByRole('link', { name: labels['ng.return.to.login.screen'] })).toHaveCount(0);
  } finally {
    provider.stop();
    await world.database.query('DELETE FROM identity_providers');
  }
});

test('P2.025 P4.040 a person comes in by SAML, whose response is another site’s post, and can sign out', async ({
  page,
  world
}) => {
  const provider = await startSamlProvider();
  try {
    await giveProvider(world.database, 'wexenholt', {
      kind: 'saml',
      issuer: provider.entityId,
      signInUrl: provider.signInUrl,
      certificates: [provider.certificate]
    });
    const metadata = await new PortalClient(world.server.port, 'wexenholt.localhost').call(
      '/heracles/sso/saml/wexenholt'
    );
    provider.service.metadata = metadata.body;
    const subject = await linked(world.database, 'wexenholt', await aCardholder(world.database));
    await goToProvider(page, world.at('wexenholt'), provider.signInUrl);
    await page.getByLabel('Name').fill(subject);
    await page.getByRole('button').click();
    await expect(page).toHaveURL(world.at('wexenholt', '/workspace'));
    await expect(page.locator('h1')).toContainText('Robin');
    await signOutByMenu(page, messages['sign.out']);
    await expect(page.locator('a.primary')).toHaveAttribute('href', /^https:\/\/login\.wexenholt\.example\//);
  } finally {
    provider.stop();
    await world.database.query('DELETE FROM identity_providers');
  }
});
