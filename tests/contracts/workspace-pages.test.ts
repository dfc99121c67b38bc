import { callAction } from '../support/actions';
import { PASSWORD } from '../support/people';
import type { PortalClient } from '../support/portal-client';
import { useServer } from '../support/server-world';
import { aCompany, aCompanyGroup, anAccount, anAssignment, anIssuer, aUserAt } from '../support/structure';
import { text } from '../support/texts';

const HOST = 'norrvik.localhost';
const NOWHERE = '00000000-0000-7000-8000-0000000abcde';
const world = useServer();
const ENGLISH = { 'Accept-Language': 'en-US' };

const person = async (role: string) => (await world.signedIn({ role }, HOST)).client;
const page = (client: PortalClient, path: string) => client.call(path, { headers: ENGLISH });

/** The visible text of a page without script. */
const wordsOf = (html: string) =>
  html.replace(/<(script|style|template)\b[\s\S]*?<\/\1>/g, '').replace(/<[^>]+>/g, ' ');

test.each([
  ['an address of nothing', '/workspace/no/such/page'],
  ['a user that is not there', `/workspace/people/${NOWHERE}`],
  ['an id that is none', '/workspace/people/x'],
  ['a place that is not there', `/workspace/structure/${NOWHERE}`],
  ['a list that is not there', '/workspace/set-up/no-such-list']
])('W18 C8.040 %s says so and offers a way on, without script too', async (_what, path) => {
  const { status, body } = await page(await person('Z'), path);
  expect(status).toBe(404);
  expect(wordsOf(body)).toContain(text('not.found.title'));
  expect(wordsOf(body)).toContain(text('not.found.message'));
  expect(body).toContain(`<a href="/workspace">${text('not.found.home')}</a>`);
  expect(body).not.toContain('__next_error__');
});

test('W18 C8.040 who may not use a screen is told so; what only the operator has is not there', async () => {
  const cardholder = await person('A');
  const lacking = await page(cardholder, '/workspace/people/policy');
  expect(lacking.status).toBe(404);
  expect(wordsOf(lacking.body).replaceAll('&#x27;', "'")).toContain(text('not.allowed.message'));
  for (const path of ['/workspace/issuers', '/workspace/brands', '/workspace/maintenance']) {
    const hidden = await page(cardholder, path);
    expect([path, hidden.status]).toEqual([path, 404]);
    expect(wordsOf(hidden.body)).toContain(text('not.found.message'));
    expect(wordsOf(hidden.body)).not.toContain(text('not.allowed.message'));
  }
});

test('C8.040 a screen whose address lacks the company finds it where a person has only one', async () => {
  const issuer = await anIssuer(world.database);
  const [company, other] = [await aCompany(world.database, issuer), await aCompany(world.database, issuer)];
  const { userId } = await aUserAt(world.database, 'C', company);
  const client = world.client('wendemere.localhost');
  expect((await client.signIn(userId, PASSWORD)).body).toBe('/workspace');
  for (const path of ['tax-rate/new', 'tax-rate/import', 'tax-rate']) {
    const { status, body } = await page(client, `/workspace/set-up/${path}`);
    expect([path, status, body.includes(company.name)]).toEqual([path, 200, true]);
    expect(body).not.toContain(other.id);
  }
});

test('how the workspace is shown is kept in a cookie of this browser', async () => {
  const { client } = await world.signedIn({}, 'norrvik.localhost');
  const choose = (name: string, value: unknown, headers: Record<string, string> = {}) =>
    callAction(client, 'storePreference', { given: [name, value], headers });
  const answer = await choose('scheme', 'dark');
  expect(answer.status).toBe(200);
  expect(String(answer.headers['set-cookie'])).toMatch(/^color-scheme=dark;.*HttpOnly.*SameSite=Lax/);
  expect((await client.call('/workspace')).body).toContain('data-scheme="dark"');
  for (const [name, value] of [
    ['scheme', '"><script>'],
    ['scheme', null],
    ['__proto__', 'dark'],
    ['unknown', 'dark']
  ] as const)
    expect((await choose(name, value)).headers['set-cookie']).toBeUndefined();
  const forged = await choose('scheme', 'light', {
    Origin: 'https://evil.example',
    'Sec-Fetch-Site': 'cross-site'
  });
  expect([forged.status, forged.headers['set-cookie']]).toEqual([403, undefined]);
  expect((await client.call('/workspace')).body).toContain('data-scheme="dark"');
  client.cookies.set('color-scheme', '"><script>');
  expect((await client.call('/workspace')).body).toContain('data-scheme="system"');
});

test('C8.018 of who stands partly elsewhere, an administrator is offered roles in their own part and nothing more', async () => {
  const db = world.database;
  const group = await aCompanyGroup(db, await anIssuer(db));
  const [company, other] = [await aCompany(db, group), await aCompany(db, group)];
  const admin = await aUserAt(db, 'C', company);
  const user = await aUserAt(db, 'A', await anAccount(db, company));
  await anAssignment(db, user, 'C', other);
  const client = world.client();
  await client.signIn(admin.userId, PASSWORD);
  const page = `/workspace/people/${user.id}`;
  const { body } = await client.call(page, { headers: { 'Accept-Language': 'en-US' } });
  expect(body).toContain(text('user.read.only.partly'));
  expect(body).toContain(`href="${page}/roles"`);
  for (const way of ['edit', 'user-id', 'merge', 'link', 'sign-in-security'])
    expect(body).not.toContain(`href="${page}/${way}"`);
  const statusOf = async (path: string) => (await client.call(path)).status;
  expect([await statusOf(`${page}/roles`), await statusOf(`${page}/edit`)]).toEqual([200, 404]);
});

test('F-11 C8.018 a NUL in an address is left out, wherever it stands, and nothing fails of it', async () => {
  const issuer = await anIssuer(world.database);
  const company = await aCompany(world.database, issuer, { name: 'Harbour Works' });
  const { userId } = await aUserAt(world.database, 'I', issuer);
  const client = world.client();
  await client.signIn(userId, PASSWORD);
  for (const path of [
    '/workspace/people/places?role=C&q=%00Harbour',
    `/workspace/structure/${company.id}/places?q=%00`,
    `/workspace/structure/${company.id}/replacements?q=%00`,
    '/workspace/audit?userId=%00',
    '/workspace/audit?userId=a%00b&at.from=%00&recordId=%00',
    '/workspace/people?q=%00&name=%00&sort=%00',
    '/workspace/search?q=%00x',
    '/workspace/transactions?q=%00&after=%00',
    '/workspace/set-up/tax-rate?owner=%00',
    '/workspace/transactions/accounts?q=%00',
    `/workspace/structure?open=%00`,
    `/workspace/structure/${company.id}/new?kind=%00`
  ]) {
    const { status } = await client.call(path);
    expect([path, status < 500]).toEqual([path, true]);
  }
  const found = JSON.parse((await client.call('/workspace/people/places?role=C&q=%00Harbour')).body);
  expect(found).toMatchObject([{ value: company.id }]);
});
