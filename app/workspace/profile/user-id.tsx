import type { Translate } from '@/lib/core/language/texts';
import { newId } from '@/lib/core/secrets/ids';
import { Fresh } from '../ui/fresh';
import { RecordForm } from '../ui/record-form';
import { saveUserId } from './actions';
import { userIdFields } from './user-id-fields';

/** The user id and the form to change it (C8.030). */
export function UserId({ t, userId }: { t: Translate; userId: string }) {
  return (
    <section className="panel" aria-labelledby="user-id-heading">
      <h2 id="user-id-heading">{t('user.id.label')}</h2>
      <p>{t('profile.user.id.now', { userId })}</p>
      <Fresh rendered={newId()}>
        <details>
          <summary>{t('user.id.change')}</summary>
          <p>{t('profile.user.id.explanation')}</p>
          <RecordForm id="user-id" action={saveUserId} fields={userIdFields(t)} submitLabel={t('user.id.change')} />
        </details>
      </Fresh>
    </section>
  );
}
