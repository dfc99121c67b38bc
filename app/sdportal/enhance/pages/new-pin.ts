import { CallRefused, call, reportError } from '../call';
import { PENDING_PIN } from '../deferred-tasks';
import { enhanceForm, type Form, type FormTexts } from '../form';
import { enter, leave } from '../front-door';
import { pageData } from '../page-data';
import { watchSession } from '../session-warning';

export interface NewPinData {
  logout: string;
  form: FormTexts;
  required: Record<string, string>;
  fourDigits: string;
  leadingZero: string;
  notMatching: string;
  passcodeLength: string;
  invalidPin: string;
}

interface TokenInfo {
  shouldAccess: boolean;
  ldapId: string;
  b2BAlias: string;
}

const data = pageData<NewPinData>();
const TOKENS = '/services/twofactortoken-service/protected';
const leaving = (notice?: 'down' | 'error') =>
  leave(notice ? `${data.logout}${data.logout.includes('?') ? '&' : '?'}notice=${notice}` : data.logout);

const sendPin = (ldapId: string, newPin: string) => call('POST', `${TOKENS}/tokens/${ldapId}`, { json: { newPin } });

/** P8.014 to P8.016: an invalid PIN keeps the person here; anything else is told on the way out. */
function failed(error: unknown, form?: Form): void {
  const refused = error instanceof CallRefused ? error : null;
  const marked = refused?.statusText.includes('INVALID_PIN') || refused?.code === 'invalid.pin';
  if (form && marked && (refused?.status === 400 || refused?.status === 422)) {
    localStorage.removeItem(PENDING_PIN);
    form.clear('passcode');
    form.fail([{ field: 'newPin', message: refused?.message || data.invalidPin }]);
    return;
  }
  reportError(error);
  localStorage.removeItem(PENDING_PIN);
  leaving(refused?.status === 503 ? 'down' : 'error');
}

async function start(): Promise<void> {
  const answer = await call('GET', '/sdportal/rest/rsapin/information?action=newpin');
  const info = (await answer.json()) as TokenInfo;
  if (!info.shouldAccess) return leaving();
  const pending = localStorage.getItem(PENDING_PIN);
  if (pending) {
    // Kept from a sign-in that led back here: sent at once (P4.026).
    localStorage.removeItem(PENDING_PIN);
    try {
      await sendPin(info.ldapId, pending);
      await leaving();
    } catch (error) {
      failed(error);
    }
    return;
  }
  const pin = (value: string) =>
    /^\d{4}$/.test(value) ? (value.startsWith('0') ? data.leadingZero : null) : data.fourDigits;
  const form = enhanceForm('new-pin', {
    texts: data.form,
    checks: {
      newPin: (value) => (value === '' ? (data.required.newPin ?? '') : pin(value)),
      confirmPin: (value, form) =>
        value === '' ? (data.required.confirmPin ?? '') : value === form.value('newPin') ? null : data.notMatching,
      passcode: (value) =>
        value === '' ? (data.required.passcode ?? '') : /^\d{8}$/.test(value) ? null : data.passcodeLength
    },
    together: { newPin: 'confirmPin' },
    async submit(form) {
      const sealed = await call('POST', `${TOKENS}/pending-pins`, { json: { newPin: form.value('newPin') } });
      const { pendingPin } = (await sealed.json()) as { pendingPin: string };
      localStorage.setItem(PENDING_PIN, pendingPin);
      // A passcode that doesn't sign in ends it (P4.029).
      const address = await enter(info.b2BAlias, 'token', form.value('passcode')).catch(() => '');
      if (!address.includes('new-rsa-pin-component')) {
        localStorage.removeItem(PENDING_PIN);
        return leaving(address ? undefined : 'error');
      }
      await sendPin(info.ldapId, pendingPin);
      localStorage.removeItem(PENDING_PIN);
      await leaving();
    },
    failed
  });
  // Who has begun to type meanwhile stays where they are.
  if (document.activeElement === document.body) form.input('newPin').focus();
}

start().catch((error) => {
  reportError(error);
  leaving();
});
watchSession({ logout: data.logout });
