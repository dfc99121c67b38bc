import type { Principal } from '../access/principal';
import { type AuditEntry, appendAudit, type Origin } from '../core/audit';
import type { Transaction } from '../core/database';
import type { Draft } from './draft';
import type { Values } from './field';
import type { Place } from './place';

type Details = NonNullable<AuditEntry['details']>;

/** Beyond this many records at once, an entry of the audit tells of several: the chain is written one by one. */
const ENTRIES = 1_000;
const RECORDS_IN_ENTRY = 200;

/** The name of an entity as the audit has it. */
export const auditedEntity = (entity: { name: string }) => entity.name.replaceAll('-', '_');

/** Appends what was done with one record. */
export async function auditRecord(
  tx: Transaction,
  { userId }: Principal,
  { entity, owner }: Place,
  { event, id, details }: { event: string; id: string; details: Details },
  origin: Origin
): Promise<void> {
  await appendAudit(tx, origin, {
    issuerId: owner.issuerId,
    actorUserId: userId,
    action: `setup.${event}`,
    entity: auditedEntity(entity),
    entityId: id,
    nodeId: owner.id,
    details: { owner: owner.number, ...details }
  });
}

/** Appends what was written: for each record the fields that changed, before and after. */
export async function auditWritten(
  tx: Transaction,
  principal: Principal,
  place: Place,
  drafts: readonly Draft[],
  titles: ReadonlyMap<string, string>,
  origin: Origin
): Promise<void> {
  const changes = drafts.map((draft) => ({
    event: draft.existing ? 'changed' : 'created',
    id: draft.id,
    details: { ...changesOf(draft.existing?.values ?? {}, draft.values, titles), ...activeChange(draft) }
  }));
  if (changes.length <= ENTRIES) {
    for (const change of changes) await auditRecord(tx, principal, place, change, origin);
    return;
  }
  for (let at = 0; at < changes.length; at += RECORDS_IN_ENTRY) {
    const some = changes.slice(at, at + RECORDS_IN_ENTRY);
    const details = { records: some.length, changes: JSON.stringify(some) };
    await appendAudit(tx, origin, {
      issuerId: place.owner.issuerId,
      actorUserId: principal.userId,
      action: 'setup.changed',
      entity: auditedEntity(place.entity),
      nodeId: place.owner.id,
      details: { owner: place.owner.number, ...details }
    });
  }
}

function activeChange({ existing, active }: Draft): Details {
  const before = existing?.active ?? true;
  return active === undefined || active === before ? {} : { 'before.active': before, 'after.active': active };
}

/** `before.<field>` and `after.<field>` of what differs. */
export function changesOf(before: Values, after: Values, titles: ReadonlyMap<string, string> = new Map()): Details {
  const told = (value: unknown): string | number | boolean | null => {
    if (value === null || value === undefined) return null;
    if (Array.isArray(value)) return value.map(told).join(', ');
    return typeof value === 'string' ? (titles.get(value) ?? value) : (value as number | boolean);
  };
  const details: Details = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [told(before[name]), told(after[name])];
    if (was === is) continue;
    if (was !== null) details[`before.${name}`] = was;
    if (is !== null) details[`after.${name}`] = is;
  }
  return details;
}
