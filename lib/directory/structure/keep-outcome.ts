import type { PoolClient } from 'pg';
import { UPLOAD_COLUMNS, type UploadField } from './upload-columns';
import { type FileReading, MAX_FAULTS } from './upload-rows';

/** The compared fields, by the heading under which they are shown. */
const COMPARED: [field: UploadField, before: string, after: string][] = [
  ['number', 'o.old_number', 'o.number'],
  ['name1', 'o.old_name_1', 'o.name_1'],
  ['name2', 'o.old_name_2', 'o.name_2'],
  ['level', 'o.old_level::text', 'o.level::text'],
  ['currency', 'o.old_currency', 'o.currency'],
  ['fiscalStart', 'o.old_fiscal_start::text', 'o.fiscal_start::text'],
  ['bankNumber', 'o.old_bank_number', 'o.bank_number'],
  ['ica', 'o.old_ica', 'o.ica'],
  ['cardType', 'o.old_card_type', 'o.card_type'],
  ['statusCode', 'o.old_status_code', 'o.status_code'],
  ['creditLimit', 'trim_scale(o.old_credit_limit)::text', 'trim_scale(o.credit_limit)::text'],
  ['transactionLimit', 'trim_scale(o.old_transaction_limit)::text', 'trim_scale(o.transaction_limit)::text']
];
const heading = (field: UploadField) => `'${UPLOAD_COLUMNS[field].header}'`;

/** The event between two states; account-states.ts defines the allowed ones. */
const EVENT = `CASE WHEN o.known AND o.status <> o.old_status THEN CASE
  WHEN o.status = 'suspended' THEN 'suspend' WHEN o.status = 'closed' THEN 'close' WHEN o.old_status = 'suspended' THEN 'resume' ELSE 'reopen' END END`;
const parentName = (id: string) =>
  `(SELECT coalesce(p.number, p.name_1) FROM nodes p WHERE p.issuer_id = $1 AND p.id = ${id})`;

/** Stores the outcome of a dry run: its faults, and the rows with changes. */
export async function keepOutcome(
  client: PoolClient,
  { issuerId, uploadId, jobId }: { issuerId: string; uploadId: string; jobId: string },
  { columns, rowCount }: FileReading
): Promise<void> {
  const upload = [issuerId, uploadId];
  // An earlier run that was killed may have got this far.
  for (const table of ['rows', 'faults', 'cards'])
    await client.query(`DELETE FROM structure_upload_${table} WHERE issuer_id = $1 AND upload_id = $2`, upload);
  const letters = [...columns].map(([field, column]) => ({ field, column, heading: UPLOAD_COLUMNS[field].header }));
  await client.query(
    `INSERT INTO structure_upload_faults (issuer_id, upload_id, position, row, cell_column, heading, code, params)
     SELECT $1, $2, row_number() OVER (ORDER BY f.row, length(coalesce(f."column", l.column)), coalesce(f."column", l.column), f.code),
       f.row, coalesce(f."column", l.column), l.heading, f.code, f.params
     FROM faults f LEFT JOIN jsonb_to_recordset($3::jsonb) AS l (field text, "column" text, heading text) ON l.field = f.field
     ORDER BY f.row LIMIT ${MAX_FAULTS}`,
    [...upload, JSON.stringify(letters)]
  );
  const faultless = (await client.query('SELECT 1 FROM faults LIMIT 1')).rowCount === 0;
  await client.query(
    `INSERT INTO structure_upload_rows (issuer_id, upload_id, row, kind, actions, node_id, node_version, parent_id, parent_kind,
       parent_version, company_id, label, number, name_1, name_2, level, status, state, currency, fiscal_start, last_four, bank_number,
       ica, card_type, status_code, credit_limit, transaction_limit, opened_on, changes)
     SELECT $1, $2, c.row, c.kind, c.actions, c.id, c.version, c.parent_id, c.parent_kind, c.parent_version, c.company_id,
       CASE WHEN c.is_new THEN lpad(to_hex(nextval('node_labels')), 8, '0') END, c.number, c.name_1, c.name_2, c.level,
       (CASE WHEN c.status IN ('closed', 'replaced') THEN 'closed' ELSE 'active' END)::node_status,
       CASE WHEN c.kind = 'account' THEN c.status::account_state END, c.currency, c.fiscal_start, c.last_four, c.bank_number, c.ica,
       c.card_type, c.status_code, c.credit_limit, c.transaction_limit, c.opened_on, c.changes
     FROM (
       SELECT o.*, coalesce(d.changes, '{}') AS changes, array_remove(ARRAY[CASE WHEN o.is_new THEN 'create' END,
         CASE WHEN d.changes - ${heading('parent')} - ${heading('status')} <> '{}' THEN 'change' END, CASE WHEN o.is_moved THEN 'move' END, ${EVENT}], NULL) AS actions
       FROM (SELECT o.*, NOT EXISTS (SELECT 1 FROM faults f WHERE f.row = o.row) AS is_right FROM outcome o) o
       LEFT JOIN LATERAL (
         SELECT jsonb_object_agg(v.heading, jsonb_build_array(v.before, v.after)) AS changes
         FROM (VALUES ${COMPARED.map(([field, before, after]) => `(${heading(field)}, ${before}, ${after})`).join(', ')},
           (${heading('parent')}, CASE WHEN o.is_moved THEN ${parentName('o.old_parent_id')} END,
             CASE WHEN o.is_moved THEN coalesce(o.parent, ${parentName('o.parent_id')}) END),
           (${heading('status')}, o.old_status, o.status)) v (heading, before, after)
         WHERE o.known AND v.before IS DISTINCT FROM v.after AND (o.kind <> 'account' OR v.heading <> ${heading('number')})
       ) d ON o.known
       WHERE o.is_right
     ) c WHERE c.actions <> '{}'`,
    upload
  );
  // The upload is applied with joins planned from current statistics.
  await client.query('ANALYZE structure_upload_rows (issuer_id, upload_id, row, node_id, parent_id, actions)');
  if (faultless) await keepCards(client, upload);
  await client.query(
    `WITH done AS (SELECT action, count(*) AS count FROM structure_upload_rows r, unnest(r.actions) AS action
       WHERE r.issuer_id = $1 AND r.upload_id = $2 GROUP BY action)
     UPDATE structure_uploads SET status = 'checked', row_count = $3, job_id = $4,
       fault_count = (SELECT count(*) FROM structure_upload_faults WHERE issuer_id = $1 AND upload_id = $2),
       actions = coalesce((SELECT jsonb_object_agg(action, count) FROM done), '{}')
     WHERE issuer_id = $1 AND id = $2 AND status = 'checking'`,
    [...upload, rowCount, jobId]
  );
}

/** Stores the protected card numbers of new accounts. */
async function keepCards(client: PoolClient, upload: string[]): Promise<void> {
  await client.query(
    `INSERT INTO structure_upload_cards (issuer_id, upload_id, node_id, card_number_encrypted, card_number_key_id, card_number_hash)
     SELECT $1, $2, s.new_id, s.card_encrypted, s.card_key_id, s.card_hash FROM staged s JOIN outcome o USING (row)
     WHERE o.is_new AND o.kind = 'account'`,
    upload
  );
  await client.query('ANALYZE structure_upload_cards (issuer_id, upload_id, node_id)');
}
