import pg from 'pg';
import { appendAudit } from '@/lib/core/audit/audit';
import { transaction } from '@/lib/core/database/database';
import { ORIGIN, useDatabase } from '../support/module-world';
import { anIssuer, type StructureNode } from '../support/structure';

const database = useDatabase();
let issuer: StructureNode;
let application: pg.Client;

beforeAll(async () => {
  issuer = await anIssuer(database.current);
  application = new pg.Client({ connectionString: database.current.url });
  application.on('error', () => {});
  await application.connect();
  for (let n = 0; n < 3; n++)
    await transaction((tx) =>
      appendAudit(tx, ORIGIN, {
        issuerId: issuer.id,
        actorUserId: null,
        action: 'user.signed_in',
        entity: 'user'
      } as never)
    );
});
afterAll(() => application.end());

const entries = () => database.current.query('SELECT sequence, hash FROM audit_entries ORDER BY sequence');
const heads = () => database.current.query('SELECT issuer_id, sequence, hash FROM audit_heads ORDER BY issuer_id');

/** The partition that today's entries are in. */
const partition = async () => {
  const [row] = await database.current.query<{ name: string }>(
    'SELECT tableoid::regclass::text AS name FROM audit_entries LIMIT 1'
  );
  return row?.name as string;
};

describe('F-12 the role of the product', () => {
  test('owns nothing, and has no powers over the server', async () => {
    const { rows } = await application.query(
      `SELECT rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
         (SELECT count(*)::int FROM pg_class WHERE relowner = r.oid) AS owns FROM pg_roles r WHERE rolname = current_user`
    );
    expect(rows).toEqual([
      { rolsuper: false, rolcreatedb: false, rolcreaterole: false, rolreplication: false, rolbypassrls: false, owns: 0 }
    ]);
  });

  test.each([
    'UPDATE audit_entries SET action = action',
    'DELETE FROM audit_entries',
    'TRUNCATE audit_entries',
    'TRUNCATE issuers CASCADE',
    'DROP TABLE audit_entries',
    'ALTER TABLE audit_entries DISABLE TRIGGER ALL',
    'ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_append_only',
    'DROP TRIGGER audit_entries_append_only ON audit_entries',
    'DROP TRIGGER audit_entries_stay ON audit_entries',
    'ALTER TABLE audit_entries DETACH PARTITION audit_entries_default',
    'ALTER TABLE audit_entries RENAME TO forgotten',
    "CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
    "SET session_replication_role = 'replica'",
    'UPDATE audit_heads SET sequence = 0',
    'DELETE FROM audit_heads',
    'INSERT INTO audit_heads (issuer_id) VALUES (gen_random_uuid())',
    "SELECT create_partition('audit_entries', '2031-01-01', '2031-02-01', 'own')",
    'CREATE TABLE own_things (n int)',
    "UPDATE _prisma_migrations SET checksum = ''"
  ])('may not: %s', async (statement) => {
    const before = [await entries(), await heads()];
    await expect(application.query(statement)).rejects.toMatchObject({ code: '42501' });
    expect([await entries(), await heads()]).toEqual(before);
  });

  test.each(['UPDATE %s SET action = action', 'DELETE FROM %s', 'TRUNCATE %s', 'DROP TABLE %s'])(
    'may not touch a partition of the audit: %s',
    async (statement) => {
      const before = await entries();
      expect(before.length).toBeGreaterThan(0);
      for (const name of [await partition(), 'audit_entries_default'])
        await expect(application.query(statement.replace('%s', name))).rejects.toMatchObject({ code: '42501' });
      expect(await entries()).toEqual(before);
    }
  );

  test('adds to the audit, and can neither set an entry’s number nor its hash', async () => {
    await application.query(
      `INSERT INTO audit_entries (issuer_id, sequence, occurred_at, action, entity, previous_hash, hash)
       VALUES ($1, 1, now(), 'user.signed_in', 'user', '\\x00', '\\x00')`,
      [issuer.id]
    );
    const [last] = await database.current.query<{ sequence: string; whole: boolean }>(
      `SELECT sequence, NOT EXISTS (SELECT 1 FROM verify_audit_chain($1)) AS whole
       FROM audit_entries WHERE issuer_id = $1 ORDER BY sequence DESC LIMIT 1`,
      [issuer.id]
    );
    expect(last).toEqual({ sequence: '4', whole: true });
  });

  test('finds every function that makes or drops tables in the owner’s rights, with a search path of its own', async () => {
    const odd = await database.current.query<{ name: string }>(
      `SELECT proname AS name FROM pg_proc
       WHERE pronamespace = 'public'::regnamespace AND prosrc ~* '(CREATE|DROP|ALTER) TABLE'
         AND (NOT prosecdef OR coalesce(array_to_string(proconfig, ','), '') !~ 'search_path=public, pg_temp'
           OR has_function_privilege('public', oid, 'EXECUTE'))`
    );
    // Called by those alone, in their rights.
    expect(odd.map(({ name }) => name)).toEqual(['create_partition']);
  });

  test('makes partitions through the owner’s function alone', async () => {
    await application.query("SELECT create_transaction_partitions('2031-05-01', '2031-05-01')");
    const [made] = await database.current.query<{ owner: boolean }>(
      "SELECT relowner = (SELECT relowner FROM pg_class WHERE relname = 'transactions') AS owner FROM pg_class WHERE relname = 'transactions_2031_05'"
    );
    expect(made).toEqual({ owner: true });
  });
});

test.each(['audit_entries', 'audit_heads', 'partition', 'audit_entries_default', 'issuers'])(
  'F-12 the owner itself can’t TRUNCATE %s, later partitions included',
  async (table) => {
    await database.current.query("SELECT maintain_partitions('2027-06-01')");
    const named = table === 'partition' ? ['audit_entries_2028_05', await partition()] : [table];
    for (const name of named)
      await expect(database.current.query(`TRUNCATE ${name} CASCADE`)).rejects.toMatchObject({ code: '42501' });
    expect((await entries()).length).toBeGreaterThan(0);
  }
);
