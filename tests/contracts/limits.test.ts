import { aCardholder, PASSWORD } from '../support/people';
import { PortalClient } from '../support/portal-client';
import { startServer } from '../support/server';
import { useServer } from '../support/server-world';

// Slow enough for a queue.
process.env.PASSWORD_HASH_COST = '10';

const limits = { SIGN_IN_FAILURES_PER_ADDRESS: '10', LOOKUPS_PER_ADDRESS: '20', CLIENT_LOG_CALLS_PER_ADDRESS: '5' };
const world = useServer({
  ...limits,
  TESSERA_TRUSTED_PROXIES: '1',
  PASSWORD_HASH_QUEUE: '2',
  PASSWORD_HASH_THREADS: '1'
});

const login = (client: PortalClient, username: string, password: string) =>
  client.call('/heracles/login', { form: { username, password, 'login-form-type': 'password' } });

test('past what the queue holds, sign-ins are refused at once with 503 and Retry-After', async () => {
  const people = await Promise.all(Array.from({ length: 30 }, () => aCardholder(world.database)));
  const answers = await Promise.all(people.map(({ b2BAlias }) => login(world.client(), b2BAlias, PASSWORD)));
  const refused = answers.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(20);
  expect(refused.every(({ headers }) => headers['retry-after'] === '5')).toBe(true);
  expect(answers.some(({ status }) => status === 200)).toBe(true);
});

test('look-ups are limited by address', async () => {
  const statuses = [];
  for (let n = 0; n < 21; n++) {
    const { status } = await world
      .client()
      .call('/services/authentication-service/public/login-info', { json: { userId: `nobody.${n}` } });
    statuses.push(status);
  }
  expect(statuses).toEqual([...Array(20).fill(200), 429]);
});

test('an IPv6 network counts as one address; the audit keeps the whole one', async () => {
  const from = (address: string) => ({ 'X-Forwarded-For': address });
  const person = await aCardholder(world.database);
  const lookUp = async (address: string) => {
    const call = { json: { userId: person.userId }, headers: from(address) };
    const path = '/services/authentication-service/public/login-info';
    return (await world.client().call(path, call)).status;
  };
  const statuses = [];
  for (let n = 1; n <= 21; n++) statuses.push(await lookUp(`2001:db8:1:2::${n}`));
  expect(statuses).toEqual([...Array(20).fill(200), 429]);
  expect([await lookUp('2001:db8:1:3::1'), await lookUp('2001:db8:1:2:ffff::')]).toEqual([200, 429]);
  const form = { username: person.b2BAlias, password: 'wrong', 'login-form-type': 'password' };
  for (let n = 1; n <= 11; n++) {
    const username = n === 1 ? person.b2BAlias : n.toString(16).repeat(32);
    const call = { form: { ...form, username }, headers: from(`2001:db8:2:2::${n}`) };
    expect((await world.client().call('/heracles/login', call)).status).toBe(n > 10 ? 429 : 401);
  }
  const audit = await world.database.query('SELECT host(address) AS address FROM audit_entries WHERE issuer_id = $1', [
    person.issuerId
  ]);
  expect(audit).toEqual([{ address: '2001:db8:2:2::1' }]);
});

test('challenges for passkeys are limited by address', async () => {
  const client = world.client('norrvik.localhost');
  const statuses = [];
  for (let n = 0; n < 21; n++) {
    const call = { method: 'POST', headers: client.protectedHeaders() };
    statuses.push((await client.call('/heracles/passkeys/options', call)).status);
  }
  expect(statuses).toEqual([...Array(20).fill(200), 429]);
});

test('PD.15 calls to the client log are limited by address', async () => {
  const client = world.client();
  const statuses = [];
  for (let n = 0; n < 6; n++) {
    const answer = await client.call('/sdportal/rest/log/logErrorStatement.json', {
      method: 'PUT',
      json: { n },
      headers: client.protectedHeaders()
    });
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

test('failures are limited by address, the limit survives a restart and is shared by servers; a right password is not let through either', async () => {
  const person = await aCardholder(world.database);
  for (let n = 0; n < 10; n++) await login(world.client(), n.toString(16).repeat(32), 'wrong');
  const refused = await login(world.client(), person.b2BAlias, PASSWORD);
  expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
  const second = await startServer({ databaseUrl: world.database.url, env: limits });
  expect((await login(new PortalClient(second.port), person.b2BAlias, PASSWORD)).status).toBe(429);
  await second.stop();
});
