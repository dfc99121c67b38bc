import { dotted } from '@/lib/core/language/text-key';
import type { Translate } from '@/lib/core/language/texts';
import type { KeptState, RegistrationKind } from '@/lib/directory/registration/states';

export const stateWords = (t: Translate, state: KeptState) => t(`registration.state.${dotted(state)}`);

export const kindWords = (t: Translate, kind: RegistrationKind) => t(`registration.kind.${dotted(kind)}`);

/** The tone of a state. */
export const TONES = {
  matched: 'neutral',
  pending_approval: 'warning',
  approved: 'good',
  declined: 'bad'
} as const satisfies Record<KeptState, string>;
