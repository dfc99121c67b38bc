import type { ReactNode } from 'react';
import { languageTag } from '@/lib/core/locales';
import type { TextKey } from '@/lib/core/text-key';
import type { ApplicationKind, OpenIssuer } from '@/lib/registration/apply';
import { COUNTRIES } from '@/lib/registration/countries';
import { SelectField, TextField } from '../field';
import { FormCard } from '../form-card';
import type { FormState } from '../form-state';
import type { PageContext } from '../page-context';
import type { PortalView } from '../portal-page';
import { LinkSent, RegistrationLinkExpired, Said } from '../registration-screens';

/** The screens of the page: the form, what follows it, and the question of the mailed link. */
export type ApplicationScreen = 'form' | 'sent' | 'confirm' | 'received' | 'expired' | 'closed';

export interface ApplicationState extends FormState {
  screen?: ApplicationScreen;
  issuers?: OpenIssuer[];
  token?: string;
  entered?: Record<string, string>;
}

export const APPLICATION_LABELS: Record<string, TextKey> = {
  issuer: 'registration.issuer.label',
  company: 'registration.company.label',
  street: 'registration.street.label',
  postalCode: 'registration.postal.code.label',
  city: 'registration.city.label',
  country: 'registration.country.label',
  firstName: 'registration.first.name.label',
  lastName: 'registration.last.name.label',
  email: 'registration.email.label',
  phone: 'registration.phone.label'
};

/** Name, greatest length and what browsers fill it in with. */
const LINES = {
  company: [
    ['company', 80, 'organization'],
    ['street', 120, 'street-address'],
    ['postalCode', 16, 'postal-code'],
    ['city', 80, 'address-level2']
  ],
  contact: [
    ['firstName', 80, 'given-name'],
    ['lastName', 80, 'family-name'],
    ['email', 59, 'email'],
    ['phone', 30, 'tel']
  ]
} as const;

interface Props {
  page: PageContext;
  state: ApplicationState;
  kind: ApplicationKind;
}

const COMPONENTS = { company: 'company-registration-component', account_application: 'account-application-component' };
const TITLES = { company: 'company.registration.link', account_application: 'account.application.link' } as const;

function Lines({ page, state, of }: Omit<Props, 'kind'> & { of: keyof typeof LINES }) {
  return LINES[of].map(([name, maxLength, autoComplete]) => (
    <TextField
      key={name}
      page={page}
      state={state}
      name={name}
      type={name === 'email' ? 'email' : name === 'phone' ? 'tel' : 'text'}
      label={APPLICATION_LABELS[name] as TextKey}
      defaultValue={state.entered?.[name]}
      maxLength={maxLength}
      autoComplete={autoComplete}
    />
  ));
}

/** The countries by their names in the page's language. */
function countriesIn(locale: PageContext['locale']) {
  const tag = languageTag(locale);
  const names = new Intl.DisplayNames(tag, { type: 'region' });
  return COUNTRIES.map((value) => ({ value, text: names.of(value) ?? value })).sort((one, other) =>
    one.text.localeCompare(other.text, tag)
  );
}

function Form({ page, state, kind }: Props) {
  const { t, locale } = page;
  const { issuers = [], entered } = state;
  const [issuer] = issuers;
  return (
    <ApplicationForm
      {...{ page, state, kind }}
      submit="submit.button"
      intro={t(`registration.${kind === 'company' ? 'company' : 'application'}.intro`)}
    >
      <input type="hidden" name="step" value="form" />
      {issuers.length > 1 ? (
        <SelectField
          page={page}
          state={state}
          name="issuer"
          label={APPLICATION_LABELS.issuer as TextKey}
          options={issuers.map(({ id, name }) => ({ value: id, text: name }))}
          chosen={entered?.issuer}
        />
      ) : (
        <input type="hidden" name="issuer" value={issuer?.id} />
      )}
      <Lines page={page} state={state} of="company" />
      <SelectField
        page={page}
        state={state}
        name="country"
        label={APPLICATION_LABELS.country as TextKey}
        options={[{ value: '', text: '' }, ...countriesIn(locale)]}
        chosen={entered?.country}
        autoComplete="country"
      />
      <h2>{t('registration.contact.heading')}</h2>
      <Lines page={page} state={state} of="contact" />
    </ApplicationForm>
  );
}

/** What the link asks: a mail program that opens links by itself must not send anything in. */
function Confirm({ page, state, kind }: Props) {
  const intro = page.t('registration.confirm.message', { name: state.entered?.name ?? '' });
  return (
    <ApplicationForm {...{ page, state, kind, intro }} submit="registration.confirm.button">
      <input type="hidden" name="step" value="confirm" />
      <input type="hidden" name="token" value={state.token} />
    </ApplicationForm>
  );
}

function ApplicationForm({ kind, intro, ...form }: Props & { intro: string; submit: TextKey; children: ReactNode }) {
  return (
    <FormCard
      {...form}
      id="application"
      component={COMPONENTS[kind]}
      title={TITLES[kind]}
      intro={<p>{intro}</p>}
      cancel="login-signin-component"
    />
  );
}

function Application({ page, state, kind }: Props) {
  switch (state.screen) {
    case 'sent':
      return <LinkSent page={page} />;
    case 'expired':
      return <RegistrationLinkExpired page={page} again={COMPONENTS[kind]} />;
    case 'received':
      return <Said page={page} title="registration.received.title" message="registration.received.message" />;
    case 'closed':
      return <Said page={page} title={TITLES[kind]} message="registration.closed.message" />;
    case 'confirm':
      return <Confirm page={page} state={state} kind={kind} />;
    default:
      return <Form page={page} state={state} kind={kind} />;
  }
}

/** The self-registration of a company, and the application for a card account (C2.001). */
export const applicationView = (kind: ApplicationKind): PortalView<ApplicationState> => ({
  component: COMPONENTS[kind],
  title: ({ brand, t }) => `${t(TITLES[kind])} – ${brand.appName}`,
  render: (page, state) => <Application page={page} state={state} kind={kind} />,
  script: 'plain-form',
  scriptData: () => ({})
});
