import type { Locale } from '@/lib/core/language/locales';
import { createUser } from '@/lib/directory/people/create-user';
import { loginStatuses } from '@/lib/directory/people/login-status';
import { newUserSchema } from '@/lib/directory/people/schema';
import { newUserStep, setUpSchema, setUpSignIn } from '@/lib/directory/people/set-up-sign-in';
import { accountOf } from '@/lib/sign-in/account/accounts';
import { checkAnswer } from '@/lib/sign-in/challenge/security-questions';
import { changePassword } from '@/lib/sign-in/password/passwords';
import type { Actor } from '@/lib/sign-in/session/sessions';
import { linkOwn } from '../support/links';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aCardholder, type Person, type PersonOptions, passcodeOf, withQuestion, withToken } from '../support/people';
import { aPrincipalAt, principalFor } from '../support/principal';
import { queuedMails } from '../support/queued-mail';
import { codeOf, granted } from '../support/results';
import { withSetting } from '../support/settings';
import { actorAfter, place, placeOfQuestions, trySignIn } from '../support/sign-in';
import { aCompany, anAccount, anIssuer, aUserAt } from '../support/structure';
import { signInAddress } from '../support/users';

const database = useDatabase({ seeded: true });
const OFFERED: Locale[] = ['en_US', 'sv'];
const ANSWER = { questionId: 'first.job', answer: 'Trieste' };

const makeNew = ({ id }: Person) => database.current.query('UPDATE users SET is_new = true WHERE id = $1', [id]);

/** Whether the brand of an issuer of its own sends reset links, or asks questions. */
async function underBrand({ issuerId }: Person, brand: 'wendemere' | 'lyngholm'): Promise<void> {
  await database.current.query('INSERT INTO issuer_brands (issuer_id, brand_name) VALUES ($1, $2)', [issuerId, brand]);
}

/** A new user whose password was right, at the step. */
async function atStep(options: PersonOptions = {}, brand: 'wendemere' | 'lyngholm' = 'wendemere') {
  const person = await aCardholder(database.current, options);
  await underBrand(person, brand);
  await makeNew(person);
  return { person, actor: await actorAfter(await trySignIn(person)) };
}

async function answer(actor: Actor, fields: Record<string, string>) {
  const step = await newUserStep(actor);
  return setUpSignIn(step, setUpSchema(step, OFFERED).parse(fields), await place(), ORIGIN);
}

const userOf = async ({ id }: { id: string }) =>
  (await database.current.query('SELECT email, locale, is_new AS "isNew" FROM users WHERE id = $1', [id]))[0];

const auditOf = ({ id }: Person) =>
  database.current.query<{ action: string; details: Record<string, unknown> }>(
    "SELECT action, details FROM audit_entries WHERE actor_user_id = $1 AND action <> 'sign_in.continued' ORDER BY sequence",
    [id]
  );

describe('C2.001 a new user', () => {
  test('is asked once, after the temporary password is changed, and then everything opens', async () => {
    const db = database.current;
    const account = await anAccount(db, await aCompany(db, await anIssuer(db)));
    const admin = await aPrincipalAt(db, 'I', { ...account, id: account.issuerId } as never);
    const email = 'nora.new@mail.example';
    const wanted = newUserSchema.parse({
      firstName: 'Nora',
      lastName: 'Berg',
      email,
      role: 'A',
      place: account.id
    });
    const { id, userId } = granted(await createUser(admin, wanted, signInAddress, ORIGIN));
    const owner = { issuerId: account.issuerId, userId: id };
    const { b2BAlias } = await accountOf(owner);
    const temporary = String((await queuedMails(db, email)).at(-1)?.params.password);
    const first = await trySignIn({ b2BAlias }, { secret: temporary });
    expect(first).toMatchObject({ sessionKind: 'change_password' });
    const secret = 'Maple-Harbour-77';
    const change = { userId, oldCredential: temporary, newCredential: secret, ...(await place()) };
    expect(codeOf((await changePassword(await actorAfter(first), change, ORIGIN)) as never)).toBe('ok');
    const second = await trySignIn({ b2BAlias }, { secret });
    expect(second).toMatchObject({
      sessionKind: 'new_user',
      redirect: expect.stringContaining('/sdportal/new-user-component?')
    });
    const actor = await actorAfter(second);
    expect(await loginStatuses(actor)).toEqual(['personal.information']);
    expect((await accountOf(owner)).lastSignInAt).toBeNull();
    const done = granted(await answer(actor, { locale: 'sv', ...ANSWER }));
    expect(done).toMatchObject({ sessionKind: 'full', redirect: '/workspace' });
    expect((await accountOf(owner)).lastSignInAt).not.toBeNull();
    expect(await userOf({ id })).toEqual({ email, locale: 'sv', isNew: false });
    expect(await trySignIn({ b2BAlias }, { secret })).toMatchObject({ sessionKind: 'full' });
  });

  test('an existing user is not asked', async () => {
    expect(await trySignIn(await aCardholder(database.current))).toMatchObject({ sessionKind: 'full' });
  });

  test('signs in by a token, and is asked no question that replaces a password', async () => {
    const person = await aCardholder(database.current);
    const seed = await withToken(database.current, person, { pin: '2468' });
    await makeNew(person);
    const outcome = await trySignIn(person, { type: 'token', secret: passcodeOf(seed, '2468') });
    expect(outcome).toMatchObject({ sessionKind: 'new_user' });
    const actor = await actorAfter(outcome);
    expect(await newUserStep(actor)).toMatchObject({ asksEmail: false, asksQuestion: false });
    expect(await answer(actor, { locale: 'sv' })).toMatchObject({ value: { sessionKind: 'full' } });
  });

  test('whose id is linked is not asked any more', async () => {
    const db = database.current;
    const issuer = await anIssuer(db);
    await withSetting(db, { issuerId: issuer.id }, 'multi.user', true);
    const company = await aCompany(db, issuer);
    const first = await aUserAt(db, 'A', await anAccount(db, company));
    const second = await aUserAt(db, 'A', await anAccount(db, company));
    await makeNew(second);
    expect(codeOf(await linkOwn(db, await principalFor(db, first), second))).toBe('ok');
    expect(await trySignIn(first)).toMatchObject({ sessionKind: 'full' });
  });
});

describe('C2.001 what a new user is asked', () => {
  test('the language alone, where nothing else is missing; an address that is there is not changed (F-1)', async () => {
    const { person, actor } = await atStep();
    expect(await newUserStep(actor)).toMatchObject({ asksEmail: false, asksQuestion: false });
    granted(await answer(actor, { locale: 'sv', email: 'thief@mail.example', ...ANSWER }));
    expect(await userOf(person)).toEqual({ email: person.email, locale: 'sv', isNew: false });
    expect(await database.current.query('SELECT 1 FROM security_answers WHERE user_id = $1', [person.id])).toEqual([]);
    expect(await queuedMails(database.current, 'thief@mail.example')).toEqual([]);
    expect(await auditOf(person)).toEqual([
      { action: 'user.changed', details: { 'before.locale': null, 'after.locale': 'sv' } },
      { action: 'sign_in.succeeded', details: expect.objectContaining({ type: 'new_user', kind: 'full' }) }
    ]);
  });

  test('an address if there is none, with a notice', async () => {
    const { person, actor } = await atStep({ email: null });
    expect(await newUserStep(actor)).toMatchObject({ asksEmail: true });
    granted(await answer(actor, { locale: 'en_US', email: ' robin.new@mail.example ' }));
    expect(await userOf(person)).toMatchObject({ email: 'robin.new@mail.example' });
    const mails = await queuedMails(database.current, 'robin.new@mail.example');
    expect(mails).toMatchObject([{ template: 'email_changed', locale: 'en_US', brandName: 'tessera' }]);
    expect((await auditOf(person))[0]?.details).toMatchObject({
      'before.email': null,
      'after.email': 'robin.new@mail.example'
    });
  });

  test('a question where it replaces a forgotten password; the answer is kept hashed, and works', async () => {
    const { person, actor } = await atStep({}, 'lyngholm');
    expect(await newUserStep(actor)).toMatchObject({ asksQuestion: true });
    granted(await answer(actor, { locale: 'sv', ...ANSWER }));
    const [row] = await database.current.query<{ hash: string }>(
      'SELECT answer_hash AS hash FROM security_answers WHERE user_id = $1',
      [person.id]
    );
    expect(row?.hash).toMatch(/^user:\$2b\$04\$/);
    expect((await auditOf(person)).map(({ action }) => action)).toContain('security_question.set');
    const typed = { userId: person.userId, questionId: 'first.job', answer: 'TRIESTE' };
    expect(await checkAnswer(typed, await placeOfQuestions(), ORIGIN)).toBe(true);
  });

  test('no question where one is chosen, or where only an identity provider lets them in', async () => {
    const chosen = await atStep({}, 'lyngholm');
    await withQuestion(database.current, chosen.person);
    const outside = await atStep({}, 'lyngholm');
    await database.current.query('UPDATE credentials SET sso_only = true WHERE user_id = $1', [outside.person.id]);
    for (const { actor } of [chosen, outside]) expect((await newUserStep(actor)).asksQuestion).toBe(false);
  });

  test.each([
    [{}, 'locale invalid.entry,email required,questionId required,answer required'],
    [
      { locale: 'fi', email: ' ', answer: '' },
      'locale invalid.entry,email required,questionId required,answer required'
    ],
    [{ locale: 'sv', email: 'robin', questionId: 'first.car', answer: 'short' }, null],
    [{ locale: 'sv', email: `${'x'.repeat(47)}@mail.example`, ...ANSWER }, 'email too.long']
  ])('%o is refused at its fields', async (fields, faults) => {
    const { actor } = await atStep({ email: null }, 'lyngholm');
    const { error } = setUpSchema(await newUserStep(actor), OFFERED).safeParse(fields);
    const told = new Map(error?.issues.toReversed().map(({ path, message }) => [path.join('.'), message]));
    expect(
      [...told]
        .map((fault) => fault.join(' '))
        .toReversed()
        .join()
    ).toBe(faults ?? 'email email.invalid,questionId invalid.entry,answer profile.question.answer.reset.rule');
  });
});

describe('C2.001 what a new user answers is kept whole, or not at all', () => {
  test('of two answers at once one counts', async () => {
    const { actor } = await atStep();
    const both = await Promise.all([answer(actor, { locale: 'sv' }), answer(actor, { locale: 'en_US' })]);
    expect(both.map(codeOf).sort()).toEqual(['ok', 'session.ended']);
  });

  test.each([
    ['an administrator entered an address', "email = 'by.admin@mail.example'"],
    ['the user was closed', "status = 'inactive'"]
  ])('nothing, where %s meanwhile', async (_what, change) => {
    const { person, actor } = await atStep({ email: null });
    const step = await newUserStep(actor);
    await database.current.query(`UPDATE users SET ${change} WHERE id = $1`, [person.id]);
    const before = await userOf(person);
    const entry = setUpSchema(step, OFFERED).parse({ locale: 'sv', email: 'robin.late@mail.example' });
    expect(codeOf(await setUpSignIn(step, entry, await place(), ORIGIN))).toBe('session.ended');
    expect(await userOf(person)).toEqual(before);
    expect(await queuedMails(database.current, 'robin.late@mail.example')).toEqual([]);
  });

  test('nothing, where the sign-in is locked meanwhile', async () => {
    const { person, actor } = await atStep();
    const step = await newUserStep(actor);
    for (let n = 0; n < 6; n++) await trySignIn(person, { secret: 'wrong' });
    const entry = setUpSchema(step, OFFERED).parse({ locale: 'sv' });
    expect(codeOf(await setUpSignIn(step, entry, await place(), ORIGIN))).toBe('session.ended');
    expect(await userOf(person)).toMatchObject({ locale: null, isNew: true });
  });

  test('a token that is due meanwhile is taken first', async () => {
    const { person, actor } = await atStep();
    await withSetting(database.current, person, 'two.factor.required', true);
    expect(await answer(actor, { locale: 'sv' })).toMatchObject({ value: { sessionKind: 'soft_token' } });
  });
});
