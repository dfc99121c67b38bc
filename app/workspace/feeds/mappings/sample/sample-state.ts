import type { FormState } from '../../../ui/form-state';

/** A column of a sample as the page shows it: long numbers have only their last four digits. */
export interface ShownColumn {
  number: number;
  name: string;
  values: string[];
  /** The field that it is matched to; empty: none. */
  field: string;
}

/** A cell of a row as it would be read; with a fault, what the file has. */
export interface ReadCell {
  value: string;
  fault: string | null;
}

/** The first rows of a sample by the current choices. */
export interface SampleRows {
  /** What keeps the rows from being read, or of the sample as a whole. */
  problem: string | null;
  headings: string[];
  rows: { number: number /** Faults of no one cell. */; faults: string[]; cells: ReadCell[] }[];
}

/** The outcome of a form that makes a mapping of a sample. */
export interface SampleState extends FormState {
  /** Differs for each sample: its proposals take the place of what was chosen for another. */
  sample?: string;
  columns?: ShownColumn[];
  /** How many columns are matched, in words. */
  matched?: string;
  read?: SampleRows;
}
