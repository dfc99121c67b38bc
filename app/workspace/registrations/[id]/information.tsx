import { type Locale, languageTag, localeName } from '@/lib/core/language/locales';
import type { TextKey } from '@/lib/core/language/text-key';
import type { RegistrationRecord } from '@/lib/directory/registration/registration-record';
import type { signedInPrincipal } from '../../signed-in';
import { Facts } from '../../ui/facts';

interface Props {
  page: Awaited<ReturnType<typeof signedInPrincipal>>;
  registration: RegistrationRecord;
}

/** The data of a registration, its time and the decision. */
export function Information({ page: { t, format, locale }, registration }: Props) {
  const { details, email, issuerName, registeredAt, decidedAt, decidedBy, reason } = registration;
  const { company, street, postalCode, city, country, firstName, lastName, phone } = details;
  const regions = new Intl.DisplayNames(languageTag(locale), { type: 'region' });
  const lines: [TextKey, string | undefined][] = [
    ['registration.company.label', company],
    ['registration.address', [street, [postalCode, city].filter(Boolean).join(' ')].filter(Boolean).join(', ')],
    ['registration.country.label', country && regions.of(country)],
    ['registration.contact.heading', [firstName, lastName].filter(Boolean).join(' ')],
    ['registration.phone.label', phone]
  ];
  return (
    <section className="panel" aria-labelledby="information-heading">
      <h2 id="information-heading">{t('registration.information')}</h2>
      <Facts
        facts={[
          { label: t('registration.issuer.label'), value: issuerName },
          { label: t('registration.email.label'), value: email },
          ...lines.filter(([, value]) => value).map(([label, value]) => ({ label: t(label), value })),
          { label: t('registration.language'), value: localeName(registration.locale as Locale, locale) },
          { label: t('registration.registered.at'), value: format.dateTime(registeredAt) },
          ...(decidedAt ? [{ label: t('registration.decided.at'), value: format.dateTime(decidedAt) }] : []),
          ...(decidedBy ? [{ label: t('registration.decided.by'), value: decidedBy }] : []),
          ...(reason ? [{ label: t('registration.reason'), value: reason }] : [])
        ]}
      />
    </section>
  );
}
