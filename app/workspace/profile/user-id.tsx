import type { FormState } from '../../sdportal/form-state';
import type { PageContext } from '../../sdportal/page-context';
import { TextField } from './field';
import { FIELD_LABELS } from './profile-faults';

/** The user id and the form to change it (C8.030). */
export function UserId({ page, state, userId }: { page: PageContext; state: FormState; userId: string }) {
  const { t } = page;
  const field = { page, state };
  return (
    <section className="panel" aria-labelledby="user-id-heading">
      <h2 id="user-id-heading">{t('user.id.label')}</h2>
      <p>{t('profile.user.id.now', { userId })}</p>
      <details open={state.faults?.some(({ field }) => field === 'newUserId' || field === 'userIdPassword')}>
        <summary>{t('user.id.change')}</summary>
        <p>{t('profile.user.id.explanation')}</p>
        <form className="fields" method="post" action="/workspace/profile/user-id" noValidate>
          <TextField
            {...field}
            name="newUserId"
            label={FIELD_LABELS.newUserId}
            hint="user.id.rule"
            maxLength={80}
            autoComplete="username"
          />
          <TextField
            {...field}
            type="password"
            name="userIdPassword"
            label={FIELD_LABELS.userIdPassword}
            maxLength={1024}
            autoComplete="current-password"
          />
          <button type="submit" className="primary">
            {t('user.id.change')}
          </button>
        </form>
      </details>
    </section>
  );
}
