/** One fault of a form, in the page's language. */
export interface ShownFault {
  field?: string | undefined;
  message: string;
  /** Shown in the summary only: the field itself is not wrong. */
  summaryOnly?: boolean | undefined;
}

/**
 * The result of a portal form's action; empty before the first post. It returns with the next post in a hidden field,
 * in plain text, so it holds no secret and is never trusted.
 */
export interface FormState {
  faults?: ShownFault[];
  /** Header of the summary; else it counts the faults (P8.023). */
  header?: string;
  /** The typed values of fields other than secrets, for the page without script. */
  values?: Record<string, string>;
  /** The form is done: the browser's next address. */
  goTo?: string;
}

/** The texts that every form needs, in the page's language. */
export interface FormTexts {
  /** "There is 1 problem", and so on to four. */
  problems: string[];
  systemHeader: string;
  system: string;
  /** The label of the button while the form is sent. */
  busy: string;
}
