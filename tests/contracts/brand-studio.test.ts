import { type DnsServer, startDns } from '../support/dns';
import type { PortalClient } from '../support/portal-client';
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

let count = 0;
/** A brand of the test's own, as a draft copied from another. */
async function aDraft(client: PortalClient): Promise<string> {
  const name = `contract-${++count}`;
  const form = { name, abbreviation: `CTR${count}`, displayName: `Contract ${count}`, from: 'norrvik' };
  const created = await client.call('/workspace/brands/new/create', { form, headers: OWN });
  expect([created.status, created.headers.location]).toEqual([303, `/workspace/brands/${name}`]);
  return name;
}

async function basisOf(client: PortalClient, name: string): Promise<string> {
  const page = await client.call(`/workspace/brands/${name}`);
  return /name="basis" value="([\d.]+)"/.exec(page.body)?.[1] ?? '';
}

async function act(client: PortalClient, name: string, action: string, form: Record<string, string> = {}) {
  const basis = await basisOf(client, name);
  return client.call(`/workspace/brands/${name}/save/${action}`, { form: { basis, ...form }, headers: OWN });
}

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
    for (const action of ['draft', 'publish', 'discard', 'archive', 'restore', 'add-hostname']) {
      const path = `/workspace/brands/norrvik/save/${action}`;
      const answer = await client.call(path, { form: { basis: '1.0', displayName: 'Mine' }, headers: OWN });
      expect([action, answer.status]).toEqual([action, 404]);
    }
    expect(await world.database.query("SELECT * FROM brand_drafts WHERE brand_name = 'norrvik'")).toEqual([]);
  });

  test('who is not signed in is sent to sign in', async () => {
    for (const page of PAGES) {
      const answer = await world.client().call(`/workspace/brands${page}`);
      expect([page, answer.status]).toEqual([page, 307]);
    }
    const post = await world.client().call('/workspace/brands/norrvik/save/draft', { form: {}, headers: OWN });
    expect([post.status, post.headers.location]).toEqual([303, '/sdportal/login-signin-component']);
  });

  test('a system administrator sees every page', async () => {
    const client = await signedIn('Z');
    for (const page of PAGES)
      expect([page, (await client.call(`/workspace/brands${page}`)).status]).toEqual([page, 200]);
    expect((await client.call('/workspace/brands/nobody')).status).toBe(404);
    expect((await act(client, 'norrvik', 'no-such-action')).status).toBe(404);
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
    for (const path of ['/new/create', '/norrvik/save/draft', '/norrvik/images/upload', '/norrvik/preview/sign-in']) {
      const answer = await client.call(`/workspace/brands${path}`, { form: { basis: '1.0' }, headers });
      expect([path, answer.status]).toEqual([path, 403]);
    }
  }
});

test('bodies that are too large or of another kind are refused', async () => {
  const client = await signedIn('Z');
  const path = '/workspace/brands/norrvik/save/draft';
  expect((await client.call(path, { json: {}, headers: OWN })).status).toBe(415);
  expect((await client.call(path, { form: { x: 'x'.repeat(600_000) }, headers: OWN })).status).toBe(413);
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
  expect((await client.call(path, { body: 'a=1&a=2', headers: { ...OWN, ...type } })).status).toBe(400);
  expect((await client.call('/workspace/brands/norrvik/preview/mail', { json: {}, headers: OWN })).status).toBe(415);
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
    ['draft', { basis: 'x', displayName: 'a\0b' }],
    ['draft', { basis: '1.99999999999999', displayName: 'c' }],
    ['draft', { displayName: 'a\0b' }],
    ['restore', { version: '99999999999999', current: 'x' }],
    ['verify-hostname', { hostname: '\0' }],
    ['remove-hostname', { hostname: '\0' }]
  ] as [string, Record<string, string>][]) {
    expect([action, (await act(client, name, action, form)).status]).toEqual([action, 303]);
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
  expect((await act(client, name, 'draft', form)).headers.location).toContain('done=saved');
  for (const page of ['', '/texts?locale=sv', '/history', '/preview/sign-in', '/preview/mail']) {
    const answer = await client.call(`/workspace/brands/${name}${page}`);
    expect(answer.status).toBe(200);
    expect(answer.body).not.toContain('<script>alert');
  }
  const posted = await client.call(`/workspace/brands/${name}/preview/sign-in`, { form, headers: OWN });
  expect(posted.body).not.toContain('<script>alert');
  expect((await act(client, name, 'publish')).headers.location).toContain('problem=faults');
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
  await act(client, name, 'publish');
  await act(client, name, 'draft', { appName: 'Harbour Cards' });
  const visitor = () => world.client().call(`/sdportal/login-signin-component?cobrandHost=${name}`);
  expect((await visitor()).body).not.toContain('Harbour Cards');
  expect((await client.call(`/workspace/brands/${name}/preview/sign-in`)).body).toContain('Harbour Cards');
  expect((await client.call(`/workspace/brands/${name}/preview/mail`)).body).toContain('Harbour Cards');
  expect((await act(client, name, 'publish')).headers.location).toContain('done=published');
  expect((await visitor()).body).toContain('Harbour Cards');
});

test('a draft changed by somebody else is not overwritten, and the second is led to choose', async () => {
  const [ann, ben] = [await signedIn('Z'), await signedIn('Z')];
  const name = await aDraft(ann);
  const basis = await basisOf(ben, name);
  await act(ann, name, 'draft', { displayName: 'By Ann' });
  const late = await act(ben, name, 'draft', { basis, displayName: 'By Ben' });
  expect(late.headers.location).toBe(`/workspace/brands/${name}/conflict`);
  const page = await ben.call(`/workspace/brands/${name}/conflict`);
  expect(page.body).toContain('By Ann');
  expect(page.body).toContain('By Ben');
  await act(ben, name, 'resolve', { 'choice/displayName': 'mine' });
  expect((await ben.call(`/workspace/brands/${name}`)).body).toContain('value="By Ben"');
});

test('a host name is not served before its DNS record is found', async () => {
  const client = await signedIn('Z');
  const name = await aDraft(client);
  await act(client, name, 'publish');
  const hostname = `cards.${name}.example`;
  const shown = async () =>
    /data-brand="([^"]+)"/.exec((await world.client(hostname).call('/sdportal/login-signin-component')).body)?.[1];
  await act(client, name, 'add-hostname', { hostname });
  expect(await shown()).toBe('tessera');
  expect((await act(client, name, 'verify-hostname', { hostname })).headers.location).toContain(
    'hostname.record.missing'
  );
  expect(await shown()).toBe('tessera');
  const page = await client.call(`/workspace/brands/${name}/hostnames`);
  const value = /tessera-verification=[\w-]{43}/.exec(page.body)?.[0] as string;
  dns.records.set(`_tessera-challenge.${hostname}`, [value]);
  await act(client, name, 'verify-hostname', { hostname });
  expect(await shown()).toBe(name);
  await act(client, name, 'remove-hostname', { hostname });
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
  await act(client, name, 'publish', { appName: 'First name' });
  await act(client, name, 'publish', { appName: 'Second name' });
  expect((await client.call(`/workspace/brands/${name}/history`)).body).toContain('First name');
  await act(client, name, 'restore', { version: '1', current: '2' });
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
