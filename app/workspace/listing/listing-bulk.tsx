'use client';

import { type ReactNode, useActionState, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Report, type ToldReport } from '../bulk/report';
import { firstFocus } from '../ui/first-focus';
import { Focused } from '../ui/focused';
import type { FormFault } from '../ui/form-state';
import { guarded } from '../ui/guarded-action';

/** The outcome of a bulk action; `id` distinguishes reports. */
export interface BulkState {
  faults: FormFault[];
  report?: ToldReport & { id: string };
}

export interface BulkButton {
  value: string;
  label: string;
  explanation?: string;
  danger?: boolean;
  /** Whether it opens a page with further questions. */
  leads?: boolean;
  /** The label of the reason, for an action that requires one. */
  reason?: string;
}

/** The texts of bulk actions, in the reader's language. */
export interface BulkTexts {
  legend: string;
  ticked: string;
  /** Absent if the page shows all matching rows. */
  all?: string;
  /** With `{count}` in it. */
  selected: string;
  nothing: string;
  cancel: string;
  sending: string;
  failed: string;
  serverDown: string;
}

interface Props {
  action: (state: BulkState, form: FormData) => Promise<BulkState>;
  buttons: BulkButton[];
  texts: BulkTexts;
  /** The table, whose rows have a checkbox each, called `ids`. */
  children: ReactNode;
}

/** The bulk actions on the selected rows of a table or on all matching ones, with confirmation. */
export function ListingBulk({ action, buttons, texts, children }: Props) {
  const [scripted, setScripted] = useState(false);
  const safe = useMemo(() => guarded(action, texts), [action, texts]);
  // Until the script runs, the form posts to the server action.
  const [state, submit, pending] = useActionState(scripted ? safe : action, { faults: [] });
  const [chosen, setChosen] = useState<number | 'all'>(0);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => setScripted(true), []);

  const look = useCallback(() => {
    const values = form.current && new FormData(form.current);
    setChosen(values?.get('extent') === 'all' ? 'all' : (values?.getAll('ids').length ?? 0));
  }, []);
  const { report, faults } = state;
  return (
    <form
      ref={form}
      action={submit}
      className="listing-rows"
      onSubmit={(event) => {
        if (pending) event.preventDefault();
        for (const dialog of event.currentTarget.querySelectorAll('dialog')) dialog.close();
      }}
      // Runs after the event, since one checkbox may select every row, and a reset restores them all.
      onChange={() => setTimeout(look)}
      onReset={() => setTimeout(look)}
    >
      {report && (
        <Focused key={report.id} className={`message message-${report.kind}`} role="status">
          <Report report={report} />
        </Focused>
      )}
      {faults.map(({ message }) => (
        <p key={message} className="message message-problem" role="alert">
          {message}
        </p>
      ))}
      {children}
      {buttons.length > 0 && (
        <fieldset className="listing-bulk">
          <legend>{texts.legend}</legend>
          {texts.all && (
            <div className="listing-extent">
              <label className="choice">
                <input type="radio" name="extent" value="ticked" defaultChecked />
                <span>{texts.ticked}</span>
              </label>
              <label className="choice">
                <input type="radio" name="extent" value="all" />
                <span>{texts.all}</span>
              </label>
            </div>
          )}
          <div className="actions">
            {buttons.map((button) => (
              <Ask key={button.value} button={button} scripted={scripted} chosen={chosen} texts={texts} />
            ))}
            <p className="hint" role="status">
              {pending
                ? texts.sending
                : chosen === 'all' || !scripted
                  ? ''
                  : texts.selected.replace('{count}', String(chosen))}
            </p>
          </div>
        </fieldset>
      )}
    </form>
  );
}

interface AskProps {
  button: BulkButton;
  scripted: boolean;
  chosen: number | 'all';
  texts: BulkTexts;
}

/** One action with a confirmation dialog; without script a collapsible part. */
function Ask({ button: { value, label, explanation, danger, leads, reason }, scripted, chosen, texts }: AskProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const confirm = (
    <button type="submit" name="action" value={value} className={danger ? 'danger' : 'primary'}>
      {label}
    </button>
  );
  const why = reason && (
    <div className="field">
      <label htmlFor={`${id}-reason`}>{reason}</label>
      <input id={`${id}-reason`} name={`reason.${value}`} maxLength={255} aria-required="true" autoComplete="off" />
    </div>
  );
  if (leads && (!scripted || chosen !== 0))
    return (
      <button type="submit" name="action" value={value}>
        {label}
      </button>
    );
  if (!scripted) {
    return (
      <details className="confirm-part">
        <summary className="button">{label}</summary>
        {explanation && <p>{explanation}</p>}
        {why}
        {confirm}
      </details>
    );
  }
  return (
    <>
      <button type="button" onClick={() => dialog.current?.showModal()}>
        {label}
      </button>
      <dialog ref={dialog} className="dialog" aria-labelledby={id}>
        <h2 id={id}>{label}</h2>
        {chosen === 0 ? (
          <p>{texts.nothing}</p>
        ) : (
          <>
            <p>
              <strong>{chosen === 'all' ? texts.all : texts.selected.replace('{count}', String(chosen))}</strong>
            </p>
            {explanation && <p>{explanation}</p>}
            {why}
          </>
        )}
        <div className="actions">
          {chosen !== 0 && confirm}
          {/* Enter should cancel, unless a text must be typed first. */}
          <button
            type="button"
            ref={danger && !reason ? firstFocus : undefined}
            onClick={() => dialog.current?.close()}
          >
            {texts.cancel}
          </button>
        </div>
      </dialog>
    </>
  );
}
