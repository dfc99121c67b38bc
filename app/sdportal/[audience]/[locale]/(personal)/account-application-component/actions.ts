'use server';

import { answerApplication } from '../company-registration-component/answer-application';
import type { ApplicationState } from '../company-registration-component/application-form';

/** Accepts an application for a card account, then its confirmation (C2.001). */
export async function applyForAccount(_state: ApplicationState, form: FormData): Promise<ApplicationState> {
  return answerApplication('account_application', form);
}
