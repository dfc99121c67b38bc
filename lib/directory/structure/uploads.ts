import { may, type Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import { settingColumn } from '../../access/settings/setting-value';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import type { Refusal } from '../../core/entry/refusal';
import type { TextKey } from '../../core/language/text-key';
import { maskedCardNumber } from './card-number';
import type { Kind } from './kinds';

export const UPLOAD_ACTIONS = ['create', 'change', 'move', 'close', 'reopen', 'suspend', 'resume'] as const;
export type UploadAction = (typeof UPLOAD_ACTIONS)[number];

export interface Upload {
  id: string;
  nodeId: string;
  nodeName: string;
  fileName: string;
  status: 'checking' | 'checked' | 'applied' | 'failed';
  jobId: string;
  rowCount: number;
  faultCount: number;
  /** How many rows do what. */
  actions: Partial<Record<UploadAction, number>>;
  refusal: Refusal | null;
  createdAt: Date;
  appliedAt: Date | null;
}

const COLUMNS = Prisma.sql`u.id, u.node_id AS "nodeId", n.name_1 AS "nodeName", u.file_name AS "fileName", u.status::text AS status,
  u.job_id AS "jobId", u.row_count AS "rowCount", u.fault_count AS "faultCount", u.actions, u.refusal,
  u.created_at AS "createdAt", u.applied_at AS "appliedAt"`;

/** One's own uploads, as long as one still sees the part they were for. */
const own = ({ issuerId, userId, scope }: Principal) => Prisma.sql`structure_uploads u
  JOIN nodes n ON (n.issuer_id, n.id) = (u.issuer_id, u.node_id)
  WHERE u.issuer_id = ${issuerId}::uuid AND u.owner_user_id = ${userId}::uuid AND ${within(scope, nodeColumns('n'))}`;

/** One of one's own uploads; null for what is somebody else's, and for what isn't there. */
export async function seenUpload(
  principal: Principal,
  id: string,
  tx: Transaction = database()
): Promise<Upload | null> {
  if (!may(principal, 'structure_upload', 'view')) return null;
  const [upload] = await tx.$queryRaw<Upload[]>`SELECT ${COLUMNS} FROM ${own(principal)} AND u.id = ${id}::uuid`;
  return upload ?? null;
}

/** One's own uploads, the newest first. */
export function recentUploads(principal: Principal, limit = 10): Promise<Upload[]> {
  if (!may(principal, 'structure_upload', 'view')) return Promise.resolve([]);
  return database().$queryRaw<Upload[]>`
    SELECT ${COLUMNS} FROM ${own(principal)} ORDER BY u.created_at DESC, u.id DESC LIMIT ${limit}`;
}

export interface FoundFault {
  position: number;
  row: number;
  /** The column's letters and its heading; null for the row as a whole. */
  column: string | null;
  heading: string | null;
  code: TextKey;
  params: Record<string, string | number>;
}

/** What is wrong with an upload, from a place on, in the order of the file. */
export async function uploadFaults(principal: Principal, id: string, after = 0, limit = 100): Promise<FoundFault[]> {
  if (!(await seenUpload(principal, id))) return [];
  return database().$queryRaw<FoundFault[]>`
    SELECT position, row, cell_column AS column, heading, code, params FROM structure_upload_faults
    WHERE issuer_id = ${principal.issuerId}::uuid AND upload_id = ${id}::uuid AND position > ${after}
    ORDER BY position LIMIT ${limit}`;
}

/** What is kept of the card number of an account to be is its last four digits. */
const DIGITS = settingColumn('account.digits.displayed', Prisma.sql`issuer_id`, Prisma.sql`company_id`);

export interface PlannedRow {
  row: number;
  kind: Kind;
  number: string | null;
  name1: string;
  /** Of accounts: the card number as it is shown. */
  cardNumber: string | null;
  actions: UploadAction[];
  /** By heading: what it is and what it becomes. */
  changes: Record<string, [before: string | null, after: string | null]>;
}

/** What an upload changes, from a row of the file on; one kind of change alone when `action` says so. */
export async function uploadRows(
  principal: Principal,
  id: string,
  { action, after = 0, limit = 100 }: { action?: UploadAction; after?: number; limit?: number } = {}
): Promise<PlannedRow[]> {
  if (!(await seenUpload(principal, id))) return [];
  return database().$queryRaw<PlannedRow[]>`
    SELECT row, kind::text AS kind, number, name_1 AS "name1", ${maskedCardNumber('')}::text || right(last_four, (${DIGITS})::int) AS "cardNumber", actions, changes FROM structure_upload_rows
    WHERE issuer_id = ${principal.issuerId}::uuid AND upload_id = ${id}::uuid AND row > ${after}
      AND (${action ?? null}::text IS NULL OR ${action ?? null} = ANY (actions))
    ORDER BY row LIMIT ${limit}`;
}
