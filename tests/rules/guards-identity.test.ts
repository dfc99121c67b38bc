import { randomUUID } from 'node:crypto';
import { transaction } from '@/lib/core/database';
import { keyedHash } from '@/lib/core/keys';
import { accountOf } from '@/lib/identity/accounts';
import { issuePin, takePin } from '@/lib/identity/one-time-pins';
import { useDatabase } from '../support/module-world';
import { aCardholder } from '../support/people';

const world = useDatabase();

/** A code that was mailed to somebody, outside of any session, and what takes one. */
async function withCode(code: string) {
  const { issuerId, id: userId } = await aCardholder(world.current);
  const account = await accountOf({ issuerId, userId });
  await transaction((tx) => issuePin(tx, account, { brandName: 'tessera', locale: 'en_US', sessionId: null }));
  const [pin] = await world.current.query<{ id: string }>('SELECT id FROM one_time_pins WHERE user_id = $1', [userId]);
  await world.current.query('UPDATE one_time_pins SET code_hash = $1 WHERE id = $2', [
    keyedHash('one-time-pin', `${pin?.id}\0${code}`),
    pin?.id
  ]);
  const actor = { issuerId, userId, sessionId: randomUUID() } as Parameters<typeof takePin>[1];
  return (typed: string) => transaction((tx) => takePin(tx, actor, typed));
}

test('PD.11 a passcode works once', async () => {
  const take = await withCode('482913');
  expect(await take('482914')).toBe('wrong');
  expect(await take('482913')).toBe('right');
  expect(await take('482913')).toBe('used_up');
});

test('PD.11 of eight tries of one passcode at the same moment one is right', async () => {
  const take = await withCode('482913');
  const taken = await Promise.all(Array.from({ length: 8 }, () => take('482913')));
  expect(taken.filter((outcome) => outcome === 'right')).toHaveLength(1);
});

test('PD.11 a passcode bears five tries, the right one not more', async () => {
  const take = await withCode('482913');
  for (let tries = 1; tries <= 5; tries++) expect(await take('000000')).toBe('wrong');
  expect(await take('482913')).toBe('used_up');
  const last = await withCode('482913');
  for (let tries = 1; tries <= 4; tries++) await last('000000');
  expect(await last('482913')).toBe('right');
});
