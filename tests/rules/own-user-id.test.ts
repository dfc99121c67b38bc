import { changeOwnUserId } from '@/lib/directory/people/change-own-user-id';
import { loginStatuses } from '@/lib/directory/people/login-status';
import { type Actor, actorOf } from '@/lib/sign-in/session/sessions';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aCardholder, failuresOf, PASSWORD, type Person, withToken } from '../support/people';
import { queuedMails } from '../support/queued-mail';
import { codeOf } from '../support/results';
import { place, trySignIn } from '../support/sign-in';
import { aSession } from '../support/structure';

const database = useDatabase({ seeded: true });

async function actorFor({ id, issuerId }: Person): Promise<Actor> {
  const sessionId = await aSession(database.current, { id, issuerId });
  return { sessionId, issuerId, userId: id, kind: 'full', role: 'A', brandName: 'tessera' };
}

const change = async (actor: Actor, userId: string, password = PASSWORD) =>
  changeOwnUserId(actor, { userId, password }, await place(), ORIGIN);

test('C8.030 C5.006 a person changes their own user id, signs in with it, and stays signed in nowhere else', async () => {
  const db = database.current;
  const person = await aCardholder(db);
  const actor = await actorFor(person);
  const elsewhere = await aSession(db, person);
  await db.query("UPDATE sessions SET token_hash = sha256('here') WHERE id = $1", [actor.sessionId]);
  await db.query("UPDATE sessions SET token_hash = sha256('there') WHERE id = $1", [elsewhere]);
  expect(await loginStatuses(actor)).toContain('user.id');
  const userId = `robin${person.id.slice(0, 6)}`;
  expect(await change(actor, userId)).toEqual({ ok: true, value: null });
  expect(await loginStatuses(actor)).not.toContain('user.id');
  expect(await actorOf('here')).toMatchObject({ userId: person.id });
  expect(await actorOf('there')).toBeNull();
  expect(await trySignIn(person)).toMatchObject({ kind: 'signed_in', userId });
  expect((await queuedMails(db, person.email)).at(-1)?.template).toBe('user_id_changed');
  const [entry] = await db.query(
    "SELECT actor_user_id AS by, details FROM audit_entries WHERE action = 'user.id_changed' AND entity_id = $1",
    [person.id]
  );
  expect(entry).toEqual({ by: person.id, details: { 'before.userId': person.userId, 'after.userId': userId } });
});

test('C5.006 it must differ from the current one, from the password, and from anybody’s', async () => {
  const person = await aCardholder(database.current, { password: 'Harbour2026Maple' });
  const [actor, other] = [await actorFor(person), await aCardholder(database.current)];
  const mine = (userId: string) => change(actor, userId, person.password);
  expect(codeOf(await mine(person.userId.toUpperCase()))).toBe('user.id.same');
  expect(codeOf(await mine('harbour2026maple'))).toBe('password.user.id.match');
  expect(codeOf(await mine(other.userId))).toBe('user.id.taken');
});

test('it takes the password, whose failures count, and nobody finds out more than twenty ids', async () => {
  const db = database.current;
  const person = await aCardholder(db);
  const other = await aCardholder(db);
  const actor = await actorFor(person);
  expect(codeOf(await change(actor, 'robin2026', 'Wrong-Lantern-42'))).toBe('invalid.credentials');
  expect(await failuresOf(db, person)).toBe(1);
  for (let n = 0; n < 20; n++) expect(codeOf(await change(actor, other.userId))).toBe('user.id.taken');
  expect(codeOf(await change(actor, 'robin2026'))).toBe('too.many.requests');
});

test('a user without a password here asks an administrator', async () => {
  const db = database.current;
  const person = await aCardholder(db);
  await withToken(db, person, { pin: '2468' });
  expect(codeOf(await change(await actorFor(person), 'robin2027'))).toBe('user.not.authorized');
});

test('of two users who request one id at once, one gets it', async () => {
  const db = database.current;
  const people = [await aCardholder(db), await aCardholder(db)];
  const actors = await Promise.all(people.map(actorFor));
  const results = await Promise.all(actors.map((actor) => change(actor, 'wanted2026')));
  expect(results.map(codeOf).sort()).toEqual(['ok', 'user.id.taken']);
});
