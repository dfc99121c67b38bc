import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { aCardholder, hashOf, PASSWORD, type Person, passcodeOf, withToken } from '../support/people';
import {
  type Answer,
  firstError,
  invalidFields,
  type PortalClient,
  revealableFields,
  shownOf
} from '../support/portal-client';
import { TEST_SECRET } from '../support/server';
import { useServer } from '../support/server-world';
import { text } from '../support/texts';

const world = useServer({ SIGN_IN_FAILURES_PER_ADDRESS: '5000', RECOVERIES_PER_ADDRESS: '5000' });
const PROTECTED = '/services/twofactortoken-service/protected';
const INFORMATION = '/sdportal/rest/rsapin/information';
const NEW_PIN = '/sdportal/new-rsa-pin-component';
const NEXT_TOKEN = '/sdportal/next-token-component';
const FIRST_PIN = '1357';
const PIN = '2468';

/** A person with a token; `at` gives the passcode of a step, 0 being this very moment's. */
async function aTokenUser(pin?: string, algorithm: 'SHA1' | 'SHA256' = 'SHA256') {
  const person = await aCardholder(world.database);
  const secret = await withToken(world.database, person, { ...(pin && { pin }), algorithm });
  const now = Math.floor(Date.now() / 30_000);
  const at = (step: number, with_ = pin ?? FIRST_PIN) => passcodeOf(secret, with_, now + step, algorithm.toLowerCase());
  return { person, secret, at, client: world.client() };
}

const enter = (client: PortalClient, person: Person, passcode: string) =>
  client.enter(person.b2BAlias, 'token', passcode);
const information = async (client: PortalClient, action: string) =>
  (await client.call(`${INFORMATION}?action=${action}`)).json();
const tokenRow = async ({ id }: Person) =>
  (
    await world.database.query<{ status: string; drift_steps: number }>(
      'SELECT status::text, drift_steps FROM hardware_tokens WHERE user_id = $1 ORDER BY enrolled_at DESC',
      [id]
    )
  )[0];

/** A person in new-PIN mode who has signed in with the first PIN, by the code of three steps ago. */
async function atNewPin() {
  const user = await aTokenUser();
  const answer = await enter(user.client, user.person, user.at(-3));
  expect(new URL(answer.body, 'http://x').pathname).toBe(NEW_PIN);
  return user;
}

/** A user whose token is five steps ahead, at the next-passcode step. */
async function atNextToken() {
  const user = await aTokenUser(PIN);
  const redirect = new URL((await enter(user.client, user.person, user.at(5))).body, 'http://x');
  expect(redirect.pathname).toBe(NEXT_TOKEN);
  return { ...user, parameters: Object.fromEntries(redirect.searchParams) };
}

const enterNext = ({ client, person, parameters }: Awaited<ReturnType<typeof atNextToken>>, passcode: string) =>
  client.enter(person.b2BAlias, 'next-token', passcode, {
    authn_attempt_id: parameters.authn_attempt_id ?? '',
    in_response_to: parameters.in_response_to ?? '',
    referral_path: NEXT_TOKEN
  });
const codeOfAnswer = ({ headers }: Answer) => new URL(headers.location as string, 'http://x').searchParams.get('ec');

describe('signing in with a token', () => {
  test.each(['SHA256', 'SHA1'] as const)(
    'P1.005 P3.026 P9.003 PD.16 the passcode is 8 digits of %s with the PIN in the last four',
    async (algorithm) => {
      const { person, at, client } = await aTokenUser(PIN, algorithm);
      const answer = await enter(client, person, at(0));
      expect([answer.status, answer.body]).toEqual([200, '/workspace']);
      expect((await client.call('/workspace')).status).toBe(200);
    }
  );

  test('PD.16 a code is taken once, and none from before it after it', async () => {
    const { person, at } = await aTokenUser(PIN);
    expect((await enter(world.client(), person, at(0))).body).toBe('/workspace');
    for (const step of [0, -1]) {
      const again = await enter(world.client(), person, at(step));
      expect([again.status, firstError(again).code]).toEqual([401, 'login.failed']);
    }
    expect((await enter(world.client(), person, at(1))).body).toBe('/workspace');
  });

  test('PD.16 of several at the same moment with one code exactly one gets in', async () => {
    const { person, at } = await aTokenUser(PIN);
    const answers = await Promise.all(Array.from({ length: 5 }, () => enter(world.client(), person, at(0))));
    expect(answers.filter(({ body }) => body === '/workspace')).toHaveLength(1);
  });

  test('PD.10 wrong PINs and codes count, whatever their form, and the sixth locks', async () => {
    const { person, at } = await aTokenUser(PIN);
    const wrong = [at(0, '2469'), at(-40), '1234567', '12345678 9', 'abcdefgh', at(0, FIRST_PIN)];
    const answers = [];
    for (const passcode of wrong) answers.push(await enter(world.client(), person, passcode));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 200]);
    expect(answers.at(-1)?.body).toContain('temporary-state-component');
    expect((await enter(world.client(), person, at(1))).body).toContain('temporary-state-component');
  });

  test('a PIN hashed at an older cost is hashed anew', async () => {
    const { person, at } = await aTokenUser(PIN);
    const pinHash = async () =>
      (
        await world.database.query<{ hash: string }>(
          'SELECT pin_hash AS hash FROM hardware_tokens WHERE user_id = $1',
          [person.id]
        )
      )[0]?.hash;
    const older = hashOf(PIN, 5);
    await world.database.query('UPDATE hardware_tokens SET pin_hash = $1 WHERE user_id = $2', [older, person.id]);
    expect((await enter(world.client(), person, at(0, FIRST_PIN))).status).toBe(401);
    expect(await pinHash()).toBe(older);
    expect((await enter(world.client(), person, at(0))).body).toBe('/workspace');
    expect(await pinHash()).toMatch(/^user:\$2b\$04\$/);
    expect((await enter(world.client(), person, at(1))).body).toBe('/workspace');
  });

  test('PD.9 the password is no way in for a token user, nor a passcode for anybody else', async () => {
    const { person, secret } = await aTokenUser(PIN);
    expect((await world.client().signIn(person.userId, PASSWORD)).status).toBe(401);
    const other = await aCardholder(world.database);
    expect((await enter(world.client(), other, passcodeOf(secret, PIN))).status).toBe(401);
    const info = await world.client().post('/services/authentication-service/public/login-info', {
      userId: person.userId
    });
    expect(info.json()).toMatchObject({ loginType: 'token' });
  });
});

describe('token information', () => {
  test('P7.024 P3.010 P3.024 P6.006 tells who may go on, at that step and no other', async () => {
    const [newPin, nextToken] = [await atNewPin(), await atNextToken()];
    const granted = ({ person: { ldapId, b2BAlias } }: { person: Person }) => ({
      shouldAccess: true,
      ldapId,
      b2BAlias,
      forwardFormEndpoint: '/heracles/login'
    });
    const denied = { shouldAccess: false, ldapId: '', b2BAlias: '', forwardFormEndpoint: '/heracles/login' };
    expect(await information(newPin.client, 'newpin')).toEqual(granted(newPin));
    expect(await information(nextToken.client, 'nexttoken')).toEqual(granted(nextToken));
    expect(await information(newPin.client, 'nexttoken')).toEqual(denied);
    expect(await information(nextToken.client, 'newpin')).toEqual(denied);
    expect(await information(world.client(), 'newpin')).toEqual(denied);
    const { person, at, client } = await aTokenUser(PIN);
    await enter(client, person, at(0));
    expect(await information(client, 'newpin')).toEqual(denied);
    const unknown = await client.call(`${INFORMATION}?action=other`);
    expect([unknown.status, firstError(unknown)]).toEqual([400, { code: 'invalid.entry', field: 'action' }]);
  });
});

describe('new-PIN mode', () => {
  const seal = async (client: PortalClient, newPin: string) =>
    ((await client.post(`${PROTECTED}/pending-pins`, { newPin })).json() as { pendingPin: string }).pendingPin;
  const send = ({ client, person }: { client: PortalClient; person: Person }, newPin: unknown) =>
    client.post(`${PROTECTED}/tokens/${person.ldapId}`, { newPin });

  test('P1.005 P7.025 P4.028 PD.17 PD.18 the whole way: sealed PIN, passcode, PIN set, signed out, signed in anew', async () => {
    const user = await atNewPin();
    const { person, client, at } = user;
    expect((await client.call('/workspace')).status).toBe(307);
    const pendingPin = await seal(client, PIN);
    expect(pendingPin.length).toBeGreaterThan(100);
    expect(Buffer.from(pendingPin, 'base64').toString()).not.toContain(PIN);
    expect((await enter(client, person, at(-2))).body).toContain(NEW_PIN);
    const stolen = client.twin();
    const set = await send(user, pendingPin);
    expect([set.status, set.json(), client.cookies.has('tessera-session')]).toEqual([200, {}, false]);
    expect(await information(stolen, 'newpin')).toMatchObject({ shouldAccess: false });
    expect((await tokenRow(person))?.status).toBe('active');
    const notice = await world.mailbox.next(person.email);
    expect(notice.subject).toBe(text('mail.pin.changed.subject'));
    expect(`${notice.text}${notice.html}`).not.toContain(PIN);
    expect((await enter(world.client(), person, at(-1, FIRST_PIN))).status).toBe(401);
    expect((await enter(world.client(), person, at(-1, PIN))).body).toBe('/workspace');
  });

  test('P7.025 takes four digits as well, once', async () => {
    const user = await atNewPin();
    const twin = user.client.twin();
    expect((await send(user, PIN)).status).toBe(200);
    expect((await send({ ...user, client: twin }, '8642')).status).toBe(401);
  });

  test('PD.18 a sealed PIN is of no use to anybody else', async () => {
    const [user, other] = [await atNewPin(), await atNewPin()];
    const answer = await send(other, await seal(user.client, PIN));
    expect([answer.status, firstError(answer)]).toEqual([422, { code: 'invalid.pin', field: 'newPin' }]);
  });

  test.each([
    ['that begins with 0', '0246', 'pin.leading.zero'],
    ['that is no digits', '24a8', 'pin.four.digits'],
    ['of three digits', '246', 'pin.four.digits'],
    ['of five digits', '24680', 'invalid.pin'],
    ['of wide digits', '２４６８', 'pin.four.digits'],
    ['of one digit four times', '7777', 'invalid.pin'],
    ['that counts up', '3456', 'invalid.pin'],
    ['that counts down', '8765', 'invalid.pin'],
    ['that is the first one', FIRST_PIN, 'invalid.pin']
  ])('P8.014 P9.002 P5.014 a PIN %s is refused with the marker, and the person stays', async (_what, pin, key) => {
    const user = await atNewPin();
    const answer = await send(user, pin);
    expect([answer.status, answer.statusText]).toEqual([422, 'INVALID_PIN']);
    expect(answer.json()).toEqual({ errors: [{ code: 'invalid.pin', field: 'newPin', message: text(key) }] });
    expect((await send(user, PIN)).status).toBe(200);
  });

  test('whatever else is sent as a PIN is refused, and nothing fails', async () => {
    const user = await atNewPin();
    const sealed = await seal(user.client, PIN);
    // The last characters hold unused bits: the padding of base64, and the seal's version.
    const tampered = fc
      .tuple(fc.nat(sealed.length - 6), fc.constantFrom(...'aZ0*~-_. '))
      .map(([at, sign]) => sealed.slice(0, at) + sign + sealed.slice(at + 1))
      .filter((text) => text !== sealed);
    const parts = fc.array(fc.constantFrom('Fe26.2', '1', '', 'abc', '9999999999999', '~2'), { maxLength: 9 });
    const text = fc.oneof(
      tampered,
      parts.map((each) => each.join('*')),
      fc.string({ unit: 'grapheme', minLength: 5, maxLength: 200 })
    );
    await fc.assert(
      fc.asyncProperty(
        text.filter((each) => each.trim() !== ''),
        async (newPin) => {
          expect((await send(user, newPin)).status).toBe(422);
        }
      ),
      { numRuns: 60 }
    );
    expect((await send(user, sealed)).status).toBe(200);
  });

  test('P6.005 P7.003 only for one’s own token, at that step, with the anti-forgery header', async () => {
    const [user, other] = [await atNewPin(), await atNewPin()];
    expect((await send({ client: user.client, person: other.person }, PIN)).status).toBe(403);
    const path = `${PROTECTED}/tokens/${user.person.ldapId}`;
    expect((await user.client.call(path, { json: { newPin: PIN } })).status).toBe(403);
    expect((await user.client.call(`${PROTECTED}/pending-pins`, { json: { newPin: PIN } })).status).toBe(403);
    expect((await send({ client: world.client(), person: user.person }, PIN)).status).toBe(401);
    for (const newPin of ['', undefined, 1357, 'x'.repeat(2_001)]) expect((await send(user, newPin)).status).toBe(400);
    expect((await tokenRow(user.person))?.status).toBe('new_pin');
  });

  describe('the page', () => {
    const fields = { newPin: PIN, confirmPin: PIN };

    test('C8.011 P2.010 P2.053 P2.055 P4.025 P4.027 P6.006 opens at that step only, with three fields, Save and Cancel', async () => {
      const closed = await world.client().call(NEW_PIN);
      expect([closed.status, closed.headers.location]).toEqual([307, '/sdportal/logout-component']);
      const { client } = await atNewPin();
      const page = await client.call(NEW_PIN);
      const { status, body, headers } = page;
      expect(body).toContain('<h1>New PIN Required</h1>');
      expect(revealableFields(page)).toEqual(['newPin', 'confirmPin', 'passcode']);
      expect([status, headers['cache-control']]).toEqual([200, expect.stringContaining('no-store')]);
      for (const name of ['newPin', 'confirmPin', 'passcode'])
        expect(body).toMatch(new RegExp(`<input (?=[^>]*type="password")[^>]*id="${name}"`));
      expect(body).toMatch(/<button type="submit" class="primary">Save</);
      expect(body).toMatch(/<a class="secondary" href="\/sdportal\/logout-component">Cancel</);
      expect((await (await atNextToken()).client.call(NEW_PIN)).status).toBe(307);
    });

    test('P4.028 posted without JavaScript sets the PIN and signs out, which is said in words', async () => {
      const { person, client, at } = await atNewPin();
      const answer = await client.submit(NEW_PIN, { ...fields, passcode: at(-2) });
      expect([answer.status, answer.headers.location]).toEqual([303, '/sdportal/logout-component?notice=pin']);
      expect(client.cookies.has('tessera-session')).toBe(false);
      expect((await client.call(String(answer.headers.location))).body).toContain(text('pin.saved'));
      expect((await enter(world.client(), person, at(-1, PIN))).body).toBe('/workspace');
    });

    test('P4.029 a passcode that does not sign in leads out', async () => {
      const { person, client, at } = await atNewPin();
      const answer = await client.submit(NEW_PIN, { ...fields, passcode: at(-2, '1358') });
      expect([answer.status, answer.headers.location]).toEqual([303, '/sdportal/logout-component?notice=error']);
      expect((await tokenRow(person))?.status).toBe('new_pin');
    });

    test('C8.009 P8.014 what a PIN may be stands on the page; one that can not be used is marked, and spends no passcode', async () => {
      const { person, client, at } = await atNewPin();
      expect((await client.call(NEW_PIN)).body).toContain(text('pin.rule'));
      const passcode = at(-2);
      for (const newPin of ['7777', '3456', FIRST_PIN]) {
        const refused = await client.submit(NEW_PIN, { newPin, confirmPin: newPin, passcode });
        expect([newPin, refused.status, invalidFields(refused)]).toEqual([newPin, 422, ['newPin']]);
        expect(refused.body).toContain(text('invalid.pin'));
      }
      expect(text('invalid.pin')).toContain('Invalid PIN');
      const answer = await client.submit(NEW_PIN, { ...fields, passcode });
      expect(answer.headers.location).toBe('/sdportal/logout-component?notice=pin');
      expect((await tokenRow(person))?.status).toBe('active');
    });

    test.each([
      ['all that is missing', { newPin: '', confirmPin: '', passcode: '' }, ['newPin', 'confirmPin', 'passcode']],
      ['three digits', { newPin: '246', confirmPin: '246' }, ['newPin']],
      ['five digits', { newPin: '24680', confirmPin: '24680' }, ['newPin']],
      ['a leading 0', { newPin: '0246', confirmPin: '0246' }, ['newPin']],
      ['a confirmation that differs', { confirmPin: '2469' }, ['confirmPin']],
      ['a passcode of seven digits', { passcode: '1234567' }, ['passcode']],
      ['a passcode of nine digits', { passcode: '123456789' }, ['passcode']]
    ])('C5.013 C5.014 P5.014 P5.015 P8.014 P9.002 P9.003 marks %s', async (_what, changed, invalid) => {
      const { client, at } = await atNewPin();
      const answer = await client.submit(NEW_PIN, { ...fields, passcode: at(-2), ...changed });
      expect([answer.status, invalidFields(answer)]).toEqual([400, invalid]);
      expect(answer.body).not.toContain(`value="${PIN}"`);
    });
  });
});

describe('next-token mode', () => {
  test('P1.005 P4.032 P4.035 P9.017 PD.17 two consecutive codes take the token’s clock over', async () => {
    const user = await atNextToken();
    expect(Object.keys(user.parameters).sort()).toEqual(['authn_attempt_id', 'cobrandHost', 'in_response_to']);
    expect((await user.client.call('/workspace')).status).toBe(307);
    expect((await tokenRow(user.person))?.status).toBe('next_token');
    const answer = await enterNext(user, user.at(6));
    expect([answer.status, answer.headers.location]).toEqual([303, '/workspace']);
    expect((await user.client.call('/workspace')).status).toBe(200);
    const row = await tokenRow(user.person);
    expect([row?.status, [5, 6].includes(row?.drift_steps ?? 0)]).toEqual(['active', true]);
    expect((await enter(world.client(), user.person, user.at(7))).body).toBe('/workspace');
  });

  test.each([
    ['the same code again', 5],
    ['one from before it', 4],
    ['one that does not follow it', 9],
    ['one far off', 40]
  ])('P4.033 P8.017 PD.17 %s leads back with ec 14008', async (_what, step) => {
    const user = await atNextToken();
    const answer = await enterNext(user, user.at(step));
    expect([answer.status, codeOfAnswer(answer)]).toEqual([303, '14008']);
    expect((await user.client.call('/workspace')).status).toBe(307);
    expect((await enterNext(user, user.at(6))).headers.location).toBe('/workspace');
  });

  test('PD.17 holds for a token that owes a new PIN too, once its clock is known; the new PIN stays due', async () => {
    const { person, client, at } = await aTokenUser(PIN);
    await world.database.query("UPDATE hardware_tokens SET status = 'new_pin' WHERE user_id = $1", [person.id]);
    const redirect = new URL((await enter(client, person, at(5))).body, 'http://x');
    expect([redirect.pathname, (await tokenRow(person))?.status]).toEqual([NEXT_TOKEN, 'new_pin']);
    const answer = await client.enter(person.b2BAlias, 'next-token', at(6));
    expect(answer.headers.location).toContain(NEW_PIN);
    const row = await tokenRow(person);
    expect([row?.status, [5, 6].includes(row?.drift_steps ?? 0)]).toEqual(['new_pin', true]);
  });

  test('PD.16 PD.17 a code further off than ten steps is wrong from the start', async () => {
    const { person, at, client } = await aTokenUser(PIN);
    for (const step of [-13, 13]) expect((await enter(client, person, at(step))).status).toBe(401);
  });

  test('of several at the same moment with the next code one gets in', async () => {
    const user = await atNextToken();
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => enterNext({ ...user, client: user.client.twin() }, user.at(6)))
    );
    expect(answers.filter(({ headers }) => headers.location === '/workspace')).toHaveLength(1);
  });

  test('P9.017 counts only for the sign-in it belongs to', async () => {
    const user = await atNextToken();
    const { person, client, at } = user;
    const other = await atNextToken();
    for (const attempt of [
      client.enter(person.b2BAlias, 'next-token', at(6), { authn_attempt_id: 'x'.repeat(20) }),
      client.enter(person.b2BAlias, 'next-token', at(6), { in_response_to: other.parameters.in_response_to as string }),
      world.client().enter(person.b2BAlias, 'next-token', at(6)),
      other.client.enter(person.b2BAlias, 'next-token', at(6))
    ]) {
      const answer = await attempt;
      expect([answer.status, firstError(answer).code]).toEqual([401, 'session.ended']);
    }
    expect((await enterNext(user, at(6))).headers.location).toBe('/workspace');
  });

  test('PD.10 the sixth wrong code locks', async () => {
    const user = await atNextToken();
    for (let n = 0; n < 5; n++) expect(codeOfAnswer(await enterNext(user, user.at(40 + n)))).toBe('14008');
    expect((await enterNext(user, user.at(50))).headers.location).toContain('temporary-state-component');
    expect((await enterNext(user, user.at(6))).headers.location ?? '').not.toBe('/workspace');
  });

  describe('the page', () => {
    test('C8.012 P2.011 P2.056 P2.057 P4.031 P6.006 opens at that step only, with one field, Continue and Cancel', async () => {
      const closed = await world.client().call(NEXT_TOKEN);
      expect([closed.status, closed.headers.location]).toEqual([307, '/sdportal/logout-component']);
      const { body } = await (await atNextToken()).client.call(NEXT_TOKEN);
      expect(body).toContain('<h1>Enter next token</h1>');
      expect([...body.matchAll(/<input [^>]*id="([^"]+)"/g)].map(([, id]) => id)).toEqual(['password']);
      expect(body).toMatch(/<button type="submit" class="primary">Continue</);
      expect(body).toMatch(/<a class="secondary" href="\/sdportal\/logout-component">Cancel</);
    });

    test('C8.010 P4.033 P4.034 P8.017 P8.018 ec 14008 marks the passcode, any other shows an error', async () => {
      const { client } = await atNextToken();
      const wrong = await client.call(`${NEXT_TOKEN}?ec=14008`);
      expect(invalidFields(wrong)).toEqual(['password']);
      expect(text('invalid.passcode')).toContain('Invalid Passcode');
      // At the field and in the summary.
      const told = (page: Answer) => [...shownOf(page).matchAll(/>([^<>{]*Invalid [^<>{]*)</g)].map(([, said]) => said);
      expect(told(wrong)).toEqual([text('invalid.passcode'), text('invalid.passcode')]);
      for (const ec of ['14007', '14009', '14008x', '014008', '0']) {
        const other = await client.call(`${NEXT_TOKEN}?ec=${ec}`);
        expect([ec, invalidFields(other), told(other)]).toEqual([ec, [], []]);
        expect([ec, shownOf(other).includes(text('error.system.message'))]).toEqual([ec, true]);
      }
      expect(invalidFields(await client.call(NEXT_TOKEN))).toEqual([]);
    });

    test('C5.014 P4.032 P5.016 P9.003 posted without JavaScript takes 8 digits and goes on', async () => {
      const { client, at } = await atNextToken();
      for (const password of ['', '1234567', '123456789', 'abcdefgh']) {
        const answer = await client.submit(NEXT_TOKEN, { password });
        expect([answer.status, invalidFields(answer)]).toEqual([400, ['password']]);
      }
      const wrong = await client.submit(NEXT_TOKEN, { password: at(40) });
      expect([wrong.status, codeOfAnswer(wrong)]).toEqual([303, '14008']);
      const right = await client.submit(NEXT_TOKEN, { password: at(6) });
      expect([right.status, right.headers.location]).toEqual([303, '/workspace']);
    });
  });
});

describe('enrolment by npm run enrol-tokens', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-seeds-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const keyPackage = (serialNumber: string, userId: string, secret: Buffer) => `<KeyPackage>
    <DeviceInfo><SerialNo>${serialNumber}</SerialNo></DeviceInfo>
    <Key Id="${serialNumber}" Algorithm="urn:ietf:params:xml:ns:keyprov:pskc:totp">
      <AlgorithmParameters><Suite>HMAC-SHA256</Suite><ResponseFormat Length="8" Encoding="DECIMAL"/></AlgorithmParameters>
      <Data><Secret><PlainValue>${secret.toString('base64')}</PlainValue></Secret></Data>
      <UserId>${userId}</UserId>
    </Key></KeyPackage>`;

  function enrol(issuerNumber: string, packages: string[]): Promise<{ code: number; output: string }> {
    const file = join(folder, `${randomBytes(6).toString('hex')}.xml`);
    writeFileSync(
      file,
      `<KeyContainer Version="1.0" xmlns="urn:ietf:params:xml:ns:keyprov:pskc">${packages.join('')}</KeyContainer>`
    );
    const env = {
      ...process.env,
      DATABASE_URL: world.database.url,
      TESSERA_SECRET: TEST_SECRET,
      TESSERA_MODE: 'development',
      LOG_LEVEL: 'silent'
    };
    return new Promise((resolve) => {
      const options = { env: { ...env, PASSWORD_HASH_COST: '5' } };
      execFile(
        'node_modules/.bin/tsx',
        ['lib/composition/process/enrol-tokens.ts', file, issuerNumber],
        options,
        (error, stdout, stderr) => resolve({ code: (error?.code as number) ?? 0, output: stdout + stderr })
      );
    });
  }
  const firstPinIn = (output: string, serialNumber: string) =>
    new RegExp(`^${serialNumber}\\t.*\\t([1-9]\\d{3})$`, 'm').exec(output)?.[1] as string;
  const issuerNumberOf = async ({ issuerId }: Person) =>
    (await world.database.query<{ number: string }>('SELECT number FROM issuers WHERE id = $1', [issuerId]))[0]
      ?.number as string;

  test('CD.70 PD.16 PD.17 makes a token user, in new-PIN mode with the first PIN that is printed; a second token ends the first', async () => {
    const person = await aCardholder(world.database);
    const issuer = await issuerNumberOf(person);
    const [first, second] = [randomBytes(32), randomBytes(32)];
    const done = await enrol(issuer, [keyPackage('A-1', person.userId.toUpperCase(), first)]);
    expect(done).toEqual({ code: 0, output: expect.stringContaining('1 token(s) enrolled') });
    const pin = firstPinIn(done.output, 'A-1');
    expect((await enter(world.client(), person, passcodeOf(first, pin))).body).toContain(NEW_PIN);
    const other = await enrol(issuer, [keyPackage('A-2', person.userId, second)]);
    expect((await enter(world.client(), person, passcodeOf(first, pin))).status).toBe(401);
    const otherPin = firstPinIn(other.output, 'A-2');
    expect((await enter(world.client(), person, passcodeOf(second, otherPin))).body).toContain(NEW_PIN);
    const rows = await world.database.query<{ row: string }>(
      'SELECT hardware_tokens::text AS row FROM hardware_tokens WHERE user_id = $1',
      [person.id]
    );
    expect(rows).toHaveLength(2);
    for (const { row } of rows) expect(row).not.toContain(first.toString('hex'));
  });

  test('enrols all of a file or nothing, and nobody of another issuer', async () => {
    const [person, other] = [await aCardholder(world.database), await aCardholder(world.database)];
    const issuer = await issuerNumberOf(person);
    const result = await enrol(issuer, [
      keyPackage('B-1', person.userId, randomBytes(32)),
      keyPackage('B-2', other.userId, randomBytes(32))
    ]);
    expect(result.code).toBe(1);
    expect(result.output).toContain(`token B-2: issuer ${issuer} has no user ${other.userId}`);
    expect(result.output).toContain('Nothing was enrolled');
    expect([await tokenRow(person), await tokenRow(other)]).toEqual([undefined, undefined]);
    expect((await world.client().signIn(person.userId, PASSWORD)).body).toBe('/workspace');
  });
});
