import type { FormState } from '@/app/sdportal/ui/form-state';

/** What the form came to. */
export interface ChangePasswordState extends FormState {
  /** The password was changed, and a sign-in is what comes next. */
  changed?: boolean;
}
