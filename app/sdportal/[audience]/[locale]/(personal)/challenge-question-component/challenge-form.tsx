'use client';

import { ErrorSummary } from '@/app/sdportal/ui/error-summary';
import { Announcement, type RevealTexts, SecretField } from '@/app/sdportal/ui/fields';
import { FormButtons } from '@/app/sdportal/ui/form-buttons';
import type { FormState, FormTexts } from '@/app/sdportal/ui/form-state';
import { required, usePortalForm } from '@/app/sdportal/ui/use-portal-form';
import { useSessionWarning } from '@/app/sdportal/ui/use-session-warning';
import { respond } from './actions';

interface Props {
  question: string;
  /** Address of the logged-out page. */
  logout: string;
  texts: {
    form: FormTexts;
    required: Record<string, string>;
    response: string;
    reveal: RevealTexts;
    recognize: string;
    submit: string;
    cancel: string;
  };
}

/** The challenge question, its response, and the choice to remember the browser (C1.011). */
export function ChallengeForm({ question, logout, texts }: Props) {
  const form = usePortalForm<FormState>({
    action: respond,
    initial: {},
    texts: texts.form,
    checks: { response: required(texts.required.response) },
    clears: ['response']
  });
  useSessionWarning(logout);
  return (
    <>
      <ErrorSummary form={form} />
      <form id="challenge" {...form.form}>
        <p className="question" id="question-text">
          {question}
        </p>
        <SecretField
          form={form}
          name="response"
          label={texts.response}
          reveal={texts.reveal}
          describedBy="question-text"
          maxLength={60}
          autoComplete="off"
        />
        <div className="choice">
          <input
            type="checkbox"
            id="recognize"
            name="recognize"
            value="yes"
            defaultChecked={form.state.values?.recognize === 'yes'}
          />
          <label htmlFor="recognize">{texts.recognize}</label>
        </div>
        <Announcement form={form} />
        <FormButtons form={form} submit={texts.submit} cancel={{ label: texts.cancel, address: logout }} />
      </form>
    </>
  );
}
