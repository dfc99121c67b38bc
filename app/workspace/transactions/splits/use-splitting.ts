'use client';

import { type RefObject, useEffect, useRef, useState } from 'react';
import type { FieldSpec } from '../../ui/field-spec';
import type { EditorState } from './editor-state';
import { placedName } from './placed';
import { type Line, type Splitting, type Step, splittingOf, stepped } from './splitting';

/** The initial splits of a page. */
export type GivenSplits = Pick<Splitting, 'whole' | 'locale' | 'by'> & { lines: readonly Omit<Line, 'key'>[] };

/**
 * The edited splits: steps run here or on the server. The focus follows a step's change; `undo` is for the button that
 * restores the removed split.
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
  // The focus shows the filled-in values once they are rendered.
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

/** The splits of a result posted without script, else the page's. */
function splittingFrom(given: GivenSplits, { splits }: EditorState): Splitting {
  if (!splits) return splittingOf(given, given.lines);
  return { ...splittingOf({ ...given, by: splits.by }, splits.lines), even: splits.even };
}

/** With new keys, so that every field is reset. */
function later(before: Splitting, next: Splitting): Splitting {
  const lines = next.lines.map((line) => ({ ...line, key: line.key + before.nextKey }));
  return { ...next, lines, nextKey: before.nextKey + next.nextKey };
}

const firstControl = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('[data-split] :is(input:not([type=hidden]), select)');

/** The focus after a step whose button may have disappeared: the changed split. */
function shareAfter(step: Step, { lines, removed }: Splitting): number | null {
  // A single split has become the first of two.
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

/** The current values of a split's fields. */
function heldAt(form: HTMLFormElement | null, coded: readonly FieldSpec[], index: number): Line['held'] {
  const names = coded.flatMap(({ name }) => [name, `${name}.typed`]);
  return Object.fromEntries(
    names.flatMap((name) => {
      const control = form?.elements.namedItem(placedName(index, name));
      return control instanceof HTMLInputElement || control instanceof HTMLSelectElement ? [[name, control.value]] : [];
    })
  );
}
