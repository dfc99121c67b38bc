import type { FormState } from '../ui/form-state';

/** The state of a form of the studio. */
export interface StudioState extends FormState {
  /** The draft was saved, though not published. */
  isSaved?: true;
}
