/** A fault of a form; `missing`: a required field is empty. */
export interface FormFault {
  field?: string;
  message: string;
  missing?: boolean;
}

/** The outcome of a posted form. `faults` are in the reader's language. */
export interface FormState {
  faults: FormFault[];
  /** The typed values, to show again. */
  values: Record<string, string | string[]>;
  /** The current version of the record, if another user has saved it. */
  version?: number;
  /** The post was only previewed, and is still unsaved. */
  unsaved?: true;
  /** The next page, where it is not one of the workspace: the browser loads it. */
  goTo?: string;
}

/** The state of a form before its first post. */
export const UNSENT: FormState = { faults: [], values: {} };
