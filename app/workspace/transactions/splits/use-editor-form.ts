'use client';

import { type FormEvent, startTransition, useActionState, useEffect, useMemo, useRef, useState } from 'react';
import type { FieldSpec } from '../../ui/field-spec';
import type { FormTexts } from '../../ui/form-texts';
import { guarded } from '../../ui/guarded-action';
import { pressShortcut } from './editor-keys';
import type { EditorState } from './editor-state';
import { readStep } from './splitting';
import { type GivenSplits, useSplitting } from './use-splitting';

export type EditorAction = (state: EditorState, form: FormData) => Promise<EditorState>;

const UNSENT: EditorState = { faults: [], values: {} };

/**
 * The form of the editor at work: steps are taken here once there is script, everything else is sent to the action.
 * `state` is the last answer, `shown` what of it is still to be told.
 */
export function useEditorForm(action: EditorAction, given: GivenSplits, coded: FieldSpec[], formTexts: FormTexts) {
  const [scripted, setScripted] = useState(false);
  const safe = useMemo(() => guarded(action, formTexts), [action, formTexts]);
  const [state, submit, pending] = useActionState(scripted ? safe : action, UNSENT);
  // Faults are kept by position, so moving a split clears them.
  const [settled, setSettled] = useState<EditorState | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const { splitting, take, dirty, touch, undo } = useSplitting(given, state, coded, form);

  useEffect(() => {
    setScripted(true);
    const press = (event: KeyboardEvent) => pressShortcut(event, form.current);
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pending) return;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const step = submitter instanceof HTMLButtonElement ? readStep(submitter.value) : null;
    if (step) {
      take(step);
      if (step.do !== 'by') setSettled(state);
      return;
    }
    // After a save the next page starts fresh; any other result leaves unsaved values.
    const sent = new FormData(event.currentTarget, submitter);
    setSettled(null);
    startTransition(() => submit(sent));
  }

  const faults = state === settled ? [] : state.faults;
  const shown = { ...state, faults };
  return { form, scripted, submit, send, pending, state, shown, splitting, take, dirty, touch, undo };
}
