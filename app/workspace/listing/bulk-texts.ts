/** An action of a list's bulk bar. */
export interface BulkButton {
  value: string;
  label: string;
  explanation?: string;
  danger?: boolean;
  /** Whether it opens a page with further questions. */
  leads?: boolean;
  /** The label of the reason, for an action that requires one. */
  reason?: string;
  /** Whether it can be taken back: then nobody is asked before, and a toast offers the way back. */
  undoable?: boolean;
  /** Whether it only takes another action back. */
  isReverse?: boolean;
}

/** The texts of bulk actions, in the reader's language. */
export interface BulkTexts {
  label: string;
  /** Absent if the page shows all matching rows. */
  all?: string;
  /** With `{count}` in it. */
  selected: string;
  /** With `{action}`, `{count}` and `{total}` in it. */
  some: string;
  clear: string;
  undone: string;
  cancel: string;
  sending: string;
  failed: string;
  serverDown: string;
}
