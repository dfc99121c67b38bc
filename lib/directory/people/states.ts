import { type Refusal, refused } from '../../core/entry/refusal';

export type UserStatus = 'active' | 'inactive' | 'locked';

export const LOCK_CAUSES = [
  'password_attempts',
  'one_time_password_expired',
  'dual_authentication',
  'invalid_challenge_response',
  'self_registration',
  'administrator'
] as const;
export type LockCause = (typeof LOCK_CAUSES)[number];

/**
 * What happens to a user, from where and to where (CD.31, C4.021, C4.022). Locks other than an administrator's
 * come from signing in and registering. A user is deleted whatever the status: inactive for good.
 */
const TRANSITIONS = {
  activate: { inactive: 'active' },
  deactivate: { active: 'inactive' },
  lock: { active: 'locked' },
  unlock: { locked: 'active' },
  delete: { active: 'inactive', inactive: 'inactive', locked: 'inactive' }
} as const satisfies Record<string, Partial<Record<UserStatus, UserStatus>>>;

export type UserEvent = keyof typeof TRANSITIONS;
export const USER_EVENTS = Object.keys(TRANSITIONS) as UserEvent[];

/** Where an event leads from a status; null: it can't happen there. */
export function statusAfter(status: UserStatus, event: UserEvent): UserStatus | null {
  return (TRANSITIONS[event] as Partial<Record<UserStatus, UserStatus>>)[status] ?? null;
}

/** The events that can happen to a user now; none to a deleted one. */
export function eventsFor({ status, deletedAt }: { status: UserStatus; deletedAt: Date | null }): UserEvent[] {
  return deletedAt ? [] : USER_EVENTS.filter((event) => statusAfter(status, event));
}

/** The refusal of an event that can't happen to a user in this status. */
export const impossible = (event: UserEvent): { ok: false; refusal: Refusal } =>
  refused({ code: `user.event.${event}.impossible` });
