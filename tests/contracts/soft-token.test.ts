import { parseSeedFile } from '@/lib/identity/token-enrolment';
import { codeIn } from '../support/mailbox';
import { aCardholder, PASSWORD, type Person, passcodeOf } from '../support/people';
import type { PortalClient } from '../support/portal-client';
import { useServer } from '../support/server-world';
import { withSetting } from '../support/settings';
import { aCompany, anAccount, anIssuer, aUserAt } from '../support/structure';
import { text } from '../support/texts';

const world = useServer({ SIGN_IN_FAILURES_PER_ADDRESS: '5000' });
const PAGE = '/sdportal/soft-token-component';
const STATUS = '/services/authentication-service/protected/login-status';

/** Somebody of an issuer that asks for two factors, at their soft token: through password and mailed code. */
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
  test('C9.007 the page tells the first PIN and the serial number, and waits for a press', async () => {
    const { client } = await atSoftToken();
    const { status, headers, body } = await client.call(PAGE);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body).toContain('<strong>1357</strong>');
    expect(body).toMatch(/ST\d{12}/);
    expect(body).not.toMatch(/otpauth:|PlainValue/);
    expect((await client.call(PAGE)).body).toContain(text('soft.token.once'));
  });

  test('C1.017 C4.028 C9.006 gives a seed file once, which signs in with the first PIN, then with a PIN of one’s own', async () => {
    const { client, person } = await atSoftToken();
    const file = await client.submit(PAGE, { format: 'file' });
    expect([file.status, file.headers['content-type'], file.headers['cache-control']]).toEqual([
      200,
      'application/pskc+xml',
      'no-store'
    ]);
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="soft-token-ST\d{12}\.xml"$/);
    const [seed] = parseSeedFile(file.body);
    expect(seed).toMatchObject({ userId: person.userId, algorithm: 'SHA256' });
    // The session is over: nothing more comes of it.
    const again = await client.submit(PAGE, { format: 'file' });
    expect([again.status, again.headers.location]).toEqual([303, expect.stringContaining('login-signin-component')]);

    const secret = seed?.secret as Buffer;
    const now = Math.floor(Date.now() / 30_000);
    const first = world.client();
    expect((await first.enter(person.b2BAlias, 'token', passcodeOf(secret, '1357', now - 1))).body).toContain(
      'new-rsa-pin'
    );
    const set = await first.submit('/sdportal/new-rsa-pin-component', {
      newPin: '2468',
      confirmPin: '2468',
      passcode: passcodeOf(secret, '1357', now)
    });
    expect([set.status, set.headers.location]).toEqual([303, expect.stringContaining('logout-component')]);
    expect((await first.call('/workspace')).status).not.toBe(200);
    const next = world.client();
    expect((await next.enter(person.b2BAlias, 'token', passcodeOf(secret, '2468', now + 1))).body).toBe('/workspace');
  });

  test('shows it for the device at hand instead, and never again', async () => {
    const { client, person } = await atSoftToken();
    const shown = await client.submit(PAGE, { format: 'address' });
    expect([shown.status, shown.headers['cache-control']]).toEqual([200, 'no-store']);
    const address = /otpauth:[^"]+/.exec(shown.body)?.[0]?.replaceAll('&amp;', '&') ?? '';
    expect(new URL(address).searchParams.get('digits')).toBe('8');
    expect((await client.call(PAGE)).status).toBe(303);
    expect((await world.mailbox.next(person.email)).subject).toBe(text('mail.soft.token.handed.out.subject'));
  });

  test('is a post of this very site only', async () => {
    const { client } = await atSoftToken();
    const answer = await client.call(PAGE, {
      form: { format: 'file' },
      headers: { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }
    });
    expect(answer.status).toBe(403);
    expect(answer.body).not.toContain('PlainValue');
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

  test('by a post that answers with the file, once', async () => {
    const { client, cardholder, page } = await administered();
    expect((await client.submit(`${page}/seed`, {})).headers.location).toBe(`${page}?refused=soft.token.taken`);
    await withSetting(world.database, cardholder, 'two.factor.required', true);
    await world.client().enter(cardholder.b2BAlias, 'password', PASSWORD);
    const code = codeIn(await world.mailbox.next(cardholder.email));
    const own = world.client();
    await own.enter(cardholder.b2BAlias, 'password', PASSWORD);
    expect(code).toMatch(/^\d{6}$/);
    await own.enter(cardholder.b2BAlias, 'otp-2fa', codeIn(await world.mailbox.next(cardholder.email)));
    const file = await client.submit(`${page}/seed`, {});
    expect(parseSeedFile(file.body)).toMatchObject([{ userId: cardholder.userId }]);
    expect((await client.submit(`${page}/seed`, {})).status).toBe(303);
  });

  test('to nobody who does not maintain the user', async () => {
    const { page } = await administered();
    const stranger = await aCardholder(world.database);
    const client = world.client();
    await client.enter(stranger.b2BAlias, 'password', PASSWORD);
    const answer = await client.submit(`${page}/seed`, {});
    expect([answer.status, answer.headers.location]).toEqual([303, `${page}?refused=user.not.found`]);
    expect((await client.call(page)).status).toBe(404);
    expect((await world.client().submit(`${page}/seed`, {})).status).toBe(401);
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
