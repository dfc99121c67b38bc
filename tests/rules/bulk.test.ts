import { told } from '@/app/workspace/bulk/report';
import type { Principal } from '@/lib/access/policy/principal';
import { jobHandlers } from '@/lib/composition/process/job-handlers';
import { LISTS } from '@/lib/composition/process/lists';
import { askBulk } from '@/lib/kit/bulk/ask-bulk';
import { type BulkReport, reportOf } from '@/lib/kit/bulk/bulk-report';
import { BULK_JOB, bulkProgress } from '@/lib/kit/bulk/do-bulk';
import type { Remark } from '@/lib/kit/bulk/run-bulk';
import { cancelJob } from '@/lib/kit/jobs/cancel-job';
import { JOB_KINDS } from '@/lib/kit/jobs/job-kinds';
import { bulkEnded, bulkJob, working } from '../support/jobs';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt, principalFor } from '../support/principal';
import { aRecord, recordsOf } from '../support/setup';
import { aCompany, anIssuer, anOrgPoint, aUserAt, type StructureNode } from '../support/structure';
import { anyKey } from '../support/texts';

const database = useDatabase();

const USERS = { list: 'users', parameters: {}, query: '' };

/** A company with users named so, and one of another company that nobody here may touch. */
async function aWorld(names: string[]) {
  const issuer = await anIssuer(database.current);
  const [company, elsewhere] = [await aCompany(database.current, issuer), await aCompany(database.current, issuer)];
  const people = [];
  for (const lastName of names) people.push(await aUserAt(database.current, 'O', await pointOf(company), { lastName }));
  const stranger = await aUserAt(database.current, 'O', await pointOf(elsewhere), { lastName: names[0] });
  return { issuer, company, people, stranger, principal: await aPrincipalAt(database.current, 'C', company) };
}

const points = new Map<string, StructureNode>();
async function pointOf(company: StructureNode): Promise<StructureNode> {
  const point = points.get(company.id) ?? (await anOrgPoint(database.current, company));
  points.set(company.id, point);
  return point;
}

const statuses = async (ids: string[]) => {
  const rows = await database.current.query<{ id: string; status: string }>(
    'SELECT id, status::text AS status FROM users WHERE id = ANY($1)',
    [ids]
  );
  return ids.map((id) => rows.find((row) => row.id === id)?.status);
};

/** More users of a company than are done at once. */
async function crowd({ issuerId }: Principal, { id: nodeId, companyId }: StructureNode, count: number): Promise<void> {
  await database.current.query(
    `INSERT INTO users (issuer_id, id, user_id, first_name, last_name, role, node_id, company_id)
     SELECT $1, gen_random_uuid(), 'crowd' || n || $2::text, 'One', 'Crowd', 'O', $2::uuid, $3 FROM generate_series(1, $4::int) n`,
    [issuerId, nodeId, companyId, count]
  );
  await database.current.query(
    `INSERT INTO user_directory (user_id_key, b2b_alias, ldap_id, issuer_id, user_id)
     SELECT lower(user_id), md5(id::text), md5(id::text || 'l'), issuer_id, id FROM users WHERE last_name = 'Crowd' AND node_id = $1`,
    [nodeId]
  );
  await database.current.query(
    `INSERT INTO credentials (issuer_id, user_id, password_hash) SELECT u.issuer_id, u.id, c.password_hash
     FROM users u CROSS JOIN (SELECT password_hash FROM credentials LIMIT 1) c WHERE u.last_name = 'Crowd' AND u.node_id = $1`,
    [nodeId]
  );
}

async function report(asked: ReturnType<typeof askBulk>): Promise<BulkReport> {
  const result = await asked;
  if (!result.ok || 'job' in result.value) throw new Error(JSON.stringify(result));
  return result.value;
}

test('the ticked rows are done, those refused are named with the reason, those of elsewhere are not there', async () => {
  const { people, stranger, principal } = await aWorld(['Ash', 'Birch', 'Cedar']);
  const [ash, birch, cedar] = people.map(({ id }) => id) as [string, string, string];
  const lock = (ids: string[]) => askBulk(LISTS, principal, USERS, { action: 'lock', extent: { ids } }, ORIGIN);
  expect(await report(lock([ash]))).toEqual({ done: 1, refused: 0, groups: [] });
  expect(await report(lock([ash, birch, stranger.id, principal.userId]))).toEqual({
    done: 1,
    refused: 2,
    groups: expect.arrayContaining([
      {
        code: 'user.event.lock.impossible',
        count: 1,
        rows: [expect.objectContaining({ id: ash, name: expect.stringContaining('Ash') })]
      },
      {
        code: 'security.violation.user.maintenance',
        count: 1,
        rows: [expect.objectContaining({ id: principal.userId })]
      }
    ])
  });
  expect(await statuses([ash, birch, cedar, stranger.id])).toEqual(['locked', 'locked', 'active', 'active']);
  expect(await lock([stranger.id])).toEqual({ ok: false, refusal: { code: 'bulk.nothing' } });
});

test('everything that matches is done: what search and filters leave out is not, nor what is out of scope', async () => {
  const { people, stranger, principal } = await aWorld(['Ash', 'Ash', 'Birch']);
  const matching = { ...USERS, query: 'q=ash&status=active&size=10' };
  expect(
    await report(askBulk(LISTS, principal, matching, { action: 'deactivate', extent: 'all' }, ORIGIN))
  ).toMatchObject({
    done: 2
  });
  expect(await statuses([...people.map(({ id }) => id), stranger.id])).toEqual([
    'inactive',
    'inactive',
    'active',
    'active'
  ]);
});

test('nobody does what they are not offered, nor what there is not', async () => {
  const { people, company } = await aWorld(['Ash']);
  const looker = await aPrincipalAt(database.current, 'C', company, { authorities: ['users.view'] });
  const extent = { ids: people.map(({ id }) => id) };
  const codes = [];
  for (const [target, action] of [
    [USERS, 'lock'],
    [USERS, 'constructor'],
    [{ ...USERS, list: 'jobs' }, 'lock'],
    [{ ...USERS, list: 'constructor' }, 'lock'],
    [{ list: 'nodes', parameters: { under: 'x' }, query: '' }, 'close']
  ] as const) {
    const asked = await askBulk(LISTS, looker, target, { action, extent }, ORIGIN);
    codes.push(asked.ok || asked.refusal.code);
  }
  expect(codes).toEqual(['forbidden.action', 'not.found', 'not.found', 'not.found', 'not.found']);
});

test('set-up records are made inactive and deleted by their list and its filters', async () => {
  const { issuer, company } = await aWorld([]);
  const by = await aPrincipalAt(database.current, 'I', issuer);
  const at = recordsOf(company);
  for (const name of ['Full', 'Reduced']) await aRecord(by, 'tax-rate', at, { name, rate: '1' });
  const target = { list: 'setup-tax-rate', parameters: { issuer: company.issuerId, company: company.id }, query: '' };
  const all = { extent: 'all' } as const;
  expect(await report(askBulk(LISTS, by, target, { action: 'deactivate', ...all }, ORIGIN))).toMatchObject({ done: 2 });
  const active = { ...target, query: 'status=active' };
  expect(await askBulk(LISTS, by, active, { action: 'deactivate', ...all }, ORIGIN)).toMatchObject({
    refusal: { code: 'bulk.nothing' }
  });
  const one = { ...target, query: 'name=full' };
  expect(await report(askBulk(LISTS, by, one, { action: 'delete', ...all }, ORIGIN))).toMatchObject({
    done: 1,
    refused: 0
  });
  const left = await database.current.query('SELECT name FROM setup_records WHERE owner_id = $1', [company.id]);
  expect(left).toEqual([{ name: 'Reduced' }]);
});

test('companies are closed and opened again, and a refusal of one stops none of the others', async () => {
  const issuer = await anIssuer(database.current);
  const [free, taken] = [await aCompany(database.current, issuer), await aCompany(database.current, issuer)];
  await anOrgPoint(database.current, taken);
  const by = await aPrincipalAt(database.current, 'I', issuer);
  const target = { list: 'nodes', parameters: {}, query: 'kind=company' };
  expect(await report(askBulk(LISTS, by, target, { action: 'close', extent: 'all' }, ORIGIN))).toEqual({
    done: 1,
    refused: 1,
    groups: [
      {
        code: 'structure.close.active.below',
        count: 1,
        rows: [{ issuerId: taken.issuerId, id: taken.id, name: taken.name }]
      }
    ]
  });
  expect(
    await report(askBulk(LISTS, by, target, { action: 'reopen', extent: { ids: [free.id] } }, ORIGIN))
  ).toMatchObject({
    done: 1
  });
});

describe('CD.35 more than are done at once', () => {
  test('are done as a job, which reports its progress and outcome', async () => {
    const { company, principal } = await aWorld([]);
    await crowd(principal, await pointOf(company), 230);
    const target = { ...USERS, query: 'q=crowd' };
    const job = bulkJob(await askBulk(LISTS, principal, target, { action: 'lock', extent: 'all' }, ORIGIN));
    expect(await bulkProgress(principal, job)).toMatchObject({ status: 'queued', action: 'lock', target });
    const another = bulkJob(await askBulk(LISTS, principal, target, { action: 'unlock', extent: 'all' }, ORIGIN));
    await cancelJob(principal, another, ORIGIN);
    expect(await bulkProgress(await aPrincipalAt(database.current, 'C', company), job)).toBeNull();
    const done = await working(jobHandlers, () => bulkEnded(principal, job));
    expect(done).toMatchObject({ status: 'completed', done: 230, total: 230, report: { done: 230, refused: 0 } });
    const [locked] = await database.current.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM users WHERE last_name = 'Crowd' AND company_id = $1 AND status = 'locked'",
      [company.id]
    );
    expect(locked?.count).toBe(230);
  });

  test('stop if the user has lost the assignment or has cancelled', async () => {
    const { company } = await aWorld([]);
    const person = await aUserAt(database.current, 'C', company);
    const principal = await principalFor(database.current, person);
    await crowd(principal, await pointOf(company), 201);
    const start = async () =>
      bulkJob(await askBulk(LISTS, principal, USERS, { action: 'lock', extent: 'all' }, ORIGIN));
    await cancelJob(principal, await start(), ORIGIN);
    const job = await start();
    await database.current.query("UPDATE users SET status = 'inactive' WHERE id = $1", [person.id]);
    const over = await working(jobHandlers, () => bulkEnded(principal, job));
    expect(over).toMatchObject({ status: 'failed', refusal: { code: 'user.not.authorized' }, report: { done: 0 } });
    const locked = await database.current.query("SELECT 1 FROM users WHERE company_id = $1 AND status = 'locked'", [
      company.id
    ]);
    expect(locked).toEqual([]);
  });
});

test('every kind of long work has its words', () => {
  expect(Object.keys(JOB_KINDS).sort()).toEqual(Object.keys(jobHandlers).sort());
  expect(Object.keys(JOB_KINDS)).toContain(BULK_JOB);
});

test('the reason of refused rows is reported once, with its rows', () => {
  const remark = (at: number, name: string, code: string, params?: Remark['params']): Remark => ({
    at,
    issuerId: 'issuer',
    id: `row-${at}`,
    name,
    code: anyKey(code),
    ...(params && { params })
  });
  const report = reportOf({ done: 1, refused: 4 }, [
    remark(1, 'Birch', 'not.found'),
    remark(2, 'Ash', 'in.use', { count: 2 }),
    remark(4, '', 'in.use', { count: 2 }),
    remark(5, 'Cedar', 'in.use', { count: 3 })
  ]);
  const t = (code: string, params?: Record<string, unknown>) => `${code} ${params?.count ?? ''}`;
  expect(told(t, report, ({ id }) => `/rows/${id}`)).toEqual({
    kind: 'problem',
    summary: 'bulk.done 1 bulk.refused 4',
    remarks: [
      {
        text: 'in.use 2',
        count: 'listing.count 2',
        rows: [
          { name: 'Ash', href: '/rows/row-2' },
          { name: '–', href: '/rows/row-4' }
        ]
      },
      { text: 'not.found ', count: 'listing.count 1', rows: [{ name: 'Birch', href: '/rows/row-1' }] },
      { text: 'in.use 3', count: 'listing.count 1', rows: [{ name: 'Cedar', href: '/rows/row-5' }] }
    ]
  });
});
