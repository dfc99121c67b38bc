import type { PageContext } from './page-context';

interface Props {
  page: PageContext;
  /** Message keys. */
  title: string;
  message: string;
  params?: Record<string, string | number>;
}

/** A screen that ends a registration for now: what has happened, and the way back to sign-in. */
export function Said({ page: { t, link }, title, message, params }: Props) {
  return (
    <div className="card">
      <h1>{t(title)}</h1>
      <p>{t(message, params)}</p>
      <a className="primary" href={link('login-signin-component')}>
        {t('ng.return.to.login.screen')}
      </a>
    </div>
  );
}

/** A link is on its way, or isn't: the same for every address. */
export function LinkSent({ page, minutes }: { page: PageContext; minutes: number }) {
  return <Said page={page} title="check.email.title" message="registration.sent.message" params={{ minutes }} />;
}

/** A link that is no use any more, and the way to another. */
export function LinkExpired({
  page: { t, link },
  minutes,
  again
}: {
  page: PageContext;
  minutes: number;
  again: string;
}) {
  return (
    <div className="card">
      <h1>{t('expired.link.title')}</h1>
      <p>{t('registration.link.inactive', { minutes })}</p>
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
