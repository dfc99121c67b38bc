'use server';

import { answerApplication } from './answer-application';
import type { ApplicationState } from './application-form';

/** Accepts a company's registration, then its confirmation (C2.001). */
export async function registerCompany(_state: ApplicationState, form: FormData): Promise<ApplicationState> {
  return answerApplication('company', form);
}
