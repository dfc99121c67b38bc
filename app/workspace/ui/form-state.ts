/** Something that is wrong with a form; `missing`: a required field is empty. */
export interface FormFault {
  field?: string;
  message: string;
  missing?: boolean;
}

/** What a form that was sent came to. `faults` are in the reader's language. */
export interface FormState {
  faults: FormFault[];
  /** What was typed, to show it again. */
  values: Record<string, string | string[]>;
  /** The version that the record has by now, when somebody else has saved it. */
  version?: number;
  /** What was sent was looked at alone, and still waits to be saved. */
  unsaved?: true;
}

/** A form as first seen. */
export const UNSENT: FormState = { faults: [], values: {} };
