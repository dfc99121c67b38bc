/** What a form that was sent came to. `faults` are in the reader's language. */
export interface FormState {
  faults: { field?: string; message: string }[];
  /** What was typed, to show it again. */
  values: Record<string, string | string[]>;
  /** The version that the record has by now, when somebody else has saved it. */
  version?: number;
}

/** A form as first seen. */
export const UNSENT: FormState = { faults: [], values: {} };
