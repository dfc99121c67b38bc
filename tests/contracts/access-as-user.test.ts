import { PASSWORD } from '../support/people';
import type { PortalClient } from '../support/portal-client';
import { useServer } from '../support/server-world';
import { aCompany, aCompanyGroup, anAccount, anIssuer, aUserAt } from '../support/structure';

const world = useServer();
const END = '/workspace/people/access/end';

/**
 * A company group administrator who views as another user: a cardholder, unless a company administrator is requested.
 */
async function looking(role: 'A' | 'C' = 'A') {
  const db = world.database;
  const group = await aCompanyGroup(db, await anIssuer(db));
  const admin = await aUserAt(db, 'G', group);
  const company = await aCompany(db, group);
  const account = await anAccount(db, company, { name: 'Ada Holm' });
  const user = await aUserAt(db, role, role === 'A' ? account : company);
  const client = world.client();
  expect((await client.signIn(admin.userId, PASSWORD)).body).toBe('/workspace');
  const begun = await client.submit('/workspace/people/access', { user: user.id });
  expect([begun.status, begun.headers.location]).toEqual([303, '/workspace']);
  return { client, admin, user, group, company, account };
}

const way = async (client: PortalClient, path: string) => {
  const { status, headers } = await client.call(path);
  return [status, headers.location];
};
const over = (userId: string) =>
  world.database.query("UPDATE sessions SET expires_at = now() WHERE kind = 'access' AND user_id = $1", [userId]);

describe('C6.017 access as user', () => {
  test('once its time is over, the administrator is led back to their own session', async () => {
    const { client, user } = await looking();
    await over(user.id);
    expect(await way(client, '/workspace')).toEqual([307, END]);
    expect(await way(client, END)).toEqual([303, `/workspace/people/${user.id}?done=access.ended`]);
    expect(await way(client, `/workspace/people/${user.id}`)).toEqual([200, undefined]);
    expect(await way(client, '/workspace/profile')).toEqual([200, undefined]);
  });

  test('or to the sign-in, when that has ended too', async () => {
    const { client, admin, user } = await looking();
    await over(user.id);
    await world.database.query('UPDATE sessions SET revoked_at = now() WHERE user_id = $1', [admin.id]);
    expect(await way(client, '/workspace')).toEqual([307, '/sdportal/login-signin-component']);
    expect(await way(client, END)).toEqual([303, '/sdportal/login-signin-component']);
  });

  test('a link to its end ends nothing that goes on; the button does', async () => {
    const { client, user } = await looking();
    expect(await way(client, END)).toEqual([303, '/workspace']);
    expect(await way(client, '/workspace/profile')).toEqual([404, undefined]);
    const ended = await client.submit(END, {});
    expect([ended.status, ended.headers.location]).toEqual([303, `/workspace/people/${user.id}?done=access.ended`]);
    expect(await way(client, '/workspace/profile')).toEqual([200, undefined]);
  });

  test('fields and the tree offer what the user sees, and no more', async () => {
    const { client, group, company, account } = await looking('C');
    const beside = await anAccount(world.database, await aCompany(world.database, group), { name: 'Ada Berg' });
    const offered = async (path: string) => {
      const { status, body } = await client.call(`/workspace/${path}`);
      return status === 200 && body.includes(account.name) && !body.includes(beside.name);
    };
    expect(await offered('transactions/accounts?q=Ada')).toBe(true);
    expect(await offered(`structure/${company.id}/branch`)).toBe(true);
    const statusOf = async (path: string) => (await client.call(`/workspace/${path}`)).status;
    expect(await statusOf(`structure/${group.id}/branch`)).toBe(404);
    for (const path of [
      `structure/${account.id}/accounts?q=`,
      'ledger/places?q=',
      'approvals/profiles/choices?q=',
      'set-up/default-value/choices?q='
    ])
      expect([path, await statusOf(path)]).toEqual([path, 200]);
  });
});
