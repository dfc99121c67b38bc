import { PASSWORD } from '../support/people';
import { useServer } from '../support/server-world';
import { aCompany, anIssuer, aUserAt } from '../support/structure';

const world = useServer();

test('F-11 C8.018 a NUL in an address is left out, wherever it stands, and nothing fails of it', async () => {
  const issuer = await anIssuer(world.database);
  const company = await aCompany(world.database, issuer, { name: 'Harbour Works' });
  const { userId } = await aUserAt(world.database, 'I', issuer);
  const client = world.client();
  await client.signIn(userId, PASSWORD);
  for (const path of [
    '/workspace/people/places?role=C&q=%00Harbour',
    `/workspace/structure/${company.id}/places?q=%00`,
    `/workspace/structure/${company.id}/replacements?q=%00`,
    '/workspace/audit?userId=%00',
    '/workspace/audit?userId=a%00b&at.from=%00&recordId=%00',
    '/workspace/people?q=%00&name=%00&sort=%00',
    '/workspace/search?q=%00x',
    '/workspace/transactions?q=%00&after=%00',
    '/workspace/set-up/tax-rate?owner=%00',
    '/workspace/transactions/accounts?q=%00',
    `/workspace/structure?open=%00`,
    `/workspace/structure/${company.id}/new?kind=%00`
  ]) {
    const { status } = await client.call(path);
    expect([path, status < 500]).toEqual([path, true]);
  }
  const found = JSON.parse((await client.call('/workspace/people/places?role=C&q=%00Harbour')).body);
  expect(found).toMatchObject([{ value: company.id }]);
});
