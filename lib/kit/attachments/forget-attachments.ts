import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { deleteLargeFiles } from '../../core/files/large-files';
import type { AttachableEntity } from './attachable';

const fileRow = z.strictObject({ fileId: z.string() });

/** Deletes the attachments of deleted records, removed ones too, with their files. */
export async function forgetAttachments(
  tx: Transaction,
  issuerId: string,
  entity: AttachableEntity,
  recordIds: readonly string[]
): Promise<void> {
  const gone = await readRows(tx, fileRow)`
    DELETE FROM attachments
    WHERE issuer_id = ${issuerId}::uuid AND entity = ${entity} AND record_id = ANY(${[...recordIds]}::uuid[])
    RETURNING file_id AS "fileId"`;
  await deleteLargeFiles(
    tx,
    issuerId,
    gone.map(({ fileId }) => fileId)
  );
}
