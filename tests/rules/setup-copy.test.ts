import pg from 'pg';
import type { Principal } from '@/lib/access/policy/principal';
import { jobHandlers } from '@/lib/composition/process/job-handlers';
import { listRows } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { copyRecord } from '@/lib/kit/setup/copy-record';
import { entityNamed } from '@/lib/kit/setup/entities';
import type { RecordListAddress } from '@/lib/kit/setup/record-list';
import { recordListing } from '@/lib/kit/setup/record-listing';
import type { Outcome } from '@/lib/kit/setup/settle';
import { ended, working } from '../support/jobs';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { aRecord, LIST, recordNow, recordsOf, refusalsOf } from '../support/setup';
import { aCompany, anIssuer, type StructureNode } from '../support/structure';
import { until } from '../support/until';

const world = useDatabase();
let company: StructureNode;
let by: Principal;
let scheme: string;

const at = (parentId?: string) => recordsOf(company, parentId);

beforeEach(async () => {
  company = await aCompany(world.current, await anIssuer(world.current));
  by = await aPrincipalAt(world.current, 'C', company);
  scheme = await aRecord(by, 'scheme', at(), { name: 'Costs', description: 'Of the year' });
});

const copy = (name: string) =>
  copyRecord(by, entityNamed('scheme'), { issuerId: company.issuerId, id: scheme }, { name }, ORIGIN);

async function finished(job: Outcome<string>) {
  if (!job.ok) throw new Error(refusalsOf(job).join());
  return working(jobHandlers, () => ended(by, job.value));
}

async function listed(name: string, address: RecordListAddress) {
  const listing = recordListing(entityNamed(name), address);
  const rows: Record<string, unknown>[] = [];
  for await (const { id: _id, issuerId: _issuer, ...row } of listRows(
    by,
    listing,
    readQuery(listing, { columns: Object.keys(listing.columns).join() })
  ))
    rows.push(row);
  return rows;
}

async function wholeScheme(id: string) {
  return {
    codes: await listed('accounting-code', at(id)),
    values: await listed('accounting-code-value', { ...at(), aboveId: id }),
    subsets: await listed('subset', at(id)),
    subsetValues: await listed('subset-value', { ...at(), aboveId: id }),
    defaults: await listed('default-value', at(id))
  };
}

test('a copy of a scheme has all of its parts, and points to its own', async () => {
  const center = await aRecord(by, 'accounting-code', at(scheme), { ...LIST, name: 'Center' });
  const project = await aRecord(by, 'accounting-code', at(scheme), { ...LIST, name: 'Project', dependsOn: 'Center' });
  await aRecord(by, 'accounting-code-value', at(center), { code: '100', name: 'Sales' });
  await aRecord(by, 'accounting-code-value', at(project), { code: 'P1', name: 'Fair', parentValues: ['100'] });
  const subset = await aRecord(by, 'subset', at(scheme), { name: 'Few' });
  await aRecord(by, 'subset-value', at(subset), { accountingCode: 'Center', value: '100' });
  const text = { accountingCode: 'Center', basis: 'merchant', merchant: 'ABC123456789012', value: '100' };
  await aRecord(by, 'default-value', at(scheme), text);
  await aRecord(by, 'scheme-assignment', at(scheme), { node: company.id });

  const done = await finished(await copy('Costs of next year'));
  expect(done).toMatchObject({ status: 'completed', done: 16, total: 16, result: { records: 8 } });
  const id = done.result?.id as string;
  const made = await recordNow(by, 'scheme', company.issuerId, id);
  expect(made.values).toEqual({ name: 'Costs of next year', description: 'Of the year' });
  expect(await wholeScheme(id)).toEqual(await wholeScheme(scheme));
  // Where it is in force is not copied.
  expect(await listed('scheme-assignment', at(id))).toEqual([]);
  const crossing = await world.current.query(
    `WITH RECURSIVE copied AS (SELECT id FROM setup_records WHERE id = $1
       UNION ALL SELECT r.id FROM copied c JOIN setup_records r ON r.parent_id = c.id)
     SELECT 1 FROM setup_references f JOIN copied c ON c.id = f.record_id
     WHERE target_record_id NOT IN (SELECT id FROM copied)`,
    [id]
  );
  expect(crossing).toEqual([]);
  const [entry] = await world.current.query('SELECT action, details FROM audit_entries WHERE entity_id = $1', [id]);
  expect(entry).toMatchObject({
    action: 'setup.copied',
    details: { from: 'Costs', 'after.name': 'Costs of next year', records: 8 }
  });
});

test('C4.036 a scheme copy is refused while another is running', async () => {
  const first = await copy('One');
  expect(refusalsOf(await copy('Two'))).toEqual(['setup.copy.running']);
  expect((await finished(first)).status).toBe('completed');
  expect(refusalsOf(await copy('One'))).toEqual(['name setup.taken']);
  expect(refusalsOf(await copy('Two'))).toEqual([]);
});

test('W14 C4.036 while a copy is being written another is refused at once, and all else of the company goes on', async () => {
  const center = await aRecord(by, 'accounting-code', at(scheme), { ...LIST, name: 'Center' });
  await aRecord(by, 'accounting-code-value', at(center), { code: '100', name: 'Sales' });
  const first = await copy('One');
  if (!first.ok) throw new Error('no copy');
  // The first part that the copy reports waits for the holder: in the copy's middle, however fast it is.
  await world.current.query(`CREATE FUNCTION wait_for_holder() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN PERFORM pg_advisory_xact_lock(4036); RETURN NEW; END $$`);
  await world.current.query(`CREATE TRIGGER wait_for_holder BEFORE UPDATE OF done ON jobs FOR EACH ROW
    WHEN (NEW.done < NEW.total) EXECUTE FUNCTION wait_for_holder()`);
  const holder = new pg.Client({ connectionString: world.current.ownerUrl });
  await holder.connect();
  await holder.query('SELECT pg_advisory_lock(4036)');
  try {
    await working(jobHandlers, async () => {
      await until(async () => {
        const [waiting] = await world.current.query(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%UPDATE jobs SET done%'`
        );
        return waiting;
      });
      expect(refusalsOf(await copy('Two'))).toEqual(['setup.copy.running']);
      await aRecord(by, 'customer-code', at(), { code: 'K1', name: 'Harbour' });
      await aRecord(by, 'scheme', at(), { name: 'Another' });
      await aRecord(by, 'accounting-code', at(scheme), { ...LIST, name: 'Project' });
      await holder.query('SELECT pg_advisory_unlock(4036)');
      expect((await ended(by, first.value)).status).toBe('completed');
    });
  } finally {
    await holder.end();
    await world.current.query('DROP TRIGGER wait_for_holder ON jobs');
    await world.current.query('DROP FUNCTION wait_for_holder()');
  }
  expect(await listed('scheme', at())).toHaveLength(3);
});

test('a copy whose name somebody took in the meantime is refused, and leaves nothing', async () => {
  const job = await copy('Late');
  await aRecord(by, 'scheme', at(), { name: 'Late' });
  expect(await finished(job)).toMatchObject({ status: 'failed', refusal: { code: 'setup.taken' } });
  expect(await listed('scheme', at())).toHaveLength(2);
});

test('thousands of values are copied with their order', async () => {
  const center = await aRecord(by, 'accounting-code', at(scheme), { ...LIST, name: 'Center' });
  await world.current.query(
    `INSERT INTO setup_records (issuer_id, id, entity, owner_id, parent_id, code, name, position)
     SELECT $1, gen_random_uuid(), 'accounting-code-value', $2, $3, 'V' || n, 'Value', n FROM generate_series(1, 2500) n`,
    [company.issuerId, company.id, center]
  );
  const { result } = await finished(await copy('Large'));
  expect(result?.records).toBe(2_502);
  const values = await listed('accounting-code-value', { ...at(), aboveId: result?.id as string });
  expect(values).toHaveLength(2_500);
});
