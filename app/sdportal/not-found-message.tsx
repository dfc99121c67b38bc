import { config } from '@/lib/core/server/config';
import type { PageContext } from './page-context';
import { Message } from './ui/message';

/** Long enough to read what the page says (PD.21). */
const SECONDS = 10;

/**
 * The message of an unknown address. In production the browser moves on to the logout address by itself (P2.014), after
 * enough time to read the page.
 */
export function NotFound({ page: { t, link } }: { page: PageContext }) {
  const leaves = config().TESSERA_MODE === 'production';
  return (
    <>
      {leaves && <meta httpEquiv="refresh" content={`${SECONDS}; url=${link('logout-component')}`} />}
      <Message
        title={t('not.found.title')}
        action={{ label: t('ng.return.to.login.screen'), address: link('login-signin-component') }}
      >
        <p>{t('not.found.message')}</p>
      </Message>
    </>
  );
}
