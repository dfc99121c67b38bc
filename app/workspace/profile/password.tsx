import type { PageContext } from '../../sdportal/page-context';

interface Props {
  page: PageContext;
  setAt: string;
  /** The date from which the next sign-in requires a change (CD.2). */
  expiresAt: string;
  /** Whether that is soon. */
  isSoon: boolean;
}

/** The password: when it was set, when it expires, and a link to change it. */
export function Password({ page: { t, link }, setAt, expiresAt, isSoon }: Props) {
  return (
    <section className="panel" aria-labelledby="password-heading">
      <h2 id="password-heading">{t('profile.password')}</h2>
      <p>{t('profile.password.set', { time: setAt })}</p>
      <p className={isSoon ? 'notice' : 'muted'}>{t('profile.password.lasts', { time: expiresAt })}</p>
      <a className="button" href={`${link('change-password-component')}&dest=MyProfile`}>
        {t('profile.password.change')}
      </a>
    </section>
  );
}
