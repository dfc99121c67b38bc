import { lackedFeatures } from '@/lib/access/policy/features';
import { isLocale, localeName } from '@/lib/core/language/locales';
import { dotted } from '@/lib/core/language/text-key';
import { Facts } from '../../ui/facts';
import { lockCauseWords } from '../words';
import type { Section } from './section';

/** The user's identity, status and creation date. */
export function Information({ page: { t, format, locale }, user }: Section) {
  const since = t('user.since', { time: format.dateTime(user.statusSince) });
  const status = user.lockCause ? lockCauseWords(t, user.lockCause) : t(`user.status.${user.status}`);
  const lacked = lackedFeatures({ role: user.role, accessor: null });
  const facts = [
    { label: t('user.first.name'), value: user.firstName },
    { label: t('user.last.name'), value: user.lastName },
    { label: t('user.id.label'), value: user.userId },
    { label: t('user.status'), value: `${user.deletedAt ? t('user.status.deleted') : status} ${since}` },
    { label: t('user.email'), value: user.email },
    { label: t('user.phone'), value: user.phone },
    {
      label: t('user.language'),
      value: isLocale(user.locale ?? undefined)
        ? localeName(user.locale as 'en_US', locale)
        : t('user.language.browser')
    },
    { label: t('user.supervisor'), value: user.supervisor && (user.supervisor.name ?? t('user.outside')) },
    { label: t('user.last.sign.in'), value: user.lastSignInAt && format.dateTime(user.lastSignInAt) },
    { label: t('user.sign.in.method'), value: t(`user.sign.in.method.${user.loginType}`) },
    ...(user.mustChange && user.loginType === 'pwd'
      ? [
          {
            label: t('user.temporary.password'),
            value: user.passwordExpiresAt
              ? t('user.temporary.password.until', { time: format.dateTime(user.passwordExpiresAt) })
              : t('user.temporary.password.must.change')
          }
        ]
      : []),
    { label: t('user.created'), value: format.dateTime(user.createdAt) },
    ...(lacked.length > 0
      ? [
          {
            label: t('user.features.lacked'),
            value: lacked.map((feature) => t(`feature.${dotted(feature)}`)).join(', ')
          }
        ]
      : [])
  ];
  return (
    <section className="panel" aria-labelledby="information-heading">
      <h2 id="information-heading">{t('user.information')}</h2>
      <Facts facts={facts} />
    </section>
  );
}
