import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  WebAuthnAbortService
} from '@simplewebauthn/browser';
import { CallRefused, call, reportError } from '../call';
import { showErrorSummary } from '../error-summary';
import { go, logSignIn } from '../front-door';
import { pageData } from '../page-data';
import { data, form } from './sign-in';

export interface PasskeyData {
  passkeyFailed: string;
}

const { passkeyFailed } = pageData<PasskeyData>();
/** A little less than a challenge lasts: the suggestion in the user id field is renewed before it would fail. */
const RENEW_MILLIS = 270_000;
let renewal: ReturnType<typeof setTimeout> | undefined;
/** Counts what was begun: an earlier one that is still asking the server must not break into a later one. */
let turn = 0;

if (browserSupportsWebAuthn()) {
  const button = document.getElementById('passkey') as HTMLButtonElement;
  button.hidden = false;
  button.addEventListener('click', () => signIn(false));
  suggest();
  // Whoever signs in by password isn't asked for a passkey any more.
  form.element.addEventListener('submit', stopSuggesting);
  addEventListener('pageshow', (event) => event.persisted && suggest());
}

/** Lets the browser suggest passkeys in the user id field, where it can. */
async function suggest(): Promise<void> {
  if (await browserSupportsWebAuthnAutofill()) await signIn(true);
}

function stopSuggesting(): void {
  turn += 1;
  clearTimeout(renewal);
  WebAuthnAbortService.cancelCeremony();
}

async function signIn(suggested: boolean): Promise<void> {
  stopSuggesting();
  try {
    const json = await ask(suggested);
    showErrorSummary('', []);
    sessionStorage.clear();
    sessionStorage.setItem('COBRAND', data.brand);
    const address = await (await call('POST', '/heracles/passkeys', { json })).text();
    if (data.uiLogging) await logSignIn();
    go(address);
  } catch (error) {
    if (error instanceof Ended) return;
    failed(error);
    // A passkey that was refused would be refused again.
    if (!(error instanceof CallRefused)) suggest();
  }
}

/** Something else was begun, or a mere suggestion came to nothing: nobody asked, so nobody is told. */
class Ended extends Error {}

async function ask(suggested: boolean): Promise<object> {
  const own = turn;
  try {
    const answer = await call('POST', '/heracles/passkeys/options');
    const optionsJSON = (await answer.json()) as PublicKeyCredentialRequestOptionsJSON;
    if (own !== turn) throw new Ended();
    if (suggested) renewal = setTimeout(suggest, RENEW_MILLIS);
    const assertion = await startAuthentication({ optionsJSON, useBrowserAutofill: suggested });
    clearTimeout(renewal);
    return assertion;
  } catch (error) {
    throw suggested || own !== turn ? new Ended() : error;
  }
}

/** A prompt that was closed is a failure like any other: the password is still there. */
function failed(error: unknown): void {
  const refused = error instanceof CallRefused ? error : null;
  if (refused && refused.status >= 500) reportError(error);
  if (refused?.status === 500) form.fail([{ message: data.form.system }], data.form.systemHeader);
  else {
    const told = refused?.status === 429 || refused?.status === 503 ? refused.message : passkeyFailed;
    form.fail([{ message: told }], data.failedHeader);
  }
}
