import type { PoolClient } from 'pg';
import type { StructureNode } from './nodes';
import type { UploadField } from './upload-columns';

/** The part of the structure that an upload may change, and the columns of its file. */
export interface UploadPlace {
  root: Pick<StructureNode, 'issuerId' | 'id' | 'kind' | 'path' | 'companyId'>;
  has: (field: UploadField) => boolean;
}

/** A uuid without a node, for joining rows without a company. */
const NONE = "'00000000-0000-0000-0000-000000000000'::uuid";
const inPart = (alias: string) => `${alias}.path >= $2 AND ${alias}.path < $2 || 'g'`;
const inPartParameters = ({ root }: UploadPlace) => [root.issuerId, root.path];

/**
 * Resolves all rows of `staged` at once: the node of each, its future place and values. Results are in the temporary
 * table `outcome`: one row for each file row of a known kind.
 */
export async function resolveUpload(client: PoolClient, place: UploadPlace): Promise<void> {
  await findTargets(client, place);
  await resolveRows(client, place);
  await resolveParents(client, place);
}

/** Finds the node of each row: by its reference, else by its number, else by its card. */
async function findTargets(client: PoolClient, place: UploadPlace): Promise<void> {
  const part = inPartParameters(place);
  await client.query(
    `CREATE TEMPORARY TABLE target ON COMMIT DROP AS
     SELECT s.row, n.id FROM staged s JOIN nodes n ON n.issuer_id = $1 AND n.id = s.reference AND n.kind = s.kind AND ${inPart('n')}
     UNION ALL
     SELECT s.row, n.id FROM staged s JOIN nodes n ON n.issuer_id = $1 AND n.kind = s.kind AND n.number = s.number AND ${inPart('n')}
     WHERE s.reference IS NULL AND n.kind IN ('company', 'company_group')`,
    part
  );
  await client.query(
    `CREATE TEMPORARY TABLE company_named ON COMMIT DROP AS
     SELECT DISTINCT ON (number) number, id FROM (
       SELECT s.number, coalesce(t.id, s.new_id) AS id, 0 AS rank FROM staged s LEFT JOIN target t USING (row)
       WHERE s.kind = 'company' AND s.number IS NOT NULL
       UNION ALL
       SELECT n.number, n.id, 1 FROM nodes n
       WHERE n.issuer_id = $1 AND n.kind = 'company' AND ${inPart('n')} AND n.number IN (SELECT company FROM staged)
     ) named ORDER BY number, rank`,
    part
  );
  await client.query(
    `CREATE TEMPORARY TABLE placed ON COMMIT DROP AS
     SELECT s.row, CASE WHEN s.kind = 'company' THEN coalesce(t.id, s.new_id) WHEN s.kind = 'company_group' THEN NULL
       WHEN s.company IS NOT NULL THEN c.id ELSE coalesce(e.company_id, $2::uuid) END AS company_id
     FROM staged s LEFT JOIN target t USING (row) LEFT JOIN nodes e ON e.issuer_id = $1 AND e.id = t.id
       LEFT JOIN company_named c ON c.number = s.company`,
    [place.root.issuerId, place.root.companyId]
  );
  await client.query(
    `INSERT INTO target
     SELECT s.row, n.id FROM staged s JOIN placed p USING (row)
       JOIN nodes n ON n.issuer_id = $1 AND n.company_id = p.company_id AND n.kind = s.kind AND n.number = s.number
     WHERE s.reference IS NULL AND n.kind IN ('account_group', 'org_point') AND ${inPart('n')}
     UNION ALL
     SELECT s.row, n.id FROM staged s JOIN accounts a ON a.issuer_id = $1 AND a.card_number_hash = s.card_hash
       JOIN nodes n ON n.issuer_id = a.issuer_id AND n.id = a.id
     WHERE s.reference IS NULL AND s.kind = 'account' AND ${inPart('n')}`,
    part
  );
  await client.query('ANALYZE target, placed');
}

/** Computes the new values of each row's node: its cells, and the current values for missing ones. */
async function resolveRows(client: PoolClient, { root, has }: UploadPlace): Promise<void> {
  /** The cell if the file has the column, else the current value. */
  const given = (field: UploadField, cell: string, known: string) => (has(field) ? cell : known);
  /** An empty cell keeps the current value. */
  const kept = (field: UploadField, cell: string, known: string) =>
    has(field) ? `coalesce(${cell}, ${known})` : known;
  await client.query(
    `CREATE TEMPORARY TABLE resolved ON COMMIT DROP AS
     SELECT s.row, s.kind, coalesce(e.id, s.new_id) AS id, e.id IS NOT NULL AS known, e.version, e.path AS old_path,
       e.parent_id AS old_parent_id, e.company_id AS old_company_id, coalesce(p.company_id, e.company_id) AS company_id,
       s.company AS said_company, s.opened_on AS said_opened_on, s.parent, coalesce(s.parent_kind, CASE s.kind WHEN 'company' THEN 'company_group' ELSE 'org_point' END::node_kind) AS said_kind,
       CASE WHEN s.kind <> 'account' THEN ${given('number', 's.number', 'e.number')} END AS number, e.number AS old_number,
       ${given('name1', 's.name_1', 'e.name_1')} AS name_1, e.name_1 AS old_name_1,
       ${given('name2', 's.name_2', 'e.name_2')} AS name_2, e.name_2 AS old_name_2,
       CASE WHEN s.kind = 'org_point' THEN ${kept('level', 's.level', 'e.level')} END AS level, e.level AS old_level,
       coalesce(s.status, ea.state::text, e.status::text, 'active') AS status, coalesce(ea.state::text, e.status::text) AS old_status,
       CASE WHEN s.kind IN ('company', 'account') THEN ${kept('currency', 's.currency', 'coalesce(ec.currency, ea.currency)')} END AS currency,
       coalesce(ec.currency, ea.currency)::text AS old_currency,
       CASE WHEN s.kind = 'company' THEN coalesce(s.fiscal_start, ec.fiscal_start, 1) END AS fiscal_start, ec.fiscal_start AS old_fiscal_start,
       ${given('bankNumber', 's.bank_number', 'ea.bank_number')} AS bank_number, ea.bank_number AS old_bank_number,
       ${given('ica', 's.ica', 'ea.ica')} AS ica, ea.ica AS old_ica,
       ${given('cardType', 's.card_type', 'ea.card_type')} AS card_type, ea.card_type AS old_card_type,
       ${given('statusCode', 's.status_code', 'ea.status_code')} AS status_code, ea.status_code AS old_status_code,
       ${given('creditLimit', 's.credit_limit', 'ea.credit_limit')} AS credit_limit, ea.credit_limit AS old_credit_limit,
       ${given('transactionLimit', 's.transaction_limit', 'ea.transaction_limit')} AS transaction_limit,
       ea.transaction_limit AS old_transaction_limit,
       coalesce(s.opened_on, ea.opened_on, (now() AT TIME ZONE (SELECT time_zone FROM issuers WHERE id = $1))::date) AS opened_on, ea.opened_on AS old_opened_on,
       s.card_hash, ea.card_number_hash AS old_card_hash, coalesce(s.last_four, ea.last_four) AS last_four,
       s.bin_refused, s.types_refusing
     FROM staged s LEFT JOIN target t USING (row) LEFT JOIN placed p USING (row)
       LEFT JOIN nodes e ON e.issuer_id = $1 AND e.id = t.id
       LEFT JOIN companies ec ON ec.issuer_id = $1 AND ec.id = e.id
       LEFT JOIN accounts ea ON ea.issuer_id = $1 AND ea.id = e.id
     WHERE s.kind IS NOT NULL`,
    [root.issuerId]
  );
  // An account has its company's currency unless its row names another.
  await client.query(
    `UPDATE resolved r SET currency = coalesce(f.currency, c.currency::text)
     FROM resolved a LEFT JOIN resolved f ON f.kind = 'company' AND f.id = a.company_id
       LEFT JOIN companies c ON c.issuer_id = $1 AND c.id = a.company_id
     WHERE a.row = r.row AND r.kind = 'account' AND r.currency IS NULL`,
    [root.issuerId]
  );
  await client.query('ANALYZE resolved (row, id, kind, company_id, number, parent)');
}

/** Finds the future parent of each row's node: in the file or in the structure. */
async function resolveParents(client: PoolClient, { root, has }: UploadPlace): Promise<void> {
  const top = root.kind === 'company' ? null : root.id;
  const unchanged = has('parent') ? 'FALSE' : 'r.known';
  const owner = (alias: string) => `coalesce(${alias}.company_id, ${NONE})`;
  const ofRow = `CASE WHEN r.kind = 'company' THEN ${NONE} ELSE ${owner('r')} END`;
  await client.query(
    `CREATE TEMPORARY TABLE outcome ON COMMIT DROP AS
     WITH file_parent AS MATERIALIZED (
       SELECT DISTINCT ON (1, kind, number) ${owner('f')} AS owner, f.kind, f.number, f.id FROM resolved f
       WHERE f.kind IN ('company_group', 'account_group', 'org_point') AND f.number IS NOT NULL ORDER BY 1, kind, number, f.row
     ), standing AS (
       SELECT r.*, CASE WHEN r.id = $3::uuid OR ${unchanged} THEN r.old_parent_id
         WHEN r.kind = 'company_group' THEN $1::uuid
         WHEN r.parent IS NULL AND r.kind = 'company' THEN $4::uuid
         WHEN r.parent IS NULL THEN r.company_id ELSE coalesce(fp.id, np.id) END AS parent_id
       FROM resolved r
       LEFT JOIN file_parent fp ON fp.owner = ${ofRow} AND fp.kind = r.said_kind AND fp.number = r.parent
       LEFT JOIN nodes np ON fp.id IS NULL AND np.issuer_id = $1 AND np.kind = r.said_kind AND np.number = r.parent
         AND coalesce(np.company_id, ${NONE}) = ${ofRow} AND np.kind IN ('company_group', 'account_group', 'org_point') AND ${inPart('np')}
     )
     SELECT s.*, coalesce(pf.kind, pn.kind) AS parent_kind, coalesce(pf.status, pn.status::text) AS parent_status,
       coalesce(pf.level, pn.level) AS parent_level, pn.level AS old_parent_level,
       pn.version AS parent_version, coalesce(pf.id IS NOT NULL OR ${inPart('pn')}, FALSE) AS parent_in_part,
       NOT s.known AS is_new, coalesce(s.known AND s.parent_id <> s.old_parent_id, FALSE) AS is_moved
     FROM standing s LEFT JOIN nodes pn ON pn.issuer_id = $1 AND pn.id = s.parent_id
       LEFT JOIN (SELECT DISTINCT ON (id) id, kind, status, level FROM resolved ORDER BY id, row) pf ON pf.id = s.parent_id`,
    [...inPartParameters({ root, has }), root.id, top]
  );
  await client.query('CREATE INDEX ON outcome (id)');
  await client.query('CREATE INDEX ON outcome (parent_id)');
  await client.query('ANALYZE outcome (row, id, kind, company_id, number, parent_id, card_hash)');
}
