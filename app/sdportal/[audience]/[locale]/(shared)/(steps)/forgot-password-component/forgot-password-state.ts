import type { FormState } from '@/app/sdportal/ui/form-state';

/** The screens of the page (P3.023). */
export type ForgotPasswordScreen = 'user-id' | 'question' | 'temporary-sent' | 'link-sent' | 'token-link-sent';

/** The outcome of either form of the page. */
export interface ForgotPasswordState extends FormState {
  screen?: ForgotPasswordScreen;
  /** For the security question: the user id and the question. */
  userId?: string;
  questionId?: string;
}
