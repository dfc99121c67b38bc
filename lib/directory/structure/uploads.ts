import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import { settingColumn } from '../../access/settings/setting-value';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { jsonOf, readRows, textOf } from '../../core/database/rows';
import type { Refusal } from '../../core/entry/refusal';
import type { TextKey } from '../../core/language/text-key';
import { maskedCardNumber } from './card-number';
import { KINDS } from './kinds';

export const UPLOAD_ACTIONS = ['create', 'change', 'move', 'close', 'reopen', 'suspend', 'resume'] as const;
export type UploadAction = (typeof UPLOAD_ACTIONS)[number];

const uploadRow = z.strictObject({
  id: z.string(),
  nodeId: z.string(),
  nodeName: z.string(),
  fileName: z.string(),
  status: z.enum(['checking', 'checked', 'applied', 'failed']),
  jobId: z.string(),
  rowCount: z.number(),
  faultCount: z.number(),
  /** The number of rows by action. */
  actions: jsonOf<Partial<Record<UploadAction, number>>>(),
  refusal: jsonOf<Refusal>().nullable(),
  createdAt: z.date(),
  appliedAt: z.date().nullable()
});
export type Upload = z.infer<typeof uploadRow>;

const COLUMNS = Prisma.sql`u.id, u.node_id AS "nodeId", n.name_1 AS "nodeName", u.file_name AS "fileName", u.status::text AS status,
  u.job_id AS "jobId", u.row_count AS "rowCount", u.fault_count AS "faultCount", u.actions, u.refusal,
  u.created_at AS "createdAt", u.applied_at AS "appliedAt"`;

/** The user's own uploads, if their part is still in scope. */
const own = ({ issuerId, userId, scope }: Principal) => Prisma.sql`structure_uploads u
  JOIN nodes n ON (n.issuer_id, n.id) = (u.issuer_id, u.node_id)
  WHERE u.issuer_id = ${issuerId}::uuid AND u.owner_user_id = ${userId}::uuid AND ${within(scope, nodeColumns('n'))}`;

/** One of the user's own uploads, or null. */
export async function seenUpload(
  principal: Principal,
  id: string,
  tx: Transaction = database()
): Promise<Upload | null> {
  if (!may(principal, 'structure_upload', 'view')) return null;
  const [upload] = await readRows(tx, uploadRow)`SELECT ${COLUMNS} FROM ${own(principal)} AND u.id = ${id}::uuid`;
  return upload ?? null;
}

/** The user's own uploads, newest first. */
export function recentUploads(principal: Principal, limit = 10): Promise<Upload[]> {
  if (!may(principal, 'structure_upload', 'view')) return Promise.resolve([]);
  return readRows(database(), uploadRow)`
    SELECT ${COLUMNS} FROM ${own(principal)} ORDER BY u.created_at DESC, u.id DESC LIMIT ${limit}`;
}

const foundFaultRow = z.strictObject({
  position: z.number(),
  row: z.number(),
  /** The column's letters and its heading; null for the row as a whole. */
  column: z.string().nullable(),
  heading: z.string().nullable(),
  code: textOf<TextKey>(),
  params: z.record(z.string(), z.union([z.string(), z.number()]))
});
export type FoundFault = z.infer<typeof foundFaultRow>;

/** The faults of an upload from a position on, in the order of the file. */
export async function uploadFaults(principal: Principal, id: string, after = 0, limit = 100): Promise<FoundFault[]> {
  if (!(await seenUpload(principal, id))) return [];
  return readRows(database(), foundFaultRow)`
    SELECT position, row, cell_column AS column, heading, code, params FROM structure_upload_faults
    WHERE issuer_id = ${principal.issuerId}::uuid AND upload_id = ${id}::uuid AND position > ${after}
    ORDER BY position LIMIT ${limit}`;
}

/** Only the last four digits of a new account's card number are stored. */
const DIGITS = settingColumn('account.digits.displayed', Prisma.sql`issuer_id`, Prisma.sql`company_id`);

const plannedRow = z.strictObject({
  row: z.number(),
  kind: z.enum(KINDS),
  number: z.string().nullable(),
  name1: z.string(),
  /** For accounts: the masked card number. */
  cardNumber: z.string().nullable(),
  actions: z.array(z.enum(UPLOAD_ACTIONS)),
  /** By heading: the old and the new value. */
  changes: z.record(z.string(), jsonOf<[before: string | null, after: string | null]>())
});
export type PlannedRow = z.infer<typeof plannedRow>;

/** The changes of an upload, from a row of the file on; `action` limits them to one kind. */
export async function uploadRows(
  principal: Principal,
  id: string,
  { action, after = 0, limit = 100 }: { action?: UploadAction; after?: number; limit?: number } = {}
): Promise<PlannedRow[]> {
  if (!(await seenUpload(principal, id))) return [];
  return readRows(database(), plannedRow)`
    SELECT row, kind::text AS kind, number, name_1 AS "name1", ${maskedCardNumber('')}::text || right(last_four, (${DIGITS})::int) AS "cardNumber", actions, changes FROM structure_upload_rows
    WHERE issuer_id = ${principal.issuerId}::uuid AND upload_id = ${id}::uuid AND row > ${after}
      AND (${action ?? null}::text IS NULL OR ${action ?? null} = ANY (actions))
    ORDER BY row LIMIT ${limit}`;
}
