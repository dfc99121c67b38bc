import { signedIn } from '../signed-in';
import { Link } from '../ui/link';

/** When the user signed in before, and where to look if that was somebody else. */
export async function LastSignIn() {
  const { account, t, format } = await signedIn();
  const { previousSignInAt: previous, failuresBefore } = account;
  return (
    <>
      {failuresBefore > 0 && (
        <p className="notice">
          {t('home.failed.attempts.since', { count: failuresBefore })} {t('home.failed.attempts.advice')}
        </p>
      )}
      <p className="hint home-last">
        {previous ? (
          <>
            {t('home.last.sign.in')} <time dateTime={previous.toISOString()}>{format.dateTime(previous)}</time>.{' '}
          </>
        ) : (
          `${t('home.last.sign.in.first')} `
        )}
        <Link href="/workspace/profile#sign-in-facts">{t('home.not.you')}</Link>
      </p>
    </>
  );
}
