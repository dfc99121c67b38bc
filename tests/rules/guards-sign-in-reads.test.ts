import { randomUUID } from 'node:crypto';
import { rereadBrands } from '@/lib/brand/brands/directory';
import { database } from '@/lib/core/database/database';
import { accountOf } from '@/lib/sign-in/account/accounts';
import { lookUpLoginInfo } from '@/lib/sign-in/account/look-up';
import { checkAnswer, isQuestionAsked } from '@/lib/sign-in/challenge/security-questions';
import challengeQuestion from '@/lib/sign-in/entities/challenge-question';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aCardholder, failuresOf, withChallenge, withQuestion, withToken } from '../support/people';
import { aBrand, placeOfQuestions } from '../support/sign-in';

const world = useDatabase();
const query = <T extends object>(sql: string, values: unknown[] = []) => world.current.query<T>(sql, values);

beforeAll(async () => {
  await aBrand();
  for (const [name, passwordResetLink] of [
    ['linking', true],
    ['asking', false]
  ] as const)
    await database().brand.create({
      data: { name, family: 'tests', abbreviation: name, displayName: name, passwordResetLink }
    });
  await rereadBrands();
});

describe('PD.14 a security question', () => {
  test.each<[string[], boolean]>([
    [[], true],
    [['asking'], true],
    [['linking'], false],
    [['linking', 'asking'], true]
  ])('counts for the users of an issuer with the brands %j: %s, on whatever page', async (brandNames, counts) => {
    const person = await aCardholder(world.current);
    await withQuestion(world.current, person);
    for (const name of brandNames)
      await query('INSERT INTO issuer_brands (issuer_id, brand_name) VALUES ($1, $2)', [person.issuerId, name]);
    const account = await accountOf({ issuerId: person.issuerId, userId: person.id });
    expect(await isQuestionAsked(account)).toBe(counts);
    const answered = { userId: person.userId, questionId: 'first.pet', answer: 'Biscuit' };
    expect(await checkAnswer(answered, await placeOfQuestions(), ORIGIN)).toBe(counts);
    expect(await failuresOf(world.current, person)).toBe(counts ? 0 : 1);
  });
});

test('P3.007 PD.2 a user id finds its own login info, and one of nobody an invented one', async () => {
  const [person, other] = [await aCardholder(world.current), await aCardholder(world.current)];
  await withToken(world.current, other, { pin: '2468' });
  const info = ({ ldapId, b2BAlias }: typeof person, loginType: string) => ({ ldapId, loginType, b2BAlias });
  expect(await lookUpLoginInfo(` ${person.userId.toUpperCase()}`)).toEqual(info(person, 'pwd'));
  expect(await lookUpLoginInfo(other.userId)).toEqual(info(other, 'token'));
  const invented = await lookUpLoginInfo(`Nobody.${randomUUID()}`);
  expect(invented).toEqual({
    ldapId: expect.stringMatching(/^[0-9a-f]{32}$/),
    loginType: 'pwd',
    b2BAlias: expect.stringMatching(/^[0-9a-f]{32}$/)
  });
  expect([person, other].map(({ b2BAlias }) => b2BAlias)).not.toContain(invented.b2BAlias);
});

test('C3.038 CD.20 a question is in use where users of its own issuer have answered it', async () => {
  const [mine, other] = [await aCardholder(world.current), await aCardholder(world.current)];
  const [used, unused] = [randomUUID(), randomUUID()];
  for (const who of [mine, other]) await withChallenge(world.current, who);
  await query('UPDATE challenge_responses SET question_id = $2 WHERE user_id = $1 AND position = 1', [mine.id, used]);
  const inUse = (issuerId: string, ids: string[]) =>
    challengeQuestion.inUse?.({ tx: database(), issuerId, ownerId: issuerId, ids });
  expect(await inUse(mine.issuerId, [unused, used])).toEqual([used]);
  expect(await inUse(mine.issuerId, [unused])).toEqual([]);
  expect(await inUse(other.issuerId, [used])).toEqual([]);
});
