import type { PageContext } from '../../sdportal/page-context';

interface Props {
  page: PageContext;
  setAt: string;
  /** From when on it must be changed at the next sign-in (CD.2). */
  expiresAt: string;
  /** Whether that is soon. */
  isSoon: boolean;
}

/** The password: when it was set, how long it lasts, and the way to another. */
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
