'use client';

import type { ReactNode } from 'react';
import { ErrorSummary } from '@/app/sdportal/ui/error-summary';
import { Announcement, TextField } from '@/app/sdportal/ui/fields';
import { FormButtons } from '@/app/sdportal/ui/form-buttons';
import type { FormState, FormTexts } from '@/app/sdportal/ui/form-state';
import { SelectField } from '@/app/sdportal/ui/select-field';
import { useHeadingFocus } from '@/app/sdportal/ui/use-heading-focus';
import { type PortalForm, required, usePortalForm } from '@/app/sdportal/ui/use-portal-form';
import { useTokenForgotten } from '@/app/sdportal/ui/use-token-forgotten';

/** The screens after the form and after the mailed link's question. */
export type ApplicationEnd = 'sent' | 'received' | 'expired' | 'closed';

export interface ApplicationState extends FormState {
  screen?: ApplicationEnd;
}

interface Option {
  value: string;
  text: string;
}

interface Props {
  action: (state: ApplicationState, form: FormData) => Promise<ApplicationState>;
  /** The screen for the address. */
  screen: 'form' | 'confirm' | ApplicationEnd;
  token?: string;
  issuers: Option[];
  countries: Option[];
  texts: {
    form: FormTexts;
    required: Record<string, string>;
    labels: Record<string, string>;
    title: string;
    intro: string;
    contact: string;
    submit: string;
    cancel: string;
  };
  ends: Record<ApplicationEnd, ReactNode>;
  /** Address of the sign-in page. */
  signIn: string;
}

/** The maximum length and the autofill token of each field. */
const COMPANY = {
  company: { maxLength: 80, autoComplete: 'organization' },
  street: { maxLength: 120, autoComplete: 'street-address' },
  postalCode: { maxLength: 16, autoComplete: 'postal-code' },
  city: { maxLength: 80, autoComplete: 'address-level2' }
};
const CONTACT = {
  firstName: { maxLength: 80, autoComplete: 'given-name' },
  lastName: { maxLength: 80, autoComplete: 'family-name' },
  email: { type: 'email', maxLength: 59, autoComplete: 'email' },
  phone: { type: 'tel', maxLength: 30, autoComplete: 'tel' }
};
const REQUIRED = [...Object.keys(COMPANY), 'country', ...Object.keys(CONTACT)];

/** The self-registration of a company, and the application for a card account (C2.001). */
export function ApplicationForm({ action, screen: first, token, issuers, countries, texts, ends, signIn }: Props) {
  const form = usePortalForm<ApplicationState>({
    action,
    initial: {},
    texts: texts.form,
    checks: first === 'form' ? Object.fromEntries(REQUIRED.map((name) => [name, required(texts.required[name])])) : {}
  });
  useTokenForgotten();
  const screen = form.state.screen ?? first;
  useHeadingFocus(screen);
  if (screen !== 'form' && screen !== 'confirm') return ends[screen];
  return (
    <div className="card">
      <h1>{texts.title}</h1>
      <p>{texts.intro}</p>
      <ErrorSummary form={form} />
      <form id="application" {...form.form}>
        <input type="hidden" name="step" value={screen} />
        {screen === 'confirm' && <input type="hidden" name="token" value={token} />}
        {screen === 'form' && <Fields {...{ form, issuers, countries, texts }} />}
        <Announcement form={form} />
        <FormButtons form={form} submit={texts.submit} cancel={{ label: texts.cancel, address: signIn }} />
      </form>
    </div>
  );
}

function Fields({
  form,
  issuers,
  countries,
  texts: { labels, contact }
}: Pick<Props, 'issuers' | 'countries' | 'texts'> & { form: PortalForm }) {
  return (
    <>
      {issuers.length > 1 ? (
        <SelectField form={form} name="issuer" label={labels.issuer ?? ''} options={issuers} />
      ) : (
        <input type="hidden" name="issuer" value={issuers[0]?.value} />
      )}
      <Lines form={form} labels={labels} inputs={COMPANY} />
      <SelectField
        form={form}
        name="country"
        label={labels.country ?? ''}
        options={[{ value: '', text: '' }, ...countries]}
        autoComplete="country"
      />
      <h2>{contact}</h2>
      <Lines form={form} labels={labels} inputs={CONTACT} />
    </>
  );
}

interface LinesProps {
  form: PortalForm;
  labels: Record<string, string>;
  inputs: Record<string, { type?: string; maxLength: number; autoComplete: string }>;
}

function Lines({ form, labels, inputs }: LinesProps) {
  return Object.entries(inputs).map(([name, input]) => (
    <TextField key={name} form={form} name={name} label={labels[name] ?? ''} {...input} />
  ));
}
