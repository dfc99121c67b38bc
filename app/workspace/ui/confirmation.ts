import type { ReactNode } from 'react';
import type { FormState } from './form-state';
import type { FailureTexts } from './guarded-action';

/** What a dialog asks before it acts. */
export interface Confirmation<State extends FormState = FormState> {
  question: string;
  /** The consequences. */
  explanation?: ReactNode;
  /** The text of the confirming button, such as `Yes, delete`. */
  confirmLabel: string;
  action: (state: FormState, form: FormData) => Promise<State>;
  /** Called after a success that leads to no other page. */
  done?: (state: State) => void;
  hidden?: Record<string, string | number>;
  /** Whether it can't be undone. */
  danger: boolean;
  /** More fields, such as a reason. */
  children?: ReactNode;
}

export interface ConfirmTexts extends FailureTexts {
  cancel: string;
}
