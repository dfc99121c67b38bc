'use client';

import { ErrorSummary } from '@/app/sdportal/ui/error-summary';
import { FormButtons } from '@/app/sdportal/ui/form-buttons';
import type { FormTexts } from '@/app/sdportal/ui/form-state';
import { useHeadingFocus } from '@/app/sdportal/ui/use-heading-focus';
import { usePortalForm } from '@/app/sdportal/ui/use-portal-form';
import { refuseLink } from './actions';
import type { LinkRefusalState } from './link-refusal-state';

interface Props {
  /** The token of a valid refusal link; absent if the link is no longer valid. */
  token: string | null;
  signIn: string;
  texts: {
    form: FormTexts;
    title: string;
    question: string;
    submit: string;
    cancel: string;
    outcomes: Record<'refused' | 'inactive', { title: string; message: string }>;
    toSignIn: string;
  };
}

/** Asks the owner of a user id whether to refuse its link, and shows the result. */
export function LinkRefusalForm({ token, signIn, texts }: Props) {
  const form = usePortalForm<LinkRefusalState>({ action: refuseLink, initial: {}, texts: texts.form });
  const outcome = form.state.outcome ?? (token === null ? 'inactive' : null);
  useHeadingFocus(outcome ?? 'question');
  if (outcome)
    return (
      <div className="card">
        <h1>{texts.outcomes[outcome].title}</h1>
        <p>{texts.outcomes[outcome].message}</p>
        <a className="primary" href={signIn}>
          {texts.toSignIn}
        </a>
      </div>
    );
  return (
    <div className="card">
      <h1>{texts.title}</h1>
      <p>{texts.question}</p>
      <ErrorSummary form={form} />
      <form id="link-refusal" {...form.form}>
        <input type="hidden" name="token" value={token ?? ''} />
        <FormButtons form={form} submit={texts.submit} cancel={{ label: texts.cancel, address: signIn }} />
      </form>
    </div>
  );
}
