import { SETTINGS } from '@/lib/access/settings/settings';
import { shiftClock } from '@/lib/core/server/clock';
import { filePasswordSchema } from '@/lib/kit/reports/file-password';
import { accountOf } from '@/lib/sign-in/account/accounts';
import { answerSchema } from '@/lib/sign-in/challenge/security-questions';
import { brokenRules, PASSWORD_MIN } from '@/lib/sign-in/password/password-rules';
import { changePassword, passwordFault } from '@/lib/sign-in/password/passwords';
import { type Actor, actorOf } from '@/lib/sign-in/session/sessions';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aCardholder, PASSWORD, type Person } from '../support/people';
import { withSetting } from '../support/settings';
import { aBrand, place, trySignIn } from '../support/sign-in';
import { aCompany, anIssuer, aUserAt } from '../support/structure';

const database = useDatabase();
const DAY = 86_400_000;

beforeAll(() => aBrand());
afterEach(() => shiftClock(0));

const ownerOf = ({ issuerId, id }: Person) => ({ issuerId, userId: id });

describe('C5.004 how long a password lasts', () => {
  test('90 days, then it must be changed at the sign-in', async () => {
    const person = await aCardholder(database.current);
    shiftClock(90 * DAY - 60_000);
    expect(await trySignIn(person)).toMatchObject({ sessionKind: 'full' });
    shiftClock(90 * DAY + 60_000);
    const outcome = await trySignIn(person);
    expect(outcome).toMatchObject({
      sessionKind: 'change_password',
      redirect: expect.stringContaining('ec=320938184')
    });
    if (outcome.kind !== 'signed_in') throw new Error('not signed in');
    const actor = (await actorOf(outcome.session.token)) as Actor;
    const change = { userId: person.userId, oldCredential: PASSWORD, newCredential: 'Maple-Harbour-77' };
    expect((await changePassword(actor, { ...change, ...(await place()) }, ORIGIN)).ok).toBe(true);
    expect(await trySignIn(person, { secret: 'Maple-Harbour-77' })).toMatchObject({ sessionKind: 'full' });
  });

  test('as many as the issuer says, and for its users as many as a company says', async () => {
    const issuer = await anIssuer(database.current);
    const company = await aCompany(database.current, issuer);
    const [inCompany, inIssuer] = [
      await aUserAt(database.current, 'C', company),
      await aUserAt(database.current, 'I', issuer)
    ];
    await withSetting(database.current, { issuerId: issuer.id }, 'password.duration.days', 60);
    await withSetting(database.current, { issuerId: issuer.id, companyId: company.id }, 'password.duration.days', 20);
    expect((await accountOf(ownerOf(inCompany))).passwordDays).toBe(20);
    expect((await accountOf(ownerOf(inIssuer))).passwordDays).toBe(60);
    shiftClock(21 * DAY);
    expect(await trySignIn(inCompany)).toMatchObject({ sessionKind: 'change_password' });
    expect(await trySignIn(inIssuer)).toMatchObject({ sessionKind: 'full' });
    expect([SETTINGS['password.duration.days'].from, SETTINGS['password.duration.days'].to]).toEqual([20, 90]);
  });
});

describe('C5.002 a program that keeps the old rule', () => {
  const old = (password: string) => brokenRules(password, 'somebody.else', 8);

  test('takes 8 characters, two of them numbers', () => {
    expect(old('harbour7')).toEqual(['include']);
    expect(old('harbou77')).toEqual([]);
    expect(old('harbo-!-')).toEqual(['include']);
    expect(old('harbo77')).toEqual(['length']);
    expect(old('harbo777')).toEqual(['exclude']);
    expect(brokenRules('harbou77', 'somebody.else')).toEqual(['length']);
  });

  test('holds for the users of that issuer alone, and the rest of the policy still does', async () => {
    const person = await aCardholder(database.current);
    const other = await accountOf(ownerOf(await aCardholder(database.current)));
    await withSetting(database.current, person, 'password.minimum.length', 8);
    const account = await accountOf(ownerOf(person));
    expect(await passwordFault(account, 'harbou77', ORIGIN, PASSWORD)).toBeNull();
    expect(await passwordFault(account, 'harbo77', ORIGIN, PASSWORD)).toMatchObject({ params: { min: 8, max: 20 } });
    expect(await passwordFault(account, 'Sunshine12', ORIGIN, PASSWORD)).toMatchObject({ message: 'password.common' });
    expect(await passwordFault(other, 'harbou77', ORIGIN, PASSWORD)).toMatchObject({
      params: { min: PASSWORD_MIN, max: 20 }
    });
  });
});

describe('C5.003 the password of a report', () => {
  test.each([
    ['harbou77', true],
    ['77777777', false],
    ['harbour7', false],
    ['harbo 77', false],
    ['harbo77', false],
    ['ab12', false],
    ['ab12ab12ab12ab12ab12', true],
    ['ab12ab12ab12ab12ab12a', false],
    ['漢字ひらがな12', true]
  ])('%s: %s', (password, good) => expect(filePasswordSchema.safeParse(password).success).toBe(good));
});

describe('the answer to a security question', () => {
  const fits = (answer: string, resetsPassword: boolean) => answerSchema({ resetsPassword }).safeParse(answer).success;

  test('C5.009 C9.005 has at least 4 characters and no spaces', () => {
    expect(['abc', 'abcd', 'ab cd', 'Zoë7'].map((answer) => fits(answer, false))).toEqual([false, true, false, true]);
  });

  test('C5.010 has at least 6 where it resets a password', () => {
    expect(['abcd', 'abcde', 'abcdef', 'abc def'].map((answer) => fits(answer, true))).toEqual([
      false,
      false,
      true,
      false
    ]);
  });
});
