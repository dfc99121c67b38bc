import type { FormState } from '../../ui/form-state';
import type { Division, Line } from './splitting';

/** What an editor of splits that was sent came to. */
export interface EditorState extends FormState {
  /** The splits as they were sent, or as a step has made them. */
  splits?: { by: Division; even: boolean; lines: readonly Omit<Line, 'key'>[] };
  /** Tells one step that the server has done from the next. */
  stepped?: string;
  /** What was done beside, in the reader's language. */
  told?: string;
}

/** The texts of the editor in the reader's language; with `{number}`, `{amount}` or `{percent}` in them. */
export interface EditorTexts {
  part: string;
  percent: string;
  amount: string;
  tax: string;
  taxHint: string;
  add: string;
  remove: string;
  removed: string;
  undo: string;
  even: string;
  rest: string;
  by: string;
  byAmount: string;
  byPercent: string;
  total: string;
  left: string;
  over: string;
  settled: string;
  taxLeft: string;
  comesTo: string;
  withTax: string;
  tooMany: string;
  keys: string;
  /** By the keys: what they do. */
  shortcuts: [keys: string, does: string][];
}
