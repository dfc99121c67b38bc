import type { FormState } from '@/app/sdportal/ui/form-state';

/** What ends a registration, for now or for good. */
export type CardholderEnd = 'sent' | 'expired' | 'locked' | 'done';

export interface CardholderState extends FormState {
  screen?: CardholderEnd;
}
