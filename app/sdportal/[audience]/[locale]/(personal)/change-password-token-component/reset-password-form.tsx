'use client';

import { useEffect } from 'react';
import { ErrorSummary } from '@/app/sdportal/ui/error-summary';
import { Announcement, TextField } from '@/app/sdportal/ui/fields';
import { FormButtons } from '@/app/sdportal/ui/form-buttons';
import type { FormTexts } from '@/app/sdportal/ui/form-state';
import { rememberUser } from '@/app/sdportal/ui/front-door';
import { PasswordChoice, type PasswordTexts, passwordChecks } from '@/app/sdportal/ui/password-choice';
import { watchSession } from '@/app/sdportal/ui/session-warning';
import { useHeadingFocus } from '@/app/sdportal/ui/use-heading-focus';
import { required, usePortalForm } from '@/app/sdportal/ui/use-portal-form';
import { useTokenForgotten } from '@/app/sdportal/ui/use-token-forgotten';
import { setNewPassword } from './actions';
import type { ResetPasswordState } from './reset-password-state';

interface Props {
  /** The token of a valid link; null if the link is no longer valid. */
  token: string | null;
  brand: string;
  signIn: string;
  forgotPassword: string;
  logout: string;
  texts: {
    title: string;
    form: FormTexts;
    required: Record<string, string>;
    userId: string;
    password: PasswordTexts;
    submit: string;
    cancel: string;
    expiredTitle: string;
    expired: string;
    requestLink: string;
    changed: string;
    tokenReset: string;
    /** `{pin}` stands for the PIN. */
    firstPin: string;
    toSignIn: string;
  };
}

const NAMES = ['credential', 'confirmation'] as const;
const userIdOf = (typed: (name: string) => string) => typed('userId');

/** Asks for the user id and a new password, or shows the result (portal sections 2 and 4). */
export function ResetPasswordForm({ token, brand, signIn, forgotPassword, logout, texts }: Props) {
  const form = usePortalForm<ResetPasswordState>({
    action: setNewPassword,
    initial: {},
    texts: texts.form,
    checks: {
      userId: required(texts.required.userId),
      ...passwordChecks(NAMES, texts.password, userIdOf)
    },
    together: { credential: 'confirmation', userId: 'credential' },
    after({ goTo }, sent) {
      if (goTo) rememberUser(String(sent.get('userId')).trim(), brand);
    }
  });
  const screen = form.state.screen ?? (token === null ? 'expired' : 'form');
  useHeadingFocus(screen);
  useEffect(() => watchSession({ logout }), []);
  useTokenForgotten();
  if (screen === 'form')
    return (
      <div className="card">
        <h1>{texts.title}</h1>
        <ErrorSummary form={form} />
        <form id="reset-password" {...form.form}>
          <input type="hidden" name="token" value={token ?? ''} />
          <TextField form={form} name="userId" label={texts.userId} maxLength={80} autoComplete="username" />
          <PasswordChoice form={form} names={NAMES} texts={texts.password} userId={userIdOf} />
          <Announcement form={form} />
          <FormButtons form={form} submit={texts.submit} cancel={{ label: texts.cancel, address: signIn }} />
        </form>
      </div>
    );
  if (screen === 'expired')
    return (
      <div className="card">
        <h1>{texts.expiredTitle}</h1>
        <p>{texts.expired}</p>
        <div className="buttons">
          <a className="primary" href={forgotPassword}>
            {texts.requestLink}
          </a>
          <a className="secondary" href={signIn}>
            {texts.toSignIn}
          </a>
        </div>
      </div>
    );
  return (
    <div className="card">
      <h1>{texts.title}</h1>
      <p role="status">{screen === 'changed' ? texts.changed : texts.tokenReset}</p>
      {form.state.firstPin && <p>{texts.firstPin.replace('{pin}', form.state.firstPin)}</p>}
      <a className="primary" href={signIn}>
        {texts.toSignIn}
      </a>
    </div>
  );
}
