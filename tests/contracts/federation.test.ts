import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeDatabase } from '@/lib/core/database/database';
import { saveProvider } from '@/lib/sign-in/federation/providers';
import { providerSchema } from '@/lib/sign-in/federation/schema';
import {
  CLIENT_SECRET,
  giveProvider,
  linked,
  type OpenIdProvider,
  operate,
  startOpenIdProvider,
  startRogueProvider,
  type TokenFault
} from '../support/identity-providers';
import { aCardholder, PASSWORD } from '../support/people';
import type { Answer, PortalClient } from '../support/portal-client';
import {
  type Changes,
  decode,
  encode,
  type SamlPost,
  type SamlProvider,
  startSamlProvider
} from '../support/saml-provider';
import { TEST_SECRET } from '../support/server';
import { useServer } from '../support/server-world';

const world = useServer();
let openId: OpenIdProvider;
let rogue: Awaited<ReturnType<typeof startRogueProvider>>;
let samlProvider: SamlProvider;

const START = '/heracles/sso/start';
const SIGN_IN = '/sdportal/login-signin-component';
const failedOf = (brand: string) => `${SIGN_IN}?cobrandHost=${brand}&sso=failed`;
const host = (brand: string) => `${brand}.localhost`;
const callback = (brand: string, kind = 'oidc') =>
  `http://${host(brand)}:${world.server.port}/heracles/sso/${kind}/${brand}`;
const location = (answer: Answer) => [answer.status, answer.headers.location];

/** Gives a brand a provider as the operator's command does, without the two seconds of a process. */
const trust = (brand: string, description: object) =>
  saveProvider(brand, providerSchema.parse(description), { requestId: 'test', address: '127.0.0.1', userAgent: '' });

beforeAll(async () => {
  Object.assign(process.env, {
    DATABASE_URL: world.database.url,
    TESSERA_SECRET: TEST_SECRET,
    TESSERA_MODE: 'development'
  });
  openId = await startOpenIdProvider({ norrvik: [callback('norrvik')], asanagi: [callback('asanagi')] });
  rogue = await startRogueProvider('aldwick');
  samlProvider = await startSamlProvider();
  const { issuer } = openId;
  const saml = {
    kind: 'saml',
    issuer: samlProvider.entityId,
    signInUrl: samlProvider.signInUrl,
    certificates: [samlProvider.certificate]
  };
  const client = (clientId: string) => ({ kind: 'oidc', issuer, clientId, clientSecret: CLIENT_SECRET });
  await trust('norrvik', client('norrvik'));
  await trust('asanagi', client('asanagi'));
  await trust('aldwick', { ...client('aldwick'), issuer: rogue.issuer });
  await trust('wexenholt', saml);
  await trust('eschenthal', saml);
});
afterAll(async () => {
  await closeDatabase();
  openId?.stop();
  rogue?.stop();
  samlProvider?.stop();
});

/** A browser at a brand's provider, and the address it was sent to. */
async function atProvider(brand: string, client = world.client(host(brand))) {
  const answer = await client.call(START);
  expect(answer.status).toBe(303);
  return { client, sentTo: String(answer.headers.location) };
}

/** The same, returned from the OpenID provider: its next request. */
async function backFrom(brand: string, subject: string, client?: PortalClient) {
  const { client: browser, sentTo } = await atProvider(brand, client);
  const back = await openId.signIn(sentTo, subject);
  return { client: browser, sentTo, path: back.pathname + back.search };
}

async function aLinkedPerson(brand: string, options: Parameters<typeof aCardholder>[1] = {}) {
  const person = await aCardholder(world.database, options);
  return { person, subject: await linked(world.database, brand, person) };
}

const audited = (issuerId: string) =>
  world.database.query<{ action: string; details: object }>(
    'SELECT action, details FROM audit_entries WHERE issuer_id = $1 ORDER BY sequence',
    [issuerId]
  );

/** The reason of a refusal in the operator's log: the right refusal for the right reason. */
async function reasonOf({ headers }: Answer): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const line = world.server
      .output()
      .split('\n')
      .find((text) => text.includes(`"requestId":"${headers['x-request-id']}","brand"`));
    if (line) return JSON.parse(line).reason;
    await sleep(20);
  }
  throw new Error('no reason was logged');
}

describe('the way to the provider', () => {
  test('P2.025 P3.016 a brand with a provider sends the browser to it at once, until the provider is taken away', async () => {
    const client = world.client(host('norrvik'));
    const start = `${START}?cobrandHost=norrvik`;
    for (let tries = 0; tries < 100 && (await client.call(SIGN_IN)).status !== 302; tries++) await sleep(20);
    expect(location(await client.call(SIGN_IN))).toEqual([302, start]);
    expect((await client.call('/sdportal/rest/cobrand/norrvik')).json()).toMatchObject({ fssoRedirectUrl: start });

    const saved = await giveProvider(world.database, 'lanternstrait', {
      kind: 'oidc',
      issuer: openId.issuer,
      clientId: 'lanternstrait',
      clientSecret: CLIENT_SECRET
    });
    expect(saved).toContain('/heracles/sso/oidc/lanternstrait');
    await operate(world.database, 'identity-provider', 'remove', 'lanternstrait');
    expect(location(await world.client(host('lanternstrait')).call(START))).toEqual([303, failedOf('lanternstrait')]);
    const page = () => world.client(host('lanternstrait')).call(SIGN_IN);
    // Other processes learn of it at the commit, shortly before or after this request.
    for (let tries = 0; tries < 100 && (await page()).status !== 200; tries++) await sleep(20);
    expect((await page()).status).toBe(200);
  });

  test('the request carries PKCE, state and nonce, new each time, and asks only who somebody is', async () => {
    const ask = async () => Object.fromEntries(new URL((await atProvider('norrvik')).sentTo).searchParams);
    const [one, other] = [await ask(), await ask()];
    expect(one).toEqual({
      client_id: 'norrvik',
      response_type: 'code',
      scope: 'openid',
      redirect_uri: callback('norrvik'),
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/)
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(one[name]).not.toBe(other[name]);
  });

  test('begins only at a host name of the brand, whatever host name was asked for', async () => {
    for (const asked of ['evil.example', 'asanagi.localhost']) {
      const answer = await world.client(asked).call(`${START}?cobrandHost=norrvik&returnUrl=https://evil.example`);
      expect(answer.headers.location).toMatch(
        new RegExp(`^http://norrvik\\.[a-z.]+:${world.server.port}/heracles/sso/start\\?cobrandHost=norrvik$`)
      );
    }
  });

  test('a brand without a provider, and a provider that is away, say that it did not work', async () => {
    expect(location(await world.client(host('montelauro')).call(START))).toEqual([303, failedOf('montelauro')]);
    await trust('montelauro', {
      kind: 'oidc',
      issuer: 'http://localhost:9',
      clientId: 'x',
      clientSecret: CLIENT_SECRET
    });
    expect(location(await world.client(host('montelauro')).call(START))).toEqual([303, failedOf('montelauro')]);
    // A provider that accepts the call and never answers times out.
    rogue.silent = true;
    await trust('montelauro', {
      kind: 'oidc',
      issuer: rogue.issuer,
      clientId: 'x',
      clientSecret: CLIENT_SECRET
    });
    const answer = await world.client(host('montelauro')).call(START);
    rogue.silent = false;
    expect(location(answer)).toEqual([303, failedOf('montelauro')]);
    expect(await reasonOf(answer)).toMatch(/timed out|timeout|aborted/);
  });

  test('PD.1 the operator’s command refuses plain HTTP, unknown fields and bad certificates, and says nothing secret', async () => {
    for (const [description, complaint] of [
      [{ kind: 'oidc', issuer: 'http://login.bank.example', clientId: 'x', clientSecret: CLIENT_SECRET }, /https/],
      [{ kind: 'oidc', issuer: 'https://x.example', clientId: 'x', clientSecret: CLIENT_SECRET, y: 1 }, /y/],
      [{ kind: 'saml', issuer: 'x', signInUrl: 'https://x.example', certificates: ['no'] }, /certificate/]
    ] as const) {
      const refused = giveProvider(world.database, 'montelauro', description);
      await expect(refused).rejects.toThrow(complaint);
      await expect(refused).rejects.not.toThrow(CLIENT_SECRET);
    }
  });
});

describe('OpenID Connect', () => {
  test('P2.025 P3.029 a linked user comes in: a new session, the old one ended, ssoUserCookie, the audit', async () => {
    const { person, subject } = await aLinkedPerson('norrvik');
    const client = world.client(host('norrvik'));
    await client.signIn(person.userId, PASSWORD);
    const before = client.cookies.get('tessera-session');
    const { path } = await backFrom('norrvik', subject, client);
    const answer = await client.call(path);
    expect(location(answer)).toEqual([303, '/workspace']);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(client.cookies.get('ssoUserCookie')).toBe('1');
    expect((await client.call('/workspace')).body).toContain('Robin Example');
    const old = world.client(host('norrvik'));
    old.cookies.set('tessera-session', before ?? '');
    expect((await old.call('/workspace')).status).not.toBe(200);
    expect((await audited(person.issuerId)).slice(-2)).toMatchObject([
      { action: 'sign_in.succeeded', details: { brand: 'norrvik', type: 'oidc', kind: 'full' } },
      { action: 'session.ended' }
    ]);
    const [session] = await world.database.query(
      'SELECT kind::text, brand_name FROM sessions WHERE user_id = $1 AND revoked_at IS NULL',
      [person.id]
    );
    expect(session).toEqual({ kind: 'full', brand_name: 'norrvik' });
  });

  test('P2.059 P4.040 P7.027 after it, signing out leads to the brand’s federated logout only; a password ends that', async () => {
    const { person, subject } = await aLinkedPerson('norrvik');
    const { client, path } = await backFrom('norrvik', subject);
    await client.call(path);
    await client.signIn(person.userId, PASSWORD);
    expect(client.cookies.has('ssoUserCookie')).toBe(false);
    const again = await backFrom('norrvik', subject, client);
    await client.call(again.path);
    expect((await client.call('/sdportal/logout-component')).body).not.toContain('class="primary"');
    expect(client.cookies.has('ssoUserCookie')).toBe(false);
  });

  test('the link is an administrator’s to make and to take away', async () => {
    const person = await aCardholder(world.database);
    const subject = randomBytes(6).toString('hex');
    const enter = async () => {
      const { client, path } = await backFrom('norrvik', subject);
      return (await client.call(path)).headers.location;
    };
    const unlinked = `${SIGN_IN}?cobrandHost=norrvik&sso=unlinked`;
    expect(await enter()).toBe(unlinked);
    await operate(world.database, 'link-identity', 'norrvik', person.userId, subject);
    expect(await enter()).toBe('/workspace');
    const other = await aCardholder(world.database);
    await expect(operate(world.database, 'link-identity', 'norrvik', other.userId, subject)).rejects.toThrow('another');
    await operate(world.database, 'link-identity', 'norrvik', person.userId);
    expect(await enter()).toBe(unlinked);
    const page = await world.client(host('norrvik')).call(unlinked, { headers: { 'Accept-Language': 'en-GB' } });
    expect([page.status, page.headers.location]).toEqual([200, undefined]);
    expect(page.body).toContain('This sign-in is not linked to an account here.');
    expect((await audited(person.issuerId)).map(({ action }) => action)).toEqual([
      'identity.linked',
      'sign_in.succeeded',
      'identity.unlinked'
    ]);
  });

  test('no account is made, and an inactive user is as good as none', async () => {
    const users = async () => (await world.database.query('SELECT count(*)::int FROM users'))[0];
    const { subject } = await aLinkedPerson('norrvik', { status: 'inactive' });
    const before = await users();
    for (const name of [subject, 'somebody-new']) {
      const { client, path } = await backFrom('norrvik', name);
      expect((await client.call(path)).headers.location).toBe(`${SIGN_IN}?cobrandHost=norrvik&sso=unlinked`);
      expect(client.cookies.has('tessera-session')).toBe(false);
    }
    expect(await users()).toEqual(before);
  });

  test('P2.060 PD.10 a locked user is sent to the locked page, by an administrator’s lock or by wrong passwords', async () => {
    const locked = await aLinkedPerson('norrvik', { status: 'locked', lockCause: 'administrator' });
    const guessed = await aLinkedPerson('norrvik');
    for (let n = 0; n < 6; n++) await world.client().signIn(guessed.person.userId, 'wrong');
    for (const { subject, person } of [locked, guessed]) {
      const { client, path } = await backFrom('norrvik', subject);
      expect(location(await client.call(path))).toEqual([
        303,
        '/sdportal/temporary-state-component?cobrandHost=norrvik'
      ]);
      expect(client.cookies.has('tessera-session')).toBe(false);
      expect((await audited(person.issuerId)).at(-1)?.action).toBe('sign_in.refused_locked');
    }
  });

  test('PD.10 a lock by wrong passwords that has lapsed keeps nobody out', async () => {
    const { subject, person } = await aLinkedPerson('norrvik');
    for (let n = 0; n < 6; n++) await world.client().signIn(person.userId, 'wrong');
    const past = "locked_at = now() - interval '31 minutes'";
    await world.database.query(`UPDATE sign_in_counters SET ${past} WHERE b2b_alias = $1`, [person.b2BAlias]);
    await world.database.query(`UPDATE users SET ${past} WHERE id = $1`, [person.id]);
    const { client, path } = await backFrom('norrvik', subject);
    expect((await client.call(path)).headers.location).toBe('/workspace');
    expect((await client.call('/workspace')).status).toBe(200);
  });

  test('an answer counts once, in the browser that began, at the brand that asked, and for ten minutes', async () => {
    const { subject } = await aLinkedPerson('norrvik');
    const failed = [303, failedOf('norrvik')];

    const { client, path } = await backFrom('norrvik', subject);
    const stranger = world.client(host('norrvik'));
    expect(location(await stranger.call(path))).toEqual(failed);
    await atProvider('norrvik', stranger);
    expect(location(await stranger.call(path))).toEqual(failed);
    const answers = await Promise.all(Array.from({ length: 8 }, () => client.call(path)));
    expect(answers.map(({ headers }) => headers.location).filter((address) => address === '/workspace')).toHaveLength(
      1
    );
    expect(location(await client.call(path))).toEqual(failed);

    const forged = await backFrom('norrvik', subject);
    const wrongState = forged.path.replace(/state=[^&]+/, `state=${'A'.repeat(43)}`);
    for (const wrong of [wrongState, forged.path.replace(/&?state=[^&]+/, ''), '/heracles/sso/oidc/norrvik'])
      expect(location(await forged.client.call(wrong))).toEqual(failed);

    const late = await backFrom('norrvik', subject);
    await world.database.query("UPDATE federated_sign_ins SET expires_at = now() - interval '1 second'");
    expect(location(await late.client.call(late.path))).toEqual(failed);

    const swapped = await backFrom('norrvik', subject);
    const fresh = await backFrom('norrvik', subject);
    const [code] = /code=[^&]+/.exec(swapped.path) ?? [];
    expect(location(await fresh.client.call(fresh.path.replace(/code=[^&]+/, String(code))))).toEqual(failed);
    expect(client.cookies.has('tessera-session')).toBe(true);
    for (const refused of [stranger, forged.client, late.client, fresh.client])
      expect(refused.cookies.has('tessera-session')).toBe(false);
  });

  test('one brand’s provider lets nobody in at another', async () => {
    const { subject } = await aLinkedPerson('norrvik');
    const { client, path } = await backFrom('norrvik', subject);
    const crossed = path.replace('/oidc/norrvik', '/oidc/asanagi');
    expect(location(await client.call(crossed, { host: host('asanagi') }))).toEqual([303, failedOf('asanagi')]);
    const asanagi = await backFrom('asanagi', subject);
    expect((await asanagi.client.call(asanagi.path)).headers.location).toBe(
      `${SIGN_IN}?cobrandHost=asanagi&sso=unlinked`
    );
    const unknown = await client.call(path.replace('/oidc/norrvik', '/oidc/no-such-brand'));
    expect(location(unknown)).toEqual([303, `${SIGN_IN}?sso=failed`]);
  });

  test('an answer that names another issuer is refused (RFC 9207)', async () => {
    const { subject } = await aLinkedPerson('norrvik');
    const { client, path } = await backFrom('norrvik', subject);
    const mixedUp = path.replace(/iss=[^&]+/, `iss=${encodeURIComponent(rogue.issuer)}`);
    expect(mixedUp).not.toBe(path);
    expect(location(await client.call(mixedUp))).toEqual([303, failedOf('norrvik')]);
  });

  test('a person who says no at the provider is told that it did not work', async () => {
    const { client, sentTo } = await atProvider('norrvik');
    const state = new URL(sentTo).searchParams.get('state');
    const path = `/heracles/sso/oidc/norrvik?error=access_denied&state=${state}&iss=${encodeURIComponent(openId.issuer)}`;
    expect(location(await client.call(path))).toEqual([303, failedOf('norrvik')]);
    expect((await audited('00000000-0000-7000-8000-000000000000')).at(-1)).toMatchObject({
      action: 'sign_in.failed',
      details: { brand: 'norrvik', type: 'oidc', reason: 'answer_refused' }
    });
    const page = await client.call(failedOf('norrvik'), { headers: { 'Accept-Language': 'en-GB' } });
    expect(page.body).toContain('Single sign-on did not work. Please try again.');
  });

  const seconds = Math.floor(Date.now() / 1000);
  const faults: [string, RegExp, TokenFault][] = [
    ['for another client', /"aud"/, { claims: { aud: 'another' } }],
    ['that has expired', /"exp"/, { claims: { iat: seconds - 900, exp: seconds - 600 } }],
    ['of another issuer', /"iss"/, { claims: { iss: 'https://another.example' } }],
    ['with another nonce', /"nonce"/, { claims: { nonce: 'another' } }],
    ['without a nonce', /"nonce".*missing/, { claims: { nonce: undefined } }],
    ['without a subject', /"sub".*missing/, { claims: { sub: undefined } }],
    ['signed with a key the provider does not publish', /signature verification failed/, { foreignKey: true }],
    ['without a signature', /"alg"/, { unsigned: true }]
  ];
  async function enterByRogue(fault: TokenFault) {
    const { subject } = await aLinkedPerson('aldwick');
    Object.assign(rogue, { subject, fault });
    const { client, sentTo } = await atProvider('aldwick');
    const back = new URL((await fetch(sentTo, { redirect: 'manual' })).headers.get('location') ?? '');
    return client.call(back.pathname + back.search);
  }

  test('an ID token without fault is taken', async () => {
    expect(location(await enterByRogue({}))).toEqual([303, '/workspace']);
  });

  test.each(faults)('an ID token %s is refused', async (_what, reason, fault) => {
    const answer = await enterByRogue(fault);
    expect(location(answer)).toEqual([303, failedOf('aldwick')]);
    expect(await reasonOf(answer)).toMatch(reason);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test('an ID token that has let somebody in is kept as spent until it expires', async () => {
    expect(location(await enterByRogue({ claims: { jti: 'one' } }))).toEqual([303, '/workspace']);
    const [spent] = await world.database.query<{ count: number }>(
      `SELECT count(*)::int FROM spent_assertions s JOIN identity_providers p ON p.id = s.provider_id
       WHERE p.brand_name = 'aldwick' AND s.expires_at > now() + interval '4 minutes'`
    );
    expect(spent?.count).toBeGreaterThan(0);
  });
});

describe('SAML 2.0', () => {
  const PATH = '/heracles/sso/saml/wexenholt';
  const metadataOf = async (brand = 'wexenholt') =>
    (await world.client(host(brand)).call(`/heracles/sso/saml/${brand}`)).body;
  // As a browser sends a post from another site: without the cookies that are SameSite=Lax.
  const post = (client: PortalClient, form: SamlPost, path = PATH, more = {}) =>
    client.call(path, {
      form: { ...form },
      headers: { Origin: 'http://127.0.0.1', 'Sec-Fetch-Site': 'cross-site' },
      ...more
    });

  async function responseTo(changes: Changes = {}, subject?: string) {
    const name = subject ?? (await aLinkedPerson('wexenholt')).subject;
    const { client, sentTo } = await atProvider('wexenholt');
    return { client, sentTo, form: await samlProvider.respond(sentTo, await metadataOf(), name, changes) };
  }
  const failed = [303, failedOf('wexenholt')];

  test('the metadata names where responses go, and that assertions must be signed', async () => {
    const { status, headers, body } = await world.client(host('wexenholt')).call(PATH);
    expect([status, headers['content-type']]).toEqual([200, 'application/samlmetadata+xml; charset=utf-8']);
    expect(body).toContain(`entityID="${callback('wexenholt', 'saml')}"`);
    expect(body).toContain(`Location="${callback('wexenholt', 'saml')}"`);
    expect(body).toContain('WantAssertionsSigned="true"');
    expect((await world.client().call('/heracles/sso/saml/no-such-brand')).status).toBe(404);
  });

  test('P2.025 P3.029 a linked user comes in by a post from the provider’s site, and the old session ends', async () => {
    const { person, subject } = await aLinkedPerson('wexenholt');
    const client = world.client(host('wexenholt'));
    await client.signIn(person.userId, PASSWORD);
    const before = client.cookies.get('tessera-session') ?? '';
    const begun = await client.call(START);
    expect(String(begun.headers['set-cookie'])).toMatch(/^tessera-sso=[\w-]{43}; .*HttpOnly; Secure; SameSite=None$/);
    // Another site's post carries only that cookie.
    client.cookies.delete('tessera-session');
    const form = await samlProvider.respond(String(begun.headers.location), await metadataOf(), subject);
    expect(location(await post(client, form))).toEqual([303, '/workspace']);
    expect([client.cookies.get('ssoUserCookie'), (await client.call('/workspace')).status]).toEqual(['1', 200]);
    client.cookies.set('tessera-session', before);
    expect((await client.call('/workspace')).status).not.toBe(200);
    expect((await audited(person.issuerId)).slice(-2)).toMatchObject([
      { action: 'sign_in.succeeded', details: { brand: 'wexenholt', type: 'saml' } },
      { action: 'session.ended' }
    ]);
  });

  test('a response that is signed beside its assertion is taken, and a comment doesn’t shorten a name', async () => {
    const both = await responseTo({ signing: 'both' });
    expect(decode(both.form.SAMLResponse).match(/<ds:Signature /g)).toHaveLength(2);
    expect((await post(both.client, both.form)).headers.location).toBe('/workspace');
    const { person } = await aLinkedPerson('wexenholt');
    const subject = `${person.userId}.bank`;
    await world.database.query('UPDATE federated_identities SET subject = $1 WHERE user_id = $2', [subject, person.id]);
    const { client, form } = await responseTo({}, subject);
    // Comments are not signed: the name must stay whole, not end where one begins.
    const xml = decode(form.SAMLResponse).replace(`${subject}<`, `${subject.slice(0, -5)}<!-- -->.bank<`);
    expect(xml).toContain('<!-- -->');
    expect((await post(client, { ...form, SAMLResponse: encode(xml) })).headers.location).toBe('/workspace');
  });

  test('a subject that is not linked is told so; a locked one is sent to the locked page', async () => {
    const unknown = await responseTo({}, 'nobody-we-know');
    expect((await post(unknown.client, unknown.form)).headers.location).toBe(
      `${SIGN_IN}?cobrandHost=wexenholt&sso=unlinked`
    );
    const { subject } = await aLinkedPerson('wexenholt', { status: 'locked', lockCause: 'administrator' });
    const locked = await responseTo({}, subject);
    expect((await post(locked.client, locked.form)).headers.location).toBe(
      '/sdportal/temporary-state-component?cobrandHost=wexenholt'
    );
  });

  test('a response counts once, for the request it answers, in the browser that began', async () => {
    const { client, form } = await responseTo();
    const stranger = world.client(host('wexenholt'));
    expect(location(await post(stranger, form))).toEqual(failed);
    expect((await post(client, form)).headers.location).toBe('/workspace');
    expect(location(await post(client, form))).toEqual(failed);
    // The old assertion as the answer to a new request, claimed outside the signed part.
    const { sentTo } = await atProvider('wexenholt', client);
    const RelayState = new URL(sentTo).searchParams.get('RelayState') ?? '';
    expect(location(await post(client, { ...form, RelayState }))).toEqual(failed);
    const next = await responseTo();
    const [, requestId = ''] = /InResponseTo="([^"]+)"/.exec(decode(next.form.SAMLResponse)) ?? [];
    const relabelled = decode(form.SAMLResponse).replace(/InResponseTo="[^"]+"/, `InResponseTo="${requestId}"`);
    const replayed = { RelayState: next.form.RelayState, SAMLResponse: encode(relabelled) };
    expect(location(await post(next.client, replayed))).toEqual(failed);
  });

  const xmldsig = 'http://www.w3.org/2000/09/xmldsig#';
  const NOT_FOR_US = /no subject confirmation is for us/;
  const refused: [string, RegExp, Changes][] = [
    ['that is not signed', /^Invalid signature$/, { signing: 'none' }],
    ['whose assertion is not signed, only the whole', /^Invalid signature$/, { signing: 'response' }],
    ['signed with another key', /^Invalid signature$/, { foreignKey: true }],
    ['signed with SHA-1', /SHA-1/, { algorithm: `${xmldsig}rsa-sha1` }],
    ['that has expired', /No valid subject confirmation/, { from: -900, until: -120 }],
    ['that is not valid yet', /not yet valid/, { from: 120, until: 300 }],
    ['for another audience', /audience mismatch/, { audience: 'https://another.example' }],
    [
      'for no audience',
      /no AudienceRestriction/,
      { edit: (xml) => xml.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, '') }
    ],
    [
      'without conditions',
      /AudienceRestriction/,
      { edit: (xml) => xml.replace(/<saml:Conditions .*<\/saml:Conditions>/, '') }
    ],
    ['for another recipient', NOT_FOR_US, { recipient: 'https://another.example/acs' }],
    ['of another issuer', /another issuer/, { issuer: 'https://another.example/metadata' }],
    ['to a request nobody asked', /InResponseTo is not valid/, { inResponseTo: '_another' }],
    ['to no request', /InResponseTo is missing/, { edit: (xml) => xml.replaceAll(/ InResponseTo="[^"]*"/g, '') }],
    [
      'whose assertion is to no request',
      NOT_FOR_US,
      { edit: (xml) => xml.replace(/(SubjectConfirmationData[^>]*) InResponseTo="[^"]*"/, '$1') }
    ],
    [
      'without an end',
      /not a valid date/,
      { edit: (xml) => xml.replace(/(SubjectConfirmationData) NotOnOrAfter="[^"]*"/, '$1') }
    ],
    ['by a holder of a key', NOT_FOR_US, { edit: (xml) => xml.replace('cm:bearer', 'cm:holder-of-key') }],
    ['under a transient name', /transient/, { format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }],
    ['that names nobody', /names nobody/, { edit: (xml) => xml.replace(/<saml:NameID.*<\/saml:NameID>/, '') }]
  ];
  test.each(refused)('a response %s is refused', async (_what, reason, changes) => {
    const { client, form } = await responseTo(changes);
    const answer = await post(client, form);
    expect(location(answer)).toEqual(failed);
    expect(await reasonOf(answer)).toMatch(reason);
    expect(client.cookies.has('tessera-session')).toBe(false);
  });

  /** Ways to wrap a signed assertion in one of the attacker's (Somorovsky et al., "On Breaking SAML"). */
  const part = (xml: string, pattern: RegExp) => pattern.exec(xml)?.[0] ?? '';
  const ASSERTION = /<saml:Assertion[\s\S]*<\/saml:Assertion>/;
  const SIGNATURE = /<ds:Signature[\s\S]*<\/ds:Signature>/;
  const evilOf = (assertion: string, victim: string, { id = '_evil', signature = '' } = {}) =>
    assertion
      .replace(SIGNATURE, signature)
      .replace(/ID="[^"]+"/, `ID="${id}"`)
      .replace(/(<saml:NameID[^>]*>)[^<]*/, `$1${victim}`);
  const NOT_ITS_PARENT = /does not refer to it's parent/;
  const wrappings: [string, RegExp, (xml: string, victim: string) => string][] = [
    ['changed', /^Invalid signature$/, (xml, victim) => xml.replace(/(<saml:NameID[^>]*>)[^<]*/, `$1${victim}`)],
    [
      'before the signed one',
      /multiple assertions/,
      (xml, victim) => xml.replace(ASSERTION, (own) => evilOf(own, victim) + own)
    ],
    [
      'after the signed one',
      /multiple assertions/,
      (xml, victim) => xml.replace(ASSERTION, (own) => own + evilOf(own, victim))
    ],
    [
      'around the signed one, in its own signature',
      NOT_ITS_PARENT,
      (xml, victim) =>
        xml.replace(ASSERTION, (own) =>
          evilOf(own, victim, {
            signature: part(own, SIGNATURE).replace(
              '</ds:Signature>',
              `<ds:Object>${own.replace(SIGNATURE, '')}</ds:Object></ds:Signature>`
            )
          })
        )
    ],
    [
      'with the signed one in its advice',
      NOT_ITS_PARENT,
      (xml, victim) =>
        xml.replace(ASSERTION, (own) =>
          evilOf(own, victim, { signature: part(own, SIGNATURE) }).replace(
            '</saml:Conditions>',
            `</saml:Conditions><saml:Advice>${own.replace(SIGNATURE, '')}</saml:Advice>`
          )
        )
    ],
    [
      'under the same id, with the signed one in an extension',
      /more than one element/,
      (xml, victim) =>
        xml.replace(ASSERTION, (own) => {
          const [, id = ''] = /ID="([^"]+)"/.exec(own) ?? [];
          return `<samlp:Extensions>${own}</samlp:Extensions>${evilOf(own, victim, { id, signature: part(own, SIGNATURE) })}`;
        })
    ],
    [
      'with the signed response inside it',
      NOT_ITS_PARENT,
      (xml, victim) =>
        xml.replace(
          ASSERTION,
          (own) => `${evilOf(own, victim, { signature: part(own, SIGNATURE) })}<x>${xml.replace(/<\?.*?\?>/, '')}</x>`
        )
    ],
    ['with a document type', /document type/, (xml) => `<!DOCTYPE x [<!ENTITY e "e">]>${xml.replace(/<\?.*?\?>/, '')}`]
  ];
  test.each(wrappings)('an assertion %s is refused', async (_what, reason, wrap) => {
    const victim = await aLinkedPerson('wexenholt');
    const { client, form } = await responseTo();
    const xml = decode(form.SAMLResponse);
    const wrapped = wrap(xml, victim.subject);
    expect(wrapped).not.toBe(xml);
    const answer = await post(client, { ...form, SAMLResponse: encode(wrapped) });
    expect(location(answer)).toEqual(failed);
    expect(await reasonOf(answer)).toMatch(reason);
    expect(await world.database.query('SELECT id FROM sessions WHERE user_id = $1', [victim.person.id])).toEqual([]);
  });

  test('one brand’s response lets nobody in at another, though both trust the same provider', async () => {
    const { client, form } = await responseTo();
    const crossed = await post(client, form, '/heracles/sso/saml/eschenthal', { host: host('eschenthal') });
    expect(location(crossed)).toEqual([303, failedOf('eschenthal')]);
    const { client: other, sentTo } = await atProvider('eschenthal');
    const { subject } = await aLinkedPerson('wexenholt');
    const own = await samlProvider.respond(sentTo, await metadataOf('eschenthal'), subject);
    const answer = await post(other, own, '/heracles/sso/saml/eschenthal');
    expect(answer.headers.location).toBe(`${SIGN_IN}?cobrandHost=eschenthal&sso=unlinked`);
  });

  test('P7.002 the cross-site post is taken here, and nowhere else; more than a response is refused', async () => {
    const { client } = await responseTo();
    const headers = { Origin: 'http://127.0.0.1', 'Sec-Fetch-Site': 'cross-site' };
    for (const path of ['/heracles/login', '/sdportal/rest/user/logoff', '/workspace'])
      expect(
        (await client.call(path, { form: { username: 'a', password: 'b', 'login-form-type': 'password' }, headers }))
          .status
      ).toBe(403);
    expect((await client.call('/heracles/sso/oidc/norrvik', { form: {}, headers })).status).toBe(405);
    expect((await client.call(PATH, { form: {}, headers })).status).toBe(400);
    expect((await client.call(PATH, { form: { SAMLResponse: 'not XML', RelayState: 'x' }, headers })).status).toBe(303);
    expect((await client.call(PATH, { form: { SAMLResponse: 'x'.repeat(140_000) }, headers })).status).toBe(413);
  });
});

test('nothing of a federated sign-in is in the log', async () => {
  const { subject } = await aLinkedPerson('norrvik');
  const { client, path } = await backFrom('norrvik', subject);
  await client.call(path);
  const query = new URLSearchParams(path.split('?')[1]);
  const output = world.server.output();
  for (const secret of [
    query.get('code'),
    query.get('state'),
    subject,
    CLIENT_SECRET,
    client.cookies.get('tessera-sso')
  ])
    expect(output).not.toContain(secret);
});
