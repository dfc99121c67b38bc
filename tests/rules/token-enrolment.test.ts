import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { database as prisma, transaction } from '@/lib/core/database/database';
import { now, shiftClock } from '@/lib/core/server/clock';
import { accountOf } from '@/lib/sign-in/account/accounts';
import { enrolTokens, parseSeedFile } from '@/lib/sign-in/token/token-enrolment';
import { sealPendingPin, setPin } from '@/lib/sign-in/token/token-pin';
import {
  acceptMatch,
  codeOf,
  matchPasscode,
  resynchronize,
  stepAt,
  tokenOf,
  withPin
} from '@/lib/sign-in/token/tokens';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aCardholder, type Person, passcodeOf, withToken } from '../support/people';

const database = useDatabase();
afterEach(() => {
  shiftClock(0);
  jest.restoreAllMocks();
});

const SECRET = Buffer.from('12345678901234567890123456789012');

interface Key {
  serialNumber?: string;
  algorithm?: string;
  suite?: string;
  length?: string;
  encoding?: string;
  interval?: string;
  secret?: string;
  userId?: string;
}

/** A seed file of one key: RFC 6030 section 4, as a supplier of tokens writes it. */
function seedFile(key: Key = {}, prefix = ''): string {
  const { serialNumber = 'SN-1', algorithm = 'totp', suite = 'HMAC-SHA256', length = '8', encoding = 'DECIMAL' } = key;
  const { interval = '30', secret = SECRET.toString('base64'), userId = 'robin.example' } = key;
  const tag = (name: string, content: string, attributes = '') =>
    `<${prefix}${name}${attributes}>${content}</${prefix}${name}>`;
  const namespace = ` Version="1.0" xmlns${prefix && `:${prefix.slice(0, -1)}`}="urn:ietf:params:xml:ns:keyprov:pskc"`;
  const parameters =
    (suite && tag('Suite', suite)) + tag('ResponseFormat', '', ` Length="${length}" Encoding="${encoding}"`);
  const data =
    tag('Secret', tag('PlainValue', secret)) + (interval && tag('TimeInterval', tag('PlainValue', interval)));
  const content = tag('AlgorithmParameters', parameters) + tag('Data', data) + (userId ? tag('UserId', userId) : '');
  return `<?xml version="1.0" encoding="UTF-8"?>${tag(
    'KeyContainer',
    tag(
      'KeyPackage',
      tag('DeviceInfo', tag('SerialNo', serialNumber)) +
        tag('Key', content, ` Id="1" Algorithm="urn:ietf:params:xml:ns:keyprov:pskc:${algorithm}"`)
    ),
    namespace
  )}`;
}

describe('a seed file (RFC 6030)', () => {
  const seed = { serialNumber: 'SN-1', userId: 'robin.example', algorithm: 'SHA256', secret: SECRET };

  test.each([
    ['as it is usual', {}, {}],
    ['with SHA-1', { suite: 'HMAC-SHA1' }, { algorithm: 'SHA1' }],
    ['with no suite, which means SHA-1', { suite: '' }, { algorithm: 'SHA1' }],
    ['with no interval, which means 30 seconds', { interval: '' }, {}],
    ['with a distinguished name as user', { userId: 'UID=robin.example' }, {}],
    ['with a serial number of digits that begins with 0', { serialNumber: '000123' }, { serialNumber: '000123' }]
  ])('PD.16 is read %s', (_what, key, expected) => {
    expect(parseSeedFile(seedFile(key))).toEqual([{ ...seed, ...expected }]);
  });

  test('is read with a prefix for its namespace, and with several keys in their order', () => {
    expect(parseSeedFile(seedFile({}, 'pskc:'))).toEqual([seed]);
    const [before, after] = [seedFile({ serialNumber: 'A' }), seedFile({ serialNumber: 'B' })];
    const both = before.replace(
      '</KeyContainer>',
      `${/<KeyPackage>.*<\/KeyPackage>/s.exec(after)?.[0]}</KeyContainer>`
    );
    expect(parseSeedFile(both).map(({ serialNumber }) => serialNumber)).toEqual(['A', 'B']);
    const demo = parseSeedFile(readFileSync('app/demo/soft-token/seed-file.xml', 'utf8'));
    expect(demo).toMatchObject([{ serialNumber: 'DEMO-0001', userId: 'tove.nilsen', algorithm: 'SHA256' }]);
  });

  test.each([
    ['without a serial number', { serialNumber: '' }, /key 1 \(serial number missing\).*1 to 40 characters/],
    ['with too long a serial number', { serialNumber: 'x'.repeat(41) }, /1 to 40 characters/],
    ['by counter', { algorithm: 'hotp' }, /SN-1.*time-based/],
    ['of 6 digits', { length: '6' }, /8 decimal digits/],
    ['in hexadecimal', { encoding: 'HEXADECIMAL' }, /8 decimal digits/],
    ['of 60 seconds', { interval: '60' }, /interval must be 30/],
    ['with an odd suite', { suite: 'HMAC-MD5' }, /HMAC-SHA1 or HMAC-SHA256/],
    ['with 120 bits', { secret: SECRET.subarray(0, 15).toString('base64') }, /at least 128 bits/],
    ['with no secret in plain', { secret: '' }, /at least 128 bits/],
    ['without a user', { userId: '' }, /a user id is required/]
  ])('PD.16 a key %s is refused by its number, and what it holds is not told', (_what, key, message) => {
    expect(() => parseSeedFile(seedFile(key))).toThrow(message);
    expect(() => parseSeedFile(seedFile(key))).not.toThrow(SECRET.toString('base64').slice(0, 12));
  });

  test.each([
    ['is no XML', 'serial,secret\n1,abc', /not well-formed/],
    ['is broken', seedFile().slice(0, -5), /not well-formed/],
    ['holds nothing', '<KeyContainer/>', /no keys/],
    ['is another document', '<html><body/></html>', /no keys/]
  ])('a file that %s is refused', (_what, xml, message) => {
    expect(() => parseSeedFile(xml)).toThrow(message);
  });

  test('an entity is not expanded, and none reads a file', () => {
    const entity = '<!DOCTYPE KeyContainer [<!ENTITY x SYSTEM "file:///etc/passwd">]>';
    const xml = seedFile({ userId: '&x;' }).replace('?>', `?>${entity}`);
    let read: unknown;
    try {
      read = parseSeedFile(xml);
    } catch (error) {
      read = String(error);
    }
    expect(JSON.stringify(read)).not.toContain('root:');
  });

  test('any text is read or refused with a sentence', () => {
    const part = fc.constantFrom(
      '<KeyContainer>',
      '<KeyPackage>',
      '</KeyPackage>',
      '</KeyContainer>',
      '<Key/>',
      'x',
      '&'
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(part).map((parts) => parts.join(''))
        ),
        (text) => {
          expect(() => parseSeedFile(text)).toThrow(/^(the seed file|key \d+)/);
        }
      )
    );
  });
});

describe('enrolling', () => {
  test('gives each its token, audited, and takes nothing from whom it does not name', async () => {
    const [person, bystander] = [await aCardholder(database.current), await aCardholder(database.current)];
    const [issuer] = await database.current.query<{ number: string }>('SELECT number FROM issuers WHERE id = $1', [
      person.issuerId
    ]);
    const before = await withToken(database.current, bystander, { pin: '2468' });
    const seed = { serialNumber: 'SN-9', userId: person.userId, algorithm: 'SHA1' as const, secret: SECRET };
    const [enrolled] = await enrolTokens(issuer?.number as string, [seed], ORIGIN);
    expect(enrolled).toEqual({
      serialNumber: 'SN-9',
      userId: person.userId,
      firstPin: expect.stringMatching(/^\d{4}$/)
    });
    expect(await tokenOf({ issuerId: person.issuerId, id: person.id })).toMatchObject({
      status: 'new_pin',
      algorithm: 'SHA1',
      seed: SECRET,
      driftSteps: 0,
      lastAcceptedStep: null
    });
    expect((await tokenOf({ issuerId: bystander.issuerId, id: bystander.id }))?.seed).toEqual(before);
    const [entry] = await database.current.query(
      "SELECT details FROM audit_entries WHERE issuer_id = $1 AND action = 'token.enrolled'",
      [person.issuerId]
    );
    expect(entry).toEqual({ details: { serialNumber: 'SN-9' } });
  });

  test('CD.20 PD.16 enrols nobody of another issuer, and then none of the file; a second token ends the first', async () => {
    const [person, far] = [await aCardholder(database.current), await aCardholder(database.current)];
    const [issuer] = await database.current.query<{ number: string }>('SELECT number FROM issuers WHERE id = $1', [
      person.issuerId
    ]);
    const seedFor = ({ userId }: Person, serialNumber: string) =>
      ({ serialNumber, userId, algorithm: 'SHA256', secret: SECRET }) as const;
    const enrol = (...seeds: ReturnType<typeof seedFor>[]) => enrolTokens(issuer?.number as string, seeds, ORIGIN);
    await expect(enrol(seedFor(person, 'SN-20'), seedFor(far, 'SN-21'))).rejects.toThrow(/^token SN-21: /);
    for (const { issuerId, id } of [person, far]) {
      expect(await tokenOf({ issuerId, id })).toBeUndefined();
      expect((await accountOf({ issuerId, userId: id })).loginType).toBe('pwd');
    }
    await enrol(seedFor(person, 'SN-22'));
    const first = await tokenOf(person);
    await enrol(seedFor(person, 'SN-23'));
    expect((await tokenOf(person))?.id).not.toBe(first?.id);
    const rows = await database.current.query(
      'SELECT serial_number AS serial, status::text FROM hardware_tokens WHERE user_id = $1 ORDER BY serial',
      [person.id]
    );
    expect(rows).toEqual([
      { serial: 'SN-22', status: 'revoked' },
      { serial: 'SN-23', status: 'new_pin' }
    ]);
    expect((await accountOf({ issuerId: person.issuerId, userId: person.id })).loginType).toBe('token');
  });

  test('CD.70 gives each token a first PIN of its own, which alone goes with its codes', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => aCardholder(database.current)));
    const enrolled = [];
    for (const [at, { issuerId, userId }] of people.entries()) {
      const [issuer] = await database.current.query<{ number: string }>('SELECT number FROM issuers WHERE id = $1', [
        issuerId
      ]);
      const seed = { serialNumber: `SN-3${at}`, userId, algorithm: 'SHA256' as const, secret: SECRET };
      enrolled.push(...(await enrolTokens(issuer?.number as string, [seed], ORIGIN)));
    }
    const pins = enrolled.map(({ firstPin }) => firstPin);
    expect(new Set(pins).size).toBeGreaterThan(2);
    const token = await tokenOf(people[0] as Person);
    const matches = async (pin: string) =>
      (await matchPasscode(passcodeOf(SECRET, pin, stepAt(now())), token, ORIGIN)) !== null;
    expect(await matches(pins[0] as string)).toBe(true);
    expect(await matches('1357')).toBe(pins[0] === '1357');
  });

  test('a seed moved to another row can not be read', async () => {
    const [one, two] = [await aCardholder(database.current), await aCardholder(database.current)];
    for (const person of [one, two]) await withToken(database.current, person, { pin: '2468' });
    await database.current.query(
      'UPDATE hardware_tokens SET seed_encrypted = (SELECT seed_encrypted FROM hardware_tokens WHERE user_id = $1) WHERE user_id = $2',
      [one.id, two.id]
    );
    await expect(tokenOf({ issuerId: two.issuerId, id: two.id })).rejects.toThrow();
  });
});

describe('the codes of a token', () => {
  // RFC 6238, appendix B: the instants and codes for SHA-1 and SHA-256.
  test.each([
    [59, '94287082', '46119246'],
    [1111111109, '07081804', '68084774'],
    [1234567890, '89005924', '91819424'],
    [20000000000, '65353130', '77737706']
  ])('PD.16 are those of RFC 6238 at second %i', (seconds, sha1, sha256) => {
    const step = stepAt(new Date(seconds * 1000));
    expect(codeOf({ seed: SECRET.subarray(0, 20), algorithm: 'SHA1' }, step)).toBe(sha1);
    expect(codeOf({ seed: SECRET, algorithm: 'SHA256' }, step)).toBe(sha256);
  });

  test('PD.16 any PIN is added digit by digit and taken away again', () => {
    const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
    fc.assert(
      fc.property(digits(8), digits(4), (code, pin) => {
        const passcode = withPin(code, pin);
        expect(passcode).toMatch(/^\d{8}$/);
        expect(passcode.slice(0, 4)).toBe(code.slice(0, 4));
        expect(withPin(passcode, pin, -1)).toBe(code);
      })
    );
    expect(withPin('12345678', '2468')).toBe('12347036');
  });
});

describe('the window of a token', () => {
  async function aToken() {
    // Between two steps a code may be of either: stand in the middle of one.
    shiftClock(15_000 - (Date.now() % 30_000));
    const person = await aCardholder(database.current);
    const secret = await withToken(database.current, person, { pin: '2468' });
    const key = { issuerId: person.issuerId, id: person.id };
    const middle = stepAt(now());
    const use = async (offset: number) => {
      const token = await tokenOf(key);
      const match = await matchPasscode(passcodeOf(secret, '2468', middle + offset), token, ORIGIN);
      if (!token || !match) return 'wrong';
      return transaction((tx) => acceptMatch(tx, token, match));
    };
    const follow = async (offset: number) => {
      const token = await tokenOf(key);
      const match = await matchPasscode(passcodeOf(secret, '2468', middle + offset), token, ORIGIN);
      return token && match ? transaction((tx) => resynchronize(tx, token, match)) : null;
    };
    return { use, follow, row: () => tokenOf(key) };
  }

  test.each([
    [-11, 'wrong'],
    [-10, 'drifted'],
    [-2, 'drifted'],
    [-1, 'accepted'],
    [0, 'accepted'],
    [1, 'accepted'],
    [2, 'drifted'],
    [10, 'drifted'],
    [11, 'wrong']
  ])('PD.16 PD.17 a code %i steps off is %s', async (offset, expected) => {
    const { use } = await aToken();
    expect(await use(offset)).toBe(expected);
    if (expected !== 'wrong') expect(await use(offset)).toBe('replayed');
  });

  test.each([
    [5, 6, true],
    [5, 8, true],
    [5, 9, false],
    [5, 5, false],
    [5, 4, false],
    [-7, -6, true]
  ])('PD.17 after a code %i steps off one %i off resynchronizes: %s', async (first, second, expected) => {
    const { use, follow, row } = await aToken();
    expect(await use(first)).toBe('drifted');
    expect(await follow(second)).toBe(expected);
    expect(await row()).toMatchObject(
      expected ? { status: 'active', driftSteps: second } : { status: 'next_token', driftSteps: 0 }
    );
  });

  test('PD.16 a passcode has the right PIN added, and eight digits', async () => {
    shiftClock(15_000 - (Date.now() % 30_000));
    const person = await aCardholder(database.current);
    const secret = await withToken(database.current, person, { pin: '2468' });
    const token = await tokenOf(person);
    const matched = async (passcode: string) => (await matchPasscode(passcode, token, ORIGIN)) !== null;
    const right = passcodeOf(secret, '2468', stepAt(now()));
    expect(await matched(passcodeOf(secret, '2469', stepAt(now())))).toBe(false);
    for (const passcode of [right.slice(0, 7), `${right}0`, ` ${right}`, `${right.slice(0, 7)}x`, ''])
      expect([passcode, await matched(passcode)]).toEqual([passcode, false]);
    expect(await matchPasscode(right, undefined, ORIGIN)).toBeNull();
    expect(await matched(right)).toBe(true);
  });

  test('PD.16 a clock that runs slowly away is followed', async () => {
    const { use, row } = await aToken();
    for (const offset of [1, 2, 3, 4]) expect(await use(offset)).toBe('accepted');
    expect((await row())?.driftSteps).toBe(4);
  });
});

describe('a pending PIN', () => {
  const brand = { name: 'tessera', locales: ['en_US'] } as never;
  const place = { brand, locale: 'en_US' };
  const actorFor = ({ issuerId, id }: Person) =>
    ({ issuerId, userId: id, sessionId: id, kind: 'new_pin', role: 'A', brandName: 'tessera' }) as const;

  test('PD.18 lapses after five minutes', async () => {
    const person = await aCardholder(database.current);
    await withToken(database.current, person);
    const actor = actorFor(person);
    const sealed = await sealPendingPin(actor, '2468');
    const start = Date.now();
    // iron allows for a minute of clock skew between two machines.
    jest.spyOn(Date, 'now').mockImplementation(() => start + 361_000);
    expect(await setPin(actor, sealed, place, ORIGIN)).toMatchObject({ ok: false, refusal: { code: 'invalid.pin' } });
    jest.spyOn(Date, 'now').mockImplementation(() => start + 299_000);
    expect(await setPin(actor, sealed, place, ORIGIN)).toEqual({ ok: true, value: null });
    const account = await accountOf(actor);
    expect((await tokenOf(account))?.status).toBe('active');
  });

  test('of two set at the same moment one counts', async () => {
    const person = await aCardholder(database.current);
    await withToken(database.current, person);
    const results = await Promise.all(['2468', '8642'].map((pin) => setPin(actorFor(person), pin, place, ORIGIN)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    const queued = await prisma().$queryRaw<unknown[]>`
      SELECT 1 FROM outbox WHERE issuer_id = ${person.issuerId}::uuid AND topic = 'mail.send'`;
    expect(queued).toHaveLength(1);
  });
});
