import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { type Brand, rereadBrands } from '@/lib/brand/brands/directory';
import { findBrand } from '@/lib/brand/brands/resolve';
import type { Mail } from '@/lib/brand/mail/render';
import { outboxHandlers } from '@/lib/composition/process/outbox-handlers';
import { transaction } from '@/lib/core/database/database';
import { listen } from '@/lib/core/database/listen';
import { decrypt } from '@/lib/core/secrets/encryption';
import { shiftClock } from '@/lib/core/server/clock';
import { workOnce } from '@/lib/core/server/outbox';
import { openIssuers, submitApplication, takesApplications } from '@/lib/directory/registration/apply';
import { type Choice, completeCardholder, matchedBy } from '@/lib/directory/registration/complete-cardholder';
import { hashCorporateCodes } from '@/lib/directory/registration/corporate-code';
import { corporateCodeSchema } from '@/lib/directory/registration/corporate-code-rule';
import { comparableName, matchCardholder } from '@/lib/directory/registration/match-cardholder';
import type { Application } from '@/lib/directory/registration/schema';
import {
  begunBy,
  LINK_MINUTES,
  sendRegistrationLink,
  startRegistration
} from '@/lib/directory/registration/start-registration';
import { REGISTRATION } from '@/lib/directory/registration/states';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aCardNumber, aRegistrableAccount, type Registrable } from '../support/registration';
import { withSetting } from '../support/settings';
import { aBrand, place } from '../support/sign-in';
import { aUserAt } from '../support/structure';
import { until } from '../support/until';

const database = useDatabase();
const PASSWORD = 'Maple-Harbour-77';
const ASKED = { brandName: 'tessera', locale: 'en_US', linkOrigin: 'http://localhost' };

beforeAll(async () => {
  await aBrand();
});
afterEach(() => shiftClock(0));

const anEmail = () => `${randomBytes(6).toString('hex')}@mail.example`;

/** The mails that wait in the outbox for an address, newest last. */
async function mailsTo(email: string): Promise<Mail[]> {
  const rows = await database.current.query<{ issuer_id: string; id: string; payload: Buffer }>(
    "SELECT issuer_id, id, payload FROM outbox WHERE topic = 'mail.send' AND payload IS NOT NULL ORDER BY id"
  );
  return rows
    .map(({ issuer_id, id, payload }) => JSON.parse(decrypt('outbox', payload, `outbox/${issuer_id}/${id}`).toString()))
    .filter((mail: Mail) => mail.to === email);
}

/** Does what waits in the background, but for sending mails. */
async function work(): Promise<void> {
  while (
    await workOnce({
      ...outboxHandlers,
      'mail.send': async () => {
        throw new Error('stays');
      }
    })
  ) {
    // Until nothing is due.
  }
}

/** The token of the link that a new registration gets by mail. */
async function begin(email = anEmail(), start = { kind: 'cardholder' as const, email }): Promise<string> {
  await startRegistration(start, ASKED, ORIGIN);
  await work();
  const mail = (await mailsTo(email)).filter(({ template }) => template === 'registration_link').at(-1);
  return new URL(String(mail?.params.address)).searchParams.get('token') ?? '';
}

const details = ({ cardNumber: accountNumber, corporateCode, cardName }: Registrable) => ({
  accountNumber,
  corporateCode,
  cardName
});

const choiceOf = (token: string, change: Partial<Choice> = {}): Choice => ({
  token,
  firstName: 'Robin',
  lastName: 'Example',
  userId: `robin${randomBytes(4).toString('hex')}`,
  password: PASSWORD,
  confirmation: PASSWORD,
  ...change
});

const MISS = { ok: false, refusal: { code: 'registration.not.matched' } };
const LOCKED = { ok: false, refusal: { code: 'registration.locked' } };

describe('C5.038 a corporate code', () => {
  test('has 6 to 10 digits, no more than 3 in a row that repeat or follow one another, up or down', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 4, maxLength: 12 }), (digits) => {
        const runs = digits
          .slice(3)
          .some((_, at) =>
            [0, 1, -1].some((step) =>
              [1, 2, 3].every((n) => (digits[at + n] as number) - (digits[at + n - 1] as number) === step)
            )
          );
        const fits = digits.length >= 6 && digits.length <= 10 && !runs;
        expect(corporateCodeSchema.safeParse(digits.join('')).success).toBe(fits);
      })
    );
    expect(
      ['135792', '111222', '1111222', '123987', '123498', '9876501', '12a456'].map(
        (code) => corporateCodeSchema.safeParse(code).success
      )
    ).toEqual([true, true, false, true, false, false, false]);
  });

  test('is held so by the database too', async () => {
    const { issuer, company } = await aRegistrableAccount(database.current);
    for (const code of ['12345', '1111790', '4321790', '2345790', 'abcdef'])
      await expect(
        database.current.query('UPDATE corporate_codes SET code = $3 WHERE issuer_id = $1 AND company_id = $2', [
          issuer.id,
          company.id,
          code
        ])
      ).rejects.toThrow('check');
  });
});

test('CD.34 the states of a registration follow one another', () => {
  const led = REGISTRATION.states.flatMap((state) =>
    REGISTRATION.possible(state).map((event) => `${state} ${event} ${REGISTRATION.after(state, event)}`)
  );
  expect(led).toEqual([
    'started miss verified',
    'started match matched',
    'started submit pending_approval',
    'verified miss verified',
    'verified match matched',
    'verified submit pending_approval',
    'matched complete approved',
    'pending_approval approve approved',
    'pending_approval decline declined'
  ]);
});

describe('C1.014 C2.001 the self-registration of a cardholder', () => {
  test('goes from the mailed link over the card to a user who stands at the account', async () => {
    const card = await aRegistrableAccount(database.current);
    const email = anEmail();
    const token = await begin(email);
    expect(await matchCardholder({ token, ...details(card) }, ORIGIN)).toEqual({ ok: true, value: null });
    expect(await matchedBy(token)).toMatchObject({ nodeId: card.account.id, email, passwordMinimum: 12 });
    const choice = choiceOf(token);
    expect(await completeCardholder(choice, ORIGIN)).toEqual({ ok: true, value: { userId: choice.userId } });
    const [user] = await database.current.query(
      `SELECT u.role::text, u.node_id, u.email, u.status::text, a.is_primary, x.node_id AS at, c.must_change
       FROM users u JOIN assignments a ON a.user_id = u.id JOIN assignment_nodes x ON x.assignment_id = a.id
       JOIN credentials c ON c.user_id = u.id WHERE u.user_id = $1`,
      [choice.userId]
    );
    expect(user).toEqual({
      role: 'A',
      node_id: card.account.id,
      email,
      status: 'active',
      is_primary: true,
      at: card.account.id,
      must_change: false
    });
    expect((await mailsTo(email)).map(({ template }) => template)).toEqual([
      'registration_link',
      'registration_completed'
    ]);
    expect(await matchedBy(token)).toBeNull();
    expect(await completeCardholder(choiceOf(token), ORIGIN)).toMatchObject({
      refusal: { code: 'registration.link.inactive' }
    });
  });

  test('compares names by their words, whatever their order, case and accents', () => {
    expect(comparableName('  LINDQVIST, Åsa-Märta ')).toBe(comparableName('Asa Marta Lindqvist'));
    expect(comparableName('Asa Lindqvist')).not.toBe(comparableName('Asa Marta Lindqvist'));
  });

  test.each([
    ['an unknown account number', async (card: Registrable) => ({ ...details(card), accountNumber: aCardNumber() })],
    [
      'another company’s corporate code',
      async (card: Registrable) => ({
        ...details(card),
        corporateCode: (await aRegistrableAccount(database.current)).corporateCode
      })
    ],
    [
      'a corporate code that is nobody’s',
      async (card: Registrable) => ({ ...details(card), corporateCode: '13579024' })
    ],
    ['another name', async (card: Registrable) => ({ ...details(card), cardName: 'Robin Exemple' })],
    [
      'an account that is closed',
      async (card: Registrable) => {
        await database.current.query("UPDATE accounts SET state = 'closed', closed_on = now() WHERE id = $1", [
          card.account.id
        ]);
        return details(card);
      }
    ],
    [
      'an account that is somebody’s',
      async (card: Registrable) => {
        await aUserAt(database.current, 'A', card.account);
        return details(card);
      }
    ],
    [
      'a company that does not let its cardholders register',
      async (card: Registrable) => {
        await withSetting(
          database.current,
          { issuerId: card.issuer.id, companyId: card.company.id },
          'self.registration.cardholders',
          false
        );
        return details(card);
      }
    ],
    [
      'a company that signs in by single sign-on only',
      async (card: Registrable) => {
        await withSetting(database.current, { issuerId: card.issuer.id, companyId: card.company.id }, 'sso.only', true);
        return details(card);
      }
    ],
    [
      'an issuer of another brand',
      async (card: Registrable) => {
        await database.current.query('DELETE FROM issuer_brands WHERE issuer_id = $1', [card.issuer.id]);
        return details(card);
      }
    ]
  ])('misses with %s, and the answer is the same', async (_what, change) => {
    const card = await aRegistrableAccount(database.current);
    const token = await begin();
    expect(await matchCardholder({ token, ...(await change(card)) }, ORIGIN)).toEqual(MISS);
    expect(await matchedBy(token)).toBeNull();
  });

  test('a link works for an hour, until it has matched, and not for another kind', async () => {
    const card = await aRegistrableAccount(database.current);
    const token = await begin();
    expect(await begunBy(token, ['company'])).toBeNull();
    shiftClock((LINK_MINUTES + 1) * 60_000);
    expect(await matchCardholder({ token, ...details(card) }, ORIGIN)).toMatchObject({
      refusal: { code: 'registration.link.inactive' }
    });
    shiftClock(0);
    const both = await Promise.all([1, 2].map(() => matchCardholder({ token, ...details(card) }, ORIGIN)));
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test('of two who register for one account at the same moment one gets it', async () => {
    const card = await aRegistrableAccount(database.current);
    const tokens = [await begin(), await begin()];
    for (const token of tokens) expect((await matchCardholder({ token, ...details(card) }, ORIGIN)).ok).toBe(true);
    const results = await Promise.all(tokens.map((token) => completeCardholder(choiceOf(token), ORIGIN)));
    expect(results.map(({ ok }) => ok).sort()).toEqual([false, true]);
  });

  test.each([
    [{ confirmation: 'Maple-Harbour-78' }, 'password.confirm.not.match', 'confirmation'],
    [{ password: 'Short-1', confirmation: 'Short-1' }, 'password.length.invalid', 'password'],
    [{ password: 'Password-2026', confirmation: 'Password-2026' }, 'password.common', 'password'],
    [
      { userId: 'maple12harbour', password: 'Maple12Harbour', confirmation: 'Maple12Harbour' },
      'password.user.id.match',
      'password'
    ]
  ])('%o is refused', async (change, code, field) => {
    const card = await aRegistrableAccount(database.current);
    const token = await begin();
    await matchCardholder({ token, ...details(card) }, ORIGIN);
    expect(await completeCardholder(choiceOf(token, change), ORIGIN)).toMatchObject({ refusal: { code, field } });
  });

  test('C5.038 a code that a version before kept in clear opens, and goes on to when the worker has hashed it', async () => {
    const card = await aRegistrableAccount(database.current);
    const inClear = async () =>
      (await database.current.query('SELECT 1 FROM corporate_codes WHERE code = $1', [card.corporateCode])).length;
    const opens = async () => (await matchCardholder({ token: await begin(), ...details(card) }, ORIGIN)).ok;
    expect([await inClear(), await opens()]).toEqual([1, true]);
    expect(await hashCorporateCodes()).toBeGreaterThan(0);
    expect([await inClear(), await opens()]).toEqual([0, true]);
  });

  test('C5.038 a code that companies of two issuers of the brand have leads to the one whose card it is', async () => {
    const cards = [await aRegistrableAccount(database.current), await aRegistrableAccount(database.current)];
    const code = cards[0]?.corporateCode as string;
    await database.current.query('UPDATE corporate_codes SET code = $1 WHERE company_id = $2', [
      code,
      cards[1]?.company.id
    ]);
    for (const card of cards)
      expect(
        await matchCardholder({ token: await begin(), ...details(card), corporateCode: code }, ORIGIN)
      ).toMatchObject({ ok: true });
  });

  test.each([
    ['the account is suspended', "UPDATE accounts SET state = 'suspended' WHERE id = $1", 'account'],
    [
      'the issuer registers nobody any more',
      'UPDATE settings SET value = to_jsonb(false) WHERE issuer_id = $1',
      'issuer'
    ]
  ] as const)('nothing comes of a match when meanwhile %s', async (_what, change, of) => {
    const card = await aRegistrableAccount(database.current);
    const token = await begin();
    expect((await matchCardholder({ token, ...details(card) }, ORIGIN)).ok).toBe(true);
    await database.current.query(change, [card[of].id]);
    expect(await completeCardholder(choiceOf(token), ORIGIN)).toMatchObject({
      refusal: { code: 'registration.link.inactive' }
    });
  });

  test('of two who choose the same user id at once, one gets it and the other is told', async () => {
    const tokens = [await begin(), await begin()];
    for (const token of tokens)
      await matchCardholder({ token, ...details(await aRegistrableAccount(database.current)) }, ORIGIN);
    const userId = `robin${randomBytes(4).toString('hex')}`;
    const answers = await Promise.all(tokens.map((token) => completeCardholder(choiceOf(token, { userId }), ORIGIN)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ refusal: { code: 'user.id.taken', field: 'userId' } });
  });

  test('a user id that is taken is refused, and after twenty tries there is a wait', async () => {
    const card = await aRegistrableAccount(database.current);
    const taken = await aUserAt(database.current, 'C', card.company);
    const token = await begin();
    await matchCardholder({ token, ...details(card) }, ORIGIN);
    const choice = choiceOf(token, { userId: taken.userId });
    for (let n = 0; n < 20; n++)
      expect(await completeCardholder(choice, ORIGIN)).toMatchObject({
        refusal: { code: 'user.id.taken', field: 'userId' }
      });
    expect(await completeCardholder(choiceOf(token), ORIGIN)).toMatchObject({ retryAfter: expect.any(Number) });
  });

  test('mails no more than three links to an address in an hour, and says nothing of it', async () => {
    const email = anEmail();
    for (let n = 0; n < 5; n++) await startRegistration({ kind: 'cardholder', email }, ASKED, ORIGIN);
    await work();
    expect(await mailsTo(email)).toHaveLength(3);
  });

  test('what is known before the match is kept sealed, and the link by its hash only', async () => {
    const email = anEmail();
    const token = await begin(email);
    const rows = await database.current.query<{ sealed: Buffer }>('SELECT * FROM registration_starts');
    expect(rows.some(({ sealed }) => sealed.toString('latin1').includes(email))).toBe(false);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('CD.34 three misses lock', () => {
  const wrong = (card: Registrable) => ({ ...details(card), cardName: 'Somebody Else' });

  test('the e-mail address: the right details are no use any more, nor by another link to it', async () => {
    const card = await aRegistrableAccount(database.current);
    const email = anEmail();
    const token = await begin(email);
    const others = [
      await aRegistrableAccount(database.current),
      await aRegistrableAccount(database.current),
      await aRegistrableAccount(database.current)
    ];
    const answers = [];
    for (const other of others) answers.push(await matchCardholder({ token, ...wrong(other) }, ORIGIN));
    expect(answers).toEqual([MISS, MISS, LOCKED]);
    expect(await matchCardholder({ token, ...details(card) }, ORIGIN)).toEqual(LOCKED);
    expect(await matchCardholder({ token: await begin(email), ...details(card) }, ORIGIN)).toEqual(LOCKED);
    expect((await matchCardholder({ token: await begin(), ...details(card) }, ORIGIN)).ok).toBe(true);
  });

  test.each([true, false])(
    'the account number, from whatever address it is tried (an account has it: %s)',
    async (known) => {
      const card = await aRegistrableAccount(database.current);
      const tried = known ? wrong(card) : { ...details(card), accountNumber: aCardNumber() };
      const answers = [];
      for (let n = 0; n < 3; n++) answers.push(await matchCardholder({ token: await begin(), ...tried }, ORIGIN));
      expect(answers).toEqual([MISS, MISS, LOCKED]);
      expect(await matchCardholder({ token: await begin(), ...tried, cardName: card.cardName }, ORIGIN)).toEqual(
        LOCKED
      );
    }
  );

  test('however many run at once: three are counted, and none passes after them', async () => {
    const card = await aRegistrableAccount(database.current);
    const token = await begin();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => matchCardholder({ token, ...wrong(card) }, ORIGIN))
    );
    expect(answers.every(({ ok }) => !ok)).toBe(true);
    expect(
      answers.map((answer) => JSON.stringify(answer)).filter((answer) => answer.includes('not.matched'))
    ).toHaveLength(2);
    expect(await matchCardholder({ token: await begin(), ...details(card) }, ORIGIN)).toEqual(LOCKED);
  });

  test('a match between starts the count again', async () => {
    const card = await aRegistrableAccount(database.current);
    const email = anEmail();
    for (let n = 0; n < 2; n++) await matchCardholder({ token: await begin(email), ...wrong(card) }, ORIGIN);
    await database.current.query("DELETE FROM rate_limits WHERE key LIKE 'registration-links%'");
    expect((await matchCardholder({ token: await begin(email), ...details(card) }, ORIGIN)).ok).toBe(true);
    const rows = await database.current.query('SELECT 1 FROM registration_locks WHERE label = $1', [email]);
    expect(rows).toEqual([]);
  });

  test('what is nobody’s to clear ends after a day', async () => {
    const token = await begin();
    const tried = { corporateCode: '13579024', accountNumber: aCardNumber(), cardName: 'Nobody' };
    for (let n = 0; n < 3; n++) await matchCardholder({ token, ...tried }, ORIGIN);
    expect(await matchCardholder({ token, ...tried }, ORIGIN)).toEqual(LOCKED);
    shiftClock(25 * 3_600_000);
    expect(await matchCardholder({ token: await begin(), ...tried }, ORIGIN)).toEqual(MISS);
  });

  test('no full account number is in lock, audit or log of it', async () => {
    const card = await aRegistrableAccount(database.current);
    await matchCardholder({ token: await begin(), ...wrong(card) }, ORIGIN);
    const rows = [
      await database.current.query('SELECT * FROM registration_locks'),
      await database.current.query('SELECT * FROM audit_entries')
    ];
    expect(JSON.stringify(rows)).not.toContain(card.cardNumber);
  });
});

export const anApplication = (issuer: string, change: Partial<Application> = {}): Application => ({
  issuer,
  company: 'Harbour Lights AB',
  street: 'Kajen 4',
  city: 'Göteborg',
  postalCode: '411 01',
  country: 'SE',
  firstName: 'Maja',
  lastName: 'Holm',
  email: anEmail(),
  phone: '+46 31 123 456',
  ...change
});

describe('C1.014 C2.001 the self-registration of a company', () => {
  async function applied(kind: 'company' | 'account_application' = 'company') {
    const { issuer } = await aRegistrableAccount(database.current);
    const application = anApplication(issuer.id);
    await startRegistration({ kind, application }, ASKED, ORIGIN);
    await work();
    const [mail] = await mailsTo(application.email);
    const token = new URL(String(mail?.params.address)).searchParams.get('token') ?? '';
    return { issuer, application, token, page: new URL(String(mail?.params.address)).pathname };
  }

  test('is offered by the issuers of the brand that allow it', async () => {
    const { issuer } = await aRegistrableAccount(database.current);
    const { brand } = await place();
    const names = async () => (await openIssuers(brand, 'company')).map(({ id }) => id);
    // Other tests' issuers of the brand take none.
    const isLedTo = async () => {
      await rereadBrands();
      const read = (await findBrand(brand.name)) as Brand;
      expect(takesApplications({ ...read, companySelfRegisterSupported: false }, 'company')).toBe(false);
      return takesApplications({ ...read, companySelfRegisterSupported: true }, 'company');
    };
    expect([await isLedTo(), (await names()).includes(issuer.id)]).toEqual([false, false]);
    await withSetting(database.current, { issuerId: issuer.id }, 'self.registration.companies', true);
    expect([await isLedTo(), (await names()).includes(issuer.id)]).toEqual([true, true]);
    await withSetting(database.current, { issuerId: issuer.id }, 'sso.only', true);
    expect([await isLedTo(), (await names()).includes(issuer.id)]).toEqual([false, false]);
  });

  test('an application for a card account is offered where a brand has an issuer at all', async () => {
    await database.current.query(
      "INSERT INTO brands (name, family, abbreviation, display_name, prospective_account_application_supported) VALUES ('without-issuer', 'tests', 'NOISSUER', 'Without', true)"
    );
    const { issuer } = await aRegistrableAccount(database.current);
    const isLedTo = async () => {
      await rereadBrands();
      return takesApplications((await findBrand('without-issuer')) as Brand, 'account_application');
    };
    expect(await isLedTo()).toBe(false);
    await database.current.query("INSERT INTO issuer_brands (issuer_id, brand_name) VALUES ($1, 'without-issuer')", [
      issuer.id
    ]);
    expect(await isLedTo()).toBe(true);
  });

  test('every process hears of what changes it', async () => {
    const { issuer } = await aRegistrableAccount(database.current);
    let heard = 0;
    const stop = await listen('brand_saved', () => {
      heard += 1;
    });
    const hears = async (change: () => Promise<unknown>) => {
      const before = heard;
      await change();
      await until(() => heard > before);
    };
    const place = { issuerId: issuer.id };
    await hears(() => withSetting(database.current, place, 'self.registration.companies', true));
    await hears(() => withSetting(database.current, place, 'self.registration.companies', false));
    await hears(() => withSetting(database.current, place, 'sso.only', true));
    await hears(() => database.current.query('DELETE FROM settings WHERE issuer_id = $1', [issuer.id]));
    await hears(() => database.current.query('DELETE FROM issuer_brands WHERE issuer_id = $1', [issuer.id]));
    await stop();
  });

  test.each(['company', 'account_application'] as const)(
    'a %s waits for approval once its mail is confirmed, and once only',
    async (kind) => {
      const { issuer, application, token, page } = await applied(kind);
      expect(page).toBe(`/sdportal/${kind === 'company' ? 'company-registration' : 'account-application'}-component`);
      const results = await Promise.all([1, 2].map(() => submitApplication(token, kind, ORIGIN)));
      expect(results.map(({ ok }) => ok).sort()).toEqual([false, true]);
      const rows = await database.current.query(
        'SELECT kind::text, state::text, node_id, email, name, details FROM registrations WHERE issuer_id = $1',
        [issuer.id]
      );
      const { issuer: _, email, ...kept } = application;
      expect(rows).toEqual([
        {
          kind,
          state: 'pending_approval',
          node_id: issuer.id,
          email,
          name: kind === 'company' ? 'Harbour Lights AB' : 'Maja Holm',
          details: kept
        }
      ]);
    }
  );

  test('nothing waits before the mail is confirmed, and the link of one kind is no use for another', async () => {
    const { issuer, token } = await applied();
    expect(await database.current.query('SELECT 1 FROM registrations WHERE issuer_id = $1', [issuer.id])).toEqual([]);
    expect((await submitApplication(token, 'account_application', ORIGIN)).ok).toBe(false);
  });

  test('the background work bears being done twice', async () => {
    const email = anEmail();
    const entry = {
      issuerId: '',
      id: '',
      topic: '',
      attempts: 0,
      payload: { start: { kind: 'cardholder', email }, asked: ASKED }
    };
    for (let n = 0; n < 2; n++) await transaction((tx) => sendRegistrationLink(tx, entry));
    expect(await mailsTo(email)).toHaveLength(2);
    expect(await findBrand('tessera')).not.toBeNull();
  });
});
