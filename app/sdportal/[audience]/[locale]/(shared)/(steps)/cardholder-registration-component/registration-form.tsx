'use client';

import type { ReactNode } from 'react';
import { ErrorSummary } from '@/app/sdportal/ui/error-summary';
import { Announcement, TextField } from '@/app/sdportal/ui/fields';
import { FormButtons } from '@/app/sdportal/ui/form-buttons';
import type { FormTexts } from '@/app/sdportal/ui/form-state';
import { PasswordChoice, type PasswordTexts, passwordChecks } from '@/app/sdportal/ui/password-choice';
import { useHeadingFocus } from '@/app/sdportal/ui/use-heading-focus';
import { type PortalForm, required, usePortalForm } from '@/app/sdportal/ui/use-portal-form';
import { useTokenForgotten } from '@/app/sdportal/ui/use-token-forgotten';
import { register } from './actions';
import type { CardholderEnd, CardholderState } from './state';

/** The steps of a registration that have a form. */
export type CardholderStep = 'start' | 'details' | 'choice';

export interface CardholderTexts {
  form: FormTexts;
  required: Record<string, string>;
  labels: Record<string, string>;
  hints: Record<string, string>;
  intro: string;
  title: string;
  submit: string;
  cancel: string;
  password?: PasswordTexts;
}

interface Props {
  /** The screen for the address. */
  screen: CardholderStep | CardholderEnd;
  token?: string;
  texts: CardholderTexts;
  ends: Partial<Record<CardholderEnd, ReactNode>>;
  /** Address of the sign-in page. */
  signIn: string;
}

const NAMES = {
  start: ['email'],
  details: ['corporateCode', 'accountNumber', 'cardName'],
  choice: ['firstName', 'lastName', 'userId']
} as const;
const PASSWORDS = ['password', 'confirmation'] as const;
const userIdOf = (typed: (name: string) => string) => typed('userId');

const isStep = (screen: CardholderStep | CardholderEnd): screen is CardholderStep => screen in NAMES;

/** The self-registration of a cardholder, step by step (C2.001). */
export function RegistrationForm({ screen: first, token, texts, ends, signIn }: Props) {
  const password = texts.password;
  const form = usePortalForm<CardholderState>({
    action: register,
    initial: {},
    texts: texts.form,
    checks: {
      ...(isStep(first) && Object.fromEntries(NAMES[first].map((name) => [name, required(texts.required[name])]))),
      ...(password && passwordChecks(PASSWORDS, password, userIdOf))
    },
    together: { password: 'confirmation', userId: 'password' },
    clears: ['corporateCode', 'accountNumber', ...PASSWORDS]
  });
  useTokenForgotten();
  const screen = form.state.screen ?? first;
  useHeadingFocus(screen);
  if (!isStep(screen)) return ends[screen];
  return (
    <div className="card">
      <h1>{texts.title}</h1>
      <ErrorSummary form={form} />
      <form id="registration" {...form.form}>
        <input type="hidden" name="step" value={screen} />
        {token && <input type="hidden" name="token" value={token} />}
        <p>{texts.intro}</p>
        <Fields step={screen} form={form} texts={texts} />
        {password && <PasswordChoice form={form} names={PASSWORDS} texts={password} userId={userIdOf} />}
        <Announcement form={form} />
        <FormButtons form={form} submit={texts.submit} cancel={{ label: texts.cancel, address: signIn }} />
      </form>
    </div>
  );
}

/** The maximum length and the autofill token of each field. */
const INPUTS = {
  email: { type: 'email', maxLength: 59, autoComplete: 'email' },
  corporateCode: { inputMode: 'numeric', maxLength: 10, autoComplete: 'off' },
  accountNumber: { inputMode: 'numeric', maxLength: 40, autoComplete: 'off' },
  cardName: { maxLength: 80, autoComplete: 'cc-name' },
  firstName: { maxLength: 80, autoComplete: 'given-name' },
  lastName: { maxLength: 80, autoComplete: 'family-name' },
  userId: { maxLength: 80, autoComplete: 'username' }
} as const;

function Fields({ step, form, texts }: { step: CardholderStep; form: PortalForm; texts: CardholderTexts }) {
  return NAMES[step].map((name) => (
    <TextField
      key={name}
      form={form}
      name={name}
      label={texts.labels[name] ?? ''}
      {...(texts.hints[name] && { hint: texts.hints[name] })}
      {...INPUTS[name]}
    />
  ));
}
