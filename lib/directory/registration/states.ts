export const KINDS = ['cardholder', 'company', 'account_application'] as const;
export type RegistrationKind = (typeof KINDS)[number];

export const STATES = ['started', 'verified', 'matched', 'pending_approval', 'approved', 'declined'] as const;
export type RegistrationState = (typeof STATES)[number];

/** Those of a registration that is kept: until its address is verified there is only its start. */
export type KeptState = Exclude<RegistrationState, 'started' | 'verified'>;

/**
 * What happens to a registration, from where and to where (CD.34). A cardholder's is matched by corporate code,
 * account and name, and approved when user id and password are chosen; any other waits for an administrator.
 */
const TRANSITIONS = {
  verify: { started: 'verified' },
  match: { verified: 'matched' },
  submit: { verified: 'pending_approval' },
  complete: { matched: 'approved' },
  approve: { pending_approval: 'approved' },
  decline: { pending_approval: 'declined' }
} as const satisfies Record<string, Partial<Record<RegistrationState, RegistrationState>>>;

export type RegistrationEvent = keyof typeof TRANSITIONS;

/** Where an event leads from a state; null: it can't happen there. */
export function stateAfter(state: RegistrationState, event: RegistrationEvent): RegistrationState | null {
  return (TRANSITIONS[event] as Partial<Record<RegistrationState, RegistrationState>>)[state] ?? null;
}
