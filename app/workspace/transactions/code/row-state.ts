import type { FormState } from '../../ui/form-state';

/** The outcome of saving a row. */
export interface RowState extends FormState {
  /** The earlier values, for undo. Absent: nothing was saved. */
  before?: Record<string, string>;
  /** Whether it is now reviewed. */
  reviewed?: true;
}
