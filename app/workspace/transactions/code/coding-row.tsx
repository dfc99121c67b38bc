'use client';

import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Field } from '../../ui/field';
import type { FieldSpec } from '../../ui/field-spec';
import type { FormTexts } from '../../ui/form-texts';
import { LeaveGuard } from '../../ui/leave-guard';
import type { RowState } from './row-state';
import { useRowSaving } from './use-row-saving';
import { type RowSuggestion, useRowValues } from './use-row-values';

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

type Fault = RowState['faults'][number];

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
  const { state, told, dirty, isUnsaved, touch, save } = useRowSaving(version, action, formTexts);
  const [ready, setReady] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { held, open, begin, fill } = useRowValues(values, suggestions);
  useEffect(() => setReady(true), []);

  function sent(then = ''): FormData {
    const entry = new FormData(form.current ?? undefined);
    entry.set('then', then);
    return entry;
  }

  function leave(event: FocusEvent<HTMLFormElement>) {
    if (!isUnsaved() || event.currentTarget.contains(event.relatedTarget)) return;
    save(sent(), 'saved');
  }

  function undo() {
    const { before } = state;
    if (!before) return;
    begin(before);
    const entry = new FormData();
    entry.set('id', id);
    for (const { name } of fields) entry.set(name, before[name] ?? '');
    save(entry, 'undone');
    // The button goes with what it has undone.
    setTimeout(() => firstControl(form.current)?.focus());
  }

  function take(suggestion: RowSuggestion) {
    fill(suggestion, new FormData(form.current ?? undefined));
    touch(true);
    setTimeout(() => focusOn(form.current, suggestion.field));
  }

  function review() {
    save(sent('review'), 'saved');
    goOn(form.current);
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
  const [placedFaults, unplaced] = byPlace(faults, fields);
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
        <RowFields
          key={held.generation}
          formId={`row-${id}`}
          fields={fields}
          values={held.values}
          suggestions={open}
          faults={faults}
          texts={formTexts}
        />
      )}
      <div className="coding-done">
        {!reviewed && <RowTools suggestions={open} texts={texts} onTake={take} onReview={review} />}
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

interface RowFieldsProps {
  formId: string;
  fields: FieldSpec[];
  values: Record<string, string>;
  suggestions: readonly RowSuggestion[];
  faults: readonly Fault[];
  texts: FormTexts;
}

/** The fields of a row; where something is suggested, it stands in grey. */
function RowFields({ formId, fields, values, suggestions, faults, texts }: RowFieldsProps) {
  return (
    <div className="split-fields">
      {fields.map((field) => {
        const suggestion = suggestions.find((one) => one.field === field.name);
        const value = values[field.name] ?? '';
        return (
          <Field
            key={field.name}
            formId={formId}
            field={suggestion ? { ...field, placeholder: suggestion.value, hint: suggestion.why } : field}
            value={value}
            typed={values[`${field.name}.typed`] ?? value}
            fault={faults.find((fault) => fault.field === field.name)?.message}
            texts={texts}
            shown={true}
          />
        );
      })}
    </div>
  );
}

interface RowToolsProps {
  suggestions: readonly RowSuggestion[];
  texts: RowTexts;
  onTake: (suggestion: RowSuggestion) => void;
  onReview: () => void;
}

/** What can be done to a row that is not reviewed yet. */
function RowTools({ suggestions, texts, onTake, onReview }: RowToolsProps) {
  return (
    <>
      {suggestions.map((suggestion) => (
        <button key={suggestion.field} type="button" onClick={() => onTake(suggestion)}>
          {texts.take.replace('{value}', suggestion.value)}
        </button>
      ))}
      <button type="button" aria-keyshortcuts="Control+Enter" onClick={onReview}>
        {texts.review}
      </button>
    </>
  );
}

const firstControl = (form: HTMLFormElement | null | undefined) =>
  form?.querySelector<HTMLElement>('input:not([type=hidden]), select');

function focusOn(form: HTMLFormElement | null, field: string): void {
  const control = form?.elements.namedItem(`${field}.typed`) ?? form?.elements.namedItem(field);
  if (control instanceof HTMLElement) control.focus();
}

/** To the next row that is not reviewed. */
function goOn(form: HTMLFormElement | null): void {
  const rows = [...document.querySelectorAll<HTMLFormElement>('form.coding-row:not([data-reviewed])')];
  const next = rows[rows.indexOf(form as HTMLFormElement) + 1];
  // From the last there is no next: to what it is called, since its fields go.
  (firstControl(next) ?? form?.querySelector('a'))?.focus();
}

/** The faults that stand at a field, and the others. */
function byPlace(faults: readonly Fault[], fields: readonly FieldSpec[]): [Fault[], Fault[]] {
  const isPlaced = ({ field }: Fault) => fields.some(({ name }) => name === field);
  return [faults.filter(isPlaced), faults.filter((fault) => !isPlaced(fault))];
}
