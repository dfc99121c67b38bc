import { randomUUID } from 'node:crypto';
import { Authenticator } from '../support/authenticator';
import { sendForm } from '../support/page-forms';
import { aCardholder, PASSWORD, type Person, withToken } from '../support/people';
import type { Answer, PortalClient } from '../support/portal-client';
import { useServer } from '../support/server-world';
import { withSetting } from '../support/settings';

const world = useServer({ SIGN_IN_FAILURES_PER_ADDRESS: '5000', LOOKUPS_PER_ADDRESS: '5000' });
const HOST = 'norrvik.localhost';
const CALLS = '/services/authentication-service/protected/passkeys';

const originOf = (host = HOST) => `http://${host}:${world.server.port}`;
const errorOf = (answer: Answer) => [answer.status, (answer.json() as { errors: { code: string }[] }).errors[0]?.code];

async function signedIn(person: Person): Promise<PortalClient> {
  const client = world.client(HOST);
  expect((await client.signIn(person.userId, PASSWORD)).body).toBe('/workspace');
  return client;
}

async function creationOptions(client: PortalClient) {
  const answer = await client.post(`${CALLS}/options`, { password: PASSWORD });
  expect(answer.status).toBe(200);
  return answer.json() as { challenge: string; user: { id: string } } & Record<string, unknown>;
}

/** A person with a passkey on norrvik.localhost, and the browser they added it in. */
async function withPasskey(about: Parameters<typeof aCardholder>[1] = {}, { counter = 0 } = {}) {
  const person = await aCardholder(world.database, about);
  const client = await signedIn(person);
  const authenticator = new Authenticator(HOST, originOf(), counter);
  const credential = authenticator.create(await creationOptions(client));
  const added = await client.post(CALLS, { name: 'Work laptop', credential });
  expect(added.status).toBe(201);
  return { person, client, authenticator, id: (added.json() as { id: string }).id };
}

const askOptions = (client: PortalClient, query = '') =>
  client.call(`/heracles/passkeys/options${query}`, { method: 'POST', headers: client.protectedHeaders() });

/** Requests a challenge in a new browser. */
async function challenged(host = HOST, client = world.client(host)) {
  const answer = await askOptions(client);
  expect(answer.status).toBe(200);
  return { client, options: answer.json() as { challenge: string } & Record<string, unknown> };
}

async function enter(authenticator: Authenticator, departures: Parameters<Authenticator['get']>[1] = {}) {
  const { client, options } = await challenged();
  return { client, answer: await client.post('/heracles/passkeys', authenticator.get(options, departures)) };
}

const audited = async (person: Person, action: string) =>
  world.database.query<{ details: Record<string, unknown> }>(
    `SELECT details FROM audit_entries WHERE issuer_id = $1 AND action = $2 ORDER BY sequence`,
    [person.issuerId, action]
  );

describe('adding a passkey', () => {
  test('asks for a resident key of a verified person, for this host name, with nothing personal in its handle', async () => {
    const person = await aCardholder(world.database);
    const options = await creationOptions(await signedIn(person));
    expect(options).toMatchObject({
      rp: { id: HOST, name: 'Norrvik Bank' },
      user: { name: person.userId, displayName: 'Robin Example' },
      attestation: 'none',
      timeout: 300_000,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' }
    });
    expect(Buffer.from(options.user.id, 'base64url')).toHaveLength(16);
  });

  test('keeps the public key only, is audited, and its owner is told by mail', async () => {
    const { person, client, authenticator } = await withPasskey();
    const mail = await world.mailbox.next(person.email);
    expect(mail.subject).toBe('En lösennyckel har lagts till');
    expect(await audited(person, 'passkey.added')).toHaveLength(1);
    const [row] = await world.database.query<Record<string, unknown>>(
      'SELECT credential_id, rp_id, name, last_used_at FROM passkeys WHERE issuer_id = $1',
      [person.issuerId]
    );
    expect(row).toEqual({
      credential_id: authenticator.credentialId,
      rp_id: HOST,
      name: 'Work laptop',
      last_used_at: null
    });
    expect((await client.call('/workspace/profile')).body).toContain('Work laptop');
  });

  test('needs the password; a wrong one counts like a failed sign-in, and the sixth locks', async () => {
    const person = await aCardholder(world.database);
    const client = await signedIn(person);
    const wrong = () => client.post(`${CALLS}/options`, { password: 'not the password' });
    const first = await wrong();
    expect(first.json()).toMatchObject({ errors: [{ code: 'invalid.credentials', field: 'password' }] });
    for (let tries = 2; tries <= 6; tries++) expect((await wrong()).status).toBe(400);
    expect((await client.post(`${CALLS}/options`, { password: PASSWORD })).status).toBe(401);
    expect(await audited(person, 'sign_in.locked')).toHaveLength(1);
  });

  test('needs a session and the anti-forgery headers', async () => {
    expect(errorOf(await world.client(HOST).post(`${CALLS}/options`, { password: PASSWORD }))[0]).toBe(401);
    const client = await signedIn(await aCardholder(world.database));
    const forged = await client.call(`${CALLS}/options`, { json: { password: PASSWORD } });
    expect(errorOf(forged)).toEqual([403, 'request.forged']);
    const elsewhere = await client.post(`${CALLS}/options`, { password: PASSWORD }, { Origin: 'https://evil.example' });
    expect(errorOf(elsewhere)).toEqual([403, 'request.forged']);
  });

  test.each<[string, Parameters<Authenticator['create']>[1]]>([
    ['made for another site', { origin: 'https://evil.example' }],
    ['made for another host name', { rpId: 'localhost' }],
    ['of a person not verified', { userVerified: false }],
    ['answering a challenge nobody gave', { challenge: 'A'.repeat(43) }]
  ])('refuses one %s', async (_what, departures) => {
    const client = await signedIn(await aCardholder(world.database));
    const credential = new Authenticator(HOST, originOf()).create(await creationOptions(client), departures);
    expect(errorOf(await client.post(CALLS, { name: 'x', credential }))).toEqual([400, 'profile.passkey.failed']);
  });

  test('takes a challenge once, within five minutes, in the session it was given to', async () => {
    const person = await aCardholder(world.database);
    const [client, other] = [await signedIn(person), await signedIn(person)];
    const options = await creationOptions(client);
    const make = () => ({ name: 'x', credential: new Authenticator(HOST, originOf()).create(options) });
    expect((await other.post(CALLS, make())).status).toBe(400);
    expect((await client.post(CALLS, make())).status).toBe(201);
    expect((await client.post(CALLS, make())).status).toBe(400);
    const late = await creationOptions(client);
    await world.database.query(
      `UPDATE passkey_challenges SET issued_at = now() - interval '6 minutes', expires_at = now() - interval '1 minute'
       WHERE issuer_id = $1`,
      [person.issuerId]
    );
    const credential = new Authenticator(HOST, originOf()).create(late);
    expect((await client.post(CALLS, { name: 'x', credential })).status).toBe(400);
  });

  test('keeps at most ten, and one credential once', async () => {
    const { person, client, authenticator } = await withPasskey();
    const again = authenticator.create(await creationOptions(client));
    expect(errorOf(await client.post(CALLS, { name: 'x', credential: again }))).toEqual([
      400,
      'profile.passkey.failed'
    ]);
    await world.database.query(
      `INSERT INTO passkeys (issuer_id, id, user_id, credential_id, rp_id, public_key, sign_count, name, created_at)
       SELECT issuer_id, gen_random_uuid(), user_id, credential_id || n, rp_id, public_key, 0, name, now()
       FROM passkeys, generate_series(1, 9) n WHERE issuer_id = $1`,
      [person.issuerId]
    );
    const eleventh = new Authenticator(HOST, originOf()).create(await creationOptions(client));
    expect(errorOf(await client.post(CALLS, { name: 'x', credential: eleventh }))).toEqual([
      400,
      'profile.passkey.limit'
    ]);
  });

  test.each([
    ['no name', { name: ' ' }, 'required'],
    ['a name too long', { name: 'x'.repeat(61) }, 'too.long'],
    ['no credential', { name: 'x', credential: undefined }, 'invalid.entry']
  ])('refuses a body with %s', async (_what, change, code) => {
    const client = await signedIn(await aCardholder(world.database));
    const credential = new Authenticator(HOST, originOf()).create({ challenge: 'x', user: { id: 'x' } });
    expect(errorOf(await client.post(CALLS, { credential, ...change }))).toEqual([400, code]);
  });

  test('is not for token users, nor for a brand that does not allow it', async () => {
    const person = await aCardholder(world.database);
    const client = await signedIn(person);
    await withToken(world.database, person, { pin: '2468' });
    expect((await client.post(`${CALLS}/options`, { password: PASSWORD })).status).toBe(400);
    const elsewhere = world.client('aldwick.localhost');
    await elsewhere.signIn((await aCardholder(world.database)).userId, PASSWORD);
    expect((await elsewhere.post(`${CALLS}/options`, { password: PASSWORD })).status).toBe(404);
  });
});

describe('signing in with a passkey', () => {
  test('opens the workspace without a code after it, is audited, and starts the count of failures again', async () => {
    const { person, authenticator } = await withPasskey({ oneTimePin: false });
    await withSetting(world.database, person, 'one.time.pin.required', true);
    await world.client(HOST).signIn(person.userId, 'not the password');
    const { client, answer } = await enter(authenticator);
    expect([answer.status, answer.body]).toEqual([200, '/workspace']);
    expect((await client.call('/workspace')).status).toBe(200);
    expect((await audited(person, 'sign_in.succeeded')).at(-1)?.details).toMatchObject({
      type: 'passkey',
      kind: 'full'
    });
    const [counter] = await world.database.query<{ failed_count: number }>(
      'SELECT failed_count FROM sign_in_counters WHERE b2b_alias = $1',
      [person.b2BAlias]
    );
    expect(counter?.failed_count).toBe(0);
  });

  test('names nobody in what it asks', async () => {
    const { options } = await challenged();
    expect(options).toEqual({
      rpId: HOST,
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      timeout: 300_000,
      userVerification: 'required'
    });
  });

  test('ends the session the browser came with', async () => {
    const { authenticator, client } = await withPasskey();
    const before = new Map(client.cookies);
    const { options } = await challenged(HOST, client);
    expect((await client.post('/heracles/passkeys', authenticator.get(options))).body).toBe('/workspace');
    const old = world.client(HOST);
    for (const [name, value] of before) old.cookies.set(name, value);
    expect((await old.call('/workspace')).status).toBe(307);
  });

  test('leads to the change of a password that must be changed', async () => {
    const { person, authenticator } = await withPasskey();
    await world.database.query('UPDATE credentials SET must_change = true WHERE user_id = $1', [person.id]);
    expect((await enter(authenticator)).answer.body).toContain('/sdportal/change-password-component');
  });

  test.each<[string, Parameters<Authenticator['get']>[1]]>([
    ['given to another site', { origin: 'https://evil.example' }],
    ['given to another port of the host', { origin: 'http://norrvik.localhost:1' }],
    ['for another host name', { rpId: 'localhost' }],
    ['of a person not verified', { userVerified: false }],
    ['to a challenge nobody gave', { challenge: 'A'.repeat(43) }],
    ['in the name of somebody else', { userHandle: Buffer.from(randomUUID()).toString('base64url') }],
    ['of a passkey nobody has', { credentialId: 'B'.repeat(32) }]
  ])('refuses an answer %s, always alike', async (_what, departures) => {
    const { authenticator } = await withPasskey();
    const { client, answer } = await enter(authenticator, departures);
    expect(errorOf(answer)).toEqual([401, 'passkey.failed']);
    expect(client.cookies.has('tessera-session')).toBe(false);
  });

  test("refuses one person's passkey with another's handle", async () => {
    const [mine, theirs] = [await withPasskey(), await withPasskey()];
    const handle = Buffer.from(theirs.person.id.replaceAll('-', ''), 'hex').toString('base64url');
    const { answer } = await enter(mine.authenticator, { userHandle: handle });
    expect(errorOf(answer)).toEqual([401, 'passkey.failed']);
    const { answer: signedByOther } = await enter(mine.authenticator, {
      credentialId: theirs.authenticator.credentialId,
      userHandle: handle
    });
    expect(errorOf(signedByOther)).toEqual([401, 'passkey.failed']);
  });

  test('takes a challenge once, within five minutes, in the browser it was given to', async () => {
    const { authenticator } = await withPasskey();
    const { client, options } = await challenged();
    const assertion = authenticator.get(options);
    const { client: stranger } = await challenged();
    expect((await stranger.post('/heracles/passkeys', assertion)).status).toBe(401);
    const twin = world.client(HOST);
    for (const [name, value] of client.cookies) twin.cookies.set(name, value);
    expect((await client.post('/heracles/passkeys', assertion)).status).toBe(200);
    expect((await twin.post('/heracles/passkeys', assertion)).status).toBe(401);
    const late = await challenged();
    await world.database.query(
      `UPDATE passkey_challenges SET issued_at = now() - interval '6 minutes', expires_at = now() - interval '1 minute'
       WHERE browser_hash = sha256($1::text::bytea)`,
      [late.client.cookies.get('passkey-browser')]
    );
    expect((await late.client.post('/heracles/passkeys', authenticator.get(late.options))).status).toBe(401);
  });

  test('of five at once with the same answer one gets in', async () => {
    const { authenticator } = await withPasskey();
    const { client, options } = await challenged();
    const assertion = authenticator.get(options);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => {
        const twin = world.client(HOST);
        for (const [name, value] of client.cookies) twin.cookies.set(name, value);
        return twin.post('/heracles/passkeys', assertion);
      })
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
  });

  test('refuses a counter that has not grown, and audits it', async () => {
    const { person, authenticator } = await withPasskey({}, { counter: 5 });
    expect((await enter(authenticator)).answer.status).toBe(200);
    const copy = await enter(authenticator, { counter: 6 });
    expect(errorOf(copy.answer)).toEqual([401, 'passkey.failed']);
    expect(await audited(person, 'passkey.counter_regressed')).toMatchObject([{ details: { counter: 6 } }]);
    expect((await audited(person, 'sign_in.failed')).at(-1)?.details).toMatchObject({ type: 'passkey' });
  });

  test('C9.003 six failures lock, and then the right passkey fails too; a passkey of nobody locks the same way', async () => {
    const { authenticator } = await withPasskey();
    const wrong = () => enter(authenticator, { userVerified: false });
    for (let tries = 1; tries <= 5; tries++) expect((await wrong()).answer.status).toBe(401);
    expect((await wrong()).answer.body).toBe('/sdportal/temporary-state-component?cobrandHost=norrvik');
    expect((await enter(authenticator)).answer.body).toBe('/sdportal/temporary-state-component?cobrandHost=norrvik');
    const nobody = new Authenticator(HOST, originOf());
    nobody.create({ challenge: '', user: { id: 'AAAAAAAAAAAAAAAAAAAAAA' } });
    for (let tries = 1; tries <= 5; tries++) expect((await enter(nobody)).answer.status).toBe(401);
    expect((await enter(nobody)).answer.body).toBe('/sdportal/temporary-state-component?cobrandHost=norrvik');
  });

  test.each([
    ['inactive', null, 401],
    ['locked', 'administrator', 200]
  ])('is closed to who is %s', async (status, cause, answered) => {
    const { person, authenticator } = await withPasskey();
    await world.database.query(
      `UPDATE users SET status = $2::user_status, lock_cause = $3::lock_cause,
         locked_at = CASE WHEN $3::text IS NULL THEN NULL ELSE now() END WHERE id = $1`,
      [person.id, status, cause]
    );
    const { client, answer } = await enter(authenticator);
    expect([answer.status, answer.body === '/workspace']).toEqual([answered, false]);
    expect(client.cookies.has('tessera-session')).toBe(false);
  });

  test('counts only at the host name it was made on', async () => {
    const { authenticator } = await withPasskey();
    const { client, options } = await challenged('asanagi.localhost');
    const assertion = authenticator.get(options, { rpId: 'asanagi.localhost', origin: originOf('asanagi.localhost') });
    expect(errorOf(await client.post('/heracles/passkeys', assertion))).toEqual([401, 'passkey.failed']);
  });

  test('is not to be had where the brand is off, or the host name is not the brand’s', async () => {
    for (const [host, query] of [
      ['aldwick.localhost', ''],
      ['localhost', '?cobrandHost=norrvik'],
      ['aldwick.localhost', '?cobrandHost=norrvik']
    ]) {
      const client = world.client(host);
      expect((await askOptions(client, query)).status).toBe(404);
      const assertion = new Authenticator(HOST, originOf()).get({ challenge: 'x' }, { userHandle: 'AA' });
      expect(errorOf(await client.post(`/heracles/passkeys${query}`, assertion))).toEqual([401, 'passkey.failed']);
      expect((await client.call(`/sdportal/login-signin-component${query}`)).body).not.toContain('id="passkey"');
    }
    const page = await world.client(HOST).call('/sdportal/login-signin-component');
    expect(page.body).toContain('id="passkey"');
    expect(page.body).toMatch(/autocomplete="username webauthn"/i);
  });

  test('turned off, a brand takes no passkey any more', async () => {
    const { authenticator, client } = await withPasskey();
    const { options } = await challenged(HOST, client);
    await world.database.query("UPDATE brands SET passkeys_allowed = NULL WHERE name = 'norrvik'");
    await new Promise((resolve) => setTimeout(resolve, 300));
    const answer = await client.post('/heracles/passkeys', authenticator.get(options));
    await world.database.query("UPDATE brands SET passkeys_allowed = true WHERE name = 'norrvik'");
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(errorOf(answer)).toEqual([401, 'passkey.failed']);
  });

  test('pages may use passkeys of their own origin only', async () => {
    const { headers } = await world.client(HOST).call('/sdportal/login-signin-component');
    expect(headers['permissions-policy']).toContain('publickey-credentials-get=(self)');
    expect(headers['permissions-policy']).toContain('publickey-credentials-create=(self)');
  });
});

describe('removing a passkey', () => {
  const remove = (client: PortalClient, passkey: string, headers: Record<string, string> = {}) =>
    sendForm(client, '/workspace/profile', { passkey }, { headers });

  test('ends its use, is audited, and its owner is told by mail', async () => {
    const { person, client, authenticator, id } = await withPasskey();
    await world.mailbox.next(person.email);
    const answer = await remove(client, id);
    expect([answer.status, answer.headers.location]).toEqual([303, '/workspace/profile?changed=passkey-removed']);
    expect((await world.mailbox.next(person.email)).subject).toBe('En lösennyckel har tagits bort');
    expect(await audited(person, 'passkey.removed')).toHaveLength(1);
    expect(errorOf((await enter(authenticator)).answer)).toEqual([401, 'passkey.failed']);
  });

  test("leaves another's alone, and is not done from another site", async () => {
    const [mine, theirs] = [await withPasskey(), await withPasskey()];
    await remove(mine.client, theirs.id);
    const forged = await remove(mine.client, mine.id, {
      Origin: 'https://evil.example',
      'Sec-Fetch-Site': 'cross-site'
    });
    expect(forged.status).toBe(403);
    expect((await enter(mine.authenticator)).answer.body).toBe('/workspace');
    expect((await enter(theirs.authenticator)).answer.body).toBe('/workspace');
  });
});
