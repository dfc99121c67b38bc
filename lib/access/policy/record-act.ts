import { type AuditEntry, appendAudits, type Origin } from '../../core/audit/audit';
import type { Writer } from '../../core/database/own-connection';
import type { Principal } from './principal';

type Details = NonNullable<AuditEntry['details']>;
type Value = string | number | boolean | Date | null | undefined | readonly string[];

const plain = (value: Value) =>
  value instanceof Date
    ? value.toISOString()
    : Array.isArray(value)
      ? value.join(', ')
      : ((value as string | number | boolean | null | undefined) ?? null);

/** The fields that differ, as the audit keeps them: `before.name` and `after.name`. */
export function changesBetween(before: Record<string, Value>, after: Record<string, Value>): Details {
  const details: Details = {};
  for (const [field, value] of Object.entries(after)) {
    const [old, now] = [plain(before[field]), plain(value)];
    if (old === now) continue;
    details[`before.${field}`] = old;
    details[`after.${field}`] = now;
  }
  return details;
}

/** What somebody has done, as `recordAct` appends it. */
export type Act = Omit<AuditEntry, 'actorUserId'>;

/**
 * Appends what a principal has done to the audit of the issuer it was done in. Whatever the request told of where it
 * came from, the principal says who looks through their eyes: no caller can leave that out (C6.018).
 */
export function recordAct(
  tx: Writer,
  principal: Pick<Principal, 'userId' | 'accessor'>,
  origin: Origin,
  entry: Act
): Promise<void> {
  return recordActs(tx, principal, origin, [entry]);
}

/** The same for several acts at once, in their order. */
export function recordActs(
  tx: Writer,
  { userId, accessor }: Pick<Principal, 'userId' | 'accessor'>,
  origin: Origin,
  entries: readonly Act[]
): Promise<void> {
  return appendAudits(
    tx,
    { ...origin, accessor },
    entries.map((entry) => ({ ...entry, actorUserId: userId }))
  );
}
