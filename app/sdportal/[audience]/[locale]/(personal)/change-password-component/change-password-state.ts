import type { FormState } from '@/app/sdportal/ui/form-state';

/** The outcome of the form. */
export interface ChangePasswordState extends FormState {
  /** The password was changed; the user must sign in again. */
  changed?: boolean;
}
