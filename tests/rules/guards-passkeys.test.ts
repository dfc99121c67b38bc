import { randomBytes } from 'node:crypto';
import { brandDirectory } from '@/lib/brand/brands/directory';
import { accountOf } from '@/lib/sign-in/account/accounts';
import type { Assertion, NewPasskey } from '@/lib/sign-in/passkey/passkey-schema';
import { passkeySignInOptions, signInWithPasskey } from '@/lib/sign-in/passkey/passkey-sign-in';
import {
  addPasskey,
  ownPasskeys,
  PASSKEYS_MAX,
  removePasskey,
  startAdding,
  userHandleOf
} from '@/lib/sign-in/passkey/passkeys';
import { type Actor, actorOf } from '@/lib/sign-in/session/sessions';
import { Authenticator } from '../support/authenticator';
import { whileHeld } from '../support/held-rows';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aCardholder, aPersonOf, failuresOf, PASSWORD, type Person, withChallenge, withToken } from '../support/people';
import { codeOf, granted, refusedFor } from '../support/results';
import { withSetting } from '../support/settings';
import { aBrand, actorAfter, place, sessionOf, trySignIn } from '../support/sign-in';
import { aTwinOf } from '../support/twin';

const world = useDatabase();
const rp = { id: 'cards.bank.example', origin: 'https://cards.bank.example' };
const ELSEWHERE = { id: 'other.bank.example', origin: 'https://other.bank.example' };

beforeAll(async () => {
  for (const limit of [
    'SIGN_IN_FAILURES_PER_USER',
    'SIGN_IN_FAILURES_PER_ADDRESS',
    'SIGN_INS_PER_USER',
    'SIGN_INS_PER_ADDRESS'
  ])
    process.env[limit] = '1000';
  await aBrand();
  expect((await brandDirectory()).byName.has('tessera')).toBe(true);
});

const here = async (at = rp) => ({ ...(await place()), rp: at });
const handleOf = ({ id }: Person) => Buffer.from(userHandleOf(id)).toString('base64url');

async function signedIn(person?: Person) {
  const somebody = person ?? (await aCardholder(world.current));
  return { person: somebody, actor: await actorAfter(await trySignIn(somebody)) };
}

/** The browser's options and its response. */
async function made(
  actor: Actor,
  authenticator: Authenticator,
  departures: Parameters<Authenticator['create']>[1] = {}
) {
  const options = granted(await startAdding(actor, PASSWORD, await here(), ORIGIN));
  return { name: 'Laptop', credential: authenticator.create(options, departures) } as NewPasskey;
}
const add = async (actor: Actor, passkey: NewPasskey, at = rp) => addPasskey(actor, passkey, await here(at), ORIGIN);

async function withPasskey({ counter = 0 } = {}) {
  const { person, actor } = await signedIn();
  const authenticator = new Authenticator(rp.id, rp.origin, counter);
  const { id } = granted(await add(actor, await made(actor, authenticator)));
  return { person, actor, authenticator, id };
}

/** One sign-in in a browser of its own, told what to get wrong. */
async function enter(authenticator: Authenticator, departures: Parameters<Authenticator['get']>[1] = {}, at = rp) {
  const browser = randomBytes(32).toString('base64url');
  const assertion = authenticator.get(await passkeySignInOptions(at, browser), departures) as Assertion;
  return signInWithPasskey(assertion, { ...(await place()), rp: at, browser }, ORIGIN);
}
const REFUSED = { kind: 'refused', status: 401, refusal: { code: 'passkey.failed' } };

/** Gives somebody passkeys that are never used. */
async function idlePasskeys({ issuerId, id }: Person, count: number) {
  await world.current.query(
    `INSERT INTO passkeys (issuer_id, id, user_id, credential_id, rp_id, public_key, sign_count, name, created_at)
     SELECT $1, gen_random_uuid(), $2, gen_random_uuid(), $3, decode(repeat('00', 77), 'hex'), 0, 'Idle', now()
     FROM generate_series(1, $4)`,
    [issuerId, id, rp.id, count]
  );
}

test('WebAuthn 7.1 7.2 a browser is asked for a passkey that it keeps, for a verified person, within five minutes', async () => {
  const { person, actor } = await signedIn();
  const made = granted(await startAdding(actor, PASSWORD, await here(), ORIGIN));
  expect(made).toMatchObject({
    rp: { id: rp.id, name: 'Tessera' },
    user: { id: handleOf(person), name: person.userId, displayName: 'Robin Example' },
    timeout: 300_000,
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' }
  });
  const [first, second] = [await passkeySignInOptions(rp, 'mine'), await passkeySignInOptions(rp, 'mine')];
  expect(first).toMatchObject({ rpId: rp.id, timeout: 300_000, userVerification: 'required' });
  // A sign-in names nobody.
  expect(first.allowCredentials ?? []).toEqual([]);
  expect(Buffer.from(first.challenge, 'base64url')).toHaveLength(32);
  expect(first.challenge).not.toBe(second.challenge);
});

describe('a passkey is added', () => {
  test('by whom knows the password; a wrong one counts, and a token user adds none', async () => {
    const { person, actor } = await signedIn();
    expect(refusedFor(await startAdding(actor, 'wrong password', await here(), ORIGIN))).toBe(
      'password invalid.credentials'
    );
    expect(await failuresOf(world.current, person)).toBe(1);
    await withToken(world.current, person, { pin: '2468' });
    expect(codeOf(await startAdding(actor, PASSWORD, await here(), ORIGIN))).toBe('profile.passkey.failed');
  });

  test('in the session that asked, once, at its host, of a verified person', async () => {
    const { person, actor } = await signedIn();
    const { actor: other } = await signedIn(person);
    const authenticator = new Authenticator(rp.id, rp.origin);
    for (const departures of [
      { origin: ELSEWHERE.origin },
      { rpId: ELSEWHERE.id },
      { userVerified: false },
      { challenge: randomBytes(32).toString('base64url') }
    ])
      expect(codeOf(await add(actor, await made(actor, authenticator, departures)))).toBe('profile.passkey.failed');
    expect(codeOf(await add(other, await made(actor, authenticator)))).toBe('profile.passkey.failed');
    expect(codeOf(await add(actor, await made(actor, authenticator), ELSEWHERE))).toBe('profile.passkey.failed');
    expect(await ownPasskeys(actor)).toEqual([]);
    const passkey = await made(actor, authenticator);
    expect(codeOf(await add(actor, passkey))).toBe('ok');
    expect(codeOf(await add(actor, passkey))).toBe('profile.passkey.failed');
    expect(await ownPasskeys(actor)).toHaveLength(1);
  });

  test('under an id of its own: another’s is not taken over', async () => {
    const mine = await withPasskey();
    const { actor } = await signedIn();
    expect(codeOf(await add(actor, await made(actor, mine.authenticator)))).toBe('profile.passkey.failed');
    expect(await ownPasskeys(actor)).toEqual([]);
    expect(await enter(mine.authenticator, { userHandle: handleOf(mine.person) })).toMatchObject({
      kind: 'signed_in',
      userId: mine.person.userId
    });
  });

  test('CD.20 where the browser has none of one’s own at this host yet', async () => {
    const mine = await withPasskey();
    const there = new Authenticator(ELSEWHERE.id, ELSEWHERE.origin);
    const elsewhere = granted(await startAdding(mine.actor, PASSWORD, await here(ELSEWHERE), ORIGIN));
    const made = { name: 'Phone', credential: there.create(elsewhere) } as NewPasskey;
    expect(codeOf(await add(mine.actor, made, ELSEWHERE))).toBe('ok');
    const colleague = await signedIn(await aPersonOf(world.current, mine.person.issuerId));
    await aTwinOf(world.current, mine.person.issuerId);
    const excluded = async (actor: Actor, at = rp) =>
      granted(await startAdding(actor, PASSWORD, await here(at), ORIGIN)).excludeCredentials?.length;
    expect([await excluded(mine.actor), await excluded(mine.actor, ELSEWHERE)]).toEqual([1, 1]);
    expect(await excluded(colleague.actor)).toBe(0);
  });

  test('ten times at most, however many at once', async () => {
    const { actor } = await signedIn();
    const passkeys: NewPasskey[] = [];
    for (let more = 0; more < PASSKEYS_MAX + 3; more++)
      passkeys.push(await made(actor, new Authenticator(rp.id, rp.origin)));
    const told = await Promise.all(passkeys.map((passkey) => add(actor, passkey)));
    expect(told.map(codeOf).sort()).toEqual([
      ...Array(PASSKEYS_MAX).fill('ok'),
      ...Array(3).fill('profile.passkey.limit')
    ]);
    expect(PASSKEYS_MAX).toBe(10);
  });

  test('CD.20 ten times at most of one’s own: no colleague’s count, nor those of another issuer with the same ids', async () => {
    const { person, actor } = await signedIn();
    const colleague = await aPersonOf(world.current, person.issuerId);
    for (const who of [person, colleague]) await idlePasskeys(who, PASSKEYS_MAX - 1);
    await aTwinOf(world.current, person.issuerId);
    const told = [];
    for (let time = 0; time < 2; time++)
      told.push(codeOf(await add(actor, await made(actor, new Authenticator(rp.id, rp.origin)))));
    expect(told).toEqual(['ok', 'profile.passkey.limit']);
  });

  test('CD.20 without waiting for a colleague, nor for another issuer with the same ids', async () => {
    const { person, actor } = await signedIn();
    const colleague = await aPersonOf(world.current, person.issuerId);
    const twin = await aTwinOf(world.current, person.issuerId);
    for (const [issuerId, id] of [
      [person.issuerId, colleague.id],
      [twin.issuerId, person.id]
    ]) {
      const passkey = await made(actor, new Authenticator(rp.id, rp.origin));
      const held = 'issuer_id = $1 AND id = $2';
      const told = await whileHeld(world.current, 'users', held, [issuerId, id], () => add(actor, passkey));
      expect(codeOf(told)).toBe('ok');
    }
  });
});

test('CD.20 a passkey is taken away by its owner alone, and lets nobody in from then on', async () => {
  const { person, actor, authenticator, id } = await withPasskey();
  await idlePasskeys(person, 1);
  const { actor: other } = await signedIn();
  const twin = await aTwinOf(world.current, person.issuerId);
  const before = await twin.digest();
  await removePasskey(other, id, await place(), ORIGIN);
  const { actor: colleague } = await signedIn(await aPersonOf(world.current, person.issuerId));
  await removePasskey(colleague, id, await place(), ORIGIN);
  expect(await ownPasskeys(actor)).toHaveLength(2);
  expect(await ownPasskeys(other)).toEqual([]);
  await removePasskey(actor, id, await place(), ORIGIN);
  await removePasskey(actor, id, await place(), ORIGIN);
  expect([await ownPasskeys(actor), await enter(authenticator)]).toMatchObject([[{ name: 'Idle' }], REFUSED]);
  const entries = await world.current.query(
    "SELECT actor_user_id AS by FROM audit_entries WHERE action = 'passkey.removed' AND entity_id = $1",
    [id]
  );
  expect(entries).toEqual([{ by: person.id }]);
  expect(await twin.digest()).toBe(before);
});

describe('a sign-in by passkey', () => {
  test('opens everything, though questions and codes would follow a password, but for a due change of it', async () => {
    const { person, authenticator } = await withPasskey();
    await withChallenge(world.current, person);
    await withSetting(world.current, person, 'one.time.pin.required', true);
    const actorNow = async () => actorOf(sessionOf(await enter(authenticator)).token);
    const { issuerId, id: userId } = person;
    expect(await actorNow()).toMatchObject({ issuerId, userId, kind: 'full' });
    await world.current.query('UPDATE credentials SET must_change = true WHERE user_id = $1', [person.id]);
    expect(await actorNow()).toMatchObject({ issuerId, userId, kind: 'change_password' });
  });

  test.each<[string, Parameters<Authenticator['get']>[1]]>([
    ['of another origin', { origin: ELSEWHERE.origin }],
    ['for another host', { rpId: ELSEWHERE.id }],
    ['of a person who was not verified', { userVerified: false }],
    ['to a challenge that nobody was asked', { challenge: randomBytes(32).toString('base64url') }],
    ['in the name of somebody else', { userHandle: Buffer.from(randomBytes(16)).toString('base64url') }],
    ['by a passkey that is not kept', { credentialId: randomBytes(24).toString('base64url') }]
  ])('PD.2 refuses an answer %s like any other, and counts it', async (name, departures) => {
    const { person, authenticator } = await withPasskey();
    expect(await enter(authenticator, departures)).toEqual(REFUSED);
    expect(await failuresOf(world.current, person)).toBe(name === 'by a passkey that is not kept' ? 0 : 1);
    expect(await enter(authenticator)).toMatchObject({ kind: 'signed_in' });
  });

  test('CD.20 counts for that passkey alone, and is dated', async () => {
    const mine = await withPasskey({ counter: 5 });
    const theirs = await withPasskey({ counter: 5 });
    await idlePasskeys(mine.person, 1);
    const twin = await aTwinOf(world.current, mine.person.issuerId);
    const before = await twin.digest();
    const kept = async (id: string) => {
      const rows = await world.current.query<{ count: number; used: boolean }>(
        'SELECT sign_count::int AS count, last_used_at IS NOT NULL AS used FROM passkeys WHERE id = $1 AND issuer_id <> $2',
        [id, twin.issuerId]
      );
      return rows[0];
    };
    expect(await enter(mine.authenticator, { counter: 9 })).toMatchObject({ kind: 'signed_in' });
    expect([await kept(mine.id), await kept(theirs.id)]).toEqual([
      { count: 9, used: true },
      { count: expect.any(Number), used: false }
    ]);
    expect((await kept(theirs.id))?.count).toBeLessThan(9);
    const idle = (await ownPasskeys(mine.actor)).find(({ name }) => name === 'Idle');
    expect(idle).toMatchObject({ lastUsedAt: null });
    expect(await twin.digest()).toBe(before);
  });

  test('is at the host that the passkey was made for', async () => {
    const { authenticator } = await withPasskey();
    expect(await enter(authenticator, {}, ELSEWHERE)).toEqual(REFUSED);
    expect(await enter(authenticator, { rpId: ELSEWHERE.id, origin: ELSEWHERE.origin }, ELSEWHERE)).toEqual(REFUSED);
  });

  test('takes an answer once, in the browser that was asked', async () => {
    const { authenticator } = await withPasskey();
    const [browser, other] = ['mine', 'yours'];
    const answer = async () => authenticator.get(await passkeySignInOptions(rp, browser)) as Assertion;
    const by = async (assertion: Assertion, from: string) =>
      signInWithPasskey(assertion, { ...(await place()), rp, browser: from }, ORIGIN);
    expect(await by(await answer(), other)).toEqual(REFUSED);
    const assertion = await answer();
    const both = await Promise.all([by(assertion, browser), by(assertion, browser)]);
    expect(both.map(({ kind }) => kind).sort()).toEqual(['refused', 'signed_in']);
  });

  test('fails where the counter has not grown, is audited, and leaves the counter as it was', async () => {
    const { person, authenticator } = await withPasskey({ counter: 5 });
    expect(await enter(authenticator, { counter: 9 })).toMatchObject({ kind: 'signed_in' });
    for (const counter of [9, 8, 0]) expect(await enter(authenticator, { counter })).toEqual(REFUSED);
    expect(await enter(authenticator, { counter: 10 })).toMatchObject({ kind: 'signed_in' });
    const entries = await world.current.query<{ counter: number }>(
      `SELECT (details->>'counter')::int AS counter FROM audit_entries
       WHERE issuer_id = $1 AND action = 'passkey.counter_regressed' ORDER BY sequence`,
      [person.issuerId]
    );
    expect(entries.map(({ counter }) => counter)).toEqual([9, 8, 0]);
  });

  test('is none for a token user, an inactive user, or one with another lock', async () => {
    const { person, authenticator } = await withPasskey();
    const now = async (sql: string) => {
      await world.current.query(`${sql} WHERE ${sql.includes('credentials') ? 'user_id' : 'id'} = $1`, [person.id]);
      return (await enter(authenticator)).kind;
    };
    expect(await now("UPDATE credentials SET login_type = 'token'")).toBe('refused');
    expect(await now("UPDATE credentials SET login_type = 'pwd'")).toBe('signed_in');
    expect(await now("UPDATE users SET status = 'inactive'")).toBe('refused');
    expect(await now("UPDATE users SET status = 'locked', lock_cause = 'administrator', locked_at = now()")).toBe(
      'locked'
    );
    expect(await now("UPDATE users SET status = 'active', lock_cause = NULL, locked_at = NULL")).toBe('signed_in');
  });

  test('PD.10 counts together with passwords: after six wrong ones a passkey is no use', async () => {
    const { person, authenticator } = await withPasskey();
    for (let time = 0; time < 6; time++) await trySignIn(person, { secret: 'wrong password' });
    expect((await enter(authenticator)).kind).toBe('locked');
    expect((await accountOf({ issuerId: person.issuerId, userId: person.id })).lockCause).toBe('password_attempts');
  });
});
