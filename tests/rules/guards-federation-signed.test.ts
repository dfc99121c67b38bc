import { createHash } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { transaction } from '@/lib/core/database/database';
import { shiftClock } from '@/lib/core/server/clock';
import { accountOf } from '@/lib/sign-in/account/accounts';
import { linkedAccount, linkIdentity } from '@/lib/sign-in/federation/links';
import { oidc } from '@/lib/sign-in/federation/oidc';
import { type OidcProvider, providerOf, type SamlProvider, saveProvider } from '@/lib/sign-in/federation/providers';
import { saml, samlMetadata } from '@/lib/sign-in/federation/saml';
import { callbackOf } from '@/lib/sign-in/federation/sign-in';
import { CLIENT_SECRET, startRogueProvider, type TokenFault } from '../support/identity-providers';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aCardholder } from '../support/people';
import { type Changes, startSamlProvider } from '../support/saml-provider';
import { aBrand } from '../support/sign-in';

const world = useDatabase();
const BRAND = 'tessera';
const callback = callbackOf('https://cards.bank.example', 'saml', BRAND);
const STATE = 'the-state';

let samlServer: Awaited<ReturnType<typeof startSamlProvider>>;
let oidcServer: Awaited<ReturnType<typeof startRogueProvider>>;

beforeAll(async () => {
  await aBrand();
  samlServer = await startSamlProvider();
  oidcServer = await startRogueProvider('tessera');
});
afterAll(() => {
  samlServer?.stop();
  oidcServer?.stop();
});
afterEach(() => shiftClock(0));

const only = async <T extends OidcProvider | SamlProvider>(): Promise<T> => (await providerOf(BRAND)) as T;
const saveSaml = () =>
  saveProvider(
    BRAND,
    {
      kind: 'saml',
      issuer: samlServer.entityId,
      signInUrl: samlServer.signInUrl,
      certificates: [samlServer.certificate]
    },
    ORIGIN
  );

describe('SAML Profiles 4.1 a sign-in at a provider', () => {
  beforeEach(saveSaml);

  async function verified(changes: Changes = {}) {
    const provider = await only<SamlProvider>();
    const { location, expected } = await saml.ask(provider, callback, STATE);
    const post = await samlServer.respond(location, samlMetadata(callback), 'somebody', changes);
    return saml.verify(provider, { callback, state: STATE, expected }, new URLSearchParams({ ...post }));
  }

  test('is asked for at its address, for an answer to ours, each time under another id', async () => {
    const provider = await only<SamlProvider>();
    const [one, other] = [await saml.ask(provider, callback, STATE), await saml.ask(provider, callback, STATE)];
    const url = new URL(one.location);
    expect(`${url.origin}${url.pathname}`).toBe(samlServer.signInUrl);
    expect(url.searchParams.get('RelayState')).toBe(STATE);
    const request = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
    expect(request).toContain(` ID="${one.expected.requestId}"`);
    expect(request).toContain(`AssertionConsumerServiceURL="${callback}"`);
    expect(request).toMatch(new RegExp(`Issuer[^>]*>${callback}<`));
    // The provider chooses how it names and asks its users.
    expect(request).not.toMatch(/NameIDPolicy[^>]* Format=|RequestedAuthnContext/);
    expect(one.expected.requestId).toMatch(/^_[0-9a-f]{32}$/);
    expect(other.expected.requestId).not.toBe(one.expected.requestId);
  });

  test.each<[string, Changes]>([
    ['is signed around it alone', { signing: 'response' }],
    ['is not signed', { signing: 'none' }],
    ['is signed with another key', { foreignKey: true }],
    ['is for another audience', { audience: 'https://another.example' }],
    ['is over by more than a minute', { from: -600, until: -90 }],
    ['begins in more than a minute', { from: 90 }]
  ])('is refused where the assertion %s', async (_, changes) => {
    await expect(verified(changes)).rejects.toThrow();
  });

  test.each<[string, Changes]>([
    ['ended half a minute ago', { from: -300, until: -30 }],
    ['begins in half a minute', { from: 30 }],
    ['is signed twice', { signing: 'both' }]
  ])('counts where the assertion %s', async (_, changes) => {
    expect(await verified(changes)).toMatchObject({ subject: 'somebody' });
  });
});

describe('OpenID Connect Core 3.1 a sign-in at a provider', () => {
  beforeEach(() =>
    saveProvider(
      BRAND,
      { kind: 'oidc', issuer: oidcServer.issuer, clientId: 'tessera', clientSecret: CLIENT_SECRET },
      ORIGIN
    )
  );

  async function verified(fault: TokenFault = {}, change = (_answer: URLSearchParams) => {}) {
    const provider = await only<OidcProvider>();
    Object.assign(oidcServer, { subject: 'somebody', fault });
    const { location, expected } = await oidc.ask(provider, callback, STATE);
    const back = (await fetch(location, { redirect: 'manual' })).headers.get('location') ?? '';
    const answer = new URL(back).searchParams;
    change(answer);
    return oidc.verify(provider, { callback, state: STATE, expected }, answer);
  }

  test('is asked for with a proof key, a state and a nonce, for who somebody is alone', async () => {
    const provider = await only<OidcProvider>();
    const { location, expected } = await oidc.ask(provider, callback, STATE);
    const asked = Object.fromEntries(new URL(location).searchParams);
    expect(asked).toEqual({
      response_type: 'code',
      client_id: 'tessera',
      redirect_uri: callback,
      scope: 'openid',
      state: STATE,
      nonce: expected.nonce,
      code_challenge: createHash('sha256')
        .update(expected.verifier ?? '')
        .digest('base64url'),
      code_challenge_method: 'S256'
    });
    const again = await oidc.ask(provider, callback, STATE);
    expect([again.expected.nonce, again.expected.verifier]).not.toContain(expected.nonce);
    expect(again.expected.verifier).not.toBe(expected.verifier);
  });

  const seconds = (from: number) => Math.floor(Date.now() / 1000) + from;
  test.each<[string, () => Parameters<typeof verified>]>([
    ['whose ID token is not signed', () => [{ unsigned: true }]],
    ['of another issuer', () => [{ claims: { iss: 'https://another.example' } }]],
    ['that is over by more than a minute', () => [{ claims: { exp: seconds(-90) } }]],
    ['with another state', () => [{}, (answer) => answer.set('state', 'another')]],
    ['with an error', () => [{}, (answer) => answer.set('error', 'access_denied')]],
    ['that names another issuer', () => [{}, (answer) => answer.set('iss', 'https://another.example')]]
  ])('is refused by an answer %s', async (_, make) => {
    await expect(verified(...make())).rejects.toThrow();
  });

  test('counts where the ID token ended half a minute ago', async () => {
    expect(await verified({ claims: { exp: seconds(-30) } })).toMatchObject({ subject: 'somebody' });
  });
});

test('P2.025 CD.20 a subject leads to the user linked to it at that provider, and to nobody else', async () => {
  await saveSaml();
  const [person, other] = [await aCardholder(world.current), await aCardholder(world.current)];
  const { id } = await only();
  for (const [who, subject] of [
    [person, 'one'],
    [other, 'two']
  ] as const)
    await linkIdentity({ brandName: BRAND, userId: who.userId, subject }, ORIGIN);
  const found = (providerId: string, subject: string) => transaction((tx) => linkedAccount(tx, providerId, subject));
  expect(await found(id, 'one')).toEqual(await accountOf({ issuerId: person.issuerId, userId: person.id }));
  expect((await found(id, 'two'))?.id).toBe(other.id);
  expect([await found(id, 'three'), await found(person.id, 'one')]).toEqual([null, null]);
});
