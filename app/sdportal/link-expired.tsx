import type { TextKey } from '@/lib/core/language/text-key';
import type { PageContext } from './page-context';

interface Props {
  page: PageContext;
  /** Message key; it may include the link's lifetime in minutes. */
  message: TextKey;
  minutes: number;
  /** The page for requesting another link. */
  again: string;
}

/** Says that a mailed link is no longer valid and links to the request for another. */
export function LinkExpired({ page: { t, link }, message, minutes, again }: Props) {
  return (
    <div className="card">
      <h1>{t('expired.link.title')}</h1>
      <p>{t(message, { minutes })}</p>
      <div className="buttons">
        <a className="primary" href={link(again)}>
          {t('expired.link.request')}
        </a>
        <a className="secondary" href={link('login-signin-component')}>
          {t('ng.return.to.login.screen')}
        </a>
      </div>
    </div>
  );
}
