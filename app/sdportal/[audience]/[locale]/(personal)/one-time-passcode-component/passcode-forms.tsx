'use client';

import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { ErrorSummary } from '@/app/sdportal/ui/error-summary';
import { SubmitButton, TextField } from '@/app/sdportal/ui/fields';
import type { FormState, FormTexts } from '@/app/sdportal/ui/form-state';
import { logSignIn } from '@/app/sdportal/ui/log-sign-in';
import { renewed } from '@/app/sdportal/ui/session-warning';
import { type PortalForm, usePortalForm } from '@/app/sdportal/ui/use-portal-form';
import { useSessionWarning } from '@/app/sdportal/ui/use-session-warning';
import { enterCode, sendAnother } from './actions';
import { CodeBoxes, codeIn, emptyBoxes, fillBoxes } from './code-boxes';
import type { ResendState } from './resend-state';

interface Props {
  /** The masked address (P2.030), if the page's address holds a well-formed one. */
  delivery?: string;
  /** The address carries an error (P5.021). */
  failed: boolean;
  uiLogging: boolean;
  /** Addresses of the sign-in and the logged-out page. */
  signIn: string;
  logout: string;
  /** `{email}` stands for the masked address. */
  texts: {
    form: FormTexts;
    resending: FormTexts;
    message: string;
    unaddressed: string;
    code: string;
    digits: string[];
    required: string;
    invalid: string;
    signIn: string;
    help: string;
    resend: string;
    resent: string;
    back: string;
  };
}

/** The code, in six boxes or without script in one field, and the request for another code (portal section 4). */
export function PasscodeForms({ delivery, failed, uiLogging, signIn, logout, texts }: Props) {
  const [latest, setLatest] = useState(delivery);
  const group = useRef<HTMLFieldSetElement>(null);
  const form = usePortalForm<FormState>({
    action: enterCode,
    initial: failed ? { faults: [{ field: 'code', message: texts.invalid }] } : {},
    texts: texts.form,
    checks: {
      code() {
        const code = codeIn(group);
        if (code === '') return texts.required;
        return code.length < texts.digits.length ? texts.invalid : null;
      }
    },
    before(sent) {
      another.fail({});
      sent.set('code', codeIn(group));
    },
    async after({ goTo, faults }) {
      if (faults) emptyBoxes(group);
      if (goTo && goTo !== signIn && uiLogging) await logSignIn();
    }
  });
  const another = usePortalForm<ResendState>({
    action: sendAnother,
    initial: {},
    texts: texts.resending,
    before() {
      form.fail({});
      emptyBoxes(group);
    },
    after({ delivery: sentTo }) {
      if (!sentTo) return;
      setLatest(sentTo);
      renewed();
      fillBoxes(group, 0, '');
    },
    failed: () => location.assign(signIn)
  });
  useSessionWarning(logout);
  const boxed = useBoxes(group, form.typed);

  const sent = another.busy ? undefined : another.state.delivery;
  const resentMessage = sent && texts.resent.replace('{email}', sent);
  return (
    <>
      <ErrorSummary form={form.summary ? { summary: boxed ? atBoxes(form.summary) : form.summary } : another} />
      {resentMessage && !boxed && (
        <p className="success" role="status">
          {resentMessage}
        </p>
      )}
      <Message texts={texts} delivery={another.state.delivery ?? latest} />
      <form id="one-time-passcode" {...form.form}>
        {boxed ? (
          <CodeBoxes form={form} group={group} legend={texts.code} digits={texts.digits} />
        ) : (
          <div id="single">
            <TextField
              form={form}
              name="code"
              label={texts.code}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={6}
              // The user came for the code and types it first.
              autoFocus={!form.summary}
            />
          </div>
        )}
        <p id="announcement" aria-live="polite">
          {boxed && resentMessage}
        </p>
        <SubmitButton form={form} label={texts.signIn} />
      </form>
      <ResendForm form={another} signIn={signIn} texts={texts} />
    </>
  );
}

/** Whether one field has become six boxes (P2.026); what was typed into it meanwhile moves along. */
function useBoxes(group: RefObject<HTMLFieldSetElement | null>, typed: (name: string) => string): boolean {
  const [boxed, setBoxed] = useState(false);
  const early = useRef('');
  useLayoutEffect(() => {
    early.current = typed('code').replace(/\D/g, '');
    setBoxed(true);
  }, []);
  useLayoutEffect(() => {
    if (boxed && (early.current || document.activeElement === document.body)) fillBoxes(group, 0, early.current);
  }, [boxed]);
  return boxed;
}

interface ResendFormProps {
  form: PortalForm<ResendState>;
  signIn: string;
  texts: Props['texts'];
}

/** The request for another code, and the way back. */
function ResendForm({ form, signIn, texts }: ResendFormProps) {
  return (
    <form id="resend" className="resend" {...form.form}>
      <p>{texts.help}</p>
      <button type="submit" name="resend" value="yes" className="link" aria-disabled={form.busy || undefined}>
        {form.busy ? texts.resending.busy : texts.resend}
      </button>
      <a className="back" href={signIn}>
        {texts.back}
      </a>
    </form>
  );
}

/** The summary; the code's fault links to the first box. */
function atBoxes<Summary extends { faults: { field?: string | undefined }[] }>(summary: Summary): Summary {
  return {
    ...summary,
    faults: summary.faults.map((fault) => (fault.field === 'code' ? { ...fault, field: 'code-1' } : fault))
  };
}

/** The address that the code was sent to, and its validity (P2.027). */
function Message({ texts, delivery }: { texts: Props['texts']; delivery: string | undefined }) {
  if (!delivery) return <p id="otp-message">{texts.unaddressed}</p>;
  const [before, after] = texts.message.split('{email}');
  return (
    <p id="otp-message">
      {before}
      <strong id="delivery">{delivery}</strong>
      {after}
    </p>
  );
}
