import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  WebAuthnAbortService
} from '@simplewebauthn/browser';
import { CallRefused, call, reportError } from '@/app/sdportal/ui/call';
import type { FormState, FormTexts } from '@/app/sdportal/ui/form-state';
import { go } from '@/app/sdportal/ui/go';
import { logSignIn } from '@/app/sdportal/ui/log-sign-in';

/** Slightly shorter than a challenge's lifetime: the suggestion in the user id field is renewed before it expires. */
const RENEW_MILLIS = 270_000;

interface Setup {
  brand: string;
  uiLogging: boolean;
  failed: string;
  failedHeader: string;
  system: Pick<FormTexts, 'system' | 'systemHeader'>;
  fail: (state: FormState) => void;
}

export interface PasskeySignIn {
  /** Prompts for a passkey. */
  start: () => void;
  /** Stops prompting. */
  stop: () => void;
}

/** Another attempt began, or a suggestion failed: the user requested nothing, so no message is shown. */
class Ended extends Error {}

/** Lets the browser suggest passkeys in the user id field; null if it doesn't support that. */
export function beginPasskeys({ brand, uiLogging, failed, failedHeader, system, fail }: Setup): PasskeySignIn | null {
  if (!browserSupportsWebAuthn()) return null;
  let renewal: ReturnType<typeof setTimeout> | undefined;
  /** Numbers the attempts, so that an earlier one that still waits for the server can't interrupt a later one. */
  let turn = 0;

  async function suggest(): Promise<void> {
    if (await browserSupportsWebAuthnAutofill()) await signIn(true);
  }

  function stop(): void {
    turn += 1;
    clearTimeout(renewal);
    WebAuthnAbortService.cancelCeremony();
  }

  async function signIn(suggested: boolean): Promise<void> {
    stop();
    const own = turn;
    try {
      const json = await ask(suggested);
      fail({});
      sessionStorage.clear();
      sessionStorage.setItem('COBRAND', brand);
      const address = await (await call('POST', '/heracles/passkeys', { json })).text();
      // A later attempt has taken over.
      if (own !== turn) return;
      if (uiLogging) await logSignIn();
      go(address);
    } catch (error) {
      if (error instanceof Ended) return;
      tell(error);
      // A passkey that was refused would be refused again.
      if (!(error instanceof CallRefused)) suggest();
    }
  }

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

  /** A closed prompt is an ordinary failure: the password still works. */
  function tell(error: unknown): void {
    const refused = error instanceof CallRefused ? error : null;
    if (refused && refused.status >= 500) reportError(error);
    if (refused?.status === 500) {
      fail({ header: system.systemHeader, faults: [{ message: system.system }] });
      return;
    }
    const message = refused?.status === 429 || refused?.status === 503 ? refused.message : failed;
    fail({ header: failedHeader, faults: [{ message }] });
  }

  const shownAgain = ({ persisted }: PageTransitionEvent) => {
    if (persisted) suggest();
  };
  addEventListener('pageshow', shownAgain);
  suggest();
  return {
    start: () => signIn(false),
    stop() {
      removeEventListener('pageshow', shownAgain);
      stop();
    }
  };
}
