import type { TextKey } from '@/lib/core/language/text-key';

/** What the registration pages say for faults of the workspace's rules, in every language of the portal. */
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

/** The message key that a registration page shows for a fault's. */
export const portalMessage = (message: TextKey): TextKey => MESSAGES[message] ?? message;
