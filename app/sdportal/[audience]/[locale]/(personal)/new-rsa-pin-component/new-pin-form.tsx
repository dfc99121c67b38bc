'use client';

import { useEffect } from 'react';
import { call, reportError } from '@/app/sdportal/ui/call';
import { PENDING_PIN } from '@/app/sdportal/ui/deferred-tasks';
import { ErrorSummary } from '@/app/sdportal/ui/error-summary';
import { Announcement, SecretField, type SecretTexts } from '@/app/sdportal/ui/fields';
import { FormButtons } from '@/app/sdportal/ui/form-buttons';
import type { FormState, FormTexts } from '@/app/sdportal/ui/form-state';
import { usePortalForm } from '@/app/sdportal/ui/use-portal-form';
import { useSessionWarning } from '@/app/sdportal/ui/use-session-warning';
import { saveNewPin, sendPendingPin } from './actions';

const SEAL = '/services/twofactortoken-service/protected/pending-pins';

const FIELDS = ['newPin', 'confirmPin', 'passcode'];

interface Props {
  /** The addresses of the logged-out page, without and with a failure message. */
  logout: string;
  failed: string;
  texts: {
    form: FormTexts;
    newPin: SecretTexts;
    confirmPin: SecretTexts;
    passcode: SecretTexts;
    rule: string;
    fourDigits: string;
    leadingZero: string;
    notMatching: string;
    passcodeLength: string;
    save: string;
    cancel: string;
  };
}

/** The new PIN, its confirmation and the passcode that authorizes it (P2.053, P2.055). */
export function NewPinForm({ logout, failed, texts }: Props) {
  const pinFault = (value: string) => {
    if (value === '') return texts.newPin.required;
    if (!/^\d{4}$/.test(value)) return texts.fourDigits;
    return value.startsWith('0') ? texts.leadingZero : null;
  };
  const leaveFailed = () => {
    localStorage.removeItem(PENDING_PIN);
    location.assign(failed);
  };
  const form = usePortalForm<FormState>({
    action: saveNewPin,
    initial: {},
    texts: texts.form,
    checks: {
      newPin: pinFault,
      confirmPin(value, typed) {
        if (value === '') return texts.confirmPin.required;
        return value === typed('newPin') ? null : texts.notMatching;
      },
      passcode(value) {
        if (value === '') return texts.passcode.required;
        return /^\d{8}$/.test(value) ? null : texts.passcodeLength;
      }
    },
    together: { newPin: 'confirmPin' },
    before: (sent) => keepPin(String(sent.get('newPin'))),
    after: () => localStorage.removeItem(PENDING_PIN),
    failed: leaveFailed
  });
  useSessionWarning(logout);
  useEffect(() => {
    const pending = localStorage.getItem(PENDING_PIN);
    if (pending) {
      // A PIN stored before the sign-in is submitted at once (P4.026).
      localStorage.removeItem(PENDING_PIN);
      form.setBusy(true);
      sendKept(pending, failed).catch((error) => {
        reportError(error);
        leaveFailed();
      });
    } else if (!form.summary && document.activeElement === document.body && !FIELDS.some(form.typed)) {
      // Don't move the focus of a user who has begun to type.
      form.input('newPin')?.focus();
    }
  }, []);
  const secret = (name: 'newPin' | 'confirmPin' | 'passcode') => ({
    form,
    name,
    label: texts[name].label,
    reveal: texts[name].reveal,
    inputMode: 'numeric' as const,
    maxLength: name === 'passcode' ? 8 : 4,
    autoComplete: name === 'passcode' ? 'one-time-code' : 'off'
  });
  return (
    <>
      <ErrorSummary form={form} />
      <form id="new-pin" {...form.form}>
        <SecretField {...secret('newPin')} hint={texts.rule} />
        <SecretField {...secret('confirmPin')} />
        <SecretField {...secret('passcode')} />
        <Announcement form={form} />
        <FormButtons form={form} submit={texts.save} cancel={{ label: texts.cancel, address: logout }} />
      </form>
    </>
  );
}

/** Stores the new PIN in this browser, sealed by the server, until it is set (P3.031, PD.18). */
async function keepPin(newPin: string): Promise<void> {
  try {
    const sealed = await call('POST', SEAL, { json: { newPin } });
    const { pendingPin } = (await sealed.json()) as { pendingPin: string };
    localStorage.setItem(PENDING_PIN, pendingPin);
  } catch (error) {
    // The stored PIN is needed only if the sign-in returns here; the form is submitted without it as well.
    reportError(error);
  }
}

async function sendKept(pendingPin: string, failed: string): Promise<void> {
  const sent = new FormData();
  sent.set('pendingPin', pendingPin);
  const { goTo } = await sendPendingPin(sent);
  location.assign(goTo ?? failed);
}
