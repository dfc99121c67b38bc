import type { Email } from 'postal-mime';
import { bundleTexts } from '@/lib/core/language/texts';
import { linkIn } from '../support/mailbox';
import { aCardholder, hashOf, PASSWORD, type Person, passcodeOf, withQuestion, withToken } from '../support/people';
import {
  type Answer,
  firstError,
  invalidFields,
  type PortalClient,
  PUBLIC,
  revealableFields,
  shownOf
} from '../support/portal-client';
import { useServer } from '../support/server-world';
import { text } from '../support/texts';

const world = useServer({ SIGN_IN_FAILURES_PER_ADDRESS: '5000', RECOVERIES_PER_ADDRESS: '5000' });
const FORGOT = `${PUBLIC}/forgot-password`;
const TEMPORARY = `${PUBLIC}/temporary-passwords`;
const QUESTIONS = '/cpae/public/users/securityquestions';
const PAGE = '/sdportal/forgot-password-component';
/** A brand with `PasswordResetLink` off, and one that offers every language besides. */
const OFF = 'lyngholm.localhost';
const ASKING = 'mastercard.localhost';

const ask = (userId: string, client = world.client()) => client.post(FORGOT, { userId, locale: 'en_US' });
const answerQuestion = (
  userId: string,
  questionResponse: string,
  client = world.client(ASKING),
  cobrandName = 'mastercard'
) =>
  client.post(TEMPORARY, {
    userId,
    locale: 'en_US',
    cobrandName,
    securityQuestionSTO: { questionId: 'first.pet', questionResponse }
  });
const temporaryIn = (mail: Email) => /^ {4}(\S+)$/m.exec(mail.text ?? '')?.[1] ?? '';
/** The screen of the page that is not hidden. */
const screenOf = ({ body }: Answer) =>
  [...body.matchAll(/<section data-screen="([^"]+)"([^>]*)>/g)]
    .filter(([, , attributes]) => !/\shidden/.test(attributes ?? ''))
    .map(([, screen]) => screen);
const withoutIds = ({ status, body, headers }: Answer) => {
  const { date: _date, 'x-request-id': _id, ...rest } = headers;
  return { status, body, headers: rest };
};

async function aPersonWithQuestion(options: Parameters<typeof aCardholder>[1] = {}): Promise<Person> {
  const person = await aCardholder(world.database, options);
  await withQuestion(world.database, person);
  return person;
}

/** A user who answered the question, with the mailed temporary password. */
async function withTemporaryPassword(): Promise<{ person: Person; temporary: string; client: PortalClient }> {
  const person = await aPersonWithQuestion();
  expect((await answerQuestion(person.userId, 'Biscuit')).status).toBe(202);
  const temporary = temporaryIn(await world.mailbox.next(person.email));
  return { person, temporary, client: world.client() };
}

describe('a forgotten password, where the brand sends links', () => {
  test('P1.003 P3.004 P4.009 P6.004 P7.009 P9.014 is answered 202, and a link comes to the brand’s host name', async () => {
    // Not the brand's first language, which is the default.
    const other = await aCardholder(world.database);
    await world.client('norrvik.localhost').post(FORGOT, { userId: other.userId, locale: 'da' });
    const inDanish = await world.mailbox.next(other.email);
    expect(inDanish.subject).toBe(bundleTexts('da', 'Messages')['mail.reset.subject']);
    const person = await aCardholder(world.database);
    const client = world.client('norrvik.localhost');
    const answer = await client.post(FORGOT, { userId: ` ${person.userId.toUpperCase()}`, locale: 'sv' });
    expect([answer.status, answer.json(), answer.headers['cache-control']]).toEqual([202, {}, 'no-store']);
    const mail = await world.mailbox.next(person.email);
    expect(mail.subject).toBe(bundleTexts('sv', 'Messages')['mail.reset.subject']);
    expect(mail.text).toContain('15');
    const link = linkIn(mail);
    expect([link.host, link.pathname]).toEqual([
      `norrvik.localhost:${world.server.port}`,
      '/sdportal/change-password-token-component'
    ]);
    expect(link.searchParams.get('cobrandHost')).toBe('norrvik');
    expect(link.searchParams.get('token')).toMatch(/^[\w-]{43}$/);
    expect(mail.html).toContain(link.href.replaceAll('&', '&#38;'));
  });

  test('PD.7 the link leads to a registered host name, whatever host the request names', async () => {
    await world.database.query('DELETE FROM brand_hostnames WHERE brand_name = $1', ['trevannow']);
    for (const brand of ['norrvik', 'trevannow']) {
      const person = await aCardholder(world.database);
      const client = world.client('evil.example');
      const answer = await client.post(`${FORGOT}?cobrandHost=${brand}`, { userId: person.userId });
      expect(answer.status).toBe(202);
      const { hostname, searchParams } = linkIn(await world.mailbox.next(person.email));
      expect(hostname).toMatch(/localhost$|^cards\.norrvik\.example$/);
      expect(searchParams.get('cobrandHost')).toBe(brand);
    }
  });

  test('PD.2 is answered alike whoever the user id is, and reaches only who may recover', async () => {
    const people = {
      known: await aCardholder(world.database),
      inactive: await aCardholder(world.database, { status: 'inactive' }),
      locked: await aCardholder(world.database, { status: 'locked', lockCause: 'password_attempts' }),
      closed: await aCardholder(world.database, { status: 'locked', lockCause: 'administrator' }),
      unreachable: await aCardholder(world.database, { email: null })
    };
    const known = withoutIds(await ask(people.known.userId));
    for (const userId of ['nobody.at.all', ...Object.values(people).map(({ userId }) => userId)]) {
      expect(withoutIds(await ask(userId))).toEqual(known);
    }
    await world.mailbox.next(people.known.email);
    await world.mailbox.next(people.locked.email);
    await world.outboxEmpty();
    const reached = world.mailbox.received.flatMap(({ recipients }) => recipients);
    for (const { email } of [people.inactive, people.closed, people.unreachable]) expect(reached).not.toContain(email);
  });

  test('PD.11 at most three links in an hour come, and the answer does not tell', async () => {
    const person = await aCardholder(world.database);
    for (let n = 0; n < 5; n++) expect((await ask(person.userId)).status).toBe(202);
    for (let n = 0; n < 3; n++) await world.mailbox.next(person.email);
    await world.outboxEmpty();
    expect(world.mailbox.received.filter(({ recipients }) => recipients.includes(person.email))).toHaveLength(3);
  });

  test('a brand that sends no links sends none, and answers the same', async () => {
    const person = await aCardholder(world.database);
    const answer = await world.client(OFF).post(FORGOT, { userId: person.userId });
    expect([answer.status, answer.json()]).toEqual([202, {}]);
    await world.outboxEmpty();
    expect(world.mailbox.received.some(({ recipients }) => recipients.includes(person.email))).toBe(false);
  });

  test.each([
    ['without a user id', { locale: 'en_US' }, 400, 'required', 'userId'],
    ['with a blank one', { userId: '  ' }, 400, 'required', 'userId'],
    ['with one that is too long', { userId: 'x'.repeat(81) }, 400, 'too.long', 'userId'],
    ['with a locale that is none', { userId: 'x', locale: 'x'.repeat(21) }, 400, 'too.long', 'locale'],
    ['with too much', { userId: 'x', more: 'x'.repeat(2_000) }, 413, 'body.too.large', undefined]
  ])('P5.003 P8.012 is refused %s, with a message at its field', async (_what, json, status, code, field) => {
    const answer = await world.client().post(FORGOT, json);
    expect(answer.status).toBe(status);
    expect(answer.json()).toMatchObject({
      errors: [{ code, ...(field && { field }), message: expect.stringMatching(/\S \S/) }]
    });
  });

  test('another site can not ask in a browser’s name', async () => {
    const headers = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    expect((await world.client().call(FORGOT, { json: { userId: 'x' }, headers })).status).toBe(403);
  });
});

describe('the page, with links on', () => {
  test('P2.007 P2.035 P4.006 P3.023 starts by asking for the user id; P2.040 Cancel leads to the brand’s sign-in', async () => {
    const page = await world.client().call(`${PAGE}?cobrandHost=norrvik`);
    expect([page.status, screenOf(page)]).toEqual([200, ['user-id']]);
    expect([...page.body.matchAll(/<section data-screen="([^"]+)"/g)].map(([, screen]) => screen)).toEqual([
      'user-id',
      'question',
      'temporary-sent',
      'link-sent',
      'token-link-sent'
    ]);
    const cancel = /<a class="secondary" href="([^"]+)"/.exec(page.body)?.[1];
    expect(cancel).toBe('/sdportal/login-signin-component?cobrandHost=norrvik');
  });

  test('P4.007 P2.038 P9.006 goes on to the confirmation, which names the 15 minutes and leads back to sign-in', async () => {
    const person = await aCardholder(world.database);
    for (const userId of [person.userId, 'nobody.known']) {
      const page = await world.client().submit(PAGE, { userId });
      expect([page.status, screenOf(page)]).toEqual([200, ['link-sent']]);
      expect(page.headers['cache-control']).toContain('no-store');
      const shown = shownOf(page);
      const section = shown.slice(shown.indexOf('data-screen="link-sent"'));
      expect(section).toContain('15 minutes');
      expect(section).toContain('href="/sdportal/login-signin-component"');
    }
    expect(linkIn(await world.mailbox.next(person.email)).searchParams.has('token')).toBe(true);
  });

  test('P2.039 P4.007 token users get a confirmation and a mail of their own', async () => {
    const person = await aCardholder(world.database);
    await withToken(world.database, person, { pin: '2468' });
    expect(screenOf(await world.client().submit(PAGE, { userId: person.userId }))).toEqual(['token-link-sent']);
    const mail = await world.mailbox.next(person.email);
    expect(mail.subject).toBe(text('mail.token.reset.subject'));
  });

  test('P5.003 a missing user id keeps the person there', async () => {
    const page = await world.client().submit(PAGE, { userId: ' ' });
    expect([page.status, screenOf(page), invalidFields(page)]).toEqual([400, ['user-id'], ['userId']]);
  });
});

describe('the security question', () => {
  const questionOf = async (json: unknown) => (await world.client(ASKING).post(QUESTIONS, json)).json();

  test('P7.011 P3.011 P3.012 is answered for a user id as JSON, as text, and with a locale', async () => {
    const person = await aPersonWithQuestion();
    const expected = {
      questionId: 'first.pet',
      questionText: text('security.question.first.pet'),
      questionResponse: ''
    };
    const client = world.client(ASKING);
    const headers = { ...client.protectedHeaders(), 'Content-Type': 'text/plain' };
    const asText = await client.call(QUESTIONS, { body: person.userId, headers });
    expect([asText.json(), await questionOf(person.userId)]).toEqual([expected, expected]);
    expect(await questionOf({ userId: person.userId, locale: 'de' })).toEqual({
      ...expected,
      questionText: bundleTexts('de', 'Messages')['security.question.first.pet']
    });
  });

  test('PD.2 nobody’s is invented: stable, by the same shape, and not the same for all', async () => {
    const nobody = await questionOf('nobody.asked');
    expect(nobody).toEqual({
      questionId: expect.stringMatching(/^[a-z]+\.[a-z]+$/),
      questionText: expect.stringMatching(/\?$/),
      questionResponse: ''
    });
    expect(await questionOf('  Nobody.Asked ')).toEqual(nobody);
    const asked = await Promise.all(Array.from({ length: 20 }, (_, n) => questionOf(`nobody.${n}`)));
    expect(new Set(asked.map((question) => JSON.stringify(question))).size).toBeGreaterThan(2);
    const unset = await aCardholder(world.database);
    expect(await questionOf(unset.userId)).toEqual(await questionOf(unset.userId.toLowerCase()));
  });
});

describe('a temporary password', () => {
  test('P1.003 P3.013 P2.037 comes by mail for the right answer, and opens nothing but the change (P4.008)', async () => {
    const { person, temporary, client } = await withTemporaryPassword();
    expect(temporary).toMatch(/^[a-z]{4}-\d{4}-[a-z]{4}$/);
    expect((await world.client().signIn(person.userId, PASSWORD)).status).toBe(401);
    const entered = new URL((await client.signIn(person.userId, temporary)).body, 'http://x');
    expect([entered.pathname, entered.searchParams.get('ec')]).toEqual([
      '/sdportal/change-password-component',
      String(0x132120c8)
    ]);
    expect((await client.call('/workspace')).status).toBe(307);
    const change = (newCredential: string) =>
      client.post(`${PUBLIC}/changePassword`, { userId: person.userId, oldCredential: temporary, newCredential });
    expect(firstError(await change(temporary))).toEqual({ code: 'password.policy', field: 'newCredential' });
    expect(firstError(await change(PASSWORD))).toEqual({ code: 'password.policy', field: 'newCredential' });
    expect((await change('Maple-Harbour-77')).status).toBe(200);
    expect((await world.client().signIn(person.userId, temporary)).status).toBe(401);
    expect((await world.client().signIn(person.userId, 'Maple-Harbour-77')).body).toBe('/workspace');
  });

  test('P7.012 P3.005 comes by the older call as well; answers compare without case and spacing', async () => {
    const person = await aPersonWithQuestion();
    const answer = await world.client(ASKING).post(`${PUBLIC}/forgotPassword`, {
      userId: person.userId,
      locale: 'en_US',
      securityQuestion: { questionId: 'first.pet', questionText: '', questionResponse: '  bIsCuit ' }
    });
    expect([answer.status, answer.json()]).toEqual([202, {}]);
    expect(temporaryIn(await world.mailbox.next(person.email))).toMatch(/^[a-z]{4}-\d{4}-[a-z]{4}$/);
  });

  describe('PD.14 where the brand sends reset links, no question is asked and no answer taken', () => {
    const CLOSED = { errors: [{ code: 'recovery.by.link', message: text('recovery.by.link') }] };

    test('of anybody or nobody, by the calls or by the page', async () => {
      const person = await aPersonWithQuestion();
      const client = world.client();
      const securityQuestion = { questionId: 'first.pet', questionResponse: 'Biscuit' };
      for (const userId of [person.userId, 'nobody.asked'])
        for (const answer of [
          await client.post(QUESTIONS, userId),
          await client.post(`${PUBLIC}/forgotPassword`, { userId, securityQuestion }),
          await answerQuestion(userId, 'Biscuit', client, 'tessera'),
          // The brand of the answer is closed, whichever page it comes from.
          await answerQuestion(userId, 'Biscuit', world.client(ASKING), 'tessera')
        ])
          expect([answer.status, answer.json()]).toEqual([403, CLOSED]);
      const posted = await client.submit(PAGE, {
        asked: person.userId,
        questionId: 'first.pet',
        questionResponse: 'Biscuit'
      });
      expect(screenOf(posted)).not.toEqual(['temporary-sent']);
      await world.outboxEmpty();
      expect(world.mailbox.received.some(({ recipients }) => recipients.includes(person.email))).toBe(false);
      expect((await client.signIn(person.userId, PASSWORD)).body).toBe('/workspace');
    });

    test('nor is one of their people’s taken by naming another brand', async () => {
      const [theirs, others] = [await aPersonWithQuestion(), await aPersonWithQuestion()];
      const brandOf = ({ issuerId }: Person, brand: string) =>
        world.database.query('INSERT INTO issuer_brands (issuer_id, brand_name) VALUES ($1, $2)', [issuerId, brand]);
      await brandOf(theirs, 'norrvik');
      await brandOf(others, 'norrvik');
      await brandOf(others, 'lyngholm');
      const refused = await answerQuestion(theirs.userId, 'Biscuit');
      expect([refused.status, firstError(refused).code]).toEqual([422, 'security.answer.wrong']);
      expect((await answerQuestion(others.userId, 'Biscuit')).status).toBe(202);
    });
  });

  test('PD.9 a token user gets none, and everything stays as it was', async () => {
    const person = await aPersonWithQuestion();
    const secret = await withToken(world.database, person, { pin: '2468' });
    const client = world.client();
    await client.enter(person.b2BAlias, 'token', passcodeOf(secret, '2468'));
    const credentials = () => world.database.query('SELECT * FROM credentials WHERE user_id = $1', [person.id]);
    const before = await credentials();
    expect((await answerQuestion(person.userId, 'Biscuit')).status).toBe(202);
    await world.outboxEmpty();
    expect(await credentials()).toEqual(before);
    expect(world.mailbox.received.some(({ recipients }) => recipients.includes(person.email))).toBe(false);
    expect((await client.call('/workspace')).status).toBe(200);
  });

  test('an answer hashed at an older cost is hashed anew', async () => {
    const person = await aPersonWithQuestion();
    await world.database.query('UPDATE security_answers SET answer_hash = $1 WHERE user_id = $2', [
      hashOf('biscuit', 5),
      person.id
    ]);
    expect((await answerQuestion(person.userId, ' BISCUIT')).status).toBe(202);
    const [row] = await world.database.query('SELECT answer_hash FROM security_answers WHERE user_id = $1', [
      person.id
    ]);
    expect(row?.answer_hash).toMatch(/^user:\$2b\$04\$/);
    expect((await answerQuestion(person.userId, 'biscuit')).status).toBe(202);
  });

  test('P8.012 PD.2 C8.013 a wrong answer is refused at its field, alike for anybody and nobody', async () => {
    const [person, unset] = [await aPersonWithQuestion(), await aCardholder(world.database)];
    const closed = await aPersonWithQuestion({ status: 'locked', lockCause: 'administrator' });
    const wrong = withoutIds(await answerQuestion(person.userId, 'wrong'));
    expect([wrong.status, JSON.parse(wrong.body)]).toEqual([
      422,
      {
        errors: [
          {
            code: 'security.answer.wrong',
            field: 'questionResponse',
            message: 'Invalid question/answer combination'
          }
        ]
      }
    ]);
    for (const [userId, answer] of [
      ['nobody.answers', 'Biscuit'],
      [unset.userId, 'Biscuit'],
      [closed.userId, 'Biscuit']
    ] as const)
      expect(withoutIds(await answerQuestion(userId, answer))).toEqual(wrong);
  });

  test('PD.10 wrong answers count like failed sign-ins: the sixth locks, and guessing ends, for nobody too', async () => {
    const person = await aPersonWithQuestion();
    for (const userId of [person.userId, 'nobody.guessed']) {
      const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => answerQuestion(userId, `guess ${n}`)));
      expect(answers.filter(({ status }) => status === 422)).toHaveLength(6);
      const last = await answerQuestion(userId, 'Biscuit');
      expect([last.status, firstError(last).code]).toEqual([429, 'too.many.requests']);
      expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
      expect((await world.client().signIn(userId, PASSWORD)).body).toContain('temporary-state-component');
    }
    const notice = await world.mailbox.next(person.email);
    expect(notice.subject).toBe(text('mail.locked.subject'));
  });

  test('PD.10 it unlocks who was locked by wrong passwords', async () => {
    const person = await aPersonWithQuestion();
    for (let n = 0; n < 6; n++) await world.client().signIn(person.userId, 'wrong');
    await world.mailbox.next(person.email);
    expect((await answerQuestion(person.userId, 'Biscuit')).status).toBe(202);
    const temporary = temporaryIn(await world.mailbox.next(person.email));
    expect((await world.client().signIn(person.userId, temporary)).body).toContain('change-password-component');
  });

  test('C4.022 C4.026 C8.002 C8.037 once it has expired it locks, says so to who knew it, and another can be asked for', async () => {
    const { person, temporary } = await withTemporaryPassword();
    await world.database.query("UPDATE credentials SET expires_at = now() - interval '1 second' WHERE user_id = $1", [
      person.id
    ]);
    const answer = await world.client().signIn(person.userId, temporary);
    expect([answer.status, firstError(answer).code]).toEqual([401, 'temporary.password.expired']);
    expect(answer.body).toContain(
      'The temporary password that was used has expired. Please contact your administrator for further assistance.'
    );
    expect((await world.client().signIn(person.userId, temporary)).body).toContain('temporary-state-component');
    const [row] = await world.database.query('SELECT status, lock_cause FROM users WHERE id = $1', [person.id]);
    expect(row).toEqual({ status: 'locked', lock_cause: 'one_time_password_expired' });
    expect((await answerQuestion(person.userId, 'Biscuit')).status).toBe(202);
    const second = temporaryIn(await world.mailbox.next(person.email));
    expect((await world.client().signIn(person.userId, second)).body).toContain('change-password-component');
  });

  test('a new one ends the sessions and the links of before', async () => {
    const person = await aPersonWithQuestion();
    const client = world.client();
    await client.signIn(person.userId, PASSWORD);
    await ask(person.userId);
    const token = linkIn(await world.mailbox.next(person.email)).searchParams.get('token');
    await answerQuestion(person.userId, 'Biscuit');
    await world.mailbox.next(person.email);
    await world.outboxEmpty();
    expect((await client.call('/workspace')).status).toBe(307);
    const status = await world.client().call(`${PUBLIC}/credential-reset-tokens/${token}`);
    expect(status.json()).toEqual({ status: 'REVOKED' });
  });

  test.each([
    ['without an answer', { questionId: 'first.pet', questionResponse: ' ' }, 'questionResponse', 'required'],
    ['without a question', { questionResponse: 'Biscuit' }, 'questionId', 'required'],
    [
      'with a question that can not be',
      { questionId: 'first\u0000pet', questionResponse: 'Biscuit' },
      'questionId',
      'invalid.entry'
    ],
    [
      'with too long an answer',
      { questionId: 'first.pet', questionResponse: 'x'.repeat(101) },
      'questionResponse',
      'too.long'
    ]
  ])('P5.004 is refused %s', async (_what, securityQuestionSTO, field, code) => {
    const answer = await world.client(ASKING).post(TEMPORARY, { userId: 'x', securityQuestionSTO });
    expect([answer.status, firstError(answer)]).toEqual([400, { code, field: `securityQuestionSTO.${field}` }]);
  });

  test('P2.036 P2.037 P4.008 the page asks the question where links are off, and confirms the mail', async () => {
    const person = await aPersonWithQuestion();
    const client = world.client(OFF);
    client.cookies.set('user_locale', 'en_GB');
    const question = await client.submit(PAGE, { userId: person.userId });
    expect([screenOf(question), revealableFields(question)]).toEqual([['question'], ['questionResponse']]);
    const section = question.body.slice(question.body.indexOf('data-screen="question"'));
    expect(section).toMatch(
      /<button type="submit" class="primary">Continue<\/button><a class="secondary" href="[^"]+">Cancel</
    );
    expect(/<p class="question"[^>]*>([^<]*)</.exec(question.body)?.[1]).toBe(
      bundleTexts('en_GB', 'Messages')['security.question.first.pet']
    );
    expect(question.body).toContain('name="questionId" value="first.pet"');
    const fields = { asked: person.userId, questionId: 'first.pet' };
    const blank = await client.submit(PAGE, { ...fields, questionResponse: '' });
    expect([blank.status, screenOf(blank)]).toEqual([400, ['question']]);
    const wrong = await client.submit(PAGE, { ...fields, questionResponse: 'wrong' });
    expect([wrong.status, screenOf(wrong), invalidFields(wrong)]).toEqual([422, ['question'], ['questionResponse']]);
    expect(shownOf(wrong)).toContain('name="questionId" value="first.pet"');
    const malformed = await client.submit(PAGE, { ...fields, questionId: 'a\u0000', questionResponse: 'x' });
    expect(malformed.status).toBe(400);
    const sent = await client.submit(PAGE, { ...fields, questionResponse: 'Biscuit' });
    expect([sent.status, screenOf(sent)]).toEqual([200, ['temporary-sent']]);
    expect(shownOf(sent).slice(shownOf(sent).indexOf('data-screen="temporary-sent"'))).toContain(
      'href="/sdportal/login-signin-component"'
    );
    expect((await world.mailbox.next(person.email)).from?.name).toBe('Lyngholm Bank');
  });

  test('P4.008 where the brand sends links, no answer is taken: the page begins anew', async () => {
    const person = await aPersonWithQuestion();
    const fields = { asked: person.userId, questionId: 'first.pet', questionResponse: 'Biscuit' };
    const page = await world.client().submit(PAGE, fields);
    expect([page.status, screenOf(page)]).toEqual([403, ['user-id']]);
    await world.outboxEmpty();
    expect(world.mailbox.received.some(({ recipients }) => recipients.includes(person.email))).toBe(false);
  });
});

describe('limits by address', () => {
  const limited = useServer({ RECOVERIES_PER_ADDRESS: '5' });
  test('each recovery call counts, together with the page', async () => {
    const client = limited.client();
    expect((await client.post(FORGOT, { userId: 'nobody.1' })).status).toBe(202);
    expect((await client.post(`${PUBLIC}/one-time-pins`, { userId: 'nobody.2' })).status).toBe(202);
    expect((await client.submit(PAGE, { userId: 'nobody.3' })).status).toBe(200);
    expect((await client.post(`${PUBLIC}/change-password`, {})).status).toBe(400);
    expect((await client.post(TEMPORARY, {})).status).toBe(400);
    for (const answer of [
      await client.post(FORGOT, { userId: 'nobody.6' }),
      await client.post(`${PUBLIC}/forgotPassword`, {}),
      await client.submit(PAGE, { userId: 'nobody.7' })
    ]) {
      expect(answer.status).toBe(429);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
  });
});
