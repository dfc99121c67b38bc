import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';
import { useDatabase } from '../support/module-world';

const database = useDatabase();

const MODULES = Object.values(
  JSON.parse(readFileSync('lib/composition/generated/modules.json', 'utf8')) as Record<
    string,
    { tables: string[]; referenceTables: Record<string, string>; localTables: Record<string, string> }
  >
);

type Place = 'by issuer' | 'reference' | 'local';

/** Where a distributed database has each table. */
const PLACES = new Map<string, Place>(
  MODULES.flatMap(({ tables, referenceTables, localTables }) =>
    tables.map((name): [string, Place] => [
      name,
      name in referenceTables ? 'reference' : name in localTables ? 'local' : 'by issuer'
    ])
  )
);

// Objects that can't be distributed yet. Lines may be removed, never added.

/** Keys that are unique over all issuers. */
const NOT_YET_WITHIN_AN_ISSUER = ['passkeys passkeys_credential_id_key'];
/** Foreign keys that lead from one issuer to another, out of a table that stays on one server, or set a column to null. */
const NOT_YET_FOREIGN_KEYS = [
  'audit_verifications audit_verifications_verifier_issuer_id_verifier_user_id_fkey',
  'federated_identities federated_identities_issuer_id_user_id_fkey',
  'feeds feeds_issuer_id_file_id_fkey',
  'feeds feeds_issuer_id_mapping_id_fkey',
  'jobs jobs_issuer_id_node_id_fkey',
  'jobs jobs_issuer_id_owner_user_id_fkey',
  'passkey_challenges passkey_challenges_issuer_id_session_id_fkey',
  'registration_locks registration_locks_issuer_id_node_id_fkey',
  'sessions sessions_accessor_issuer_id_accessor_session_id_fkey',
  'sessions sessions_accessor_issuer_id_accessor_user_id_fkey',
  'sessions sessions_issuer_id_assignment_id_fkey',
  'structure_uploads structure_uploads_issuer_id_file_id_fkey',
  'user_directory user_directory_issuer_id_user_id_fkey',
  'users users_supervisor'
];
/** Triggers of tables that don't stay on one server. */
const NOT_YET_WITHOUT_TRIGGERS = [
  'allocations allocations_total',
  'approval_levels approval_levels_rise',
  'approval_places approval_places_company',
  'approval_profiles approval_profiles_levels',
  'assignment_nodes assignment_nodes_kind',
  'audit_entries audit_entries_a_place',
  'audit_entries audit_entries_append_only',
  'audit_entries audit_entries_chain',
  'audit_entries audit_entries_stay',
  'audit_heads audit_heads_stay',
  'authorization_activity authorization_activity_turn',
  'brands brands_saved',
  'companies companies_program_option_default',
  'disputes disputes_stay_submitted',
  'issuer_brands issuer_brands_saved',
  'issuers issuers_audit_head',
  'issuers issuers_node',
  'nodes nodes_changed_search_words',
  'nodes nodes_place',
  'nodes nodes_search_words',
  'settings settings_node',
  'settings settings_of_brands_deleted',
  'settings settings_of_brands_saved',
  'setup_records setup_records_count_changed',
  'setup_records setup_records_count_gone',
  'setup_records setup_records_count_new',
  'structure_upload_rows structure_upload_rows_keep',
  'transaction_events transaction_events_stay',
  'transactions transactions_identity',
  'transactions transactions_references_gone',
  'transactions transactions_references_written',
  'user_group_members user_group_members_left',
  'user_groups user_groups_members',
  'users users_changed_search_words',
  'users users_no_circle',
  'users users_no_circle_from_the_start',
  'users users_place',
  'users users_search_words',
  'users users_status_since'
];

// Statements on a table of issuers whose own text doesn't name the issuer.

/** Statements across issuers: chores, and look-ups by a secret, a user id or a group of issuers alone. */
const OF_ALL_ISSUERS = [
  'core/server/maintain.ts files',
  'core/server/maintain.ts large_files',
  'directory/people/links/forget-proofs.ts user_link_proofs',
  'directory/people/reads/user-name.ts users',
  'directory/people/reads/users-of-node.ts assignments',
  'directory/registration/forget-registrations.ts registrations',
  'directory/structure/forget-uploads.ts structure_uploads',
  'kit/notices/forget-notices.ts inbox_notices',
  'kit/reports/forget-runs.ts report_firings',
  'kit/reports/forget-runs.ts report_runs',
  'kit/web-push/subscriptions.ts push_subscriptions',
  'money/alerts/forget-firings.ts spending_alert_firings',
  'money/alerts/forget-firings.ts spending_alert_rules',
  'money/purchasing/processors/unread-events.ts unread_card_events',
  'money/receipts/by-mail/addresses.ts receipt_addresses',
  'money/suppliers/forget-deliveries.ts integrator_deliveries',
  'sign-in/challenge/security-questions.ts security_answers',
  'sign-in/forget-expired.ts one_time_pins',
  'sign-in/forget-expired.ts recognized_browsers',
  'sign-in/forget-expired.ts reset_tokens',
  'sign-in/forget-expired.ts sessions',
  'sign-in/passkey/passkey-sign-in.ts passkeys',
  'sign-in/recovery/reset-tokens.ts reset_tokens',
  'sign-in/session/sessions.ts sessions'
];
/** Statements that get the issuer with a fragment: an owner, a scope, a condition. */
const NAMED_BY_A_PART = [
  'core/files/waiting-files.ts files',
  'directory/people/find-people.ts users',
  'directory/people/merge-users.ts assignments',
  'directory/people/templates/authority-templates.ts authority_templates',
  'directory/people/user-listing.ts users',
  'directory/structure/move-node.ts nodes',
  'directory/structure/nodes.ts nodes',
  'directory/structure/places.ts nodes',
  'directory/structure/reads/node-columns.ts nodes',
  'directory/structure/tree.ts nodes',
  'kit/setup/records.ts setup_records',
  'money/feeds/feeds.ts feed_totals',
  'money/feeds/reprocess.ts feed_rejects',
  'money/rails/answers.ts payment_answers',
  'money/transactions/charges-near.ts transactions',
  'money/transactions/spend.ts transactions',
  'money/transactions/transactions.ts transactions',
  'sign-in/one-time-pin/one-time-pins.ts one_time_pins',
  'sign-in/passkey/passkeys.ts passkeys',
  'sign-in/token/token-enrolment.ts credentials',
  'sign-in/token/token-enrolment.ts hardware_tokens'
];
/** Statements by id alone, most of them to lock its row. Lines may be removed, never added. */
const NOT_YET_NAMED = [
  'directory/people/change-user.ts users',
  'directory/people/links/request-link.ts users',
  'directory/people/user-record.ts users',
  'directory/structure/lists.ts nodes',
  'money/approvals/save-profile.ts approval_profiles',
  'money/transactions/duplicates.ts transactions'
];

/** Rows of the catalogue, each as one text, in order. */
async function catalogued<Row extends object>(sql: string, told: (row: Row) => string[]): Promise<string[]> {
  return (await database.current.query<Row>(sql)).flatMap(told).sort();
}

const MODELS = new Map(
  [...readFileSync('prisma/schema.prisma', 'utf8').matchAll(/^model (\w+) \{[\s\S]*?@@map\("(\w+)"\)/gm)].map(
    ([, model = '', table = '']) => [`${model.charAt(0).toLowerCase()}${model.slice(1)}`, table]
  )
);

/** What a node of swc's tree may have, of what is looked at here. */
interface Node {
  type?: string;
  value?: unknown;
  quasis?: { raw: string }[];
  callee?: Node;
  object?: Node;
  property?: Node;
  arguments?: { expression: Node }[];
  properties?: { key?: Node; value?: Node }[];
}

/** The tables of issuers that a node asks without naming the issuer: as a text of SQL, or through Prisma's client. */
function unnamed(node: Node): string[] {
  const text =
    node.quasis?.map(({ raw }) => raw).join(' ') ?? (node.type === 'StringLiteral' ? String(node.value) : '');
  const tables = [...text.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE|USING)\s+(?:ONLY\s+)?([a-z_]+)\b/g)].map(
    ([, name]) => name
  );
  if (tables.length > 0) return /issuer_?id/i.test(text) ? [] : tables.map(String);
  const method = node.type === 'CallExpression' ? node.callee?.property?.value : undefined;
  if (!/^(find|create|update|delete|upsert|count|aggregate|group)/.test(String(method))) return [];
  const table = MODELS.get(String(node.callee?.object?.property?.value));
  // What is read or written names it in the condition; what is made, in its record.
  const where = node.arguments?.[0]?.expression.properties?.find(({ key }) => key?.value === 'where')?.value;
  return table && !JSON.stringify(where ?? node).includes('"value":"issuerId') ? [table] : [];
}

function nodesBelow(root: object): Node[] {
  const nodes: object[] = [root];
  for (const node of nodes)
    for (const child of Object.values(node)) if (child && typeof child === 'object') nodes.push(child);
  return nodes;
}

test('each statement on a table of issuers names the issuer, or is listed', () => {
  const files = readdirSync('lib', { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !/^(launch|core\/database\/prisma)\//.test(path));
  const found = files.flatMap((path) =>
    nodesBelow(parseSync(readFileSync(`lib/${path}`, 'utf8'), { syntax: 'typescript' }))
      .flatMap(unnamed)
      .filter((table) => PLACES.get(table) === 'by issuer')
      .map((table) => `${path} ${table}`)
  );
  expect([...new Set(found)].sort()).toEqual([...OF_ALL_ISSUERS, ...NAMED_BY_A_PART, ...NOT_YET_NAMED].sort());
});

describe('every table of issuers can be distributed by issuer', () => {
  test('its rows name their issuer', async () => {
    const named = await catalogued<{ name: string }>(
      `SELECT relname AS name FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attname = 'issuer_id' AND attnotnull
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')`,
      ({ name }) => (PLACES.get(name) === 'by issuer' ? [name] : [])
    );
    expect(named).toEqual([...PLACES].flatMap(([name, place]) => (place === 'by issuer' ? [name] : [])).sort());
  });

  test('its primary key and unique indexes hold the issuer', async () => {
    const without = await catalogued<{ table: string; name: string }>(
      `SELECT t.relname AS "table", i.relname AS name
       FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
       WHERE (x.indisunique OR x.indisexclusion) AND NOT t.relispartition AND t.relnamespace = 'public'::regnamespace AND NOT EXISTS (
         SELECT FROM pg_attribute WHERE attrelid = t.oid AND attname = 'issuer_id' AND attnum = ANY (x.indkey[:x.indnkeyatts - 1]))`,
      ({ table, name }) => (PLACES.get(table) === 'by issuer' ? [`${table} ${name}`] : [])
    );
    expect(without).toEqual(NOT_YET_WITHIN_AN_ISSUER);
  });

  test('foreign keys stay within an issuer or lead to a reference table', async () => {
    const others = await catalogued<{ from: string; to: string; name: string; within: boolean; emptying: boolean }>(
      `SELECT conrelid::regclass::text AS "from", confrelid::regclass::text AS "to", conname AS name,
         confdeltype IN ('n', 'd') OR confupdtype IN ('n', 'd', 'c') AS emptying,
         EXISTS (SELECT FROM unnest(conkey, confkey) AS pair (here, there)
           JOIN pg_attribute h ON h.attrelid = conrelid AND h.attnum = here AND h.attname = 'issuer_id'
           JOIN pg_attribute t ON t.attrelid = confrelid AND t.attnum = there AND t.attname = 'issuer_id') AS within
       FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND connamespace = 'public'::regnamespace`,
      ({ from, to, name, within, emptying }) => {
        const [source, target] = [PLACES.get(from), PLACES.get(to)];
        if (source === 'by issuer' && target === 'by issuer' && within && !emptying) return [];
        if (target === 'reference' && !emptying) return [];
        if (source === 'local' && target === 'local') return [];
        return [`${from} ${name}`];
      }
    );
    expect(others).toEqual(NOT_YET_FOREIGN_KEYS);
  });

  test('no trigger works on a table of several servers', async () => {
    const triggers = await catalogued<{ table: string; name: string }>(
      `SELECT tgrelid::regclass::text AS "table", tgname AS name FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
       WHERE NOT tgisinternal AND tgparentid = 0 AND NOT relispartition AND relnamespace = 'public'::regnamespace`,
      ({ table, name }) => (PLACES.get(table) === 'local' ? [] : [`${table} ${name}`])
    );
    expect(triggers).toEqual(NOT_YET_WITHOUT_TRIGGERS);
  });
});

describe('npm run distribution-ddl', () => {
  const ddl = execFileSync(process.execPath, ['prisma/distribution-ddl.mjs'], { encoding: 'utf8' });
  const found = (pattern: RegExp) => [...ddl.matchAll(pattern)].map(([, table = '']) => table);
  const placed = {
    'by issuer': found(
      /^SELECT create_distributed_table\('(\w+)', 'issuer_id', colocate_with => '(?:none|nodes)'\);$/gm
    ),
    reference: found(/^SELECT create_reference_table\('(\w+)'\); -- .+$/gm),
    local: found(/^-- (\w+): .+$/gm)
  };

  test('names each table of the schema once, at its place', async () => {
    const tables = await catalogued<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
         AND NOT relispartition AND relname <> '_prisma_migrations'`,
      ({ name }) => [`${PLACES.get(name)} ${name}`]
    );
    expect(
      Object.entries(placed)
        .flatMap(([place, names]) => names.map((name) => `${place} ${name}`))
        .sort()
    ).toEqual(tables);
    expect(ddl.match(/^SELECT/gm)).toHaveLength(placed['by issuer'].length + placed.reference.length);
    expect(found(/^SELECT create_distributed_table\('(\w+)', .* 'none'\);$/gm)).toEqual(['nodes']);
  });

  test('distributes no table before those that its foreign keys lead to', async () => {
    const order = [...placed.reference, ...placed['by issuer']];
    const early = await catalogued<{ from: string; to: string }>(
      `SELECT DISTINCT conrelid::regclass::text AS "from", confrelid::regclass::text AS "to" FROM pg_constraint
       WHERE contype = 'f' AND conparentid = 0 AND conrelid <> confrelid AND connamespace = 'public'::regnamespace`,
      ({ from, to }) =>
        order.includes(from) && order.includes(to) && order.indexOf(from) < order.indexOf(to) ? [`${from} ${to}`] : []
    );
    expect(early).toEqual([]);
  });
});
