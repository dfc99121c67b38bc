import type { FormState } from '@/app/sdportal/ui/form-state';

/** What the refusal of a link came to. */
export interface LinkRefusalState extends FormState {
  /** It took effect, or is no use any more. */
  outcome?: 'refused' | 'inactive';
}
