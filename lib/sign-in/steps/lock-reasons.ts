/**
 * The `reason` for the page of a lock, by cause other than failed attempts; only a user with the right password gets it
 * (PD.2).
 */
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
