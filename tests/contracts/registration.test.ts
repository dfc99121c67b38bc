import { randomBytes } from 'node:crypto';
import { bundleTexts } from '@/lib/core/language/texts';
import { linkIn } from '../support/mailbox';
import { PASSWORD } from '../support/people';
import { type Answer, invalidFields } from '../support/portal-client';
import { aCardNumber, aRegistrableAccount, type Registrable } from '../support/registration';
import { registrationForms, shapeOf, shown } from '../support/registration-forms';
import { useServer } from '../support/server-world';
import { withSetting } from '../support/settings';
import { aUserAt } from '../support/structure';
import { text } from '../support/texts';

const world = useServer({ REGISTRATIONS_PER_ADDRESS: '10000' });
const BRAND = 'wendemere';
const HOST = `${BRAND}.localhost`;
const CARDHOLDER = '/sdportal/cardholder-registration-component';
const NEW_USER = '/sdportal/new-user-component';
const COMPANY = '/sdportal/company-registration-component';
const APPLICATION = '/sdportal/account-application-component';
const NEW_PASSWORD = 'Maple-Harbour-77';
const english = { 'Accept-Language': 'en-US' };

const anEmail = () => `${randomBytes(6).toString('hex')}@mail.example`;
const aCard = () => aRegistrableAccount(world.database, { brand: BRAND });
const post = registrationForms(english);

/** A visitor with a registration link in a new mailbox. */
async function withLink(page = CARDHOLDER, form: Record<string, string> = {}) {
  const [client, email] = [world.client(HOST), form.email ?? anEmail()];
  const step = page === CARDHOLDER ? 'start' : 'form';
  const sent = await post(client, page, { step, email, ...form });
  expect(sent.status).toBe(200);
  expect(shown(sent)).toContain(text('registration.sent.message', { minutes: '60' }));
  const link = linkIn(await world.mailbox.next(email));
  expect([link.hostname, link.pathname]).toEqual([HOST, page]);
  return { client, email, link, token: link.searchParams.get('token') ?? '' };
}

const details = ({ cardNumber, corporateCode, cardName }: Registrable, token: string) => ({
  step: 'details',
  token,
  accountNumber: cardNumber.replace(/(\d{4})(?=\d)/g, '$1 '),
  corporateCode,
  cardName
});

const choice = (token: string, change: Record<string, string> = {}) => ({
  step: 'choice',
  token,
  firstName: 'Robin',
  lastName: 'Example',
  userId: `robin${randomBytes(4).toString('hex')}`,
  password: NEW_PASSWORD,
  confirmation: NEW_PASSWORD,
  ...change
});

test('C2.001 the sign-in page asks whether one is new, and leads to registration', async () => {
  const { body } = await world.client(HOST).call('/sdportal/login-signin-component', { headers: english });
  expect(body).toContain(text('registration.heading'));
  expect(body).toContain(`href="${CARDHOLDER}"`);
});

describe('C1.014 C2.001 a cardholder registers without script', () => {
  test('from the address over the card to signing in', async () => {
    const card = await aCard();
    expect((await world.client(HOST).call(CARDHOLDER, { headers: english })).headers['cache-control']).toContain(
      'public'
    );
    const { client, token, link } = await withLink();
    // A mail program that opens the link uses nothing up.
    for (let n = 0; n < 2; n++) {
      const opened = await client.call(link.pathname + link.search, { headers: english });
      expect([opened.status, opened.headers['cache-control']]).toEqual([200, 'no-store']);
      expect(shown(opened)).toContain(text('registration.details.intro'));
    }
    const matched = await post(client, CARDHOLDER, details(card, token));
    expect([matched.status, matched.headers.location]).toEqual([303, `${CARDHOLDER}?token=${token}`]);
    const due = await client.call(link.pathname + link.search, { headers: english });
    expect(shown(due)).toContain(text('registration.choice.intro'));
    expect(due.body).not.toContain(card.cardNumber);
    const chosen = choice(token);
    const done = await post(client, CARDHOLDER, chosen);
    expect(shown(done)).toContain(text('registration.done.message'));
    expect((await client.signIn(chosen.userId, NEW_PASSWORD)).body).toBe(`${NEW_USER}?cobrandHost=${BRAND}`);
    expect((await client.call('/workspace')).status).toBe(307);
    const asked = await client.call(NEW_USER, { headers: english });
    expect(shown(asked)).toContain(text('new.user.intro', { name: 'Robin Example' }));
    const entered = await client.submit(NEW_USER, { locale: 'en_US' });
    expect([entered.status, entered.headers.location]).toEqual([303, '/workspace']);
    expect((await client.call('/workspace')).status).toBe(200);
    expect(shown(await client.call(link.pathname + link.search, { headers: english }))).toContain(
      text('expired.link.title')
    );
  });

  test.each([
    ['an address that is none', { step: 'start', email: 'robin' }, ['email']],
    ['no address', { step: 'start', email: '' }, ['email']]
  ])('%s is refused at its field', async (_what, form, fields) => {
    const answer = await post(world.client(HOST), CARDHOLDER, form);
    expect(answer.status).toBe(400);
    expect(invalidFields(answer)).toEqual(fields);
  });

  test('what can’t be a code or a number is told before anything is compared, and shown again without the number', async () => {
    const { client, token } = await withLink();
    const answer = await post(client, CARDHOLDER, {
      step: 'details',
      token,
      corporateCode: '1234567',
      accountNumber: '4111111111111112',
      cardName: 'Åsa Märta'
    });
    expect(answer.status).toBe(400);
    expect(invalidFields(answer)).toEqual(['corporateCode', 'accountNumber']);
    expect(shown(answer)).toContain('Åsa Märta');
    expect(answer.body).not.toMatch(/4111111111111112|"1234567"/);
    expect((await world.database.query('SELECT 1 FROM registration_locks')).length).toBe(0);
  });

  test.each([
    [{ userId: 'ab' }, ['userId'], 'registration.user.id.rule'],
    [{ userId: 'robin example' }, ['userId'], 'registration.user.id.rule'],
    [{ firstName: '12345' }, ['firstName'], 'registration.name.rule'],
    [{ confirmation: 'other' }, ['confirmation'], 'password.confirm.not.match'],
    [{ password: 'short', confirmation: 'short' }, ['password'], null]
  ])('a choice with %o is refused at its field, in words of the portal', async (change, fields, key) => {
    const card = await aCard();
    const { client, token } = await withLink();
    await post(client, CARDHOLDER, details(card, token));
    const answer = await post(client, CARDHOLDER, choice(token, change as Record<string, string>));
    expect([400, 422]).toContain(answer.status);
    expect(invalidFields(answer)).toEqual(fields);
    if (key) expect(shown(answer)).toContain(text(key));
    expect(answer.body).not.toContain(NEW_PASSWORD);
  });

  test('a user id that is taken is refused, and nothing else is told of its owner', async () => {
    const card = await aCard();
    const owner = await aUserAt(world.database, 'C', card.company, {});
    await world.database.query("UPDATE user_directory SET user_id_key = 'takenbyone' WHERE user_id = $1", [owner.id]);
    const { client, token } = await withLink();
    await post(client, CARDHOLDER, details(card, token));
    const answer = await post(client, CARDHOLDER, choice(token, { userId: 'TakenByOne' }));
    expect(answer.status).toBe(422);
    expect(shown(answer)).toContain(text('registration.user.id.taken'));
  });

  test('PD.2 whatever is wrong with the details, the page is the same', async () => {
    const misses: ((card: Registrable) => Record<string, string>)[] = [
      () => ({ accountNumber: aCardNumber() }),
      () => ({ cardName: 'Somebody Else' }),
      () => ({ corporateCode: '13579024' }),
      () => ({ accountNumber: aCardNumber(), corporateCode: '13579024', cardName: 'Nobody' })
    ];
    const pages = [];
    for (const change of misses) {
      const card = await aCard();
      const { client, token } = await withLink();
      const form = { ...details(card, token), cardName: 'Robin Example', ...change(card) };
      const answer = await post(client, CARDHOLDER, form);
      pages.push(shapeOf(answer, token, form.cardName));
    }
    expect(pages[0]).toMatchObject({ status: 422 });
    for (const page of pages) expect(page).toEqual(pages[0]);
  });

  test('CD.34 the third miss locks, and the page says whom to ask', async () => {
    const card = await aCard();
    const { client, token } = await withLink();
    const answers = [];
    for (let n = 0; n < 3; n++)
      answers.push(await post(client, CARDHOLDER, { ...details(card, token), cardName: `Somebody ${n}` }));
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 200]);
    expect(shown(answers[2] as Answer)).toContain(text('registration.locked.title'));
    const right = await post(client, CARDHOLDER, details(card, token));
    expect(shown(right)).toContain(text('registration.locked.title'));
  });

  test('a link that is none, or of another kind, shows that it has expired', async () => {
    const { client } = await withLink();
    for (const token of ['A'.repeat(43), 'x'])
      expect(shown(await client.call(`${CARDHOLDER}?token=${token}`, { headers: english }))).toContain(
        text('expired.link.title')
      );
    const answer = await post(client, CARDHOLDER, details(await aCard(), 'A'.repeat(43)));
    expect(shown(answer)).toContain(text('expired.link.title'));
  });
});

const form = (issuer: string) => ({
  issuer,
  company: 'Harbour Lights AB',
  street: 'Kajen 4',
  postalCode: '411 01',
  city: 'Göteborg',
  country: 'SE',
  firstName: 'Maja',
  lastName: 'Holm',
  phone: '+46 31 123 456'
});

describe('C1.014 C2.001 a company registers without script', () => {
  async function offered() {
    const { issuer } = await aCard();
    await withSetting(world.database, { issuerId: issuer.id }, 'self.registration.companies', true);
    return issuer;
  }

  test.each([
    ['company', COMPANY],
    ['application', APPLICATION]
  ])('the form of a %s, its mail, the question of its link, and the queue', async (_kind, page) => {
    const issuer = await offered();
    const { body } = await world.client(HOST).call(page, { headers: english });
    expect(body).toContain(`value="${issuer.id}"`);
    const { client, link, email, token } = await withLink(page, form(issuer.id));
    const question = await client.call(link.pathname + link.search, { headers: english });
    expect(shown(question)).toContain('Harbour Lights AB');
    expect(await world.database.query('SELECT 1 FROM registrations WHERE email = $1', [email])).toEqual([]);
    const sent = await post(client, page, { step: 'confirm', token });
    expect(shown(sent)).toContain(text('registration.received.message'));
    expect(
      await world.database.query('SELECT state::text, issuer_id FROM registrations WHERE email = $1', [email])
    ).toEqual([{ state: 'pending_approval', issuer_id: issuer.id }]);
    expect(shown(await post(client, page, { step: 'confirm', token }))).toContain(text('expired.link.title'));
  });

  test('what is missing or malformed is told at its field, and nothing typed is lost', async () => {
    const issuer = await offered();
    const answer = await post(world.client(HOST), COMPANY, {
      ...form(issuer.id),
      step: 'form',
      company: '',
      email: 'maja',
      phone: 'none',
      country: 'XX'
    });
    expect(answer.status).toBe(400);
    expect(invalidFields(answer)).toEqual(['company', 'email', 'phone']);
    expect(shown(answer)).toContain('value="Göteborg"');
  });

  test('an issuer that does not take companies, or is another brand’s, gets none', async () => {
    const issuer = await offered();
    await withSetting(world.database, { issuerId: issuer.id }, 'sso.only', true);
    const closed = await post(world.client(HOST), COMPANY, { step: 'form', email: anEmail(), ...form(issuer.id) });
    expect(shown(closed)).toContain(text('registration.closed.message'));
  });

  test.each([
    ['orvalle', COMPANY],
    ['sainterre', APPLICATION]
  ])('a brand that does not offer it has no such page: %s', async (brand, page) => {
    const client = world.client(`${brand}.localhost`);
    expect((await client.call(page)).status).toBe(404);
    // The form of another brand doesn't work here.
    const issuer = await offered();
    const held = await world.client(HOST).call(page, { headers: english });
    const posted = { step: 'form', email: anEmail(), ...form(issuer.id) };
    const answer = await client.submitAgain(held, page, posted, english);
    expect([answer.status, answer.headers.location]).toEqual([303, page]);
  });
});

test('the portal’s registration pages are in the language of the reader, in every one of a brand’s', async () => {
  const { body } = await world.client('norrvik.localhost').call(CARDHOLDER, { headers: { 'Accept-Language': 'sv' } });
  expect(body).toContain(bundleTexts('sv', 'Messages')['registration.email.intro']);
});

test('the workspace shows what waits, to who may see it', async () => {
  const { issuer } = await aCard();
  const administrator = await aUserAt(world.database, 'I', issuer);
  const client = world.client(HOST);
  await client.signIn(administrator.userId, PASSWORD);
  for (const page of ['', '/locks', '/corporate-codes'])
    expect((await client.call(`/workspace/registrations${page}`)).status).toBe(200);
  const cardholder = world.client(HOST);
  const card = await aCard();
  const person = await aUserAt(world.database, 'A', card.account);
  await cardholder.signIn(person.userId, PASSWORD);
  expect((await cardholder.call('/workspace/registrations')).status).toBe(404);
});
