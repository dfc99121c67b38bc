// Requests of other sites, hostile clients and hostile texts (OWASP ASVS 5.0 V1, V3, V4).
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pages } from '@/app/sdportal/generated/pages';
import { bundleTexts } from '@/lib/core/language/texts';
import { callAction } from '../support/actions';
import { linkIn } from '../support/mailbox';
import { aCardholder, PASSWORD } from '../support/people';
import { shown } from '../support/registration-forms';
import { useServer } from '../support/server-world';
import { until } from '../support/until';

const EVIL = 'evil.example';
/** Routes that are 404 in production, or that programs call with their own token. */
const NOT_PUBLIC = /^app\/(demo|metrics)\//;
/** Sample values for the parameters in paths. */
const SAMPLES: Record<string, string> = {
  '[name]': 'norrvik',
  '[processor]': 'stripe',
  '[brand]': 'norrvik',
  '[digest]': 'a'.repeat(64),
  '[action]': 'draft',
  '[listing]': 'nodes',
  '[entity]': 'tax-rate',
  '[record]': '00000000-0000-7000-8000-000000000000',
  '[page]': '1',
  '[field]': 'name',
  '[locale]': 'en_US',
  '[...bundle]': 'PortalLabels.json',
  '[...path]': 'nowhere',
  '[[...path]]': 'locales',
  '[token]': 'A'.repeat(43),
  '[ldapId]': 'a'.repeat(32),
  '[file]': '00000000-0000-7000-8000-000000000000',
  '[scheme]': '00000000-0000-7000-8000-000000000000',
  '[run]': '00000000-0000-7000-8000-000000000000',
  '[job]': '00000000-0000-7000-8000-000000000000',
  '[id]': '00000000-0000-7000-8000-000000000000'
};

/** The pages of the portal, whose addresses have no file of their own. */
const PAGES = [...pages.shared, ...pages.personal]
  .filter((page) => page.endsWith('-component'))
  .map((page) => ({ file: `app/sdportal/${page}/page.tsx`, address: `/sdportal/${page}` }));

/** The address of every route of the product, from its files, and of every page of the portal. */
const ADDRESSES = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .map((file) => join('app', file))
  .filter((file) => file.endsWith('/route.ts') && !NOT_PUBLIC.test(file))
  .map((file) => ({
    file,
    address: file
      .slice('app'.length, -'/route.ts'.length)
      .split('/')
      .map((part) => SAMPLES[part] ?? part)
      .join('/')
  }))
  .map(({ file, address }) => ({ file, address: address || '/' }))
  .concat(PAGES);

const world = useServer({ LOOKUPS_PER_ADDRESS: '100000', RECOVERIES_PER_ADDRESS: '10000' });

const methods = new Map<string, string[]>();

/** The methods of an address, from its Allow header, which is the same for everybody: asked for once. */
async function methodsOf(address: string): Promise<string[]> {
  const known = methods.get(address);
  if (known) return known;
  const { headers } = await world.client().call(address, { method: 'OPTIONS' });
  const allowed = String(headers.allow ?? '').split(', ');
  methods.set(address, allowed);
  return allowed;
}

const signedIn = async () => (await world.signedIn()).client;

test('every route is looked at', () => {
  expect(ADDRESSES.length).toBeGreaterThan(40);
  expect(ADDRESSES.filter(({ address }) => address.includes('['))).toEqual([]);
});

describe('P7.002 P7.003 posts of another site', () => {
  // The identity provider posts a federated sign-in's response, which proves itself by signature and state.
  const SIGNED_BY_OTHERS = /sso\/saml\//;

  test('are refused everywhere, and change nothing', async () => {
    const client = await signedIn();
    const cookies = new Map(client.cookies);
    const passed: string[] = [];
    let tried = 0;
    for (const { file, address } of ADDRESSES.filter(({ file }) => !SIGNED_BY_OTHERS.test(file)))
      for (const method of (await methodsOf(address)).filter((name) =>
        ['POST', 'PUT', 'PATCH', 'DELETE'].includes(name)
      ))
        for (const [type, body] of [
          ['application/x-www-form-urlencoded', 'userId=x&password=y'],
          ['text/plain', '{"userId":"x"}'],
          ['application/json', '{"userId":"x"}']
        ] as const) {
          tried += 1;
          const { status } = await client.call(address, {
            method,
            body,
            headers: { 'Content-Type': type, Origin: `https://${EVIL}`, 'Sec-Fetch-Site': 'cross-site' }
          });
          // 401: another kind of session is required. 404: not found.
          if (![401, 403, 404].includes(status)) passed.push(`${method} ${file} ${type}: ${status}`);
        }
    expect(passed).toEqual([]);
    expect(tried).toBeGreaterThan(60);
    expect(client.cookies).toEqual(cookies);
    expect((await client.call('/workspace')).status).toBe(200);
  });

  test('a sibling host of the same site is another site too', async () => {
    const client = await signedIn();
    for (const action of ['signOut', 'signOutEverywhere']) {
      const answer = await callAction(client, action, {
        form: {},
        headers: { Origin: 'http://other.localhost', 'Sec-Fetch-Site': 'same-site' }
      });
      expect(answer.status).toBe(403);
      expect((await client.call('/workspace')).status).toBe(200);
    }
  });
});

describe('addresses that lead elsewhere', () => {
  const TARGETS = [
    `https://${EVIL}/`,
    `//${EVIL}`,
    `/\\${EVIL}`,
    `\\\\${EVIL}`,
    `https:${EVIL}`,
    `/%09/${EVIL}`,
    `https://localhost@${EVIL}/`,
    `javascript:alert('${EVIL}')`,
    `data:text/html,${EVIL}`
  ];
  const PARAMETERS = [
    ...[
      'dest',
      'target',
      'next',
      'url',
      'redirect',
      'redirect_uri',
      'returnUrl',
      'return_to',
      'RelayState',
      'referral_path'
    ],
    ...[
      'cobrandHost',
      'cobrandName',
      'delivery',
      'ec',
      'error',
      'token',
      'authn_attempt_id',
      'in_response_to',
      'notice'
    ],
    ...['forwardFormEndpoint', 'logoutUrl', 'locale', 'user_locale', 'pingUrl']
  ];

  test.each(TARGETS)('%s is followed and shown by no page', async (target) => {
    const client = await signedIn();
    const led: string[] = [];
    const query = new URLSearchParams(PARAMETERS.map((name) => [name, target]));
    for (const { address } of ADDRESSES.filter(({ file }) => !/logout|logoff|sign-out/.test(file))) {
      const answer = await client.call(`${address}?${query}`);
      const { status, headers } = answer;
      if (status >= 500) led.push(`${address} answered ${status}`);
      if (new URL(String(headers.location ?? '/'), 'http://localhost').hostname.includes(EVIL))
        led.push(`${address} → ${headers.location}`);
      if (String(headers.refresh ?? '').includes(EVIL)) led.push(`${address} refreshes to ${headers.refresh}`);
      // Data for programs may echo its input, and a page's router knows its own address; a page shows neither.
      if (String(headers['content-type']).startsWith('text/html') && shown(answer).includes(EVIL))
        led.push(`${address} shows it`);
    }
    expect(led).toEqual([]);
  });

  test('nor by the front door', async () => {
    const person = await aCardholder(world.database);
    for (const target of TARGETS) {
      const query = new URLSearchParams({ cobrandHost: target, dest: target });
      const { body } = await world.client().call(`/heracles/login?${query}`, {
        form: {
          username: person.b2BAlias,
          password: PASSWORD,
          'login-form-type': 'password',
          referral_path: target,
          dest: target
        }
      });
      expect(body).toBe('/workspace');
    }
  });

  test('a link in a mail leads to a registered host name, whatever host name it was asked under', async () => {
    for (const headers of [
      { Host: EVIL },
      { Host: `norrvik.localhost@${EVIL}` },
      { Host: 'norrvik.localhost', 'X-Forwarded-Host': EVIL, Forwarded: `host=${EVIL}` }
    ] as Record<string, string>[]) {
      const person = await aCardholder(world.database);
      const answer = await world
        .client()
        .call('/services/authentication-service/public/forgot-password?cobrandHost=norrvik', {
          json: { userId: person.userId },
          headers
        });
      if (answer.status === 400) continue;
      const { hostname } = linkIn(await world.mailbox.next(person.email));
      expect(hostname).toBe('norrvik.localhost');
    }
  });
});

describe('injection by the query', () => {
  const VALUES = [
    '%0d%0aX-Injected:%20yes',
    '%0aSet-Cookie:%20session=evil',
    'norrvik%0d%0a%0d%0a<script>alert(1)</script>',
    '..%2f..%2f..%2fetc%2fpasswd',
    '%00',
    '%ff%fe',
    '%',
    '%3Cscript%3Ealert(1)%3C/script%3E',
    '%22%3E%3Cimg%20src=x%20onerror=alert(1)%3E',
    "'%3B%20DROP%20TABLE%20users%3B--",
    '%7B%7B7*7%7D%7D',
    '$%7B7*7%7D',
    '__proto__',
    'constructor',
    'en_US&cobrandHost=aldwick&locale=de',
    '%F0%9F%92%B3'
  ];

  test.each(VALUES)('%s', (value) => injected(value));
  test('three thousand letters', () => injected('a'.repeat(3_000)));

  async function injected(value: string) {
    const faults: string[] = [];
    for (const { file, address } of ADDRESSES) {
      const query = ['cobrandHost', 'locale', 'user_locale', 'cobrandAbbr', 'ec', 'token', 'delivery']
        .map((name) => `${name}=${value}`)
        .join('&');
      const { status, headers, body } = await world.client().call(`${address}?${query}&cobrandHost[]=${value}`);
      if (status >= 500) faults.push(`${file}: ${status}`);
      if (headers['x-injected'] || String(headers['set-cookie'] ?? '').includes('session=evil'))
        faults.push(`${file}: header`);
      if (/<script>alert|<img src=x|root:x:|DROP TABLE/.test(body)) faults.push(`${file}: body`);
    }
    expect(faults).toEqual([]);
  }

  test('by the path and the cookies as well', async () => {
    const faults: string[] = [];
    for (const value of [
      '..%2f..%2fetc%2fpasswd',
      '%00',
      '__proto__',
      '%0d%0aX-Injected:1',
      'a'.repeat(3_000),
      '%E0%A4%A'
    ]) {
      for (const path of [
        `/sdportal/rest/cobrand/${value}`,
        `/sdportal/rest/cobrands/${value}/locales`,
        `/assets/i18n/${value}/PortalLabels.json`,
        `/assets/i18n/en_US/${value}`,
        `/sdportal/portalstatic/assets/images/logos/${value}`,
        `/services/authentication-service/public/credential-reset-tokens/${value}`,
        `/services/twofactortoken-service/protected/tokens/${value}`
      ]) {
        const { status, headers } = await world.client().call(path);
        if (status >= 500 || headers['x-injected']) faults.push(`${path.slice(0, 120)}: ${status}`);
      }
      const client = world.client();
      for (const name of ['user_locale', 'sec-token', 'user_id', 'COBRAND', 'ssoUserCookie', 'tessera-session'])
        client.cookies.set(name, value);
      for (const path of ['/', '/workspace', '/sdportal/login-signin-component', '/sdportal/logout-component']) {
        const { status, headers } = await client.call(path);
        if (status >= 500 || headers['x-injected']) faults.push(`cookie at ${path}: ${status}`);
      }
    }
    expect(faults).toEqual([]);
  });
});

describe('bodies', () => {
  const BODIES: [string, string, string][] = [
    ['oversized', 'application/json', JSON.stringify({ userId: 'x'.repeat(200_000) })],
    ['deeply nested', 'application/json', '['.repeat(10_000) + ']'.repeat(10_000)],
    ['cut off', 'application/json', '{"userId":"x"'],
    ['empty', 'application/json', ''],
    ['null', 'application/json', 'null'],
    ['a list', 'application/json', '[1,2,3]'],
    ['a number that is none', 'application/json', '{"userId":1e999}'],
    ['a prototype', 'application/json', '{"__proto__":{"userId":"x"},"constructor":{"prototype":{"admin":true}}}'],
    [
      'NUL in a field',
      'application/json',
      '{"userId":"a\\u0000b","locale":"en_US","credential":"\\u0000","token":"\\u0000"}'
    ],
    ['half a surrogate', 'application/json', '{"userId":"\\ud800","password":"\\udfff","locale":"\\ud800"}'],
    ['the wrong types', 'application/json', '{"userId":{"$gt":""},"password":["x"],"locale":7,"token":true}'],
    ['another content type', 'application/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
    [
      'a multipart form',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="userId"\r\n\r\ny\r\n--x--'
    ],
    ['a content type that is none', '"', 'userId=x'],
    [
      'fields given twice',
      'application/x-www-form-urlencoded',
      'userId=a&userId=b&username=a&username=b&password=a&password=b'
    ],
    [
      'NUL in a form',
      'application/x-www-form-urlencoded',
      'userId=%00&username=%00&password=%00&login-form-type=password'
    ],
    [
      'bytes that are no text',
      'application/x-www-form-urlencoded',
      'userId=%ff%fe&username=%ff&password=%ff&login-form-type=password'
    ]
  ];

  test.each(BODIES)('%s: no error of the server, no word of its inside', async (_, type, body) => {
    const client = await signedIn();
    const faults: string[] = [];
    for (const { file, address } of ADDRESSES.filter(({ file }) => !/logout|logoff|sign-out/.test(file)))
      for (const method of (await methodsOf(address)).filter((name) =>
        ['POST', 'PUT', 'PATCH', 'DELETE'].includes(name)
      )) {
        const answer = await client.call(address, {
          method,
          body,
          headers: { ...client.protectedHeaders(), 'Content-Type': type }
        });
        if (answer.status >= 500) faults.push(`${method} ${file}: ${answer.status}`);
        if (/node_modules|prisma|\bat \w+ \(|SELECT .* FROM|root:x:/.test(answer.body))
          faults.push(`${method} ${file}: ${answer.body}`);
      }
    expect(faults).toEqual([]);
  });
});

describe('script in the texts of a brand', () => {
  const PAYLOAD = `<img src=x onerror=alert(1)>"'></title></script><script>alert(1)</script>`;
  /** A brand that no other test here looks at. */
  const BRAND = 'wexenholt';
  const client = () => world.client(`${BRAND}.localhost`);
  const brandShows = (text: string) =>
    until(async () => (await client().call(`/sdportal/rest/cobrand/${BRAND}`)).body.includes(text));
  let before: { display_name: string; app_name: string } | undefined;
  beforeAll(async () => {
    const keys = (['PortalLabels', 'Messages'] as const).flatMap((bundle) => Object.keys(bundleTexts('en_US', bundle)));
    [before] = await world.database.query('SELECT display_name, app_name FROM brands WHERE name = $1', [BRAND]);
    await world.database.query(
      `INSERT INTO brand_texts (brand_name, locale, key, value) SELECT DISTINCT $1, 'en_US', key, $2 FROM unnest($3::text[]) key
       ON CONFLICT (brand_name, locale, key) DO UPDATE SET value = excluded.value`,
      [BRAND, PAYLOAD, keys]
    );
    await world.database.query('UPDATE brands SET display_name = $2, app_name = $2 WHERE name = $1', [
      BRAND,
      PAYLOAD.slice(0, 60)
    ]);
    await brandShows('alert(1)');
  });
  afterAll(async () => {
    await world.database.query('DELETE FROM brand_texts WHERE brand_name = $1 AND value = $2', [BRAND, PAYLOAD]);
    await world.database.query('UPDATE brands SET display_name = $2, app_name = $3 WHERE name = $1', [
      BRAND,
      before?.display_name,
      before?.app_name
    ]);
    await brandShows(before?.display_name ?? '');
  });

  test('stays text on every page', async () => {
    const person = await aCardholder(world.database);
    const visitor = client();
    await visitor.enter(person.b2BAlias, 'password', PASSWORD);
    const pages = ADDRESSES.filter(({ file }) => /-component\/|^app\/route/.test(file)).map(({ address }) => address);
    // The workspace first: the logged-out page signs out.
    for (const page of ['/workspace', ...pages, '/nowhere']) {
      const { headers, body } = await visitor.call(page, { headers: { 'Accept-Language': 'en-US' } });
      if (!String(headers['content-type']).startsWith('text/html')) continue;
      expect([page, body.includes('alert(1)')]).toEqual([page, true]);
      expect([page, /<img src=x|<script>alert/.test(body)]).toEqual([page, false]);
    }
  });

  test('stays text in a mail', async () => {
    const person = await aCardholder(world.database);
    await client().post('/services/authentication-service/public/forgot-password', {
      userId: person.userId,
      locale: 'en_US'
    });
    const mail = await world.mailbox.next(person.email);
    expect(mail.html).toContain('alert(1)');
    expect(mail.html).not.toMatch(/<img src=x|<script/);
    expect(mail.subject).not.toMatch(/[\r\n]/);
  });
});
