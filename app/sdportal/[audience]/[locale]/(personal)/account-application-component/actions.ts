'use server';

import { answerApplication } from '../company-registration-component/answer-application';
import type { ApplicationState } from '../company-registration-component/application-form';

/** Takes what somebody tells who applies for a card account, and then the word that it is to be sent in (C2.001). */
export async function applyForAccount(_state: ApplicationState, form: FormData): Promise<ApplicationState> {
  return answerApplication('account_application', form);
}
