import type { TokenStatus } from '@/lib/sign-in/token/soft-tokens';
import type { PageContext } from '../../sdportal/page-context';

interface Props {
  page: PageContext;
  token: TokenStatus;
  time: (at: Date) => string;
}

/** The token that the user signs in with, or that waits for the next sign-in. */
export function Token({ page: { t }, token, time }: Props) {
  return (
    <section className="panel" aria-labelledby="token-heading">
      <h2 id="token-heading">{t(token.software ? 'token.software' : 'token.hardware')}</h2>
      <p>{t(`token.status.${token.status}`)}</p>
      <p className="muted">
        {t('token.serial.enrolled', { serial: token.serialNumber, time: time(token.enrolledAt) })}
      </p>
    </section>
  );
}
