import { trimPassword } from '../../../../lib/identity/password-rules';
import { CallRefused, call, reportError } from '../call';
import { enhanceForm, type FormTexts, failByDefault, required } from '../form';
import { enter, go, lookUp, rememberUser } from '../front-door';
import { pageData } from '../page-data';
import { confirmationFault, liveRules, type PasswordTexts, passwordFault } from '../password-choice';
import { watchSession } from '../session-warning';

export interface ResetPasswordData {
  brand: string;
  active: boolean;
  signIn: string;
  expired: string;
  logout: string;
  form: FormTexts;
  required: Record<string, string>;
  password: PasswordTexts;
  /** What a token user is told: the sentence with `{pin}` in it, and the way on. */
  firstPin: { title: string; text: string; wayOn: string };
}

const data = pageData<ResetPasswordData>();

if (data.active) {
  // The link has done its part: it stays in no history and no screenshot.
  const address = new URL(location.href);
  address.searchParams.delete('token');
  history.replaceState(null, '', address);
  const form = enhanceForm('reset-password', {
    texts: data.form,
    checks: {
      userId: required(data.required.userId),
      credential: (value, form) => passwordFault(trimPassword(value), form.value('userId'), data.password),
      confirmation: (value, form) =>
        confirmationFault(trimPassword(value), trimPassword(form.value('credential')), data.password)
    },
    together: { credential: 'confirmation', userId: 'credential' },
    async submit(form) {
      const userId = form.value('userId').trim();
      const credential = trimPassword(form.value('credential'));
      const token = (form.element.elements.namedItem('token') as HTMLInputElement).value;
      const [user, changed] = await Promise.allSettled([
        lookUp(userId),
        call('POST', '/services/authentication-service/public/change-password', { json: { token, userId, credential } })
      ]);
      if (changed.status === 'rejected') throw changed.reason;
      const { firstPin } = (await changed.value.json()) as { firstPin?: string };
      // A token user signs in with the token, not with the password.
      if (firstPin) return showFirstPin(form.element, firstPin);
      // The password is the new one already: to try again would only find the link used.
      if (user.status === 'rejected') return location.assign(data.signIn);
      const next = await enter(user.value.b2BAlias, 'password', credential);
      rememberUser(userId, data.brand);
      go(next);
    },
    failed(error, form) {
      const refused = error instanceof CallRefused ? error : null;
      if (refused?.code === 'reset.token.inactive') return location.assign(data.expired);
      if (refused?.status === 401) return location.assign(data.signIn);
      if (!refused) reportError(error);
      failByDefault(error, form, data.form);
    }
  });
  liveRules(form.input('credential'), () => form.value('userId'), data.password);
  form.input('userId').addEventListener('input', () => form.input('credential').dispatchEvent(new Event('input')));
}
watchSession({ logout: data.logout });

/** Tells a token user the first PIN of their token, in the place of the form: it is nowhere else (CD.70). */
function showFirstPin(form: HTMLFormElement, pin: string): void {
  const [heading, sentence, wayOn] = ['h1', 'p', 'a'].map((tag) => document.createElement(tag)) as [
    HTMLElement,
    HTMLElement,
    HTMLAnchorElement
  ];
  heading.textContent = data.firstPin.title;
  heading.tabIndex = -1;
  sentence.textContent = data.firstPin.text.replace('{pin}', pin);
  wayOn.textContent = data.firstPin.wayOn;
  wayOn.href = data.signIn;
  wayOn.className = 'primary';
  form.parentElement?.replaceChildren(heading, sentence, wayOn);
  heading.focus();
}
