import { randomUUID } from 'node:crypto';
import { transaction } from '@/lib/core/database/database';
import { keyedHash } from '@/lib/core/secrets/keys';
import { shiftClock, stopClock } from '@/lib/core/server/clock';
import { accountOf } from '@/lib/sign-in/account/accounts';
import { maskedAddress } from '@/lib/sign-in/account/masked-address';
import { issuePin, pinWait, resendPin, takePin } from '@/lib/sign-in/one-time-pin/one-time-pins';
import {
  type Actor,
  actorOf,
  endOtherSessions,
  endSession,
  openSession,
  renewSession
} from '@/lib/sign-in/session/sessions';
import { signInBy } from '@/lib/sign-in/steps/sign-in';
import { noteFailure } from '@/lib/sign-in/steps/sign-in-failure';
import type { Proof } from '@/lib/sign-in/steps/sign-in-proof';
import { isPinGood, sealPendingPin, setPin } from '@/lib/sign-in/token/token-pin';
import { acceptMatch, resynchronize, tokenOf } from '@/lib/sign-in/token/tokens';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aCardholder, aPersonOf, hashOf, PASSWORD, type Person, passcodeOf, withToken } from '../support/people';
import { refusedFor } from '../support/results';
import { aBrand, actorAfter, place, sessionOf, trySignIn } from '../support/sign-in';
import { aTwinOf } from '../support/twin';

const world = useDatabase();
const MINUTE = 60_000;
const DELIVERY = { brandName: 'tessera', locale: 'en_US' };

beforeAll(async () => {
  process.env.SIGN_IN_FAILURES_PER_USER = '1000';
  process.env.SIGN_INS_PER_USER = '1000';
  await aBrand();
});
afterEach(() => shiftClock(0));

const ownerOf = ({ issuerId, id }: Person) => ({ issuerId, userId: id });

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

describe('PD.11 passcodes of one person', () => {
  const CODE = '482913';
  /** Issues a code that is known here in place of the one that is mailed. */
  async function issue(person: Person, sessionId: string | null, code = CODE) {
    const account = await accountOf(ownerOf(person));
    await transaction((tx) => issuePin(tx, account, { ...DELIVERY, sessionId }));
    const [pin] = await world.current.query<{ id: string }>(
      'SELECT id FROM one_time_pins WHERE user_id = $1 ORDER BY id DESC LIMIT 1',
      [person.id]
    );
    await world.current.query('UPDATE one_time_pins SET code_hash = $1 WHERE id = $2', [
      keyedHash('one-time-pin', `${pin?.id}\0${code}`),
      pin?.id
    ]);
  }
  const take = (person: Person, sessionId: string, code = CODE, ofSession = false) =>
    transaction((tx) => takePin(tx, { ...ownerOf(person), sessionId }, code, { ofSession }));
  async function withSessions() {
    const person = await aCardholder(world.current);
    const open = async () => (await actorAfter(await trySignIn(person))).sessionId;
    return { person, mine: await open(), other: await open() };
  }

  test('P9.005 last 15 minutes', async () => {
    const { person, mine, other } = await withSessions();
    await issue(person, mine);
    await issue(person, other);
    shiftClock(14.9 * MINUTE);
    expect(await take(person, mine)).toBe('right');
    shiftClock(15.1 * MINUTE);
    expect(await take(person, other)).toBe('used_up');
  });

  test('void the one before of the same session, and of no other', async () => {
    const { person, mine, other } = await withSessions();
    await issue(person, mine, '111111');
    await issue(person, other, '222222');
    await issue(person, null, '333333');
    await issue(person, mine, '444444');
    expect(await take(person, mine, '111111', true)).toBe('wrong');
    expect(await take(person, other, '222222', true)).toBe('right');
    expect(await take(person, mine, '333333')).toBe('right');
    expect(await take(person, mine, '444444', true)).toBe('right');
  });

  test('are no use in another session, for another person, or, asked for by user id, where only the session’s counts', async () => {
    const { person, mine, other } = await withSessions();
    const stranger = await aPersonOf(world.current, person.issuerId);
    await issue(person, mine);
    expect([await take(person, other), await take(stranger, mine)]).toEqual(['used_up', 'used_up']);
    expect(await take({ ...person, issuerId: (await aCardholder(world.current)).issuerId }, mine)).toBe('used_up');
    expect(await take(person, mine)).toBe('right');
    await issue(person, null);
    expect([await take(person, mine, CODE, true), await take(person, mine)]).toEqual(['used_up', 'right']);
  });

  test('come again after 30 seconds, to the session that asks', async () => {
    const person = await aCardholder(world.current);
    const actor = await actorAfter(await trySignIn(person));
    const emailAddress = maskedAddress(person.email);
    expect(await resendPin(actor, DELIVERY, ORIGIN)).toEqual({ ok: true, emailAddress });
    const soon = await resendPin(actor, DELIVERY, ORIGIN);
    expect(soon).toEqual({ ok: false, retryAfter: expect.any(Number) });
    expect((soon as { retryAfter: number }).retryAfter).toBeGreaterThan(20);
    const rows = await world.current.query('SELECT session_id FROM one_time_pins WHERE user_id = $1', [person.id]);
    expect(rows).toEqual([{ session_id: actor.sessionId }]);
  });

  test('are fifteen in an hour for a right password; what strangers ask for by user id does not count', async () => {
    const { person, mine } = await withSessions();
    const account = await accountOf(ownerOf(person));
    const wait = () => transaction((tx) => pinWait(tx, account));
    for (let time = 0; time < 20; time++) await issue(person, null);
    for (let time = 0; time < 14; time++) await issue(person, mine);
    expect(await wait()).toBeUndefined();
    await issue(person, mine);
    expect(await wait()).toBeGreaterThan(3_500);
    shiftClock(61 * MINUTE);
    expect(await wait()).toBeUndefined();
  });

  test('PD.8 P1.001 of one person do not let in another', async () => {
    const [mine, victim] = [
      await aCardholder(world.current, { oneTimePin: true }),
      await aCardholder(world.current, { oneTimePin: true })
    ];
    const halfway = await actorAfter(await trySignIn(mine));
    await issue(mine, halfway.sessionId);
    const step = { type: 'otp-2fa', secret: CODE, halfway } as const;
    for (const over of [{ kind: 'full' }, { kind: 'challenge' }, { issuerId: victim.issuerId }] as const)
      expect(await trySignIn(mine, { ...step, halfway: { ...halfway, ...over } })).toMatchObject({
        refusal: { code: 'session.ended' }
      });
    for (const other of [victim, await aPersonOf(world.current, mine.issuerId)])
      expect(await trySignIn(other, step)).toMatchObject({ refusal: { code: 'session.ended' } });
    expect(await trySignIn({ b2BAlias: '0'.repeat(32) }, step)).toMatchObject({ refusal: { code: 'session.ended' } });
    // What only the address of another page carries is not looked at.
    expect(await trySignIn(mine, { ...step, attemptId: 'x' })).toMatchObject({
      kind: 'signed_in',
      sessionKind: 'full'
    });
  });
});

describe('PD.13 a session', () => {
  test('P7.022 lasts longer where a person asks to stay, from that very moment', async () => {
    const { token } = sessionOf(await trySignIn(await aCardholder(world.current)));
    const actor = (await actorOf(token)) as Actor;
    shiftClock(10 * MINUTE);
    await renewSession(actor);
    shiftClock(24.9 * MINUTE);
    expect(await actorOf(token)).toMatchObject({ sessionId: actor.sessionId });
  });

  test('C4.032 of a linked id ends with its primary id', async () => {
    const person = await aCardholder(world.current);
    const primary = await aPersonOf(world.current, person.issuerId);
    const { token } = sessionOf(await trySignIn(person));
    await world.current.query(
      `INSERT INTO user_links (issuer_id, id, primary_user_id, linked_user_id, status, confirmed_at)
       VALUES ($1, gen_random_uuid(), $2, $3, 'confirmed', now())`,
      [person.issuerId, primary.id, person.id]
    );
    expect(await actorOf(token)).not.toBeNull();
    await world.current.query("UPDATE users SET status = 'inactive' WHERE id = $1", [primary.id]);
    expect(await actorOf(token)).toBeNull();
  });

  test('C4.032 stays open whatever becomes of who is asked to be a primary id, or is another’s', async () => {
    const person = await aCardholder(world.current);
    const [asked, colleague] = [
      await aPersonOf(world.current, person.issuerId),
      await aPersonOf(world.current, person.issuerId)
    ];
    const { token } = sessionOf(await trySignIn(person));
    const link = (linked: Person, status: string) =>
      world.current.query(
        `INSERT INTO user_links (issuer_id, id, primary_user_id, linked_user_id, status, confirmed_at)
         VALUES ($1, gen_random_uuid(), $2, $3, $4::user_link_status, CASE WHEN $4 = 'confirmed' THEN now() END)`,
        [person.issuerId, asked.id, linked.id, status]
      );
    await link(person, 'unconfirmed');
    await link(colleague, 'confirmed');
    await world.current.query("UPDATE users SET status = 'inactive' WHERE id = $1", [asked.id]);
    expect(await actorOf(token)).toMatchObject({ userId: person.id });
    const twin = await aTwinOf(world.current, person.issuerId);
    await world.current.query("UPDATE user_links SET status = 'confirmed', confirmed_at = now() WHERE issuer_id = $1", [
      twin.issuerId
    ]);
    expect(await actorOf(token)).toMatchObject({ userId: person.id });
  });

  test('that has ended keeps the moment of its end', async () => {
    const { own, token, opener } = await throughEyes();
    const ended = async () =>
      world.current.query('SELECT revoked_at AS at FROM sessions WHERE revoked_at IS NOT NULL AND user_id = ANY($1)', [
        [opener.userId]
      ]);
    await world.current.query("UPDATE sessions SET revoked_at = now() - interval '1 minute' WHERE id = $1", [
      opener.sessionId
    ]);
    const before = await ended();
    await endSession(token, ORIGIN);
    await endSession(own, ORIGIN);
    await transaction((tx) => endOtherSessions(tx, opener, null));
    expect([before.length, await ended()]).toEqual([1, before]);
  });

  test('C6.017 through other eyes idles as long as the user’s own, and ends with the administrator’s at the instant', async () => {
    const { token, opener } = await throughEyes();
    const begin = new Date();
    stopClock(new Date(begin.getTime() + 9 * MINUTE));
    expect(await actorOf(token)).not.toBeNull();
    const over = new Date(begin.getTime() + 10 * MINUTE);
    await world.current.query('UPDATE sessions SET expires_at = $2 WHERE id = $1', [opener.sessionId, over]);
    stopClock(new Date(over.getTime() - 1));
    expect(await actorOf(token)).not.toBeNull();
    stopClock(over);
    expect(await actorOf(token)).toBeNull();
  });

  /** Through somebody’s eyes, from a session of an administrator’s own. */
  async function throughEyes() {
    const [person, admin] = [await aCardholder(world.current), await aCardholder(world.current)];
    const own = sessionOf(await trySignIn(admin)).token;
    const opener = (await actorOf(own)) as Actor;
    const { token } = await transaction((tx) =>
      openSession(tx, ORIGIN, {
        ...ownerOf(person),
        kind: 'access',
        brandName: 'tessera',
        idleMinutes: 15,
        previousSignInAt: null,
        failuresBefore: 0,
        accessor: { issuerId: opener.issuerId, userId: opener.userId, sessionId: opener.sessionId }
      })
    );
    expect(await actorOf(token)).toMatchObject({ userId: person.id, kind: 'access' });
    return { own, token, admin, opener };
  }

  test.each<[string, string]>([
    ['was ended', 'UPDATE sessions SET revoked_at = now() WHERE id = $1'],
    [
      'is over',
      "UPDATE sessions SET created_at = now() - interval '2 hours', last_seen_at = now() - interval '2 hours', expires_at = now() - interval '1 hour' WHERE id = $1"
    ],
    [
      'is one’s of whom somebody has locked',
      `UPDATE users SET status = 'locked', lock_cause = 'administrator', locked_at = now()
       WHERE id = (SELECT user_id FROM sessions WHERE id = $1)`
    ]
  ])('C6.017 through other eyes ends with the administrator’s own, when that %s', async (_, sql) => {
    const { token, opener } = await throughEyes();
    await world.current.query(sql, [opener.sessionId]);
    expect(await actorOf(token)).toBeNull();
  });

  test('C6.017 through other eyes, signed out of, ends the administrator’s own as well; the audit names them', async () => {
    const { own, token, admin } = await throughEyes();
    const another = sessionOf(await trySignIn(admin)).token;
    await endSession(token, ORIGIN);
    expect([await actorOf(token), await actorOf(own)]).toEqual([null, null]);
    expect(await actorOf(another)).toMatchObject({ userId: admin.id });
    await endSession(token, ORIGIN);
    const entries = await world.current.query(
      "SELECT actor_user_id FROM audit_entries WHERE action = 'session.ended' AND actor_user_id = $1",
      [admin.id]
    );
    expect(entries).toHaveLength(1);
  });
});

describe('PD.8 a sign-in whose account has changed since it was read', () => {
  const proofs = { password: { password: PASSWORD }, 'a passkey': {} } as const;
  async function concluded(person: Person, more: Partial<Proof>, meanwhile: () => Promise<unknown>) {
    const account = await accountOf(ownerOf(person));
    const proof: Proof = { settle: async () => 'right', ...more };
    const type = more.password === undefined ? 'passkey' : 'password';
    const step = { b2BAlias: person.b2BAlias, type, halfway: null, ...(await place()) } as const;
    return (
      await signInBy(
        async () => {
          await meanwhile();
          return { account, proof };
        },
        step,
        ORIGIN
      )
    ).kind;
  }
  const set = (sql: string, person: Person) => () => world.current.query(sql, [person.id]);
  const lockings = async ({ id }: Person) =>
    (await world.current.query("SELECT 1 FROM audit_entries WHERE action = 'sign_in.locked' AND entity_id = $1", [id]))
      .length;

  test('is refused to the password of before, and open to a passkey', async () => {
    const person = await aCardholder(world.current);
    const changed = set(
      "UPDATE credentials SET password_set_at = password_set_at + interval '1 second' WHERE user_id = $1",
      person
    );
    expect(await concluded(person, proofs.password, async () => undefined)).toBe('signed_in');
    expect(await concluded(person, proofs.password, changed)).toBe('refused');
    expect(await concluded(person, proofs['a passkey'], changed)).toBe('signed_in');
  });

  test('F-22 keeps the hash that has taken the place of the one it was verified by', async () => {
    const person = await aCardholder(world.current);
    const hash = async () =>
      (await world.current.query('SELECT password_hash AS hash FROM credentials WHERE user_id = $1', [person.id]))[0]
        ?.hash;
    const changed = hashOf(PASSWORD, 11);
    const change = () =>
      world.current.query('UPDATE credentials SET password_hash = $2 WHERE user_id = $1', [person.id, changed]);
    expect(await concluded(person, proofs.password, change)).toBe('signed_in');
    expect(await hash()).toBe(changed);
    expect((await trySignIn(person)).kind).toBe('signed_in');
    expect(await hash()).toMatch(/^user:/);
  });

  test('F-22 by a passkey leaves the hash of the password alone', async () => {
    const person = await aCardholder(world.current);
    expect(await concluded(person, proofs['a passkey'], async () => undefined)).toBe('signed_in');
    expect((await trySignIn(person)).kind).toBe('signed_in');
  });

  test('C4.022 PD.10 leaves a lock by an administrator what it is', async () => {
    const locked = "UPDATE users SET status = 'locked', lock_cause = 'administrator', locked_at = now() WHERE id = $1";
    const expired = await aCardholder(world.current, { mustChange: true, expiresAt: new Date(Date.now() - MINUTE) });
    const lapsed = await aCardholder(world.current, { status: 'locked', lockCause: 'password_attempts' });
    for (const person of [expired, lapsed]) {
      expect(await concluded(person, proofs.password, set(locked, person))).toBe('refused');
      expect(await accountOf(ownerOf(person))).toMatchObject({ status: 'locked', lockCause: 'administrator' });
      expect(await lockings(person)).toBe(0);
    }
  });

  test('C4.022 a temporary password that has expired locks also where an earlier lock has ended by itself', async () => {
    const person = await aCardholder(world.current, {
      mustChange: true,
      expiresAt: new Date(Date.now() - MINUTE),
      status: 'locked',
      lockCause: 'password_attempts'
    });
    expect(await trySignIn(person)).toMatchObject({ refusal: { code: 'temporary.password.expired' } });
    expect(await accountOf(ownerOf(person))).toMatchObject({ lockCause: 'one_time_password_expired' });
    expect(await lockings(person)).toBe(1);
  });

  test('C4.022 that is proved by a passkey does not look at a temporary password; one by it ends at the instant', async () => {
    const person = await aCardholder(world.current, { mustChange: true });
    const expiresAt = new Date(Date.now() + MINUTE);
    await world.current.query('UPDATE credentials SET expires_at = $2 WHERE user_id = $1', [person.id, expiresAt]);
    stopClock(new Date(expiresAt.getTime() - 1));
    expect((await trySignIn(person)).kind).toBe('signed_in');
    stopClock(expiresAt);
    expect(await concluded(person, proofs['a passkey'], async () => undefined)).toBe('signed_in');
    expect(await trySignIn(person)).toMatchObject({ refusal: { code: 'temporary.password.expired' } });
  });

  test.each(Object.entries(proofs))(
    'lets nobody in by %s who was locked, closed or linked meanwhile',
    async (_, more) => {
      const locked =
        "UPDATE users SET status = 'locked', lock_cause = 'administrator', locked_at = now() WHERE id = $1";
      const linked = `INSERT INTO user_links (issuer_id, id, primary_user_id, linked_user_id, status, confirmed_at)
      SELECT u.issuer_id, gen_random_uuid(), (SELECT id FROM users p WHERE p.issuer_id = u.issuer_id AND p.id <> u.id), u.id, 'confirmed', now()
      FROM users u WHERE u.id = $1`;
      for (const sql of [locked, "UPDATE users SET status = 'inactive' WHERE id = $1", linked]) {
        const person = await aCardholder(world.current);
        await aPersonOf(world.current, person.issuerId);
        const twin = await aTwinOf(world.current, person.issuerId);
        const meanwhile = async () => {
          await world.current.query(sql, [person.id]);
          // Another issuer's user of the same id is still open.
          await world.current.query('DELETE FROM user_links WHERE issuer_id = $1', [twin.issuerId]);
          await world.current.query(
            "UPDATE users SET status = 'active', lock_cause = NULL, locked_at = NULL WHERE issuer_id = $1",
            [twin.issuerId]
          );
        };
        expect(await concluded(person, more, meanwhile)).toBe('refused');
        const rows = await world.current.query('SELECT 1 FROM sessions WHERE user_id = $1', [person.id]);
        expect(rows).toEqual([]);
      }
    }
  );
});

test('PD.2 PD.10 the audit says whether a failure was of somebody; what is locked otherwise keeps its cause', async () => {
  const { brand, locale } = await place();
  const fail = async (person: Person | null, alias: string) => {
    const account = person ? await accountOf(ownerOf(person)) : undefined;
    return noteFailure(
      account,
      alias,
      { brand, locale, details: { type: 'password' } },
      { ...ORIGIN, requestId: alias }
    );
  };
  const audited = async (alias: string) => {
    const rows = await world.current.query<{ known: boolean; entity: string }>(
      "SELECT (details->>'known')::boolean AS known, entity_id AS entity FROM audit_entries WHERE request_id = $1",
      [alias]
    );
    return rows;
  };
  const person = await aCardholder(world.current);
  await fail(person, person.b2BAlias);
  expect(await audited(person.b2BAlias)).toEqual([{ known: true, entity: person.id }]);
  const nobody = randomUUID().replaceAll('-', '');
  await fail(null, nobody);
  const [told] = await audited(nobody);
  expect(told).toEqual({ known: false, entity: expect.stringMatching(/^[0-9a-f]{16}$/) });
  expect(nobody).not.toContain(told?.entity);
  for (const options of [{ status: 'inactive' }, { status: 'locked', lockCause: 'administrator' }] as const) {
    const barred = await aCardholder(world.current, options);
    for (let time = 0; time < 6; time++) await fail(barred, barred.b2BAlias);
    expect(await accountOf(ownerOf(barred))).toMatchObject(options);
  }
});

describe('P5.014 PD.18 a new PIN', () => {
  const atNewPin = async (pin?: string) => {
    const person = await aCardholder(world.current);
    await withToken(world.current, person, { pin });
    const actor = {
      ...ownerOf(person),
      sessionId: randomUUID(),
      kind: 'new_pin',
      role: 'A',
      brandName: 'tessera'
    } as const;
    const set = async (typed: string) => refusedFor(await setPin(actor, typed, await place(), ORIGIN));
    return { person, actor, set };
  };
  const INVALID = 'newPin invalid.pin';

  test('has four digits, no 0 before them, is none that is guessed first and not the present one', async () => {
    const { set } = await atNewPin();
    for (const pin of ['', '246', '24680', '246a', '0246', '1111', '2345', '6543', '1357'])
      expect([pin, await set(pin)]).toEqual([pin, INVALID]);
    expect(await set('1135')).toBeNull();
  });

  test('is good, before a passcode is spent on it, for a token that is to get one alone', async () => {
    const [due, active] = [await atNewPin(), await atNewPin('2468')];
    const isGood = (actor: typeof due.actor, pin: string) => isPinGood(actor, pin, ORIGIN);
    expect([await isGood(due.actor, '8642'), await isGood(due.actor, '1357')]).toEqual([true, false]);
    expect(await isGood(active.actor, '8642')).toBe(false);
  });

  test('is told what is wrong with its form, and refused for whom there is no token', async () => {
    const { person, actor } = await atNewPin();
    const told = async (typed: string) => {
      const result = await setPin(actor, typed, await place(), ORIGIN);
      return result.ok ? 'ok' : result.refusal.message;
    };
    expect(await Promise.all(['246a', '0246', 'no seal of ours'].map(told))).toEqual([
      'pin.four.digits',
      'pin.leading.zero',
      'invalid.pin'
    ]);
    const sealed = await sealPendingPin(actor, '8642');
    expect(Math.abs(Number(sealed.split('*')[5]) - Date.now() - 300_000)).toBeLessThan(900);
    await world.current.query("UPDATE hardware_tokens SET status = 'revoked' WHERE user_id = $1", [person.id]);
    expect(await told('8642')).toBeUndefined();
  });

  test('is set where one is due, once', async () => {
    const { set } = await atNewPin('2468');
    expect(await set('8642')).toBe(INVALID);
    const due = await atNewPin();
    expect([await due.set('8642'), await due.set('8531')]).toEqual([null, INVALID]);
  });

  test('that waits sealed is its user’s alone', async () => {
    const [mine, other] = [await atNewPin(), await atNewPin()];
    const stranger = await aPersonOf(world.current, mine.person.issuerId);
    const sealedFor = (actor: Pick<Actor, 'issuerId' | 'userId'>) => sealPendingPin(actor as Actor, '8642');
    for (const actor of [
      other.actor,
      { ...mine.actor, userId: stranger.id },
      { ...mine.actor, issuerId: other.actor.issuerId }
    ])
      expect(await mine.set(await sealedFor(actor))).toBe(INVALID);
    expect(await mine.set(await sealPendingPin(mine.actor, '1111'))).toBe(INVALID);
    expect(await mine.set(await sealedFor(mine.actor))).toBeNull();
  });
});

test('PD.16 a token that was revoked meanwhile takes no code any more', async () => {
  const person = await aCardholder(world.current);
  await withToken(world.current, person, { pin: '2468' });
  const token = await tokenOf(person);
  if (!token) throw new Error('no token');
  const step = Math.floor(Date.now() / 30_000);
  const accept = () => transaction((tx) => acceptMatch(tx, token, { step, offset: 0 }));
  await world.current.query("UPDATE hardware_tokens SET status = 'revoked' WHERE user_id = $1", [person.id]);
  expect([await accept(), await tokenOf(person)]).toEqual(['replayed', undefined]);
  await world.current.query("UPDATE hardware_tokens SET status = 'active' WHERE user_id = $1", [person.id]);
  expect([await accept(), await accept()]).toEqual(['accepted', 'replayed']);
});

test('PD.17 a token whose next code nobody asked for any more is not set by it', async () => {
  const person = await aCardholder(world.current);
  await withToken(world.current, person, { pin: '2468' });
  const token = await tokenOf(person);
  if (!token) throw new Error('no token');
  const follow = async (status: string) => {
    await world.current.query(
      'UPDATE hardware_tokens SET status = $2::hardware_token_status, last_accepted_step = 9 WHERE user_id = $1',
      [person.id, status]
    );
    const followed = await transaction((tx) => resynchronize(tx, token, { step: 10, offset: 0 }));
    return [followed, (await tokenOf(person))?.status];
  };
  expect([await follow('active'), await follow('revoked')]).toEqual([
    [false, 'active'],
    [false, undefined]
  ]);
  expect([await follow('next_token'), await follow('new_pin')]).toEqual([
    [true, 'active'],
    [true, 'new_pin']
  ]);
  // What set it opens nothing more.
  expect(await transaction((tx) => acceptMatch(tx, token, { step: 10, offset: 0 }))).toBe('replayed');
});

test('PD.8 a fault of ours is told as one, not as a queue that is full', async () => {
  const person = await aCardholder(world.current);
  const secret = await withToken(world.current, person, { pin: '2468' });
  await world.current.query(
    "UPDATE hardware_tokens SET seed_encrypted = seed_encrypted || '\\x00' WHERE user_id = $1",
    [person.id]
  );
  await expect(trySignIn(person, { type: 'token', secret: passcodeOf(secret, '2468') })).rejects.toThrow();
});

test('C1.011 a browser is recognized by no password, though it asks for it', async () => {
  const person = await aCardholder(world.current);
  expect(await trySignIn(person, { recognize: true })).not.toHaveProperty('recognition');
});
