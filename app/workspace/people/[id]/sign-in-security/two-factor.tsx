import { fullName } from '@/lib/directory/people/user-record';
import { Confirm } from '../../../ui/confirm';
import { Facts } from '../../../ui/facts';
import { handOutToken, issueToken, revokeToken } from './actions';
import { HandOut } from './hand-out';
import type { Section } from './section';

/** The token of a user: its status, replacement, hand-out and removal. */
export function TwoFactor({ page: { t, format }, security, canMaintain }: Section) {
  const { user, token, twoFactorRequired, ssoOnly } = security;
  const params = { name: fullName(user) };
  return (
    <section className="panel" aria-labelledby="token-heading">
      <h2 id="token-heading">{t('two.factor.heading')}</h2>
      <Facts
        facts={[
          { label: t('two.factor.signs.in.by'), value: t(`two.factor.by.${user.loginType}`) },
          { label: t('two.factor.required'), value: t(twoFactorRequired ? 'yes' : 'no') },
          ...(token
            ? [
                { label: t('token.serial'), value: token.serialNumber },
                { label: t('token.status'), value: t(`token.status.${token.status}`) },
                { label: t('token.issued.at'), value: format.dateTime(token.enrolledAt) },
                { label: t('token.handed.out.at'), value: token.handedOutAt && format.dateTime(token.handedOutAt) }
              ]
            : [])
        ]}
      />
      {canMaintain && !ssoOnly && (
        <div className="actions">
          <Confirm
            label={t(token ? 'two.factor.another' : 'two.factor.set')}
            question={t(token ? 'two.factor.another.question' : 'two.factor.set.question', params)}
            explanation={<p>{t(token ? 'two.factor.another.explanation' : 'two.factor.set.explanation')}</p>}
            confirmLabel={t(token ? 'two.factor.another' : 'two.factor.set')}
            action={issueToken}
            hidden={{ id: user.id }}
            danger={token !== null}
          />
          {token && !twoFactorRequired && (
            <Confirm
              label={t('two.factor.end')}
              question={t('two.factor.end.question', params)}
              explanation={<p>{t('two.factor.end.explanation')}</p>}
              confirmLabel={t('two.factor.end')}
              action={revokeToken}
              hidden={{ id: user.id }}
            />
          )}
        </div>
      )}
      {canMaintain && (
        <HandOut
          waiting={token?.status === 'pending' ? user.id : null}
          action={handOutToken}
          texts={{
            title: t('token.hand.out'),
            explanation: t('token.hand.out.explanation', params),
            download: t('token.hand.out.download'),
            failed: t('save.failed'),
            serverDown: t('server.down')
          }}
        />
      )}
    </section>
  );
}
