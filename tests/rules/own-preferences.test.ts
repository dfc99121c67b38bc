import { preferencesSchema, saveOwnPreferences } from '@/lib/directory/people/own-preferences';
import { ownAccount } from '@/lib/sign-in/account/own-account';
import type { Actor } from '@/lib/sign-in/session/sessions';
import { ORIGIN, useDatabase } from '../support/module-world';
import { anIssuer, aSession, aUserAt } from '../support/structure';

const world = useDatabase();

async function anActor() {
  const db = world.current;
  const issuer = await anIssuer(db);
  const user = await aUserAt(db, 'I', issuer);
  return { db, issuer, user, actor: { issuerId: issuer.id, userId: user.id } as Actor };
}

const stored = async (db: typeof world.current, id: string) =>
  (await db.query('SELECT locale, time_zone FROM users WHERE id = $1', [id]))[0];

test('a user’s own language and time zone are kept and audited, and the same again is no change', async () => {
  const { db, user, actor } = await anActor();
  const chosen = preferencesSchema.parse({ locale: 'sv', timeZone: 'America/New_York' });
  await saveOwnPreferences(actor, chosen, ORIGIN);
  expect(await stored(db, user.id)).toEqual({ locale: 'sv', time_zone: 'America/New_York' });
  await saveOwnPreferences(actor, chosen, ORIGIN);
  await saveOwnPreferences(actor, preferencesSchema.parse({ locale: 'sv' }), ORIGIN);
  expect(await stored(db, user.id)).toEqual({ locale: 'sv', time_zone: null });
  const rows = await db.query(
    "SELECT details FROM audit_entries WHERE action = 'user.changed' AND entity_id = $1 ORDER BY sequence",
    [user.id]
  );
  expect(rows.map(({ details }) => details)).toMatchObject([
    { 'after.locale': 'sv', 'after.timeZone': 'America/New_York' },
    { 'before.timeZone': 'America/New_York' }
  ]);
});

test.each([{ locale: 'xx' }, { timeZone: 'UTC' }, { locale: 'sv', timeZone: 'Europe/Nowhere' }])(
  'an unknown language or time zone is refused: %j',
  (typed) => {
    expect(preferencesSchema.safeParse(typed).success).toBe(false);
  }
);

test.each([
  ['locale', 'Swedish', 'users_locale'],
  ['time_zone', 'Europe/../etc', 'users_time_zone'],
  ['time_zone', `A${'a'.repeat(64)}`, 'users_time_zone']
])('the database refuses %s %s', async (column, value, constraint) => {
  const { db, user } = await anActor();
  await expect(db.query(`UPDATE users SET ${column} = $1 WHERE id = $2`, [value, user.id])).rejects.toMatchObject({
    constraint
  });
});

test('the time zone in force is the user’s, else the issuer’s', async () => {
  const { db, issuer, user, actor } = await anActor();
  await db.query("UPDATE issuers SET time_zone = 'Europe/Stockholm' WHERE id = $1", [issuer.id]);
  const inSession = { ...actor, sessionId: await aSession(db, user) } as Actor;
  expect(await ownAccount(inSession)).toMatchObject({ timeZone: 'Europe/Stockholm', ownTimeZone: null });
  await db.query("UPDATE users SET time_zone = 'Asia/Tokyo' WHERE id = $1", [user.id]);
  expect(await ownAccount(inSession)).toMatchObject({ timeZone: 'Asia/Tokyo', issuerTimeZone: 'Europe/Stockholm' });
});
