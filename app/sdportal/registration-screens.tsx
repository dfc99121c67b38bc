import type { TextKey } from '@/lib/core/language/text-key';
import { LINK_MINUTES } from '@/lib/directory/registration/start-registration';
import { LinkExpired } from './link-expired';
import type { PageContext } from './page-context';

interface Props {
  page: PageContext;
  /** Message keys. */
  title: TextKey;
  message: TextKey;
  params?: Record<string, string | number>;
}

/** A screen that ends a registration for now: the outcome and the link back to sign-in. */
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

/** Says that a link may have been sent: the same text for every address. */
export function LinkSent({ page }: { page: PageContext }) {
  return (
    <Said
      page={page}
      title="check.email.title"
      message="registration.sent.message"
      params={{ minutes: LINK_MINUTES }}
    />
  );
}

/** Says that a registration's link is no longer valid. */
export function RegistrationLinkExpired({ page, again }: { page: PageContext; again: string }) {
  return <LinkExpired page={page} message="registration.link.inactive" minutes={LINK_MINUTES} again={again} />;
}
