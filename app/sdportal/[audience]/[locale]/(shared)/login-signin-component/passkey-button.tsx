'use client';

import { useEffect, useRef, useState } from 'react';
import type { PortalForm } from '@/app/sdportal/ui/use-portal-form';
import type { PasskeySignIn } from './passkey-sign-in';

/** The button's label and the message for a failed passkey. */
export interface PasskeyTexts {
  label: string;
  failed: string;
  failedHeader: string;
}

interface Props {
  form: PortalForm;
  brand: string;
  uiLogging: boolean;
  texts: PasskeyTexts;
}

/** Signs in with a passkey: by the button, or by the browser's suggestion in the user id field. */
export function PasskeyButton({ form, brand, uiLogging, texts }: Props) {
  const [signIn, setSignIn] = useState<PasskeySignIn | null>(null);
  const latest = useRef(form);
  latest.current = form;
  useEffect(() => {
    let begun: PasskeySignIn | null = null;
    // The passkey script is loaded only if the brand accepts passkeys.
    import('./passkey-sign-in').then(({ beginPasskeys }) => {
      begun = beginPasskeys({
        brand,
        uiLogging,
        failed: texts.failed,
        failedHeader: texts.failedHeader,
        fail: (state) => latest.current.fail(state),
        system: latest.current.texts
      });
      setSignIn(begun);
    });
    return () => begun?.stop();
  }, []);
  // Stop suggesting passkeys once the user signs in by password.
  useEffect(() => {
    if (form.busy) signIn?.stop();
  }, [form.busy, signIn]);
  return (
    <button type="button" className="secondary" id="passkey" hidden={!signIn} onClick={() => signIn?.start()}>
      {texts.label}
    </button>
  );
}
