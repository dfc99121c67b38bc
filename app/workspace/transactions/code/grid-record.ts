import type { FieldOption } from '../../ui/field-spec';

/** The most rows of one post. */
export const MOST_ROWS = 25;

/** A column of the grid: the purpose or an accounting code. */
export interface GridColumn {
  /** The name of the field in a row. */
  name: string;
  label: string;
  kind: 'text' | 'list' | 'choice';
  /** For `choice`. */
  options?: FieldOption[];
  /** For `list`: the accounting code, and the column whose value decides what is offered. */
  codeId?: string;
  parent?: string;
  maxLength?: number;
}

/** The values of a row by the names of its columns. */
export type RowValues = Readonly<Record<string, string>>;

/** A transaction of the grid, in the reader's language. */
export interface GridRecord {
  id: string;
  version: number;
  href: string;
  name: string;
  detail: string;
  amount: string;
  values: RowValues;
  /** The columns that the reader can fill in. */
  editable: readonly string[];
  /** Why no cell can be filled in: it is divided. */
  closed: string | null;
}

/** What the server says of a saved row. */
export interface RowOutcome {
  id: string;
  /** The faults; those of a cell name its column. */
  faults: { field?: string; message: string }[];
  /** The current version, if it is known. */
  version?: number;
  saved: boolean;
  reviewed: boolean;
}

/** A suggested value and its reason. */
export interface CellSuggestion {
  value: string;
  why: string;
}

/** The suggestions of rows by id and column. */
export type Suggestions = Readonly<Record<string, Readonly<Record<string, CellSuggestion>>>>;

/** The texts of the grid, in the reader's language. */
export interface GridTexts {
  grid: string;
  transaction: string;
  state: string;
  review: string;
  take: string;
  fill: string;
  undo: string;
  /** With `{value}` and `{why}` in it. */
  suggested: string;
  saving: string;
  saved: string;
  refused: string;
  reviewed: string;
}
