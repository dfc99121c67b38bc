import { appendAudit, type Origin, SYSTEM_ISSUER_ID } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { newSecretToken } from '../../core/secrets/ids';
import { log, redact } from '../../core/server/log';
import { signIns } from '../../core/server/metrics';
import type { Account } from '../account/accounts';
import { endSession, type OpenedSession, openSession } from '../session/sessions';
import { passLock } from '../steps/lockout';
import { endLapsedLock } from '../steps/sign-in';
import { markSignedIn } from '../steps/sign-in-steps';
import { linkedAccount } from './links';
import { oidc } from './oidc';
import { keepPending, type PendingSignIn, spendAssertion, takePending } from './pending';
import type { Assertion, Protocol } from './protocol';
import { type IdentityProvider, providerOf } from './providers';
import { saml } from './saml';

/** The outcome of a federated sign-in. Only a person with a valid assertion learns that no user is linked. */
export type FederatedOutcome =
  | { kind: 'signed_in'; session: OpenedSession }
  | { kind: 'locked' }
  | { kind: 'failed' }
  | { kind: 'not_linked' };

function protocolOf(provider: IdentityProvider): Protocol<IdentityProvider> {
  return (provider.kind === 'oidc' ? oidc : saml) as unknown as Protocol<IdentityProvider>;
}

/** The address for the answers of a brand's provider; each brand has its own. `host`: scheme, host name and port. */
export function callbackOf(host: string, kind: IdentityProvider['kind'], brandName: string): string {
  return `${host}/heracles/sso/${kind}/${brandName}`;
}

/**
 * Begins a sign-in at the brand's provider: returns the address for the browser, or null if the brand has no provider
 * or it is unreachable. Only the browser that holds `browser` can complete it.
 */
export async function beginFederatedSignIn(
  {
    brandName,
    host,
    browser,
    oldSession
  }: { brandName: string; host: string; browser: string; oldSession: string | undefined },
  origin: Origin
): Promise<{ kind: IdentityProvider['kind']; location: string } | null> {
  const provider = await providerOf(brandName);
  if (!provider) return null;
  const callback = callbackOf(host, provider.kind, brandName);
  const state = newSecretToken();
  const asked = await protocolOf(provider).ask(provider, callback, state).catch(refusal(provider, origin));
  if (!asked) return null;
  await keepPending(state, browser, { providerId: provider.id, callback, expected: asked.expected, oldSession });
  return { kind: provider.kind, location: asked.location };
}

/** Completes a federated sign-in with the provider's answer, which the browser brought to the brand's address. */
export async function finishFederatedSignIn(
  {
    brandName,
    kind,
    browser,
    answer
  }: { brandName: string; kind: IdentityProvider['kind']; browser: string; answer: URLSearchParams },
  origin: Origin
): Promise<FederatedOutcome> {
  const outcome = await finish({ brandName, kind, browser, answer }, origin);
  signIns.inc({ outcome: `federated_${outcome.kind}` });
  return outcome;
}

async function finish(
  { brandName, kind, browser, answer }: Parameters<typeof finishFederatedSignIn>[0],
  origin: Origin
): Promise<FederatedOutcome> {
  const protocol = { oidc, saml }[kind];
  const state = answer.get(protocol.stateParameter) ?? '';
  const pending = await takePending(state, browser);
  if (!pending) return { kind: 'failed' };
  const provider = await providerOf(brandName);
  // The answer must come from the provider that was asked.
  if (provider?.id !== pending.providerId || provider.kind !== kind) return { kind: 'failed' };
  const assertion = await protocolOf(provider)
    .verify(provider, { ...pending, state }, answer)
    .catch(refusal(provider, origin));
  if (!assertion) return turnAway(provider, 'answer_refused', origin);
  return admit(provider, assertion, pending, origin);
}

/**
 * The error is logged for operators. The libraries' messages contain no token; other properties of their errors may.
 */
function refusal({ brandName }: IdentityProvider, { requestId }: Origin) {
  return (error: Error): null => {
    const cause = error.cause instanceof Error ? error.cause.message : '';
    const reason = redact([error.message, cause].filter(Boolean).join(': '), 300);
    log.warn({ requestId, brand: brandName, reason }, 'federated sign-in refused');
    return null;
  };
}

async function turnAway(provider: IdentityProvider, reason: string, origin: Origin): Promise<FederatedOutcome> {
  await transaction((tx) =>
    appendAudit(tx, origin, {
      issuerId: SYSTEM_ISSUER_ID,
      action: 'sign_in.failed',
      entity: 'identity_provider',
      entityId: provider.id,
      details: { brand: provider.brandName, type: provider.kind, reason }
    })
  );
  return { kind: reason === 'not_linked' ? 'not_linked' : 'failed' };
}

/**
 * The failures since the last sign-in, or null if locked. Password attempts by others don't lock a user without a
 * password.
 */
async function failuresPassed(tx: Transaction, { b2BAlias, unlockMinutes, ssoOnly }: Account): Promise<number | null> {
  return passLock(tx, b2BAlias, ssoOnly ? 0 : unlockMinutes, { clear: true });
}

/** Opens a session for the asserted user, if the assertion is unused and the user may sign in. */
async function admit(
  provider: IdentityProvider,
  assertion: Assertion,
  { oldSession }: PendingSignIn,
  origin: Origin
): Promise<FederatedOutcome> {
  const outcome = await transaction(async (tx): Promise<FederatedOutcome | 'replayed' | 'not_linked'> => {
    if (!(await spendAssertion(tx, provider.id, assertion))) return 'replayed';
    const account = await linkedAccount(tx, provider.id, assertion.subject);
    if (!account || account.status === 'inactive' || account.isLinked) return 'not_linked';
    const { issuerId, id: userId } = account;
    const details = { brand: provider.brandName, type: provider.kind };
    const closed = account.status === 'locked' && account.lockCause !== 'password_attempts';
    const failuresBefore = closed ? null : await failuresPassed(tx, account);
    if (failuresBefore === null) {
      await appendAudit(tx, origin, {
        issuerId,
        action: 'sign_in.refused_locked',
        entity: 'user',
        entityId: userId,
        details
      });
      return { kind: 'locked' };
    }
    if (account.status === 'locked') await endLapsedLock(tx, account);
    await markSignedIn(tx, account);
    const session = await openSession(tx, origin, {
      issuerId,
      userId,
      // The provider has replaced the further steps of a password (a passcode, a new password).
      kind: 'full',
      brandName: provider.brandName,
      idleMinutes: account.idleMinutes,
      previousSignInAt: account.lastSignInAt,
      failuresBefore
    });
    await appendAudit(tx, origin, {
      issuerId,
      actorUserId: userId,
      action: 'sign_in.succeeded',
      entity: 'session',
      entityId: session.id,
      details: { ...details, kind: 'full' }
    });
    return { kind: 'signed_in', session };
  });
  if (outcome === 'replayed' || outcome === 'not_linked') return turnAway(provider, outcome, origin);
  if (outcome.kind === 'signed_in' && oldSession) await endSession(oldSession, origin);
  return outcome;
}
