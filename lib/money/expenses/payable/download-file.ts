import { z } from 'zod';
import { eyesFault } from '../../../access/policy/features';
import { may, type Principal } from '../../../access/policy/principal';
import { recordAct } from '../../../access/policy/record-act';
import { nodeColumns, within } from '../../../access/policy/scope';
import type { Origin } from '../../../core/audit/audit';
import { transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { readRows } from '../../../core/database/rows';
import { keptFile, readLargeFile } from '../../../core/files/large-files';
import type { Download } from '../../../core/http/download';
import { PAYABLES } from './files';

const fileRow = z.strictObject({ issuerId: z.string(), companyId: z.string(), fileId: z.string() });

const BYTES = { csv: Prisma.sql`f.csv_id`, xlsx: Prisma.sql`f.sheet_id` };

/** A payable file as CSV or as a spreadsheet, the same bytes each time, after auditing it; null for readers without the right to it. */
export async function downloadPayableFile(
  principal: Principal,
  id: string,
  format: keyof typeof BYTES,
  origin: Origin
): Promise<Required<Download> | null> {
  if (!may(principal, 'payable_files', 'run') || eyesFault(principal, 'exports')) return null;
  const file = await transaction(async (tx) => {
    const [found] = await readRows(tx, fileRow)`
      SELECT f.issuer_id AS "issuerId", f.company_id AS "companyId", ${BYTES[format]} AS "fileId"
      FROM ${PAYABLES} WHERE f.id = ${id}::uuid AND ${within(principal.scope, nodeColumns('n'))}`;
    if (!found) return null;
    const { issuerId, companyId: nodeId, fileId } = found;
    const kept = await keptFile(tx, { issuerId, id: fileId });
    await recordAct(tx, principal, origin, {
      issuerId,
      nodeId,
      action: 'payable_file.downloaded',
      entity: 'payable_file',
      entityId: id,
      details: { file: kept.name, sha256: kept.sha256 }
    });
    return { ...found, ...kept };
  });
  if (!file) return null;
  const { issuerId, fileId, name, mediaType, size } = file;
  return { name, mediaType, size, bytes: readLargeFile({ issuerId, id: fileId }) };
}
