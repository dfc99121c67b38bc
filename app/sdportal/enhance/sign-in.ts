import { CallRefused, call, reportError } from './call';
import { readCookie } from './cookies';
import { showErrorSummary } from './error-summary';
import { checkRequired, checkWhenLeft } from './fields';
import type { SignInPageData } from './page-data';
import { enableShowPassword } from './show-password';

/** Signs in without leaving the page: the flow of portal section 4, "Sign-in". */
export function enhanceSignIn(data: SignInPageData): void {
  const form = document.getElementById('sign-in') as HTMLFormElement;
  const fields = [...form.querySelectorAll<HTMLElement>('[data-field]')];
  const userId = document.getElementById('userId') as HTMLInputElement;
  const password = document.getElementById('password') as HTMLInputElement;
  const button = form.querySelector('button[type=submit]') as HTMLButtonElement;
  const label = button.textContent ?? '';
  let busy = false;

  enableShowPassword(data.texts);
  fields.forEach(checkWhenLeft);
  if (!userId.value && !document.getElementById('error-summary')) userId.value = readCookie('user_id') ?? '';
  // A page taken out of the back-forward cache must not hold the password of before.
  addEventListener('pageshow', (event) => {
    if (event.persisted) {
      password.value = '';
      setBusy(false);
    }
  });

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (busy) return;
    const items = fields.flatMap((field) => {
      const description = checkRequired(field);
      return description ? [{ target: field.dataset.field, description }] : [];
    });
    showErrorSummary(items.length === 1 ? data.texts.oneProblem : data.texts.twoProblems, items);
    if (items.length > 0) return;
    setBusy(true);
    try {
      location.assign(await signIn());
    } catch (error) {
      fail(error);
    }
  });

  async function signIn(): Promise<string> {
    sessionStorage.clear();
    await call('POST', '/sdportal/rest/user/logoff');
    const id = userId.value.trim();
    const info = await call('POST', '/services/authentication-service/public/login-info', { json: { userId: id } });
    const { b2BAlias } = (await info.json()) as { b2BAlias: string };
    const answer = await call('POST', `/heracles/login${location.search}`, {
      form: { username: b2BAlias, 'login-form-type': 'password', password: password.value.replace(/^ +| +$/g, '') }
    });
    sessionStorage.setItem('userId', id);
    sessionStorage.setItem('COBRAND', data.brand);
    if (data.uiLogging) {
      const entry = { message: 'User logged in', level: 'INFO', attributes: [] };
      await call('POST', '/sdportal/rest/log/entries', { json: { logEntries: [entry] } }).catch(reportError);
    }
    return answer.text();
  }

  /** Both fields are cleared and the error shown (P4.002): HTTP 500 as a system error, all else as an invalid login (P8.001, P8.002). */
  function fail(error: unknown): void {
    userId.value = '';
    password.value = '';
    setBusy(false);
    const { texts } = data;
    const status = error instanceof CallRefused ? error.status : 500;
    if (status >= 500) reportError(error);
    if (status === 500) showErrorSummary(texts.systemHeader, [{ target: undefined, description: texts.system }]);
    else {
      const told = status === 429 || status === 503 ? (error as Error).message : '';
      const header = status === 503 ? texts.systemHeader : texts.failedHeader;
      showErrorSummary(header, [{ target: told ? undefined : 'userId', description: told || texts.failed }]);
    }
  }

  function setBusy(value: boolean): void {
    busy = value;
    button.textContent = value ? data.texts.progress : label;
    button.setAttribute('aria-disabled', String(value));
  }
}
