import { linkIn } from '../support/mailbox';
import { aCardholder, PASSWORD, passcodeOf, withQuestion, withToken } from '../support/people';
import { calls, type Good, replay } from '../support/replay';
import { useServer } from '../support/server-world';

const world = useServer({
  SIGN_IN_FAILURES_PER_ADDRESS: '100000',
  LOOKUPS_PER_ADDRESS: '100000',
  RECOVERIES_PER_ADDRESS: '10000',
  CLIENT_LOG_CALLS_PER_ADDRESS: '10000'
});

const replayed = new Set<string>();
/** Replays a published call with the good example that `prepare` makes. */
function every(id: string, prepare: () => Promise<Good> | Good): void {
  replayed.add(id);
  replay(id, async () => prepare());
}

/** At a brand that asks security questions instead of sending reset links. */
const asking = () => world.client('mastercard.localhost');
const plain = (more: Partial<Good> = {}) => ({ client: world.client(), ...more });

/** A person whose token waits for its new PIN. */
async function atNewPin() {
  const person = await aCardholder(world.database);
  const secret = await withToken(world.database, person);
  const client = world.client();
  await client.enter(person.b2BAlias, 'token', passcodeOf(secret, '1357'));
  return { person, client };
}

/** A person with a reset link that came by mail. */
async function withLink() {
  const person = await aCardholder(world.database);
  const client = world.client();
  await client.post('/services/authentication-service/public/forgot-password', { userId: person.userId });
  const link = linkIn(await world.mailbox.next(person.email));
  return { person, client, token: link.searchParams.get('token') ?? '' };
}

async function withAnswer() {
  const person = await aCardholder(world.database);
  await withQuestion(world.database, person);
  return { userId: person.userId, question: { questionId: 'first.pet', questionResponse: 'Biscuit' } };
}

test('every published call is replayed here', () => {
  expect([...replayed].sort()).toEqual([...calls.keys()].sort());
});

describe('P7.005 P3.014 the addresses of a change of password', () => every('getPasswordAddresses', () => plain()));

describe('P7.006 P3.002 changing a password', () =>
  every('changePassword', async () => {
    const { person, client } = await world.signedIn();
    return {
      client,
      body: { userId: person.userId, oldCredential: PASSWORD, newCredential: 'Harbour-Violet-73' }
    };
  }));

describe('P7.007 P3.003 P6.004 setting a password by a reset link', () =>
  every('resetPassword', async () => {
    const { person, client, token } = await withLink();
    return { client, body: { token, userId: person.userId, credential: 'Harbour-Violet-73' } };
  }));

describe('P7.008 P6.005 sending the code of a sign-in again', () =>
  every('resendPasscode', async () => {
    const { client } = await world.signedIn({ oneTimePin: true });
    return { client, body: { locale: 'de' } };
  }));

describe('P7.009 P3.004 P6.004 asking for a reset link', () =>
  every('requestResetLink', async () => {
    const { userId } = await aCardholder(world.database);
    return plain({ body: { userId, locale: 'de' } });
  }));

describe('P7.010 P3.006 P6.004 the status of a reset link', () =>
  every('getResetTokenStatus', async () => {
    const { client, token } = await withLink();
    return { client, parameters: { token } };
  }));

describe('C7.007 the security questions there are', () => every('getSecurityQuestions', () => plain()));

describe('P7.011 P3.011 P3.012 the security question of a user id', () =>
  every('getSecurityQuestion', async () => ({ client: asking(), body: (await withAnswer()).userId })));

describe('P7.012 P3.005 the older way to a temporary password', () =>
  every('requestTemporaryPasswordTheOldWay', async () => {
    const { userId, question } = await withAnswer();
    return { client: asking(), body: { userId, locale: 'de', securityQuestion: question } };
  }));

describe('C7.008 reading temporary passwords in development', () => every('getTemporaryPasswords', () => plain()));

describe('P3.013 asking for a temporary password', () =>
  every('requestTemporaryPassword', async () => {
    const { userId, question } = await withAnswer();
    return {
      client: asking(),
      body: { userId, locale: 'de', cobrandName: 'mastercard', securityQuestionSTO: question }
    };
  }));

describe('P7.013 P3.008 the user record', () => every('getUserRecord', () => plain({ body: 'nobody.there' })));

describe('P3.007 login info', () => every('getLoginInfo', () => plain({ body: { userId: 'nobody.there' } })));

describe('P7.014 the front door', () =>
  every('signIn', async () => {
    const { b2BAlias } = await aCardholder(world.database);
    return plain({ body: { username: b2BAlias, password: PASSWORD, 'login-form-type': 'password' } });
  }));

describe('P7.015 signing out', () => every('signOut', async () => ({ client: (await world.signedIn()).client })));

describe('C8.030 what a sign-in asks for on the desktop site', () =>
  every('getLoginStatus', async () => ({ client: (await world.signedIn()).client })));

describe('P4.001 logging off before a sign-in', () =>
  every('logOff', async () => ({ client: (await world.signedIn()).client })));

describe('P7.016 P7.031 taking an error', () =>
  every('logError', () => plain({ body: { name: 'TypeError', message: 'x is undefined' } })));

describe('P7.017 P3.021 P3.022 taking log entries', () =>
  every('logEntries', () =>
    plain({
      body: { logEntries: [{ level: 'INFO', message: 'shown', attributes: [{ key: 'screen', value: 'sign-in' }] }] }
    })
  ));

describe('P7.018 the abbreviation of a brand', () =>
  every('getBrandAbbreviation', () => plain({ parameters: { cobrandAbbr: 'norrvik' } })));

describe('P7.019 the locales of a brand', () =>
  every('getBrandLocales', () => plain({ parameters: { name: 'norrvik' } })));

describe('P7.020 P3.016 the data of a brand', () =>
  every('getBrand', () => plain({ parameters: { name: 'norrvik' } })));

describe('P7.021 P3.019 the texts of the session warning', () =>
  every('getSessionWarning', () => plain({ parameters: { cobrandHost: 'norrvik' } })));

describe('P7.022 renewing the session', () =>
  every('renewSession', async () => ({ client: (await world.signedIn()).client })));

describe('P7.024 P3.010 P6.006 the step of a token', () =>
  every('getTokenStep', async () => ({ client: (await atNewPin()).client, parameters: { action: 'newpin' } })));

describe('P7.025 P8.014 setting the PIN of a token', () =>
  every('setTokenPin', async () => {
    const { person, client } = await atNewPin();
    return { client, parameters: { ldapId: person.ldapId }, body: { newPin: '2468' } };
  }));

describe('sealing a PIN', () =>
  every('sealPin', async () => ({ client: (await atNewPin()).client, body: { newPin: '2468' } })));

describe('asking for a code before signing in', () =>
  every('requestPasscode', async () => {
    const { userId } = await aCardholder(world.database);
    return plain({ body: { userId, locale: 'de' } });
  }));

describe('P7.026 P3.015 the texts of the logout page', () => every('getLogoutLabels', () => plain()));

describe('P7.027 the external logout address', () => every('getExternalLogoutAddress', () => plain()));

describe('P7.028 logos of brands', () => every('getLogo', () => plain({ parameters: { file: 'norrvik.png' } })));

describe('P7.028 logos of footers', () => every('getFooterLogo', () => plain({ parameters: { file: 'norrvik.png' } })));

describe('P7.028 pictures of brands', () => every('getPicture', () => plain({ parameters: { file: 'NRVK.svg' } })));

describe('P7.029 the bundle of labels', () => every('getPortalLabels', () => plain({ parameters: { locale: 'de' } })));

describe('P7.029 the bundle of messages', () => every('getMessages', () => plain({ parameters: { locale: 'de' } })));

test('P7.004 a protected call works the same whether it asks for no-cache or not', async () => {
  const { client } = await world.signedIn();
  const ping = '/sdportal/rest/sessionExpire/pingPortal.json';
  const answers = await Promise.all([
    client.call(ping),
    client.call(ping, { headers: { 'Cache-Control': 'no-cache', Pragma: 'no-cache' } })
  ]);
  expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(2).fill([200, '{"status":"OK"}']));
});

test('P7.023 the ping URL of the session warning keeps the session alive', async () => {
  const { client } = await world.signedIn();
  const { json } = await client.call('/sdportal/rest/sessionExpire/sessionExpireWarningBoxContent.json');
  const { sessionExpirationWarningBoxPingUrl: address } = json() as { sessionExpirationWarningBoxPingUrl: string };
  const seen = async () =>
    (await world.database.query<{ at: Date }>('SELECT max(last_seen_at) AS at FROM sessions'))[0]?.at as Date;
  await world.database.query("UPDATE sessions SET last_seen_at = last_seen_at - interval '2 minutes'");
  const before = await seen();
  expect((await client.call(address)).status).toBe(200);
  expect((await seen()).getTime()).toBeGreaterThan(before.getTime());
});

describe('the document', () => {
  test('is served as it was made, and again only when it has changed', async () => {
    const first = await world.client().call('/openapi.json');
    expect([first.status, first.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    const published = Object.values(
      (first.json() as { paths: Record<string, Record<string, { operationId: string }>> }).paths
    );
    expect(published.flatMap((item) => Object.values(item).map(({ operationId }) => operationId)).sort()).toEqual(
      [...calls.keys()].sort()
    );
    const again = await world
      .client()
      .call('/openapi.json', { headers: { 'If-None-Match': String(first.headers.etag) } });
    expect([again.status, again.body, again.headers.etag]).toEqual([304, '', first.headers.etag]);
  });

  test('is shown by a page with an anchor for each call, on which nothing of another’s runs', async () => {
    const page = await world.client().call('/api-reference');
    expect(page.status).toBe(200);
    for (const [id, { address }] of calls) {
      expect(page.body).toContain(`<article id="${id}"`);
      expect(page.body).toContain(`<a href="#${id}">`);
      expect(page.body).toContain(`<code>${address}</code>`);
    }
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self'( 'sha256-[^']+')+; style-src 'sha256-[^']+'; img-src/
    );
    expect(page.body).not.toMatch(/style="|onclick/);
    const again = await world
      .client()
      .call('/api-reference', { headers: { 'If-None-Match': String(page.headers.etag) } });
    expect(again.status).toBe(304);
  });
});
