import type { FormState } from '@/app/sdportal/ui/form-state';

/** What asking for another code came to. */
export interface ResendState extends FormState {
  /** Where it went, masked. */
  delivery?: string;
}
