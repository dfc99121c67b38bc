'use client';

import { useEffect } from 'react';
import { ErrorSummary } from '@/app/sdportal/ui/error-summary';
import { Announcement, type RevealTexts, SecretField, SubmitButton } from '@/app/sdportal/ui/fields';
import type { FormTexts, ShownFault } from '@/app/sdportal/ui/form-state';
import { knownUserId } from '@/app/sdportal/ui/front-door';
import { PasswordChoice, type PasswordTexts, passwordChecks } from '@/app/sdportal/ui/password-choice';
import { watchSession } from '@/app/sdportal/ui/session-warning';
import { useHeadingFocus } from '@/app/sdportal/ui/use-heading-focus';
import { required, usePortalForm } from '@/app/sdportal/ui/use-portal-form';
import { changePassword } from './actions';
import type { ChangePasswordState } from './change-password-state';

interface Props {
  /** The password must be changed before anything else. */
  must: boolean;
  /** The fault with which the front door returned the user. */
  fault: ShownFault | null;
  cancelTo: string;
  signIn: string;
  logout: string;
  texts: {
    title: string;
    must: string;
    form: FormTexts;
    required: Record<string, string>;
    old: string;
    reveal: RevealTexts;
    password: PasswordTexts;
    submit: string;
    cancel: string;
    changed: string;
    toSignIn: string;
  };
}

const NAMES = ['new1', 'new2'] as const;

/** The current password and a new one (portal sections 2 and 4). */
export function ChangePasswordForm({ must, fault, cancelTo, signIn, logout, texts }: Props) {
  const form = usePortalForm<ChangePasswordState>({
    action: changePassword,
    initial: fault ? { faults: [fault] } : {},
    texts: texts.form,
    checks: { old: required(texts.required.old), ...passwordChecks(NAMES, texts.password, knownUserId) },
    together: { new1: 'new2' },
    failed: () => location.assign(cancelTo)
  });
  const { changed = false } = form.state;
  useHeadingFocus(changed ? 'changed' : 'form');
  useEffect(() => {
    const hasBegun = document.activeElement !== document.body || (['old', ...NAMES] as const).some(form.typed);
    // The field is focused on load (P2.043), unless there is something to read first, or the user has begun.
    if (!form.summary && !hasBegun) form.input('old')?.focus();
    return watchSession({ logout });
  }, []);
  return (
    <div className="card">
      <h1>{texts.title}</h1>
      {changed ? (
        <>
          <p role="status">{texts.changed}</p>
          <a className="primary" href={signIn}>
            {texts.toSignIn}
          </a>
        </>
      ) : (
        <>
          {must && <p className="notice">{texts.must}</p>}
          <ErrorSummary form={form} />
          <form id="change-password" {...form.form}>
            <SecretField
              form={form}
              name="old"
              label={texts.old}
              reveal={texts.reveal}
              maxLength={1024}
              autoComplete="current-password"
            />
            <PasswordChoice form={form} names={NAMES} texts={texts.password} userId={knownUserId} />
            <Announcement form={form} />
            <div className="buttons">
              <SubmitButton form={form} label={texts.submit} />
              <a className="secondary" id="cancel" href={cancelTo}>
                {texts.cancel}
              </a>
            </div>
          </form>
        </>
      )}
    </div>
  );
}
