'use client';

import { type FocusEvent, type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { FieldSpec } from '../../ui/field-spec';
import type { FormTexts } from '../../ui/form-texts';
import type { RowState } from './row-state';
import { useRowSaving } from './use-row-saving';
import { type RowSuggestion, useRowValues } from './use-row-values';

/** What a row begins with. */
export interface RowSetup {
  id: string;
  version: number;
  action: (form: FormData) => Promise<RowState>;
  fields: FieldSpec[];
  values: Record<string, string>;
  suggestions: readonly RowSuggestion[];
}

/** The state of a row: its values and messages, and a handler for each step of its editor. */
export function useCodingRow({ id, version, action, fields, values, suggestions }: RowSetup, formTexts: FormTexts) {
  const { state, status, dirty, isUnsaved, touch, save } = useRowSaving(version, action, formTexts);
  const [ready, setReady] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { held, open, begin, fill } = useRowValues(values, suggestions);
  useEffect(() => setReady(true), []);

  const touched = () => touch(true);

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
    // The button disappears once it has undone the change.
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

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    save(sent(), 'saved');
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
    // Suggestions are shown in grey: the right arrow at the end accepts them.
    if (event.key === 'ArrowRight' && suggestion && target.value === '') {
      event.preventDefault();
      take(suggestion);
    }
  }

  return { form, ready, state, status, dirty, held, open, touched, leave, undo, take, review, submit, press };
}

const firstControl = (form: HTMLFormElement | null | undefined) =>
  form?.querySelector<HTMLElement>('input:not([type=hidden]), select');

function focusOn(form: HTMLFormElement | null, field: string): void {
  const control = form?.elements.namedItem(`${field}.typed`) ?? form?.elements.namedItem(field);
  if (control instanceof HTMLElement) control.focus();
}

/** Moves to the next unreviewed row. */
function goOn(form: HTMLFormElement | null): void {
  const rows = [...document.querySelectorAll<HTMLFormElement>('form.coding-row:not([data-reviewed])')];
  const next = rows[rows.indexOf(form as HTMLFormElement) + 1];
  // After the last row the focus moves to its title, since its fields disappear.
  (firstControl(next) ?? form?.querySelector('a'))?.focus();
}
