import './search/search.css';
import { kindsFor } from '@/lib/kit/search/kinds';
import { CurrentLink } from './current-link';
import { SchemeForm } from './display/scheme-form';
import { SearchField } from './search/search-field';
import { fieldTexts } from './search/texts';
import { signedIn } from './signed-in';
import { PopUp } from './ui/pop-up';

/** The bar above every page: the brand, the search, the user, the display settings and the sign-out. */
export async function Bar() {
  const { account, brand, display, principal, t } = await signedIn();
  const logo = brand.images.get('logo/image/svg+xml') ?? brand.images.get('logo/image/png');
  return (
    <header className="bar">
      <a className="bar-logo" href="/workspace">
        {logo ? <img src={logo.address} alt={brand.displayName} height="32" /> : <strong>{brand.displayName}</strong>}
      </a>
      {kindsFor(principal).length > 0 && <SearchField label={t('search.label')} texts={fieldTexts(t)} />}
      <div className="bar-person">
        <span>{`${account.firstName} ${account.lastName}`}</span>
        {!principal.accessor && (
          <>
            <span className="bar-role">
              <CurrentLink href="/workspace/people/own-roles">{t(`role.${principal.role}`)}</CurrentLink>
            </span>
            <CurrentLink href="/workspace/profile">{t('profile.title')}</CurrentLink>
          </>
        )}
        <PopUp
          className="bar-scheme"
          summary={
            <summary title={t('display.scheme')}>
              <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" focusable="false">
                <circle cx="12" cy="12" r="8.5" />
                <path d="M12 3.5a8.5 8.5 0 0 1 0 17Z" />
              </svg>
              <span className="visually-hidden">{t('display.scheme')}</span>
            </summary>
          }
        >
          <div className="pop-panel bar-panel">
            <SchemeForm t={t} chosen={display.scheme} />
          </div>
        </PopUp>
        <form method="post" action="/workspace/sign-out">
          <button type="submit">{t('sign.out')}</button>
        </form>
      </div>
    </header>
  );
}
