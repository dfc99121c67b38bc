import { z } from 'zod';
import { eyesFault } from '../../access/policy/features';
import { may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import { nodeColumns, within } from '../../access/policy/scope';
import type { Origin } from '../../core/audit/audit';
import { transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { readLargeFile } from '../../core/files/large-files';
import { markFetched } from './fetch-file';
import { PLACED_FILES } from './files';

const fileRow = z.strictObject({
  issuerId: z.string(),
  fileId: z.string(),
  name: z.string(),
  mediaType: z.string(),
  size: z.number(),
  sha256: z.string()
});

/** A file for the bank, the same bytes each time, after auditing the download; null for who may not have it. */
export async function downloadFile(
  principal: Principal,
  id: string,
  origin: Origin
): Promise<{ name: string; mediaType: string; size: number; bytes: AsyncIterable<Buffer> } | null> {
  if (!may(principal, 'payment_files', 'run') || eyesFault(principal, 'exports')) return null;
  const file = await transaction(async (tx) => {
    const [found] = await readRows(tx, fileRow)`
      SELECT f.issuer_id AS "issuerId", l.id AS "fileId", l.name, l.media_type AS "mediaType", l.size::float8 AS size,
        encode(l.sha256, 'hex') AS sha256
      FROM ${PLACED_FILES} WHERE f.id = ${id}::uuid AND ${within(principal.scope, nodeColumns('n'))}`;
    if (!found) return null;
    const { issuerId, name, sha256 } = found;
    await markFetched(tx, issuerId, id);
    await recordAct(tx, principal, origin, {
      issuerId,
      action: 'payment_file.downloaded',
      entity: 'payment_file',
      entityId: id,
      nodeId: issuerId,
      details: { file: name, sha256 }
    });
    return found;
  });
  if (!file) return null;
  const { issuerId, fileId, name, mediaType, size } = file;
  return { name, mediaType, size, bytes: readLargeFile({ issuerId, id: fileId }) };
}
