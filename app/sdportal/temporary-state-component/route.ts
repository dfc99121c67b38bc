import { FAILURES_BEFORE_LOCK } from '@/lib/identity/lockout';
import { DUAL_AUTHENTICATION_LOCK } from '@/lib/identity/sign-in-refusal';
import { messageView } from '../message-view';
import { queryOf } from '../page-request';
import { portalPage } from '../portal-page';
import { portalRoute } from '../portal-route';

const view = messageView<{ byChallenge?: boolean }>('temporary-state-component', ({ t, link }, { byChallenge }) => ({
  title: t('locked.title'),
  paragraphs: byChallenge
    ? [t('user.account.locked'), t('locked.dual.authentication'), t('locked.dual.authentication.advice')]
    : [t('user.account.locked'), t('locked.message', { count: FAILURES_BEFORE_LOCK }), t('locked.advice')],
  action: { label: t('ng.return.to.login.screen'), address: link('login-signin-component') }
}));

/** Where a locked sign-in ends up (P2.060). What is behind the lock is told only where the front door says so. */
export const GET = portalRoute((request) => {
  const byChallenge = queryOf(request)?.get('reason') === DUAL_AUTHENTICATION_LOCK;
  return portalPage(request, view, byChallenge ? { byChallenge } : {});
});

export const HEAD = GET;
