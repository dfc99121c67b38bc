import type { Principal } from '../../access/policy/principal';
import type { Transaction } from '../../core/database/database';
import { deleteFiles, storeFile } from '../../core/files/stored-files';
import { mediaTypeOf, type Upload } from '../../core/files/uploads';
import type { Draft, RowRefusal } from './draft';
import type { RecordList } from './record-list';

/**
 * Stores the files of drafts, and puts their ids into the values. The id of a file that the record doesn't have yet is
 * refused, so that no user can take another's file.
 */
export async function keepFiles(
  tx: Transaction,
  principal: Principal,
  { entity, owner }: RecordList,
  drafts: readonly Draft[]
): Promise<RowRefusal[]> {
  const refusals: RowRefusal[] = [];
  const names = Object.keys(entity.fields).filter((name) => entity.fields[name]?.type === 'file');
  for (const { row, values, existing } of drafts)
    for (const field of names) {
      const sent = values[field] as string | Upload | null;
      if (sent === null || sent === existing?.values[field]) continue;
      if (typeof sent === 'string') {
        refusals.push({ code: 'invalid.field', field, row });
        continue;
      }
      const { name, kind, bytes } = sent;
      const { issuerId } = owner;
      const ownerUserId = principal.issuerId === issuerId ? principal.userId : null;
      const mediaType = mediaTypeOf(kind);
      values[field] = await storeFile(tx, { issuerId, name: name || field, mediaType, bytes, ownerUserId });
    }
  return refusals;
}

/** Lets go of the files that records had before they were written, and have no longer. */
export async function dropReplacedFiles(
  tx: Transaction,
  { entity, owner }: RecordList,
  drafts: readonly Draft[]
): Promise<void> {
  const names = Object.keys(entity.fields).filter((name) => entity.fields[name]?.type === 'file');
  const replaced = drafts.flatMap(({ values, existing }) =>
    names.map((name) => existing?.values[name]).filter((id) => id && !names.some((name) => values[name] === id))
  );
  await deleteFiles(tx, owner.issuerId, replaced as string[]);
}
