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
/** By the link of a mail, whose owner is nobody yet: it opens what its state lets it, or nothing. */
const BY_LINK = { needs: null, refusal: 'registration.link.inactive' } as const;

/**
 * What happens to a registration (CD.34). Whoever comes by the link of the mail has proved the address. A cardholder's
 * is matched by corporate code, account and name, and approved when user id and password are chosen; any other waits for
 * an administrator.
 */
export const REGISTRATION = defineStates({
  record: 'registration',
  states: ['started', 'verified', 'matched', 'pending_approval', 'approved', 'declined'],
  initial: ['started'],
  forbidden: 'user.not.authorized',
  events: {
    /** What a cardholder tells doesn't match: it is another try the next time. */
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

/** Those of a registration that is kept: until its address is verified there is only its start. */
export type KeptState = Exclude<RegistrationState, 'started' | 'verified'>;
