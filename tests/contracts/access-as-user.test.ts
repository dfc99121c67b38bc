import { PASSWORD } from '../support/people';
import type { PortalClient } from '../support/portal-client';
import { useServer } from '../support/server-world';
import { aCompany, aCompanyGroup, anAccount, anIssuer, aUserAt } from '../support/structure';

const world = useServer();
const END = '/workspace/people/access/end';

/** A company group administrator who looks through a cardholder's eyes. */
async function looking() {
  const db = world.database;
  const group = await aCompanyGroup(db, await anIssuer(db));
  const admin = await aUserAt(db, 'G', group);
  const user = await aUserAt(db, 'A', await anAccount(db, await aCompany(db, group)));
  const client = world.client();
  expect((await client.signIn(admin.userId, PASSWORD)).body).toBe('/workspace');
  const begun = await client.submit('/workspace/people/access', { user: user.id });
  expect([begun.status, begun.headers.location]).toEqual([303, '/workspace']);
  return { client, admin, user };
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
});
