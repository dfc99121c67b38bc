'use client';

import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Field } from '../../ui/field';
import type { FieldSpec } from '../../ui/field-spec';
import { UNSENT } from '../../ui/form-state';
import type { FormTexts } from '../../ui/form-texts';
import { guarded } from '../../ui/guarded-action';
import { LeaveGuard } from '../../ui/leave-guard';
import type { RowState } from './row-state';

/** The texts of a row, in the reader's language. */
export interface RowTexts {
  saving: string;
  saved: string;
  undone: string;
  refused: string;
  undo: string;
  review: string;
  reviewed: string;
  /** With `{value}` in it. */
  take: string;
}

export interface RowSuggestion {
  field: string;
  value: string;
  why: string;
}

interface Props {
  id: string;
  version: number;
  action: (form: FormData) => Promise<RowState>;
  fields: FieldSpec[];
  values: Record<string, string>;
  suggestions: readonly RowSuggestion[];
  texts: RowTexts;
  formTexts: FormTexts;
  /** Which transaction it is. */
  children: ReactNode;
}

/**
 * A transaction that is coded in its row: saved by itself once one leaves the row, with a way back. Enter or the button
 * reviews it too and goes on to the next row.
 */
export function CodingRow({ id, version, action, fields, values, suggestions, texts, formTexts, children }: Props) {
  const [state, setState] = useState<RowState>(UNSENT);
  const [told, setTold] = useState<'saving' | 'saved' | 'undone' | 'refused' | null>(null);
  const [dirty, setDirty] = useState(false);
  const [held, setHeld] = useState({ values, generation: 0 });
  const [taken, setTaken] = useState<readonly string[]>([]);
  const [ready, setReady] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const current = useRef(version);
  const waiting = useRef(Promise.resolve());
  // What is dirty by now: moving the focus on asks before the next rendering.
  const unsaved = useRef(false);
  useEffect(() => setReady(true), []);

  function touch(isDirty: boolean): void {
    unsaved.current = isDirty;
    setDirty(isDirty);
  }

  /** Saves one after the other, so that each is of the version before it. */
  function save(sent: FormData, as: 'saved' | 'undone'): void {
    touch(false);
    setTold('saving');
    waiting.current = waiting.current.then(async () => {
      sent.set('version', String(current.current));
      const next = await guarded<RowState>((_, entry) => action(entry), formTexts)(UNSENT, sent);
      if (next.version !== undefined) current.current = next.version;
      setState(next);
      setTold(next.before ? as : 'refused');
      // A row that was saved and only not reviewed has nothing left to save.
      if (!next.before) setDirty(true);
    });
  }

  function sent(then = ''): FormData {
    const entry = new FormData(form.current ?? undefined);
    entry.set('then', then);
    return entry;
  }

  function leave(event: FocusEvent<HTMLFormElement>) {
    if (!unsaved.current || event.currentTarget.contains(event.relatedTarget)) return;
    save(sent(), 'saved');
  }

  function undo() {
    const { before } = state;
    if (!before) return;
    setHeld({ values: before, generation: held.generation + 1 });
    setTaken([]);
    const entry = new FormData();
    entry.set('id', id);
    for (const { name } of fields) entry.set(name, before[name] ?? '');
    save(entry, 'undone');
    // The button goes with what it has undone.
    setTimeout(() => firstControl(form.current)?.focus());
  }

  function take({ field, value }: RowSuggestion) {
    const typed = Object.fromEntries(
      [...new FormData(form.current ?? undefined)].map(([name, one]) => [name, String(one)])
    );
    setHeld({
      values: { ...typed, [field]: value, [`${field}.typed`]: value },
      generation: held.generation + 1
    });
    setTaken([...taken, field]);
    touch(true);
    setTimeout(() => focusOn(form.current, field));
  }

  function review() {
    save(sent('review'), 'saved');
    const rows = [...document.querySelectorAll<HTMLFormElement>('form.coding-row:not([data-reviewed])')];
    const next = rows[rows.indexOf(form.current as HTMLFormElement) + 1];
    // From the last there is no next: to what it is called, since its fields go.
    (firstControl(next) ?? form.current?.querySelector('a'))?.focus();
  }

  function press(event: KeyboardEvent<HTMLFormElement>) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      return review();
    }
    const target = event.target as HTMLInputElement;
    const field = target.name?.replace(/\.typed$/, '');
    const suggestion = suggestions.find((one) => one.field === field);
    // What is suggested stands there in grey: the arrow takes it, as at the end of a line.
    if (event.key === 'ArrowRight' && suggestion && target.value === '') {
      event.preventDefault();
      take(suggestion);
    }
  }

  const { faults, before, reviewed } = state;
  const open = suggestions.filter(({ field }) => !taken.includes(field) && !held.values[field]);
  const [placedFaults, unplaced] = [true, false].map((placed) =>
    faults.filter(({ field }) => fields.some(({ name }) => name === field) === placed)
  ) as [typeof faults, typeof faults];
  return (
    <form
      ref={form}
      className="coding-row record-form"
      data-reviewed={reviewed}
      data-scripted={ready || undefined}
      onInput={() => touch(true)}
      onBlur={leave}
      onKeyDown={press}
      onSubmit={(event) => {
        event.preventDefault();
        save(sent(), 'saved');
      }}
      noValidate
    >
      <input type="hidden" name="id" value={id} />
      <div className="coding-what">{children}</div>
      {!reviewed && (
        <div className="split-fields" key={held.generation}>
          {fields.map((field) => {
            const suggestion = open.find((one) => one.field === field.name);
            const value = held.values[field.name] ?? '';
            return (
              <Field
                key={field.name}
                formId={`row-${id}`}
                field={suggestion ? { ...field, placeholder: suggestion.value, hint: suggestion.why } : field}
                value={value}
                typed={held.values[`${field.name}.typed`] ?? value}
                fault={faults.find((fault) => fault.field === field.name)?.message}
                texts={formTexts}
                shown={true}
              />
            );
          })}
        </div>
      )}
      <div className="coding-done">
        {!reviewed && (
          <>
            {open.map((suggestion) => (
              <button key={suggestion.field} type="button" onClick={() => take(suggestion)}>
                {texts.take.replace('{value}', suggestion.value)}
              </button>
            ))}
            <button type="button" aria-keyshortcuts="Control+Enter" onClick={review}>
              {texts.review}
            </button>
          </>
        )}
        <span role="status" className="hint">
          {reviewed ? texts.reviewed : told ? texts[told] : ''}
          {/* Read out here: by now the focus is in another row. */}
          <span className="visually-hidden">{placedFaults.map(({ message }) => ` ${message}`)}</span>
        </span>
        {before && !reviewed && told === 'saved' && (
          <button type="button" className="link" onClick={undo}>
            {texts.undo}
          </button>
        )}
      </div>
      {unplaced.map(({ message }) => (
        <p key={message} role="alert" className="field-error">
          {message}
        </p>
      ))}
      <LeaveGuard active={dirty} texts={formTexts} />
    </form>
  );
}

const firstControl = (form: HTMLFormElement | null | undefined) =>
  form?.querySelector<HTMLElement>('input:not([type=hidden]), select');

function focusOn(form: HTMLFormElement | null, field: string): void {
  const control = form?.elements.namedItem(`${field}.typed`) ?? form?.elements.namedItem(field);
  if (control instanceof HTMLElement) control.focus();
}
