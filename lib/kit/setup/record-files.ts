import type { Principal } from '../../access/policy/principal';
import { database } from '../../core/database/database';
import { storedFile } from '../../core/files/stored-files';
import type { Entity } from './entity';
import { recordSeen } from './records';

/** The file that a field of a record holds, if the principal sees the record. */
export async function fileOfRecord(
  principal: Principal,
  entity: Entity,
  { issuerId, id }: { issuerId: string; id: string },
  field: string
): Promise<{ mediaType: string; bytes: Uint8Array<ArrayBuffer> } | null> {
  const record = await recordSeen(principal, entity, { issuerId, id });
  if (!record || entity.fields[field]?.type !== 'file' || !record.values[field]) return null;
  return storedFile(database(), { issuerId, id: String(record.values[field]) });
}
