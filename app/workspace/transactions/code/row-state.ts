import type { FormState } from '../../ui/form-state';

/** What came of a row that was saved by itself. */
export interface RowState extends FormState {
  /** What it held before; to be written back. Absent: nothing was saved. */
  before?: Record<string, string>;
  /** Whether it is reviewed by now. */
  reviewed?: true;
}
