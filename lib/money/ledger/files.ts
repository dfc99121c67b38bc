import { z } from 'zod';
import { eyesFault } from '../../access/policy/features';
import { may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import { nodeColumns, within } from '../../access/policy/scope';
import type { Origin } from '../../core/audit/audit';
import { database, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows, textOf } from '../../core/database/rows';
import { joinedLargeFile } from '../../core/files/joined-file';
import { readLargeFile } from '../../core/files/large-files';
import { userName } from '../../directory/people/reads/user-name';
import { atNode } from '../../directory/structure/reads/joins';
import type { Layout } from './layout';

const ledgerFileRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  exportId: z.string(),
  layoutName: z.string(),
  format: textOf<Layout['format']>(),
  jobId: z.string(),
  /** Null until it is written. */
  fileName: z.string().nullable(),
  lines: z.number().nullable(),
  size: z.number().nullable(),
  sha256: z.string().nullable(),
  by: z.string(),
  createdAt: z.date()
});

/** A file of an export: the first one, or one that was written again. */
export type LedgerFile = z.infer<typeof ledgerFileRow>;

const SELECT = Prisma.sql`SELECT f.issuer_id AS "issuerId", f.id, f.export_id AS "exportId", f.layout->>'name' AS "layoutName",
    f.layout->>'format' AS format, f.job_id AS "jobId", l.name AS "fileName", f.lines, f.size::float8 AS size,
    encode(f.sha256, 'hex') AS sha256,
    ${userName(Prisma.sql`f.issuer_id`, Prisma.sql`f.owner_user_id`)} AS by,
    f.created_at AS "createdAt"
  FROM ledger_files f
  JOIN ledger_exports e ON (e.issuer_id, e.id) = (f.issuer_id, f.export_id)
  ${atNode('e.node_id')}
  LEFT ${joinedLargeFile('f.file_id')}`;

/** The files of an export that the principal sees, the first one first. */
export async function filesOf(principal: Principal, exportId: string): Promise<LedgerFile[]> {
  if (!may(principal, 'ledger_exports', 'view')) return [];
  return readRows(database(), ledgerFileRow)`
    ${SELECT} WHERE f.export_id = ${exportId}::uuid AND ${within(principal.scope, nodeColumns('n'))} ORDER BY f.created_at, f.id`;
}

const fileRow = z.strictObject({
  issuerId: z.string(),
  exportId: z.string(),
  nodeId: z.string(),
  fileId: z.string(),
  name: z.string(),
  mediaType: z.string(),
  size: z.number(),
  sha256: z.string()
});

/** The content of a written file, after auditing the download; null if the principal doesn't see it. */
export async function downloadLedgerFile(
  principal: Principal,
  id: string,
  origin: Origin
): Promise<{ name: string; mediaType: string; size: number; bytes: AsyncIterable<Buffer> } | null> {
  if (!may(principal, 'ledger_exports', 'view') || eyesFault(principal, 'exports')) return null;
  const [file] = await readRows(database(), fileRow)`
    SELECT f.issuer_id AS "issuerId", f.export_id AS "exportId", e.node_id AS "nodeId", l.id AS "fileId", l.name,
      l.media_type AS "mediaType", l.size::float8 AS size, encode(l.sha256, 'hex') AS sha256
    FROM ledger_files f
    JOIN ledger_exports e ON (e.issuer_id, e.id) = (f.issuer_id, f.export_id)
    ${atNode('e.node_id')}
    ${joinedLargeFile('f.file_id')}
    WHERE f.id = ${id}::uuid AND ${within(principal.scope, nodeColumns('n'))}`;
  if (!file) return null;
  const { issuerId, exportId, nodeId, fileId, name, mediaType, size, sha256 } = file;
  await transaction((tx) =>
    recordAct(tx, principal, origin, {
      issuerId,
      action: 'ledger_export.downloaded',
      entity: 'ledger_export',
      entityId: exportId,
      nodeId,
      details: { file: name, sha256 }
    })
  );
  return { name, mediaType, size, bytes: readLargeFile({ issuerId, id: fileId }) };
}
