import { codeIn, linkIn } from '../support/mailbox';
import { aCardholder, failuresOf, PASSWORD, type Person, passcodeOf, withToken } from '../support/people';
import {
  firstError,
  invalidFields,
  type PortalClient,
  PUBLIC,
  revealableFields,
  shownOf
} from '../support/portal-client';
import { useServer } from '../support/server-world';
import { text } from '../support/texts';

const world = useServer({ SIGN_IN_FAILURES_PER_ADDRESS: '5000', RECOVERIES_PER_ADDRESS: '5000' });
const CHANGE = '/services/authentication-service/public/changePassword';
const PAGE = '/sdportal/change-password-component';
const NEW = 'Maple-Harbour-77';

const change = ({ userId }: Person, client: PortalClient, changed: Record<string, unknown> = {}) =>
  client.post(CHANGE, { userId, oldCredential: PASSWORD, newCredential: NEW, ...changed });
const isIn = async (client: PortalClient) => (await client.call('/workspace')).status === 200;

describe('changing one’s password', () => {
  test('C2.004 P1.004 P3.002 P6.003 P7.006 sets it, keeps this session, ends every other, and tells by mail', async () => {
    const { person, client } = await world.signedIn({ timeZone: 'Asia/Tokyo' });
    const [elsewhere, bystander] = [world.client(), await world.signedIn()];
    await elsewhere.signIn(person.userId, PASSWORD);
    const answer = await change(person, client);
    expect([answer.status, answer.json(), answer.headers['cache-control']]).toEqual([200, {}, 'no-store']);
    expect([await isIn(client), await isIn(elsewhere), await isIn(bystander.client)]).toEqual([true, false, true]);
    expect((await world.client().signIn(person.userId, PASSWORD)).status).toBe(401);
    expect((await world.client().signIn(person.userId, NEW)).body).toBe('/workspace');
    const notice = await world.mailbox.next(person.email);
    expect(notice.subject).toBe(text('mail.changed.subject'));
    expect(notice.text).toContain('GMT+9');
    expect(`${notice.text}${notice.html}`).not.toContain(NEW);
    const events = await world.database.query<{ action: string }>(
      'SELECT action FROM audit_entries WHERE issuer_id = $1 ORDER BY sequence',
      [person.issuerId]
    );
    expect(events.map(({ action }) => action)).toContain('password.changed');
  });

  test('P5.008 PD.4 surrounding space is no part of either', async () => {
    const { person, client } = await world.signedIn();
    expect((await change(person, client, { oldCredential: `  ${PASSWORD} `, newCredential: ` ${NEW}  ` })).status).toBe(
      200
    );
    expect((await world.client().signIn(person.userId, NEW)).body).toBe('/workspace');
  });

  test('of several at the same moment exactly one gets through', async () => {
    const { person, client } = await world.signedIn();
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) => change(person, client.twin(), { newCredential: `Maple-Harbour-${70 + n}` }))
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const won = answers.findIndex(({ status }) => status === 200);
    expect((await world.client().signIn(person.userId, `Maple-Harbour-${70 + won}`)).body).toBe('/workspace');
  });

  test.each([
    ['a wrong present password', { oldCredential: 'wrong' }, 'invalid.credentials', 'oldCredential'],
    ['too short a new one', { newCredential: 'Short-1' }, 'password.length.invalid', 'newCredential'],
    ['one without two letters', { newCredential: '1-2-3-4-5-6-a' }, 'password.policy', 'newCredential'],
    ['three alike in a row', { newCredential: 'Maple---Harbour' }, 'password.policy', 'newCredential'],
    ['a common one', { newCredential: 'Password-2026' }, 'password.common', 'newCredential'],
    ['the present one', { newCredential: PASSWORD }, 'password.history', 'newCredential']
  ])('P8.008 P8.009 P9.001 is refused with 400 for %s', async (_what, changed, key, field) => {
    const { person, client } = await world.signedIn();
    const answer = await change(person, client, changed);
    const code = field === 'oldCredential' ? 'invalid.credentials' : 'password.policy';
    const message = text(key, { min: '12', max: '20' });
    expect([answer.status, answer.json()]).toEqual([400, { errors: [{ code, field, message }] }]);
    expect((await world.client().signIn(person.userId, PASSWORD)).body).toBe('/workspace');
  });

  test('P5.006 P8.009 the user id is refused as a password', async () => {
    const { person, client } = await world.signedIn();
    // One that breaks no rule itself, as a random one could.
    const userId = 'Robin.Example26';
    await world.database.query('UPDATE users SET user_id = $1 WHERE id = $2', [userId, person.id]);
    const answer = await change({ ...person, userId }, client, { newCredential: userId.toLowerCase() });
    expect(answer.json()).toEqual({
      errors: [{ code: 'password.policy', field: 'newCredential', message: text('password.user.id.match') }]
    });
  });

  test('C9.002 C5.001 none of the last four comes back, the fifth does', async () => {
    const { person, client } = await world.signedIn();
    const passwords = [PASSWORD, ...[1, 2, 3, 4].map((n) => `Maple-Harbour-7${n}`)];
    for (const [n, newCredential] of passwords.entries())
      if (n > 0)
        expect((await change(person, client, { oldCredential: passwords[n - 1], newCredential })).status).toBe(200);
    const [first, second, , , last] = passwords as [string, string, string, string, string];
    const again = await change(person, client, { oldCredential: last, newCredential: second });
    expect([again.status, firstError(again).code]).toEqual([400, 'password.policy']);
    expect((await change(person, client, { oldCredential: last, newCredential: first })).status).toBe(200);
  });

  test.each(['userId', 'oldCredential', 'newCredential'])('P5.005 %s is required', async (field) => {
    const { person, client } = await world.signedIn();
    for (const missing of [undefined, '  ', 7]) {
      const answer = await change(person, client, { [field]: missing });
      expect([answer.status, firstError(answer)]).toEqual([400, { code: 'required', field }]);
    }
    expect(firstError(await change(person, client, { [field]: 'x'.repeat(1_100) }))).toEqual({
      code: 'too.long',
      field
    });
  });

  test('another’s user id is refused without counting as a guess', async () => {
    const { person, client } = await world.signedIn();
    for (let n = 0; n < 8; n++) {
      const answer = await client.post(CHANGE, {
        userId: 'somebody.else',
        oldCredential: PASSWORD,
        newCredential: 'Harbour-Violin-77'
      });
      expect([answer.status, firstError(answer)]).toMatchObject([400, { code: 'invalid.entry', field: 'userId' }]);
    }
    expect((await world.client().signIn(person.userId, PASSWORD)).body).toBe('/workspace');
  });

  test('changes are limited by user', async () => {
    const { person, client } = await world.signedIn();
    const change = { userId: person.userId, oldCredential: PASSWORD, newCredential: PASSWORD };
    const statuses = [];
    for (let n = 0; n < 21; n++) statuses.push((await client.post(CHANGE, change)).status);
    expect(statuses).toEqual([...Array(20).fill(400), 429]);
  });

  test('PD.10 the sixth wrong present password locks and ends the sessions', async () => {
    const { person, client } = await world.signedIn();
    const twin = client.twin();
    for (let n = 0; n < 5; n++) expect((await change(person, client, { oldCredential: `no ${n}` })).status).toBe(400);
    const sixth = await change(person, client, { oldCredential: 'no 6' });
    expect([sixth.status, firstError(sixth).code]).toEqual([401, 'session.ended']);
    expect([await isIn(client), await isIn(twin)]).toEqual([false, false]);
    expect((await world.client().signIn(person.userId, PASSWORD)).body).toContain('temporary-state-component');
    expect((await world.mailbox.next(person.email)).subject).toBe(text('mail.locked.subject'));
  });

  test('P6.003 needs a session, and a page of this host', async () => {
    const { person, client } = await world.signedIn();
    const nobody = await change(person, world.client());
    expect([nobody.status, firstError(nobody).code]).toEqual([401, 'session.ended']);
    const json = { userId: person.userId, oldCredential: PASSWORD, newCredential: NEW };
    const headers = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' };
    expect((await client.call(CHANGE, { json, headers })).status).toBe(403);
    expect((await client.call(CHANGE, { json })).status).toBe(403);
    expect((await client.call(CHANGE, { form: { userId: 'x' }, headers: client.protectedHeaders() })).status).toBe(415);
  });

  test('P7.005 P3.014 P7.004 its addresses are told, with no-cache or without', async () => {
    const client = world.client();
    const path = '/sdportal/rest/changepasswordserviceurls?cobrandHost=norrvik';
    const answer = await client.call(path);
    expect(answer.json()).toEqual({
      changePassword: CHANGE,
      autoLogout: '/sdportal/logout-component?cobrandHost=norrvik',
      cancelPasswordReset: '/workspace/profile'
    });
    const fresh = await client.call(path, { headers: { 'Cache-Control': 'no-cache', Pragma: 'no-cache' } });
    expect([fresh.status, fresh.body]).toEqual([answer.status, answer.body]);
  });
});

describe('a password that must be changed', () => {
  test('PD.8 opens this and nothing else; after it the person signs in anew', async () => {
    const { person, client } = await world.signedIn({ mustChange: true });
    expect((await client.call('/workspace')).status).toBe(307);
    for (const call of [
      client.post('/services/authentication-service/protected/one-time-pins', { locale: 'en_US' }),
      client.post('/services/twofactortoken-service/protected/pending-pins', { newPin: '2468' }),
      client.post(`/services/twofactortoken-service/protected/tokens/${person.ldapId}`, { newPin: '2468' })
    ])
      expect((await call).status).toBe(401);
    expect((await client.call('/sdportal/rest/rsapin/information?action=newpin')).json()).toMatchObject({
      shouldAccess: false
    });
    expect((await change(person, client)).status).toBe(200);
    expect((await change(person, client, { oldCredential: NEW, newCredential: 'Maple-Harbour-99' })).status).toBe(401);
    expect((await world.client().signIn(person.userId, NEW)).body).toBe('/workspace');
  });

  test('a person who owes a code can not change the password before it', async () => {
    const { person, client } = await world.signedIn({ oneTimePin: true });
    expect((await change(person, client)).status).toBe(401);
    const code = codeIn(await world.mailbox.next(person.email));
    await client.enter(person.b2BAlias, 'otp-2fa', code);
    expect((await change(person, client)).status).toBe(200);
  });
});

describe('the page', () => {
  const fields = { old: PASSWORD, new1: NEW, new2: NEW };

  test('C2.004 P2.008 P2.041 P2.042 P2.044 P3.001 has three fields, the rules, Submit and Cancel', async () => {
    const { client } = await world.signedIn();
    const page = await client.call(PAGE);
    const { status, body } = page;
    expect([status, revealableFields(page)]).toEqual([200, ['old', 'new1', 'new2']]);
    for (const name of ['old', 'new1', 'new2'])
      expect(body).toMatch(new RegExp(`<input type="password" id="${name}"[^>]+name="${name}"`));
    for (const rule of ['include', 'exclude', 'user.id', 'previous', 'common'])
      expect(body).toContain(text(`password.rule.${rule}`));
    expect(body).toContain('have 12 to 20 characters');
    expect(body).toMatch(/<button type="submit" class="primary">Submit</);
    expect(body).toMatch(/<a class="secondary" id="cancel" href="\/sdportal\/logout-component">Cancel</);
  });

  test('P2.045 with dest=MyProfile Cancel leads to the profile; any other dest is ignored', async () => {
    const { client } = await world.signedIn();
    const cancel = async (query: string) =>
      /id="cancel" href="([^"]+)"/.exec((await client.call(`${PAGE}${query}`)).body)?.[1];
    expect(await cancel('?dest=MyProfile')).toBe('/workspace/profile');
    expect(await cancel('?dest=https://evil.example')).toBe('/sdportal/logout-component');
  });

  test.each([
    ['0x132120c9', 0x132120c9, ['old'], 'current.password.wrong'],
    ['0x38cf07ec', 0x38cf07ec, ['new2'], 'password.confirm.not.match'],
    ['0x38cf07eb', 0x38cf07eb, ['new1'], 'password.policy'],
    ['0x1321212d', 0x1321212d, ['new1'], 'password.policy'],
    ['0x1321212c', 0x1321212c, ['new1'], 'password.policy'],
    ['0x132120c8', 0x132120c8, [], 'change.password.must'],
    ['0x13212079', 0x13212079, [], null],
    ['one less than a code', 0x38cf07ea, [], null],
    ['one more than a code', 0x38cf07ed, [], null],
    ['one that is no code', 4711, [], null]
  ])('P2.045 P8.004 P8.005 P8.006 P8.007 ec %s marks what it tells of', async (_name, code, invalid, key) => {
    for (const ec of [String(code), `0x${code.toString(16)}`]) {
      const page = await world.client().call(`${PAGE}?ec=${ec}`);
      expect([page.status, invalidFields(page)]).toEqual([200, invalid]);
      expect(page.body.includes('<div class="error-summary"')).toBe(invalid.length > 0);
      if (key) expect(shownOf(page)).toContain(text(key));
    }
    expect(invalidFields(await world.client().call(`${PAGE}?ec=${code}x`))).toEqual([]);
  });

  test('P4.020 without a dest signs in with the new password by itself', async () => {
    const { person, client } = await world.signedIn({ mustChange: true });
    const before = client.cookies.get('tessera-session');
    const answer = await client.submit(PAGE, fields);
    expect([answer.status, answer.headers.location]).toEqual([303, '/workspace?done=password']);
    expect(client.cookies.get('tessera-session')).not.toBe(before);
    expect(await isIn(client)).toBe(true);
    expect(shownOf(await client.call('/workspace?done=password'))).toContain(text('profile.password.changed'));
    expect((await world.client().signIn(person.userId, NEW)).body).toBe('/workspace');
  });

  test('PD.9 tells a token user in words, leads to sign-in, and counts no failure', async () => {
    const person = await aCardholder(world.database);
    const secret = await withToken(world.database, person, { pin: '2468' });
    const client = world.client();
    await client.enter(person.b2BAlias, 'token', passcodeOf(secret, '2468'));
    const answer = await client.submit(PAGE, fields);
    expect([answer.status, answer.body.includes('<form')]).toEqual([200, false]);
    expect(shownOf(answer)).toContain(text('password.changed'));
    expect(shownOf(answer)).toContain('href="/sdportal/login-signin-component"');
    expect(await failuresOf(world.database, person)).toBe(0);
  });

  test('P4.019 P2.045 with dest=MyProfile goes back to the profile, in the same session', async () => {
    const { client } = await world.signedIn();
    const before = client.cookies.get('tessera-session');
    const answer = await client.submit(`${PAGE}?dest=MyProfile`, fields);
    expect([answer.status, answer.headers.location]).toEqual([303, '/workspace/profile?changed=password']);
    expect(client.cookies.get('tessera-session')).toBe(before);
    expect(await isIn(client)).toBe(true);
  });

  test.each([
    ['all that is missing', { old: '', new1: ' ', new2: '' }, ['old', 'new1', 'new2'], 'is required'],
    ['a confirmation that differs', { new2: 'x' }, ['new2'], text('password.confirm.not.match')],
    ['a wrong present password', { old: 'wrong' }, ['old'], text('invalid.credentials')],
    [
      'a new one that breaks a rule',
      { new1: 'aaa', new2: 'aaa' },
      ['new1'],
      text('password.length.invalid', { min: '12', max: '20' })
    ]
  ])(
    'P4.021 P5.005 P5.007 P5.009 P8.008 P8.009 keeps the form open and marks %s',
    async (_what, changed, invalid, message) => {
      const { client } = await world.signedIn();
      const answer = await client.submit(`${PAGE}?dest=MyProfile`, { ...fields, ...changed });
      expect([answer.status, invalidFields(answer)]).toEqual([400, invalid]);
      expect(shownOf(answer)).toContain(message);
      expect(answer.body).not.toContain(NEW);
      expect(shownOf(answer)).toContain('id="cancel" href="/workspace/profile"');
    }
  );

  test('P5.006 P5.009 marks the user id as a new password', async () => {
    const { person, client } = await world.signedIn();
    const answer = await client.submit(PAGE, { ...fields, new1: person.userId, new2: person.userId });
    expect([answer.status, invalidFields(answer)]).toEqual([400, ['new1']]);
    expect(shownOf(answer)).toContain(text('password.user.id.match'));
  });

  test('without a session leads to sign-in; another site’s form is refused', async () => {
    const answer = await world.client().submit(PAGE, fields);
    expect([answer.status, answer.headers.location]).toEqual([303, '/sdportal/login-signin-component']);
    const { person, client } = await world.signedIn();
    const forged = await client.call(PAGE, { form: fields, headers: { Origin: 'https://evil.example' } });
    expect(forged.status).toBe(403);
    expect((await world.client().signIn(person.userId, PASSWORD)).body).toBe('/workspace');
  });
});

test('a password changed by its owner revokes no one else’s links', async () => {
  const [other, { person, client }] = [await aCardholder(world.database), await world.signedIn()];
  await world.client().post(`${PUBLIC}/forgot-password`, { userId: other.userId });
  const token = linkIn(await world.mailbox.next(other.email)).searchParams.get('token');
  expect((await change(person, client)).status).toBe(200);
  expect((await world.client().call(`${PUBLIC}/credential-reset-tokens/${token}`)).json()).toEqual({
    status: 'ACTIVE'
  });
});
