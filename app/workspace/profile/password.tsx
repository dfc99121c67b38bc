import type { PageContext } from '../../sdportal/page-context';

/** The password: when it was set, and the way to another. */
export function Password({ page: { t, link }, setAt }: { page: PageContext; setAt: string }) {
  return (
    <section className="panel" aria-labelledby="password-heading">
      <h2 id="password-heading">{t('profile.password')}</h2>
      <p>{t('profile.password.set', { time: setAt })}</p>
      <a className="button" href={`${link('change-password-component')}&dest=MyProfile`}>
        {t('profile.password.change')}
      </a>
    </section>
  );
}
