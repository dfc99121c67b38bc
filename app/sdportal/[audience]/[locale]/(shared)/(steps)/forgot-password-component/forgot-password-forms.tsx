'use client';

import { type ReactNode, useEffect } from 'react';
import { ErrorSummary } from '@/app/sdportal/ui/error-summary';
import { Announcement, type RevealTexts, SecretField, TextField } from '@/app/sdportal/ui/fields';
import { FormButtons } from '@/app/sdportal/ui/form-buttons';
import type { FormTexts } from '@/app/sdportal/ui/form-state';
import { watchSession } from '@/app/sdportal/ui/session-warning';
import { useHeadingFocus } from '@/app/sdportal/ui/use-heading-focus';
import { required, usePortalForm } from '@/app/sdportal/ui/use-portal-form';
import { answerQuestion, askForPassword } from './actions';
import type { ForgotPasswordScreen } from './forgot-password-state';

interface Props {
  /** Address of the sign-in page. */
  signIn: string;
  logout: string;
  /** In development the flag can be set in local storage (PD.14). */
  development: boolean;
  texts: {
    title: string;
    intro: string;
    userIdForm: FormTexts;
    userId: string;
    required: Record<string, string>;
    questionTitle: string;
    questionIntro: string;
    /** The text of each question by its id. */
    questions: Record<string, string>;
    questionForm: FormTexts;
    answer: string;
    reveal: RevealTexts;
    continue: string;
    cancel: string;
    sentTitle: string;
    sent: Record<'temporary-sent' | 'link-sent' | 'token-link-sent', string>;
    notReceived: string;
    toSignIn: string;
  };
}

/** The user id, the security question if there is one, and the confirmation. */
export function ForgotPasswordForms({ signIn, logout, development, texts }: Props) {
  const before = (form: FormData) => {
    const flag = development ? localStorage.getItem('PasswordResetLink') : null;
    if (flag !== null) form.set('PasswordResetLink', flag);
  };
  const asking = usePortalForm({
    action: askForPassword,
    initial: {},
    texts: texts.userIdForm,
    checks: { userId: required(texts.required.userId) },
    before
  });
  const answering = usePortalForm({
    action: answerQuestion,
    initial: {},
    texts: texts.questionForm,
    checks: { questionResponse: required(texts.required.questionResponse) },
    before
  });
  const form = answering.state.screen ? answering : asking;
  const { screen = 'user-id', userId = '', questionId = '' } = form.state;
  useHeadingFocus(screen);
  useEffect(() => watchSession({ logout }), []);
  const buttons = { submit: texts.continue, cancel: { label: texts.cancel, address: signIn } };
  return (
    <div className="card">
      <ErrorSummary form={screen === 'question' ? answering : asking} />
      <Announcement form={screen === 'question' ? answering : asking} />
      <Screen name="user-id" shown={screen} title={texts.title}>
        <p id="forgot-intro">{texts.intro}</p>
        <form id="forgot-password" {...asking.form}>
          <TextField
            form={asking}
            name="userId"
            label={texts.userId}
            describedBy="forgot-intro"
            maxLength={80}
            autoComplete="username"
          />
          <FormButtons form={asking} {...buttons} />
        </form>
      </Screen>
      <Screen name="question" shown={screen} title={texts.questionTitle}>
        <p>{texts.questionIntro}</p>
        <form id="security-question" {...answering.form}>
          <input type="hidden" name="asked" value={userId} />
          <input type="hidden" name="questionId" value={questionId} />
          <p className="question" id="question-text">
            {texts.questions[questionId]}
          </p>
          <SecretField
            form={answering}
            name="questionResponse"
            label={texts.answer}
            reveal={texts.reveal}
            describedBy="question-text"
            maxLength={100}
            autoComplete="off"
          />
          <FormButtons form={answering} {...buttons} />
        </form>
      </Screen>
      {Object.entries(texts.sent).map(([name, message]) => (
        <Screen key={name} name={name} shown={screen} title={texts.sentTitle}>
          <p>{message}</p>
          <p>{texts.notReceived}</p>
          <a className="primary" href={signIn}>
            {texts.toSignIn}
          </a>
        </Screen>
      ))}
    </div>
  );
}

interface ScreenProps {
  name: string;
  shown: ForgotPasswordScreen;
  title: string;
  children: ReactNode;
}

/** One of the page's screens. */
function Screen({ name, shown, title, children }: ScreenProps) {
  return (
    <section data-screen={name} className="screen" hidden={shown !== name}>
      <h1>{title}</h1>
      {children}
    </section>
  );
}
