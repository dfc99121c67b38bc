import fc from 'fast-check';
import { bundleTexts } from '@/lib/core/language/texts';
import { PIN_MINUTES } from '@/lib/sign-in/one-time-pin/one-time-pins';
import { callAction } from '../support/actions';
import { codeIn } from '../support/mailbox';
import { aCardholder, PASSWORD, type Person, passcodeOf, withChallenge, withToken } from '../support/people';
import { type Answer, firstError, type PortalClient, shownOf } from '../support/portal-client';
import { useServer } from '../support/server-world';
import { withSetting } from '../support/settings';
import { text } from '../support/texts';

const world = useServer({
  SIGN_IN_FAILURES_PER_ADDRESS: '5000',
  RECOVERIES_PER_ADDRESS: '5000',
  // For the test of cookies over TLS; without a proxy's headers it changes nothing.
  TESSERA_TRUSTED_PROXIES: '1'
});
const PING = '/sdportal/rest/sessionExpire/pingPortal.json';
const CONTENT = '/sdportal/rest/sessionExpire/sessionExpireWarningBoxContent.json';

const ping = (client: PortalClient) => client.call(PING);
const isIn = async (client: PortalClient) => (await client.call('/workspace')).status === 200;
/** Ages the last use of a user's session by seconds. */
const idle = ({ id }: Person, seconds: number) =>
  world.database.query('UPDATE sessions SET last_seen_at = now() - make_interval(secs => $2) WHERE user_id = $1', [
    id,
    seconds
  ]);
const idleFor = async ({ id }: Person) => {
  const [row] = await world.database.query<{ seconds: number }>(
    'SELECT extract(epoch FROM now() - max(last_seen_at)) AS seconds FROM sessions WHERE user_id = $1',
    [id]
  );
  return Number(row?.seconds);
};
const setCookies = ({ headers }: Answer) => (headers['set-cookie'] ?? []) as string[];

describe('the content of the session warning', () => {
  test('P7.021 P3.019 is told in the brand’s language, with a place for the time left', async () => {
    const client = world.client();
    const answer = await client.call(`${CONTENT}?cobrandHost=norrvik`, { headers: { 'Accept-Language': 'sv' } });
    const texts = bundleTexts('sv', 'PortalLabels');
    expect([answer.status, answer.json()]).toEqual([
      200,
      {
        sessionExpireContinueButtonLabel: texts['session.expire.continue'],
        sessionExpireWarningBoxTitle: texts['session.expire.title'],
        sessionExpireLogoutButtonLabel: texts['session.expire.logout'],
        generalSessionHelpExpireMessage: texts['session.expire.help'],
        generalSessionAboutToExpireMessage: expect.stringContaining('{0}'),
        sessionExpirationWarningBoxPingUrl: PING
      }
    ]);
    expect(answer.headers['cache-control']).toBe('private, max-age=900');
    expect(answer.headers.vary).toMatch(/Cookie, Accept-Language/);
    expect((await client.call(CONTENT)).json()).toMatchObject({
      sessionExpireContinueButtonLabel: text('session.expire.continue')
    });
  });
});

describe('keeping a session going', () => {
  test('P7.022 P7.023 P6.003 a ping at the address that the content names counts as use', async () => {
    const { person, client } = await world.signedIn();
    const content = (await client.call(CONTENT)).json() as { sessionExpirationWarningBoxPingUrl: string };
    await idle(person, 200);
    const answer = await client.call(content.sessionExpirationWarningBoxPingUrl);
    expect([answer.status, answer.json(), answer.headers['cache-control']]).toEqual([
      200,
      { status: 'OK' },
      'no-store'
    ]);
    expect(await idleFor(person)).toBeLessThan(100);
  });

  test('P7.022 without a session, or after one, a ping is answered 401', async () => {
    const { person, client } = await world.signedIn();
    const stolen = client.twin();
    await client.call('/heracles/logout');
    await idle(person, 0);
    for (const each of [world.client(), client, stolen]) {
      const answer = await ping(each);
      expect([answer.status, firstError(answer).code]).toEqual([401, 'session.ended']);
    }
  });

  test('use counts by itself, and is written seldom', async () => {
    const { person, client } = await world.signedIn();
    await idle(person, 2);
    expect(await isIn(client)).toBe(true);
    expect(await idleFor(person)).toBeGreaterThan(2);
    await idle(person, 200);
    expect(await isIn(client)).toBe(true);
    expect(await idleFor(person)).toBeLessThan(100);
  });

  test('PD.13 it ends after the issuer’s idle time, and the browser is told that time', async () => {
    const person = await aCardholder(world.database);
    await withSetting(world.database, person, 'session.idle.minutes', 7);
    const client = world.client();
    const cookie = setCookies(await client.signIn(person.userId, PASSWORD)).find((each) =>
      each.startsWith('session-idle-seconds=')
    );
    expect(cookie).toMatch(/^session-idle-seconds=420; Path=\/; SameSite=Strict$/);
    await idle(person, 390);
    expect(await isIn(client)).toBe(true);
    await idle(person, 421);
    expect([await isIn(client), (await ping(client)).status]).toEqual([false, 401]);
  });

  test('PD.13 it ends after 12 hours, however much it was used', async () => {
    const { person, client } = await world.signedIn();
    const [row] = await world.database.query<{ hours: number }>(
      'SELECT extract(epoch FROM expires_at - created_at) / 3600 AS hours FROM sessions WHERE user_id = $1',
      [person.id]
    );
    expect(Number(row?.hours)).toBe(12);
    await world.database.query(
      "UPDATE sessions SET created_at = now() - interval '12 hours', expires_at = now() - interval '1 second' WHERE user_id = $1",
      [person.id]
    );
    expect([await isIn(client), (await ping(client)).status]).toEqual([false, 401]);
  });

  test('P9.005 P4.045 one that waits for a mailed code waits as long as the code is good, and can be kept going', async () => {
    const { person, client } = await world.signedIn({ oneTimePin: true });
    expect(client.cookies.get('session-idle-seconds')).toBe(String(PIN_MINUTES * 60));
    await idle(person, PIN_MINUTES * 60 - 20);
    await world.database.query("UPDATE sessions SET expires_at = now() + interval '20 seconds' WHERE user_id = $1", [
      person.id
    ]);
    expect((await ping(client)).status).toBe(200);
    const [row] = await world.database.query<{ minutes: number }>(
      'SELECT extract(epoch FROM expires_at - now()) / 60 AS minutes FROM sessions WHERE user_id = $1',
      [person.id]
    );
    expect(Number(row?.minutes)).toBeCloseTo(PIN_MINUTES, 0);
    await idle(person, PIN_MINUTES * 60 + 1);
    expect((await ping(client)).status).toBe(401);
  });

  test('PD.8 PD.13 one that waits for another step lasts 15 minutes, 320 s idle, and can be kept going', async () => {
    const person = await aCardholder(world.database);
    await withChallenge(world.database, person);
    const client = world.client();
    await client.signIn(person.userId, PASSWORD);
    expect(client.cookies.get('session-idle-seconds')).toBe('320');
    const [row] = await world.database.query<{ minutes: number }>(
      'SELECT extract(epoch FROM expires_at - created_at) / 60 AS minutes FROM sessions WHERE user_id = $1',
      [person.id]
    );
    expect(Number(row?.minutes)).toBe(15);
    await idle(person, 300);
    expect((await ping(client)).status).toBe(200);
    await idle(person, 321);
    expect((await ping(client)).status).toBe(401);
  });

  test('it ends with its person’s access', async () => {
    const { person, client } = await world.signedIn();
    await world.database.query("UPDATE users SET status = 'inactive' WHERE id = $1", [person.id]);
    expect([await isIn(client), (await ping(client)).status]).toEqual([false, 401]);
  });
});

describe('the session’s cookie', () => {
  test('PD.13 is HttpOnly, for this site, until the browser closes, and holds nothing readable', async () => {
    const { person, client } = await world.signedIn();
    const answer = await client.signIn(person.userId, PASSWORD);
    const cookie = setCookies(answer).find((each) => each.startsWith('tessera-session=')) ?? '';
    expect(cookie).toMatch(/^tessera-session=Fe26\.2\*[^;]+; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(cookie).not.toContain(person.id);
    const rows = await world.database.query<{ row: string }>('SELECT sessions::text AS row FROM sessions');
    for (const { row } of rows) expect(row).not.toContain(client.cookies.get('tessera-session'));
  });

  test('whatever else is sent as one opens nothing, and nothing fails', async () => {
    const { client } = await world.signedIn();
    const sealed = client.cookies.get('tessera-session') as string;
    // The last characters hold unused bits: the padding of base64, and the seal's version.
    const tampered = fc
      .tuple(fc.nat(sealed.length - 6), fc.constantFrom(...'aZ0*~-_.'))
      .map(([at, sign]) => sealed.slice(0, at) + sign + sealed.slice(at + 1))
      .filter((value) => value !== sealed);
    const parts = fc.array(fc.constantFrom('Fe26.2', '1', '', 'abc', '9999999999999', '~2'), { maxLength: 9 });
    const printable = fc.string({ unit: fc.constantFrom(...'abc%=*~.!09"<>'), maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          tampered,
          parts.map((each) => each.join('*')),
          printable
        ),
        async (value) => {
          const thief = world.client();
          thief.cookies.set('tessera-session', value);
          expect((await ping(thief)).status).toBe(401);
        }
      ),
      { numRuns: 80 }
    );
    expect((await ping(client)).status).toBe(200);
  });

  describe('over TLS', () => {
    test('PD.13 has the __Host- prefix and is Secure, and the plain one counts for nothing', async () => {
      const person = await aCardholder(world.database);
      const client = world.client('cards.norrvik.example');
      const headers = { ...client.protectedHeaders(), 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '203.0.113.9' };
      const form = { username: person.b2BAlias, password: PASSWORD, 'login-form-type': 'password' };
      const cookies = setCookies(await client.call('/heracles/login', { form, headers }));
      expect(cookies.find((each) => each.includes('tessera-session'))).toMatch(
        /^__Host-tessera-session=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/
      );
      for (const cookie of cookies) expect(cookie).toContain('; Secure');
      expect((await client.call(PING, { headers })).status).toBe(200);
      client.cookies.set('tessera-session', client.cookies.get('__Host-tessera-session') as string);
      client.cookies.delete('__Host-tessera-session');
      expect((await client.call(PING, { headers })).status).toBe(401);
    });
  });
});

describe('no session survives a step (session fixation)', () => {
  const sessionOf = (client: PortalClient) => client.cookies.get('tessera-session') as string;
  const isDead = async (cookie: string) => {
    const old = world.client();
    old.cookies.set('tessera-session', cookie);
    return (await ping(old)).status === 401;
  };

  test('from the password to the code, from the code to the workspace', async () => {
    const { person, client } = await world.signedIn({ oneTimePin: true });
    const [first, code] = [sessionOf(client), codeIn(await world.mailbox.next(person.email))];
    const antiForgery = client.cookies.get('sec-token');
    await client.enter(person.b2BAlias, 'otp-2fa', code);
    expect(await isIn(client)).toBe(true);
    expect(client.cookies.get('sec-token')).not.toBe(antiForgery);
    expect(await isDead(first)).toBe(true);
  });

  test('from the first PIN to the PIN’s change, and out', async () => {
    const person = await aCardholder(world.database);
    const secret = await withToken(world.database, person);
    const now = Math.floor(Date.now() / 30_000);
    const client = world.client();
    const seen = [];
    for (const step of [-2, -1]) {
      await client.enter(person.b2BAlias, 'token', passcodeOf(secret, '1357', now + step));
      seen.push(sessionOf(client));
    }
    const path = `/services/twofactortoken-service/protected/tokens/${person.ldapId}`;
    expect((await client.post(path, { newPin: '2468' })).status).toBe(200);
    for (const cookie of seen) expect(await isDead(cookie)).toBe(true);
  });

  test('from a password that must be changed to the workspace', async () => {
    const { client } = await world.signedIn({ mustChange: true });
    const first = sessionOf(client);
    const fields = { old: PASSWORD, new1: 'Maple-Harbour-77', new2: 'Maple-Harbour-77' };
    await client.submit('/sdportal/change-password-component', fields);
    expect([await isIn(client), await isDead(first)]).toEqual([true, true]);
  });

  test('a session that was planted is not the one a person signs in to', async () => {
    const { client: attacker } = await world.signedIn();
    const victim = attacker.twin();
    const person = await aCardholder(world.database);
    await victim.signIn(person.userId, PASSWORD);
    expect(await isIn(victim)).toBe(true);
    expect((await attacker.call('/workspace')).status).toBe(307);
  });
});

describe('leaving', () => {
  test('P1.006 the logged-out page ends the session, but not when another site leads there', async () => {
    const { client } = await world.signedIn();
    const page = '/sdportal/logout-component';
    await client.call(page, { headers: { 'Sec-Fetch-Site': 'cross-site' } });
    expect(await isIn(client)).toBe(true);
    const stolen = client.twin();
    expect((await client.call(page)).status).toBe(200);
    expect([client.cookies.has('tessera-session'), client.cookies.has('session-idle-seconds')]).toEqual([false, false]);
    expect(await isIn(stolen)).toBe(false);
  });

  test.each([
    ['down', 'app.server.down'],
    ['error', 'empty.error']
  ])('the page says why when something failed, and knows no other reasons: %s', async (notice, key) => {
    const at = (name: string) => world.client().call(`/sdportal/logout-component?notice=${name}`);
    const unknown = await at('__proto__');
    expect([unknown.status, shownOf(unknown)]).toEqual([200, shownOf(await at(''))]);
    const page = await at(notice);
    expect(shownOf(page)).toContain(bundleTexts('en_US', 'Messages')[key] ?? bundleTexts('en_US', 'PortalLabels')[key]);
  });
});

test('PD.8 a sign-in that waits for its code ends no other session', async () => {
  const person = await aCardholder(world.database, { oneTimePin: true });
  const owner = world.client();
  await owner.signIn(person.userId, PASSWORD);
  await owner.enter(person.b2BAlias, 'otp-2fa', codeIn(await world.mailbox.next(person.email)));
  const thief = world.client();
  await thief.signIn(person.userId, PASSWORD);
  const left = await callAction(thief, 'signOutEverywhere', { form: {} });
  expect([left.status, thief.cookies.has('tessera-session')]).toEqual([200, false]);
  expect(await isIn(owner)).toBe(true);
});

test('an old password opens nothing any more, however late it was verified', async () => {
  const { person, client } = await world.signedIn();
  const NEW = 'Harbour-Violin-77';
  const intruders = Array.from({ length: 12 }, () => world.client());
  const change = async () => {
    const entry = { userId: person.userId, oldCredential: PASSWORD, newCredential: NEW };
    // Of one user one password waits for a thread; another is told to try again.
    for (;;) {
      const answer = await client.post('/services/authentication-service/public/changePassword', entry);
      if (answer.status !== 503) return answer;
    }
  };
  const [changed] = await Promise.all([
    change(),
    ...intruders.map((intruder) => intruder.enter(person.b2BAlias, 'password', PASSWORD))
  ]);
  expect(changed.status).toBe(200);
  for (const intruder of intruders) expect(await isIn(intruder)).toBe(false);
  expect(await isIn(client)).toBe(true);
});

describe('who may', () => {
  test('P6.001 P1.001 people of every role sign in alike', async () => {
    for (const role of ['A', 'C', 'G', 'H', 'I', 'O', 'S', 'Z']) {
      const person = await aCardholder(world.database, { role });
      const answer = await world.client().signIn(person.userId, PASSWORD);
      expect([role, answer.status, answer.body]).toEqual([role, 200, '/workspace']);
    }
  });

  test('P6.002 P9.023 the portal’s pages under /sdportal/ are open before authentication', async () => {
    const pages = [
      'login-signin-component',
      'one-time-passcode-component',
      'forgot-password-component',
      'change-password-component',
      'change-password-token-component?token=x',
      'logout-component',
      'temporary-state-component'
    ];
    for (const page of pages) {
      const answer = await world.client().call(`/sdportal/${page}`);
      expect([page, answer.status, answer.body.includes('<main')]).toEqual([page, 200, true]);
    }
  });

  test('P9.019 P9.021 signing in is open by default, and no cookie leads past its page', async () => {
    const { client } = await world.signedIn();
    for (const path of ['/', '/sdportal/', '/sdportal/login-signin-component']) {
      const [known, unknown] = [await client.call(path), await world.client().call(path)];
      expect([known.status, known.headers.location, known.body]).toEqual([
        unknown.status,
        unknown.headers.location,
        unknown.body
      ]);
    }
  });

  test('PD.10 a lock that has lapsed keeps nobody from the second step', async () => {
    const person = await aCardholder(world.database, { oneTimePin: true });
    for (let n = 0; n < 6; n++) await world.client().signIn(person.userId, 'wrong');
    await world.mailbox.next(person.email);
    const past = "locked_at = now() - interval '31 minutes'";
    await world.database.query(`UPDATE sign_in_counters SET ${past} WHERE b2b_alias = $1`, [person.b2BAlias]);
    await world.database.query(`UPDATE users SET ${past} WHERE id = $1`, [person.id]);
    const client = world.client();
    expect((await client.signIn(person.userId, PASSWORD)).body).toContain('one-time-passcode-component');
    const code = codeIn(await world.mailbox.next(person.email));
    expect((await client.enter(person.b2BAlias, 'otp-2fa', code)).body).toBe('/workspace');
    expect(await isIn(client)).toBe(true);
  });
});
