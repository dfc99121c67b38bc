import pg from 'pg';

/** What the application only adds to, and what it only reads; everything else it reads and writes. */
const ADDED_TO = ['audit_entries'];
const READ = ['audit_heads', '_prisma_migrations'];
/** Filled within one transaction and then joined: the planner needs to know what is in them. */
const ANALYZED = ['structure_upload_rows', 'structure_upload_cards'];

/**
 * The user and the password that an address of a database names.
 * @param {string} databaseUrl
 */
const accountOf = (databaseUrl) => {
  const { username, password } = new URL(databaseUrl);
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) };
};

/**
 * Gives the role of `applicationUrl` what the application needs and nothing else: it owns nothing, can't change a table
 * or a trigger, and can only add to the audit. Makes the role when it isn't there. To be called after migrations, with
 * a connection of the owner; does nothing where both are the same role.
 * @param {pg.Client} client
 * @param {string} applicationUrl
 * @returns {Promise<boolean>} whether it did
 */
export async function grantApplicationRole(client, applicationUrl) {
  const { name, password } = accountOf(applicationUrl);
  const { rows } = await client.query('SELECT current_user AS owner, to_regrole($1) IS NOT NULL AS known', [
    pg.escapeIdentifier(name)
  ]);
  const [{ owner, known }] = rows;
  if (owner === name) return false;
  const role = pg.escapeIdentifier(name);
  if (!known) await createRole(client, role, password);
  await client.query('BEGIN');
  try {
    for (const statement of await grants(client, role)) await client.query(statement);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
  return true;
}

/** @param {pg.Client} client @param {string} role @param {string} password */
async function createRole(client, role, password) {
  try {
    await client.query(`CREATE ROLE ${role} LOGIN PASSWORD ${pg.escapeLiteral(password)}`);
  } catch (error) {
    // Another migration, of another database of the same server, was quicker.
    const { code } = /** @type {pg.DatabaseError} */ (error);
    if (code === '42710' || code === '23505') return;
    if (code !== '42501') throw error;
    throw new Error(
      `The role ${role} is not there, and the owner may not make it. Make it: CREATE ROLE ${role} LOGIN;`,
      {
        cause: error
      }
    );
  }
}

/** @param {pg.Client} client @param {string} role */
async function grants(client, role) {
  // Partitions are reached through their tables alone.
  const { rows } = await client.query(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`
  );
  /** @param {string} table */
  const rightsOn = (table) => {
    if (READ.includes(table)) return 'SELECT';
    return ADDED_TO.includes(table) ? 'SELECT, INSERT' : 'SELECT, INSERT, UPDATE, DELETE';
  };
  const { rows: databases } = await client.query('SELECT quote_ident(current_database()) AS name');
  return [
    `GRANT CONNECT, TEMPORARY ON DATABASE ${databases[0].name} TO ${role}`,
    `GRANT USAGE ON SCHEMA public TO ${role}`,
    `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${role}`,
    ...rows.map(({ name }) => `GRANT ${rightsOn(name)} ON ${pg.escapeIdentifier(name)} TO ${role}`),
    `GRANT MAINTAIN ON ${ANALYZED.join(', ')} TO ${role}`,
    `GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${role}`,
    `GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO ${role}`
  ];
}
