'use client';

import { type RefObject, useEffect, useRef, useState } from 'react';
import type { FieldSpec } from '../../ui/field-spec';
import type { EditorState } from './editor-state';
import { placedName } from './placed';
import { type Line, type Splitting, type Step, splittingOf, stepped } from './splitting';

/** The splits that a page comes with. */
export type GivenSplits = Pick<Splitting, 'whole' | 'locale' | 'by'> & { lines: readonly Omit<Line, 'key'>[] };

/**
 * The splits while somebody edits them: step by step here, or as the server has answered. The focus follows what a step
 * has changed; `undo` is for the button that brings back what was removed.
 */
export function useSplitting(
  given: GivenSplits,
  state: EditorState,
  coded: readonly FieldSpec[],
  form: RefObject<HTMLFormElement | null>
) {
  const [splitting, setSplitting] = useState(() => splittingFrom(given, state));
  const [dirty, setDirty] = useState(false);
  const undo = useRef<HTMLButtonElement>(null);
  const filled = useRef(false);
  const { removed } = splitting;

  useEffect(() => {
    if (!state.stepped) return;
    setSplitting((before) => later(before, splittingFrom(given, state)));
    setDirty(true);
    filled.current = true;
  }, [state, given]);
  // What was filled in is to be looked at, once it is there.
  useEffect(() => {
    if (filled.current && splitting) firstControl(form.current)?.focus();
    filled.current = false;
  }, [splitting, form]);
  useEffect(() => {
    if (removed) undo.current?.focus();
  }, [removed]);

  const touch = () => setDirty(true);

  function take(step: Step) {
    const whole = step.do === 'remove' ? { ...step, held: heldAt(form.current, coded, step.index) } : step;
    setSplitting(stepped(splitting, whole));
    touch();
    const share = shareAfter(step, splitting);
    if (share !== null) setTimeout(() => focusShare(form.current, share, splitting.by));
  }

  return { splitting, take, dirty, touch, undo };
}

/** The splits of an answer that was posted without script, else those that the page came with. */
function splittingFrom(given: GivenSplits, { splits }: EditorState): Splitting {
  if (!splits) return splittingOf(given, given.lines);
  return { ...splittingOf({ ...given, by: splits.by }, splits.lines), even: splits.even };
}

/** Under keys of their own, so that every field begins anew. */
function later(before: Splitting, next: Splitting): Splitting {
  const lines = next.lines.map((line) => ({ ...line, key: line.key + before.nextKey }));
  return { ...next, lines, nextKey: before.nextKey + next.nextKey };
}

const firstControl = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('[data-split] :is(input:not([type=hidden]), select)');

/** Where a step leads whose button may be gone after it: to the split that it has changed. */
function shareAfter(step: Step, { lines, removed }: Splitting): number | null {
  // One that was alone has become the first of two.
  if (step.do === 'add') return lines.length === 1 ? 0 : lines.length;
  if (step.do === 'rest') return lines.length - 1;
  return step.do === 'undo' && removed ? removed.index : null;
}

function focusShare(form: HTMLFormElement | null, index: number, by: Splitting['by']): void {
  const control = form?.elements.namedItem(placedName(index, by));
  if (!(control instanceof HTMLInputElement)) return;
  control.focus();
  control.select();
}

/** What the fields of a split hold by now. */
function heldAt(form: HTMLFormElement | null, coded: readonly FieldSpec[], index: number): Line['held'] {
  const names = coded.flatMap(({ name }) => [name, `${name}.typed`]);
  return Object.fromEntries(
    names.flatMap((name) => {
      const control = form?.elements.namedItem(placedName(index, name));
      return control instanceof HTMLInputElement || control instanceof HTMLSelectElement ? [[name, control.value]] : [];
    })
  );
}
