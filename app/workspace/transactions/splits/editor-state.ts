import type { FormState } from '../../ui/form-state';
import type { Division, Line } from './splitting';

/** The outcome of a posted editor of splits. */
export interface EditorState extends FormState {
  /** The splits as posted, or after a step. */
  splits?: { by: Division; even: boolean; lines: readonly Omit<Line, 'key'>[] };
  /** Distinguishes consecutive steps of the server. */
  stepped?: string;
  /** A notice about another effect, in the reader's language. */
  told?: string;
}

/** The texts of the editor in the reader's language, with `{number}`, `{amount}` or `{percent}` in them. */
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
  /** The descriptions of the shortcuts. */
  shortcuts: [keys: string, does: string][];
}
