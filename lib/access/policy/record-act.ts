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

/** The changed fields for the audit: `before.name` and `after.name`. */
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

/** An action of a principal for `recordAct`. */
export type Act = Omit<AuditEntry, 'actorUserId'>;

/**
 * Appends an action of a principal to the audit of its issuer. The accessor comes from the principal, not from the
 * request, so that no caller can omit it (C6.018).
 */
export function recordAct(
  tx: Writer,
  principal: Pick<Principal, 'userId' | 'accessor'>,
  origin: Origin,
  entry: Act
): Promise<void> {
  return recordActs(tx, principal, origin, [entry]);
}

/** Does the same for several actions at once, in order. */
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
