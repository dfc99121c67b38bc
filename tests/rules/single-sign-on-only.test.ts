import { outboxHandlers } from '@/lib/composition/process/outbox-handlers';
import { transaction } from '@/lib/core/database/database';
import { workOnce } from '@/lib/core/server/outbox';
import { accountOf, isRecoverable } from '@/lib/sign-in/account/accounts';
import { changePassword } from '@/lib/sign-in/password/passwords';
import { requestRecovery, requestTemporaryPassword } from '@/lib/sign-in/recovery/recovery';
import type { Actor } from '@/lib/sign-in/session/sessions';
import { passLock } from '@/lib/sign-in/steps/lockout';
import { signInBy } from '@/lib/sign-in/steps/sign-in';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aCardholder, PASSWORD, type Person, withQuestion, withToken } from '../support/people';
import { withSetting } from '../support/settings';
import { aBrand, place, placeOfQuestions, trySignIn } from '../support/sign-in';

const database = useDatabase();

beforeAll(async () => {
  process.env.SIGN_IN_FAILURES_PER_USER = '1000';
  await aBrand({ passwordResetLink: true });
});

const FAILED = { kind: 'refused', status: 401, refusal: { code: 'login.failed' } };

/** A user who must sign in by an identity provider, by the issuer's setting or the user's own. */
async function ssoOnly(by: 'issuer' | 'user' = 'issuer'): Promise<Person> {
  const person = await aCardholder(database.current);
  if (by === 'issuer') await withSetting(database.current, person, 'sso.only', true);
  else await database.current.query('UPDATE credentials SET sso_only = true WHERE user_id = $1', [person.id]);
  return person;
}

const mails = async ({ issuerId }: Person) =>
  (await database.current.query('SELECT id FROM outbox WHERE issuer_id = $1', [issuerId])).length;

describe('C8.037 sign-on by single sign-on only', () => {
  test.each(['issuer', 'user'] as const)(
    'set for the %s: the right password is refused like a wrong one',
    async (by) => {
      const person = await ssoOnly(by);
      expect(await trySignIn(person)).toEqual(FAILED);
      expect(await trySignIn(person, { secret: 'wrong password' })).toEqual(FAILED);
    }
  );

  test('a token and a passkey are no way in either', async () => {
    const person = await ssoOnly();
    await withToken(database.current, person, { pin: '2468' });
    expect(await trySignIn(person, { type: 'token', secret: '12345678' })).toEqual(FAILED);
    const account = await accountOf({ issuerId: person.issuerId, userId: person.id });
    const proof = { settle: async () => 'right' as const };
    const step = { b2BAlias: person.b2BAlias, type: 'passkey', halfway: null, ...(await place()) } as const;
    expect(await signInBy(async () => ({ account, proof }), step, ORIGIN)).toMatchObject({
      kind: 'refused',
      refusal: { code: 'passkey.failed' }
    });
  });

  test('nothing can be recovered: neither a link nor a temporary password is sent', async () => {
    const person = await ssoOnly();
    await withQuestion(database.current, person);
    const asked = await place();
    await requestRecovery(person.userId, asked, 'http://localhost', ORIGIN);
    const answer = { userId: person.userId, questionId: 'first.pet', answer: 'Biscuit' };
    expect(await requestTemporaryPassword(answer, await placeOfQuestions(), ORIGIN)).toMatchObject({
      ok: false,
      refusal: { code: 'security.answer.wrong' }
    });
    while (await workOnce(outboxHandlers)) {
      // Until nothing waits.
    }
    expect(await mails(person)).toBe(0);
    expect(isRecoverable(await accountOf({ issuerId: person.issuerId, userId: person.id }))).toBe(false);
  });

  test('strangers who try passwords are answered as everywhere, but lock nobody out of single sign-on', async () => {
    const person = await ssoOnly();
    const kinds = [];
    for (let n = 0; n < 7; n++) kinds.push((await trySignIn(person, { secret: 'wrong password' })).kind);
    expect(kinds).toEqual([...Array(5).fill('refused'), 'locked', 'locked']);
    const [row] = await database.current.query('SELECT status::text FROM users WHERE id = $1', [person.id]);
    expect(row).toEqual({ status: 'active' });
    // What the identity provider's way asks (federation/sign-in.ts).
    expect(await transaction((tx) => passLock(tx, person.b2BAlias, 0, { clear: true }))).not.toBeNull();
  });

  test('a user signed in by the identity provider sees why there is no password to change', async () => {
    const person = await ssoOnly();
    const actor = { issuerId: person.issuerId, userId: person.id } as Actor;
    const change = { userId: person.userId, oldCredential: PASSWORD, newCredential: 'Maple-Harbour-77' };
    expect(await changePassword(actor, { ...change, ...(await place()) }, ORIGIN)).toEqual({
      ok: false,
      refusal: { code: 'login.sso.only' }
    });
  });
});
