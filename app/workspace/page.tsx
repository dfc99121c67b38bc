import './home.css';
import type { Metadata } from 'next';
import { lackedFeatures } from '@/lib/access/policy/features';
import { languageTag } from '@/lib/core/language/locales';
import { HomeLinks } from './home-links';
import { PasswordExpiry } from './password-expiry';
import { signedIn } from './signed-in';
import { DoneNotice } from './ui/notice';
import { WaitingWork } from './waiting-work';
import { workspacePage } from './workspace-page';

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export async function generateMetadata(): Promise<Metadata> {
  const { brand, t } = await signedIn();
  return { title: `${t('home.title')} – ${brand.appName}` };
}

/** The home page: a greeting, links to the user's work (C2.005), and signs of somebody else's use of the account. */
export default workspacePage(async function HomePage({ searchParams }: Props) {
  const { actor, principal, account, locale, t, format } = await signedIn();
  const date = new Intl.DateTimeFormat(languageTag(locale), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: account.timeZone
  });
  const previous = account.previousSignInAt;
  const lacked = lackedFeatures(principal);
  return (
    <>
      <DoneNotice query={await searchParams} texts={{ password: t('profile.password.changed') }} />
      <h1>{t('home.greeting', { name: `${account.firstName} ${account.lastName}` })}</h1>
      {!lacked.includes('password') && <PasswordExpiry />}
      <WaitingWork />
      <HomeLinks />
      {!lacked.includes('profile') && (
        <section className="panel" aria-labelledby="account-heading">
          <h2 id="account-heading">{t('home.account.heading')}</h2>
          <dl>
            <div>
              <dt>{t('home.user.id')}</dt>
              <dd>{account.userId}</dd>
            </div>
            <div>
              <dt>{t('home.role')}</dt>
              <dd>
                {t(`role.${actor.role}`)}
                {principal.lastDay !== null && ` (${t('user.role.until', { date: format.date(principal.lastDay) })})`}
              </dd>
            </div>
            <div>
              <dt>{t('home.issuer')}</dt>
              <dd>{account.issuerName}</dd>
            </div>
            <div>
              <dt>{t('home.last.sign.in')}</dt>
              <dd>
                {previous ? (
                  <time dateTime={previous.toISOString()}>{date.format(previous)}</time>
                ) : (
                  t('home.last.sign.in.never')
                )}
              </dd>
            </div>
            <div>
              <dt>{t('home.failed.attempts')}</dt>
              <dd>{t('home.failed.attempts.value', { count: account.failuresBefore })}</dd>
            </div>
            <div>
              <dt>{t('home.sessions')}</dt>
              <dd>{t('home.sessions.value', { count: account.sessions })}</dd>
            </div>
          </dl>
          {account.failuresBefore > 0 && <p className="notice">{t('home.failed.attempts.advice')}</p>}
          <details>
            <summary>{t('sign.out.everywhere')}</summary>
            <form method="post" action="/workspace/sign-out">
              <p>
                <strong>{t('sign.out.everywhere.question')}</strong> {t('sign.out.everywhere.explanation')}
              </p>
              <button type="submit" name="everywhere" value="yes" className="danger">
                {t('sign.out.everywhere.confirm')}
              </button>
            </form>
          </details>
        </section>
      )}
    </>
  );
});
