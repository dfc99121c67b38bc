import { randomUUID } from 'node:crypto';
import { outboxHandlers } from '@/lib/composition/process/outbox-handlers';
import { workOnce } from '@/lib/core/server/outbox';
import { tooManyLookups, tooManyPasskeyChallenges } from '@/lib/sign-in/account/lookup-limit';
import { tooManyFederatedSignIns } from '@/lib/sign-in/federation/start-limit';
import { requestPin, resendPin } from '@/lib/sign-in/one-time-pin/one-time-pins';
import { changePassword } from '@/lib/sign-in/password/passwords';
import { requestRecovery, requestTemporaryPassword } from '@/lib/sign-in/recovery/recovery';
import { tooManyRecoveries } from '@/lib/sign-in/recovery/recovery-limit';
import type { Actor } from '@/lib/sign-in/session/sessions';
import { signInBy } from '@/lib/sign-in/steps/sign-in';
import type { SignInStep } from '@/lib/sign-in/steps/sign-in-proof';
import { countAgainstLimits, tooManyFailures, waitBefore } from '@/lib/sign-in/steps/sign-in-refusal';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aCardholder, type Person, withQuestion } from '../support/people';
import { aBrand, place, placeOfQuestions } from '../support/sign-in';
import { aSession } from '../support/structure';

const world = useDatabase();
beforeAll(async () => {
  Object.assign(process.env, {
    SIGN_INS_PER_USER: '7',
    SIGN_INS_PER_ADDRESS: '40',
    SIGN_IN_FAILURES_PER_USER: '7',
    SIGN_IN_FAILURES_PER_ADDRESS: '10',
    LOOKUPS_PER_ADDRESS: '10',
    FEDERATED_STARTS_PER_ADDRESS: '10',
    RECOVERIES_PER_ADDRESS: '5'
  });
  await aBrand({ passwordResetLink: true });
});

const from = (address: string) => ({ ...ORIGIN, address });
const anAlias = () => randomUUID().replaceAll('-', '');

test.each<[SignInStep['type'], boolean]>([
  ['password', true],
  ['token', true],
  ['passkey', true],
  ['otp-2fa', false],
  ['next-token', false],
  ['challenge', false]
])('F-3 P1.001 a step by %s is counted where a sign-in begins with it: %s', async (type, isCounted) => {
  const step: SignInStep = { b2BAlias: anAlias(), type, halfway: null, ...(await place()) };
  const waits = [];
  for (let time = 0; time < 8; time++) waits.push(await waitBefore(step, from('203.0.113.1')));
  expect(waits).toEqual([...Array(7).fill(undefined), isCounted ? expect.any(Number) : undefined]);
});

test('F-3 P1.001 a proof other than a typed secret is checked only while tries are left', async () => {
  const prove = jest.fn(async () => ({ account: undefined, proof: null }));
  const step: SignInStep = { b2BAlias: anAlias(), type: 'passkey', halfway: null, ...(await place()) };
  const kinds = [];
  for (let time = 0; time < 8; time++) kinds.push((await signInBy(prove, step, from('203.0.113.3'))).kind);
  // The sixth failure locks.
  expect(kinds).toEqual([...Array(5).fill('refused'), 'locked', 'locked', 'refused']);
  expect(prove).toHaveBeenCalledTimes(7);
});

test('F-3 P1.001 a step that begins no sign-in is not counted by address either', async () => {
  const waits = [];
  for (let time = 0; time < 41; time++) {
    const step: SignInStep = { b2BAlias: anAlias(), type: 'otp-2fa', halfway: null, ...(await place()) };
    waits.push(await waitBefore(step, from('203.0.113.2')));
  }
  expect(waits).toEqual(Array(41).fill(undefined));
});

test('F-3 P1.001 failures are limited by user id and by address, each by itself', async () => {
  const [alias, other] = [anAlias(), anAlias()];
  const wait = (b2BAlias: string, address: string) => tooManyFailures({ b2BAlias }, from(address));
  expect(await wait(alias, '198.51.100.1')).toBeUndefined();
  for (const last of [1, 1, 1, 1, 2, 2, 2]) await countAgainstLimits(alias, from(`198.51.100.${last}`));
  expect(await wait(alias, '198.51.100.3')).toEqual(expect.any(Number));
  expect(await wait(other, '198.51.100.1')).toBeUndefined();
  for (let time = 0; time < 6; time++) await countAgainstLimits(anAlias(), from('198.51.100.1'));
  expect(await wait(other, '198.51.100.1')).toEqual(expect.any(Number));
  expect(await wait(other, '198.51.100.2')).toBeUndefined();
});

const DELIVERY = { brandName: 'tessera', locale: 'en_US' };
const QUESTION = { questionId: 'first.pet', answer: 'Biscuit' };

test.each([
  ['look-ups', tooManyLookups, 10],
  ['challenges of passkeys', tooManyPasskeyChallenges, 10],
  ['sign-ins at a provider', tooManyFederatedSignIns, 10],
  ['recoveries', tooManyRecoveries, 5]
])('F-3 P1.001 %s are counted by address, and each kind by itself', async (_, limit, most) => {
  const ask = (address: string) => limit({ headers: new Headers({ 'x-forwarded-for': address }) });
  for (let time = 0; time < most; time++) expect(await ask('203.0.113.9')).toBeUndefined();
  expect([await ask('203.0.113.9'), await ask('203.0.113.10')]).toEqual([expect.any(Number), undefined]);
});

test('PD.11 five codes are sent in an hour, to a session and to a user id apart', async () => {
  const [person, other] = [await aCardholder(world.current), await aCardholder(world.current)];
  const sessionId = await aSession(world.current, person);
  const actor = { issuerId: person.issuerId, userId: person.id, sessionId } as Actor;
  const ways = [
    () => requestPin(` ${person.userId.toUpperCase()}`, DELIVERY, ORIGIN),
    () => resendPin(actor, DELIVERY, ORIGIN)
  ];
  for (const ask of ways) {
    for (let time = 0; time < 5; time++) {
      await world.current.query("DELETE FROM rate_limits WHERE key LIKE 'one-time-pin-pause%'");
      expect(await ask()).toMatchObject({ ok: true });
    }
    await world.current.query("DELETE FROM rate_limits WHERE key LIKE 'one-time-pin-pause%'");
    const sixth = await ask();
    expect(sixth).toEqual({ ok: false, retryAfter: expect.any(Number) });
    expect((sixth as { retryAfter: number }).retryAfter).toBeGreaterThan(3_000);
  }
  expect(await requestPin(other.userId, DELIVERY, ORIGIN)).toMatchObject({ ok: true });
});

describe('F-3 PD.11 what is limited is counted for as long as that', () => {
  const request = { headers: new Headers({ 'x-forwarded-for': '203.0.113.20' }) };
  const ownerOf = ({ issuerId, id }: Person) => ({ issuerId, userId: id });

  test.each<[string, number, (person: Person) => Promise<unknown>]>([
    ['sign-in-address', 900, ({ b2BAlias }) => countAgainstLimits(b2BAlias, ORIGIN)],
    ['sign-in-user', 900, ({ b2BAlias }) => countAgainstLimits(b2BAlias, ORIGIN)],
    ['sign-in-begun-address', 60, begin],
    ['sign-in-begun-user', 60, begin],
    ['lookup-address', 300, () => tooManyLookups(request)],
    ['passkey-challenge-address', 300, () => tooManyPasskeyChallenges(request)],
    ['federated-address', 300, () => tooManyFederatedSignIns(request)],
    ['recovery-address', 900, () => tooManyRecoveries(request)],
    ['one-time-pin-pause', 30, ({ userId }) => requestPin(userId, DELIVERY, ORIGIN)],
    ['one-time-pin-hour', 3_600, ({ userId }) => requestPin(userId, DELIVERY, ORIGIN)],
    ['security-answers-user', 3_600, askPassword],
    ['temporary-passwords-user', 3_600, askPassword],
    [
      'reset-links-user',
      3_600,
      async ({ userId }) => {
        await requestRecovery(userId, await place(), 'https://x', ORIGIN);
        await work();
      }
    ],
    [
      'change-password-user',
      900,
      async (person) => {
        const change = { userId: person.userId, oldCredential: 'wrong password', newCredential: 'x' };
        await changePassword(ownerOf(person) as Actor, { ...change, ...(await place()) }, ORIGIN);
      }
    ]
  ])('%s: %i seconds', async (name, seconds, use) => {
    const person = await aCardholder(world.current);
    await withQuestion(world.current, person);
    await world.current.query('DELETE FROM rate_limits');
    const begun = Date.now();
    await use(person);
    const ended = Date.now();
    const rows = await world.current.query<{ points: number; expire: string }>(
      "SELECT points, expire FROM rate_limits WHERE key LIKE $1 || ':%'",
      [name]
    );
    expect(rows.map(({ points }) => points)).toEqual([1]);
    const lasts = Number(rows[0]?.expire) - seconds * 1000;
    expect(lasts).toBeGreaterThanOrEqual(begun);
    expect(lasts).toBeLessThanOrEqual(ended);
  });

  async function begin({ b2BAlias }: Person) {
    await waitBefore({ b2BAlias, type: 'password', halfway: null, ...(await place()) }, ORIGIN);
  }
  async function askPassword({ userId }: Person) {
    await requestTemporaryPassword({ userId, ...QUESTION }, await placeOfQuestions(), ORIGIN);
    await work();
  }
  async function work() {
    const mails = { 'mail.send': async () => undefined };
    while (await workOnce({ ...outboxHandlers, ...mails })) {
      // Until nothing waits.
    }
  }
});
