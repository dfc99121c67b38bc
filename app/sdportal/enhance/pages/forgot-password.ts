import { CallRefused, call, reportError } from '../call';
import { showErrorSummary } from '../error-summary';
import { enhanceForm, type Form, type FormTexts, failByDefault, required } from '../form';
import { lookUp } from '../front-door';
import { pageData } from '../page-data';
import { watchSession } from '../session-warning';

export interface ForgotPasswordData {
  brand: string;
  locale: string;
  logout: string;
  passwordResetLink: boolean;
  /** In development the flag can be set in local storage (PD.14). */
  development: boolean;
  form: FormTexts;
  required: Record<string, string>;
}

const data = pageData<ForgotPasswordData>();
const PUBLIC = '/services/authentication-service/public';
let question = { questionId: '', questionText: '', questionResponse: '' };

function isLinkOn(): boolean {
  const stored = data.development ? localStorage.getItem('PasswordResetLink') : null;
  return stored === null ? data.passwordResetLink : stored === 'true';
}

/** Shows one of the page's screens (P3.023), its heading read first. */
function show(screen: string): void {
  for (const section of document.querySelectorAll<HTMLElement>('[data-screen]')) {
    section.hidden = section.dataset.screen !== screen;
  }
  showErrorSummary('', []);
  const heading = document.querySelector<HTMLElement>(`[data-screen="${screen}"] h1`);
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus();
  document.title = document.title.replace(/^.* – /, `${heading.textContent} – `);
}

/** The call must be answered with 202 (P4.009, P5.023). */
async function ask(address: string, json: unknown): Promise<void> {
  const { status } = await call('POST', address, { json });
  if (status !== 202) throw new Error('Unexpected status code');
}

/** The error body's first entry at the one field there is; with none the field just gets the focus (P8.012, P8.013). */
function failedAt(name: string) {
  return (error: unknown, form: Form) => {
    const refused = error instanceof CallRefused ? error : null;
    if (refused?.message && refused.status < 500) return form.fail([{ field: name, message: refused.message }]);
    form.input(name).focus();
    if (!refused) reportError(error);
    else if (refused.status >= 500) failByDefault(error, form, data.form);
  };
}

const userIdForm = enhanceForm('forgot-password', {
  texts: data.form,
  checks: { userId: required(data.required.userId) },
  async submit(form) {
    const userId = form.value('userId').trim();
    if (isLinkOn()) {
      const { loginType } = await lookUp(userId);
      await ask(`${PUBLIC}/forgot-password`, { userId, locale: data.locale });
      show(loginType === 'token' ? 'token-link-sent' : 'link-sent');
    } else {
      question = await (await call('POST', '/cpae/public/users/securityquestions', { json: userId })).json();
      (document.getElementById('question-text') as HTMLElement).textContent = question.questionText;
      show('question');
    }
    form.setBusy(false);
  },
  failed: failedAt('userId')
});

enhanceForm('security-question', {
  texts: data.form,
  checks: { questionResponse: required(data.required.questionResponse) },
  async submit(form) {
    const { questionId } = question.questionId
      ? question
      : { questionId: (form.element.elements.namedItem('questionId') as HTMLInputElement).value };
    await ask(`${PUBLIC}/temporary-passwords`, {
      userId: userIdForm.value('userId').trim(),
      locale: data.locale,
      cobrandName: data.brand,
      securityQuestionSTO: { questionId, questionResponse: form.value('questionResponse').trim() }
    });
    show('temporary-sent');
  },
  failed: failedAt('questionResponse')
});
watchSession({ logout: data.logout });
