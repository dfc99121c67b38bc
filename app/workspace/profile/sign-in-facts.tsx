import { signOutEverywhere } from '../sign-out/actions';
import { signedIn } from '../signed-in';
import { Confirm } from '../ui/confirm';

/** What the user's sign-in says: id, role, place, and signs of somebody else's use; and the way to end every session. */
export async function SignInFacts() {
  const { actor, principal, account, t, format } = await signedIn();
  const previous = account.previousSignInAt;
  return (
    <section className="panel" id="sign-in-facts" aria-labelledby="account-heading">
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
              <time dateTime={previous.toISOString()}>{format.dateTime(previous)}</time>
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
      <Confirm
        label={t('sign.out.everywhere')}
        question={t('sign.out.everywhere.question')}
        explanation={<p>{t('sign.out.everywhere.explanation')}</p>}
        confirmLabel={t('sign.out.everywhere.confirm')}
        action={signOutEverywhere}
      />
    </section>
  );
}
