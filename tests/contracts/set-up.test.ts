import { PASSWORD } from '../support/people';
import type { PortalClient } from '../support/portal-client';
import { useServer } from '../support/server-world';
import { aCompany, anIssuer, aUserAt, type StructureNode } from '../support/structure';

const world = useServer({ SIGN_IN_FAILURES_PER_ADDRESS: '5000', LOOKUPS_PER_ADDRESS: '5000' });

let company: StructureNode;
let own: PortalClient;
let stranger: PortalClient;
const PNG = Buffer.from('89504e470d0a1a0a0000', 'hex');

async function administratorOf(node: StructureNode): Promise<PortalClient> {
  const client = world.client('wendemere.localhost');
  const { userId } = await aUserAt(world.database, 'C', node);
  expect((await client.signIn(userId, PASSWORD)).body).toBe('/workspace');
  return client;
}

/** A record of the company, straight into the table: its id. */
async function aRecord(entity: string, name: string, data: object = {}): Promise<string> {
  const [row] = await world.database.query<{ id: string }>(
    `INSERT INTO setup_records (issuer_id, id, entity, owner_id, name, data)
     VALUES ($1, gen_random_uuid(), $2, $3, $4, $5) RETURNING id`,
    [company.issuerId, entity, company.id, name, JSON.stringify(data)]
  );
  return row?.id as string;
}

beforeAll(async () => {
  const issuer = await anIssuer(world.database);
  company = await aCompany(world.database, issuer);
  own = await administratorOf(company);
  stranger = await administratorOf(await aCompany(world.database, issuer));
});

const at = () => `issuer=${company.issuerId}&company=${company.id}`;

test('records are downloaded by who sees them, as CSV or xlsx, and never kept by a cache', async () => {
  await aRecord('tax-rate', 'Full', { rate: '20' });
  const csv = await own.call(`/workspace/set-up/tax-rate/file?${at()}`);
  expect([csv.status, csv.headers['cache-control']]).toEqual([200, 'no-store']);
  expect(csv.headers['content-disposition']).toBe('attachment; filename="tax-rate.csv"');
  expect(csv.body).toContain('Full,20,,,Active');
  const xlsx = await own.call(`/workspace/set-up/tax-rate/file?${at()}&format=xlsx`);
  expect(xlsx.headers['content-type']).toContain('spreadsheetml');
  for (const [client, path] of [
    [stranger, `/workspace/set-up/tax-rate/file?${at()}`],
    [own, `/workspace/set-up/reason-code/file?issuer=${company.issuerId}`],
    [own, `/workspace/set-up/tax-rate/file?issuer=nonsense`],
    [own, `/workspace/set-up/nothing/file?${at()}`]
  ] as const)
    expect((await client.call(path)).status).toBe(404);
  expect((await world.client().call(`/workspace/set-up/tax-rate/file?${at()}`)).status).toBe(401);
});

test('a list is exported and kept as a view under the address of its company', async () => {
  const list = await own.call(`/workspace/export/setup-tax-rate?${at()}`);
  expect(list.body).toContain('Full');
  expect((await stranger.call(`/workspace/export/setup-tax-rate?${at()}`)).body).not.toContain('Full');
  expect((await own.call('/workspace/export/setup-tax-rate')).status).toBe(404);
});

test('what can be chosen is told to who may see it', async () => {
  const asked = `/workspace/set-up/tax-code/choices?${at()}&field=rates&q=fu`;
  expect(JSON.parse((await own.call(asked)).body)).toMatchObject([{ label: 'Full' }]);
  expect(JSON.parse((await stranger.call(asked)).body)).toEqual([]);
  for (const odd of ['&field=none', '&field=name', '&field=rates&parent=x'])
    expect(JSON.parse((await own.call(`/workspace/set-up/tax-code/choices?${at()}${odd}`)).body)).toEqual([]);
});

test('the graphic of a template is shown to who sees the template', async () => {
  const [file] = await world.database.query<{ id: string }>(
    `INSERT INTO files (issuer_id, id, name, media_type, bytes) VALUES ($1, gen_random_uuid(), 'f.png', 'image/png', $2) RETURNING id`,
    [company.issuerId, PNG]
  );
  const template = await aRecord('email-template', 'Ready', { footer: file?.id });
  const path = `/workspace/set-up/email-template/${template}/files/footer?issuer=${company.issuerId}`;
  const answer = await own.call(path);
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/png']);
  expect((await stranger.call(path)).status).toBe(404);
  expect((await own.call(path.replace('footer', 'body'))).status).toBe(404);
  expect((await own.call(path.replace(template, 'nothing'))).status).toBe(404);
});

test('pages of records that are not there, or not to be seen, are not found', async () => {
  const rate = await aRecord('tax-rate', 'Hidden', { rate: '1' });
  const paths = [`/tax-rate/${rate}?issuer=${company.issuerId}`, `/tax-rate/new?${at()}`, `/tax-rate/import?${at()}`];
  for (const path of paths) {
    expect((await own.call(`/workspace/set-up${path}`)).status).toBe(200);
    expect((await stranger.call(`/workspace/set-up${path}`)).status).toBe(404);
  }
  for (const path of ['/tax-rate/x?issuer=y', '/nothing', '/accounting-code'])
    expect((await own.call(`/workspace/set-up${path}`)).status).toBe(404);
});
