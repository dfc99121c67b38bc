/** One thing that is wrong with a form, in the words of the page. */
export interface ShownFault {
  field?: string | undefined;
  message: string;
  /** Stands in the summary only: the field isn't wrong by itself. */
  summaryOnly?: boolean | undefined;
}

/**
 * What a portal form's action answers; nothing: the form as first seen. It comes back with the next post in a
 * hidden field, in plain text: no secret is in it, and nothing of it is trusted.
 */
export interface FormState {
  faults?: ShownFault[];
  /** Header of the summary; else it counts the faults (P8.023). */
  header?: string;
  /** What was typed into fields that are no secrets, for the page without a script. */
  values?: Record<string, string>;
  /** The form is done: where the browser goes now. */
  goTo?: string;
}

/** The texts that every form needs, in the page's language. */
export interface FormTexts {
  /** "There is 1 problem", and so on to four. */
  problems: string[];
  systemHeader: string;
  system: string;
  /** The label of the button while the form is under way. */
  busy: string;
}
