import { PASSWORD } from '../support/people';
import { useServer } from '../support/server-world';
import { aCompany, aCompanyGroup, anAccount, anAssignment, anIssuer, aUserAt } from '../support/structure';
import { text } from '../support/texts';

const world = useServer();

test('C8.018 of who stands partly elsewhere, an administrator is offered roles in their own part and nothing more', async () => {
  const db = world.database;
  const group = await aCompanyGroup(db, await anIssuer(db));
  const [company, other] = [await aCompany(db, group), await aCompany(db, group)];
  const admin = await aUserAt(db, 'C', company);
  const user = await aUserAt(db, 'A', await anAccount(db, company));
  await anAssignment(db, user, 'C', other);
  const client = world.client();
  await client.signIn(admin.userId, PASSWORD);
  const page = `/workspace/people/${user.id}`;
  const { body } = await client.call(page, { headers: { 'Accept-Language': 'en-US' } });
  expect(body).toContain(text('user.read.only.partly'));
  expect(body).toContain(`href="${page}/roles"`);
  for (const way of ['edit', 'user-id', 'merge', 'link', 'sign-in-security'])
    expect(body).not.toContain(`href="${page}/${way}"`);
  const statusOf = async (path: string) => (await client.call(path)).status;
  expect([await statusOf(`${page}/roles`), await statusOf(`${page}/edit`)]).toEqual([200, 404]);
});
