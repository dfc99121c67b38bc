import type { KeyAfter } from '../language/text-key';
import type { AUDIT_ACTIONS } from './generated/actions';

/**
 * All audited actions, `area.event`, as the modules declare them (`auditActions`). Each has its text at
 * `audit.action.<action>`, or at `event.…` if users see it in their own profile (lib/sign-in/account/own-events.ts).
 */
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

type Underscored<Name> = Name extends `${infer Head}-${infer Tail}` ? `${Head}_${Underscored<Tail>}` : Name;
type SetUpEntity<List> = List extends `setup-${infer Name}` ? Underscored<Name> : never;

/** All audited kinds of record: those with a text at `audit.entity.<entity>`, and every set-up entity. */
export type AuditEntity = KeyAfter<'audit.entity.'> | SetUpEntity<KeyAfter<'listing.'>>;
