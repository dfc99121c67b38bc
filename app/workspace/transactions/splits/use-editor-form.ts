'use client';

import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { FieldSpec } from '../../ui/field-spec';
import type { FormTexts } from '../../ui/form-texts';
import { usePostedForm } from '../../ui/use-posted-form';
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
  const posted = usePostedForm<EditorState>(action, formTexts, UNSENT);
  const { state, submit, pending, scripted } = posted;
  // Faults are kept by position, so moving a split clears them.
  const [settled, setSettled] = useState<EditorState | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const { splitting, take, dirty, touch, undo } = useSplitting(given, state, coded, form);

  useEffect(() => {
    const press = (event: KeyboardEvent) => pressShortcut(event, form.current);
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);

  function send(event: FormEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent as SubmitEvent;
    const step = submitter instanceof HTMLButtonElement ? readStep(submitter.value) : null;
    if (!step) {
      // After a save the next page starts fresh; any other result leaves unsaved values.
      if (posted.send(event)) setSettled(null);
      return;
    }
    event.preventDefault();
    if (pending) return;
    take(step);
    if (step.do !== 'by') setSettled(state);
  }

  const faults = state === settled ? [] : state.faults;
  const shown = { ...state, faults };
  return { form, scripted, submit, send, pending, state, shown, splitting, take, dirty, touch, undo };
}
