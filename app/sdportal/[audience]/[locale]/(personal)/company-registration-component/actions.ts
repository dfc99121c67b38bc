'use server';

import { answerApplication } from './answer-application';
import type { ApplicationState } from './application-form';

/** Takes what a company tells of itself, and then its word that it is to be sent in (C2.001). */
export async function registerCompany(_state: ApplicationState, form: FormData): Promise<ApplicationState> {
  return answerApplication('company', form);
}
