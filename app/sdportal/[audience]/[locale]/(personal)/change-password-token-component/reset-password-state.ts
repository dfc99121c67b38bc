import type { FormState } from '@/app/sdportal/ui/form-state';

/** The outcome of the reset form. */
export interface ResetPasswordState extends FormState {
  /** Shown instead of the form: the link is invalid or has been used. */
  screen?: 'expired' | 'token-reset' | 'changed';
  /** The first PIN of a token user's token, shown once (CD.70). */
  firstPin?: string;
}
