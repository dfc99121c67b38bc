'use client';

import { useEffect } from 'react';
import { readCookie } from '@/app/sdportal/ui/cookies';
import { tidyUp } from '@/app/sdportal/ui/deferred-tasks';
import { ErrorSummary } from '@/app/sdportal/ui/error-summary';
import { Announcement, type RevealTexts, SecretField, SubmitButton, TextField } from '@/app/sdportal/ui/fields';
import type { FormTexts } from '@/app/sdportal/ui/form-state';
import { rememberUser } from '@/app/sdportal/ui/front-door';
import { required, usePortalForm } from '@/app/sdportal/ui/use-portal-form';
import { signIn } from './actions';
import { PasskeyButton, type PasskeyTexts } from './passkey-button';

interface Props {
  brand: string;
  uiLogging: boolean;
  forceRefreshMillis: number;
  /** Address of the page for a forgotten password. */
  forgotPassword: string;
  texts: {
    form: FormTexts;
    required: Record<string, string>;
    userId: string;
    password: string;
    reveal: RevealTexts;
    signIn: string;
    /** False if the brand accepts no passkeys on the requested host name. */
    passkey: false | PasskeyTexts;
    forgotPassword: string;
  };
}

/** User id and password, or a passkey (portal section 4, "Sign-in"). */
export function SignInForm({ brand, uiLogging, forceRefreshMillis, forgotPassword, texts }: Props) {
  const form = usePortalForm({
    action: signIn,
    initial: {},
    texts: texts.form,
    checks: { userId: required(texts.required.userId), password: required(texts.required.password) },
    clears: ['userId', 'password'],
    before: () => sessionStorage.clear(),
    async after({ goTo }, sent) {
      if (!goTo) return;
      rememberUser(String(sent.get('userId')).trim(), brand);
      if (uiLogging) await (await import('@/app/sdportal/ui/log-sign-in')).logSignIn();
    }
  });
  const { input } = form;
  useEffect(() => {
    const userId = input('userId');
    const remembered = readCookie('user_id') ?? '';
    if (userId && !userId.value && !form.summary) {
      userId.value = remembered;
      // Typing replaces the value and doesn't append to it.
      if (document.activeElement === userId) (userId as HTMLInputElement).select();
    }
    return tidyUp({ brand, forceRefreshMillis, remembered });
  }, []);
  return (
    <>
      <ErrorSummary form={form} />
      <form id="sign-in" {...form.form}>
        <TextField
          form={form}
          name="userId"
          label={texts.userId}
          maxLength={80}
          autoComplete={texts.passkey ? 'username webauthn' : 'username'}
        />
        <SecretField
          form={form}
          name="password"
          label={texts.password}
          reveal={texts.reveal}
          maxLength={1024}
          autoComplete="current-password"
        />
        <Announcement form={form} />
        <SubmitButton form={form} label={texts.signIn} />
        {texts.passkey && <PasskeyButton form={form} brand={brand} uiLogging={uiLogging} texts={texts.passkey} />}
        <a className="forgot" href={forgotPassword}>
          {texts.forgotPassword}
        </a>
      </form>
    </>
  );
}
