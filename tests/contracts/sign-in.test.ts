import { randomBytes } from 'node:crypto';
import { type Locale, languageTag } from '@/lib/core/language/locales';
import { bundleTexts } from '@/lib/core/language/texts';
import { callAction } from '../support/actions';
import { aCardholder, PASSWORD } from '../support/people';
import type { Answer } from '../support/portal-client';
import { useServer } from '../support/server-world';

const world = useServer();
const LOGIN = '/heracles/login';
const INFO = '/services/authentication-service/public/login-info';

const error = (code: string, field?: string) => ({
  errors: [{ code, ...(field && { field }), message: expect.any(String) }]
});

describe('login-info and loginSignin', () => {
  test('P3.007 P7.013 P3.008 answer the alias of a known user id; PD.2 and one that looks alike for an unknown', async () => {
    const person = await aCardholder(world.database);
    for (const userId of [person.userId, 'nobody.at.all']) {
      const info = await world.client().call(INFO, { json: { userId } });
      expect([info.status, info.headers['cache-control']]).toEqual([200, 'no-store']);
      expect(info.json()).toEqual({
        ldapId: expect.stringMatching(/^[0-9a-f]{32}$/),
        loginType: 'pwd',
        b2BAlias: expect.stringMatching(/^[0-9a-f]{32}$/)
      });
      const { b2BAlias } = info.json() as { b2BAlias: string };
      const asText = await world
        .client()
        .call('/sdportal/rest/user/loginSignin', { body: userId, headers: { 'Content-Type': 'text/plain' } });
      const asJson = await world.client().call('/sdportal/rest/user/loginSignin', { json: userId });
      expect([asText.json(), asJson.json()]).toEqual([{ b2BAlias }, { b2BAlias }]);
    }
  });

  test.each([
    ['P5.001 without a user id', { json: {} }, 400, 'required', 'userId'],
    ['with an empty one', { json: { userId: '  ' } }, 400, 'required', 'userId'],
    ['with one that is too long', { json: { userId: 'x'.repeat(81) } }, 400, 'too.long', 'userId'],
    ['with a number', { json: { userId: 7 } }, 400, 'required', 'userId'],
    [
      'with broken JSON',
      { body: '{', headers: { 'Content-Type': 'application/json' } },
      400,
      'body.malformed',
      undefined
    ],
    [
      'with another content type',
      { body: 'userId=x', headers: { 'Content-Type': 'text/html' } },
      415,
      'body.media.type',
      undefined
    ],
    ['with too much', { json: { userId: 'x', more: 'x'.repeat(2000) } }, 413, 'body.too.large', undefined]
  ])('are refused %s', async (_what, call, status, code, field) => {
    const answer = await world.client().call(INFO, call as object);
    expect([answer.status, answer.json()]).toEqual([status, error(code, field)]);
  });

  test('PD.1 other methods are answered with Allow', async () => {
    const answer = await world.client().call(INFO);
    expect([answer.status, answer.headers.allow, answer.json()]).toEqual([
      405,
      'POST, OPTIONS',
      error('method.not.allowed')
    ]);
  });
});

describe('the front door', () => {
  test('P7.014 PD.8 answers the right password with the address of the workspace as text, and a session', async () => {
    const person = await aCardholder(world.database);
    const client = world.client();
    const answer = await client.signIn(person.userId, PASSWORD);
    expect([answer.status, answer.body]).toEqual([200, '/workspace']);
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
    const cookies = answer.headers['set-cookie'] as string[];
    expect(cookies.find((cookie) => cookie.startsWith('tessera-session='))).toMatch(/HttpOnly; SameSite=Lax/);
    expect(cookies.find((cookie) => cookie.startsWith('sec-token='))).toMatch(
      /^sec-token=[A-Za-z0-9]{20}; Path=\/; SameSite=Strict$/
    );
    expect(cookies.find((cookie) => cookie.startsWith('user_id='))).toMatch(/Max-Age=7776000.*Secure/);
    expect((await client.call('/workspace')).body).toContain('Robin Example');
  });

  test('P7.014 is there with the prefix /sdportal too', async () => {
    const person = await aCardholder(world.database);
    const answer = await world.client().call(`/sdportal${LOGIN}`, {
      form: { username: person.b2BAlias, password: PASSWORD, 'login-form-type': 'password' }
    });
    expect([answer.status, answer.body]).toEqual([200, '/workspace']);
  });

  test('P5.002 PD.4 surrounding ASCII space of a password does not count, anything else does', async () => {
    const person = await aCardholder(world.database);
    expect((await world.client().signIn(person.userId, `  ${PASSWORD} `)).status).toBe(200);
    expect((await world.client().signIn(person.userId, `${PASSWORD}\u00a0`)).status).toBe(401);
  });

  test.each([
    ['without a username', { password: 'x', 'login-form-type': 'password' }, 'required', 'username'],
    ['P5.001 without a password', { username: 'a'.repeat(32), 'login-form-type': 'password' }, 'required', 'password'],
    [
      'with a blank password',
      { username: 'a'.repeat(32), password: '  ', 'login-form-type': 'password' },
      'required',
      'password'
    ],
    [
      'with a form type that does not exist',
      { username: 'a'.repeat(32), password: 'x', 'login-form-type': 'magic' },
      'invalid.entry',
      'login-form-type'
    ]
  ])('refuses a form %s with 400', async (_what, form, code, field) => {
    const answer = await world.client().call(LOGIN, { form: form as unknown as Record<string, string> });
    expect([answer.status, answer.json()]).toEqual([400, error(code, field)]);
  });

  test.each(['short', 'a user id', "'; DROP TABLE users; --", 'A'.repeat(32), '0'.repeat(33), '\u0000'])(
    'takes a username that is no alias (%j) for nobody’s',
    async (username) => {
      const answer = await world
        .client()
        .call(LOGIN, { form: { username, password: 'x', 'login-form-type': 'password' } });
      expect([answer.status, answer.json()]).toEqual([401, error('login.failed')]);
    }
  );

  test('refuses a field sent twice, JSON, and more than it reads', async () => {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect((await world.client().call(LOGIN, { body: 'username=a&username=b', headers })).status).toBe(400);
    expect((await world.client().call(LOGIN, { json: {} })).status).toBe(415);
    expect((await world.client().call(LOGIN, { body: 'x'.repeat(9000), headers })).status).toBe(413);
  });

  test('P8.001 PD.2 wrong passwords of known and unknown ids are answered alike', async () => {
    const person = await aCardholder(world.database);
    const answers = [
      await world.client().signIn(person.userId, 'wrong'),
      await world.client().signIn('nobody.whosoever', 'wrong')
    ];
    const [known, unknown] = answers.map(({ status, body, headers }) => {
      const { 'x-request-id': _id, date: _date, ...rest } = headers;
      return { status, body, headers: rest };
    });
    expect(known).toEqual(unknown);
    expect([known?.status, JSON.parse(known?.body ?? '')]).toEqual([401, error('login.failed')]);
  });

  test.each([
    ['the host’s, by Accept-Language', 'norrvik.localhost', '', undefined, 'de', 'de'],
    ['not a language that the brand doesn’t offer', 'lyngholm.localhost', '', undefined, 'fr, en-US;q=0.5', 'en_GB'],
    ['the brand’s first', 'lyngholm.localhost', '', undefined, 'fr', 'da'],
    ['the cookie’s before the header’s', 'norrvik.localhost', '', 'fi', 'de', 'fi'],
    ['the one nearest to the cookie', 'norrvik.localhost', '', 'en', 'de', 'en_GB'],
    ['a cookie that the brand doesn’t offer', 'lyngholm.localhost', '', 'ja', 'fr', 'da'],
    ['cobrandHost’s before the host’s', 'norrvik.localhost', '?cobrandHost=lyngholm', undefined, 'de', 'da'],
    ['the default brand’s', 'elsewhere.example', '', undefined, 'ja', 'ja']
  ])(
    'P4.050 PD.20 errors are worded in the language of the page: %s',
    async (_rule, host, query, chosen, languages, expected) => {
      const client = world.client(host);
      if (chosen) client.cookies.set('user_locale', chosen);
      const headers = { ...client.protectedHeaders(), 'Accept-Language': languages };
      const message = ({ body }: Answer) => (JSON.parse(body) as { errors: [{ message: string }] }).errors[0].message;
      const [locale, texts] = [expected as Locale, bundleTexts(expected as Locale, 'Messages')];
      expect(message(await client.call(INFO + query, { json: {}, headers }))).toBe(texts.required);
      const form = { username: randomBytes(16).toString('hex'), password: 'x', 'login-form-type': 'password' };
      expect(message(await client.call(LOGIN + query, { form, headers }))).toBe(
        bundleTexts(locale, 'PortalLabels')['login.failed']
      );
      const { body } = await client.call(`/sdportal/login-signin-component${query}`, { headers });
      expect(body).toContain(`lang="${languageTag(locale)}"`);
    }
  );

  test('P2.060 PD.10 a locked sign-in is sent to temporary-state-component, known or not', async () => {
    const person = await aCardholder(world.database);
    for (const userId of [person.userId, 'nobody.to.lock']) {
      for (let n = 0; n < 5; n++) expect((await world.client().signIn(userId, 'wrong')).status).toBe(401);
      for (const password of ['wrong', PASSWORD]) {
        const answer = await world.client().signIn(userId, password);
        expect([answer.status, answer.body]).toEqual([200, '/sdportal/temporary-state-component?cobrandHost=tessera']);
        expect(answer.headers['set-cookie']).toBeUndefined();
      }
    }
  });

  test('PD.10 200 parallel guesses do not get past the lock', async () => {
    const person = await aCardholder(world.database);
    const guess = (password: string) =>
      world.client().call(LOGIN, { form: { username: person.b2BAlias, password, 'login-form-type': 'password' } });
    const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => guess(`guess ${n}`)));
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    // Verified attempts count five times as a failure, then as locked; all others were refused unverified.
    expect(count(401)).toBeLessThanOrEqual(5);
    expect(count(200) + count(401) + count(429) + count(503)).toBe(200);
    for (const { status, headers } of answers)
      if (status === 429 || status === 503) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    const [counter] = await world.database.query<{ failed_count: number }>(
      'SELECT failed_count FROM sign_in_counters WHERE b2b_alias = $1',
      [person.b2BAlias]
    );
    expect(counter?.failed_count).toBeLessThanOrEqual(6);
    // No further attempt: the right password is refused too once six have failed.
    for (let n = 0; n < 6; n++) await guess('wrong');
    expect((await guess(PASSWORD)).body).not.toBe('/workspace');
  });

  test('every event is in the audit, and the chain holds', async () => {
    const person = await aCardholder(world.database);
    const client = world.client();
    await client.signIn(person.userId, 'wrong');
    await client.signIn(person.userId, PASSWORD);
    await client.call('/heracles/logout');
    const rows = await world.database.query<{ action: string; address: string; request_id: string }>(
      'SELECT action, host(address) AS address, request_id FROM audit_entries WHERE issuer_id = $1 ORDER BY sequence',
      [person.issuerId]
    );
    expect(rows.map(({ action }) => action)).toEqual(['sign_in.failed', 'sign_in.succeeded', 'session.ended']);
    expect(rows.every(({ address, request_id }) => address === '127.0.0.1' && request_id.length > 8)).toBe(true);
    expect(await world.database.query('SELECT * FROM verify_audit_chain($1)', [person.issuerId])).toEqual([]);
  });
});

describe('anti-forgery', () => {
  const form = { username: 'a'.repeat(32), password: 'x', 'login-form-type': 'password' };
  test.each([
    ['P7.002 a browser of another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }, 403],
    ['a page of a sibling host', { 'Sec-Fetch-Site': 'same-site' }, 403],
    ['an opaque origin', { Origin: 'null' }, 403],
    [
      'only one of the two headers',
      { Cookie: 'sec-token=AbcdefghijKLMNOP1234', 'X-CSRF-TOKEN': 'AbcdefghijKLMNOP1234' },
      403
    ],
    [
      'headers that differ from the cookie',
      { Cookie: 'sec-token=AbcdefghijKLMNOP1234', 'X-CSRF-TOKEN': 'x'.repeat(20), 'X-XSRF-TOKEN': 'x'.repeat(20) },
      403
    ],
    [
      'P7.003 both headers and the cookie',
      {
        Cookie: 'sec-token=AbcdefghijKLMNOP1234',
        'X-CSRF-TOKEN': 'AbcdefghijKLMNOP1234',
        'X-XSRF-TOKEN': 'AbcdefghijKLMNOP1234'
      },
      401
    ],
    ['a page of this very host', { 'Sec-Fetch-Site': 'same-origin' }, 401],
    ['a client that is no browser', {}, 401]
  ])('%s', async (_who, headers, status) => {
    expect((await world.client().call(LOGIN, { form, headers: headers as Record<string, string> })).status).toBe(
      status
    );
  });
});

describe('sessions', () => {
  test('a sign-in ends the session the browser came with', async () => {
    const { person, client } = await world.signedIn();
    const old = client.cookies.get('tessera-session') ?? '';
    await client.signIn(person.userId, PASSWORD);
    expect(client.cookies.get('tessera-session')).not.toBe(old);
    const thief = world.client();
    thief.cookies.set('tessera-session', old);
    expect((await thief.call('/workspace')).status).toBe(307);
  });

  test('P6.003 the workspace needs a session; a forged cookie is none', async () => {
    const client = world.client();
    expect((await client.call('/workspace')).headers.location).toBe('/sdportal/login-signin-component');
    client.cookies.set('tessera-session', 'Fe26.2*1*abc*def');
    expect((await client.call('/workspace')).status).toBe(307);
  });

  test('P7.015 P1.006 logging out ends it; PD.5 logoff answers 204, also without one', async () => {
    const { client } = await world.signedIn();
    const stolen = world.client();
    stolen.cookies.set('tessera-session', client.cookies.get('tessera-session') ?? '');
    const out = await client.call('/heracles/logout');
    expect([out.status, client.cookies.has('tessera-session')]).toEqual([200, false]);
    expect((await stolen.call('/workspace')).status).toBe(307);
    expect(
      (await client.call('/sdportal/rest/user/logoff', { method: 'POST', headers: client.protectedHeaders() })).status
    ).toBe(204);
  });

  test('another site can not log a person out', async () => {
    const { client } = await world.signedIn();
    await client.call('/heracles/logout', { headers: { 'Sec-Fetch-Site': 'cross-site' } });
    expect((await client.call('/workspace')).status).toBe(200);
  });

  test('signing out everywhere ends every session of the person and of nobody else', async () => {
    const [person, other] = [await aCardholder(world.database), await aCardholder(world.database)];
    const [here, there, elsewhere] = [world.client(), world.client(), world.client()];
    await here.signIn(person.userId, PASSWORD);
    await there.signIn(person.userId, PASSWORD);
    await elsewhere.signIn(other.userId, PASSWORD);
    const out = await callAction(here, 'signOutEverywhere', { form: {} });
    expect([out.status, here.cookies.has('tessera-session')]).toEqual([200, false]);
    expect(out.body).toContain('"/sdportal/logout-component?cobrandHost=tessera"');
    // A second time, from a page that is still open, is no error.
    expect((await callAction(here, 'signOut')).status).toBe(200);
    expect((await there.call('/workspace')).status).toBe(307);
    expect((await elsewhere.call('/workspace')).status).toBe(200);
  });

  test('the home page tells of failed attempts since the last sign-in', async () => {
    const { person, client } = await world.signedIn();
    expect((await client.call('/workspace')).body).toContain('This is your first sign-in');
    for (let n = 0; n < 3; n++) await world.client().signIn(person.userId, 'wrong');
    await client.signIn(person.userId, PASSWORD);
    const { body, headers } = await client.call('/workspace');
    expect(body).toContain('3 sign-in attempts have failed');
    expect(body).toContain('Cardholder');
    expect(headers['cache-control']).toContain('no-store');
  });
});
