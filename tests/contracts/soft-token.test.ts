import { parseSeedFile } from '@/lib/sign-in/token/token-enrolment';
import { codeIn } from '../support/mailbox';
import { sendForm } from '../support/page-forms';
import { aCardholder, PASSWORD, type Person, passcodeOf } from '../support/people';
import type { Answer, PortalClient } from '../support/portal-client';
import { useServer } from '../support/server-world';
import { withSetting } from '../support/settings';
import { aCompany, anAccount, anIssuer, aUserAt } from '../support/structure';
import { text } from '../support/texts';

const world = useServer({ SIGN_IN_FAILURES_PER_ADDRESS: '5000' });
const PAGE = '/sdportal/soft-token-component';
const STATUS = '/services/authentication-service/protected/login-status';

/** The heading of the form that hands out a token. */
const HAND_OUT = `<h3>${text('token.hand.out')}</h3>`;

/** The content of the page after a hand-out: the link to the seed file, and the first PIN. */
function handedIn({ body }: Answer) {
  const file = /href="data:application\/pskc\+xml;base64,([^"]+)"/.exec(body)?.[1] ?? '';
  const [seed] = parseSeedFile(Buffer.from(file, 'base64').toString());
  const firstPin = /first PIN is (?:<strong>)?(\d{4})\b/.exec(body)?.[1] ?? '';
  return { seed, secret: seed?.secret as Buffer, firstPin };
}

/** A user of an issuer with two factors, at the soft token step after password and mailed code. */
async function atSoftToken(): Promise<{ person: Person; client: PortalClient }> {
  const person = await aCardholder(world.database);
  await withSetting(world.database, person, 'two.factor.required', true);
  const client = world.client();
  expect((await client.enter(person.b2BAlias, 'password', PASSWORD)).body).toContain('one-time-passcode-component');
  const code = codeIn(await world.mailbox.next(person.email));
  expect((await client.enter(person.b2BAlias, 'otp-2fa', code)).body).toContain('soft-token-component');
  return { person, client };
}

describe('C2.002 the download of a soft token', () => {
  test('the page tells the serial number, neither seed nor PIN, and waits for a press', async () => {
    const { client } = await atSoftToken();
    const { status, headers, body } = await client.call(PAGE);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body).toMatch(/ST\d{12}/);
    expect(body).not.toMatch(/otpauth:|PlainValue|pskc|<strong>/);
    expect((await client.call(PAGE)).body).toContain(text('soft.token.once'));
  });

  test('CD.70 C1.017 C4.028 C9.006 C9.007 shows seed file and first PIN once, which sign in, then with a PIN of one’s own', async () => {
    const { client, person } = await atSoftToken();
    const page = await client.call(PAGE);
    const shown = await client.submitAgain(page, PAGE, { take: 'yes' });
    expect([shown.status, shown.headers['cache-control']]).toEqual([200, expect.stringContaining('no-store')]);
    expect(shown.body).toMatch(/download="soft-token-ST\d{12}\.xml"/);
    const { seed, secret, firstPin } = handedIn(shown);
    expect(seed).toMatchObject({ userId: person.userId, algorithm: 'SHA256' });
    // The session has ended, so nothing more is shown.
    const [again, seen] = [await client.submitAgain(page, PAGE, { take: 'yes' }), await client.call(PAGE)];
    const signIn = expect.stringContaining('login-signin-component');
    expect([again.status, again.headers.location, seen.status, seen.headers.location]).toEqual([
      ...[303, signIn],
      ...[307, signIn]
    ]);

    const now = Math.floor(Date.now() / 30_000);
    const first = world.client();
    expect((await first.enter(person.b2BAlias, 'token', passcodeOf(secret, firstPin, now - 1))).body).toContain(
      'new-rsa-pin'
    );
    const set = await first.submit('/sdportal/new-rsa-pin-component', {
      newPin: '2468',
      confirmPin: '2468',
      passcode: passcodeOf(secret, firstPin, now)
    });
    expect([set.status, set.headers.location]).toEqual([303, expect.stringContaining('logout-component')]);
    expect((await first.call('/workspace')).status).not.toBe(200);
    const next = world.client();
    expect((await next.enter(person.b2BAlias, 'token', passcodeOf(secret, '2468', now + 1))).body).toBe('/workspace');
  });

  test('for the device at hand it is an address with the same secret, and its owner is told by mail', async () => {
    const { client, person } = await atSoftToken();
    const shown = await client.submit(PAGE, { take: 'yes' });
    const address = new URL(/otpauth:[^"]+/.exec(shown.body)?.[0]?.replaceAll('&amp;', '&') ?? '');
    expect(address.searchParams.get('digits')).toBe('8');
    expect(shown.body).toContain(`<p class="code">${address.searchParams.get('secret')}</p>`);
    expect((await world.mailbox.next(person.email)).subject).toBe(text('mail.soft.token.handed.out.subject'));
  });

  test('is a post of this very site only', async () => {
    const { client } = await atSoftToken();
    const answer = await client.call(PAGE, {
      form: { take: 'yes' },
      headers: { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
    });
    expect(answer.status).toBe(403);
    expect(answer.body).not.toMatch(/otpauth:|pskc/);
  });
});

describe('C2.002 an administrator hands a soft token out', () => {
  async function administered() {
    const company = await aCompany(world.database, await anIssuer(world.database));
    const cardholder = await aUserAt(world.database, 'A', await anAccount(world.database, company));
    const administrator = await aUserAt(world.database, 'C', company);
    const client = world.client();
    await client.enter(administrator.b2BAlias, 'password', PASSWORD);
    const page = `/workspace/people/${cardholder.id}/sign-in-security`;
    return { client, cardholder, company, page };
  }

  test('CD.70 by a form that answers with the file and the first PIN, once', async () => {
    const { client, cardholder, page } = await administered();
    expect((await client.call(page)).body).not.toContain(HAND_OUT);
    await withSetting(world.database, cardholder, 'two.factor.required', true);
    const own = world.client();
    await own.enter(cardholder.b2BAlias, 'password', PASSWORD);
    await own.enter(cardholder.b2BAlias, 'otp-2fa', codeIn(await world.mailbox.next(cardholder.email)));
    expect((await client.call(page)).body).toContain(HAND_OUT);
    const shown = await sendForm(client, page, { id: cardholder.id }, { holds: HAND_OUT });
    const { seed, secret, firstPin } = handedIn(shown);
    expect([seed?.userId, shown.headers['cache-control']]).toEqual([
      cardholder.userId,
      expect.stringContaining('no-store')
    ]);
    const again = (await client.call(page)).body;
    expect(again).not.toMatch(/data:application\/pskc/);
    expect(again).not.toContain(HAND_OUT);
    const passcode = passcodeOf(secret, firstPin);
    expect((await world.client().enter(cardholder.b2BAlias, 'token', passcode)).body).toContain('new-rsa-pin');
  });

  test('to nobody who does not maintain the user', async () => {
    const { page } = await administered();
    const stranger = await aCardholder(world.database);
    const client = world.client();
    await client.enter(stranger.b2BAlias, 'password', PASSWORD);
    expect((await client.call(page)).status).toBe(404);
  });
});

describe('C8.030 the login status, for clients without pages of their own', () => {
  const statuses = async (client: PortalClient) =>
    ((await client.call(STATUS)).json() as { statuses: { status: string; message: string }[] }).statuses;

  test('tells to use the desktop site for a soft token', async () => {
    const { client } = await atSoftToken();
    expect(await statuses(client)).toEqual([
      { status: 'soft.token', message: 'Use the desktop site to download a soft token.' }
    ]);
  });

  test('for a new password', async () => {
    const person = await aCardholder(world.database, { mustChange: true });
    const client = world.client();
    await client.enter(person.b2BAlias, 'password', PASSWORD);
    expect(await statuses(client)).toEqual([
      { status: 'new.password', message: 'Use the desktop site to request a new password.' }
    ]);
  });

  test('for an id and personal information that do not follow the rules', async () => {
    const person = await aCardholder(world.database, { email: null });
    const client = world.client();
    await client.enter(person.b2BAlias, 'password', PASSWORD);
    expect(await statuses(client)).toEqual([
      { status: 'user.id', message: 'Use the desktop site to change your user ID.' },
      { status: 'personal.information', message: 'Use the desktop site to update your personal information.' }
    ]);
  });

  test('nothing where nothing is due, and nobody without a session', async () => {
    const person = await aCardholder(world.database);
    await world.database.query("UPDATE users SET user_id = replace(user_id, '.', '') WHERE id = $1", [person.id]);
    const client = world.client();
    await client.enter(person.b2BAlias, 'password', PASSWORD);
    expect(await statuses(client)).toEqual([]);
    expect((await world.client().call(STATUS)).status).toBe(401);
  });
});
