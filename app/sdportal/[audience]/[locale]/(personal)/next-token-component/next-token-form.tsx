'use client';

import { useEffect } from 'react';
import { ErrorSummary } from '@/app/sdportal/ui/error-summary';
import { Announcement, type RevealTexts, SecretField } from '@/app/sdportal/ui/fields';
import { FormButtons } from '@/app/sdportal/ui/form-buttons';
import type { FormState, FormTexts } from '@/app/sdportal/ui/form-state';
import { usePortalForm } from '@/app/sdportal/ui/use-portal-form';
import { useSessionWarning } from '@/app/sdportal/ui/use-session-warning';
import { enterNext } from './actions';

interface Props {
  /** The message for the last attempt's `ec` (P8.017, P8.018). */
  initial: FormState;
  /** Address of the logged-out page. */
  logout: string;
  texts: {
    form: FormTexts;
    required: Record<string, string>;
    length: string;
    password: string;
    reveal: RevealTexts;
    submit: string;
    cancel: string;
  };
}

/** The next passcode of a token whose clock has drifted (P2.056, P2.057). */
export function NextTokenForm({ initial, logout, texts }: Props) {
  const form = usePortalForm<FormState>({
    action: enterNext,
    initial,
    texts: texts.form,
    checks: {
      password(value) {
        if (value === '') return texts.required.password ?? '';
        return /^\d{8}$/.test(value.trim()) ? null : texts.length;
      }
    },
    clears: ['password']
  });
  useSessionWarning(logout);
  useEffect(() => {
    // Don't move the focus of a user who has moved on.
    if (!form.summary && document.activeElement === document.body) form.input('password')?.focus();
  }, []);
  return (
    <>
      <ErrorSummary form={form} />
      <form id="next-token" {...form.form}>
        <SecretField
          form={form}
          name="password"
          label={texts.password}
          reveal={texts.reveal}
          describedBy="next-token-message"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={8}
        />
        <Announcement form={form} />
        <FormButtons form={form} submit={texts.submit} cancel={{ label: texts.cancel, address: logout }} />
      </form>
    </>
  );
}
