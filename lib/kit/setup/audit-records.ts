import type { Principal } from '../../access/policy/principal';
import { recordAct, recordActs } from '../../access/policy/record-act';
import type { AuditEntry, Origin } from '../../core/audit/audit';
import type { AuditEntity } from '../../core/audit/audit-actions';
import type { Transaction } from '../../core/database/database';
import type { Draft } from './draft';
import type { Values } from './field';
import { isKept, shownSecret } from './kept-secrets';
import type { RecordList } from './record-list';

type Details = NonNullable<AuditEntry['details']>;

/** Beyond this many records at once, an entry of the audit tells of several: the chain is written one by one. */
const ENTRIES = 1_000;
const RECORDS_IN_ENTRY = 200;

/** The name of an entity as the audit has it; the texts that its declaration makes are what types it. */
export const auditedEntity = (entity: { name: string }) => entity.name.replaceAll('-', '_') as AuditEntity;

interface Done {
  event: 'activated' | 'changed' | 'created' | 'deactivated' | 'deleted' | 'exported' | 'moved';
  id: string;
  details: Details;
}

/** Audits an act on one record. */
export function auditRecord(
  tx: Transaction,
  principal: Principal,
  place: RecordList,
  done: Done,
  origin: Origin
): Promise<void> {
  return recordAct(tx, principal, origin, entryOf(place, done));
}

const entryOf = ({ entity, owner }: RecordList, { event, id, details }: Done): AuditEntry => ({
  issuerId: owner.issuerId,
  action: `setup.${event}`,
  entity: auditedEntity(entity),
  entityId: id,
  nodeId: owner.id,
  details: { owner: owner.number, ...details }
});

/** Audits written records: for each one the changed fields, before and after. */
export async function auditWritten(
  tx: Transaction,
  principal: Principal,
  place: RecordList,
  drafts: readonly Draft[],
  titles: ReadonlyMap<string, string>,
  origin: Origin
): Promise<void> {
  const done = drafts.map(
    (draft): Done => ({
      event: draft.existing ? 'changed' : 'created',
      id: draft.id,
      details: { ...changesOf(draft.existing?.values ?? {}, draft.values, titles), ...activeChange(draft) }
    })
  );
  const entries = done.length <= ENTRIES ? done.map((one) => entryOf(place, one)) : entriesOfMany(place, done);
  await recordActs(tx, principal, origin, entries);
}

function entriesOfMany(place: RecordList, done: readonly Done[]) {
  const entries: AuditEntry[] = [];
  for (let at = 0; at < done.length; at += RECORDS_IN_ENTRY) {
    const some = done.slice(at, at + RECORDS_IN_ENTRY);
    const details = { records: some.length, changes: JSON.stringify(some) };
    const { entityId: _none, ...entry } = entryOf(place, { event: 'changed', id: '', details });
    entries.push(entry);
  }
  return entries;
}

function activeChange({ existing, active }: Draft): Details {
  const before = existing?.active ?? true;
  return active === undefined || active === before ? {} : { 'before.active': before, 'after.active': active };
}

/** `before.<field>` and `after.<field>` of what differs. */
export function changesOf(before: Values, after: Values, titles: ReadonlyMap<string, string> = new Map()): Details {
  const auditedValue = (value: unknown): string | number | boolean | null => {
    if (value === null || value === undefined) return null;
    if (Array.isArray(value)) return value.map(auditedValue).join(', ');
    if (isKept(value)) return shownSecret(value);
    return typeof value === 'string' ? (titles.get(value) ?? value) : (value as number | boolean);
  };
  const details: Details = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [auditedValue(before[name]), auditedValue(after[name])];
    // A changed secret may look the same.
    if (was === is && (before[name] === after[name] || !isKept(after[name]))) continue;
    if (was !== null) details[`before.${name}`] = was;
    if (is !== null) details[`after.${name}`] = is;
  }
  return details;
}
