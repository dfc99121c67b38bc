import type { Principal } from '@/lib/access/policy/principal';
import { jobHandlers } from '@/lib/composition/process/job-handlers';
import { appendAudit } from '@/lib/core/audit/audit';
import { transaction } from '@/lib/core/database/database';
import { askVerification, verificationState } from '@/lib/kit/audit/verifications';
import { workJobs } from '@/lib/kit/jobs/work-jobs';
import { tamperWithAudit } from '../support/audit';
import { ended } from '../support/jobs';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { aCompany, aCompanyGroup, anIssuer, anIssuerGroup } from '../support/structure';

const world = useDatabase();
let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await workJobs(jobHandlers);
});
afterAll(() => stop());

/** An issuer with some entries, and its administrator. */
async function aChain(entries = 3) {
  const issuer = await anIssuer(world.current);
  const viewer = await aPrincipalAt(world.current, 'I', issuer);
  for (let n = 1; n <= entries; n++)
    await transaction((tx) =>
      appendAudit(tx, ORIGIN, { issuerId: issuer.id, action: 'user.changed', entity: 'system', entityId: String(n) })
    );
  return { issuer, viewer };
}

/** Verifies a chain and returns the result. */
async function verified(viewer: Principal, issuer?: string) {
  const asked = await askVerification(viewer, issuer, ORIGIN);
  if (!asked.ok) return asked.refusal.code;
  return (await ended(viewer, asked.value)).result;
}

const tamper = (sql: string, values: unknown[]) => tamperWithAudit(world.current, sql, values);

test('an intact chain is reported as intact, and the verification is the next entry', async () => {
  const { issuer, viewer } = await aChain();
  expect(await verificationState(viewer, issuer.id)).toEqual({ running: null, last: null });
  expect(await verified(viewer)).toEqual({ issuerId: issuer.id, entries: 3, broken: null });
  expect(await verificationState(viewer, issuer.id)).toEqual({
    running: null,
    last: { finishedAt: expect.any(Date), verifier: 'Robin Example', broken: null, sequence: 3n }
  });
  const [entry] = await world.current.query(
    'SELECT actor_user_id, node_id, details FROM audit_entries WHERE issuer_id = $1 AND sequence = 4',
    [issuer.id]
  );
  expect(entry).toEqual({ actor_user_id: viewer.userId, node_id: issuer.id, details: { entries: 3 } });
  expect(await verified(viewer)).toMatchObject({ entries: 4, broken: null });
});

test.each([
  ['a changed entry', "UPDATE audit_entries SET request_id = 'another' WHERE issuer_id = $1 AND sequence = 2", 2],
  ['a changed actor', 'UPDATE audit_entries SET actor_user_id = issuer_id WHERE issuer_id = $1 AND sequence = 1', 1],
  ['a removed entry', 'DELETE FROM audit_entries WHERE issuer_id = $1 AND sequence = 2', 3],
  ['a removed beginning', 'DELETE FROM audit_entries WHERE issuer_id = $1 AND sequence = 1', 2],
  ['a cut end', 'DELETE FROM audit_entries WHERE issuer_id = $1 AND sequence = 3', 3]
])('%s is found, and found again', async (_what, sql, broken) => {
  const { issuer, viewer } = await aChain();
  await tamper(sql, [issuer.id]);
  expect(await verified(viewer)).toMatchObject({ broken });
  expect((await verificationState(viewer, issuer.id))?.last).toMatchObject({ broken: BigInt(broken) });
  // The verification's own entry stands after a cut end, so the break may then be found there.
  expect(await verified(viewer)).toMatchObject({ broken: expect.any(Number) });
});

test('a chain that was made anew after a verification is found, though it holds by itself', async () => {
  const { issuer, viewer } = await aChain();
  expect(await verified(viewer)).toMatchObject({ broken: null });
  await tamper('DELETE FROM audit_entries WHERE issuer_id = $1', [issuer.id]);
  await world.current.query("UPDATE audit_heads SET sequence = 0, hash = sha256('') WHERE issuer_id = $1", [issuer.id]);
  for (let n = 0; n < 6; n++)
    await transaction((tx) =>
      appendAudit(tx, ORIGIN, { issuerId: issuer.id, action: 'user.deleted', entity: 'system', entityId: String(n) })
    );
  expect(await world.current.query('SELECT * FROM verify_audit_chain($1)', [issuer.id])).toEqual([]);
  expect(await verified(viewer)).toMatchObject({ broken: 3 });
});

test('a long chain is verified in steps, and a break in a later one is found', async () => {
  const { issuer, viewer } = await aChain(0);
  for (let batch = 0; batch < 11; batch++)
    await world.current.query(
      `INSERT INTO audit_entries (issuer_id, occurred_at, action, entity, entity_id)
       SELECT $1, now(), 'user.changed', 'system', n::text FROM generate_series(1, 1000) n`,
      [issuer.id]
    );
  expect(await verified(viewer)).toMatchObject({ entries: 11_000, broken: null });
  await tamper("UPDATE audit_entries SET entity_id = 'x' WHERE issuer_id = $1 AND sequence = 10500", [issuer.id]);
  expect(await verified(viewer)).toMatchObject({ entries: 10_000, broken: 10_500 });
});

test('only users who see the whole issuer may start a verification or see its result', async () => {
  const db = world.current;
  const { issuer } = await aChain();
  const { issuer: other } = await aChain();
  const group = await aCompanyGroup(db, issuer);
  for (const viewer of [
    await aPrincipalAt(db, 'G', group),
    await aPrincipalAt(db, 'C', await aCompany(db, group)),
    await aPrincipalAt(db, 'I', other)
  ]) {
    expect(await verified(viewer, issuer.id)).toBe('not.found');
    expect(await verificationState(viewer, issuer.id)).toBeNull();
  }
  const h = await aPrincipalAt(db, 'H', await anIssuerGroup(db, [issuer]));
  const z = await aPrincipalAt(db, 'Z', null);
  expect(await verified(h, issuer.id)).toMatchObject({ issuerId: issuer.id, broken: null });
  expect(await verified(z, other.id)).toMatchObject({ issuerId: other.id, broken: null });
  expect(await verified(z)).toMatchObject({ broken: null });
});

test('one verification of a kind runs at a time', async () => {
  await stop();
  const { issuer, viewer } = await aChain();
  expect((await askVerification(viewer, undefined, ORIGIN)).ok).toBe(true);
  expect(await verified(viewer)).toBe('job.running');
  expect((await verificationState(viewer, issuer.id))?.running).toMatchObject({ done: 0, total: null });
  stop = await workJobs(jobHandlers);
});
