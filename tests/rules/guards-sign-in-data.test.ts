import { randomUUID } from 'node:crypto';
import { transaction } from '@/lib/core/database/database';
import { shiftClock, stopClock } from '@/lib/core/server/clock';
import { forgetSignIn } from '@/lib/sign-in/account/forget-user';
import { linkIdentity } from '@/lib/sign-in/federation/links';
import { saveProvider } from '@/lib/sign-in/federation/providers';
import { createCredential, noteExpiryWarning, setSsoOnly } from '@/lib/sign-in/password/credentials';
import { recognize } from '@/lib/sign-in/session/recognized-browsers';
import { type Actor, actorOf } from '@/lib/sign-in/session/sessions';
import {
  endReplacedSession,
  endSessionsOf,
  renewToken,
  setSessionRole,
  touchSession
} from '@/lib/sign-in/session/sessions-of-user';
import { aloneBeside } from '../support/alone';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aCardholder, aPersonOf, hashOf, type Person, withChallenge, withQuestion, withToken } from '../support/people';
import { aBrand, sessionOf, trySignIn } from '../support/sign-in';
import { aCompany, anIssuer, aSession, aUserAt } from '../support/structure';
import { aTwinOf } from '../support/twin';

const world = useDatabase();
const MINUTE = 60_000;

beforeAll(async () => {
  for (const limit of ['SIGN_IN_FAILURES_PER_USER', 'SIGN_INS_PER_USER', 'SIGN_INS_PER_ADDRESS'])
    process.env[limit] = '1000';
  await aBrand();
});
afterEach(() => shiftClock(0));

const ownerOf = ({ issuerId, id }: Person) => ({ issuerId, userId: id });
const query = <T extends object>(sql: string, values: unknown[] = []) => world.current.query<T>(sql, values);

async function pair() {
  const person = await aCardholder(world.current);
  const colleague = await aPersonOf(world.current, person.issuerId);
  return { person, colleague, alone: aloneBeside(world.current, person, colleague) };
}

async function opened(person: Person) {
  const { token } = sessionOf(await trySignIn(person));
  return { token, actor: (await actorOf(token)) as Actor };
}
const isOpen = async ({ token }: { token: string }) => (await actorOf(token)) !== null;
const column = async (name: string, { issuerId, sessionId }: Actor) =>
  (
    await query<{ it: Date | null }>(`SELECT ${name} AS it FROM sessions WHERE issuer_id = $1 AND id = $2`, [
      issuerId,
      sessionId
    ])
  )[0]?.it;

describe('CD.20 PD.13 the sessions of a user', () => {
  test('end one by one or all at once, and what has ended keeps the moment of its end', async () => {
    const { person, colleague, alone } = await pair();
    const theirs = await opened(colleague);
    const [one, two, three] = [await opened(person), await opened(person), await opened(person)];
    const end = (sessionId?: string) => transaction((tx) => endSessionsOf(tx, ownerOf(person), sessionId));
    const first = new Date(Date.now() + MINUTE);
    stopClock(first);
    expect(await alone(() => end(one.actor.sessionId))).toBe(1);
    expect(await end(one.actor.sessionId)).toBe(0);
    expect(await end(theirs.actor.sessionId)).toBe(0);
    expect(await Promise.all([one, two, three, theirs].map(isOpen))).toEqual([false, true, true, true]);
    stopClock(new Date(first.getTime() + MINUTE));
    expect(await alone(end)).toBe(2);
    expect(await Promise.all([two, three, theirs].map(isOpen))).toEqual([false, false, true]);
    expect([await column('revoked_at', one.actor), await column('revoked_at', two.actor)]).toEqual([
      first,
      new Date(first.getTime() + MINUTE)
    ]);
  });

  test('C4.032 end without those of linked ids', async () => {
    const { person, colleague } = await pair();
    await query(
      `INSERT INTO user_links (issuer_id, id, primary_user_id, linked_user_id, status, confirmed_at)
       VALUES ($1, gen_random_uuid(), $2, $3, 'confirmed', now())`,
      [person.issuerId, person.id, colleague.id]
    );
    const mine = await opened(person);
    const sessionId = await aSession(world.current, colleague);
    expect(await transaction((tx) => endSessionsOf(tx, ownerOf(person)))).toBe(1);
    expect(await isOpen(mine)).toBe(false);
    expect(await column('revoked_at', { ...ownerOf(colleague), sessionId } as Actor)).toBeNull();
  });

  test('C2.003 hand over to the one that replaces them what it goes on with, once', async () => {
    const { person, colleague, alone } = await pair();
    await opened(colleague);
    const [before] = [await opened(person), await opened(person)];
    const { actor } = before;
    const endsAt = new Date(Date.now() + 50 * MINUTE);
    const previous = new Date(Date.now() - 50 * MINUTE);
    await query(
      `UPDATE sessions SET expires_at = $3, idle_timeout_seconds = 420, previous_sign_in_at = $4, failures_before = 3
       WHERE issuer_id = $1 AND id = $2`,
      [actor.issuerId, actor.sessionId, endsAt, previous]
    );
    const now = new Date(Date.now() + MINUTE);
    stopClock(now);
    const replace = () => transaction((tx) => endReplacedSession(tx, actor));
    expect(await alone(replace)).toEqual({ endsAt, idleSeconds: 420, previousSignInAt: previous, failuresBefore: 3 });
    stopClock(new Date(now.getTime() + MINUTE));
    expect([await replace(), await column('revoked_at', actor)]).toEqual([null, now]);
    const open = await query('SELECT 1 FROM sessions WHERE issuer_id = $1 AND user_id = $2 AND revoked_at IS NULL', [
      person.issuerId,
      person.id
    ]);
    expect(open).toHaveLength(1);
  });

  test('are used, and renewed, one alone: with a new token the one before opens nothing', async () => {
    const { person, colleague, alone } = await pair();
    await opened(colleague);
    const [mine, other] = [await opened(person), await opened(person)];
    const seen = async () => [await column('last_seen_at', mine.actor), await column('last_seen_at', other.actor)];
    const [, otherSeen] = await seen();
    const used = new Date(Date.now() + MINUTE);
    stopClock(used);
    await alone(() => transaction((tx) => touchSession(tx, mine.actor)));
    expect(await seen()).toEqual([used, otherSeen]);
    const renewed = new Date(used.getTime() + MINUTE);
    stopClock(renewed);
    const token = await alone(() => transaction((tx) => renewToken(tx, mine.actor)));
    expect(await seen()).toEqual([renewed, otherSeen]);
    expect(await Promise.all([mine, other, { token }].map(isOpen))).toEqual([false, true, true]);
    expect((await actorOf(token))?.sessionId).toBe(mine.actor.sessionId);
  });

  test('C2.003 take a role one by one', async () => {
    const db = world.current;
    const issuer = await anIssuer(db);
    const company = await aCompany(db, issuer);
    const [person, colleague] = [await aUserAt(db, 'C', company), await aUserAt(db, 'C', company)];
    const [mine, other] = [await aSession(db, person), await aSession(db, person)];
    await aSession(db, colleague);
    const [role] = await query<{ id: string }>('SELECT id FROM assignments WHERE user_id = $1', [person.id]);
    const set = () =>
      transaction((tx) => setSessionRole(tx, { issuerId: issuer.id, sessionId: mine }, role?.id as string));
    await aloneBeside(db, person, colleague)(set);
    const rows = await query<{ id: string; role: string | null }>(
      'SELECT id, assignment_id AS role FROM sessions WHERE id = ANY($1) AND issuer_id = $2',
      [[mine, other], issuer.id]
    );
    expect(new Map(rows.map((row) => [row.id, row.role]))).toEqual(
      new Map([
        [mine, role?.id],
        [other, null]
      ])
    );
  });
});

describe('CD.20 what a user signs in with', () => {
  const credentialOf = async ({ issuerId, id }: Person) =>
    (
      await query<{ at: Date; due: boolean; expires: Date | null; sso: boolean; warned: Date | null; type: string }>(
        `SELECT password_set_at AS at, must_change AS due, expires_at AS expires, sso_only AS sso,
           expiry_warned_at AS warned, login_type::text AS type
         FROM credentials WHERE issuer_id = $1 AND user_id = $2`,
        [issuerId, id]
      )
    )[0];

  test.each([null, 24 * 60])(
    'C2.001 begins with a password of now, to be changed if it expires (%s)',
    async (minutes) => {
      const { person, alone } = await pair();
      for (const table of ['credentials', 'password_history'])
        await query(`DELETE FROM ${table} WHERE user_id = $1`, [person.id]);
      const now = new Date(Date.now() + MINUTE);
      stopClock(now);
      const expiresAt = minutes === null ? null : new Date(now.getTime() + minutes * MINUTE);
      const first = { passwordHash: hashOf('Walnut-Harbour-88'), expiresAt };
      await alone(() => transaction((tx) => createCredential(tx, ownerOf(person), first)));
      expect(await credentialOf(person)).toMatchObject({ at: now, due: minutes !== null, expires: expiresAt });
      const history = await query<{ at: Date }>('SELECT set_at AS at FROM password_history WHERE user_id = $1', [
        person.id
      ]);
      expect(history.map(({ at }) => at)).toEqual([now]);
      expect(await trySignIn(person, { secret: 'Walnut-Harbour-88' })).toMatchObject({
        sessionKind: minutes === null ? 'full' : 'change_password'
      });
    }
  );

  test('C8.037 C5.004 is closed to passwords, opened again, and its owner warned, by themselves', async () => {
    const { person, alone } = await pair();
    const set = (only: boolean) => transaction((tx) => setSsoOnly(tx, ownerOf(person), only));
    await alone(() => set(true));
    expect((await credentialOf(person))?.sso).toBe(true);
    await set(false);
    expect((await credentialOf(person))?.sso).toBe(false);
    const now = new Date(Date.now() + MINUTE);
    stopClock(now);
    await alone(() => transaction((tx) => noteExpiryWarning(tx, ownerOf(person))));
    expect((await credentialOf(person))?.warned).toEqual(now);
  });

  /** Everything that a user can sign in with, and what the sign-in leaves behind. */
  async function everything(person: Person) {
    await withQuestion(world.current, person);
    await withChallenge(world.current, person);
    await withToken(world.current, person, { pin: '2468' });
    await aSession(world.current, person);
    await transaction((tx) => recognize(tx, person));
    await query(
      `INSERT INTO passkeys (issuer_id, id, user_id, credential_id, rp_id, public_key, sign_count, name, created_at)
       VALUES ($1, $2, $3, $4, 'cards.bank.example', decode(repeat('00', 77), 'hex'), 0, 'Idle', now())`,
      [person.issuerId, randomUUID(), person.id, randomUUID()]
    );
    await query(
      `INSERT INTO identity_providers (id, brand_name, kind, issuer, sign_in_url, certificates, saved_at)
       VALUES ($1, 'tessera', 'saml', 'x', 'https://x', '{x}', now()) ON CONFLICT DO NOTHING`,
      [randomUUID()]
    );
    await link(person, person.id);
  }
  const link = ({ issuerId, id }: Pick<Person, 'issuerId' | 'id'>, subject: string) =>
    query(
      `INSERT INTO federated_identities (issuer_id, user_id, provider_id, subject, linked_at)
       SELECT $1, $2, id, $3, now() FROM identity_providers WHERE brand_name = 'tessera'`,
      [issuerId, id, subject]
    );
  const TABLES = [
    ...['password_history', 'security_answers', 'passkeys', 'federated_identities', 'challenge_enrolments'],
    ...['challenge_responses', 'recognized_browsers', 'hardware_tokens', 'sessions']
  ];
  const counts = async ({ issuerId, id }: Person) =>
    Promise.all(
      TABLES.map(async (table) => {
        const rows = await query(`SELECT 1 FROM ${table} WHERE issuer_id = $1 AND user_id = $2`, [issuerId, id]);
        return [table, rows.length > 0];
      })
    );

  test('P2.025 is linked at one provider by itself, in the place of the link before, and stays linked at others', async () => {
    const { person, colleague, alone } = await pair();
    await query(
      "INSERT INTO brands (name, family, abbreviation, display_name) VALUES ('another', 'tests', 'ANOTHER', 'Another')"
    );
    for (const brand of ['tessera', 'another'])
      await saveProvider(brand, { kind: 'saml', issuer: 'x', signInUrl: 'https://x', certificates: ['x'] }, ORIGIN);
    const set = (who: Person, brandName: string, subject: string | null) =>
      linkIdentity({ brandName, userId: who.userId, subject }, ORIGIN);
    await set(colleague, 'tessera', 'theirs');
    await set(person, 'another', 'mine');
    const twin = await aTwinOf(world.current, person.issuerId);
    await link({ ...person, issuerId: twin.issuerId }, randomUUID());
    const before = await twin.digest();
    const now = new Date(Date.now() + MINUTE);
    stopClock(now);
    await alone(async () => {
      await set(person, 'tessera', 'first');
      await set(person, 'tessera', 'second');
    });
    const links = () =>
      query(
        `SELECT subject, linked_at AS at FROM federated_identities f JOIN identity_providers p ON p.id = f.provider_id
         WHERE issuer_id = $1 AND user_id = $2 ORDER BY brand_name`,
        [person.issuerId, person.id]
      );
    expect(await links()).toMatchObject([{ subject: 'mine' }, { subject: 'second', at: now }]);
    await set(person, 'tessera', null);
    expect(await links()).toMatchObject([{ subject: 'mine' }]);
    expect(await twin.digest()).toBe(before);
  });

  test('CD.5 is forgotten as a whole with a user who is deleted: nothing is left that signs in', async () => {
    const { person, colleague, alone } = await pair();
    for (const who of [person, colleague]) await everything(who);
    // One subject is one user's alone, so the copy has another.
    const twin = await aTwinOf(world.current, person.issuerId);
    await link({ ...person, issuerId: twin.issuerId }, randomUUID());
    const before = await twin.digest();
    expect(await counts(person)).toEqual(TABLES.map((table) => [table, true]));
    const now = new Date(Date.now() + MINUTE);
    stopClock(now);
    const unknown = hashOf(randomUUID());
    await alone(() => transaction((tx) => forgetSignIn(tx, ownerOf(person), unknown)));
    expect(await counts(person)).toEqual(TABLES.map((table) => [table, false]));
    expect(await credentialOf(person)).toMatchObject({ due: true, expires: now, type: 'pwd' });
    expect(await trySignIn(person)).toMatchObject({ kind: 'refused', refusal: { code: 'login.failed' } });
    expect(await twin.digest()).toBe(before);
  });
});
