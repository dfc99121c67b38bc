import { bundleTexts } from '@/lib/core/language/texts';
import { useServer } from '../support/server-world';
import { until } from '../support/until';

const world = useServer();
const get = (path: string, headers: Record<string, string> = {}) => world.client().call(path, { headers });

test('P7.018 C7.001 the abbreviation of a brand is text; an unknown brand is 404', async () => {
  const answer = await get('/sdportal/rest/cobrandhostabbreviation?cobrandAbbr=citigroup');
  expect([answer.status, answer.body]).toEqual([200, 'CITI']);
  expect(answer.headers['content-type']).toMatch(/^text\/plain/);
  for (const name of ['nobody', '', '%00', '../x', '__proto__', 'x'.repeat(5000)]) {
    expect((await get(`/sdportal/rest/cobrandhostabbreviation?cobrandAbbr=${name}`)).status).toBe(404);
  }
});

test('P7.019 C7.003 C3.046 the locales of a brand map codes to names', async () => {
  const answer = await get('/sdportal/rest/cobrands/mastercard/locales');
  expect(answer.json()).toMatchObject({ en_US: 'English (United States)', ja: 'Japanese', in: 'Indonesian' });
  expect(Object.keys(answer.json() as object)).toHaveLength(23);
  expect((await get('/sdportal/rest/cobrands/nobody/locales')).status).toBe(404);
});

test('P7.020 P3.016 P3.018 C7.002 the brand data has the fields of the specification', async () => {
  const brand = (await get('/sdportal/rest/cobrand/citigroup')).json();
  expect(brand).toMatchObject({
    name: 'citigroup',
    signInToLabel: expect.any(String),
    appName: expect.any(String),
    fssoRedirectUrl: '',
    companySelfRegisterSupported: expect.any(Boolean),
    prospectiveAccountApplicationSupported: expect.any(Boolean),
    abbreviation: 'CITI',
    managerWebsiteUrl: expect.stringMatching(/^https:/),
    locales: expect.arrayContaining(['en_US']),
    footerLayout: 'standard',
    theme: { primary: expect.any(String) }
  });
  expect((await get('/sdportal/rest/cobrand/nobody')).status).toBe(404);
});

test('P3.016 P7.020 the footer is told and shown in the language of the caller, where the brand words it so', async () => {
  await world.database.query(
    "INSERT INTO brand_texts (brand_name, locale, key, value) VALUES ('norrvik', 'da', 'footer.copyrightMessage', '© Norrvik på dansk')"
  );
  const told = async (locale: string) => {
    const headers = { 'Accept-Language': locale };
    const client = world.client('norrvik.localhost');
    const { copyrightMessage } = (await client.call('/sdportal/rest/cobrand/norrvik', { headers })).json() as {
      copyrightMessage: string;
    };
    const { body } = await client.call('/sdportal/login-signin-component', { headers });
    return [copyrightMessage, body.includes(copyrightMessage)];
  };
  await until(async () => (await told('da'))[0] === '© Norrvik på dansk');
  expect([await told('da'), await told('sv')]).toEqual([
    ['© Norrvik på dansk', true],
    ['© Norrvik Bank AB (publ). Med ensamrätt.', true]
  ]);
});

test('P7.028 C7.009 logos are found as one of jpg, png, gif, and footers under footers', async () => {
  const found = async (path: string) => {
    for (const extension of ['jpg', 'png', 'gif']) {
      const answer = await world
        .client()
        .call(`/sdportal/portalstatic/assets/images/${path}.${extension}`, { method: 'HEAD' });
      if (answer.status === 200) return [extension, answer.headers['content-type'], answer.body];
      expect(answer.status).toBe(404);
    }
    return null;
  };
  expect(await found('logos/CITI')).toEqual(['png', 'image/png', '']);
  expect(await found('logos/norrvik')).toEqual(['png', 'image/png', '']);
  expect(await found('footers/norrvik')).toEqual(['png', 'image/png', '']);
  expect(await found('logos/nobody')).toBeNull();
});

test('a logo opened by itself may do nothing', async () => {
  const logo = await get('/sdportal/portalstatic/assets/images/logos/norrvik.svg');
  expect(logo.headers['content-security-policy']).toContain('sandbox');
  expect(logo.headers['x-content-type-options']).toBe('nosniff');
});

test('P7.026 P3.015 C3.045 C7.005 the logout labels', async () => {
  const labels = async (host: string) =>
    (await world.client(host).call('/sdportal/rest/logoutrest/logoutLabelsAndReturnLink')).json();
  expect(await labels('wayfarrow.localhost')).toEqual({
    'ng.you.have.been.logged.out': expect.any(String),
    'ng.return.to.login.screen': expect.any(String),
    cobrandHostInfo: 'wayfarrow',
    fssoLogoutUrl: ''
  });
  expect(await labels('wexenholt.localhost')).toMatchObject({ fssoLogoutUrl: expect.stringMatching(/^https:/) });
});

test('P7.027 C7.006 the external logout address is text, empty when there is none', async () => {
  const url = async (host: string) =>
    (await world.client(host).call('/sdportal/rest/logoutrest/externalLogoutUrl')).body;
  expect(await url('norrvik.localhost')).toBe('');
  expect(await url('wexenholt.localhost')).toMatch(/^https:\/\/.+\.example/);
});

test('P7.029 C7.010 the text bundles are published', async () => {
  const labels = await get('/assets/i18n/de/user-ux/PortalLabels.json');
  expect(labels.json()).toMatchObject({ 'password.label': expect.any(String) });
  // From the files of several modules, in the order of the keys.
  expect(labels.body).toBe(JSON.stringify(bundleTexts('de', 'PortalLabels')));
  expect(labels.body).toBe(JSON.stringify(labels.json(), Object.keys(labels.json() as object).sort()));
  const path =
    '/assets/i18n/en_US/commercial-common-translations/com/mastercard/cp/sdng/common/resources/Messages.json';
  expect((await get(path)).json()).toMatchObject({ required: 'This field is required.' });
  expect((await get(`/sdportal${path}`)).status).toBe(200);
  expect((await get('/assets/i18n/xx/user-ux/PortalLabels.json')).status).toBe(404);
});
