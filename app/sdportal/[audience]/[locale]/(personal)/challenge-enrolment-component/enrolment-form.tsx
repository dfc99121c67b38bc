'use client';

import { ErrorSummary } from '@/app/sdportal/ui/error-summary';
import { Announcement, SecretField, type SecretTexts } from '@/app/sdportal/ui/fields';
import { FormButtons } from '@/app/sdportal/ui/form-buttons';
import type { FormState, FormTexts } from '@/app/sdportal/ui/form-state';
import { SelectField } from '@/app/sdportal/ui/select-field';
import { required, usePortalForm } from '@/app/sdportal/ui/use-portal-form';
import { useSessionWarning } from '@/app/sdportal/ui/use-session-warning';
import { enrol } from './actions';

const SECRETS = ['response', 'confirmation'] as const;

interface Props {
  questions: { value: string; text: string }[];
  /** Address of the logged-out page. */
  logout: string;
  texts: {
    form: FormTexts;
    /** "Question 1" and so on: one for each question that is enrolled. */
    numbers: string[];
    choose: string;
    response: SecretTexts;
    confirmation: SecretTexts;
    save: string;
    cancel: string;
  };
}

/** The questions to enrol, each with its response and the repeated response (C5.012). */
export function EnrolmentForm({ questions, logout, texts }: Props) {
  const secrets = texts.numbers.flatMap((_, at) => SECRETS.map((part) => ({ name: `${part}-${at}`, part })));
  const form = usePortalForm<FormState>({
    action: enrol,
    initial: {},
    texts: texts.form,
    checks: Object.fromEntries(secrets.map(({ name, part }) => [name, required(texts[part].required)])),
    clears: secrets.map(({ name }) => name)
  });
  useSessionWarning(logout);
  const numberOf = (field: string) => texts.numbers[Number(/-(\d)$/.exec(field)?.[1])];
  return (
    <>
      <ErrorSummary form={form} place={numberOf} />
      <form id="challenge-enrolment" {...form.form}>
        {texts.numbers.map((number, at) => (
          <fieldset key={number} className="question-set">
            <legend>{number}</legend>
            <SelectField
              form={form}
              name={`questionId-${at}`}
              label={texts.choose}
              options={questions}
              chosen={questions[at]?.value}
            />
            {SECRETS.map((part) => (
              <SecretField
                key={part}
                form={form}
                name={`${part}-${at}`}
                label={texts[part].label}
                reveal={texts[part].reveal}
                describedBy="challenge-rule"
                maxLength={60}
                autoComplete="off"
              />
            ))}
          </fieldset>
        ))}
        <Announcement form={form} />
        <FormButtons form={form} submit={texts.save} cancel={{ label: texts.cancel, address: logout }} />
      </form>
    </>
  );
}
