import { z } from 'zod';
import { settingColumn } from '../../access/settings/setting-value';
import { appendAuditRows, type Origin } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
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

const partRow = z.strictObject({ appliedAt: z.date(), after: z.number(), last: z.number().nullable() });

function auditPart(
  { issuerId, ownerUserId, uploadId }: { issuerId: string; ownerUserId: string; uploadId: string },
  origin: Origin
): Promise<boolean> {
  return transaction(async (tx) => {
    const [part] = await readRows(tx, partRow)`
      SELECT u.applied_at AS "appliedAt", u.audited_row AS after, (
        SELECT max(next.row) FROM (
          SELECT r.row FROM structure_upload_rows r
          WHERE r.issuer_id = u.issuer_id AND r.upload_id = u.id AND r.row > u.audited_row ORDER BY r.row LIMIT ${PART}
        ) next) AS last
      FROM structure_uploads u
      WHERE u.issuer_id = ${issuerId}::uuid AND u.id = ${uploadId}::uuid AND u.status = 'applied' FOR UPDATE`;
    if (!part || part.last === null) return false;
    const { appliedAt, after, last } = part;
    await appendAuditRows(
      tx,
      origin,
      Prisma.sql`
        SELECT ${appliedAt}::timestamptz AS at, r.issuer_id AS issuer, ${ownerUserId}::uuid AS actor, ${ACTION} AS action,
          r.kind::text AS entity, r.node_id::text AS id, r.node_id AS node,
          CASE a.action WHEN 'create' THEN ${CREATED} ELSE ${CHANGED} END || jsonb_build_object('upload', ${uploadId}::text) AS details,
          row_number() OVER (ORDER BY r.row, a.nth) AS ordinality
        FROM structure_upload_rows r CROSS JOIN unnest(r.actions) WITH ORDINALITY AS a (action, nth)
        WHERE r.issuer_id = ${issuerId}::uuid AND r.upload_id = ${uploadId}::uuid AND r.row > ${after} AND r.row <= ${last}`
    );
    await tx.$executeRaw`
      UPDATE structure_uploads SET audited_row = ${last} WHERE issuer_id = ${issuerId}::uuid AND id = ${uploadId}::uuid`;
    return true;
  });
}
