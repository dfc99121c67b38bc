import type { AUDIT_ACTIONS } from './generated/actions';

/**
 * Everything that is audited, `area.event`, as the modules declare it (`auditActions`). Each has its words at
 * `audit.action.<action>`, or at `event.…` where people see it in their own profile (lib/sign-in/account/own-events.ts).
 */
export type AuditAction = (typeof AUDIT_ACTIONS)[number];
