import type { Translate } from '@/lib/core/texts';
import type { RegistrationKind, RegistrationState } from '@/lib/registration/states';

export const stateWords = (t: Translate, state: RegistrationState) =>
  t(`registration.state.${state.replaceAll('_', '.')}`);

export const kindWords = (t: Translate, kind: RegistrationKind) => t(`registration.kind.${kind.replaceAll('_', '.')}`);

/** The tone of a state. */
export const TONES = {
  started: 'neutral',
  verified: 'neutral',
  matched: 'neutral',
  pending_approval: 'warning',
  approved: 'good',
  declined: 'bad'
} as const satisfies Record<RegistrationState, string>;
