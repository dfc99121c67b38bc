import { fullName } from '@/lib/directory/people/user-record';
import { Confirm } from '../../../ui/confirm';
import { setSsoOnly } from './actions';
import type { Section } from './section';

/** Shows whether the user must sign in by the brand's identity provider. */
export function SingleSignOn({ page: { t }, security: { user, ssoOnly, ssoOnlySet }, canMaintain }: Section) {
  const params = { name: fullName(user) };
  const change = ssoOnlySet ? 'unset' : 'set';
  return (
    <section className="panel" aria-labelledby="sso-heading">
      <h2 id="sso-heading">{t('sso.only.heading')}</h2>
      <p>{t(ssoOnlySet ? 'sso.only.user' : ssoOnly ? 'sso.only.place' : 'sso.only.none')}</p>
      {canMaintain && (ssoOnlySet || !ssoOnly) && (
        <div className="actions">
          <Confirm
            label={t(`sso.only.${change}`)}
            question={t(`sso.only.${change}.question`, params)}
            explanation={<p>{t(`sso.only.${change}.explanation`)}</p>}
            confirmLabel={t(`sso.only.${change}`)}
            action={setSsoOnly}
            hidden={{ id: user.id, only: ssoOnlySet ? 'no' : 'yes' }}
            danger={!ssoOnlySet}
          />
        </div>
      )}
    </section>
  );
}
