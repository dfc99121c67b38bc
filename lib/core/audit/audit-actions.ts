import type { KeyAfter } from '../language/text-key';
import type { AUDIT_ACTIONS } from './generated/actions';

/**
 * Everything that is audited, `area.event`, as the modules declare it (`auditActions`). Each has its words at
 * `audit.action.<action>`, or at `event.…` where people see it in their own profile (lib/sign-in/account/own-events.ts).
 */
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

type Underscored<Name> = Name extends `${infer Head}-${infer Tail}` ? `${Head}_${Underscored<Tail>}` : Name;
type SetUpEntity<List> = List extends `setup-${infer Name}` ? Underscored<Name> : never;

/** Every kind of record that is audited: what has its words at `audit.entity.<entity>`, and every set-up entity. */
export type AuditEntity = KeyAfter<'audit.entity.'> | SetUpEntity<KeyAfter<'listing.'>>;
