import { transaction } from '@/lib/core/database/database';
import { accepted } from '@/lib/core/entry/refusal';
import { keyedHash } from '@/lib/core/secrets/keys';
import { accountOf } from '@/lib/sign-in/account/accounts';
import { lookUpLoginInfo } from '@/lib/sign-in/account/look-up';
import { type Actor, actorOf } from '@/lib/sign-in/session/sessions';
import { type SoftTokenSeed, seedAddress, seedFile } from '@/lib/sign-in/token/seed-file';
import { handOutSeed, issueSoftToken, tokenStatus } from '@/lib/sign-in/token/soft-tokens';
import { parseSeedFile } from '@/lib/sign-in/token/token-enrolment';
import { newFirstPin, resetPin, setPin } from '@/lib/sign-in/token/token-pin';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aCardholder, type Person, passcodeOf } from '../support/people';
import { granted } from '../support/results';
import { withSetting } from '../support/settings';
import { aBrand, actorAfter, place, trySignIn } from '../support/sign-in';

const database = useDatabase();
const SEED: SoftTokenSeed = {
  serialNumber: 'ST000000000042',
  userId: 'anna.lindqvist',
  issuer: 'Norrvik & Söner, "Kort"',
  secret: Buffer.from('0123456789abcdef0123456789abcdef')
};

beforeAll(async () => {
  process.env.SIGN_IN_FAILURES_PER_USER = '1000';
  await aBrand();
});

const ownerOf = ({ issuerId, id }: Person) => ({ issuerId, userId: id });

/** A user with a waiting soft token. */
async function withPendingToken(): Promise<Person> {
  const person = await aCardholder(database.current);
  const account = await accountOf(ownerOf(person));
  await transaction((tx) => issueSoftToken(tx, account, ORIGIN));
  return person;
}

/** Through the password and the mailed code, to where the soft token waits. */
async function atSoftToken(person: Person): Promise<Actor> {
  const halfway = await actorAfter(await trySignIn(person));
  expect(halfway.kind).toBe('one_time_pin');
  const [pin] = await database.current.query<{ id: string }>('SELECT id FROM one_time_pins WHERE session_id = $1', [
    halfway.sessionId
  ]);
  await database.current.query('UPDATE one_time_pins SET code_hash = $1 WHERE id = $2', [
    keyedHash('one-time-pin', `${pin?.id}\0${'482913'}`),
    pin?.id
  ]);
  return actorAfter(await trySignIn(person, { type: 'otp-2fa', secret: '482913', halfway }));
}

async function handOut(person: Person, by = ownerOf(person)) {
  const { brand } = await place();
  return handOutSeed(ownerOf(person), by, ORIGIN, async () => accepted(brand));
}

describe('the seed file', () => {
  test('C1.017 C2.002 is PSKC (RFC 6030) that is read back as it was written', () => {
    const { serialNumber, userId, secret } = SEED;
    expect(parseSeedFile(seedFile(SEED))).toEqual([{ serialNumber, userId, algorithm: 'SHA256', secret }]);
    expect(seedFile({ ...SEED, userId: '<anna>&' })).toContain('<UserId>UID=&lt;anna&gt;&amp;</UserId>');
  });

  test('has the elements of RFC 6030 section 4 in the order of its schema', () => {
    const names = [...seedFile(SEED).matchAll(/<([A-Z]\w+)/g)].map(([, name]) => name);
    expect(names).toEqual([
      ...['KeyContainer', 'KeyPackage', 'DeviceInfo', 'SerialNo', 'Key', 'Issuer', 'AlgorithmParameters', 'Suite'],
      ...[
        'ResponseFormat',
        'Data',
        'Secret',
        'PlainValue',
        'Time',
        'PlainValue',
        'TimeInterval',
        'PlainValue',
        'UserId'
      ]
    ]);
  });

  test('as an address it says the same', () => {
    const address = new URL(seedAddress(SEED));
    expect([address.protocol, address.host]).toEqual(['otpauth:', 'totp']);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      // RFC 4648: the secret in Base32.
      secret: 'GAYTEMZUGU3DOOBZMFRGGZDFMYYDCMRTGQ2TMNZYHFQWEY3EMVTA',
      issuer: SEED.issuer,
      algorithm: 'SHA256',
      digits: '8'
    });
  });
});

describe('CD.70 the first PIN of a token', () => {
  test('is four digits that could be chosen, any of them, and another one for each', () => {
    const pins = Array.from({ length: 20_000 }, newFirstPin);
    for (const pin of pins) expect(pin).toMatch(/^[1-9]\d{3}$/);
    // 9,000 PINs do not begin with 0; 22 of them are one digit four times, or a run.
    expect(new Set(pins).size).toBeGreaterThan(7_500);
    for (const weak of ['1111', '9999', '1234', '3456', '9876', '3210']) expect(pins).not.toContain(weak);
  });

  test('is its own for each token, handed out or reset, and kept as a hash alone', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, withPendingToken));
    const pins: string[] = [];
    for (const person of people) pins.push(granted(await handOut(person)).firstPin);
    const [first] = people as [Person];
    const account = await accountOf(ownerOf(first));
    for (let n = 0; n < 3; n++) pins.push(await transaction((tx) => resetPin(tx, account, ORIGIN)));
    // One PIN for all would be seven alike; two alike by chance are one in 400.
    expect(new Set(pins).size).toBeGreaterThan(4);
    const rows = await database.current.query<{ row: string; hash: string }>(
      'SELECT pin_hash AS hash, concat(audit_entries.details::text, hardware_tokens.serial_number) AS row FROM hardware_tokens JOIN audit_entries USING (issuer_id) WHERE hardware_tokens.user_id = $1',
      [first.id]
    );
    for (const { hash } of rows) expect(hash).toMatch(/^user:\$2b\$/);
    expect(pins.some((pin) => JSON.stringify(rows.map(({ row }) => row)).includes(`"${pin}"`))).toBe(false);
  });
});

describe('C1.017 two-factor', () => {
  test('a password leads through a mailed code to the soft token that waits, and nowhere else', async () => {
    const person = await withPendingToken();
    const actor = await atSoftToken(person);
    expect(actor.kind).toBe('soft_token');
    expect(await tokenStatus({ issuerId: person.issuerId, id: person.id })).toMatchObject({
      status: 'pending',
      software: true
    });
  });

  test('if the issuer or company requires it, every user without a token gets one', async () => {
    const person = await aCardholder(database.current);
    await withSetting(database.current, person, 'two.factor.required', true);
    const actor = await atSoftToken(person);
    expect(actor.kind).toBe('soft_token');
    const first = await tokenStatus({ issuerId: person.issuerId, id: person.id });
    expect(first).toMatchObject({ status: 'pending' });
    await atSoftToken(person);
    expect(await tokenStatus({ issuerId: person.issuerId, id: person.id })).toEqual(first);
  });

  test('the seed is kept encrypted, and is another for everybody', async () => {
    const people = [await withPendingToken(), await withPendingToken()];
    const secrets = [];
    for (const person of people) {
      const handed = granted(await handOut(person));
      expect(handed.secret).toHaveLength(32);
      const [row] = await database.current.query<{ sealed: Buffer }>(
        'SELECT seed_encrypted AS sealed FROM hardware_tokens WHERE user_id = $1',
        [person.id]
      );
      expect(row?.sealed.includes(handed.secret)).toBe(false);
      secrets.push(handed.secret.toString('hex'));
    }
    expect(new Set(secrets).size).toBe(2);
  });

  test('the seed is handed out once, also to two at the same moment, ends every session and is audited', async () => {
    const person = await withPendingToken();
    const token = await trySignIn(person);
    const results = await Promise.all([handOut(person), handOut(person)]);
    expect(results.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(results.find(({ ok }) => !ok)).toMatchObject({ refusal: { code: 'soft.token.taken' } });
    if (token.kind !== 'signed_in') throw new Error('not signed in');
    expect(await actorOf(token.session.token)).toBeNull();
    const entries = await database.current.query<{ details: object }>(
      "SELECT details FROM audit_entries WHERE issuer_id = $1 AND action = 'token.handed_out'",
      [person.issuerId]
    );
    expect(entries).toHaveLength(1);
    expect(JSON.stringify(entries)).toContain('"toOwner":true');
  });

  test('from then on the password signs in no more', async () => {
    const person = await withPendingToken();
    await handOut(person);
    expect((await lookUpLoginInfo(person.userId)).loginType).toBe('token');
    expect(await trySignIn(person)).toMatchObject({ kind: 'refused', refusal: { code: 'login.failed' } });
  });

  test('C4.028 C9.007 the first sign-in takes the first PIN, must set another, and ends; the next takes that', async () => {
    const person = await withPendingToken();
    const { secret, firstPin } = granted(await handOut(person));
    const now = Math.floor(Date.now() / 30_000);
    const first = await trySignIn(person, {
      type: 'token',
      secret: passcodeOf(secret, firstPin, now - 1)
    });
    const actor = await actorAfter(first);
    expect(actor.kind).toBe('new_pin');
    expect((await setPin(actor, '2468', await place(), ORIGIN)).ok).toBe(true);
    if (first.kind !== 'signed_in') throw new Error('not signed in');
    expect(await actorOf(first.session.token)).toBeNull();
    const again = passcodeOf(secret, firstPin, now);
    expect(await trySignIn(person, { type: 'token', secret: again })).toMatchObject({ kind: 'refused' });
    const next = await trySignIn(person, { type: 'token', secret: passcodeOf(secret, '2468', now) });
    expect(next).toMatchObject({ kind: 'signed_in', sessionKind: 'full' });
  });

  test('another token in its place: the old one signs in no more, the password leads to the new one', async () => {
    const person = await withPendingToken();
    const handed = granted(await handOut(person));
    const account = await accountOf(ownerOf(person));
    await transaction((tx) => issueSoftToken(tx, account, ORIGIN));
    const old = passcodeOf(handed.secret, handed.firstPin);
    expect(await trySignIn(person, { type: 'token', secret: old })).toMatchObject({ kind: 'refused' });
    expect((await atSoftToken(person)).kind).toBe('soft_token');
    const other = await handOut(person);
    expect(other.ok && other.value.secret.equals(handed.secret)).toBe(false);
  });

  test('a token that waits is not known to signing in, whatever is typed', async () => {
    const person = await withPendingToken();
    expect(await trySignIn(person, { type: 'token', secret: '12345678' })).toMatchObject({ kind: 'refused' });
  });
});
