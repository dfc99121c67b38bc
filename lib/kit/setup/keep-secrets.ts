import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { type Reader, readRows } from '../../core/database/rows';
import { decrypt, encrypt, KEY_ID } from '../../core/secrets/encryption';
import type { Draft, RowRefusal } from './draft';
import { isKept, keptOf, secretFields } from './kept-secrets';
import type { RecordList } from './record-list';

/** The row that a secret is sealed for: moved to another it can't be opened. */
const placeOf = (issuerId: string, recordId: string, field: string) => `setup_secrets/${issuerId}/${recordId}/${field}`;

/**
 * Takes the secrets that were typed out of the values of drafts, which keep their hashes instead. What looks like a kept
 * one must be the record's own.
 */
export function takeSecrets({ entity }: RecordList, drafts: readonly Draft[]): RowRefusal[] {
  const refusals: RowRefusal[] = [];
  for (const draft of drafts)
    for (const field of secretFields(entity.fields)) {
      const typed = draft.values[field] as string | null;
      if (typed === null || typed === draft.existing?.values[field]) continue;
      if (isKept(typed)) refusals.push({ code: 'invalid.field', field, row: draft.row });
      else {
        draft.secrets = { ...draft.secrets, [field]: typed };
        draft.values[field] = keptOf(typed, entity.fields[field] ?? {});
      }
    }
  return refusals;
}

/** Seals the typed secrets of drafts, each for its record, and forgets those that records have no longer. */
export async function keepSecrets(
  tx: Transaction,
  { entity, owner: { issuerId } }: RecordList,
  drafts: readonly Draft[]
): Promise<void> {
  const fields = secretFields(entity.fields);
  for (const { id, values, existing, secrets = {} } of drafts) {
    for (const [field, secret] of Object.entries(secrets)) {
      const sealed = encrypt('setup-secret', Buffer.from(secret), placeOf(issuerId, id, field));
      await tx.$executeRaw`
        INSERT INTO setup_secrets (issuer_id, record_id, field, sealed, key_id)
        VALUES (${issuerId}::uuid, ${id}::uuid, ${field}, ${sealed}, ${KEY_ID})
        ON CONFLICT (issuer_id, record_id, field) DO UPDATE SET sealed = EXCLUDED.sealed, key_id = EXCLUDED.key_id`;
    }
    const gone = fields.filter((field) => existing?.values[field] && values[field] === null);
    if (gone.length > 0)
      await tx.$executeRaw`
        DELETE FROM setup_secrets WHERE issuer_id = ${issuerId}::uuid AND record_id = ${id}::uuid AND field = ANY(${gone})`;
  }
}

const sealedRow = z.strictObject({ sealed: z.instanceof(Uint8Array) });

/** A secret of a record; null if there is none. For code that uses it: nothing shows it. */
export async function openSecret(
  db: Reader,
  { issuerId, id, field }: { issuerId: string; id: string; field: string }
): Promise<string | null> {
  const [row] = await readRows(db, sealedRow)`
    SELECT sealed FROM setup_secrets
    WHERE issuer_id = ${issuerId}::uuid AND record_id = ${id}::uuid AND field = ${field}`;
  return row ? decrypt('setup-secret', row.sealed, placeOf(issuerId, id, field)).toString() : null;
}
