import { PASSWORD } from '../support/people';
import type { PortalClient } from '../support/portal-client';
import { useServer } from '../support/server-world';
import { aCompany, anIssuer, aUserAt } from '../support/structure';
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
