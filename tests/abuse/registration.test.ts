// Self-registration reveals no accounts, codes or people, and resists guessing (CD.34, PD.2).
import { randomBytes } from 'node:crypto';
import { aCardholder, PASSWORD, rightResponse, withChallenge } from '../support/people';
import type { Answer } from '../support/portal-client';
import { aCard, aCardNumber, aRegistrableAccount, aRegistrationLink, type Registrable } from '../support/registration';
import { registrationForms, shapeOf, shown } from '../support/registration-forms';
import { timed, timeTells } from '../support/separability';
import { useServer } from '../support/server-world';
import { text } from '../support/texts';

const world = useServer({ REGISTRATIONS_PER_ADDRESS: '10000', PASSWORD_HASH_QUEUE: '200', SIGN_INS_PER_USER: '10000' });
const PAGE = '/sdportal/cardholder-registration-component';

const link = async () => (await aRegistrationLink(world.database)).token;
const forms = registrationForms({ 'Accept-Language': 'en-US' });
const post = (form: Record<string, string>) => forms(world.client(), PAGE, form);
const tryDetails = (token: string, { corporateCode, cardName }: Registrable, accountNumber: string, name = cardName) =>
  post({ step: 'details', token, corporateCode, accountNumber, cardName: name });
const settled = <T>(tries: number, one: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: tries }, (_, n) => one(n)));
const says = (key: string) => (answer: Answer) => shown(answer).includes(text(key));

describe('PD.2 what is wrong with the details', () => {
  test('does not show in the answer: an account that exists and one that does not', async () => {
    const card = await aRegistrableAccount(world.database);
    const tokens = [await link(), await link()];
    const [known, unknown] = [
      await tryDetails(tokens[0] as string, card, card.cardNumber, 'Somebody Else'),
      await tryDetails(tokens[1] as string, card, aCardNumber(), 'Somebody Else')
    ];
    expect(shapeOf(known, tokens[0] as string)).toEqual(shapeOf(unknown, tokens[1] as string));
  });

  test('does not show in the time', async () => {
    const card = await aRegistrableAccount(world.database);
    const known: string[] = [];
    for (let n = 0; n < 120; n++) known.push((await aCard(world.database, card.company)).cardNumber);
    for (let n = 0; n < 10; n++) await tryDetails(await link(), card, aCardNumber(), 'Somebody Else');
    const tells = await timeTells(known, aCardNumber, async (number) => {
      const token = await link();
      return timed(() => tryDetails(token, card, number, 'Somebody Else'));
    });
    expect(Math.abs(tells - 0.5)).toBeLessThan(0.15);
  }, 180_000);

  test('an address that is a user’s and one that is nobody’s get the same answer', async () => {
    const person = await aCardholder(world.database);
    const start = (email: string) => post({ step: 'start', email });
    const [known, unknown] = [await start(person.email), await start(`${randomBytes(5).toString('hex')}@mail.example`)];
    expect(shapeOf(known)).toEqual(shapeOf(unknown));
  });
});

describe('guessing in parallel', () => {
  test('of 40 wrong names at once two are judged, the third locks, and the right one after them is no use', async () => {
    const card = await aRegistrableAccount(world.database);
    const token = await link();
    const answers = await settled(40, (n) =>
      tryDetails(token, card, card.cardNumber, `Person ${'abcdefghij'[n % 10]}`)
    );
    expect(answers.filter(says('registration.not.matched'))).toHaveLength(2);
    expect(answers.filter(says('registration.locked.title'))).toHaveLength(38);
    expect(says('registration.locked.title')(await tryDetails(await link(), card, card.cardNumber))).toBe(true);
  });

  test('of one link that matches, used ten times at once, one goes on', async () => {
    const card = await aRegistrableAccount(world.database);
    const token = await link();
    const answers = await settled(10, () => tryDetails(token, card, card.cardNumber));
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const choose = (userId: string) =>
      post({
        step: 'choice',
        token,
        firstName: 'Robin',
        lastName: 'Example',
        userId,
        password: 'Maple-Harbour-77',
        confirmation: 'Maple-Harbour-77'
      });
    const tag = randomBytes(4).toString('hex');
    const done = await settled(6, (n) => choose(`robin${tag}${'abcdef'[n]}`));
    expect(done.filter(says('registration.done.message'))).toHaveLength(1);
    const [users] = await world.database.query<{ count: number }>(
      'SELECT count(*)::int FROM assignment_nodes WHERE node_id = $1',
      [card.account.id]
    );
    expect(users?.count).toBe(1);
  });

  test('a registration tells of twenty user ids at most whether they are taken', async () => {
    const card = await aRegistrableAccount(world.database);
    const token = await link();
    await tryDetails(token, card, card.cardNumber);
    const person = await aCardholder(world.database);
    await world.database.query('UPDATE user_directory SET user_id_key = $2 WHERE user_id = $1', [
      person.id,
      `taken${card.corporateCode}`
    ]);
    const answers = await settled(30, () =>
      post({
        step: 'choice',
        token,
        firstName: 'Robin',
        lastName: 'Example',
        userId: `taken${card.corporateCode}`,
        password: 'Maple-Harbour-77',
        confirmation: 'Maple-Harbour-77'
      })
    );
    expect(answers.filter(says('registration.user.id.taken'))).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });

  test('one address starts no more registrations than the limit', async () => {
    const limited = world.client();
    await world.database.query("DELETE FROM rate_limits WHERE key LIKE 'registrations-address%'");
    const [before] = await world.database.query<{ points: number }>(
      "SELECT points FROM rate_limits WHERE key LIKE 'registrations-address%'"
    );
    expect(before).toBeUndefined();
    await limited.submit(PAGE, { step: 'start', email: 'a@mail.example' });
    const [after] = await world.database.query<{ points: number }>(
      "SELECT points FROM rate_limits WHERE key LIKE 'registrations-address%'"
    );
    expect(after?.points).toBe(1);
  });

  test('C4.022 of 40 wrong challenge responses at once six are counted, and the right one after them is no use', async () => {
    const person = await aCardholder(world.database);
    await withChallenge(world.database, person);
    const client = world.client();
    await client.enter(person.b2BAlias, 'password', PASSWORD);
    const response = await rightResponse(world.database, person);
    const failed = async () => {
      const [counter] = await world.database.query<{ count: number }>(
        'SELECT failed_count AS count FROM sign_in_counters WHERE b2b_alias = $1',
        [person.b2BAlias]
      );
      return counter?.count ?? 0;
    };
    // One waiting verification per user id is enough: most concurrent ones are refused unverified (F-3).
    for (let wave = 0; wave < 6 && (await failed()) < 6; wave++)
      await settled(40, (n) => client.twin().enter(person.b2BAlias, 'challenge', `Wrong ${n}`));
    expect(await failed()).toBe(6);
    const late = await client.enter(person.b2BAlias, 'challenge', response);
    expect(late.body).not.toBe('/workspace');
    expect((await client.call('/workspace')).status).not.toBe(200);
    const [locked] = await world.database.query('SELECT status, lock_cause::text AS cause FROM users WHERE id = $1', [
      person.id
    ]);
    expect(locked).toEqual({ status: 'locked', cause: 'invalid_challenge_response' });
  });
});

test('another site can neither start a registration nor end one', async () => {
  const card = await aRegistrableAccount(world.database);
  const token = await link();
  for (const form of [
    { step: 'start', email: 'a@mail.example' },
    {
      step: 'details',
      token,
      corporateCode: card.corporateCode,
      accountNumber: card.cardNumber,
      cardName: card.cardName
    }
  ] as Record<string, string>[]) {
    const answer = await world
      .client()
      .submit(PAGE, form, { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' });
    expect(answer.status).toBe(403);
  }
  expect(await world.database.query('SELECT 1 FROM registrations WHERE node_id = $1', [card.account.id])).toEqual([]);
});
