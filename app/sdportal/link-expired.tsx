import type { TextKey } from '@/lib/core/language/text-key';
import type { PageContext } from './page-context';

interface Props {
  page: PageContext;
  /** Message key; it may name the minutes that a link is good. */
  message: TextKey;
  minutes: number;
  /** The page where another is asked for. */
  again: string;
}

/** A mailed link that is no use any more, and the way to another. */
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
