import type { DualState } from '@/lib/directory/people/security/sign-in-security';
import { fullName } from '@/lib/directory/people/user-record';
import { Badge } from '../../../ui/badge';
import { Confirm } from '../../../ui/confirm';
import { Facts } from '../../../ui/facts';
import { clearLock, lockDual, resetQuestions } from './actions';
import type { Section } from './section';

const TONES = {
  not_required: 'neutral',
  not_enrolled: 'warning',
  enrolled: 'good',
  locked_invalid_password: 'bad',
  locked_invalid_response: 'bad',
  locked_by_administrator: 'bad'
} as const satisfies Record<DualState, string>;

/** The challenge questions of a user: their status and actions. */
export function DualAuthentication({ page: { t, format }, security: { user, dual }, canMaintain }: Section) {
  const params = { name: fullName(user) };
  const isLocked = dual.state.startsWith('locked');
  return (
    <section className="panel" aria-labelledby="dual-heading">
      <h2 id="dual-heading">{t('dual.heading')}</h2>
      <Facts
        facts={[
          { label: t('dual.state'), value: <Badge tone={TONES[dual.state]}>{t(`dual.state.${dual.state}`)}</Badge> },
          { label: t('dual.required'), value: t(dual.required ? 'yes' : 'no') },
          { label: t('dual.questions'), value: dual.questions },
          { label: t('dual.enrolled.at'), value: dual.enrolledAt && format.dateTime(dual.enrolledAt) }
        ]}
      />
      {canMaintain && (
        <div className="actions">
          {isLocked && (
            <Confirm
              label={t('dual.clear')}
              question={t('dual.clear.question', params)}
              explanation={<p>{t('dual.clear.explanation')}</p>}
              confirmLabel={t('dual.clear')}
              action={clearLock}
              hidden={{ id: user.id }}
              danger={false}
            />
          )}
          {dual.questions > 0 && (
            <Confirm
              label={t('dual.reset')}
              question={t('dual.reset.question', params)}
              explanation={<p>{t('dual.reset.explanation')}</p>}
              confirmLabel={t('dual.reset')}
              action={resetQuestions}
              hidden={{ id: user.id }}
            />
          )}
          {user.status === 'active' && dual.state !== 'not_required' && (
            <Confirm
              label={t('dual.lock')}
              question={t('dual.lock.question', params)}
              explanation={<p>{t('dual.lock.explanation')}</p>}
              confirmLabel={t('dual.lock')}
              action={lockDual}
              hidden={{ id: user.id }}
            />
          )}
        </div>
      )}
    </section>
  );
}
