import type { ZodType } from 'zod';
import { bundleTexts } from '@/lib/core/language/texts';
import { filePasswordSchema } from '@/lib/kit/reports/file-password';
import { inventedAddress, maskedAddress } from '@/lib/sign-in/account/masked-address';
import { aliasOf, aliasSchema, userIdSchema } from '@/lib/sign-in/account/user-id';
import { enrolmentSchema, responseSchema } from '@/lib/sign-in/challenge/challenge-rules';
import { isChallengeLock } from '@/lib/sign-in/challenge/challenges';
import { answerSchema, QUESTIONS, questionIdSchema } from '@/lib/sign-in/challenge/security-questions';
import { newPasskeySchema } from '@/lib/sign-in/passkey/passkey-schema';
import { isCommonPassword } from '@/lib/sign-in/password/common-passwords';
import { FairQueue } from '@/lib/sign-in/password/fair-queue';
import { brokenRules, isOldRule } from '@/lib/sign-in/password/password-rules';
import { passwordSchema } from '@/lib/sign-in/password/password-schema';
import { RESET_TOKEN_STATUSES } from '@/lib/sign-in/recovery/reset-tokens';
import { FORM_TYPES } from '@/lib/sign-in/steps/sign-in-proof';
import { TEST_SECRET } from '../support/server';

beforeAll(() =>
  Object.assign(process.env, {
    TESSERA_SECRET: TEST_SECRET,
    TESSERA_MODE: 'development',
    DATABASE_URL: 'postgresql://localhost/x'
  })
);

const fits = (schema: ZodType, value: unknown) => schema.safeParse(value).success;
/** A text of a length, without one sign three times in a row. */
const text = (length: number) => 'abcdefghij'.repeat(120).slice(0, length);

describe('what is typed at a sign-in', () => {
  const passkey = (name: string, transports: string[] = []) => ({
    name,
    credential: {
      id: 'x',
      rawId: 'x',
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: 'x', attestationObject: 'x', transports }
    }
  });

  test.each<[string, ZodType, (length: number) => unknown, number, number]>([
    ['PD.4 a user id', userIdSchema, text, 1, 80],
    ['PD.4 a password', passwordSchema, text, 1, 1024],
    ['C5.009 an answer', answerSchema({ resetsPassword: false }), text, 4, 100],
    ['C5.010 an answer that replaces a password', answerSchema({ resetsPassword: true }), text, 6, 100],
    ['C5.011 a response', responseSchema, text, 4, 60],
    ['the name of a passkey', newPasskeySchema, (length) => passkey(text(length)), 1, 60],
    ['the ways to a passkey', newPasskeySchema, (length) => passkey('x', Array(length).fill('usb')), 0, 10],
    ['C5.003 the password of a report', filePasswordSchema, (length) => `12${text(length - 2)}`, 8, 20]
  ])('%s has a least and a most length', (_, schema, of, least, most) => {
    const below = least === 0 ? false : fits(schema, of(least - 1));
    expect([below, fits(schema, of(least)), fits(schema, of(most)), fits(schema, of(most + 1))]).toEqual([
      false,
      true,
      true,
      false
    ]);
  });

  test.each<[string, ZodType]>([
    ['a user id', userIdSchema],
    ['a password', passwordSchema],
    ['an answer', answerSchema({ resetsPassword: false })],
    ['a response', responseSchema],
    ['the password of a report', filePasswordSchema]
  ])('%s is asked for where nothing, or nothing but space, is typed', (_, schema) => {
    for (const typed of ['', ...(schema === filePasswordSchema ? [] : ['  '])])
      expect(schema.safeParse(typed).error?.issues[0]?.message).toBe('required');
    expect(schema.safeParse('x').error?.issues[0]?.message).not.toBe('required');
  });

  test('C5.003 the password of a report has two digits and two letters, and no space', () => {
    const tried = ['12345678', '1234567a', '123456ab', '1abcdefg', '12abcdef', '12 abcdef'];
    expect(tried.map((password) => fits(filePasswordSchema, password))).toEqual([
      false,
      false,
      true,
      false,
      true,
      false
    ]);
  });

  test('C5.011 an enrolment is refused where a response or a question stands twice, and told which', () => {
    const entry = (questionId: string, response: string) => ({ questionId, response, confirmation: response });
    const [a, b, c] = [entry('one', 'Biscuit'), entry('two', 'Trieste'), entry('three', 'Linden 42')];
    expect(
      [
        [a, b, c],
        [a, b],
        [a, b, c, entry('four', 'Walnut')]
      ].map((entries) => fits(enrolmentSchema, entries))
    ).toEqual([true, false, false]);
    expect(fits(enrolmentSchema, [a, b, { ...c, questionId: 'Three!' }])).toBe(false);
    expect(fits(enrolmentSchema, [a, b, { ...c, questionId: 'x'.repeat(61) }])).toBe(false);
    const confirmed = (confirmation: string) =>
      enrolmentSchema.safeParse([a, b, { ...c, confirmation }]).error?.issues[0]?.message;
    expect(['', 'x'].map(confirmed)).toEqual(['required', 'challenge.response.not.match']);
  });

  test('a question is one of the product’s, each with a text', () => {
    const texts = Object.keys(bundleTexts('en_US', 'Messages')).filter((key) =>
      /^security\.question\.\w+\.\w+$/.test(key)
    );
    expect(QUESTIONS.map((question) => `security.question.${question}`).sort()).toEqual(texts.sort());
    expect(QUESTIONS.every((question) => fits(questionIdSchema, question))).toBe(true);
    const told = [undefined, 'first.car'].map((input) => questionIdSchema.safeParse(input).error?.issues[0]?.message);
    expect(told).toEqual(['required', 'invalid.entry']);
  });

  test('PD.3 an alias is taken as it is; any other text stands for one of nobody', () => {
    const alias = 'a'.repeat(32);
    expect(aliasOf(alias)).toBe(alias);
    expect(aliasOf('Robin')).not.toBe('Robin');
    expect([fits(aliasSchema, aliasOf('Robin')), aliasOf('Robin') === aliasOf(' robin ')]).toEqual([true, true]);
  });
});

test('PD.2 P2.027 an address is shown by its ends, and what is no letter by one that is drawn', () => {
  expect(maskedAddress('Robin.Own@Mail.example')).toBe('r*****n@m*****');
  for (const address of [maskedAddress('1x9@-m.example'), maskedAddress('漢@字.example'), inventedAddress('nobody')])
    expect(address).toMatch(/^[a-z]\*{5}[a-z]@[a-z]\*{5}$/);
});

test('C4.022 the locks of dual authentication are its own two', () => {
  const causes = ['dual_authentication', 'invalid_challenge_response', 'password_attempts', 'administrator', null];
  expect(causes.map(isChallengeLock)).toEqual([true, true, false, false, false]);
});

describe('C5.001 a common password', () => {
  test.each([
    'p@ssword',
    'b4seball',
    'c0mputer',
    'm1chael',
    'm!chael',
    'sunsh1ne',
    'jenn1f3r',
    'sun$hine',
    'ba5eball',
    'foo7ball'
  ])('is seen through the signs of %s', (password) => expect(isCommonPassword(`${password}-`)).toBe(true));

  test('has more than three letters, for every name would hold one else', () => {
    expect(['bob', '2026-bob-7', 'Xy9-bob'].map(isCommonPassword)).toEqual([false, false, false]);
    expect(isCommonPassword('2026-pass-7')).toBe(true);
  });
});

describe('C5.002 the rules of a password', () => {
  test('hold at their very bounds, the old one’s below twelve characters', () => {
    const broken = (password: string, minimum?: number) => brokenRules(password, 'Robin', minimum);
    expect([isOldRule(11), isOldRule(12)]).toEqual([true, false]);
    expect(broken('12345678901a')).toEqual(['include']);
    expect(broken('1234567890ab')).toEqual([]);
    expect(broken('abcdefghij-1')).toEqual([]);
    expect(broken('abcdefghijk1')).toEqual(['include']);
    expect([
      broken('abcdefghij-12'.slice(0, 11)),
      broken('abcdefghij-123456789'),
      broken('abcdefghij-1234567890')
    ]).toEqual([['length', 'include'], [], ['length']]);
    expect([broken('abcdef12', 8), broken('abcdef1-', 8)]).toEqual([[], ['include']]);
  });
});

describe('F-3 a full queue', () => {
  const work = (lane: string, name: string, refused: string[]) => ({
    lane,
    start: () => undefined,
    refuse: () => void refused.push(name)
  });

  test('is full at its most, and takes the last place of the first of the longest lanes', () => {
    const queue = new FairQueue(4);
    const refused: string[] = [];
    for (const name of ['a1', 'a2', 'b1']) expect(queue.offer(work(name.charAt(0), name, refused))).toBe(true);
    expect([queue.wouldRefuse({ lane: 'c' }), refused]).toEqual([false, []]);
    expect(queue.offer(work('b', 'b2', refused))).toBe(true);
    expect(queue.offer(work('c', 'c1', refused))).toBe(true);
    expect([refused, queue.size]).toEqual([['a2'], 4]);
    expect(queue.wouldRefuse({ lane: 'd' })).toBe(false);
    expect([queue.offer(work('a', 'a3', refused)), queue.offer(work('d', 'd1', refused))]).toEqual([false, true]);
    expect([refused, queue.wouldRefuse({ lane: 'e' })]).toEqual([['a2', 'b2'], true]);
  });
});

test('P3.025 P3.026 P3.006 what a sign-in is proved with, and what a link can be, are these', () => {
  expect(FORM_TYPES).toEqual(['password', 'token', 'otp-2fa', 'next-token', 'challenge']);
  expect(RESET_TOKEN_STATUSES).toEqual(['ACTIVE', 'USED', 'EXPIRED', 'REVOKED']);
});
