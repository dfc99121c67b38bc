import type { FormState } from '@/app/sdportal/ui/form-state';

/** The outcome of requesting another code. */
export interface ResendState extends FormState {
  /** The masked address it was sent to. */
  delivery?: string;
}
