import { callAction } from '../support/actions';
import { sendForm } from '../support/page-forms';
import { PASSWORD } from '../support/people';
import type { PortalClient } from '../support/portal-client';
import { useServer } from '../support/server-world';
import { aCompany, aCompanyGroup, anAccount, anIssuer, aUserAt } from '../support/structure';
import { text } from '../support/texts';

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
  const before = client.twin();
  const begun = await sendForm(client, `/workspace/people/${user.id}`, { user: user.id });
  expect([begun.status, begun.headers.location]).toEqual([303, '/workspace']);
  return { client, before, admin, user, group, company, account };
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

  test('a link to its end ends nothing that goes on; the button does, without script too', async () => {
    const { client, user } = await looking();
    expect(await way(client, END)).toEqual([303, '/workspace']);
    expect((await client.call(END, { form: {}, headers: { 'Sec-Fetch-Site': 'same-origin' } })).status).toBe(405);
    expect(await way(client, '/workspace/profile')).toEqual([404, undefined]);
    const ended = await sendForm(client, '/workspace', {}, { holds: text('access.as.user.end') });
    expect([ended.status, ended.headers.location]).toEqual([303, `/workspace/people/${user.id}?done=access.ended`]);
    expect(await way(client, '/workspace/profile')).toEqual([200, undefined]);
  });

  test('with script the page loads what comes next in the other session, under a new token each time', async () => {
    const { client, user, before } = await looking();
    const viewing = client.twin();
    const ended = await callAction(client, 'endViewAsUser', { form: {} });
    expect([ended.status, ended.body]).toEqual([200, expect.stringContaining(`people/${user.id}?done=access.ended`)]);
    expect(await way(client, '/workspace/profile')).toEqual([200, undefined]);
    const own = client.twin();
    const begun = await callAction(client, 'viewAsUser', { form: { user: user.id } });
    expect([begun.status, begun.body]).toEqual([200, expect.stringContaining('"goTo":"/workspace"')]);
    expect(await way(client, '/workspace/profile')).toEqual([404, undefined]);
    // Neither the cookie of the view that ended nor the one from before it leads anywhere; the present one lasts.
    for (const old of [viewing, before])
      expect(await way(old, '/workspace')).toEqual([307, '/sdportal/login-signin-component']);
    expect(await way(own, '/workspace/profile')).toEqual([200, undefined]);
  });

  test('neither begins nor ends from another site, and it does not begin for others', async () => {
    const { client, user, group } = await looking();
    const headers = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
    expect((await callAction(client, 'endViewAsUser', { form: {}, headers })).status).toBe(403);
    expect(await way(client, '/workspace/profile')).toEqual([404, undefined]);
    const admin = await aUserAt(world.database, 'G', group);
    const other = world.client();
    expect((await other.signIn(admin.userId, PASSWORD)).body).toBe('/workspace');
    expect((await callAction(other, 'viewAsUser', { form: { user: user.id }, headers })).status).toBe(403);
    const refused = await callAction(other, 'viewAsUser', { form: { user: admin.id } });
    expect(refused.body).toContain(text('access.as.user.oneself'));
    expect(await way(other, '/workspace/profile')).toEqual([200, undefined]);
    const stranger = await callAction(world.client(), 'viewAsUser', { form: { user: user.id } });
    expect(stranger.headers['x-action-redirect']).toMatch(/^\/sdportal\/login-signin-component/);
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
