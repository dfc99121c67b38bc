import { randomUUID } from 'node:crypto';
import { withTypedSupervisor } from '@/app/workspace/people/typed-supervisor';
import type { Principal } from '@/lib/access/policy/principal';
import { BELONGINGS } from '@/lib/composition/process/belongings';
import { changeUser } from '@/lib/directory/people/change-user';
import { createUser } from '@/lib/directory/people/create-user';
import { deleteUser } from '@/lib/directory/people/delete-user';
import { mergeUsers } from '@/lib/directory/people/merge-users';
import { newUserSchema, userChangeSchema } from '@/lib/directory/people/schema';
import { findSupervisors, supervisorNamed } from '@/lib/directory/people/supervisor';
import { USERS } from '@/lib/directory/people/user-listing';
import { listPage } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { granted, refusedFor } from '../support/results';
import { aBranch, aCompany, anAccount, anIssuer, aUserAt, type PlacedPerson } from '../support/structure';
import { signInAddress, userRecord } from '../support/users';

const database = useDatabase({ seeded: true });

async function aWorld() {
  const db = database.current;
  const issuer = await anIssuer(db);
  const w = { issuer, ...(await aBranch(db, issuer)) };
  return { ...w, admin: await aPrincipalAt(db, 'C', w.company) };
}

const clerk = async (w: Awaited<ReturnType<typeof aWorld>>, lastName = 'Clerk') =>
  aUserAt(database.current, 'A', await anAccount(database.current, w.company), { lastName });

/** Sets whom somebody reports to, as the form of a user does. */
async function report(by: Principal, { id }: { id: string }, supervisorId: string | null) {
  const { firstName, lastName, email, version } = await userRecord(by, id);
  return changeUser(by, id, userChangeSchema.parse({ firstName, lastName, email, supervisorId, version }), ORIGIN);
}

const supervisorOf = async ({ id }: { id: string }) =>
  (
    await database.current.query<{ supervisor: string | null }>(
      'SELECT supervisor_id AS supervisor FROM users WHERE id = $1',
      [id]
    )
  )[0]?.supervisor;

test('C6.009 a user reports to another active user in the administrator’s part, and the audit records it', async () => {
  const db = database.current;
  const w = await aWorld();
  const [one, boss] = [await clerk(w), await clerk(w, 'Boss')];
  const elsewhere = await aUserAt(db, 'C', await aCompany(db, w.issuer));
  const foreign = await aUserAt(db, 'C', await aCompany(db, await anIssuer(db)));
  const inactive = await aUserAt(db, 'A', w.account, { status: 'inactive' });
  for (const id of [elsewhere.id, foreign.id, inactive.id, randomUUID()])
    expect(refusedFor(await report(w.admin, one, id))).toBe('supervisorId user.supervisor.unknown');
  expect(refusedFor(await report(w.admin, one, one.id))).toBe('supervisorId user.supervisor.oneself');
  expect(refusedFor(await report(w.admin, one, boss.id))).toBeNull();
  expect((await userRecord(w.admin, one.id)).supervisor).toEqual({ id: boss.id, name: 'Robin Boss' });
  const [entry] = await db.query<{ details: object }>(
    "SELECT details FROM audit_entries WHERE action = 'user.changed' AND entity_id = $1",
    [one.id]
  );
  expect(entry?.details).toEqual({ 'before.supervisorId': null, 'after.supervisorId': boss.id });
  const looks = await aPrincipalAt(db, 'C', w.company, { authorities: ['users.view'] });
  expect(refusedFor(await report(looks, one, null))).toBe('user.not.authorized');
  expect(await findSupervisors(looks, null, '')).toEqual([]);
});

test('C6.009 nobody reports to themselves through others, and the database refuses it as well', async () => {
  const db = database.current;
  const w = await aWorld();
  const [top, middle, low] = [await clerk(w, 'Top'), await clerk(w, 'Middle'), await clerk(w, 'Low')];
  expect(refusedFor(await report(w.admin, low, middle.id))).toBeNull();
  expect(refusedFor(await report(w.admin, middle, top.id))).toBeNull();
  expect(await report(w.admin, top, low.id)).toMatchObject({
    refusal: { code: 'user.supervisor.circle', params: { name: 'Robin Low' } }
  });
  const set = (who: PlacedPerson, above: PlacedPerson) =>
    db.query('UPDATE users SET supervisor_id = $2 WHERE id = $1', [who.id, above.id]);
  await expect(set(top, low)).rejects.toThrow('would report to themselves');
  await expect(set(top, top)).rejects.toThrow('users_own_supervisor');
  const foreign = await aUserAt(db, 'C', await aCompany(db, await anIssuer(db)));
  await expect(set(top, foreign)).rejects.toThrow('users_supervisor');
});

test('C6.009 two changes at once close no circle', async () => {
  const w = await aWorld();
  for (let round = 0; round < 5; round++) {
    const [one, two] = [await clerk(w), await clerk(w)];
    const answers = await Promise.all([report(w.admin, one, two.id), report(w.admin, two, one.id)]);
    expect(answers.map(refusedFor).sort()).toEqual(['supervisorId user.supervisor.circle', null].sort());
  }
});

test('C6.009 a supervisor elsewhere stays, without a name, until another is chosen', async () => {
  const db = database.current;
  const w = await aWorld();
  const one = await clerk(w);
  const above = await aUserAt(db, 'I', w.issuer);
  const issuer = await aPrincipalAt(db, 'I', w.issuer);
  expect(refusedFor(await report(issuer, one, above.id))).toBeNull();
  expect((await userRecord(w.admin, one.id)).supervisor).toEqual({ id: above.id, name: null });
  const { version } = await userRecord(w.admin, one.id);
  const change = userChangeSchema.parse({ firstName: 'Other', lastName: 'Clerk', supervisorId: above.id, version });
  expect(refusedFor(await changeUser(w.admin, one.id, change, ORIGIN))).toBeNull();
  expect(await supervisorOf(one)).toBe(above.id);
});

test('C6.009 a new user has a supervisor from the start, chosen by name or user id', async () => {
  const w = await aWorld();
  const boss = await clerk(w, 'Ångström');
  expect((await findSupervisors(w.admin, null, 'ångs robin')).map(({ id }) => id)).toEqual([boss.id]);
  expect(await supervisorNamed(w.admin, null, boss.userId)).toBe(boss.id);
  expect(await findSupervisors(w.admin, await userRecord(w.admin, boss.id), 'Ångström')).toEqual([]);
  const user = (supervisorId: string) =>
    newUserSchema.parse({ firstName: 'Ada', lastName: 'New', role: 'C', place: [w.company.id], supervisorId });
  const elsewhere = await aUserAt(database.current, 'C', await aCompany(database.current, w.issuer));
  const refusal = await createUser(w.admin, user(elsewhere.id), signInAddress, ORIGIN);
  expect(refusedFor(refusal)).toBe('supervisorId user.supervisor.unknown');
  expect(await supervisorOf(granted(await createUser(w.admin, user(boss.id), signInAddress, ORIGIN)))).toBe(boss.id);
});

test('W5 C6.009 without script, what is typed over a supervisor counts, and what can’t be told is refused', async () => {
  const w = await aWorld();
  const [one, old, other] = [await clerk(w), await clerk(w, 'Oldfield'), await clerk(w, 'Newman')];
  await report(w.admin, one, old.id);
  const user = await userRecord(w.admin, one.id);
  const sent = async (chosen: string, typed: string) => {
    const form = new FormData();
    form.set('supervisorId', chosen);
    form.set('supervisorId.typed', typed);
    return (await withTypedSupervisor(w.admin, user, form, 'Robin Oldfield')).get('supervisorId');
  };
  expect(await sent(old.id, 'Robin Oldfield')).toBe(old.id);
  expect(await sent(old.id, 'Newman')).toBe(other.id);
  expect(await sent('', other.userId)).toBe(other.id);
  expect(await sent(other.id, 'Robin Newman')).toBe(other.id);
  expect(await sent(old.id, '')).toBe('');
  // What nobody is called stays beside the empty field, which is read as what was typed: no supervisor's id.
  expect(await sent(old.id, 'Nobody')).toBe('');
  expect(userChangeSchema.shape.supervisorId.safeParse('Nobody').error?.issues[0]?.message).toBe(
    'user.supervisor.unknown'
  );
});

test('C6.009 a deleted user supervises nobody any more', async () => {
  const w = await aWorld();
  const [one, boss] = [await clerk(w), await clerk(w, 'Boss')];
  expect(refusedFor(await report(w.admin, one, boss.id))).toBeNull();
  const { version } = await userRecord(w.admin, one.id);
  expect(refusedFor(await deleteUser(w.admin, boss.id, ORIGIN))).toBeNull();
  expect(await userRecord(w.admin, one.id)).toMatchObject({ supervisor: null, version: version + 1 });
});

describe('C6.009 a merge moves the reports of the merged user', () => {
  const merge = (w: Awaited<ReturnType<typeof aWorld>>, kept: PlacedPerson, merged: PlacedPerson) =>
    mergeUsers(w.admin, { keptId: kept.id, mergedId: merged.id }, ORIGIN, BELONGINGS);

  test('and the supervisor, where the kept user has none', async () => {
    const w = await aWorld();
    const [kept, merged, below, above] = [await clerk(w), await clerk(w), await clerk(w), await clerk(w)];
    await report(w.admin, below, merged.id);
    await report(w.admin, merged, above.id);
    expect(refusedFor(await merge(w, kept, merged))).toBeNull();
    expect([await supervisorOf(below), await supervisorOf(kept), await supervisorOf(merged)]).toEqual([
      kept.id,
      above.id,
      null
    ]);
    const told = await database.current.query<{ entityId: string }>(
      `SELECT entity_id AS "entityId" FROM audit_entries WHERE issuer_id = $1 AND action = 'user.changed'
         AND details ->> 'after.supervisorId' IN ($2, $3) AND details ->> 'before.supervisorId' IS DISTINCT FROM $4`,
      [w.issuer.id, kept.id, above.id, randomUUID()]
    );
    expect(told.map(({ entityId }) => entityId)).toEqual(expect.arrayContaining([below.id, kept.id]));
  });

  test('and no circle comes of it when they stood above the kept user', async () => {
    const w = await aWorld();
    const [kept, between, merged, above] = [await clerk(w), await clerk(w), await clerk(w), await clerk(w)];
    await report(w.admin, kept, between.id);
    await report(w.admin, between, merged.id);
    await report(w.admin, merged, above.id);
    expect(refusedFor(await merge(w, kept, merged))).toBeNull();
    expect([await supervisorOf(between), await supervisorOf(kept)]).toEqual([kept.id, above.id]);
  });

  test('nor when they reported to the kept user', async () => {
    const w = await aWorld();
    const [kept, between, merged] = [await clerk(w), await clerk(w), await clerk(w)];
    await report(w.admin, between, kept.id);
    await report(w.admin, merged, between.id);
    expect(refusedFor(await merge(w, kept, merged))).toBeNull();
    expect([await supervisorOf(between), await supervisorOf(kept)]).toEqual([kept.id, null]);
  });
});

test('C6.009 the list of users shows, exports and filters by supervisors that the reader sees', async () => {
  const db = database.current;
  const w = await aWorld();
  const [one, boss] = [await clerk(w), await clerk(w, 'Bosse')];
  const two = await clerk(w);
  await report(w.admin, one, boss.id);
  const issuer = await aPrincipalAt(db, 'I', w.issuer);
  await report(issuer, two, (await aUserAt(db, 'I', w.issuer, { lastName: 'Above' })).id);
  const rows = async (by: Principal, filters: Record<string, string> = {}) =>
    (await listPage(by, USERS, readQuery(USERS, { columns: 'name,supervisor', ...filters }))).rows;
  const named = async (by: Principal) =>
    new Map((await rows(by)).map(({ id, supervisor }) => [id, supervisor as string | null]));
  expect((await named(w.admin)).get(one.id)).toBe('Bosse, Robin');
  expect((await named(w.admin)).get(two.id)).toBeNull();
  expect((await named(issuer)).get(two.id)).toBe('Above, Robin');
  expect((await rows(w.admin, { supervisor: 'boss' })).map(({ id }) => id)).toEqual([one.id]);
  expect(await rows(w.admin, { supervisor: 'above' })).toEqual([]);
});
