import type { FormState } from '@/app/sdportal/ui/form-state';

/** The outcome of refusing a link. */
export interface LinkRefusalState extends FormState {
  /** The refusal took effect, or its link is no longer valid. */
  outcome?: 'refused' | 'inactive';
}
