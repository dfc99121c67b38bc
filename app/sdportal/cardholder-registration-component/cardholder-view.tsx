import type { TextKey } from '@/lib/core/text-key';
import { MISSES_BEFORE_LOCK } from '@/lib/registration/registration-locks';
import type { PlainFormData } from '../enhance/pages/plain-form';
import { TextField } from '../field';
import { FormCard } from '../form-card';
import type { FormState } from '../form-state';
import type { PageContext } from '../page-context';
import { PasswordChoice, passwordTexts } from '../password-choice';
import type { PortalView } from '../portal-page';
import { LinkSent, RegistrationLinkExpired, Said } from '../registration-screens';

/** The screens of the page, in their order; the last three end it. */
export type CardholderScreen = 'start' | 'sent' | 'details' | 'choice' | 'done' | 'locked' | 'expired';

export interface CardholderState extends FormState {
  screen?: CardholderScreen;
  token?: string;
  /** What was entered before, no number and no password. */
  entered?: Record<string, string>;
  /** The least length of the password. */
  minimum?: number;
}

export const CARDHOLDER_LABELS: Record<string, TextKey> = {
  email: 'registration.email.label',
  corporateCode: 'registration.corporate.code.label',
  accountNumber: 'registration.account.number.label',
  cardName: 'registration.card.name.label',
  firstName: 'registration.first.name.label',
  lastName: 'registration.last.name.label',
  userId: 'user.id.label',
  password: 'new.password.label',
  confirmation: 'confirm.password.label'
};

interface Props {
  page: PageContext;
  state: CardholderState;
}

function Start({ page, state }: Props) {
  return (
    <>
      <p>{page.t('registration.email.intro')}</p>
      <TextField
        page={page}
        state={state}
        name="email"
        type="email"
        label={CARDHOLDER_LABELS.email as TextKey}
        defaultValue={state.entered?.email}
        maxLength={59}
        autoComplete="email"
      />
    </>
  );
}

function Details({ page, state }: Props) {
  const field = { page, state };
  return (
    <>
      <p>{page.t('registration.details.intro')}</p>
      <TextField
        {...field}
        name="corporateCode"
        label={CARDHOLDER_LABELS.corporateCode as TextKey}
        hint="registration.corporate.code.hint"
        inputMode="numeric"
        maxLength={10}
        autoComplete="off"
      />
      <TextField
        {...field}
        name="accountNumber"
        label={CARDHOLDER_LABELS.accountNumber as TextKey}
        hint="registration.account.number.hint"
        inputMode="numeric"
        maxLength={40}
        autoComplete="off"
      />
      <TextField
        {...field}
        name="cardName"
        label={CARDHOLDER_LABELS.cardName as TextKey}
        defaultValue={state.entered?.cardName}
        maxLength={80}
        autoComplete="cc-name"
      />
    </>
  );
}

function Choice({ page, state }: Props) {
  const field = { page, state };
  return (
    <>
      <p>{page.t('registration.choice.intro')}</p>
      <TextField
        {...field}
        name="firstName"
        label={CARDHOLDER_LABELS.firstName as TextKey}
        defaultValue={state.entered?.firstName}
        maxLength={80}
        autoComplete="given-name"
      />
      <TextField
        {...field}
        name="lastName"
        label={CARDHOLDER_LABELS.lastName as TextKey}
        defaultValue={state.entered?.lastName}
        maxLength={80}
        autoComplete="family-name"
      />
      <TextField
        {...field}
        name="userId"
        label={CARDHOLDER_LABELS.userId as TextKey}
        hint="registration.user.id.rule"
        defaultValue={state.entered?.userId}
        maxLength={80}
        autoComplete="username"
      />
      <PasswordChoice {...field} names={['password', 'confirmation']} minimum={state.minimum} isFirst />
    </>
  );
}

const FORMS = { start: Start, details: Details, choice: Choice };

function Form({ page, state, step }: Props & { step: keyof typeof FORMS }) {
  const Fields = FORMS[step];
  return (
    <FormCard
      page={page}
      state={state}
      id="registration"
      component="cardholder-registration-component"
      title="cardholder.registration.link"
      cancel="login-signin-component"
    >
      <input type="hidden" name="step" value={step} />
      {state.token && <input type="hidden" name="token" value={state.token} />}
      <Fields page={page} state={state} />
    </FormCard>
  );
}

function Cardholder({ page, state }: Props) {
  switch (state.screen) {
    case 'sent':
      return <LinkSent page={page} />;
    case 'expired':
      return <RegistrationLinkExpired page={page} again="cardholder-registration-component" />;
    case 'locked':
      return (
        <Said
          page={page}
          title="registration.locked.title"
          message="registration.locked"
          params={{ count: MISSES_BEFORE_LOCK }}
        />
      );
    case 'done':
      return <Said page={page} title="registration.done.title" message="registration.done.message" />;
    default:
      return <Form page={page} state={state} step={state.screen ?? 'start'} />;
  }
}

/** The self-registration of a cardholder (C2.001). */
export const cardholderView: PortalView<CardholderState> = {
  component: 'cardholder-registration-component',
  title: ({ brand, t }) => `${t('cardholder.registration.link')} – ${brand.appName}`,
  render: (page, state) => <Cardholder page={page} state={state} />,
  script: 'plain-form',
  scriptData: (page, { screen, minimum }): PlainFormData =>
    screen === 'choice' ? { password: passwordTexts(page, minimum) } : {}
};
