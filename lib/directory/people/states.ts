import { defineStates, type StateOf } from '../../kit/states/define-states';

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
 * The events by which administrators change a user (CD.31, C4.021, C4.022), after the check that they may maintain the
 * person (maintenance.ts). Other locks come from sign-in and registration.
 */
export const USER = defineStates({
  record: 'user',
  states: ['active', 'inactive', 'locked', 'deleted'],
  initial: ['active'],
  forbidden: 'user.not.authorized',
  events: {
    activate: {
      from: ['inactive'],
      to: 'active',
      needs: ['users', 'modify'],
      refusal: { deleted: 'user.deleted', else: 'user.event.activate.impossible' },
      audit: 'user.activated'
    },
    deactivate: {
      from: ['active'],
      to: 'inactive',
      needs: ['users', 'modify'],
      refusal: { deleted: 'user.deleted', else: 'user.event.deactivate.impossible' },
      audit: 'user.deactivated'
    },
    lock: {
      from: ['active'],
      to: 'locked',
      needs: ['users', 'modify'],
      refusal: { deleted: 'user.deleted', else: 'user.event.lock.impossible' },
      audit: 'user.locked'
    },
    unlock: {
      from: ['locked'],
      to: 'active',
      needs: ['users', 'modify'],
      refusal: { deleted: 'user.deleted', else: 'user.event.unlock.impossible' },
      audit: 'user.unlocked'
    },
    lock_dual_authentication: {
      from: ['active'],
      to: 'locked',
      needs: ['users', 'modify'],
      refusal: { deleted: 'user.deleted', else: 'dual.lock.impossible' },
      audit: 'challenge.locked'
    },
    clear_dual_authentication: {
      from: ['locked'],
      to: 'active',
      needs: ['users', 'modify'],
      guard: 'locked_by_proof',
      refusal: { deleted: 'user.deleted', else: 'dual.not.locked' },
      audit: 'challenge.lock_cleared'
    },
    /** Leaves all lists and becomes inactive for good, whatever the status was. */
    delete: {
      from: ['active', 'inactive', 'locked'],
      to: 'deleted',
      needs: ['users', 'modify'],
      guard: 'deletable',
      refusal: 'user.deleted',
      audit: 'user.deleted'
    }
  }
});
export type UserState = StateOf<typeof USER>;
/** The status in a user's record; deleted users are inactive. */
export type UserStatus = Exclude<UserState, 'deleted'>;

/** The state of a user. */
export const userState = ({ status, deletedAt }: { status: UserStatus; deletedAt: Date | null }): UserState =>
  deletedAt ? 'deleted' : status;
