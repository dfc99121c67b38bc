import { call, reportError } from '../call';
import { enhanceForm, type FormTexts } from '../form';
import { leave } from '../front-door';
import { pageData } from '../page-data';
import { watchSession } from '../session-warning';

export interface NextTokenData {
  logout: string;
  form: FormTexts;
  required: Record<string, string>;
  passcodeLength: string;
  invalidToken: string;
}

const data = pageData<NextTokenData>();
const INVALID_TOKEN = '14008';

async function start(): Promise<void> {
  const answer = await call('GET', '/sdportal/rest/rsapin/information?action=nexttoken');
  const info = (await answer.json()) as { shouldAccess: boolean; b2BAlias: string; forwardFormEndpoint: string };
  if (!info.shouldAccess) return leave(data.logout);
  const parameters = new URLSearchParams(location.search);
  const form = enhanceForm('next-token', {
    texts: data.form,
    checks: {
      password: (value) =>
        value === '' ? (data.required.password ?? '') : /^\d{8}$/.test(value) ? null : data.passcodeLength
    },
    async submit(form) {
      const { url } = await call('POST', info.forwardFormEndpoint, {
        form: {
          username: info.b2BAlias,
          'login-form-type': 'next-token',
          password: form.value('password'),
          referral_path: location.pathname,
          authn_attempt_id: parameters.get('authn_attempt_id') ?? '',
          in_response_to: parameters.get('in_response_to') ?? ''
        }
      });
      // The front door tells by the address it leads to (P4.033 to P4.035).
      const code = new URL(url).searchParams.get('ec');
      if (code === null) return location.assign(url);
      form.clear('password');
      form.setBusy(false);
      if (code === INVALID_TOKEN) form.fail([{ field: 'password', message: data.invalidToken }]);
      else form.fail([{ message: data.form.system }], data.form.systemHeader);
    }
  });
  // Who has gone elsewhere meanwhile stays there.
  if (!document.getElementById('error-summary') && document.activeElement === document.body)
    form.input('password').focus();
}

start().catch((error) => {
  reportError(error);
  leave(data.logout);
});
watchSession({ logout: data.logout });
