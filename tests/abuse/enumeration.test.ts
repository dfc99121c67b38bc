// No response to an outsider reveals whether a user id exists (PD.2), neither by content nor by time.
import { randomBytes } from 'node:crypto';
import { aCardholder, PASSWORD, type Person, withQuestion } from '../support/people';
import { type Answer, PUBLIC } from '../support/portal-client';
import { separability, timed, timeTells } from '../support/separability';
import { useServer } from '../support/server-world';

// As slow as hashes are at least in production: what they cost must not show.
process.env.PASSWORD_HASH_COST = '10';

const world = useServer({
  SIGN_INS_PER_ADDRESS: '100000',
  LOOKUPS_PER_ADDRESS: '100000',
  RECOVERIES_PER_ADDRESS: '10000',
  SIGN_IN_FAILURES_PER_ADDRESS: '100000'
});
/** At a brand that asks security questions instead of sending reset links. */
const asking = () => world.client('mastercard.localhost');
const nobody = () => `Person.${randomBytes(5).toString('hex')}`;
const alias = () => randomBytes(16).toString('hex');
const question = (userId: string, questionResponse = 'wrong answer') => ({
  userId,
  locale: 'en_US',
  cobrandName: 'mastercard',
  securityQuestionSTO: { questionId: 'first.pet', questionText: '', questionResponse }
});

/** Every unauthenticated call with a user id or an equivalent. */
const CALLS: Record<string, (who: { userId: string; b2BAlias: string }) => Promise<Answer>> = {
  'login-info': ({ userId }) => world.client().post(`${PUBLIC}/login-info`, { userId }),
  'a code': ({ userId }) => world.client().post(`${PUBLIC}/one-time-pins`, { userId, locale: 'en_US' }),
  'a reset link': ({ userId }) => world.client().post(`${PUBLIC}/forgot-password`, { userId, locale: 'en_US' }),
  'the security question': ({ userId }) => asking().post('/cpae/public/users/securityquestions', userId),
  'a temporary password': ({ userId }) => asking().post(`${PUBLIC}/temporary-passwords`, question(userId)),
  'signing in': ({ b2BAlias }) => world.client().enter(b2BAlias, 'password', 'Wrong-Password-99'),
  'signing in with a passcode': ({ b2BAlias }) => world.client().enter(b2BAlias, 'token', '12345678'),
  'signing in with a code': ({ b2BAlias }) => world.client().enter(b2BAlias, 'otp-2fa', '123456')
};

const STATUS: Record<string, number> = {
  'login-info': 200,
  'a code': 202,
  'a reset link': 202,
  'the security question': 200,
  'a temporary password': 422
};

/** An id, a letter of a masked address and the selected question: these differ between unknown users too. */
const BY_NATURE = [
  /[0-9a-f]{32}/g,
  /[a-z](?=\*{5})|(?<=\*{5})[a-z](?=@)/g,
  /"questionId":"[a-z.]+","questionText":"[^"]+"/g
];

/** The parts of a response that could reveal something: all except those that differ from call to call by nature. */
function shapeOf({ status, headers, body }: Answer): object {
  const { date: _, 'x-request-id': __, 'set-cookie': cookies = [], etag: ___, ...rest } = headers;
  const names = (cookies as string[]).map((line) => line.replace(/=[^;]*/, '=…'));
  return { status, rest, names, body: BY_NATURE.reduce((text, part) => text.replaceAll(part, '…'), body) };
}

test('the measure of time tells apart what differs, and nothing else', () => {
  const noise = () => Array.from({ length: 200 }, () => Math.random() + Math.random());
  expect(Math.abs(separability(noise(), noise()) - 0.5)).toBeLessThan(0.15);
  const slower = noise().map((value) => value + 1);
  expect(separability(slower, noise())).toBeGreaterThan(0.85);
});

describe('PD.2 the answer does not tell', () => {
  test.each(Object.keys(CALLS))('%s', async (name) => {
    const call = CALLS[name] as (typeof CALLS)[string];
    // Hard to hide: digits where the first and last letters are shown, in a rare top-level domain.
    const known = await aCardholder(world.database, { email: `7.${randomBytes(5).toString('hex')}.0@4mail.museum` });
    await withQuestion(world.database, known);
    const [one, other] = [await call(known), await call({ userId: nobody(), b2BAlias: alias() })];
    expect(one.status).toBe(STATUS[name] ?? 401);
    expect(shapeOf(one)).toEqual(shapeOf(other));
  });

  test.each(['7a9@mail.museum', 'Ångström@ångström.example', '"a@b"@1.example.co.uk', '漢字@漢字.example', 'x@y'])(
    'the masked address of %s is of the same form as an invented one, and the same at every call',
    async (email) => {
      const person = await aCardholder(world.database, { email });
      const masked = async (userId: string) => {
        await world.database.query("DELETE FROM rate_limits WHERE key LIKE 'one-time-pin-pause%'");
        return (await CALLS['a code']?.({ userId, b2BAlias: '' }))?.json() as { emailAddress: string };
      };
      const unknown = nobody();
      for (const userId of [person.userId, unknown]) {
        const { emailAddress } = await masked(userId);
        expect(emailAddress).toMatch(/^[a-z]\*{5}[a-z]@[a-z]\*{5}$/);
        expect((await masked(userId)).emailAddress).toBe(emailAddress);
      }
    }
  );

  test('the series up to the lock', async () => {
    const known = await aCardholder(world.database);
    const series = async (who: string) => {
      const statuses = [];
      for (let n = 0; n < 8; n++) {
        const answer = await world.client().enter(who, 'password', 'Wrong-Password-99');
        statuses.push([answer.status, answer.body]);
      }
      return statuses;
    };
    expect(await series(known.b2BAlias)).toEqual(await series(alias()));
  });

  test('a locked or inactive user, or one without an address, looks like an unknown one', async () => {
    for (const state of [
      { status: 'inactive' as const },
      { status: 'locked' as const, lockCause: 'administrator' },
      { email: null }
    ]) {
      const person = await aCardholder(world.database, state);
      for (const name of ['a reset link', 'a code', 'login-info', 'signing in']) {
        const call = CALLS[name] as (typeof CALLS)[string];
        expect(shapeOf(await call(person))).toEqual(shapeOf(await call({ userId: nobody(), b2BAlias: alias() })));
      }
    }
  });
});

describe('PD.2 the time does not tell', () => {
  let people: Person[];
  beforeAll(async () => {
    people = [];
    for (let n = 0; n < 150; n++) people.push(await aCardholder(world.database));
    for (const person of people) await withQuestion(world.database, person);
  }, 120_000);
  const stranger = () => ({ userId: nobody(), b2BAlias: alias() });

  test.each(Object.keys(CALLS))(
    '%s',
    async (name) => {
      const call = CALLS[name] as (typeof CALLS)[string];
      for (let n = 0; n < 10; n++) await call(stranger());
      const tells = await timeTells<ReturnType<typeof stranger>>(people, stranger, (who) => timed(() => call(who)));
      expect(Math.abs(tells - 0.5)).toBeLessThan(0.15);
    },
    180_000
  );

  test('nor does the work that an answer leaves behind', async () => {
    const tells = await timeTells<{ userId: string }>(people, stranger, async ({ userId }) => {
      await world.client().post(`${PUBLIC}/forgot-password`, { userId, locale: 'en_US' });
      return timed(() => world.client().call('/sdportal/rest/cobrand/tessera'));
    });
    expect(Math.abs(tells - 0.5)).toBeLessThan(0.15);
  }, 120_000);

  test('the right password is let in, so that the measure is of a working server', async () => {
    const person = await aCardholder(world.database);
    expect((await world.client().enter(person.b2BAlias, 'password', PASSWORD)).status).toBe(200);
  });
});
