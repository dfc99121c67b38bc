import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { tokenAsked } from '@/app/sdportal/answer-form';
import { formTexts, requiredTexts } from '@/app/sdportal/form-texts';
import type { PageParams } from '@/app/sdportal/page-address';
import { type PageContext, pageContext } from '@/app/sdportal/page-context';
import { personalPage } from '@/app/sdportal/personal-page';
import { LinkSent, RegistrationLinkExpired, Said } from '@/app/sdportal/registration-screens';
import { languageTag } from '@/lib/core/language/locales';
import { type ApplicationKind, openIssuers } from '@/lib/directory/registration/apply';
import { COUNTRIES } from '@/lib/directory/registration/countries';
import { begunBy } from '@/lib/directory/registration/start-registration';
import { ApplicationForm, type ApplicationState } from './application-form';
import { APPLICATIONS } from './kinds';
import { APPLICATION_LABELS } from './labels';

interface Props {
  params: Promise<PageParams>;
}

type Action = (state: ApplicationState, form: FormData) => Promise<ApplicationState>;

/** The title of an application's page. */
export async function applicationMetadata(kind: ApplicationKind, params: Props['params']): Promise<Metadata> {
  const { brand, t } = await pageContext(params);
  return { title: `${t(APPLICATIONS[kind].title)} – ${brand.appName}` };
}

/**
 * The page of an application: the form and the question behind its mailed link. The link asks first, because mail
 * programs open links by themselves. Only brands that offer applications have the page.
 */
export function applicationPage(kind: ApplicationKind, action: Action) {
  const { component, title, intro, isOffered } = APPLICATIONS[kind];
  return personalPage(async ({ params }: Props) => {
    const page = await pageContext(params);
    const { brand, t, link } = page;
    if (!isOffered(brand)) notFound();
    const token = await tokenAsked();
    const company = token && (await companyBehind(token, kind));
    const issuers = token ? [] : await openIssuers(brand, kind);
    const screen = token ? (company ? 'confirm' : 'expired') : issuers.length > 0 ? 'form' : 'closed';
    return (
      <ApplicationForm
        action={action}
        screen={screen}
        {...(token && company && { token })}
        issuers={issuers.map(({ id, name }) => ({ value: id, text: name }))}
        countries={screen === 'form' ? countriesIn(page) : []}
        texts={{
          form: formTexts(page, 'busy.sending'),
          required: requiredTexts(page, APPLICATION_LABELS),
          labels: Object.fromEntries(Object.entries(APPLICATION_LABELS).map(([name, key]) => [name, t(key)])),
          title: t(title),
          intro: company ? t('registration.confirm.message', { name: company }) : t(intro),
          contact: t('registration.contact.heading'),
          submit: t(company ? 'registration.confirm.button' : 'submit.button'),
          cancel: t('cancel.button')
        }}
        ends={{
          sent: <LinkSent page={page} />,
          expired: <RegistrationLinkExpired page={page} again={component} />,
          received: <Said page={page} title="registration.received.title" message="registration.received.message" />,
          closed: <Said page={page} title={title} message="registration.closed.message" />
        }}
        signIn={link('login-signin-component')}
      />
    );
  });
}

async function companyBehind(token: string, kind: ApplicationKind): Promise<string | null> {
  const begun = await begunBy(token, [kind]);
  return begun && begun.start.kind !== 'cardholder' ? begun.start.application.company : null;
}

/** The countries, sorted by name in the page's language. */
function countriesIn({ locale }: PageContext) {
  const tag = languageTag(locale);
  const names = new Intl.DisplayNames(tag, { type: 'region' });
  return COUNTRIES.map((value) => ({ value, text: names.of(value) ?? value })).sort((one, other) =>
    one.text.localeCompare(other.text, tag)
  );
}
