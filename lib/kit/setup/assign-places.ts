import type { Principal } from '../../access/policy/principal';
import type { Origin } from '../../core/audit/audit';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { newId } from '../../core/secrets/ids';
import { isAssignment, PLACE } from './assigned-places';
import { writable } from './create-record';
import { removeRecord } from './delete-record';
import type { Draft, RowRefusal } from './draft';
import type { Entity } from './entity';
import { mayEdit, type RecordList, type RecordListAddress, recordListSeen } from './record-list';
import { recordsWhere, type SetUpRecord } from './records';
import { lockOwner, type Outcome, settled, undo, undoAll } from './settle';
import { writeRecords } from './write-records';

/** The most changes of one save. */
export const MOST_CHANGES = 200;

/** Whether a record is to be assigned at a place from now on. */
export interface PlaceChange {
  /** The place. */
  id: string;
  assigned: boolean;
  /** The other record that the user saw assigned there, whose place this one takes. */
  instead: string | null;
}

/**
 * Assigns the parent of an assignment's list at places and takes it away from others, all or none. A refusal's row is
 * that of its change. Another record that is assigned at a place gives way only if the user saw it.
 */
export function assignPlaces(
  principal: Principal,
  entity: Entity,
  address: RecordListAddress,
  changes: readonly PlaceChange[],
  origin: Origin
): Promise<Outcome<void>> {
  return settled(async (tx) => {
    if (!isAssignment(entity)) undo({ code: 'not.found' });
    const list = writable(await recordListSeen(principal, entity, address, tx));
    const parent = list.parent ?? undo({ code: 'not.found' });
    if (changes.length > MOST_CHANGES) undo({ code: 'setup.places.too.many', params: { maximum: MOST_CHANGES } });
    await lockOwner(tx, list.owner);
    const stored = await assignmentsAt(
      tx,
      list,
      changes.map(({ id }) => id)
    );
    const todo = changes.map((change, row) => workOf(change, row, { parent, stored }));
    undoAll(todo.flatMap(({ refused = [] }) => refused));
    for (const record of todo.flatMap(({ gone }) => gone ?? [])) {
      if (!mayEdit(principal, entity, record, parent)) undo({ code: 'security.violation.maintenance' });
      await removeRecord(tx, principal, list, record, origin);
    }
    const drafts = todo.flatMap(({ draft }) => draft ?? []);
    if (drafts.length > 0) await writeRecords(tx, principal, list, drafts, origin);
  });
}

/** The assignments of any record of the owner at these places: one at most for each. */
function assignmentsAt(
  tx: Transaction,
  { entity, owner }: RecordList,
  places: readonly string[]
): Promise<SetUpRecord[]> {
  return recordsWhere(
    tx,
    Prisma.sql`r.issuer_id = ${owner.issuerId}::uuid AND r.owner_id = ${owner.id}::uuid AND r.entity = ${entity.name}
      AND r.data->>${PLACE} = ANY(${[...places]})`
  );
}

interface Work {
  draft?: Draft;
  gone?: SetUpRecord;
  refused?: RowRefusal;
}

/** What a change needs to be done; nothing if it is so already. */
function workOf(
  { id, assigned, instead }: PlaceChange,
  row: number,
  { parent, stored }: { parent: SetUpRecord; stored: readonly SetUpRecord[] }
): Work {
  const here = stored.find(({ values }) => values[PLACE] === id);
  const own = here?.parentId === parent.id ? here : null;
  if (!assigned) return own ? { gone: own } : {};
  const draft = { row, parent, values: { [PLACE]: id } };
  if (own) return own.active ? {} : { draft: { ...draft, id: own.id, existing: own, active: true } };
  if (here && here.parentId !== instead) return { refused: { code: 'setup.places.taken', field: PLACE, row } };
  return { draft: { ...draft, id: newId(), existing: null }, ...(here && { gone: here }) };
}
