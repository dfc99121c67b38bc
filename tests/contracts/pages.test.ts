import { LOCALES, languageTag } from '@/lib/core/language/locales';
import { bundleTexts } from '@/lib/core/language/texts';
import { aCardholder, PASSWORD } from '../support/people';
import { useServer } from '../support/server-world';
import { withSetting } from '../support/settings';
import { until } from '../support/until';

const world = useServer();
const SIGN_IN = '/sdportal/login-signin-component';
const text = (html: string) =>
  html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ');

describe('the sign-in page', () => {
  test('P2.001 P2.002 P2.005 P2.016 P2.017 P2.018 stands in the brand’s shell, with its heading as title', async () => {
    const { status, body } = await world
      .client('norrvik.localhost')
      .call(SIGN_IN, { headers: { 'Accept-Language': 'en-US' } });
    expect(status).toBe(200);
    const heading = /<h1>([^<]+)<\/h1>/.exec(body)?.[1];
    expect(heading).toMatch(/^.+ Norrvik/);
    expect(body).toContain(`<title>${heading}</title>`);
    expect(body.indexOf('<header')).toBeLessThan(body.indexOf('<main'));
    expect(body.indexOf('<main')).toBeLessThan(body.indexOf('<footer'));
    expect(body).toMatch(/<input[^>]+id="userId"/);
    expect(body).toMatch(/<input[^>]+type="password"[^>]+id="password"/);
  });

  test.each(LOCALES)('P1.010 speaks %s', async (locale) => {
    const client = world.client();
    client.cookies.set('user_locale', locale);
    const { body } = await client.call(SIGN_IN);
    const labels = bundleTexts(locale, 'PortalLabels');
    expect(body).toContain(`<html lang="${languageTag(locale)}"`);
    for (const key of ['user.id.label', 'password.label', 'sign.in.button', 'forgot.password.link', 'language.label']) {
      expect(text(body)).toContain(labels[key]?.replace(/\s+/g, ' '));
    }
  });

  test.each([
    ['a brand that supports both', 'tessera'],
    ['one with company registration only', 'mastercard'],
    ['neither', 'citigroup']
  ])('P2.019 P2.020 P2.021 P2.022 offers what %s supports, and one of its issuers takes', async (_what, name) => {
    const brand = (await world.client().call(`/sdportal/rest/cobrand/${name}`)).json() as Record<string, boolean>;
    const issuers = await world.database.query<{ issuerId: string }>(
      'SELECT issuer_id AS "issuerId" FROM issuer_brands WHERE brand_name = $1',
      [name]
    );
    const shown = async () => (await world.client().call(`${SIGN_IN}?cobrandHost=${name}`)).body;
    const takes = (wanted: boolean | undefined) => wanted === true && issuers.length > 0;
    const company = takes(brand.companySelfRegisterSupported);
    expect(await shown()).not.toContain('/sdportal/company-registration-component');
    for (const { issuerId } of issuers)
      await withSetting(world.database, { issuerId }, 'self.registration.companies', true);
    // A change is told to the server, which takes a moment.
    await until(async () => (await shown()).includes('/sdportal/company-registration-component') === company);
    const body = await shown();
    expect(body).toContain('/sdportal/forgot-password-component');
    expect(body).toContain('/sdportal/cardholder-registration-component');
    expect(body.includes('/sdportal/account-application-component')).toBe(
      takes(brand.prospectiveAccountApplicationSupported)
    );
  });

  test('P2.024 one brand has a button of its own', async () => {
    const { body } = await world.client('cobaltrow.localhost').call(SIGN_IN);
    expect(body).toContain('Continue to cards');
  });

  test('P2.025 a brand with federated sign-in sends the browser there at once', async () => {
    const { status, headers } = await world.client('wexenholt.localhost').call(SIGN_IN);
    expect([status, headers.location]).toEqual([302, expect.stringMatching(/^https:\/\/.+\.example/)]);
  });

  test('P2.023 the language selector works without JavaScript, and the choice is kept for 90 days', async () => {
    const client = world.client();
    const { status, headers } = await client.call(`${SIGN_IN}?cobrandHost=norrvik&user_locale=sv`);
    expect([status, headers.location]).toEqual([303, `${SIGN_IN}?cobrandHost=norrvik`]);
    expect((headers['set-cookie'] as string[])[0]).toMatch(/^user_locale=sv; Max-Age=7776000; Path=\//);
    expect((await client.call(`${SIGN_IN}?cobrandHost=norrvik`)).body).toContain('lang="sv"');
    expect(
      (await world.client().call(`${SIGN_IN}?user_locale=%0d%0aSet-Cookie:x`)).headers['set-cookie']
    ).toBeUndefined();
  });

  test('P1.008 unknown and hostile brands fall to the default and are never echoed', async () => {
    for (const name of ['nobody', '"><script>alert(1)</script>', '%0d%0ax: y', '../../x']) {
      const { status, body, headers } = await world.client().call(`${SIGN_IN}?cobrandHost=${encodeURIComponent(name)}`);
      expect(status).toBe(200);
      expect(body).toContain('data-brand="tessera"');
      expect(body).not.toContain('alert(1)');
      expect(headers).not.toHaveProperty('x');
    }
  });

  test('may be cached by an edge, holds nothing personal, and lets only its own script run', async () => {
    const client = world.client('norrvik.localhost');
    client.cookies.set('user_id', 'someone.personal');
    const { headers, body } = await client.call(SIGN_IN);
    expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=30, must-revalidate');
    expect(headers.vary).toMatch(/Accept-Language, Cookie/);
    expect(headers).not.toHaveProperty('set-cookie');
    expect(body).not.toContain('someone.personal');
    const policy = headers['content-security-policy'] as string;
    expect(policy).toMatch(/default-src 'none'; script-src 'self'( 'sha256-[^ ]+')+; style-src 'sha256-[^ ]+';/);
    expect(policy).not.toContain('unsafe');
    // The first paint comes before the script: the page works without it.
    const scripts = body.match(/<script(?=[^>]*\ssrc=)(?=[^>]*\sasync)[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(script).toContain('fetchpriority="low"');
    const again = await client.call(SIGN_IN, { headers: { 'If-None-Match': headers.etag as string } });
    expect([again.status, again.body]).toEqual([304, '']);
  });

  test('a saved brand shows at once P9.010', async () => {
    const before = await world.client('fjellvarde.localhost').call(SIGN_IN);
    await world.database.query("UPDATE brands SET app_name = 'Renamed Just Now' WHERE name = 'fjellvarde'");
    let after = before;
    for (let tries = 0; tries < 100 && !after.body.includes('Renamed Just Now'); tries++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      after = await world.client('fjellvarde.localhost').call(SIGN_IN);
    }
    expect(after.body).toContain('Renamed Just Now');
  });
});

describe('signing in without JavaScript', () => {
  const post = (form: Record<string, string>, headers: Record<string, string> = {}) =>
    world.client().submit(SIGN_IN, form, { 'Accept-Language': 'en-US', ...headers });

  test('P4.001 goes to the workspace', async () => {
    const person = await aCardholder(world.database);
    const client = world.client();
    const answer = await client.submit(SIGN_IN, { userId: person.userId, password: PASSWORD });
    expect([answer.status, answer.headers.location]).toEqual([303, '/workspace']);
    expect((await client.call('/workspace')).status).toBe(200);
  });

  test('P5.001 P2.061 P2.062 P2.063 P8.023 P8.024 names each empty field in the summary and at the field', async () => {
    const { status, body } = await post({ userId: ' ', password: '' });
    expect(status).toBe(400);
    expect(text(body)).toContain(
      bundleTexts('en_US', 'PortalLabels')
        ['error.count']?.match(/other \{([^}]+)\}/)?.[1]
        ?.replace('#', '2') as string
    );
    const listed = [...body.matchAll(/<a href="#(\w+)">([^<]*is required[^<]*)</g)].map(([, field, said]) => [
      field,
      said
    ]);
    expect(listed).toEqual([
      ['userId', 'User ID is required.'],
      ['password', 'Password is required.']
    ]);
    for (const [field, said] of listed) expect(body).toMatch(new RegExp(`id="${field}-error"[^>]*>[^<]*${said}`));
    expect(body.match(/aria-invalid="true"/g)).toHaveLength(2);
  });

  test('C8.001 P8.001 P4.002 shows an invalid login with both fields cleared', async () => {
    const { status, body, headers } = await post({ userId: 'nobody.typed', password: 'secret-typed' });
    expect([status, headers['cache-control']]).toEqual([401, 'no-store']);
    expect(text(body)).toMatch(/Invalid login Invalid Login\. Please verify your information and try again\./);
    expect(body).not.toMatch(/nobody\.typed|secret-typed/);
  });

  test('another site’s form is refused with a page that says what to do', async () => {
    const { status, body } = await post(
      { userId: 'a', password: 'b' },
      { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
    );
    expect(status).toBe(403);
    expect(text(body)).toContain(bundleTexts('en_US', 'PortalLabels')['request.refused.title'] as string);
  });

  test('P2.013 a locked user is sent to the locked page', async () => {
    const person = await aCardholder(world.database, { status: 'locked', lockCause: 'administrator' });
    const answer = await post({ userId: person.userId, password: PASSWORD });
    expect([answer.status, answer.headers.location]).toEqual([
      303,
      '/sdportal/temporary-state-component?cobrandHost=tessera&reason=administrator'
    ]);
  });
});

describe('the other pages', () => {
  test('C2.036 P2.012 P2.058 P4.039 P4.040 logged out, with the way back to the brand’s sign-in', async () => {
    const at = (path: string) =>
      world.client().call(`/sdportal/${path}?cobrandHost=norrvik`, { headers: { 'Accept-Language': 'sv' } });
    const { status, body } = await at('logout-component');
    expect(status).toBe(200);
    const labels = (await at('rest/logoutrest/logoutLabelsAndReturnLink')).json() as Record<string, string>;
    expect(body).toContain(`<h1>${labels['ng.you.have.been.logged.out']}</h1>`);
    expect(body).toContain(
      `href="/sdportal/login-signin-component?cobrandHost=norrvik">${labels['ng.return.to.login.screen']}</a>`
    );
  });

  test('P2.059 P3.029 after single sign-on only a federated address leads back', async () => {
    const visit = async (host: string) => {
      const client = world.client(host);
      client.cookies.set('ssoUserCookie', '1');
      return (await client.call('/sdportal/logout-component')).body;
    };
    expect(await visit('norrvik.localhost')).not.toMatch(/class="primary"/);
    expect(await visit('wexenholt.localhost')).toMatch(/class="primary" href="https:/);
  });

  test('C8.003 C8.037 P2.060 temporarily locked', async () => {
    const { body } = await world
      .client()
      .call('/sdportal/temporary-state-component', { headers: { 'Accept-Language': 'en-US' } });
    expect(text(body)).toContain('User account locked. You have reached the maximum of 6 sign-in attempts.');
  });

  test('P2.013 it tells how long a lock lasts, and offers the reset that ends it', async () => {
    const at = async (query: string) => {
      const address = `/sdportal/temporary-state-component?cobrandHost=norrvik${query}`;
      return (await world.client().call(address, { headers: { 'Accept-Language': 'en' } })).body;
    };
    const reset = '/sdportal/forgot-password-component?cobrandHost=norrvik';
    expect(text(await at(''))).toContain('The lock ends by itself after 30 minutes');
    expect(await at('')).toContain(`href="${reset}"`);
    expect(await at('&reason=password-expired')).toContain(`href="${reset}"`);
    expect(await at('&reason=administrator')).not.toContain(`href="${reset}"`);
  });

  test.each([
    ['administrator', 'An administrator has locked your user ID. This lock does not end by itself.'],
    ['dual-authentication', 'Dual authentication is locked'],
    ['password-expired', 'Your temporary password expired before you used it'],
    ['self-registration', 'registration details did not match too often']
  ])('W11 C8.037 a lock by %s says what happened, and nothing of attempts', async (reason, words) => {
    const { body } = await world.client().call(`/sdportal/temporary-state-component?reason=${reason}`, {
      headers: { 'Accept-Language': 'en-US' }
    });
    expect(text(body)).toContain(words);
    expect(text(body)).not.toMatch(/attempts|temporarily/);
  });

  test('C5.065 a form larger than any file may be is answered in the brand’s frame; the page is nowhere else', async () => {
    const { client } = await world.signedIn({}, 'wendemere.localhost');
    const form = {
      body: Buffer.alloc(5 * 1024 ** 2 + 1),
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' }
    };
    const { status, body, headers } = await client.call('/workspace/profile', form);
    expect([status, headers['cache-control']]).toEqual([413, 'no-store']);
    expect(body).toContain('data-brand="wendemere"');
    expect(text(body)).toContain('File too large Nothing was saved. Go back and choose a file of at most 4 MB.');
    expect((await client.call('/too-large')).status).toBe(404);
  });

  test('P2.014 PD.21 an unknown address gets the brand’s page-not-found', async () => {
    for (const path of [
      '/sdportal/nowhere',
      '/nowhere/at/all',
      '/sdportal/rest/nothing',
      '/%E0%A4%A',
      '/sdportal/%ff'
    ]) {
      for (const method of ['GET', 'POST']) {
        const { status, headers, body } = await world.client('norrvik.localhost').call(path, { method });
        expect([path, method, status, headers['cache-control']]).toEqual([path, method, 404, 'no-store']);
        expect(body).toContain('data-brand="norrvik"');
        expect(body).not.toContain('http-equiv="refresh"');
      }
    }
  });

  test('P2.001 the bare addresses lead to the sign-in page', async () => {
    for (const path of ['/', '/sdportal']) {
      expect((await world.client().call(`${path}?cobrandHost=norrvik`)).headers.location).toBe(
        `${SIGN_IN}?cobrandHost=norrvik`
      );
    }
  });
});
