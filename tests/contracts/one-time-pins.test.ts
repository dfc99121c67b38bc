import { codeIn } from '../support/mailbox';
import { aCardholder, PASSWORD, type Person } from '../support/people';
import { invalidFields, type PortalClient, shownOf } from '../support/portal-client';
import { useServer } from '../support/server-world';
import { text } from '../support/texts';

const world = useServer({ SIGN_IN_FAILURES_PER_ADDRESS: '5000', RECOVERIES_PER_ADDRESS: '5000' });
const PROTECTED = '/services/authentication-service/protected/one-time-pins';
const PUBLIC = '/services/authentication-service/public/one-time-pins';
const WRONG = (code: string) => String((Number(code) + 1) % 1e6).padStart(6, '0');

/** A user with a verified password and a queued code. */
async function halfway(): Promise<{ person: Person; client: PortalClient; code: string; redirect: URL }> {
  const person = await aCardholder(world.database, { oneTimePin: true });
  const client = world.client();
  const answer = await client.signIn(person.userId, PASSWORD);
  const code = codeIn(await world.mailbox.next(person.email));
  return { person, client, code, redirect: new URL(answer.body, 'http://x') };
}

/** Lets the pause between two codes pass. */
const forgetPause = () => world.database.query("DELETE FROM rate_limits WHERE key LIKE 'one-time-pin-pause%'");

describe('a password that needs a code after it (PD.9)', () => {
  test('P1.002 P2.030 P9.004 leads to the code page with the masked address, and mails six digits', async () => {
    const { person, code, redirect } = await halfway();
    expect(redirect.pathname).toBe('/sdportal/one-time-passcode-component');
    expect(redirect.searchParams.get('delivery')).toMatch(/^p\*{5}[a-z]@m\*{5}$/);
    expect(redirect.searchParams.get('delivery')).not.toContain(person.email.split('@')[0]);
    expect(code).toMatch(/^\d{6}$/);
  });

  test('P3.025 P4.036 the code and the type otp-2fa open the workspace', async () => {
    const { person, client, code } = await halfway();
    expect((await client.call('/workspace')).status).toBe(307);
    const answer = await client.enter(person.b2BAlias, 'otp-2fa', code);
    expect([answer.status, answer.body]).toEqual([200, '/workspace']);
    expect((await client.call('/workspace')).status).toBe(200);
  });

  test('a brand can ask for it too', async () => {
    await world.database.query("UPDATE brands SET one_time_pin_required = true WHERE name = 'carrowmoor'");
    await new Promise((resolve) => setTimeout(resolve, 300));
    const person = await aCardholder(world.database);
    const answer = await world.client('carrowmoor.localhost').signIn(person.userId, PASSWORD);
    expect(answer.body).toContain('/sdportal/one-time-passcode-component?cobrandHost=carrowmoor');
  });

  test('PD.9 a brand of the issuer asks for it whatever brand the caller names', async () => {
    await world.database.query("UPDATE brands SET one_time_pin_required = true WHERE name = 'carrowmoor'");
    await new Promise((resolve) => setTimeout(resolve, 300));
    const person = await aCardholder(world.database);
    await world.database.query("INSERT INTO issuer_brands (issuer_id, brand_name) VALUES ($1, 'carrowmoor')", [
      person.issuerId
    ]);
    for (const host of ['localhost', 'norrvik.localhost'])
      expect((await world.client(host).signIn(person.userId, PASSWORD)).body).toContain('one-time-passcode-component');
  });

  test('who has the password can not flood its owner with codes', async () => {
    const person = await aCardholder(world.database, { oneTimePin: true });
    const answers = [];
    for (let n = 0; n < 17; n++) answers.push(await world.client().signIn(person.userId, PASSWORD));
    expect(answers.map(({ status }) => status)).toEqual([...Array(15).fill(200), 429, 429]);
    expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(3_000);
  });

  test('the code works once', async () => {
    const { person, client, code } = await halfway();
    const before = new Map(client.cookies);
    expect((await client.enter(person.b2BAlias, 'otp-2fa', code)).body).toBe('/workspace');
    for (const [name, value] of before) client.cookies.set(name, value);
    expect((await client.enter(person.b2BAlias, 'otp-2fa', code)).status).toBe(401);
  });

  test('of two at once with the right code one gets in', async () => {
    const { person, client, code } = await halfway();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => {
        const twin = world.client();
        for (const [name, value] of client.cookies) twin.cookies.set(name, value);
        return twin.enter(person.b2BAlias, 'otp-2fa', code);
      })
    );
    expect(answers.filter(({ status, body }) => status === 200 && body === '/workspace')).toHaveLength(1);
  });

  test('PD.11 five wrong tries use it up, also the right one after them; PD.10 the sixth failure locks', async () => {
    const { person, client, code } = await halfway();
    for (let n = 0; n < 5; n++) {
      const { status, json } = await client.enter(person.b2BAlias, 'otp-2fa', WRONG(code));
      expect([status, json()]).toEqual([401, { errors: [{ code: 'otp.code.invalid', message: expect.any(String) }] }]);
    }
    const sixth = await client.enter(person.b2BAlias, 'otp-2fa', code);
    expect(sixth.body).toContain('temporary-state-component');
  });

  test('wrong codes and wrong passwords count together', async () => {
    const { person, client, code } = await halfway();
    for (let n = 0; n < 4; n++) await client.enter(person.b2BAlias, 'otp-2fa', WRONG(code));
    await world.client().signIn(person.userId, 'wrong');
    // A right password on the way does not start the count again.
    expect((await world.client().signIn(person.userId, PASSWORD)).body).toContain('one-time-passcode');
    expect((await world.client().signIn(person.userId, 'wrong')).body).toContain('temporary-state-component');
  });

  test('nobody gets in with a code alone, or with another’s session', async () => {
    const { person, code } = await halfway();
    const other = await halfway();
    for (const client of [world.client(), other.client]) {
      const answer = await client.enter(person.b2BAlias, 'otp-2fa', code);
      expect([answer.status, (answer.json() as { errors: { code: string }[] }).errors[0]?.code]).toEqual([
        401,
        'session.ended'
      ]);
    }
  });

  test('P9.005 it ends after 15 minutes', async () => {
    const { person, client, code } = await halfway();
    await world.database.query("UPDATE one_time_pins SET expires_at = now() - interval '1 second' WHERE user_id = $1", [
      person.id
    ]);
    const answer = await client.enter(person.b2BAlias, 'otp-2fa', code);
    expect((answer.json() as { errors: { code: string }[] }).errors[0]?.code).toBe('otp.code.used.up');
  });

  test('only its keyed hash is kept, and the mail’s content goes once it is sent', async () => {
    const { person, code } = await halfway();
    await world.outboxEmpty();
    const rows = await world.database.query<{ row: string }>(
      'SELECT one_time_pins::text AS row FROM one_time_pins WHERE user_id = $1 UNION ALL SELECT outbox::text FROM outbox WHERE issuer_id = $2',
      [person.id, person.issuerId]
    );
    expect(rows.length).toBeGreaterThanOrEqual(2);
    for (const { row } of rows) expect(row).not.toContain(code);
    const [sent] = await world.database.query("SELECT payload FROM outbox WHERE issuer_id = $1 AND status = 'sent'", [
      person.issuerId
    ]);
    expect(sent).toEqual({ payload: null });
    expect(world.server.output()).not.toContain(code);
  });
});

describe('asking for a new code', () => {
  test('P2.029 P4.037 P6.005 P7.008 sends another to the masked address, and voids the one before', async () => {
    const { person, client, code } = await halfway();
    const answer = await client.post(PROTECTED, { locale: 'en_US' });
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(answer.json()).toEqual({ emailAddress: expect.stringMatching(/^p\*{5}[a-z]@m\*{5}$/) });
    const second = codeIn(await world.mailbox.next(person.email));
    if (second !== code) {
      expect((await client.enter(person.b2BAlias, 'otp-2fa', code)).status).toBe(401);
    }
    expect((await client.enter(person.b2BAlias, 'otp-2fa', second)).body).toBe('/workspace');
  });

  test('P9.005 the sign-in waits for the new code as long as that is good', async () => {
    const { person, client } = await halfway();
    await world.database.query(
      "UPDATE sessions SET created_at = created_at - interval '14 minutes', expires_at = expires_at - interval '14 minutes' WHERE user_id = $1",
      [person.id]
    );
    expect((await client.post(PROTECTED, { locale: 'en_US' })).status).toBe(200);
    const [row] = await world.database.query(
      `SELECT s.expires_at >= p.expires_at AND s.last_seen_at + make_interval(secs => s.idle_timeout_seconds) >= p.expires_at AS waits
       FROM sessions s JOIN one_time_pins p ON p.session_id = s.id WHERE s.user_id = $1 AND p.voided_at IS NULL`,
      [person.id]
    );
    expect(row).toEqual({ waits: true });
  });

  test('PD.11 once in 30 seconds, five times an hour, with Retry-After', async () => {
    const { client } = await halfway();
    expect((await client.post(PROTECTED, { locale: 'en_US' })).status).toBe(200);
    const again = await client.post(PROTECTED, { locale: 'en_US' });
    expect(again.status).toBe(429);
    expect(Number(again.headers['retry-after'])).toBeLessThanOrEqual(30);
    for (let n = 0; n < 4; n++) {
      await forgetPause();
      expect((await client.post(PROTECTED, { locale: 'en_US' })).status).toBe(200);
    }
    await forgetPause();
    const sixth = await client.post(PROTECTED, { locale: 'en_US' });
    expect(sixth.status).toBe(429);
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(30);
  });

  test('P6.005 P7.003 needs the session and the anti-forgery value bound to it', async () => {
    expect((await world.client().post(PROTECTED, { locale: 'en_US' })).status).toBe(401);
    const { client } = await halfway();
    const json = { locale: 'en_US' };
    expect((await client.call(PROTECTED, { json })).status).toBe(403);
    client.cookies.set('sec-token', 'AbcdefghijKLMNOP1234');
    expect((await client.post(PROTECTED, json)).status).toBe(403);
  });
});

describe('the page', () => {
  const PAGE = '/sdportal/one-time-passcode-component';

  test('P2.006 P2.027 P2.028 P9.005 says where the code went and how long it works, and takes it', async () => {
    const { client, code, redirect } = await halfway();
    const page = await client.call(`${redirect.pathname}${redirect.search}`);
    expect([page.status, page.headers['cache-control']]).toEqual([200, expect.stringContaining('no-store')]);
    const delivery = redirect.searchParams.get('delivery');
    expect(page.body.replace(/<[^>]+>/g, '')).toContain(`to ${delivery}. It expires in 15 minutes.`);
    expect(page.body).toMatch(/<button type="submit" class="primary">Sign in</);
    const answer = await client.submit(PAGE, { code: ` ${code} `, delivery: delivery as string });
    expect([answer.status, answer.headers.location]).toEqual([303, '/workspace']);
  });

  test('P2.030 a masked address as another client writes it is shown', async () => {
    const { body } = await world.client().call(`${PAGE}?${new URLSearchParams({ delivery: 'j***n.d@e***.example' })}`);
    expect(body).toContain('<strong id="delivery">j***n.d@e***.example</strong>');
  });

  test('a delivery address that is no masked one is not shown', async () => {
    for (const delivery of [
      'somebody@mail.example',
      's***y@m*** <b>.example',
      '<script>alert(1)</script>',
      'call +1 555 0100 now'
    ]) {
      const page = await world.client().call(`${PAGE}?${new URLSearchParams({ delivery })}`);
      expect(shownOf(page)).toContain(text('otp.message.unaddressed', { minutes: '15' }));
      expect(shownOf(page)).not.toContain(delivery);
      expect(shownOf(page)).not.toContain('alert(1)');
      expect(page.body).not.toContain('<script>alert');
    }
  });

  test.each([
    ['', 'Enter the code.'],
    ['12345', 'The code is not valid.'],
    ['1234567', 'The code is not valid.'],
    ['12a456', 'The code is not valid.'],
    ['١٢٣٤٥٦', 'The code is not valid.'],
    ['１２３４５６', 'The code is not valid.'],
    ['12345.', 'The code is not valid.'],
    ['-12345', 'The code is not valid.'],
    ['1e5555', 'The code is not valid.'],
    ['123 456', 'The code is not valid.']
  ])('P5.017 P5.018 P5.019 refuses %j with its message, and uses no try up', async (typed, message) => {
    const { client, code } = await halfway();
    for (let n = 0; n < 6; n++) {
      const page = await client.submit(PAGE, { code: typed });
      expect([page.status, invalidFields(page)]).toEqual([400, ['code']]);
      expect(shownOf(page)).toContain(message);
    }
    expect((await client.submit(PAGE, { code })).headers.location).toBe('/workspace');
  });

  test('P2.029 P4.037 sends a new code and says so; without a session it leads to sign-in', async () => {
    const { person, client } = await halfway();
    const page = await client.submit(PAGE, { resend: 'yes' });
    expect([page.status, page.body.includes('<p class="success" role="status">')]).toEqual([200, true]);
    const code = codeIn(await world.mailbox.next(person.email));
    const again = await client.submit(PAGE, { resend: 'yes' });
    expect([again.status, Number(again.headers['retry-after']) > 0]).toEqual([429, true]);
    expect((await client.submit(PAGE, { code })).headers.location).toBe('/workspace');
    const forms: Record<string, string>[] = [{ code }, { code: '' }, { resend: 'yes' }];
    for (const fields of forms) {
      const nobody = await world.client().submit(PAGE, fields);
      expect([nobody.status, nobody.headers.location]).toEqual([303, '/sdportal/login-signin-component']);
    }
  });
});

describe('a code before the password (PD.5)', () => {
  test('PD.2 answers alike for anybody and nobody, and stays the same', async () => {
    const person = await aCardholder(world.database, { oneTimePin: true });
    const [known, unknown] = [
      await world.client().post(PUBLIC, { userId: person.userId, locale: 'en_US' }),
      await world.client().post(PUBLIC, { userId: 'nobody.there', locale: 'en_US' })
    ];
    for (const { status, json } of [known, unknown]) {
      expect([status, json()]).toEqual([202, { emailAddress: expect.stringMatching(/^[a-z]\*{5}[a-z]@[a-z]\*{5}$/) }]);
    }
    await forgetPause();
    expect((await world.client().post(PUBLIC, { userId: 'Nobody.There ' })).json()).toEqual(unknown.json());
  });

  test('it is of use on top of the password, and never voids the code of who is signing in', async () => {
    const { person, client, code } = await halfway();
    await world.client().post(PUBLIC, { userId: person.userId, locale: 'en_US' });
    const early = codeIn(await world.mailbox.next(person.email));
    expect((await world.client().enter(person.b2BAlias, 'otp-2fa', early)).status).toBe(401);
    expect((await client.enter(person.b2BAlias, 'otp-2fa', code)).body).toBe('/workspace');
  });

  test('PD.11 is limited by user id, for nobody as well', async () => {
    for (const userId of [(await aCardholder(world.database)).userId, 'nobody.else']) {
      expect((await world.client().post(PUBLIC, { userId })).status).toBe(202);
      expect((await world.client().post(PUBLIC, { userId })).status).toBe(429);
    }
  });
});
