import { trimPassword } from '../../../../lib/identity/password-rules';
import { CallRefused, call, reportError } from '../call';
import { enhanceForm, type FormTexts, failByDefault, required } from '../form';
import { enter, go, knownUserId, leave, lookUp } from '../front-door';
import { pageData } from '../page-data';
import { confirmationFault, liveRules, type PasswordTexts, passwordFault } from '../password-choice';
import { watchSession } from '../session-warning';

export interface ChangePasswordData {
  signIn: string;
  logout: string;
  profile: string;
  /** Cancel and success return to the profile (P2.045). */
  toProfile: boolean;
  form: FormTexts;
  required: Record<string, string>;
  password: PasswordTexts;
}

const data = pageData<ChangePasswordData>();
const cancel = () => (data.toProfile ? location.assign(data.profile) : leave(data.logout));

const form = enhanceForm('change-password', {
  texts: data.form,
  checks: {
    old: required(data.required.old),
    new1: (value) => passwordFault(trimPassword(value), knownUserId(), data.password),
    new2: (value, form) => confirmationFault(trimPassword(value), trimPassword(form.value('new1')), data.password)
  },
  together: { new1: 'new2' },
  async submit(form) {
    const userId = knownUserId();
    const newCredential = trimPassword(form.value('new1'));
    const [{ b2BAlias, loginType }] = await Promise.all([
      lookUp(userId),
      call('POST', '/services/authentication-service/public/changePassword', {
        json: { userId, oldCredential: trimPassword(form.value('old')), newCredential }
      })
    ]);
    if (data.toProfile) return location.assign(`${data.profile}?changed=password`);
    // A token user signs in with the token, not with the password.
    if (loginType === 'token') return location.assign(data.signIn);
    go(await enter(b2BAlias, 'password', newCredential));
  },
  failed(error, form) {
    const refused = error instanceof CallRefused ? error : null;
    const fields: Record<string, string> = { oldCredential: 'old', newCredential: 'new1' };
    // This browser remembers somebody else: sent without script, the form is about whose session it is.
    if (refused?.status === 400 && refused.field === 'userId') return form.element.submit();
    if (refused?.status === 400) {
      return form.fail([{ field: fields[refused.field] ?? 'new1', message: refused.message }]);
    }
    if (refused?.status === 503 || refused?.status === 429) return failByDefault(error, form, data.form);
    reportError(error);
    cancel();
  }
});
liveRules(form.input('new1'), knownUserId, data.password);
document.getElementById('cancel')?.addEventListener('click', (event) => {
  event.preventDefault();
  cancel();
});
// The field is focused on load (P2.043), unless there is something to read first.
if (!document.getElementById('error-summary')) form.input('old').focus();
watchSession({ logout: data.logout });
