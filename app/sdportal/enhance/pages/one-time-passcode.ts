import { afterPress } from '../after-press';
import { CallRefused, call, reportError } from '../call';
import { showErrorSummary } from '../error-summary';
import { enter, go, knownUserId, logSignIn, lookUp } from '../front-door';
import { pageData } from '../page-data';
import { codeWarningMillis, renewed, watchSession } from '../session-warning';

export interface OneTimePasscodeData {
  signIn: string;
  logout: string;
  locale: string;
  uiLogging: boolean;
  invalid: string;
  required: string;
  /** `{email}` stands for the new address. */
  resent: string;
  oneProblem: string;
  progress: string;
  system: string;
  systemHeader: string;
  /** The page was reached with an error: all boxes are invalid from the start (P5.021). */
  error: boolean;
}

const data = pageData<OneTimePasscodeData>();
const form = document.getElementById('one-time-passcode') as HTMLFormElement;
const group = document.getElementById('boxes') as HTMLFieldSetElement;
const boxes = [...group.querySelectorAll('input')];
const single = document.getElementById('single') as HTMLElement;
const message = document.getElementById('boxes-error') as HTMLElement;
const announcement = document.getElementById('announcement') as HTMLElement;
const button = form.querySelector('button[type=submit]') as HTMLButtonElement;
const label = button.textContent ?? '';
let busy = false;

// One field becomes six boxes (P2.026).
single.remove();
group.hidden = false;
group.disabled = false;

const code = () => boxes.map((box) => box.value).join('');

/** Digits into the boxes from one on, the focus after the last of them. */
function fill(from: number, digits: string): void {
  Array.from(digits)
    .slice(0, boxes.length - from)
    .forEach((digit, at) => {
      (boxes[from + at] as HTMLInputElement).value = digit;
    });
  boxes[Math.min(from + digits.length, boxes.length - 1)]?.focus();
}

boxes.forEach((box, at) => {
  box.addEventListener('input', () => {
    const digits = box.value.replace(/\D/g, '');
    box.value = digits.slice(0, 1);
    // Autofill puts the whole code into one box.
    if (digits.length > 0) fill(at, digits);
    if (group.dataset.invalid !== undefined) check();
  });
  box.addEventListener('keydown', (event) => {
    const previous = boxes[at - 1];
    const next = boxes[at + 1];
    if (event.key === 'Backspace' && box.value === '' && previous) {
      event.preventDefault();
      previous.value = '';
      previous.focus();
    } else if (event.key === 'ArrowLeft' && previous) {
      event.preventDefault();
      previous.focus();
    } else if (event.key === 'ArrowRight' && next) {
      event.preventDefault();
      next.focus();
    } else if (event.key.length === 1 && !/\d/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
    }
  });
  box.addEventListener('paste', (event) => {
    event.preventDefault();
    const text = event.clipboardData?.getData('text').trim() ?? '';
    // Exactly six digits, or nothing (P2.033).
    if (/^\d{6}$/.test(text)) fill(0, text);
  });
  box.addEventListener('focus', () => box.select());
});
// Errors show when the group is left, not between its boxes (P5.020).
group.addEventListener('focusout', (event) => {
  const to = event.relatedTarget as Node | null;
  if (to && !group.contains(to) && to !== button && code() !== '') afterPress(() => code() !== '' && check());
});

function mark(text: string): void {
  message.textContent = text;
  group.toggleAttribute('data-invalid', text !== '');
  for (const box of boxes) {
    if (text) box.setAttribute('aria-invalid', 'true');
    else box.removeAttribute('aria-invalid');
  }
}

function check(): string {
  const typed = code();
  const text = typed === '' ? data.required : typed.length < boxes.length ? data.invalid : '';
  mark(text);
  return text;
}

function show(text: string, header = data.oneProblem, target: string | undefined = boxes[0]?.id): void {
  showErrorSummary(header, [{ target, description: text }]);
}

function setBusy(value: boolean): void {
  busy = value;
  button.textContent = value ? data.progress : label;
  button.setAttribute('aria-disabled', String(value));
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  if (busy) return;
  const fault = check();
  if (fault) return show(fault);
  showErrorSummary('', []);
  setBusy(true);
  try {
    const { b2BAlias } = await lookUp(knownUserId());
    const address = await enter(b2BAlias, 'otp-2fa', code());
    if (data.uiLogging) await logSignIn();
    go(address);
  } catch (error) {
    setBusy(false);
    const refused = error instanceof CallRefused ? error : null;
    if (refused?.code === 'session.ended') return location.assign(data.signIn);
    if (refused && refused.status < 500) {
      for (const box of boxes) box.value = '';
      mark(refused.message);
      return show(refused.message);
    }
    reportError(error);
    show(refused?.message || data.system, data.systemHeader, undefined);
  }
});

const resend = document.getElementById('resend') as HTMLFormElement;
resend.addEventListener('submit', async (event) => {
  event.preventDefault();
  for (const box of boxes) box.value = '';
  mark('');
  showErrorSummary('', []);
  announcement.textContent = '';
  try {
    const address = '/services/authentication-service/protected/one-time-pins';
    const answer = await call('POST', address, { json: { locale: data.locale } });
    renewed();
    const { emailAddress } = (await answer.json()) as { emailAddress: string };
    const shown = document.getElementById('delivery');
    if (shown) shown.textContent = emailAddress;
    announcement.textContent = data.resent.replace('{email}', emailAddress);
    boxes[0]?.focus();
  } catch (error) {
    // Too soon after the last one: the page is still of use. Else back to the start (P4.038).
    if (error instanceof CallRefused && error.status === 429) return show(error.message, data.oneProblem, undefined);
    reportError(error);
    location.assign(data.signIn);
  }
});

if (data.error) mark(data.invalid);
else if (!document.getElementById('error-summary')) boxes[0]?.focus();
watchSession({ logout: data.logout, warningMillis: codeWarningMillis() });
