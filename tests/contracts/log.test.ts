import { codeIn, linkIn } from '../support/mailbox';
import { aCardholder, PASSWORD, passcodeOf, withQuestion, withToken } from '../support/people';
import { PUBLIC } from '../support/portal-client';
import { useServer } from '../support/server-world';

const world = useServer({ LOG_LEVEL: 'trace' });

test('P7.031 no password, code, token, answer, PIN, cookie, user id or e-mail address reaches the log or the audit', async () => {
  const secrets = new Set<string>([PASSWORD]);
  const keep = (secret: string | undefined) => {
    if (!secret || secret.length < 4) throw new Error('there is nothing to look for');
    secrets.add(secret);
    return secret;
  };
  const newPassword = keep('Maple-Harbour-77');

  const person = await aCardholder(world.database, { oneTimePin: true });
  keep(person.email);
  keep(person.userId);
  const client = world.client();
  await client.signIn(person.userId, keep('a-wrong-password'));
  await client.signIn(person.userId, PASSWORD);
  await client.enter(person.b2BAlias, 'otp-2fa', keep(codeIn(await world.mailbox.next(person.email))));
  keep(client.cookies.get('tessera-session'));
  keep(client.cookies.get('sec-token'));
  const change = { userId: person.userId, oldCredential: PASSWORD, newCredential: newPassword };
  expect((await client.post(`${PUBLIC}/changePassword`, change)).status).toBe(200);
  await world.mailbox.next(person.email);

  const forgetful = await aCardholder(world.database);
  keep(forgetful.email);
  keep(forgetful.userId);
  await withQuestion(world.database, forgetful, { answer: keep('Marmalade') });
  await world.client().post(`${PUBLIC}/forgot-password`, { userId: forgetful.userId });
  const token = keep(linkIn(await world.mailbox.next(forgetful.email)).searchParams.get('token') ?? '');
  await world.client().call(`${PUBLIC}/credential-reset-tokens/${token}`);
  await world.client().call(`/sdportal/change-password-token-component?token=${token}`);
  const reset = { token, userId: forgetful.userId, credential: newPassword };
  expect((await world.client().post(`${PUBLIC}/change-password`, reset)).status).toBe(200);
  await world.mailbox.next(forgetful.email);
  for (const questionResponse of ['Marmalade', keep('wrong-answer')])
    await world.client('mastercard.localhost').post(`${PUBLIC}/temporary-passwords`, {
      userId: forgetful.userId,
      securityQuestionSTO: { questionId: 'first.pet', questionResponse }
    });
  keep(/^ {4}(\S+)$/m.exec((await world.mailbox.next(forgetful.email)).text ?? '')?.[1]);

  const holder = await aCardholder(world.database);
  const seed = await withToken(world.database, holder);
  keep(holder.userId);
  keep(seed.toString('hex'));
  const tokenClient = world.client();
  await tokenClient.enter(holder.b2BAlias, 'token', keep(passcodeOf(seed, '1357')));
  const path = '/services/twofactortoken-service/protected';
  const sealed = await tokenClient.post(`${path}/pending-pins`, { newPin: '2468' });
  const { pendingPin } = sealed.json() as { pendingPin: string };
  const set = await tokenClient.post(`${path}/tokens/${holder.ldapId}`, { newPin: keep(pendingPin) });
  expect(set.status).toBe(200);

  // The log reports an undeliverable mail and an unreadable body.
  world.mailbox.onData = async ({ to }) =>
    Object.assign(new Error(`no mailbox ${to?.[0]?.address}`), { responseCode: 550 });
  await world.client().post(`${PUBLIC}/forgot-password`, { userId: holder.userId });
  await world.outboxEmpty();
  await world.client().call(`${PUBLIC}/login-info`, {
    body: `{"userId":"x","password":"${newPassword}`,
    headers: { 'Content-Type': 'application/json' }
  });

  const audit = await world.database.query<{ row: string }>(
    'SELECT audit_entries::text AS row FROM audit_entries UNION ALL SELECT outbox::text FROM outbox'
  );
  const written = [world.server.output(), ...audit.map(({ row }) => row)].join('\n');
  expect(written.split('\n').length).toBeGreaterThan(30);
  const standsIn = (secret: string) =>
    // Six digits may stand in any id by chance: there they are no code.
    /^\d{6}$/.test(secret) ? new RegExp(`(?<![\\da-f])${secret}(?![\\da-f])`).test(written) : written.includes(secret);
  for (const secret of secrets) expect([secret, standsIn(secret)]).toEqual([secret, false]);
});
