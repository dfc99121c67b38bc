import { createHash } from 'node:crypto';
import { bundleTexts } from '@/lib/core/language/texts';
import { linkIn } from '../support/mailbox';
import { aCardholder, failuresOf, PASSWORD, type Person, passcodeOf, withToken } from '../support/people';
import { firstError, invalidFields, PUBLIC, revealableFields, shownOf } from '../support/portal-client';
import { useServer } from '../support/server-world';
import { text } from '../support/texts';

const world = useServer({
  SIGN_IN_FAILURES_PER_ADDRESS: '5000',
  RECOVERIES_PER_ADDRESS: '5000',
  // The least there is, for the test of a sign-in that is refused.
  SIGN_IN_FAILURES_PER_USER: '7'
});
const PAGE = '/sdportal/change-password-token-component';
const NEW = 'Maple-Harbour-77';

/** Sends a link to a user; resolves to its token. */
async function tokenFor(person: Person): Promise<string> {
  await world.client().post(`${PUBLIC}/forgot-password`, { userId: person.userId });
  return linkIn(await world.mailbox.next(person.email)).searchParams.get('token') as string;
}

async function withLink(options: Parameters<typeof aCardholder>[1] = {}): Promise<{ person: Person; token: string }> {
  const person = await aCardholder(world.database, options);
  return { person, token: await tokenFor(person) };
}

const reset = (token: string, userId: string, credential = NEW, client = world.client()) =>
  client.post(`${PUBLIC}/change-password`, { token, userId, credential });
const statusOf = async (token: string) =>
  (await world.client().call(`${PUBLIC}/credential-reset-tokens/${token}`)).json();
const expire = (token: string) =>
  world.database.query("UPDATE reset_tokens SET expires_at = now() - interval '1 second' WHERE token_hash = $1", [
    createHash('sha256').update(token).digest()
  ]);

describe('the status of a reset token', () => {
  test('P2.048 P3.006 P4.010 P6.004 P7.010 is ACTIVE, however often it is asked for', async () => {
    const { token } = await withLink();
    for (let n = 0; n < 3; n++) {
      const answer = await world.client().call(`${PUBLIC}/credential-reset-tokens/${token}`);
      expect([answer.status, answer.json(), answer.headers['cache-control']]).toEqual([
        200,
        { status: 'ACTIVE' },
        'no-store'
      ]);
    }
  });

  test('PD.6 P9.006 is EXPIRED after 15 minutes, and for a token of nobody', async () => {
    const { person, token } = await withLink();
    const [row] = await world.database.query<{ minutes: number }>(
      'SELECT extract(epoch FROM expires_at - issued_at) / 60 AS minutes FROM reset_tokens WHERE user_id = $1',
      [person.id]
    );
    expect(Number(row?.minutes)).toBe(15);
    await expire(token);
    for (const unusable of [token, 'x'.repeat(43), '%00', 'x'.repeat(3_000), encodeURIComponent('"><script>')]) {
      expect(await statusOf(unusable)).toEqual({ status: 'EXPIRED' });
    }
    expect(firstError(await reset(token, person.userId)).code).toBe('reset.token.inactive');
    expect((await world.client().signIn(person.userId, PASSWORD)).body).toBe('/workspace');
  });

  test('PD.11 only the hash of a token is kept, and no log names it', async () => {
    const { person, token } = await withLink();
    await statusOf(token);
    await world.client().call(`${PAGE}?token=${token}`);
    await reset(token, 'somebody.else');
    const rows = await world.database.query<{ row: string }>(
      'SELECT reset_tokens::text AS row FROM reset_tokens WHERE user_id = $1 UNION ALL SELECT audit_entries::text FROM audit_entries WHERE issuer_id = $2',
      [person.id, person.issuerId]
    );
    expect(rows.length).toBeGreaterThanOrEqual(2);
    for (const { row } of rows) expect(row).not.toContain(token);
    expect(world.server.output()).toContain('/credential-reset-tokens/[redacted]');
    expect(world.server.output()).not.toContain(token);
  });
});

describe('a new password by a reset token', () => {
  test('P1.004 P3.003 P7.007 is set; the token is USED, other sessions and links end, and a notice comes', async () => {
    const { person, token } = await withLink();
    const other = await tokenFor(person);
    const elsewhere = world.client();
    await elsewhere.signIn(person.userId, PASSWORD);
    const answer = await reset(token, `  ${person.userId.toLowerCase()} `);
    expect([answer.status, answer.json(), answer.headers['set-cookie']]).toEqual([200, {}, undefined]);
    expect([await statusOf(token), await statusOf(other)]).toEqual([{ status: 'USED' }, { status: 'REVOKED' }]);
    expect((await elsewhere.call('/workspace')).status).toBe(307);
    expect((await world.client().signIn(person.userId, PASSWORD)).status).toBe(401);
    expect((await world.client().signIn(person.userId, NEW)).body).toBe('/workspace');
    const notice = await world.mailbox.next(person.email);
    expect(notice.subject).toBe(text('mail.changed.subject'));
    const [audit] = await world.database.query(
      "SELECT action, actor_user_id FROM audit_entries WHERE issuer_id = $1 AND action = 'password.reset'",
      [person.issuerId]
    );
    expect(audit).toEqual({ action: 'password.reset', actor_user_id: person.id });
  });

  test('PD.11 works once: of eight at the same moment exactly one gets through', async () => {
    const { person, token } = await withLink();
    const answers = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        const password = `Maple-Harbour-${70 + n}`;
        return { password, answer: await reset(token, person.userId, password) };
      })
    );
    const won = answers.filter(({ answer }) => answer.status === 200);
    expect(won).toHaveLength(1);
    for (const { answer } of answers.filter((each) => !won.includes(each))) {
      expect([answer.status, firstError(answer)]).toEqual([422, { code: 'reset.token.inactive', field: 'token' }]);
    }
    expect((await world.client().signIn(person.userId, won[0]?.password as string)).body).toBe('/workspace');
    expect((await reset(token, person.userId, 'Maple-Harbour-99')).status).toBe(422);
  });

  test('of several links and a change of the password at the same moment exactly one gets through', async () => {
    for (let round = 0; round < 2; round++) {
      const { person, token } = await withLink();
      const client = world.client();
      await client.signIn(person.userId, PASSWORD);
      const tokens = [token, await tokenFor(person), await tokenFor(person)];
      const change = { userId: person.userId, oldCredential: PASSWORD, newCredential: 'Maple-Harbour-79' };
      const answers = await Promise.all([
        client.post(`${PUBLIC}/changePassword`, change),
        ...tokens.map((each, n) => reset(each, person.userId, `Maple-Harbour-${70 + n}`))
      ]);
      const [changed, ...used] = answers.map(({ status }) => status);
      expect([200, 400, 401]).toContain(changed);
      expect(used.every((status) => status === 200 || status === 422)).toBe(true);
      expect([changed, ...used].filter((status) => status === 200)).toHaveLength(1);
    }
  });

  test('a wrong user id is told five times in all, also in parallel; then the link is dead', async () => {
    const { person, token } = await withLink();
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => reset(token, `somebody.else.${n}`)));
    const told = answers.filter(({ status }) => status === 400);
    expect(told).toHaveLength(5);
    expect(firstError(told[0] as never)).toEqual({ code: 'reset.user.id.wrong', field: 'userId' });
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(7);
    expect(await statusOf(token)).toEqual({ status: 'EXPIRED' });
    expect((await reset(token, person.userId)).status).toBe(422);
  });

  test.each([
    ['of 11 characters', 'Maple-Harb1', 'password.length.invalid'],
    ['of 21 characters', 'Maple-Harbour-1234567', 'password.length.invalid'],
    ['with one letter', '1-2-3-4-5-6-a', 'password.policy'],
    ['with one sign beside letters', 'maple-harbourside', 'password.policy'],
    ['with a character three times in a row', 'Maple---Harbour-77', 'password.policy'],
    ['that is everybody’s', 'Password-2026', 'password.common'],
    ['that is the present one', PASSWORD, 'password.history']
  ])('P5.011 P9.001 a password %s is refused, and the link stays', async (_what, credential, key) => {
    const { person, token } = await withLink();
    const answer = await reset(token, person.userId, credential);
    expect([answer.status, firstError(answer)]).toEqual([400, { code: 'password.policy', field: 'credential' }]);
    const message = text(key, { min: '12', max: '20' });
    expect(answer.body).toContain(message);
    expect(await statusOf(token)).toEqual({ status: 'ACTIVE' });
  });

  test('P5.011 the user id is refused, and refused passwords use no try up', async () => {
    const { person, token } = await withLink();
    for (let n = 0; n < 7; n++) {
      expect(firstError(await reset(token, person.userId, person.userId.toUpperCase()))).toEqual({
        code: 'password.policy',
        field: 'credential'
      });
    }
    expect((await reset(token, person.userId)).status).toBe(200);
  });

  test.each([
    ['a user id', 'userId'],
    ['a token', 'token'],
    ['a password', 'credential']
  ])('P5.010 P5.011 needs %s', async (_what, field) => {
    const body = { token: 'x', userId: 'x', credential: 'x', [field]: '' };
    const answer = await world.client().post(`${PUBLIC}/change-password`, body);
    expect([answer.status, firstError(answer)]).toEqual([400, { code: 'required', field }]);
  });

  test('PD.10 unlocks who was locked by wrong passwords, and nobody an administrator has closed', async () => {
    const { person, token } = await withLink();
    for (let n = 0; n < 6; n++) await world.client().signIn(person.userId, 'wrong');
    expect((await reset(token, person.userId)).status).toBe(200);
    expect((await world.client().signIn(person.userId, NEW)).body).toBe('/workspace');
    const closed = await withLink();
    await world.database.query(
      "UPDATE users SET status = 'locked', lock_cause = 'administrator', locked_at = now() WHERE id = $1",
      [closed.person.id]
    );
    expect((await reset(closed.token, closed.person.userId)).status).toBe(422);
  });

  test('a changed password revokes the links that are out', async () => {
    const { person, token } = await withLink();
    const client = world.client();
    await client.signIn(person.userId, PASSWORD);
    const change = { userId: person.userId, oldCredential: PASSWORD, newCredential: NEW };
    expect((await client.post(`${PUBLIC}/changePassword`, change)).status).toBe(200);
    expect(await statusOf(token)).toEqual({ status: 'REVOKED' });
    expect((await reset(token, person.userId, 'Maple-Harbour-99')).status).toBe(422);
  });

  test('P2.039 CD.70 a token user gets another first PIN, told once, to be changed at the next sign-in', async () => {
    const person = await aCardholder(world.database);
    const secret = await withToken(world.database, person, { pin: '2468' });
    const token = await tokenFor(person);
    const { firstPin } = (await reset(token, person.userId)).json() as { firstPin: string };
    const enter = (pin: string) => world.client().enter(person.b2BAlias, 'token', passcodeOf(secret, pin));
    expect((await enter('2468')).status).toBe(401);
    expect((await enter(firstPin)).body).toContain('/sdportal/new-rsa-pin-component');
  });
});

describe('the page of a reset link', () => {
  const at = (token: string, brand = 'norrvik') =>
    world.client('norrvik.localhost').call(`${PAGE}?cobrandHost=${brand}&token=${token}`, {
      headers: { 'Accept-Language': 'en-GB' }
    });
  const pageOf = (token: string) => `${PAGE}?token=${token}`;
  const fields = (person: Person) => ({ userId: person.userId, credential: NEW, confirmation: NEW });

  test('P2.009 P2.047 P2.049 P2.050 P4.010 P6.007 shows the form with the rules, kept by no cache', async () => {
    const { token } = await withLink();
    const page = await at(token);
    const { status, body, headers } = page;
    expect([status, revealableFields(page)]).toEqual([200, ['credential', 'confirmation']]);
    expect(headers['cache-control']).toContain('no-store');
    expect(headers['referrer-policy']).toBe('same-origin');
    for (const name of ['userId', 'credential', 'confirmation']) expect(body).toMatch(new RegExp(`id="${name}"`));
    expect(body).toMatch(/<input[^>]+type="password"[^>]+id="credential"/);
    const bullets = [...body.matchAll(/<li data-rule="([^"]+)"/g)].map(([, rule]) => rule);
    expect(bullets).toEqual(['length', 'include', 'exclude', 'user.id']);
    expect(body).toContain(bundleTexts('en_GB', 'PortalLabels')['password.rule.previous']);
    expect(body).toMatch(/<button type="submit"/);
    expect(body).toMatch(/<a class="secondary" href="\/sdportal\/login-signin-component"/);
  });

  test('P2.051 P2.052 P2.015 P4.011 shows the expired link with its two ways on, for any token that is not active', async () => {
    const { person, token } = await withLink();
    await reset(token, person.userId);
    for (const unusable of [token, 'x'.repeat(43)]) {
      const { status, body } = await at(unusable);
      expect(status).toBe(200);
      expect(body).not.toContain('<form');
      expect(body).toContain(`<h1>${bundleTexts('en_GB', 'PortalLabels')['expired.link.title']}</h1>`);
      expect([...body.matchAll(/<a class="(?:primary|secondary)" href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
        '/sdportal/forgot-password-component',
        '/sdportal/login-signin-component'
      ]);
    }
  });

  test('P4.018 P2.009 P2.015 P6.007 without a token, or where links are off, leads to the logged-out page', async () => {
    const { token } = await withLink();
    const without = await world.client('norrvik.localhost').call(PAGE);
    expect([without.status, without.headers.location]).toEqual([307, '/sdportal/logout-component']);
    const off = await world.client().call(`${PAGE}?cobrandHost=lyngholm&token=${token}`);
    expect([off.status, off.headers.location]).toEqual([307, '/sdportal/logout-component?cobrandHost=lyngholm']);
  });

  test('P1.004 P4.013 P4.014 posted without JavaScript signs in with the new password', async () => {
    const { person, token } = await withLink();
    const [client, late] = [world.client(), world.client()];
    const open = await late.call(pageOf(token));
    const answer = await client.submit(pageOf(token), fields(person));
    expect([answer.status, answer.headers.location]).toEqual([303, '/workspace?done=password']);
    const home = await client.call('/workspace?done=password');
    expect([home.status, shownOf(home).includes(text('profile.password.changed'))]).toEqual([200, true]);
    const again = await late.submitAgain(open, pageOf(token), fields(person));
    expect([again.status, again.body.includes('<form')]).toEqual([422, false]);
    expect(shownOf(again)).toContain(text('expired.link.title'));
  });

  test('CD.70 a token user is shown the first PIN, once, and the way to sign-in, where the token is asked for', async () => {
    const person = await aCardholder(world.database);
    const secret = await withToken(world.database, person, { pin: '2468' });
    const token = await tokenFor(person);
    const open = await world.client().call(pageOf(token));
    const answer = await world.client().submitAgain(open, pageOf(token), fields(person));
    const body = shownOf(answer);
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, expect.stringContaining('no-store')]);
    expect([body.includes('<form'), body.includes(text('token.reset.done'))]).toEqual([false, true]);
    expect(body).toContain('href="/sdportal/login-signin-component"');
    expect(await failuresOf(world.database, person)).toBe(0);
    const pin = /first PIN is (\d{4})\b/.exec(body)?.[1] as string;
    const again = await world.client().submitAgain(open, pageOf(token), fields(person));
    expect([
      again.status,
      shownOf(again)
        .replaceAll(/<[^>]*>/g, '')
        .includes(pin)
    ]).toEqual([422, false]);
    const entered = await world.client().enter(person.b2BAlias, 'token', passcodeOf(secret, pin));
    expect(entered.body).toContain('/sdportal/new-rsa-pin-component');
  });

  test.each([
    ['all that is missing', { userId: '', credential: ' ', confirmation: '' }, 3],
    ['a confirmation that differs', { confirmation: 'Maple-Harbour-78' }, ['confirmation']],
    ['too short a password', { credential: 'Short-1', confirmation: 'Short-1' }, ['credential']],
    ['a wrong user id', { userId: 'somebody.else' }, ['userId']]
  ])('P5.010 P5.011 P5.012 P5.013 marks %s and keeps the form', async (_what, changed, invalid) => {
    const { person, token } = await withLink();
    const answer = await world
      .client()
      .submit(pageOf(token), { ...fields(person), ...changed } as Record<string, string>);
    expect(answer.status).toBe(400);
    expect(invalidFields(answer)).toEqual(invalid === 3 ? ['userId', 'credential', 'confirmation'] : invalid);
    expect(answer.body).toContain(`name="token" value="${token}"`);
    expect(answer.body).not.toContain(NEW);
    expect(await statusOf(token)).toEqual({ status: 'ACTIVE' });
  });

  test('a sign-in that is refused after the reset is no expired link: the new password is confirmed', async () => {
    const { person, token } = await withLink();
    for (let n = 0; n < 7; n++) await world.client().signIn(person.userId, `wrong ${n}`);
    const answer = await world.client().submit(pageOf(token), fields(person));
    expect([answer.status, answer.body.includes('<form')]).toEqual([200, false]);
    expect(shownOf(answer)).toContain(text('password.changed'));
    expect(shownOf(answer)).not.toContain(text('expired.link.title'));
  });
});
