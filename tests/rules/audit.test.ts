import { appendAudit, SYSTEM_ISSUER_ID } from '@/lib/core/audit/audit';
import { transaction } from '@/lib/core/database/database';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aCardholder } from '../support/people';

const database = useDatabase();

const append = (issuerId: string, entityId: string) =>
  transaction((tx) =>
    appendAudit(tx, ORIGIN, { issuerId, action: 'user.changed', entity: 'system', entityId, details: { b: 1, a: 'ü' } })
  );
const broken = async (issuerId: string) =>
  (await database.current.query('SELECT * FROM verify_audit_chain($1)', [issuerId]))[0];

test('entries of one issuer form a chain without gaps, however many are written at once', async () => {
  const { issuerId } = await aCardholder(database.current);
  await Promise.all(Array.from({ length: 20 }, (_, n) => append(issuerId, `entry-${n}`)));
  const rows = await database.current.query<{ sequence: string }>(
    'SELECT sequence FROM audit_entries WHERE issuer_id = $1 ORDER BY sequence',
    [issuerId]
  );
  expect(rows.map(({ sequence }) => Number(sequence))).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  expect(await broken(issuerId)).toBeUndefined();
});

test('entries can be neither changed nor deleted', async () => {
  await append(SYSTEM_ISSUER_ID, 'kept');
  await expect(database.current.query("UPDATE audit_entries SET action = 'x.y'")).rejects.toThrow('append-only');
  await expect(database.current.query('DELETE FROM audit_entries')).rejects.toThrow('append-only');
});

test.each([
  ['a changed entry', "UPDATE audit_entries SET details = '{}' WHERE issuer_id = $1 AND sequence = 2", '2'],
  ['a removed entry', 'DELETE FROM audit_entries WHERE issuer_id = $1 AND sequence = 2', '3'],
  ['a cut end', 'DELETE FROM audit_entries WHERE issuer_id = $1 AND sequence = 3', '3']
])('verification finds %s even when the guard was taken off', async (_what, tampering, at) => {
  const { issuerId } = await aCardholder(database.current);
  for (const entry of ['one', 'two', 'three']) await append(issuerId, entry);
  await database.current.query('ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_append_only');
  const [partition] = await database.current.query<{ name: string }>(
    'SELECT tableoid::regclass::text AS name FROM audit_entries LIMIT 1'
  );
  await database.current.query(`ALTER TABLE ${partition?.name} DISABLE TRIGGER ALL`);
  await database.current.query(tampering, [issuerId]);
  await database.current.query(`ALTER TABLE ${partition?.name} ENABLE TRIGGER ALL`);
  await database.current.query('ALTER TABLE audit_entries ENABLE TRIGGER audit_entries_append_only');
  expect(await broken(issuerId)).toEqual({ broken_sequence: at });
});
