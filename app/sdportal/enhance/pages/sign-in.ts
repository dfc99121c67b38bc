import { CallRefused, call, reportError } from '../call';
import { readCookie } from '../cookies';
import { tidyUp } from '../deferred-tasks';
import { enhanceForm, type Form, type FormTexts, required } from '../form';
import { enter, go, logSignIn, lookUp, rememberUser } from '../front-door';
import { pageData } from '../page-data';

export interface SignInData {
  brand: string;
  forceRefreshMillis: number;
  uiLogging: boolean;
  form: FormTexts;
  required: Record<string, string>;
  failedHeader: string;
  /** What stands over the reason when nobody could be signed in (C8.015). */
  unable: string;
  failed: string;
}

export const data = pageData<SignInData>();

/** The flow of portal section 4, "Sign-in". */
export const form = enhanceForm('sign-in', {
  texts: data.form,
  checks: { userId: required(data.required.userId), password: required(data.required.password) },
  async submit(form) {
    sessionStorage.clear();
    await call('POST', '/sdportal/rest/user/logoff');
    const userId = form.value('userId').trim();
    const { b2BAlias, loginType } = await lookUp(userId);
    const type = loginType === 'token' ? 'token' : 'password';
    const address = await enter(b2BAlias, type, form.value('password').replace(/^ +| +$/g, ''));
    rememberUser(userId, data.brand);
    if (data.uiLogging) await logSignIn();
    go(address);
  },
  failed
});
if (!form.value('userId') && !document.getElementById('error-summary')) {
  form.input('userId').value = readCookie('user_id') ?? '';
}
tidyUp(data);

/** Both fields are cleared and the error shown (P4.002): HTTP 500 as a system error, all else as an invalid login (P8.001, P8.002). */
function failed(error: unknown, form: Form): void {
  form.clear('userId', 'password');
  const refused = error instanceof CallRefused ? error : null;
  const status = refused?.status ?? 500;
  if (status >= 500) reportError(error);
  if (status === 500) form.fail([{ message: data.form.system }], data.form.systemHeader);
  else {
    const told =
      status === 429 || status === 503 || refused?.code === 'temporary.password.expired' ? refused?.message : '';
    const header = status === 503 ? data.unable : data.failedHeader;
    form.fail([told ? { message: told } : { field: 'userId', message: data.failed, summaryOnly: true }], header);
  }
}
