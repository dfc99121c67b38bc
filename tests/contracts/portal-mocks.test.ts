// The source's mock co-brands are four development brands, served by the real contracts (CD.51).
import { LOCALES } from '@/lib/core/language/locales';
import { createDatabase, type TestDatabase, withoutDemoPeople } from '../support/database';
import { aCardholder, PASSWORD, passcodeOf, withQuestion, withToken } from '../support/people';
import { PortalClient, PUBLIC } from '../support/portal-client';
import { PRODUCTION_SECRET, startServer, type TestServer } from '../support/server';
import { useServer } from '../support/server-world';

const world = useServer();
const BRANDS = ['mastercard', 'citigroup', 'comerica', 'abnamro'];
const get = (path: string, host?: string) => world.client(host).call(path);
const settings = async (brand: string) =>
  (await get(`/sdportal/rest/cobrand/${brand}`)).json() as Record<string, unknown>;

const COMMON = [
  'prospectiveAccountApplicationSupported',
  'companySelfRegisterSupported',
  'appName',
  'signInToLabel',
  'privacyPolicy',
  'privacyPolicyUrl',
  'footerMessage',
  'copyrightMessage',
  'warningMessage',
  'cookieNotice',
  'cookieNoticeUrl',
  'disclaimer',
  'disclaimerUrl',
  'abbreviation',
  'fssoRedirectUrl'
];
const CITIGROUP = [
  'authorizationWarning',
  'termsOfUse',
  'termsOfUseUrl',
  'managerWebsite',
  'managerWebsiteUrl',
  'groupWebsite',
  'groupWebsiteUrl'
];

test.each(BRANDS)('C2.038 C2.039 CD.51 %s has its pages under the portal’s path in development', async (brand) => {
  const { appName } = await settings(brand);
  for (const page of ['login-signin-component', 'forgot-password-component', 'logout-component'])
    for (const answer of [
      await get(`/sdportal/${page}?cobrandHost=${brand}`),
      await get(`/sdportal/${page}`, `${brand}.localhost`)
    ]) {
      expect(answer.status).toBe(200);
      expect(answer.body).toContain(appName);
    }
});

describe('outside development', () => {
  let database: TestDatabase;
  let server: TestServer;
  beforeAll(async () => {
    database = await createDatabase({ seeded: true });
    await withoutDemoPeople(database);
    const env = { TESSERA_MODE: 'production', TESSERA_SECRET: PRODUCTION_SECRET };
    server = await startServer({ databaseUrl: database.url, env });
  });
  afterAll(async () => {
    await server?.stop();
    await database?.drop();
  });

  test('C2.038 CD.50 production knows neither the mock brands nor the mock backend', async () => {
    const client = new PortalClient(server.port);
    for (const brand of BRANDS) {
      expect((await client.call(`/sdportal/rest/cobrand/${brand}`)).status).toBe(404);
      expect((await client.call(`/sdportal/rest/cobrandhostabbreviation?cobrandAbbr=${brand}`)).status).toBe(404);
    }
    expect((await client.call(`${PUBLIC}/temporary-passwords`)).status).toBe(405);
    for (const [method, address] of [
      ['GET', '/mock/locales'],
      ['POST', '/mock/locales'],
      ['POST', '/mock/commands/resetDb'],
      ['GET', '/mock/commands/config']
    ] as const) {
      const answer = await client.call(address, { method });
      expect([answer.status, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    }
  });
});

test('C7.001 the abbreviation of each, as text', async () => {
  const abbreviations = BRANDS.map(async (brand) => {
    const { body, headers } = await get(`/sdportal/rest/cobrandhostabbreviation?cobrandAbbr=${brand}`);
    expect(headers['content-type']).toMatch(/^text\/plain/);
    return body;
  });
  expect(await Promise.all(abbreviations)).toEqual(['MC', 'CITI', 'COMA', 'ABN']);
});

test('C7.002 C3.041 the settings by abbreviation have every field of a mock co-brand', async () => {
  for (const abbreviation of ['MC', 'CITI', 'COMA', 'ABN']) {
    const given = await settings(abbreviation);
    expect(given).toMatchObject({ abbreviation });
    expect(Object.keys(given)).toEqual(expect.arrayContaining(COMMON));
  }
});

test('C3.042 C3.043 citigroup and comerica have the fields of their own, the others don’t', async () => {
  const own = async (brand: string) => {
    const given = await settings(brand);
    return [...CITIGROUP, 'poweredBy'].filter((field) => field in given);
  };
  expect(await Promise.all(BRANDS.map(own))).toEqual([[], CITIGROUP, ['poweredBy'], []]);
});

test('C7.003 C3.046 the locales of each, and all 23 with their names', async () => {
  const locales = async (brand: string) =>
    (await get(`/sdportal/rest/cobrands/${brand}/locales`)).json() as Record<string, string>;
  const all = await locales('mastercard');
  expect(Object.keys(all).sort()).toEqual([...LOCALES].sort());
  expect(Object.keys(all).sort()).toEqual(
    'en_US en_GB es es_ES fr_CA fr da de no pt pt_PT it nl fi sv pl ru tr zh_TW zh_CN ja ko in'.split(' ').sort()
  );
  expect(all).toMatchObject({ pt_PT: 'Portuguese (Portugal)', in: 'Indonesian' });
  expect(Object.keys(await locales('comerica'))).toEqual(['en_US', 'es']);
});

test('C7.004 the information of a token’s PIN says whether its page may open', async () => {
  const information = async (client: PortalClient, action: string) =>
    (await client.call(`/sdportal/rest/rsapin/information?action=${action}`)).json();
  const person = await aCardholder(world.database);
  const secret = await withToken(world.database, person);
  const client = world.client('citigroup.localhost');
  expect(await information(client, 'newpin')).toMatchObject({ shouldAccess: false });
  await client.enter(person.b2BAlias, 'token', passcodeOf(secret, '1357'));
  expect(await information(client, 'newpin')).toMatchObject({ shouldAccess: true });
  expect(await information(client, 'nexttoken')).toMatchObject({ shouldAccess: false });
});

test.each(BRANDS)('C7.005 C7.006 C3.045 the logout labels and external logout address of %s', async (brand) => {
  const host = `${brand}.localhost`;
  expect((await get('/sdportal/rest/logoutrest/logoutLabelsAndReturnLink', host)).json()).toMatchObject({
    'ng.you.have.been.logged.out': expect.stringMatching(/\w/),
    'ng.return.to.login.screen': expect.stringMatching(/\w/),
    cobrandHostInfo: brand
  });
  expect(await get('/sdportal/rest/logoutrest/externalLogoutUrl', host)).toMatchObject({ status: 200, body: '' });
});

test('C7.007 C3.044 the security questions, in the language of the page', async () => {
  const questions = async (locale: string) =>
    (
      await world
        .client('mastercard.localhost')
        .call('/cpae/public/users/securityquestions', { headers: { 'Accept-Language': locale } })
    ).json() as Record<string, string>[];
  const english = await questions('en-US');
  expect(english).toHaveLength(6);
  for (const question of english)
    expect(question).toEqual({
      questionId: expect.stringMatching(/\w/),
      questionText: expect.stringMatching(/\?$/),
      questionResponse: ''
    });
  const [german] = await questions('de');
  expect(german?.questionId).toBe(english[0]?.questionId);
  expect(german?.questionText).not.toBe(english[0]?.questionText);
});

test('C7.008 temporary passwords answer with an empty object, read or asked for', async () => {
  const person = await aCardholder(world.database);
  await withQuestion(world.database, person);
  const client = world.client('abnamro.localhost');
  const read = await client.call(`${PUBLIC}/temporary-passwords`);
  expect([read.status, read.json()]).toEqual([200, {}]);
  const asked = await client.post(`${PUBLIC}/temporary-passwords`, {
    userId: person.userId,
    locale: 'nl',
    cobrandName: 'abnamro',
    securityQuestionSTO: { questionId: 'first.pet', questionResponse: 'Biscuit' }
  });
  expect([asked.status, asked.json()]).toEqual([202, {}]);
});

test('C7.009 the logo of each is found as one of jpg, png, gif; a footer without one is told so', async () => {
  const found = async (path: string) => {
    for (const extension of ['jpg', 'png', 'gif']) {
      const image = await world
        .client()
        .call(`/sdportal/portalstatic/assets/images/${path}.${extension}`, { method: 'HEAD' });
      if (image.status === 200) return image.headers['content-type'];
      expect(image.status).toBe(404);
    }
    return null;
  };
  for (const abbreviation of ['MC', 'CITI', 'COMA', 'ABN']) {
    expect(await found(`logos/${abbreviation}`)).toBe('image/png');
    expect(await found(`footers/${abbreviation}`)).toBeNull();
  }
  expect(await found('footers/norrvik')).toBe('image/png');
});

test('C7.010 the portal’s labels and messages in US English', async () => {
  const labels = await get('/assets/i18n/en_US/user-ux/PortalLabels.json', 'comerica.localhost');
  expect(labels.json()).toMatchObject({ 'password.label': expect.stringMatching(/\w/) });
  const messages = await get(
    '/assets/i18n/en_US/commercial-common-translations/com/mastercard/cp/sdng/common/resources/Messages.json',
    'comerica.localhost'
  );
  expect(messages.json()).toMatchObject({ required: 'This field is required.' });
});

test('C7.011 what the cookie sec-token holds counts when the header X-CSRF-TOKEN repeats it', async () => {
  const person = await aCardholder(world.database);
  const client = world.client('mastercard.localhost');
  await client.enter(person.b2BAlias, 'password', PASSWORD);
  const token = client.cookies.get('sec-token') ?? '';
  expect(token).toMatch(/^[A-Za-z0-9]{20}/);
  const change = (header: string) =>
    client.call(`${PUBLIC}/changePassword`, {
      json: { userId: person.userId, oldCredential: PASSWORD, newCredential: 'Harbour-Violet-73' },
      headers: { 'X-Requested-With': 'XMLHttpRequest', 'X-CSRF-TOKEN': header, 'X-XSRF-TOKEN': header }
    });
  expect((await change('x'.repeat(token.length))).status).toBe(403);
  expect((await change(token)).status).toBeLessThan(300);
});

describe('the mock backend over HTTP', () => {
  const quick = async (client: PortalClient) => {
    await client.call('/mock/commands/resetDb', { method: 'POST' });
    await client.call('/mock/commands/config', { json: { delay: 0 } });
  };

  test('CD.50 C7.012 a post answers with Location, which leads to the item', async () => {
    const client = world.client();
    await quick(client);
    const added = await client.call('/mock/locales', { json: { id: 'ü/1', name: 'new' } });
    expect([added.status, added.statusText, added.headers.location]).toEqual([
      201,
      'Created',
      '/mock/locales/%C3%BC%2F1'
    ]);
    const read = await client.call(String(added.headers.location));
    expect([read.status, read.json()]).toEqual([200, { id: 'ü/1', name: 'new' }]);
    expect((await client.call('/mock/locales?name=^new$')).json()).toHaveLength(1);
    expect((await client.call('/mock/locales/da', { method: 'DELETE' })).status).toBe(204);
    // The address of an item is decoded once, however odd its id.
    const odd = await client.call('/mock/locales', { json: { id: '50 %/é', name: 'odd' } });
    expect((await client.call(String(odd.headers.location))).json()).toEqual({ id: '50 %/é', name: 'odd' });
  });

  test('C8.043 C8.044 C8.047 C8.048 errors are JSON, with the text of their status', async () => {
    const client = world.client();
    await quick(client);
    for (const [method, address, status, text] of [
      ['GET', '/mock', 404, 'Not Found'],
      ['GET', '/mock/nonesuch/1', 404, 'Not Found'],
      ['GET', '/mock/locales/%25', 404, 'Not Found'],
      ['GET', '/mock/locales/%25zz', 404, 'Not Found'],
      ['GET', '/mock/locales/%2564a', 404, 'Not Found'],
      ['POST', '/mock/nonesuch', 500, 'Internal Server Error'],
      ['PATCH', '/mock/locales', 405, 'Method Not Allowed'],
      ['POST', '/mock/commands/nonesuch', 500, 'Internal Server Error']
    ] as const) {
      const answer = await client.call(address, { method });
      expect([address, answer.status, answer.statusText]).toEqual([address, status, text]);
      expect(answer.json()).toEqual({ error: expect.any(String) });
    }
    const large = await client.call('/mock/locales', { json: { id: 'x', name: 'x'.repeat(20_000) } });
    expect(large.status).toBe(413);
    expect(
      (await client.call('/mock/locales', { body: '{', headers: { 'Content-Type': 'application/json' } })).status
    ).toBe(400);
  });

  test('the page of another site can change nothing', async () => {
    const client = world.client();
    await quick(client);
    for (const headers of [{ Origin: 'https://evil.example' }, { 'Sec-Fetch-Site': 'cross-site' }] as Record<
      string,
      string
    >[])
      expect((await client.call('/mock/locales/da', { method: 'DELETE', headers })).status).toBe(403);
    expect((await client.call('/mock/locales/da')).status).toBe(200);
  });
});
