import { signedIn } from '../signed-in';
import { RecordForm } from '../ui/record-form';
import { preferenceFields } from './preference-fields';
import { savePreferences } from './preferences-action';

/** The user's own language and time zone. */
export async function Preferences() {
  const { account, locale, t } = await signedIn();
  return (
    <section className="panel" aria-labelledby="preferences-heading">
      <div>
        <h2 id="preferences-heading">{t('profile.preferences')}</h2>
        <p className="muted">{t('profile.preferences.hint')}</p>
      </div>
      <RecordForm
        id="preferences"
        action={savePreferences}
        fields={await preferenceFields()}
        values={{
          locale,
          timeZone: account.ownTimeZone
        }}
        submitLabel={t('form.save')}
      />
    </section>
  );
}
