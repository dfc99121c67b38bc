import { rereadBrands } from '@/lib/brand/brands/directory';
import { renderMail } from '@/lib/brand/mail/render';
import { database as prisma, transaction } from '@/lib/core/database/database';
import { shiftClock } from '@/lib/core/server/clock';
import { warnOfExpiry } from '@/lib/directory/people/warn-of-expiry';
import { accountOf } from '@/lib/sign-in/account/accounts';
import { expiresSoon } from '@/lib/sign-in/password/password-expiry';
import { setPassword } from '@/lib/sign-in/password/passwords';
import { useDatabase } from '../support/module-world';
import { aCardholder, aPersonOf, type Person, withToken } from '../support/people';
import { queuedMails } from '../support/queued-mail';
import { withSetting } from '../support/settings';
import { aBrand } from '../support/sign-in';
import { aCompany, anIssuer, aUserAt } from '../support/structure';

const database = useDatabase();
const DAY = 86_400_000;
const MINUTE = 60_000;

beforeAll(() => aBrand());
afterEach(async () => {
  shiftClock(0);
  // What one test left would be warned by the run of another.
  await database.current.query("UPDATE users SET status = 'inactive' WHERE status = 'active'");
});

const account = ({ issuerId, id }: Person) => accountOf({ issuerId, userId: id });
/** How many warnings wait for somebody. */
const warnings = async ({ email }: Person) =>
  (await queuedMails(database.current, email)).filter(({ template }) => template === 'password_expires').length;

/** Lets the worker come by `millis` after the passwords were set. */
async function warnedAfter(millis: number): Promise<number> {
  shiftClock(millis);
  return warnOfExpiry();
}

/** Gives somebody a password now, by the same hash. */
async function changedPassword(person: Person): Promise<void> {
  const own = await account(person);
  const change = { hash: own.passwordHash, expiresAt: null, keptSessionId: null };
  await transaction((tx) => setPassword(tx, own, change));
}

describe('CD.2 a person is warned before the password expires', () => {
  test('CD.2 14 days before, not sooner, and once', async () => {
    const person = await aCardholder(database.current);
    expect(await warnedAfter(76 * DAY - MINUTE)).toBe(0);
    expect(expiresSoon(await account(person))).toBeNull();
    expect(await warnings(person)).toBe(0);
    expect(await warnedAfter(76 * DAY + MINUTE)).toBe(1);
    expect(await warnings(person)).toBe(1);
    for (const day of [77, 83, 89]) expect(await warnedAfter(day * DAY)).toBe(0);
    expect(await warnings(person)).toBe(1);
    const own = await account(person);
    expect(expiresSoon(own)).toEqual(new Date(own.passwordSetAt.getTime() + 90 * DAY));
  });

  test('CD.2 not after it: the next sign-in tells them', async () => {
    const person = await aCardholder(database.current);
    expect(await warnedAfter(90 * DAY + MINUTE)).toBe(0);
    expect(await warnings(person)).toBe(0);
  });

  test('CD.2 of the next password again, in its own days', async () => {
    const person = await aCardholder(database.current);
    expect(await warnedAfter(80 * DAY)).toBe(1);
    await changedPassword(person);
    expect(expiresSoon(await account(person))).toBeNull();
    expect(await warnedAfter(80 * DAY + MINUTE)).toBe(0);
    expect(await warnedAfter((80 + 76) * DAY - MINUTE)).toBe(0);
    expect(await warnedAfter((80 + 76) * DAY + MINUTE)).toBe(1);
    expect(await warnings(person)).toBe(2);
  });

  test('CD.2 half the duration before where that is short, as the company has it if that is stricter', async () => {
    const issuer = await anIssuer(database.current);
    const company = await aCompany(database.current, issuer);
    const inCompany = await aUserAt(database.current, 'C', company);
    const inIssuer = await aUserAt(database.current, 'I', issuer);
    await withSetting(database.current, { issuerId: issuer.id }, 'password.duration.days', 30);
    await withSetting(database.current, { issuerId: issuer.id, companyId: company.id }, 'password.duration.days', 20);
    expect(await warnedAfter(10 * DAY - MINUTE)).toBe(0);
    expect(expiresSoon(await account(inCompany))).toBeNull();
    expect(await warnedAfter(10 * DAY + MINUTE)).toBe(1);
    expect(expiresSoon(await account(inCompany))).not.toBeNull();
    expect([await warnings(inCompany), await warnings(inIssuer)]).toEqual([1, 0]);
    expect(await warnedAfter(16 * DAY + MINUTE)).toBe(1);
    expect([await warnings(inCompany), await warnings(inIssuer)]).toEqual([1, 1]);
  });

  test('CD.2 a laxer company does not put it off', async () => {
    const issuer = await anIssuer(database.current);
    const company = await aCompany(database.current, issuer);
    const person = await aUserAt(database.current, 'C', company);
    await withSetting(database.current, { issuerId: issuer.id }, 'password.duration.days', 40);
    await withSetting(database.current, { issuerId: issuer.id, companyId: company.id }, 'password.duration.days', 90);
    expect(await warnedAfter(27 * DAY)).toBe(1);
    expect(await warnings(person)).toBe(1);
  });

  test('CD.2 of the new date again when the duration is raised', async () => {
    const person = await aCardholder(database.current);
    await withSetting(database.current, person, 'password.duration.days', 30);
    expect(await warnedAfter(17 * DAY)).toBe(1);
    await withSetting(database.current, person, 'password.duration.days', 90);
    expect(await warnedAfter(18 * DAY)).toBe(0);
    expect(await warnedAfter(77 * DAY)).toBe(1);
    expect(await warnings(person)).toBe(2);
  });
});

describe('CD.2 nobody is warned of a password that is no way in', () => {
  const of = (column: string) => (person: Person) =>
    database.current.query(`UPDATE credentials SET ${column} WHERE user_id = $1`, [person.id]);
  const user = (column: string) => (person: Person) =>
    database.current.query(`UPDATE users SET ${column} WHERE id = $1`, [person.id]);
  const linked = async (person: Person) => {
    const primary = await aPersonOf(database.current, person.issuerId, { email: null });
    await database.current.query(
      `INSERT INTO user_links (issuer_id, id, primary_user_id, linked_user_id, status, confirmed_at)
       VALUES ($1, gen_random_uuid(), $2, $3, 'confirmed', now())`,
      [person.issuerId, primary.id, person.id]
    );
  };
  const cases: [string, (person: Person) => Promise<unknown>][] = [
    ['who signs in with a token', (person) => withToken(database.current, person)],
    ['whom only an identity provider lets in', of('sso_only = true')],
    ['whose issuer lets nobody in otherwise', (person) => withSetting(database.current, person, 'sso.only', true)],
    ['who is inactive', user("status = 'inactive'")],
    ['who is locked', user("status = 'locked', lock_cause = 'administrator', locked_at = now()")],
    ['who is linked to another id', linked],
    ['who must change it anyway', of('must_change = true')],
    ['whose password is temporary', of("must_change = true, expires_at = now() + interval '200 days'")],
    ['without an e-mail address', user('email = NULL')]
  ];

  test.each(cases)('CD.2 %s', async (_who, prepare) => {
    const [person, control] = [await aCardholder(database.current), await aCardholder(database.current)];
    await prepare(person);
    expect(await warnedAfter(80 * DAY)).toBe(1);
    expect([await warnings(person), await warnings(control)]).toEqual([0, 1]);
    const [credential] = await database.current.query<{ at: Date | null }>(
      'SELECT expiry_warned_at AS at FROM credentials WHERE user_id = $1',
      [person.id]
    );
    expect(credential?.at).toBeNull();
  });

  test.each([cases[0], cases[1], cases[2], cases[5], cases[6]] as typeof cases)(
    'CD.2 the home page says nothing to somebody %s',
    async (_who, prepare) => {
      const person = await aCardholder(database.current);
      shiftClock(80 * DAY);
      expect(expiresSoon(await account(person))).not.toBeNull();
      await prepare(person);
      expect(expiresSoon(await account(person))).toBeNull();
    }
  );
});

describe('CD.2 the warning', () => {
  test('CD.2 P1.010 names the day where the issuer is, in the language of the person, under the brand of the issuer', async () => {
    await prisma().brand.create({
      data: {
        name: 'fjordbank',
        family: 'tests',
        abbreviation: 'FJORD',
        displayName: 'Fjordbank',
        locales: ['en_GB', 'da']
      }
    });
    await database.current.query(
      "INSERT INTO brand_hostnames (hostname, brand_name) VALUES ('fjord.bank.example', 'fjordbank')"
    );
    await rereadBrands();
    const person = await aCardholder(database.current, { timeZone: 'Asia/Tokyo' });
    await database.current.query("INSERT INTO issuer_brands VALUES ($1, 'fjordbank')", [person.issuerId]);
    await database.current.query("UPDATE users SET locale = 'da' WHERE id = $1", [person.id]);
    const expiresAt = Date.parse('2027-12-05T22:30:00Z');
    await database.current.query('UPDATE credentials SET password_set_at = $2 WHERE user_id = $1', [
      person.id,
      new Date(expiresAt - 90 * DAY)
    ]);
    expect(await warnedAfter(expiresAt - 3 * DAY - Date.now())).toBe(1);
    const [mail] = await queuedMails(database.current, person.email);
    if (!mail) throw new Error('no mail waits');
    expect(mail).toMatchObject({ brandName: 'fjordbank', locale: 'da', expiresAt: '2027-12-05T22:30:00.000Z' });
    const { subject, text } = await renderMail(mail, 'tessera');
    expect(subject).toBe('Din adgangskode udløber snart');
    expect(text).toContain('udløber den 6. december 2027.');
    expect(text).toContain('Robin Example');
    const { host, pathname, searchParams } = new URL(String(mail.params.address));
    expect(host).toMatch(/^fjord\.bank\.example(:\d+)?$/);
    expect([pathname, searchParams.get('cobrandHost')]).toEqual(['/sdportal/login-signin-component', 'fjordbank']);
  });

  test('CD.2 has no link where no host name is registered, and is sent all the same', async () => {
    const person = await aCardholder(database.current);
    expect(await warnedAfter(80 * DAY)).toBe(1);
    const [mail] = await queuedMails(database.current, person.email);
    expect(mail).toMatchObject({ template: 'password_expires', brandName: 'tessera', params: {} });
  });

  test('CD.2 goes to everybody once, by whichever of two workers that run at once, and in more than one batch', async () => {
    const first = await aCardholder(database.current);
    const people = [first];
    while (people.length < 230) people.push(await aPersonOf(database.current, first.issuerId));
    shiftClock(80 * DAY);
    const warned = await Promise.all([warnOfExpiry(), warnOfExpiry()]);
    expect(warned[0] + warned[1]).toBe(people.length);
    const queued = await database.current.query<{ count: string }>(
      "SELECT count(*) FROM outbox WHERE issuer_id = $1 AND topic = 'mail.send'",
      [first.issuerId]
    );
    expect(Number(queued[0]?.count)).toBe(people.length);
    expect(await warnings(people.at(-1) as Person)).toBe(1);
  });

  test('CD.2 and its mark are written together, or neither', async () => {
    const person = await aCardholder(database.current);
    shiftClock(80 * DAY);
    const marks = 'SELECT FROM credentials WHERE user_id = $1 AND expiry_warned_at IS NOT NULL';
    await database.current.query("ALTER TABLE outbox ADD CONSTRAINT full_up CHECK (topic <> 'mail.send') NOT VALID");
    await expect(warnOfExpiry()).rejects.toThrow('full_up');
    expect(await database.current.query(marks, [person.id])).toHaveLength(0);
    await database.current.query('ALTER TABLE outbox DROP CONSTRAINT full_up');
    expect(await warnOfExpiry()).toBe(1);
    expect(await database.current.query(marks, [person.id])).toHaveLength(1);
    expect(await warnings(person)).toBe(1);
  });
});
