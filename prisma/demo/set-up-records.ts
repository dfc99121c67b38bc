import type { Principal } from '../../lib/access/policy/principal';
import { newId } from '../../lib/core/secrets/ids';
import { entityNamed } from '../../lib/kit/setup/entities';
import type { Values } from '../../lib/kit/setup/field';
import { type RecordListAddress, recordListSeen } from '../../lib/kit/setup/record-list';
import { lockOwner, settled } from '../../lib/kit/setup/settle';
import { writeRecords } from '../../lib/kit/setup/write-records';
import { ORIGIN } from './as-user';

/**
 * Adds records to a set-up list in one transaction, as an import of a file would. Returns their ids in the order of
 * `typed`. @throws when one is refused
 */
export async function addRecords(
  principal: Principal,
  entity: string,
  at: RecordListAddress,
  typed: readonly Values[]
): Promise<string[]> {
  const written = await settled(async (tx) => {
    const list = await recordListSeen(principal, entityNamed(entity), at, tx);
    if (!list?.writable) throw new Error(`${entity}: the list can't be written`);
    await lockOwner(tx, list.owner);
    const drafts = typed.map((values, row) => ({ row, id: newId(), parent: list.parent, existing: null, values }));
    await writeRecords(tx, principal, list, drafts, ORIGIN);
    return drafts.map(({ id }) => id);
  });
  if (!written.ok) throw new Error(`${entity}: ${JSON.stringify(written.refusals)}`);
  return written.value;
}

/** Adds one record. Returns its id. @throws when it is refused */
export async function addRecord(
  principal: Principal,
  entity: string,
  at: RecordListAddress,
  values: Values
): Promise<string> {
  const [id] = await addRecords(principal, entity, at, [values]);
  return id as string;
}
