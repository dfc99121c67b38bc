import { callAction } from '../support/actions';
import { type DnsServer, startDns } from '../support/dns';
import type { Answer, PortalClient } from '../support/portal-client';
import { useServer } from '../support/server-world';
import { text } from '../support/texts';

let dns: DnsServer;
const env: Record<string, string> = {};
beforeAll(async () => {
  dns = await startDns();
  env.HOSTNAME_DNS_SERVERS = dns.address;
});
afterAll(() => dns.close());
const world = useServer(env);

const OWN = { 'Sec-Fetch-Site': 'same-origin' };

const signedIn = async (role: string) => (await world.signedIn({ role })).client;

/** The page that an action leads to; undefined if it stays. */
const leadTo = ({ headers }: Answer) => headers['x-action-redirect']?.toString().split(';')[0];

let count = 0;
/** A brand of the test's own, as a draft copied from another. */
async function aDraft(client: PortalClient): Promise<string> {
  const name = `contract-${++count}`;
  const form = { name, abbreviation: `CTR${count}`, displayName: `Contract ${count}`, from: 'norrvik' };
  expect(leadTo(await callAction(client, 'createNewBrand', { form }))).toBe(`/workspace/brands/${name}`);
  return name;
}

async function basisOf(client: PortalClient, name: string): Promise<string> {
  const page = await client.call(`/workspace/brands/${name}`);
  return /name="basis" value="([\d.]+)"/.exec(page.body)?.[1] ?? '';
}

/** The actions of the studio's forms on a brand, and the page that each stands on. */
const ACTIONS = {
  saveBrandDesign: '',
  saveBrandTexts: '/texts',
  discardBrandDraft: '',
  retireBrand: '',
  bringBackBrand: '',
  restoreBrandVersion: '/history',
  resolveBrandConflict: '/conflict',
  addBrandHostname: '/hostnames',
  verifyBrandHostname: '/hostnames',
  removeBrandHostname: '/hostnames'
};
type Action = keyof typeof ACTIONS;
/** The button that publishes what it saves. */
const PUBLISH = Object.fromEntries([['then', 'publish']]);
const EVERY = Object.keys(ACTIONS) as Action[];

const send = (client: PortalClient, name: string, action: Action, form: Record<string, string>, headers = {}) =>
  callAction(client, action, { page: `/workspace/brands/${name}${ACTIONS[action]}`, form, headers });

async function act(client: PortalClient, name: string, action: Action, form: Record<string, string> = {}) {
  return send(client, name, action, { brand: name, basis: await basisOf(client, name), ...form });
}

const publish = (client: PortalClient, name: string, form: Record<string, string> = {}) =>
  act(client, name, 'saveBrandDesign', { ...form, ...PUBLISH });

const NO_IMAGES = {
  body: '--x\r\nContent-Disposition: form-data; name="basis"\r\n\r\n1.0\r\n--x--\r\n',
  headers: { ...OWN, 'Content-Type': 'multipart/form-data; boundary=x' }
};
const PAGES = ['', '/new', '/norrvik', '/norrvik/texts', '/norrvik/images', '/norrvik/hostnames', '/norrvik/history'];

describe('who may', () => {
  test('nobody but a system administrator: pages, previews, images and forms are not there', async () => {
    const client = await signedIn('I');
    for (const page of [...PAGES, '/norrvik/preview/sign-in', '/norrvik/preview/mail']) {
      const answer = await client.call(`/workspace/brands${page}`);
      expect([page, answer.status]).toEqual([page, 404]);
      expect(answer.body).not.toContain('Norrvik Företagskort');
    }
    expect((await client.call(`/workspace/brand-images/${'0'.repeat(64)}`)).status).toBe(404);
    const form = { brand: 'norrvik', basis: '1.0', displayName: 'Mine', ...PUBLISH, hostname: 'mine.example' };
    const brand = () =>
      world.database.query(
        `SELECT b.status, b.version, b.display_name,
          (SELECT count(*)::int FROM brand_drafts d WHERE d.brand_name = b.name) AS drafts,
          (SELECT count(*)::int FROM brand_hostnames h WHERE h.brand_name = b.name) AS hostnames
        FROM brands b WHERE b.name = 'norrvik'`
      );
    const before = await brand();
    for (const action of EVERY)
      expect([action, (await send(client, 'norrvik', action, form)).status]).toEqual([action, 404]);
    const created = await callAction(client, 'createNewBrand', {
      form: { name: 'mine', abbreviation: 'MINE', displayName: 'Mine', from: '' }
    });
    expect(created.status).toBe(404);
    expect((await client.call('/workspace/brands/mine/images/upload', NO_IMAGES)).status).toBe(404);
    expect(await brand()).toEqual(before);
    expect(await world.database.query("SELECT 1 FROM brands WHERE name = 'mine'")).toEqual([]);
  });

  test('who is not signed in is sent to sign in', async () => {
    for (const page of PAGES) {
      const answer = await world.client().call(`/workspace/brands${page}`);
      expect([page, answer.status]).toEqual([page, 307]);
    }
    for (const action of EVERY) {
      const answer = await send(world.client(), 'norrvik', action, { brand: 'norrvik' });
      expect([action, leadTo(answer)]).toEqual([action, '/sdportal/login-signin-component']);
    }
    expect((await world.client().call('/workspace/brands/norrvik/images/upload', NO_IMAGES)).status).toBe(401);
  });

  test('a system administrator sees every page', async () => {
    const client = await signedIn('Z');
    for (const page of PAGES)
      expect([page, (await client.call(`/workspace/brands${page}`)).status]).toEqual([page, 200]);
    expect((await client.call('/workspace/brands/nobody')).status).toBe(404);
  });
});

test('a form of another site changes nothing', async () => {
  const client = await signedIn('Z');
  const foreign: Record<string, string>[] = [
    { Origin: 'https://evil.example' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    {}
  ];
  for (const headers of foreign) {
    for (const path of ['/norrvik/images/upload', '/norrvik/preview/sign-in', '/norrvik/preview/mail']) {
      const answer = await client.call(`/workspace/brands${path}`, { form: { basis: '1.0' }, headers });
      expect([path, answer.status]).toEqual([path, 403]);
    }
  }
  const name = await aDraft(client);
  const before = await basisOf(client, name);
  const form = { brand: name, basis: before, displayName: 'Forged', hostname: 'forged.example' };
  for (const site of ['cross-site', 'same-site']) {
    const headers = { Origin: 'https://evil.example', 'Sec-Fetch-Site': site };
    for (const action of EVERY)
      expect([action, (await send(client, name, action, form, headers)).status]).toEqual([action, 403]);
  }
  expect(await basisOf(client, name)).toBe(before);
});

test('bodies that are too large or of another kind are refused', async () => {
  const client = await signedIn('Z');
  const page = '/workspace/brands/norrvik';
  const noForm = await callAction(client, 'saveBrandDesign', { page, given: [{ faults: [], values: {} }, 'no form'] });
  expect(noForm.status).toBe(404);
  expect((await act(client, 'norrvik', 'saveBrandDesign', { x: 'x'.repeat(6_000_000) })).status).toBe(413);
  const path = `${page}/preview/mail`;
  expect((await client.call(path, { json: {}, headers: OWN })).status).toBe(415);
  expect((await client.call(path, { form: { x: 'x'.repeat(600_000) }, headers: OWN })).status).toBe(413);
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
  expect((await client.call(path, { body: 'a=1&a=2', headers: { ...OWN, ...type } })).status).toBe(400);
  const upload = '/workspace/brands/norrvik/images/upload';
  expect((await client.call(upload, { form: {}, headers: OWN })).status).toBe(415);
  const multipart = { ...OWN, 'Content-Type': 'multipart/form-data; boundary=x' };
  expect((await client.call(upload, { body: 'x'.repeat(1_600_000), headers: multipart })).status).toBe(413);
  expect((await client.call(upload, { body: 'nonsense', headers: multipart })).status).toBe(400);
});

test('signs that the database does not have, and numbers it can not hold, are no failure', async () => {
  const client = await signedIn('Z');
  const name = await aDraft(client);
  for (const [page, status] of [
    ['?search=%00&state=%00&after=%00', 200],
    ['/%00', 404],
    [`/${name}/history?before=99999999999999`, 200],
    [`/${name}/texts?locale=%00&search=%00&start=-5`, 200],
    ['/new?from=%00', 200]
  ]) {
    expect([page, (await client.call(`/workspace/brands${page}`)).status]).toEqual([page, status]);
  }
  expect((await client.call('/workspace/brand-images/%00')).status).toBe(404);
  for (const [action, form] of [
    ['saveBrandDesign', { basis: 'x', displayName: 'a\0b' }],
    ['saveBrandDesign', { basis: '1.99999999999999', displayName: 'c' }],
    ['saveBrandDesign', { displayName: 'a\0b' }],
    ['saveBrandTexts', { locale: '\0', search: '\0' }],
    ['restoreBrandVersion', { version: '99999999999999', current: 'x' }],
    ['addBrandHostname', { hostname: '\0' }],
    ['verifyBrandHostname', { hostname: '\0' }],
    ['removeBrandHostname', { hostname: '\0' }],
    ['retireBrand', { brand: '\0' }]
  ] as [Action, Record<string, string>][]) {
    expect([action, (await act(client, name, action, form)).status]).toEqual([action, 200]);
  }
});

test('script in what a brand says stays text, in the studio, the previews and on the page', async () => {
  const client = await signedIn('Z');
  const name = await aDraft(client);
  const script = '"><script>alert(1)</script>';
  const form = {
    displayName: script,
    appName: script,
    'footer/footerMessage': script,
    'texts/sv/sign.in.button': script
  };
  expect(leadTo(await act(client, name, 'saveBrandDesign', form))).toContain('done=saved');
  for (const page of ['', '/texts?locale=sv', '/history', '/preview/sign-in', '/preview/mail']) {
    const answer = await client.call(`/workspace/brands/${name}${page}`);
    expect(answer.status).toBe(200);
    expect(answer.body).not.toContain('<script>alert');
  }
  const posted = await client.call(`/workspace/brands/${name}/preview/sign-in`, { form, headers: OWN });
  expect(posted.body).not.toContain('<script>alert');
  const refused = await publish(client, name);
  expect([refused.status, leadTo(refused)]).toEqual([200, undefined]);
  expect(refused.body).toContain(text('html.not.allowed'));
  expect((await client.call(`/sdportal/rest/cobrand/${name}`)).status).toBe(404);
});

test('previews may be framed by this host alone, and nothing in them runs; all else may not be framed', async () => {
  const client = await signedIn('Z');
  for (const [page, sandbox] of [
    ['/norrvik/preview/sign-in', 'sandbox allow-same-origin'],
    ['/norrvik/preview/mail?previewMail=password_reset_link', 'sandbox']
  ]) {
    const { headers, body } = await client.call(`/workspace/brands${page}`);
    expect(body).toContain('</html>');
    expect(body).not.toContain('<script');
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
    expect(headers['content-security-policy']).toMatch(new RegExp(`; ${sandbox}$`));
    expect(headers['cache-control']).toBe('no-store');
  }
  for (const page of ['/workspace/brands', '/workspace/brands/norrvik', '/sdportal/login-signin-component']) {
    const { headers } = await client.call(page);
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  }
});

test('a draft is seen by its preview alone until it is published', async () => {
  const client = await signedIn('Z');
  const name = await aDraft(client);
  await publish(client, name);
  await act(client, name, 'saveBrandDesign', { appName: 'Harbour Cards' });
  const visitor = () => world.client().call(`/sdportal/login-signin-component?cobrandHost=${name}`);
  expect((await visitor()).body).not.toContain('Harbour Cards');
  expect((await client.call(`/workspace/brands/${name}/preview/sign-in`)).body).toContain('Harbour Cards');
  expect((await client.call(`/workspace/brands/${name}/preview/mail`)).body).toContain('Harbour Cards');
  expect(leadTo(await publish(client, name))).toBe(`/workspace/brands/${name}?done=published`);
  expect((await visitor()).body).toContain('Harbour Cards');
});

test('a draft changed by somebody else is not overwritten, and the second is led to choose', async () => {
  const [ann, ben] = [await signedIn('Z'), await signedIn('Z')];
  const name = await aDraft(ann);
  const basis = await basisOf(ben, name);
  await act(ann, name, 'saveBrandDesign', { displayName: 'By Ann' });
  const late = await act(ben, name, 'saveBrandDesign', { basis, displayName: 'By Ben' });
  expect(leadTo(late)).toBe(`/workspace/brands/${name}/conflict`);
  const page = await ben.call(`/workspace/brands/${name}/conflict`);
  expect(page.body).toContain('By Ann');
  expect(page.body).toContain('By Ben');
  // A basis that is no longer the draft's is refused, and nothing is lost.
  const stale = await act(ben, name, 'resolveBrandConflict', { basis, 'choice/displayName': 'mine' });
  expect([leadTo(stale), stale.body.includes(text('brand.draft.changed'))]).toEqual([undefined, true]);
  await act(ben, name, 'resolveBrandConflict', { 'choice/displayName': 'mine' });
  expect((await ben.call(`/workspace/brands/${name}`)).body).toContain('value="By Ben"');
});

test('a host name is not served before its DNS record is found', async () => {
  const client = await signedIn('Z');
  const name = await aDraft(client);
  await publish(client, name);
  const hostname = `cards.${name}.example`;
  const shown = async () =>
    /data-brand="([^"]+)"/.exec((await world.client(hostname).call('/sdportal/login-signin-component')).body)?.[1];
  const odd = await act(client, name, 'addBrandHostname', { hostname: 'no host' });
  expect([leadTo(odd), odd.body.includes(text('hostname.invalid'))]).toEqual([undefined, true]);
  await act(client, name, 'addBrandHostname', { hostname });
  expect((await act(client, name, 'addBrandHostname', { hostname })).body).toContain(text('hostname.taken'));
  expect(await shown()).toBe('tessera');
  const missing = await act(client, name, 'verifyBrandHostname', { hostname });
  expect(missing.body).toContain(text('hostname.record.missing', { hostname }));
  expect(await shown()).toBe('tessera');
  const page = await client.call(`/workspace/brands/${name}/hostnames`);
  const value = /tessera-verification=[\w-]{43}/.exec(page.body)?.[0] as string;
  dns.records.set(`_tessera-challenge.${hostname}`, [value]);
  await act(client, name, 'verifyBrandHostname', { hostname });
  expect(await shown()).toBe(name);
  await act(client, name, 'removeBrandHostname', { hostname });
  expect(await shown()).toBe('tessera');
});

test('a logo is uploaded to the draft; one with script in it is refused', async () => {
  const client = await signedIn('Z');
  const name = await aDraft(client);
  const upload = async (svg: string) => {
    const basis = await basisOf(client, name);
    const field = (disposition: string, value: string) =>
      `--part-of-a-form\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`;
    const file = 'name="images/logo/image/svg+xml"; filename="logo.svg"\r\nContent-Type: image/svg+xml';
    const body = `${field('name="basis"', basis)}${field(file, svg)}--part-of-a-form--\r\n`;
    const headers = { ...OWN, 'Content-Type': 'multipart/form-data; boundary=part-of-a-form' };
    return client.call(`/workspace/brands/${name}/images/upload`, { body, headers });
  };
  const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`;
  const refused = await upload(svg('<script>alert(1)</script>'));
  expect([refused.status, refused.json()]).toMatchObject([
    422,
    { state: { faults: [{ field: 'images/logo/image/svg+xml', message: text('image.active') }] } }
  ]);
  const taken = await upload(svg('<circle r="4"/>'));
  expect([taken.status, taken.json()]).toEqual([200, { href: `/workspace/brands/${name}/images?done=saved` }]);
  const preview = await client.call(`/workspace/brands/${name}/preview/sign-in`);
  const address = /src="(\/workspace\/brand-images\/[0-9a-f]{64})"/.exec(preview.body)?.[1] as string;
  const image = await client.call(address);
  expect([image.headers['content-type'], image.body]).toEqual(['image/svg+xml', svg('<circle r="4"/>')]);
  expect(image.headers['content-security-policy']).toContain('sandbox');
  expect((await world.client().call(address)).status).toBe(401);
});

test('every version is kept, and undone as a new one', async () => {
  const client = await signedIn('Z');
  const name = await aDraft(client);
  await publish(client, name, { appName: 'First name' });
  await publish(client, name, { appName: 'Second name' });
  expect((await client.call(`/workspace/brands/${name}/history`)).body).toContain('First name');
  const late = await act(client, name, 'restoreBrandVersion', { version: '1', current: '1' });
  expect([leadTo(late), late.body.includes(text('brand.draft.changed'))]).toEqual([undefined, true]);
  const restored = await act(client, name, 'restoreBrandVersion', { version: '1', current: '2' });
  expect(leadTo(restored)).toBe(`/workspace/brands/${name}/history?done=published`);
  const brand = (await client.call(`/sdportal/rest/cobrand/${name}`)).json();
  expect(brand).toMatchObject({ appName: 'First name' });
  const rows = await world.database.query(
    'SELECT version, published_by_name, restored_version FROM brand_versions WHERE brand_name = $1 ORDER BY version',
    [name]
  );
  const by = { published_by_name: 'Robin Example' };
  expect(rows).toEqual([
    { version: 1, ...by, restored_version: null },
    { version: 2, ...by, restored_version: null },
    { version: 3, ...by, restored_version: 1 }
  ]);
});

test('a refused publication keeps the edits, and names what is in its way', async () => {
  const client = await signedIn('Z');
  const name = await aDraft(client);
  await publish(client, name);
  const basis = await basisOf(client, name);
  const refused = await publish(client, name, { appName: 'Kept', 'theme/primary': '#ffffee' });
  expect([refused.status, leadTo(refused)]).toEqual([200, undefined]);
  expect(refused.body).toContain('WCAG AA');
  expect(await basisOf(client, name)).not.toBe(basis);
  expect((await client.call(`/workspace/brands/${name}`)).body).toContain('value="Kept"');
  // A page that answers a post shows the outcome of that post, not an earlier one.
  const told = text('brand.studio.published', { version: '1' });
  const page = `/workspace/brands/${name}?done=published`;
  expect((await client.call(page)).body).toContain(told);
  const form = { brand: name, basis: await basisOf(client, name), ...PUBLISH };
  const again = await callAction(client, 'saveBrandDesign', { page, form });
  expect([again.body.includes('WCAG AA'), again.body.includes(told)]).toEqual([true, false]);
});

test('a new brand whose name is taken is refused at its field, and so are odd ones', async () => {
  const client = await signedIn('Z');
  const form = { name: 'norrvik', abbreviation: 'UNUSED', displayName: 'Second', from: '' };
  const tries: [Record<string, string>, string][] = [
    [form, text('brand.name.taken')],
    [{ ...form, name: 'new' }, text('brand.name.invalid')],
    [{ ...form, name: 'second', abbreviation: '!' }, text('brand.abbreviation.invalid')],
    [{ ...form, name: 'second', from: 'nobody' }, text('not.found')]
  ];
  for (const [fields, said] of tries) {
    const answer = await callAction(client, 'createNewBrand', { form: fields });
    expect([said, answer.status, leadTo(answer), answer.body.includes(said)]).toEqual([said, 200, undefined, true]);
  }
  expect(await world.database.query("SELECT 1 FROM brands WHERE name = 'second'")).toEqual([]);
});
