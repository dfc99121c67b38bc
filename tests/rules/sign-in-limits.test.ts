import {
  closeHashing,
  HashingBusy,
  hashPassword,
  renewedHash,
  verifyPassword
} from '@/lib/sign-in/password/password-hash';
import { signIn, signInBy } from '@/lib/sign-in/steps/sign-in';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aCardholder, PASSWORD } from '../support/people';
import { aBrand, place } from '../support/sign-in';

// Slow enough for a queue.
process.env.PASSWORD_HASH_COST = '10';

const database = useDatabase();

beforeAll(async () => {
  Object.assign(process.env, {
    SIGN_INS_PER_USER: '7',
    SIGN_INS_PER_ADDRESS: '20',
    PASSWORD_HASH_QUEUE: '8',
    PASSWORD_HASH_THREADS: '1'
  });
  await aBrand();
});

async function enter(b2BAlias: string, address: string): Promise<number> {
  const step = { b2BAlias, type: 'password', secret: PASSWORD, halfway: null, ...(await place()) } as const;
  const outcome = await signIn(step, { ...ORIGIN, address });
  return outcome.kind === 'refused' ? outcome.status : 200;
}

test('F-3 P1.001 sign-ins are limited by user id, also those that succeed and from other addresses', async () => {
  const person = await aCardholder(database.current);
  const statuses = [];
  for (let n = 0; n < 8; n++) statuses.push(await enter(person.b2BAlias, `203.0.113.${n}`));
  expect(statuses).toEqual([...Array(7).fill(200), 429]);
});

test('F-3 P1.001 sign-ins are limited by address, for known and unknown user ids alike', async () => {
  const person = await aCardholder(database.current);
  const statuses = [];
  for (let n = 0; n < 20; n++) statuses.push(await enter(n.toString(16).padStart(32, '0'), '198.51.100.9'));
  expect(statuses).toEqual(Array(20).fill(401));
  expect(await enter('f'.repeat(32), '198.51.100.9')).toBe(429);
  expect(await enter(person.b2BAlias, '198.51.100.9')).toBe(429);
  expect(await enter(person.b2BAlias, '198.51.100.10')).toBe(200);
});

test('F-3 P1.001 sign-ins by a passkey or another proof are limited alike, before the proof is looked at', async () => {
  const person = await aCardholder(database.current);
  const step = { b2BAlias: person.b2BAlias, type: 'passkey', halfway: null, ...(await place()) } as const;
  let proofs = 0;
  const prove = async () => {
    proofs += 1;
    return { account: undefined, proof: null };
  };
  const outcomes = [];
  for (let n = 0; n < 8; n++) outcomes.push(await signInBy(prove, step, { ...ORIGIN, address: `192.0.2.${n}` }));
  expect(outcomes.at(-1)).toMatchObject({ kind: 'refused', status: 429 });
  expect(proofs).toBe(7);
});

const OWNER = { issuerId: 'an issuer', id: 'a user' };

test('F-3 a hash that is to be made anew waits for no thread that is busy, and a fault of ours is told as one', async () => {
  const old = `$2b$11$${'x'.repeat(53)}`;
  const work = Array.from({ length: 9 }, () => hashPassword(PASSWORD, OWNER, ORIGIN));
  expect(await renewedHash(PASSWORD, old, OWNER, ORIGIN)).toBeNull();
  await expect(renewedHash(PASSWORD, old, OWNER, {} as never)).rejects.toThrow(TypeError);
  await closeHashing();
  // What waited is done before the threads end.
  expect((await Promise.all(work)).length).toBe(9);
  expect(await renewedHash(PASSWORD, old, OWNER, ORIGIN)).toMatch(/^user:/);
});

test.each([
  ['one user id', () => 'the same alias'],
  ['one address', (n: number) => `alias ${n}`]
])('F-3 60 loops with a right password of %s, and everybody else is verified', async (_of, aliasOf) => {
  const hash = await hashPassword(PASSWORD, OWNER, ORIGIN);
  const verify = (address: string, alias: string) => verifyPassword(PASSWORD, hash, OWNER, { address, alias });
  let goesOn = true;
  const refused = new Set<unknown>();
  const loops = Array.from({ length: 60 }, async (_, n) => {
    while (goesOn) {
      await verify('198.51.100.1', aliasOf(n)).catch((error) => refused.add(error.constructor));
      await new Promise(setImmediate);
    }
  });
  const answers = [];
  for (let n = 0; n < 20; n++) answers.push(await verify(`203.0.113.${n}`, `other ${n}`));
  goesOn = false;
  await Promise.all(loops);
  expect(answers).toEqual(Array(20).fill(true));
  expect([...refused]).toEqual([HashingBusy]);
});
