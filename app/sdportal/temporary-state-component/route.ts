import type { TextKey } from '@/lib/core/text-key';
import { FAILURES_BEFORE_LOCK } from '@/lib/identity/lockout';
import { LOCK_REASONS, type LockReason } from '@/lib/identity/sign-in-refusal';
import { messageView } from '../message-view';
import { queryOf } from '../page-request';
import { portalPage } from '../portal-page';
import { portalRoute } from '../portal-route';

/** What the page says of each lock: what happened, and what ends it (C8.037). */
const TEXTS: Record<LockReason | 'attempts', readonly [happened: TextKey, advice: TextKey]> = {
  attempts: ['locked.message', 'locked.advice'],
  'dual-authentication': ['locked.dual.authentication', 'locked.dual.authentication.advice'],
  administrator: ['locked.administrator', 'locked.dual.authentication.advice'],
  'password-expired': ['locked.password.expired', 'locked.password.expired.advice'],
  'self-registration': ['locked.self.registration', 'locked.dual.authentication.advice']
};

const view = messageView<{ reason?: LockReason }>('temporary-state-component', ({ t, link }, { reason }) => ({
  title: t('locked.title'),
  paragraphs: [
    t('user.account.locked'),
    ...TEXTS[reason ?? 'attempts'].map((text) => t(text, { count: FAILURES_BEFORE_LOCK }))
  ],
  action: { label: t('ng.return.to.login.screen'), address: link('login-signin-component') }
}));

/** Where a locked sign-in ends up (P2.060). What is behind the lock is told only where the front door says so. */
export const GET = portalRoute((request) => {
  const asked = queryOf(request)?.get('reason');
  const reason = Object.values(LOCK_REASONS).find((each) => each === asked);
  return portalPage(request, view, reason ? { reason } : {});
});

export const HEAD = GET;
