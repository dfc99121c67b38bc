import { randomUUID } from 'node:crypto';
import { signInBy } from '@/lib/sign-in/steps/sign-in';
import type { SignInStep } from '@/lib/sign-in/steps/sign-in-proof';
import { countAgainstLimits, tooManyFailures, waitBefore } from '@/lib/sign-in/steps/sign-in-refusal';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aBrand, place } from '../support/sign-in';

useDatabase();
beforeAll(async () => {
  Object.assign(process.env, {
    SIGN_INS_PER_USER: '7',
    SIGN_INS_PER_ADDRESS: '40',
    SIGN_IN_FAILURES_PER_USER: '7',
    SIGN_IN_FAILURES_PER_ADDRESS: '10'
  });
  await aBrand();
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
