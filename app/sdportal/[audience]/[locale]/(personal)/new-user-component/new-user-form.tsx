'use client';

import { ErrorSummary } from '@/app/sdportal/ui/error-summary';
import { Announcement, type RevealTexts, SecretField, TextField } from '@/app/sdportal/ui/fields';
import { FormButtons } from '@/app/sdportal/ui/form-buttons';
import type { FormState, FormTexts } from '@/app/sdportal/ui/form-state';
import { SelectField } from '@/app/sdportal/ui/select-field';
import { required, usePortalForm } from '@/app/sdportal/ui/use-portal-form';
import { useSessionWarning } from '@/app/sdportal/ui/use-session-warning';
import { setUp } from './actions';

interface Props {
  languages: { value: string; text: string; lang: string }[];
  /** The current language. */
  chosen: string;
  asksEmail: boolean;
  /** Empty: no question is asked. */
  questions: { value: string; text: string }[];
  /** Address of the logged-out page. */
  logout: string;
  texts: {
    form: FormTexts;
    required: Record<string, string>;
    language: string;
    email: string;
    emailHint: string;
    /** The user's mail address and the contact for correcting it; null: there is no address yet. */
    emailKnown: string | null;
    questionTitle: string;
    questionHint: string;
    question: string;
    answer: string;
    answerRule: string;
    reveal: RevealTexts;
    submit: string;
    cancel: string;
  };
}

/** The language, and the data that the bank still needs for a sign-in. */
export function NewUserForm({ languages, chosen, asksEmail, questions, logout, texts }: Props) {
  const asksQuestion = questions.length > 0;
  const form = usePortalForm<FormState>({
    action: setUp,
    initial: {},
    texts: texts.form,
    checks: {
      ...(asksEmail && { email: required(texts.required.email) }),
      ...(asksQuestion && { answer: required(texts.required.answer) })
    },
    clears: ['answer']
  });
  useSessionWarning(logout);
  return (
    <>
      <ErrorSummary form={form} />
      <form id="new-user" {...form.form}>
        <SelectField form={form} name="locale" label={texts.language} options={languages} chosen={chosen} />
        {texts.emailKnown && <p>{texts.emailKnown}</p>}
        {asksEmail && (
          <TextField
            form={form}
            name="email"
            type="email"
            label={texts.email}
            hint={texts.emailHint}
            maxLength={59}
            autoComplete="email"
          />
        )}
        {asksQuestion && (
          <fieldset className="question-set">
            <legend>{texts.questionTitle}</legend>
            <p>{texts.questionHint}</p>
            <SelectField form={form} name="questionId" label={texts.question} options={questions} />
            <SecretField
              form={form}
              name="answer"
              label={texts.answer}
              reveal={texts.reveal}
              hint={texts.answerRule}
              maxLength={100}
              autoComplete="off"
            />
          </fieldset>
        )}
        <Announcement form={form} />
        <FormButtons form={form} submit={texts.submit} cancel={{ label: texts.cancel, address: logout }} />
      </form>
    </>
  );
}
