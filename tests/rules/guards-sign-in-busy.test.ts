import Piscina from 'piscina';
import { checkAnswer } from '@/lib/sign-in/challenge/security-questions';
import {
  closeHashing,
  HashingBusy,
  hashPassword,
  hashQueueLength,
  isHashingBusy,
  renewedHash,
  warmHashing
} from '@/lib/sign-in/password/password-hash';
import { signIn } from '@/lib/sign-in/steps/sign-in';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aCardholder, hashOf, PASSWORD, type Person, withQuestion, withToken } from '../support/people';
import { aBrand, place, trySignIn } from '../support/sign-in';

const world = useDatabase();
const OWNER = { issuerId: 'an issuer', id: 'a user' };

beforeAll(async () => {
  Object.assign(process.env, { PASSWORD_HASH_THREADS: '1', PASSWORD_HASH_QUEUE: '3' });
  await aBrand();
});
/** Lets the thread go that a test holds. */
let letGo: () => void = () => undefined;
afterEach(async () => {
  letGo();
  jest.restoreAllMocks();
  await closeHashing();
});

/** Keeps the only thread at its work until it is let go. */
async function held() {
  await warmHashing();
  const work = new Promise<string>((resolve) => {
    letGo = () => resolve('x');
  });
  return jest.spyOn(Piscina.prototype, 'run').mockReturnValue(work);
}
const hash = (address: string, alias?: string) =>
  hashPassword(PASSWORD, OWNER, { address, ...(alias !== undefined && { alias }) });

async function attempt({ b2BAlias }: Pick<Person, 'b2BAlias'>, address: string) {
  const step = { b2BAlias, type: 'password', secret: PASSWORD, halfway: null, ...(await place()) } as const;
  return { enter: () => signIn(step, { ...ORIGIN, address }) };
}
const BUSY = {
  kind: 'refused',
  status: 503,
  retryAfter: 5,
  refusal: { code: 'sign.in.busy', params: { seconds: 5 } }
};

describe('F-3 while no thread is free', () => {
  test('as much waits as the queue holds, one at a time is worked on, and the end waits for all of it', async () => {
    const run = await held();
    const work = ['1', '2', '3', '4'].map((n) => hash(`203.0.113.${n}`));
    expect([run.mock.calls.length, hashQueueLength()]).toEqual([1, 3]);
    expect(isHashingBusy({ address: '203.0.113.5' })).toBe(true);
    await expect(hash('203.0.113.5')).rejects.toThrow(HashingBusy);
    let isClosed = false;
    const closing = closeHashing().then(() => {
      isClosed = true;
    });
    await new Promise(setImmediate);
    expect(isClosed).toBe(false);
    letGo();
    expect(await Promise.all(work)).toEqual(Array(4).fill('user:x'));
    await closing;
    expect(run).toHaveBeenCalledTimes(4);
    jest.restoreAllMocks();
    expect(isHashingBusy({ address: '203.0.113.5' })).toBe(false);
  });

  test('P1.001 a sign-in is refused before it is counted, and one that finds the queue full later is refused alike', async () => {
    const [one, other] = [await aCardholder(world.current), await aCardholder(world.current)];
    const waiting = await attempt(one, '203.0.113.6');
    const late = await attempt(other, '203.0.113.7');
    await held();
    await world.current.query('DELETE FROM rate_limits');
    const work = [hash('203.0.113.1'), hash('203.0.113.2', one.b2BAlias)];
    expect(await waiting.enter()).toEqual(BUSY);
    expect(await world.current.query('SELECT key FROM rate_limits')).toEqual([]);
    const entering = late.enter();
    work.push(hash('203.0.113.3'), hash('203.0.113.4'));
    expect(await entering).toEqual(BUSY);
    letGo();
    await Promise.all(work);
  });
});

test('F-3 threads are ended only after they have loaded, as one that is ended before aborts the process', async () => {
  // Asking starts them.
  expect(isHashingBusy({ address: '203.0.113.5' })).toBe(false);
  const { pool } = (globalThis as unknown as { tesseraHashing: { pool: Piscina } }).tesseraHashing;
  let loaded = 0;
  for (const thread of pool.threads) thread.once('message', () => (loaded += 1));
  const close = pool.close.bind(pool);
  const loadedAtClose: number[] = [];
  pool.close = async () => {
    loadedAtClose.push(loaded);
    await close();
  };
  await closeHashing();
  expect(loadedAtClose).toEqual([1]);
});

test('F-22 a hash is made anew where it has another cost, or is bound to nobody', async () => {
  const cost = Number(process.env.PASSWORD_HASH_COST);
  const present = await hash('203.0.113.1');
  const renewed = (old: string) => renewedHash(PASSWORD, old, OWNER, ORIGIN);
  expect(await renewed(present)).toBeNull();
  expect(await renewed(hashOf(PASSWORD, cost))).toMatch(/^user:/);
  expect(await renewed(present.replace(/\$0?\d+\$/, '$11$'))).toMatch(/^user:/);
});

test('PD.2 a wrong factor costs one hash, whether its user exists, has such a factor, or neither', async () => {
  const [person, answering, holder] = [
    await aCardholder(world.current),
    await aCardholder(world.current),
    await aCardholder(world.current)
  ];
  await withQuestion(world.current, answering);
  await withToken(world.current, holder, { pin: '2468' });
  const nobody = { b2BAlias: 'f'.repeat(32), userId: 'Nobody' };
  const answer = async ({ userId }: { userId: string }) =>
    checkAnswer({ userId, questionId: 'first.pet', answer: 'Brownie' }, await place(), ORIGIN);
  const wrong: [string, () => Promise<unknown>][] = [person, holder, nobody].flatMap((who) => [
    ['password', () => trySignIn(who, { secret: 'wrong password' })],
    ['token', () => trySignIn(who, { type: 'token', secret: '12345678' })],
    ['malformed passcode', () => trySignIn(who, { type: 'token', secret: 'x' })]
  ]);
  for (const who of [person, answering, nobody]) wrong.push(['answer', () => answer(who)]);
  await warmHashing();
  const run = jest.spyOn(Piscina.prototype, 'run');
  for (const [name, attempted] of wrong) {
    run.mockClear();
    await attempted();
    expect([name, run.mock.calls.length]).toEqual([name, 1]);
  }
});
