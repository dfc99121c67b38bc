import { randomUUID } from 'node:crypto';
import type { ZodType } from 'zod';
import { MAIL_TOPIC } from '@/lib/brand/mail/queue-mail';
import type { Mail } from '@/lib/brand/mail/render';
import { outboxHandlers } from '@/lib/composition/process/outbox-handlers';
import { transaction } from '@/lib/core/database/database';
import { shiftClock } from '@/lib/core/server/clock';
import { type OutboxHandlers, workOnce } from '@/lib/core/server/outbox';
import { accountOf } from '@/lib/sign-in/account/accounts';
import { requestPin } from '@/lib/sign-in/one-time-pin/one-time-pins';
import {
  newTemporaryPassword,
  passwordMinimumBehind,
  requestRecovery,
  requestTemporaryPassword,
  resetPassword
} from '@/lib/sign-in/recovery/recovery';
import {
  forgotPasswordAnswerSchema,
  forgotPasswordSchema,
  newPinSchema,
  resetPasswordSchema,
  temporaryPasswordSchema
} from '@/lib/sign-in/recovery/recovery-schema';
import { issueResetToken, resetTokenStatus } from '@/lib/sign-in/recovery/reset-tokens';
import { isRecognized, recognize } from '@/lib/sign-in/session/recognized-browsers';
import { actorOf } from '@/lib/sign-in/session/sessions';
import { tokenOf } from '@/lib/sign-in/token/tokens';
import { ORIGIN, useDatabase } from '../support/module-world';
import {
  aCardholder,
  aPersonOf,
  failuresOf,
  type Person,
  type PersonOptions,
  withQuestion,
  withToken
} from '../support/people';
import { refusedFor } from '../support/results';
import { aBrand, place, placeOfQuestions, sessionOf, trySignIn } from '../support/sign-in';

const world = useDatabase();
const MINUTE = 60_000;
const NEW = 'Maple-Harbour-77';

beforeAll(async () => {
  process.env.SIGN_IN_FAILURES_PER_USER = '1000';
  process.env.SIGN_INS_PER_USER = '1000';
  await aBrand({ passwordResetLink: true });
});
afterEach(() => shiftClock(0));

const ownerOf = ({ issuerId, id }: Person) => ({ issuerId, userId: id });
const keyOf = ({ issuerId, id }: Person) => ({ issuerId, id });

const lock = (cause: string) => (person: Person) =>
  world.current.query(
    "UPDATE users SET status = 'locked', lock_cause = $2::lock_cause, locked_at = now() WHERE id = $1",
    [person.id, cause]
  );

/** The obstacles to a user's own recovery. */
const BARS: Record<string, (person: Person) => Promise<unknown>> = {
  inactive: ({ id }) => world.current.query("UPDATE users SET status = 'inactive' WHERE id = $1", [id]),
  'locked by an administrator': lock('administrator'),
  'locked by a wrong response': lock('invalid_challenge_response'),
  'locked by dual authentication': lock('dual_authentication'),
  linked: async ({ issuerId, id }) =>
    world.current.query(
      `INSERT INTO user_links (issuer_id, id, primary_user_id, linked_user_id, status, confirmed_at)
       VALUES ($1, $2, $3, $4, 'confirmed', now())`,
      [issuerId, randomUUID(), (await aPersonOf(world.current, issuerId)).id, id]
    ),
  'let in by an identity provider only': ({ id }) =>
    world.current.query('UPDATE credentials SET sso_only = true WHERE user_id = $1', [id])
};
const cases = Object.entries(BARS);

const sent: Mail[] = [];
const handlers: OutboxHandlers = {
  ...outboxHandlers,
  [MAIL_TOPIC]: async (_, { payload }) => {
    sent.push(payload as Mail);
  }
};

/** Works on all that waits; resolves to the mails for a person since the last time. */
async function mailsFor(person: Person): Promise<Mail[]> {
  while (await workOnce(handlers)) {
    // Until nothing waits.
  }
  return sent.splice(0).filter(({ to }) => to === person.email);
}
const templatesFor = async (person: Person) => (await mailsFor(person)).map(({ template }) => template);

const askLink = async ({ userId }: Pick<Person, 'userId'>) =>
  requestRecovery(userId, await place(), 'http://x', ORIGIN);
const askCode = ({ userId }: Pick<Person, 'userId'>) =>
  requestPin(userId, { brandName: 'tessera', locale: 'en_US' }, ORIGIN);
const askPassword = async ({ userId }: Pick<Person, 'userId'>, answer = 'Biscuit') =>
  requestTemporaryPassword({ userId, questionId: 'first.pet', answer }, await placeOfQuestions(), ORIGIN);

/** A live link of somebody, as the mail brings it. */
const linkOf = async (person: Person) => {
  const account = await accountOf(ownerOf(person));
  return transaction((tx) => issueResetToken(tx, account));
};
const reset = async (token: string, { userId }: Pick<Person, 'userId'>, credential = NEW) =>
  refusedFor(await resetPassword({ token, userId, credential }, await place(), ORIGIN));
const signsIn = async (person: Person, secret = person.password) => (await trySignIn(person, { secret })).kind;

describe('PD.5 PD.2 a code asked for by user id alone', () => {
  test('is mailed to whom it lets in, also while wrong passwords have locked them, and audited', async () => {
    for (const options of [{}, { status: 'locked', lockCause: 'password_attempts' }] as const) {
      const person = await aCardholder(world.current, options);
      expect(await askCode({ userId: ` ${person.userId.toUpperCase()} ` })).toMatchObject({ ok: true });
      expect(await mailsFor(person)).toMatchObject([{ template: 'one_time_pin', params: { minutes: 15 } }]);
      const entries = await world.current.query(
        "SELECT entity_id FROM audit_entries WHERE issuer_id = $1 AND action = 'one_time_pin.issued'",
        [person.issuerId]
      );
      expect(entries).toEqual([{ entity_id: person.id }]);
    }
  });

  test.each(cases.filter(([name]) => !name.startsWith('locked')))('is none for who is %s', async (_, bar) => {
    const person = await aCardholder(world.current);
    await bar(person);
    expect(await askCode(person)).toMatchObject({ ok: true });
    expect(await templatesFor(person)).toEqual([]);
  });

  test('of nobody is answered alike: accepted, with an address that stays the same, and refused when asked again at once', async () => {
    const [first, second] = [{ userId: `Nobody.${randomUUID()}` }, await aCardholder(world.current)];
    for (const who of [first, second]) {
      const asked = await askCode(who);
      expect(asked).toEqual({ ok: true, emailAddress: expect.stringMatching(/^[a-z]\*{5}[a-z]@[a-z]\*{5}$/) });
      const again = await askCode(who);
      expect(again).toEqual({ ok: false, retryAfter: expect.any(Number) });
      expect((again as { retryAfter: number }).retryAfter).toBeGreaterThan(25);
    }
  });
});

test('PD.2 what nobody asked for is done with in the background, not tried again and again', async () => {
  const nobody = { userId: `Nobody.${randomUUID()}` };
  expect(await askCode(nobody)).toMatchObject({ ok: true });
  await askLink(nobody);
  while (await workOnce(handlers)) {
    // Until nothing waits.
  }
  const failed = await world.current.query(
    'SELECT topic, status::text, last_error FROM outbox WHERE last_error IS NOT NULL'
  );
  expect(failed).toEqual([]);
});

describe('P1.003 PD.10 a reset link', () => {
  test('comes to whom wrong passwords or an expired temporary one have locked', async () => {
    for (const lockCause of ['password_attempts', 'one_time_password_expired']) {
      const person = await aCardholder(world.current, { status: 'locked', lockCause });
      await askLink(person);
      expect(await templatesFor(person)).toEqual(['password_reset_link']);
    }
  });

  test.each(cases)('comes to nobody who is %s, and one that came before is no use', async (_, bar) => {
    const person = await aCardholder(world.current);
    await bar(person);
    const token = await linkOf(person);
    await askLink(person);
    expect(await templatesFor(person)).toEqual([]);
    expect(await reset(token, person)).toBe('token reset.token.inactive');
    const [row] = await world.current.query(
      'SELECT count(*)::int AS passwords FROM password_history WHERE user_id = $1',
      [person.id]
    );
    expect(row).toEqual({ passwords: 1 });
  });

  test('PD.11 comes three times in an hour', async () => {
    const person = await aCardholder(world.current);
    for (let time = 0; time < 5; time++) await askLink(person);
    expect(await templatesFor(person)).toEqual(Array(3).fill('password_reset_link'));
  });

  test('PD.11 of five asked for at the same moment three come', async () => {
    const person = await aCardholder(world.current);
    for (let time = 0; time < 5; time++) await askLink(person);
    await Promise.all(Array.from({ length: 5 }, () => workOnce(handlers)));
    expect(await templatesFor(person)).toEqual(Array(3).fill('password_reset_link'));
  });

  test('PD.11 bears five wrong user ids, and the right one as often as it likes', async () => {
    const [person, other] = [await aCardholder(world.current), await aCardholder(world.current)];
    const token = await linkOf(person);
    for (let time = 0; time < 6; time++) expect(await reset(token, person, 'short')).toBe('credential password.policy');
    for (let time = 0; time < 4; time++) expect(await reset(token, other)).toBe('userId reset.user.id.wrong');
    const twin = await linkOf(person);
    for (let time = 0; time < 5; time++) expect(await reset(twin, other)).toBe('userId reset.user.id.wrong');
    expect(await reset(twin, person)).toBe('token reset.token.inactive');
    expect(await reset(token, { userId: ` ${person.userId.toUpperCase()}` })).toBeNull();
    expect(await resetTokenStatus(token)).toBe('USED');
  });

  test('of two at once with one link one sets its password', async () => {
    const person = await aCardholder(world.current);
    const token = await linkOf(person);
    const both = ['Maple-Harbour-77', 'Walnut-Harbour-88'];
    const told = await Promise.all(both.map((credential) => reset(token, person, credential)));
    expect(told.filter((refusal) => refusal === null)).toHaveLength(1);
    expect(told).toContain('token reset.token.inactive');
    const won = both[told.indexOf(null)] as string;
    for (const secret of both) expect(await signsIn(person, secret)).toBe(secret === won ? 'signed_in' : 'refused');
  });

  test('ends the lock, every session, link and recognized browser of its owner, who is told', async () => {
    const person = await aCardholder(world.current);
    const { token: session } = sessionOf(await trySignIn(person));
    const browser = await transaction((tx) => recognize(tx, keyOf(person)));
    const [token, other] = [await linkOf(person), await linkOf(person)];
    for (let time = 0; time < 6; time++) await trySignIn(person, { secret: 'wrong password' });
    expect(await signsIn(person)).toBe('locked');
    await mailsFor(person);
    expect(await reset(token, person)).toBeNull();
    expect([await signsIn(person), await signsIn(person, NEW)]).toEqual(['refused', 'signed_in']);
    expect([await actorOf(session), await isRecognized(keyOf(person), browser.value)]).toEqual([null, false]);
    expect(await resetTokenStatus(other)).toBe('REVOKED');
    expect(await templatesFor(person)).toEqual(['password_changed']);
  });

  test('PD.17 takes a token back to its first PIN, a password leaves one alone', async () => {
    const person = await aCardholder(world.current);
    await withToken(world.current, person, { pin: '2468' });
    expect((await tokenOf(keyOf(person)))?.status).toBe('active');
    expect(await reset(await linkOf(person), person)).toBeNull();
    expect((await tokenOf(keyOf(person)))?.status).toBe('new_pin');
    await world.current.query("UPDATE hardware_tokens SET status = 'active' WHERE user_id = $1", [person.id]);
    await world.current.query("UPDATE credentials SET login_type = 'pwd' WHERE user_id = $1", [person.id]);
    expect(await reset(await linkOf(person), person, 'Walnut-Harbour-88')).toBeNull();
    expect((await tokenOf(keyOf(person)))?.status).toBe('active');
  });
});

test.each(['pwd', 'token'] as const)(
  'P4.012 P4.013 a reset tells how its owner (%s) signs in, so that no look-up can fail beside it',
  async (loginType) => {
    const person = await aCardholder(world.current);
    if (loginType === 'token') await withToken(world.current, person);
    const token = await linkOf(person);
    const { userId, b2BAlias } = person;
    expect(await resetPassword({ token, userId, credential: NEW }, await place(), ORIGIN)).toEqual({
      ok: true,
      value: { b2BAlias, firstPin: loginType === 'token' ? expect.stringMatching(/^\d{4}$/) : null }
    });
  }
);

describe('P1.003 P3.013 a temporary password', () => {
  const aPerson = async (options: PersonOptions = {}) => {
    const person = await aCardholder(world.current, options);
    await withQuestion(world.current, person);
    return person;
  };
  const passwordIn = (mails: Mail[]) => String(mails[0]?.params.password);

  test('is mailed for the right answer, opens nothing but its change, and takes the place of the old one', async () => {
    const person = await aPerson({ status: 'locked', lockCause: 'password_attempts' });
    const browser = await transaction((tx) => recognize(tx, keyOf(person)));
    const link = await linkOf(person);
    expect(await askPassword(person)).toEqual({ ok: true, value: null });
    const mails = await mailsFor(person);
    expect(mails).toMatchObject([{ template: 'temporary_password' }]);
    expect(await trySignIn(person)).toMatchObject({ kind: 'refused' });
    expect(await trySignIn(person, { secret: passwordIn(mails) })).toMatchObject({ sessionKind: 'change_password' });
    expect([await resetTokenStatus(link), await isRecognized(keyOf(person), browser.value)]).toEqual([
      'REVOKED',
      false
    ]);
  });

  test('C4.022 C8.037 once it has expired it locks; only who knows it is told, and nobody gets in', async () => {
    const person = await aPerson();
    await askPassword(person);
    const secret = passwordIn(await mailsFor(person));
    const hours = (await accountOf(ownerOf(person))).temporaryPasswordHours;
    shiftClock(hours * 60 * MINUTE - MINUTE);
    expect(await trySignIn(person, { secret })).toMatchObject({ sessionKind: 'change_password' });
    shiftClock(hours * 60 * MINUTE + MINUTE);
    expect(await trySignIn(person, { secret: 'wrong password' })).toMatchObject({ refusal: { code: 'login.failed' } });
    expect((await accountOf(ownerOf(person))).status).toBe('active');
    expect(await trySignIn(person, { secret })).toMatchObject({ refusal: { code: 'temporary.password.expired' } });
    expect(await accountOf(ownerOf(person))).toMatchObject({
      status: 'locked',
      lockCause: 'one_time_password_expired'
    });
    expect(await signsIn(person, secret)).toBe('locked');
  });

  test('PD.2 a wrong answer, no answer on file, and nobody are refused alike; each counts like a failed sign-in', async () => {
    const [person, bare] = [await aPerson(), await aCardholder(world.current)];
    const refusal = { ok: false, refusal: { code: 'security.answer.wrong', field: 'questionResponse' } };
    for (const who of [person, bare, { userId: `Nobody.${randomUUID()}` }])
      expect(await askPassword(who, 'Brownie')).toEqual(refusal);
    expect(await Promise.all([person, bare].map((one) => failuresOf(world.current, one)))).toEqual([1, 1]);
    expect([await templatesFor(person), await templatesFor(bare)]).toEqual([[], []]);
  });

  test('C5.010 an answer of fewer than six characters is none, though it is the right one', async () => {
    const person = await aCardholder(world.current);
    await withQuestion(world.current, person, { answer: 'Bingo' });
    expect(await askPassword(person, 'Bingo')).toMatchObject({ ok: false, refusal: { code: 'security.answer.wrong' } });
  });

  test('PD.11 an hour takes six answers for a user id, right or wrong; for nobody too', async () => {
    for (const who of [await aPerson(), { userId: `Nobody.${randomUUID()}` }]) {
      for (let time = 0; time < 6; time++)
        expect(await askPassword(who, 'Brownie')).toMatchObject({ refusal: { code: 'security.answer.wrong' } });
      expect(await askPassword(who)).toMatchObject({ ok: false, retryAfter: expect.any(Number) });
    }
  });

  test.each(cases)('is none for who is %s, be it only by the time it would be mailed', async (_, bar) => {
    const [before, meanwhile] = [await aPerson(), await aPerson()];
    await bar(before);
    expect(await askPassword(before)).toMatchObject({ ok: false, refusal: { code: 'security.answer.wrong' } });
    expect(await askPassword(meanwhile)).toMatchObject({ ok: true });
    await bar(meanwhile);
    expect(await templatesFor(meanwhile)).toEqual([]);
  });

  test('PD.14 is none at a brand that sends links', async () => {
    const person = await aPerson();
    const request = { userId: person.userId, questionId: 'first.pet', answer: 'Biscuit' };
    const refusal = { code: 'recovery.by.link' };
    expect(await requestTemporaryPassword(request, await place(), ORIGIN)).toEqual({ ok: false, refusal });
    expect(await templatesFor(person)).toEqual([]);
  });

  test('PD.9 is none for a token user, and none can be asked for more than three times in an hour', async () => {
    const [person, token] = [await aPerson(), await aPerson()];
    await withToken(world.current, token, { pin: '2468' });
    await askPassword(token);
    expect(await templatesFor(token)).toEqual([]);
    for (let time = 0; time < 4; time++) expect(await askPassword(person)).toMatchObject({ ok: true });
    expect(await templatesFor(person)).toEqual(Array(3).fill('temporary_password'));
  });
});

test('P3.004 P3.013 P3.002 P3.003 P7.025 what a recovery sends has an end', () => {
  const question = (over: object) => ({ questionId: 'first.pet', questionResponse: 'Biscuit', ...over });
  const long = (length: number) => 'x'.repeat(length);
  const fits = (schema: ZodType, value: unknown) => schema.safeParse(value).success;
  const bounds: [ZodType, (length: number) => unknown, number][] = [
    [forgotPasswordSchema, (length) => ({ userId: 'Robin', locale: long(length) }), 20],
    [
      temporaryPasswordSchema,
      (length) => ({ userId: 'Robin', securityQuestionSTO: question({ questionText: long(length) }) }),
      500
    ],
    [
      forgotPasswordAnswerSchema,
      (length) => ({ userId: 'Robin', securityQuestion: question({ questionResponse: long(length) }) }),
      100
    ],
    [
      temporaryPasswordSchema,
      (length) => ({ userId: 'Robin', cobrandName: long(length), securityQuestionSTO: question({}) }),
      60
    ],
    [resetPasswordSchema, (length) => ({ token: long(length), userId: 'Robin', credential: NEW }), 200],
    [newPinSchema, (length) => ({ newPin: long(length) }), 2_000]
  ];
  for (const [schema, of, most] of bounds)
    expect([most, ...[1, most, most + 1].map((length) => fits(schema, of(length)))]).toEqual([most, true, true, false]);
  const answered = (questionResponse: unknown) =>
    fits(temporaryPasswordSchema, { userId: 'Robin', securityQuestionSTO: question({ questionResponse }) });
  expect(['x', '', ' ', undefined].map(answered)).toEqual([true, false, false, false]);
  expect(fits(resetPasswordSchema, { token: '', userId: 'Robin', credential: NEW })).toBe(false);
  expect(fits(newPinSchema, { newPin: ' ' })).toBe(false);
});

test('PD.2 P1.003 whom no mail reaches, or who asks at a brand that is gone, keeps the password and gets no link', async () => {
  const [silent, person] = [await aCardholder(world.current, { email: null }), await aCardholder(world.current)];
  for (const who of [silent, person]) await withQuestion(world.current, who);
  await askLink(silent);
  expect(await askPassword(silent)).toMatchObject({ ok: true });
  const gone = { ...(await place()).brand, name: 'gone', passwordResetLink: false };
  await requestRecovery(person.userId, { brand: gone, locale: 'en_US' }, 'http://x', ORIGIN);
  const asked = { userId: person.userId, questionId: 'first.pet', answer: 'Biscuit' };
  expect(await requestTemporaryPassword(asked, { brand: gone, locale: 'en_US' }, ORIGIN)).toMatchObject({ ok: true });
  expect(await mailsFor(person)).toEqual([]);
  for (const who of [silent, person]) {
    expect(await signsIn(who)).toBe('signed_in');
    expect(await world.current.query('SELECT 1 FROM reset_tokens WHERE user_id = $1', [who.id])).toEqual([]);
  }
  const waiting = await world.current.query("SELECT topic FROM outbox WHERE status = 'queued'");
  expect(waiting).toEqual([]);
});

test('C9.002 a link brings the present password back no more than one of the last', async () => {
  const person = await aCardholder(world.current);
  const token = await linkOf(person);
  await world.current.query('DELETE FROM password_history WHERE user_id = $1', [person.id]);
  expect(await reset(token, person, person.password)).toBe('credential password.policy');
  expect(await reset(token, person)).toBeNull();
});

test('CD.1 a live link tells how long a password must be, any other tells nothing', async () => {
  const person = await aCardholder(world.current);
  const token = await linkOf(person);
  expect([await passwordMinimumBehind(token), await passwordMinimumBehind('unknown')]).toEqual([12, null]);
});

test('PD.9 a temporary password has three groups of four signs, none twice in a row', () => {
  for (let time = 0; time < 500; time++) {
    const password = newTemporaryPassword();
    expect(password).toMatch(/^[a-z]{4}-[2-9]{4}-[a-z]{4}$/);
    expect(password).not.toMatch(/(.)\1/);
  }
});
