import type { PageContext } from '@/app/sdportal/page-context';
import { languageTag, localeName } from '@/lib/core/language/locales';
import { SubmittingSelect } from './submitting-select';

/** Switches the language on selection, or without script by a button (P2.023). */
export function LanguageSelector({ page: { brand, locale, t, link } }: { page: PageContext }) {
  const [action, query] = link('login-signin-component').split('?');
  return (
    <form className="language" method="get" action={action}>
      {/* The brand, if the host name alone doesn't determine it. */}
      {query && <input type="hidden" name="cobrandHost" value={brand.name} />}
      <label htmlFor="user_locale">{t('language.label')}</label>
      <SubmittingSelect id="user_locale" name="user_locale" defaultValue={locale} autoComplete="off">
        {brand.locales.map((offered) => (
          <option key={offered} value={offered} lang={languageTag(offered)}>
            {localeName(offered)}
          </option>
        ))}
      </SubmittingSelect>
      <button type="submit" className="secondary">
        {t('language.change')}
      </button>
    </form>
  );
}
