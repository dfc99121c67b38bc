import { createFirstAdministrator, firstAdministratorSchema } from '@/lib/directory/people/first-administrator';
import { accountByUserId } from '@/lib/sign-in/account/accounts';
import { userIdKey } from '@/lib/sign-in/account/user-id';
import { publishFirstBrand } from '../../prisma/seed/first-brand';
import { ORIGIN, useDatabase } from '../support/module-world';
import { trySignIn } from '../support/sign-in';

const world = useDatabase();
const ASKED = { userId: 'firstadmin', firstName: 'Ada', lastName: 'North', email: 'ada@bank.example' };

const brands = () => world.current.query('SELECT name FROM brands');
const administrators = () => world.current.query("SELECT 1 FROM users WHERE role = 'Z'");

test('C6.008 an operator creates the first system administrator and the default brand, once, and the temporary password opens no session', async () => {
  await expect(publishFirstBrand('', ORIGIN)).rejects.toThrow(/no brand yet/);
  const published = [await publishFirstBrand('cards.bank.example', ORIGIN), await publishFirstBrand('', ORIGIN)];
  expect([published, await brands()]).toEqual([[true, false], [{ name: 'tessera' }]]);
  const { password } = await createFirstAdministrator(ASKED, ORIGIN);
  const account = await accountByUserId(userIdKey(ASKED.userId));
  const outcome = await trySignIn({ b2BAlias: account?.b2BAlias as string }, { secret: password });
  expect(outcome).toMatchObject({ redirect: expect.stringContaining('change-password') });
  expect(await world.current.query("SELECT details FROM audit_entries WHERE action = 'user.created'")).toEqual([
    { details: expect.objectContaining({ firstAdministrator: true }) }
  ]);
  await expect(createFirstAdministrator({ ...ASKED, userId: 'another' }, ORIGIN)).rejects.toThrow(/already/);
});

test('C6.008 of two at once one is created; an inactive one is none, and a user id that is taken is refused', async () => {
  await world.current.query("UPDATE users SET status = 'inactive' WHERE role = 'Z'");
  await expect(createFirstAdministrator(ASKED, ORIGIN)).rejects.toThrow(/taken/);
  const tries = ['second1', 'second2'].map((userId) => createFirstAdministrator({ ...ASKED, userId }, ORIGIN));
  const outcomes = (await Promise.allSettled(tries)).map(({ status }) => status);
  expect(outcomes.sort()).toEqual(['fulfilled', 'rejected']);
  expect(await administrators()).toHaveLength(2);
});

test.each([
  ['userId', 'short'],
  ['firstName', ''],
  ['email', 'nowhere']
])('C6.008 a first system administrator with %s %p is refused', (field, value) => {
  expect(firstAdministratorSchema.safeParse({ ...ASKED, [field]: value }).success).toBe(false);
});
