import { settingColumn } from '../../access/settings/setting-value';
import type { Origin } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import type { Job } from '../../kit/jobs/job-run';
import { maskedCardNumber } from './card-number';
import { UPLOAD_COLUMNS, UPLOAD_FIELDS } from './upload-columns';

/** The number of rows audited at once: the issuer's chain is locked for some hundredths of a second. */
const PART = 500;

/** Maps each column's heading to the field name in entries of single changes. */
const FIELDS = Prisma.join(
  UPLOAD_FIELDS.map((field) => Prisma.sql`(${UPLOAD_COLUMNS[field].header}::text, ${field}::text)`),
  ', '
);

/** The audit action of a single record (create-node.ts, change-account-state.ts and similar). */
const ACTION = Prisma.sql`CASE
  WHEN a.action = 'move' THEN 'structure.moved'
  WHEN r.kind = 'account' THEN 'account.' || CASE a.action WHEN 'create' THEN 'created' WHEN 'change' THEN 'changed' ELSE a.action END
  ELSE 'structure.' || CASE a.action WHEN 'create' THEN 'created' WHEN 'change' THEN 'changed' WHEN 'close' THEN 'closed' ELSE 'reopened' END
END`;

const DIGITS = settingColumn('account.digits.displayed', Prisma.sql`r.issuer_id`, Prisma.sql`r.company_id`);

/** The details of a new record. */
const CREATED = Prisma.sql`jsonb_strip_nulls(jsonb_build_object('parent', r.parent_id, 'after.number', r.number, 'after.name1', r.name_1,
  'after.name2', r.name_2, 'after.level', r.level, 'after.currency', r.currency, 'after.fiscalStart', r.fiscal_start,
  'after.card', CASE WHEN r.kind = 'account' THEN ${maskedCardNumber('')}::text || right(r.last_four, (${DIGITS})::int) END,
  'after.bankNumber', r.bank_number, 'after.ica', r.ica, 'after.cardType', r.card_type, 'after.statusCode', r.status_code,
  'after.creditLimit', trim_scale(r.credit_limit)::text, 'after.transactionLimit', trim_scale(r.transaction_limit)::text,
  'after.openedOn', r.opened_on))`;

/** The changed fields of a record, before and after. */
const CHANGED = Prisma.sql`(
  SELECT coalesce(jsonb_object_agg(side.name || CASE WHEN f.field = 'status' AND r.kind = 'account' THEN 'state' ELSE f.field END, side.value), '{}')
  FROM jsonb_each(r.changes) c JOIN (VALUES ${FIELDS}) f (heading, field) ON f.heading = c.key
    CROSS JOIN LATERAL (VALUES ('before.', c.value -> 0), ('after.', c.value -> 1)) side (name, value)
  WHERE CASE f.field WHEN 'parent' THEN a.action = 'move' WHEN 'status' THEN a.action NOT IN ('move', 'change') ELSE a.action = 'change' END)`;

/**
 * Writes the audit entries of all records that an applied upload changed, as for single changes. It works in batches,
 * so that the issuer's chain isn't locked for long, and continues after a crash. The rows of an applied upload can't
 * change.
 */
export async function auditRows({ issuerId, ownerUserId }: Job, uploadId: string, origin: Origin): Promise<void> {
  while (await auditPart({ issuerId, ownerUserId, uploadId }, origin));
}

function auditPart(
  { issuerId, ownerUserId, uploadId }: { issuerId: string; ownerUserId: string; uploadId: string },
  { requestId, address, accessor }: Origin
): Promise<boolean> {
  return transaction(async (tx) => {
    const written = await tx.$executeRaw`
      WITH upload AS MATERIALIZED (
        SELECT audited_row, applied_at FROM structure_uploads
        WHERE issuer_id = ${issuerId}::uuid AND id = ${uploadId}::uuid AND status = 'applied' FOR UPDATE
      ), part AS MATERIALIZED (
        SELECT r.* FROM structure_upload_rows r
        WHERE r.issuer_id = ${issuerId}::uuid AND r.upload_id = ${uploadId}::uuid AND r.row > (SELECT audited_row FROM upload)
        ORDER BY r.row LIMIT ${PART}
      ), entries AS (
        INSERT INTO audit_entries (issuer_id, occurred_at, actor_user_id, action, entity, entity_id, node_id, details, request_id,
          address, accessor_issuer_id, accessor_user_id)
        SELECT r.issuer_id, (SELECT applied_at FROM upload), ${ownerUserId}::uuid, ${ACTION}, r.kind::text, r.node_id, r.node_id,
          CASE a.action WHEN 'create' THEN ${CREATED} ELSE ${CHANGED} END || jsonb_build_object('upload', ${uploadId}::text),
          ${requestId}, ${address}::inet, ${accessor?.issuerId ?? null}::uuid, ${accessor?.userId ?? null}::uuid
        FROM part r CROSS JOIN unnest(r.actions) WITH ORDINALITY AS a (action, nth)
        ORDER BY r.row, a.nth
      )
      UPDATE structure_uploads SET audited_row = (SELECT max(row) FROM part)
      WHERE issuer_id = ${issuerId}::uuid AND id = ${uploadId}::uuid AND EXISTS (SELECT FROM part)`;
    return written > 0;
  });
}
