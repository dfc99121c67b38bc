'use client';

import { type ReactNode, useMemo } from 'react';
import { firstFocus } from './first-focus';
import { type FormState, UNSENT } from './form-state';
import type { FailureTexts } from './guarded-action';
import { type PostedForm, usePostedForm } from './use-posted-form';

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

type Shown = Pick<Confirmation, 'explanation' | 'confirmLabel' | 'hidden' | 'danger' | 'children'>;

interface Props extends Shown {
  posted: PostedForm<FormState>;
  cancelLabel: string;
  /** Undefined: there is no button to cancel. */
  cancel: (() => void) | undefined;
  /** The heading with the question, which the dialog's own may replace. */
  heading?: ReactNode;
}

/** The form of a confirmation: its fields, the button that does it, and the one that does not. */
export function ConfirmForm(props: Props) {
  const { posted, explanation, confirmLabel, hidden = {}, danger, children, cancel, cancelLabel, heading } = props;
  const { state, submit, send, pending } = posted;
  return (
    <form
      action={submit}
      onSubmit={(event) => {
        // The dialog may stand in another form of the page.
        event.stopPropagation();
        send(event);
      }}
    >
      {heading}
      {explanation && <div>{explanation}</div>}
      {state.faults.map(({ message }) => (
        <p key={message} className="message message-problem" role="alert">
          {message}
        </p>
      ))}
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <div className="actions">
        <button type="submit" className={danger ? 'danger' : 'primary'} aria-disabled={pending || undefined}>
          {confirmLabel}
        </button>
        {cancel && (
          // Enter should cancel, unless a text must be typed first.
          <button
            type="button"
            // A dialog of the browser's own focuses by the attribute, one of the library by React's focus.
            ref={danger && !children ? firstFocus : undefined}
            // biome-ignore lint/a11y/noAutofocus: the safe answer is the first one in a dialog
            autoFocus={danger && !children}
            onClick={cancel}
          >
            {cancelLabel}
          </button>
        )}
      </div>
    </form>
  );
}

interface AskedProps<State extends FormState> {
  confirmation: Confirmation<State>;
  texts: ConfirmTexts;
  close: () => void;
  heading?: ReactNode;
}

/** What an open dialog asks. It closes after a success. */
export function AskedForm<State extends FormState>({ confirmation, texts, close, heading }: AskedProps<State>) {
  const { action, done, ...shown } = confirmation;
  const sent = useMemo(
    () => async (before: FormState, form: FormData) => {
      const after = await action(before, form);
      if (after.faults.length > 0) return after;
      close();
      done?.(after);
      return after;
    },
    [action, close, done]
  );
  const posted = usePostedForm<FormState>(sent, texts, UNSENT, action);
  return <ConfirmForm {...shown} posted={posted} cancelLabel={texts.cancel} cancel={close} heading={heading} />;
}
