import type { FormState } from '@/app/sdportal/ui/form-state';

/** What the form of a reset link came to. */
export interface ResetPasswordState extends FormState {
  /** In place of the form: the link is no use any more, or has done its part. */
  screen?: 'expired' | 'token-reset' | 'changed';
  /** The first PIN of a token user's token, shown once (CD.70). */
  firstPin?: string;
}
