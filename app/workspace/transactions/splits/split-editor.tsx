'use client';

import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import type { FieldSpec, FieldValues } from '../../ui/field-spec';
import type { FormFault } from '../../ui/form-state';
import type { FormTexts } from '../../ui/form-texts';
import type { EditorTexts } from './editor-state';
import type { EditorAction } from './use-editor-form';
import type { GivenSplits } from './use-splitting';

export interface EditorButton {
  value: string;
  label: string;
  keys?: string;
  /** Whether it stands in the menu of the others. */
  isMinor?: boolean;
}

export interface SplitEditorProps {
  id: string;
  action: EditorAction;
  /** The fields of the whole, above the splits. */
  head: FieldSpec[];
  values: FieldValues;
  /** The accounting codes and the description of each split. */
  coded: FieldSpec[];
  given: GivenSplits;
  currency: string | null;
  /** The minimum number of splits. */
  least: 1 | 2;
  hidden: Record<string, string | number>;
  version?: number;
  /** What the last step that left this page found missing; shown at its fields until the form is sent. */
  lacking?: readonly FormFault[];
  /** The submit buttons. The first is the main one: Enter presses it, and beside the list the list's key `a`. */
  buttons: EditorButton[];
  /** The name of the menu of minor buttons, where there are any. */
  moreLabel?: string;
  texts: EditorTexts;
  formTexts: FormTexts;
  /** Content between the whole and its splits: suggestions, profiles. */
  children?: ReactNode;
}

/**
 * A cost and its splits: the user adds, removes and evenly divides splits and switches between amounts and percentages,
 * with the remainder always visible. Every step is a submit button, so that it works without script.
 * Its script loads with the first editor: the list, whose panel has one, needs none of it.
 */
export const SplitEditor = dynamic<SplitEditorProps>(() => import('./split-editor-leaf'));
