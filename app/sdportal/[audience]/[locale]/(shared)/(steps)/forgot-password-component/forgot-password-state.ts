import type { FormState } from '@/app/sdportal/ui/form-state';

/** The screens of the page (P3.023). */
export type ForgotPasswordScreen = 'user-id' | 'question' | 'temporary-sent' | 'link-sent' | 'token-link-sent';

/** What either form of the page came to. */
export interface ForgotPasswordState extends FormState {
  screen?: ForgotPasswordScreen;
  /** At the security question: whose, and which. */
  userId?: string;
  questionId?: string;
}
