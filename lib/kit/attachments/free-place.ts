import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import type { AttachedTo } from './attachable';

/** The most files of a record, as in the database. */
export const MOST_ATTACHMENTS = 20;

const attachedRow = z.strictObject({ position: z.number(), sha256: z.string() });

/** The first free place among the files of a record that is held. Refuses bytes that are there already. */
export async function freePlace(
  tx: Transaction,
  issuerId: string,
  { entity, id }: AttachedTo,
  sha256: string
): Promise<Result<number>> {
  const attached = await readRows(tx, attachedRow)`
    SELECT position::int AS position, encode(sha256, 'hex') AS sha256 FROM attachments
    WHERE issuer_id = ${issuerId}::uuid AND entity = ${entity} AND record_id = ${id}::uuid AND position IS NOT NULL`;
  if (attached.some((one) => one.sha256 === sha256)) return refused({ code: 'attachment.already', field: 'file' });
  if (attached.length === MOST_ATTACHMENTS)
    return refused({ code: 'attachment.most', field: 'file', params: { maximum: MOST_ATTACHMENTS } });
  const taken = new Set(attached.map(({ position }) => position));
  let place = 1;
  while (taken.has(place)) place++;
  return accepted(place);
}
