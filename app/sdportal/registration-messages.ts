import type { TextKey } from '@/lib/core/language/text-key';

/** The registration pages' messages for faults of workspace rules, in every portal language. */
const MESSAGES: Partial<Record<TextKey, TextKey>> = {
  'user.id.card.number': 'registration.user.id.rule',
  'user.id.digits': 'registration.user.id.rule',
  'user.id.short': 'registration.user.id.rule',
  'user.id.spaces': 'registration.user.id.rule',
  'user.id.special.characters': 'registration.user.id.rule',
  'user.id.taken': 'registration.user.id.taken',
  'name.letters': 'registration.name.rule',
  'name.rule': 'registration.name.rule',
  'html.refused': 'invalid.entry',
  'card.number.refused': 'invalid.entry',
  'card.number.invalid': 'registration.account.number.hint',
  'corporate.code.rule': 'registration.corporate.code.hint',
  'email.invalid': 'registration.email.invalid',
  'phone.invalid': 'registration.phone.invalid'
};

/** Maps a fault's message key to the registration page's. */
export const portalMessage = (message: TextKey): TextKey => MESSAGES[message] ?? message;
