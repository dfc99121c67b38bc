/** The texts of every form, in the reader's language. */
export interface FormTexts {
  /** "There are … problems", for one to ten; more are told as ten. */
  problems: string[];
  /** Header of the summary when nothing is wrong but empty fields. */
  missing: string;
  required: string;
  requiredHint: string;
  choose: string;
  cancel: string;
  sending: string;
  /** With `{count}` in it. */
  left: string;
  leaveTitle: string;
  leaveText: string;
  leave: string;
  stay: string;
  noMatch: string;
  linesHint: string;
  failed: string;
  serverDown: string;
  loadFailed: string;
}
