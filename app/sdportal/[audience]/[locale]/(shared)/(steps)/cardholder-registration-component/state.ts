import type { FormState } from '@/app/sdportal/ui/form-state';

/** The screens that end a registration, temporarily or finally. */
export type CardholderEnd = 'sent' | 'expired' | 'locked' | 'done';

export interface CardholderState extends FormState {
  screen?: CardholderEnd;
}
