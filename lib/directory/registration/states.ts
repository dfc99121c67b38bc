import { defineStates, type EventOf, type StateOf } from '../../kit/states/define-states';

export const KINDS = ['cardholder', 'company', 'account_application'] as const;
export type RegistrationKind = (typeof KINDS)[number];

const DECISION = {
  from: ['pending_approval'],
  needs: ['registrations', 'approve'],
  refusal: {
    started: 'registration.not.found',
    verified: 'registration.not.found',
    matched: 'workflow.violation',
    else: 'registration.decided'
  }
} as const;
/** By a mailed link, without a user: the state alone permits the event. */
const BY_LINK = { needs: null, refusal: 'registration.link.inactive' } as const;

/**
 * The states and events of a registration (CD.34). The mailed link proves the address. A cardholder's registration is
 * matched by corporate code, account and name, and approved when user id and password are chosen; others wait for an
 * administrator.
 */
export const REGISTRATION = defineStates({
  record: 'registration',
  states: ['started', 'verified', 'matched', 'pending_approval', 'approved', 'declined'],
  initial: ['started'],
  forbidden: 'user.not.authorized',
  events: {
    /** The cardholder's details don't match; another try is possible. */
    miss: { ...BY_LINK, from: ['started', 'verified'], to: 'verified', audit: 'registration.missed' },
    match: {
      ...BY_LINK,
      from: ['started', 'verified'],
      to: 'matched',
      guard: 'matches',
      audit: 'registration.matched'
    },
    submit: { ...BY_LINK, from: ['started', 'verified'], to: 'pending_approval', audit: 'registration.submitted' },
    complete: { ...BY_LINK, from: ['matched'], to: 'approved', guard: 'account_open', audit: 'registration.completed' },
    approve: { ...DECISION, to: 'approved', guard: 'fits_kind', audit: 'registration.approved' },
    decline: { ...DECISION, to: 'declined', reason: true, audit: 'registration.declined' }
  }
});
export type RegistrationState = StateOf<typeof REGISTRATION>;
export type RegistrationEvent = EventOf<typeof REGISTRATION>;

/** The states of a stored registration; before its address is verified, only its start is stored. */
export type KeptState = Exclude<RegistrationState, 'started' | 'verified'>;
