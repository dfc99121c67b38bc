/** What the page of a lock is told by `reason`, of each cause but failed attempts; only who knew the password is (PD.2). */
export const LOCK_REASONS = {
  dual_authentication: 'dual-authentication',
  invalid_challenge_response: 'dual-authentication',
  administrator: 'administrator',
  one_time_password_expired: 'password-expired',
  self_registration: 'self-registration'
} as const;
export type LockReason = (typeof LOCK_REASONS)[keyof typeof LOCK_REASONS];

/** Whether a text is one of the reasons. */
export const isLockReason = (reason: string | null): reason is LockReason =>
  Object.values<string | null>(LOCK_REASONS).includes(reason);
