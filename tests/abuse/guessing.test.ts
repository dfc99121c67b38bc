// Parallel guesses achieve no more than sequential ones, and no credential works twice.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeIn, linkIn } from '../support/mailbox';
import { aCardholder, failuresOf, PASSWORD, passcodeOf, withQuestion, withToken } from '../support/people';
import { PUBLIC } from '../support/portal-client';
import { useServer } from '../support/server-world';

const world = useServer({ RECOVERIES_PER_ADDRESS: '10000', PASSWORD_HASH_QUEUE: '200', SIGN_INS_PER_USER: '10000' });
const SESSION = 'tessera-session';
const NEW_PASSWORD = 'Harbour-Violin-77';

const settled = <T>(tries: number, one: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: tries }, (_, n) => one(n)));

async function resetTokenOf(person: { userId: string; email: string }): Promise<string> {
  await world.client('norrvik.localhost').post(`${PUBLIC}/forgot-password`, { userId: person.userId });
  return linkIn(await world.mailbox.next(person.email)).searchParams.get('token') ?? '';
}

describe('guessing in parallel', () => {
  test('PD.11 of 60 wrong codes at once five are judged, and the right one after them is no use', async () => {
    const person = await aCardholder(world.database, { oneTimePin: true });
    const client = world.client();
    await client.enter(person.b2BAlias, 'password', PASSWORD);
    const code = codeIn(await world.mailbox.next(person.email));
    await settled(60, (n) =>
      client.enter(person.b2BAlias, 'otp-2fa', String((Number(code) + 1 + n) % 1e6).padStart(6, '0'))
    );
    const [pin] = await world.database.query('SELECT tries FROM one_time_pins WHERE user_id = $1', [person.id]);
    expect(pin?.tries).toBe(5);
    expect((await client.enter(person.b2BAlias, 'otp-2fa', code)).body).not.toBe('/workspace');
  });

  test('PD.11 of 40 wrong user ids at once a reset link bears five', async () => {
    const person = await aCardholder(world.database);
    const token = await resetTokenOf(person);
    const change = (userId: string) =>
      world.client().post(`${PUBLIC}/change-password`, { token, userId, credential: NEW_PASSWORD });
    const answers = await settled(40, (n) => change(`nobody.${n}`));
    expect(answers.filter(({ body }) => body.includes('reset.user.id.wrong'))).toHaveLength(5);
    expect(answers.filter(({ body }) => body.includes('reset.token.inactive'))).toHaveLength(35);
    expect((await change(person.userId)).status).toBe(422);
  });

  test('PD.10 wrong answers to a security question count like failed sign-ins', async () => {
    const person = await aCardholder(world.database);
    await withQuestion(world.database, person);
    const answer = (questionResponse: string) =>
      // A brand that asks security questions instead of sending reset links.
      world.client('mastercard.localhost').post(`${PUBLIC}/temporary-passwords`, {
        userId: person.userId,
        locale: 'en_US',
        cobrandName: 'mastercard',
        securityQuestionSTO: { questionId: 'first.pet', questionText: '', questionResponse }
      });
    const statuses = (await settled(30, (n) => answer(`guess ${n}`))).map(({ status }) => status);
    expect([
      statuses.filter((status) => status === 422).length,
      statuses.filter((status) => status === 429).length
    ]).toEqual([6, 24]);
    expect((await answer('Biscuit')).status).toBe(429);
    const [user] = await world.database.query('SELECT status FROM users WHERE id = $1', [person.id]);
    expect(user?.status).toBe('locked');
  });

  test('PD.10 passcodes of a token count like passwords', async () => {
    const person = await aCardholder(world.database);
    const secret = await withToken(world.database, person, { pin: '2468' });
    // One waiting verification per user id is enough: most concurrent ones are refused unverified (F-3).
    for (let wave = 0; wave < 6 && (await failuresOf(world.database, person)) < 6; wave++)
      await settled(30, (n) => world.client().enter(person.b2BAlias, 'token', String(10_000_000 + n)));
    expect(await failuresOf(world.database, person)).toBe(6);
    const late = await world.client().enter(person.b2BAlias, 'token', passcodeOf(secret, '2468'));
    expect(late.body).not.toBe('/workspace');
  });
});

describe('replay', () => {
  test('PD.11 a code that was used, by a session of its own or another, at once or later', async () => {
    const person = await aCardholder(world.database, { oneTimePin: true });
    const client = world.client();
    await client.enter(person.b2BAlias, 'password', PASSWORD);
    const halfway = new Map(client.cookies);
    const code = codeIn(await world.mailbox.next(person.email));
    const answers = await settled(12, () => {
      const copy = world.client();
      for (const [name, value] of halfway) copy.cookies.set(name, value);
      return copy.enter(person.b2BAlias, 'otp-2fa', code);
    });
    expect(answers.filter(({ body }) => body === '/workspace')).toHaveLength(1);
    const later = world.client();
    for (const [name, value] of halfway) later.cookies.set(name, value);
    expect((await later.enter(person.b2BAlias, 'otp-2fa', code)).body).not.toBe('/workspace');
  });

  test('PD.17 a passcode of a token, four times at once', async () => {
    const person = await aCardholder(world.database);
    const secret = await withToken(world.database, person, { pin: '2468' });
    // Not at the end of a time step: all twelve must use the same code.
    const left = 30_000 - (Date.now() % 30_000);
    if (left < 5_000) await sleep(left);
    const passcode = passcodeOf(secret, '2468');
    const answers = await settled(4, () => world.client().enter(person.b2BAlias, 'token', passcode));
    expect(answers.filter(({ body }) => body === '/workspace')).toHaveLength(1);
  });

  test('a reset link, submitted twelve times at once', async () => {
    const person = await aCardholder(world.database);
    const token = await resetTokenOf(person);
    const answers = await settled(12, (n) =>
      world.client().post(`${PUBLIC}/change-password`, {
        token,
        userId: person.userId,
        credential: `Harbour-Violin-${20 + n}`
      })
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status !== 200 && status !== 422 && status !== 400)).toEqual([]);
  });

  test('a session that was ended, and its anti-forgery value', async () => {
    const person = await aCardholder(world.database);
    const client = world.client();
    await client.enter(person.b2BAlias, 'password', PASSWORD);
    const kept = new Map(client.cookies);
    expect((await client.call('/workspace')).status).toBe(200);
    await client.call('/heracles/logout');
    for (const [name, value] of kept) client.cookies.set(name, value);
    expect((await client.call('/workspace')).status).toBe(307);
    const changed = await client.post(`${PUBLIC}/changePassword`, {
      currentPassword: PASSWORD,
      newPassword: NEW_PASSWORD
    });
    expect(changed.status).toBe(401);
  });
});

describe('session fixation', () => {
  test('the session a browser came with never becomes the signed-in one', async () => {
    const attacker = world.client();
    const [mallory, victim] = [await aCardholder(world.database), await aCardholder(world.database)];
    await attacker.enter(mallory.b2BAlias, 'password', PASSWORD);
    const planted = new Map(attacker.cookies);
    const browser = world.client();
    for (const [name, value] of planted) browser.cookies.set(name, value);
    await browser.enter(victim.b2BAlias, 'password', PASSWORD);
    for (const [name, value] of planted)
      if (name === SESSION || name === 'sec-token') expect(browser.cookies.get(name)).not.toBe(value);
    expect((await browser.call('/workspace')).body).toContain(victim.userId);
    expect((await attacker.call('/workspace')).status).toBe(307);
  });

  test('each step of a sign-in gets a session of its own, and the one before is over', async () => {
    const person = await aCardholder(world.database, { oneTimePin: true });
    const client = world.client();
    await client.enter(person.b2BAlias, 'password', PASSWORD);
    const halfway = new Map(client.cookies);
    await client.enter(person.b2BAlias, 'otp-2fa', codeIn(await world.mailbox.next(person.email)));
    expect((await client.call('/workspace')).status).toBe(200);
    for (const name of [SESSION, 'sec-token'])
      expect([name, client.cookies.get(name)]).not.toEqual([name, halfway.get(name)]);
    const old = world.client();
    for (const [name, value] of halfway) old.cookies.set(name, value);
    expect((await old.call('/workspace')).status).toBe(307);
    expect((await old.post('/services/authentication-service/protected/one-time-pins', {})).status).toBe(401);
  });

  test('made-up, foreign and oversized session cookies are none', async () => {
    for (const session of [randomUUID(), 'Fe26.2*1*x*y*z', `Fe26.2*${'A'.repeat(8_000)}`, '%00', '"><script>']) {
      const client = world.client();
      client.cookies.set(SESSION, session);
      expect([session.slice(0, 20), (await client.call('/workspace')).status]).toEqual([session.slice(0, 20), 307]);
    }
  });
});
