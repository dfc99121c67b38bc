import type { Principal } from '../access/principal';
import type { Transaction } from '../core/database';
import { newId } from '../core/ids';
import type { Draft, RowRefusal } from './draft';
import type { Upload } from './fields';
import type { Place } from './place';

/** What the bytes of a graphic begin with, whatever its name says. */
const SIGNATURES: Readonly<Record<string, string>> = { 'image/png': '89504e470d0a1a0a', 'image/jpeg': 'ffd8ff' };

/**
 * Keeps the files that drafts bring, and puts their ids into the values. A file is what its bytes say; the id of
 * a file that the record doesn't have already is refused.
 */
export async function keepFiles(
  tx: Transaction,
  principal: Principal,
  { entity, owner }: Place,
  drafts: readonly Draft[]
): Promise<RowRefusal[]> {
  const refusals: RowRefusal[] = [];
  const names = Object.keys(entity.fields).filter((name) => entity.fields[name]?.type === 'file');
  for (const { row, values, existing } of drafts)
    for (const field of names) {
      const sent = values[field] as string | Upload | null;
      if (sent === null || sent === existing?.values[field]) continue;
      if (typeof sent === 'string' || !isWhatItSays(sent)) {
        refusals.push({ code: 'file.type.unsupported', field, row });
        continue;
      }
      const { name, mediaType, bytes } = sent;
      const id = newId();
      const { issuerId } = owner;
      const ownerUserId = principal.issuerId === issuerId ? principal.userId : null;
      await tx.file.create({ data: { issuerId, id, name: name.slice(0, 255), mediaType, bytes, ownerUserId } });
      values[field] = id;
    }
  return refusals;
}

function isWhatItSays({ mediaType, bytes }: Upload): boolean {
  const signature = SIGNATURES[mediaType];
  return signature !== undefined && Buffer.from(bytes.subarray(0, 8)).toString('hex').startsWith(signature);
}
