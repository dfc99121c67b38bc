import type { Translate } from '@/lib/core/language/texts';

/** Part of a transaction's form: applies a split profile, and saves the splits as one. */
export function ProfileTools({ profiles, t }: { profiles: readonly { id: string; name: string }[]; t: Translate }) {
  return (
    <details className="split-profiles">
      <summary>{t('split.profile.title')}</summary>
      {profiles.length > 0 && (
        <div className="split-profile">
          <div className="field">
            <label htmlFor="split-profile">{t('split.profile.choose')}</label>
            <select id="split-profile" name="profile">
              {profiles.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </div>
          <button type="submit" name="then" value="profile">
            {t('split.profile.apply')}
          </button>
        </div>
      )}
      <div className="split-profile">
        <div className="field">
          <label htmlFor="split-profile-name">{t('split.profile.name')}</label>
          <input id="split-profile-name" name="profileName" type="text" maxLength={60} autoComplete="off" />
        </div>
        <button type="submit" name="then" value="keep">
          {t('split.profile.keep')}
        </button>
      </div>
      <p>
        <a href="/workspace/transactions/profiles">{t('split.profile.all')}</a>
      </p>
    </details>
  );
}
