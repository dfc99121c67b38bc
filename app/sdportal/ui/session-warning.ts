import { CallRefused, call, reportError } from './call';
import { readCookie } from './cookies';

/** P9.007, P9.008. */
const WARNING_MILLIS = 220_000;
const COUNTDOWN_MILLIS = 80_000;
/** Shared by the tabs of a browser: the time of the session's last use, and of its end by a tab. */
const RENEWED = 'tessera.session-renewed';
const ENDED = 'tessera.session-ended';
/** The screen reader announces the time left at these seconds only. */
const SPOKEN_SECONDS = [60, 30, 15, 5];

/** Each of these events may change the time left: a message of another tab, a restored page, a machine that woke up. */
const EVENTS = ['storage', 'pageshow', 'focus', 'visibilitychange'];

/** The response of sessionExpireWarningBoxContent.json (P3.019). */
interface Content {
  sessionExpireContinueButtonLabel: string;
  sessionExpireWarningBoxTitle: string;
  sessionExpireLogoutButtonLabel: string;
  generalSessionHelpExpireMessage: string;
  generalSessionAboutToExpireMessage: string;
  sessionExpirationWarningBoxPingUrl: string;
}

/** Restarts the session's time in every tab, after the server has renewed it. */
export const renewed = () => localStorage.setItem(RENEWED, String(Date.now()));

/**
 * When to warn during a wait for a mailed code: near the session's end, early enough for the countdown and a slow
 * response.
 */
export const codeWarningMillis = () => Number(readCookie('session-idle-seconds')) * 1000 - COUNTDOWN_MILLIS - 20_000;

interface Watch {
  /** Where an ended session leads. */
  logout: string;
  warningMillis?: number;
}

/**
 * Warns before an idle session ends, and ends it (P4.042 to P4.048). It reads the clock instead of counting, so that a
 * machine that slept is right again; the tabs of a browser share the time.
 */
export function watchSession({ logout, warningMillis = WARNING_MILLIS }: Watch): () => void {
  if (!readCookie('session-idle-seconds')) return () => {};
  const opened = Date.now();
  let content: Content | undefined;
  let dialog: HTMLDialogElement | undefined;
  let returnTo: Element | null = null;
  let pinging = false;
  let over = false;

  const load = async () => {
    content ??= await call('GET', '/sdportal/rest/sessionExpire/sessionExpireWarningBoxContent.json').then((answer) =>
      answer.json()
    );
  };
  const end = () => {
    if (over) return;
    over = true;
    localStorage.setItem(ENDED, String(Date.now()));
    location.assign(logout);
  };
  const stay = async () => {
    if (pinging || !content) return;
    pinging = true;
    try {
      const url = new URL(content.sessionExpirationWarningBoxPingUrl, location.origin);
      if (url.origin !== location.origin) throw new CallRefused(0, '', '', '', 'the ping address is not ours');
      await call('GET', url.href);
      renewed();
      hide();
    } catch (error) {
      reportError(error);
      end();
    } finally {
      pinging = false;
    }
  };
  const hide = () => {
    if (!dialog) return;
    dialog.close();
    dialog.remove();
    dialog = undefined;
    (returnTo as HTMLElement | null)?.focus?.();
  };
  const show = (left: number) => {
    if (!content) {
      load().catch(reportError);
      return;
    }
    if (!dialog) {
      returnTo = document.activeElement;
      dialog = buildDialog(content, { stay, end });
      document.body.append(dialog);
      dialog.showModal();
      dialog.querySelector('button')?.focus();
    }
    tellTime(dialog, content, left);
  };
  const tick = () => {
    if (over) return;
    if (Number(localStorage.getItem(ENDED)) > opened) return end();
    const left = Number(localStorage.getItem(RENEWED)) + warningMillis + COUNTDOWN_MILLIS - Date.now();
    if (left <= 0) end();
    else if (left <= COUNTDOWN_MILLIS) show(left);
    else hide();
  };

  renewed();
  load().catch(reportError);
  const ticking = setInterval(tick, 1000);
  for (const event of EVENTS) addEventListener(event, tick);
  return () => {
    clearInterval(ticking);
    for (const event of EVENTS) removeEventListener(event, tick);
    hide();
  };
}

/** Says in the dialog how much time is left: shown every second, spoken at some. */
function tellTime(dialog: HTMLDialogElement, content: Content, left: number): void {
  const seconds = Math.ceil(left / 1000);
  const time = `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
  const message = content.generalSessionAboutToExpireMessage.replace('{0}', time);
  (dialog.querySelector('#session-message') as HTMLElement).textContent = message;
  if (SPOKEN_SECONDS.includes(seconds)) {
    (dialog.querySelector('#session-spoken') as HTMLElement).textContent = message;
  }
}

function buildDialog(content: Content, { stay, end }: { stay: () => void; end: () => void }): HTMLDialogElement {
  const made = document.createElement('dialog');
  made.className = 'session-warning';
  made.setAttribute('role', 'alertdialog');
  made.setAttribute('aria-labelledby', 'session-title');
  made.setAttribute('aria-describedby', 'session-message session-help');
  const part = (name: string, text: string, attributes: Record<string, string> = {}) => {
    const element = document.createElement(name);
    element.textContent = text;
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  const buttons = part('div', '', { class: 'session-buttons' });
  const stayButton = part('button', content.sessionExpireContinueButtonLabel, { type: 'button', class: 'primary' });
  const endButton = part('button', content.sessionExpireLogoutButtonLabel, { type: 'button', class: 'secondary' });
  stayButton.addEventListener('click', stay);
  endButton.addEventListener('click', end);
  buttons.append(stayButton, endButton);
  made.append(
    part('h2', content.sessionExpireWarningBoxTitle, { id: 'session-title' }),
    part('p', '', { id: 'session-message' }),
    part('p', content.generalSessionHelpExpireMessage, { id: 'session-help' }),
    part('p', '', { id: 'session-spoken', class: 'visually-hidden', 'aria-live': 'assertive' }),
    buttons
  );
  // Escape closes the warning and proves presence: the session continues.
  made.addEventListener('cancel', (event) => {
    event.preventDefault();
    stay();
  });
  made.addEventListener('keydown', (event) => {
    if (event.key !== 'Tab') return;
    event.preventDefault();
    (document.activeElement === stayButton ? endButton : stayButton).focus();
  });
  return made;
}
