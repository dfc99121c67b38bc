import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import { appendAudit, type Origin } from '../../core/audit/audit';
import { database, type Transaction } from '../../core/database/database';
import { now } from '../../core/server/clock';
import { accountOf } from '../account/accounts';
import { aliasOf } from '../account/user-id';
import { signInBy } from '../steps/sign-in';
import type { SignInStep } from '../steps/sign-in-proof';
import type { SignInOutcome } from '../steps/sign-in-refusal';
import { issueChallenge, PROMPT_MILLIS, takeChallenge } from './passkey-challenges';
import type { Assertion } from './passkey-schema';
import { userHandleOf } from './passkeys';
import type { RelyingParty } from './relying-party';

/** The data of a passkey for a sign-in. */
interface Passkey {
  issuerId: string;
  id: string;
  userId: string;
  credentialId: string;
  publicKey: Uint8Array<ArrayBuffer>;
}

/**
 * The options with which the browser offers its passkeys for this host (PublicKeyCredentialRequestOptionsJSON). They
 * name no user: apart from the challenge the answer is the same for all.
 */
export async function passkeySignInOptions(rp: RelyingParty, browser: string) {
  const challenge = await issueChallenge(rp.id, { browser });
  return generateAuthenticationOptions({
    rpID: rp.id,
    challenge: Uint8Array.from(Buffer.from(challenge, 'base64url')),
    timeout: PROMPT_MILLIS,
    userVerification: 'required'
  });
}

/**
 * Signs in with a passkey. A wrong answer counts like a wrong password, for the passkey's owner or for an invented one;
 * the refusal is the same for every fault.
 */
export async function signInWithPasskey(
  assertion: Assertion,
  { rp, browser, brand, locale }: { rp: RelyingParty; browser: string } & Pick<SignInStep, 'brand' | 'locale'>,
  origin: Origin
): Promise<SignInOutcome> {
  const passkey = await passkeyOf(assertion.id, rp);
  const account = passkey ? await accountOf(passkey) : undefined;
  const b2BAlias = account?.b2BAlias ?? aliasOf(`passkey/${assertion.id}`);
  return signInBy(
    async () => {
      const counter = await verify(assertion, passkey, { rp, browser });
      const proven = passkey && counter !== null && account?.loginType === 'pwd';
      return {
        account,
        proof: proven ? { settle: (tx) => usePasskey(tx, passkey, counter, origin) } : null
      };
    },
    { b2BAlias, type: 'passkey', brand, locale, halfway: null },
    origin
  );
}

function passkeyOf(credentialId: string, rp: RelyingParty): Promise<Passkey | null> {
  return database().passkey.findUnique({
    where: { credentialId, rpId: rp.id },
    select: { issuerId: true, id: true, userId: true, credentialId: true, publicKey: true }
  });
}

/** Returns the signature counter of a right answer, else null (WebAuthn section 7.2). */
async function verify(
  assertion: Assertion,
  passkey: Passkey | null,
  { rp, browser }: { rp: RelyingParty; browser: string }
): Promise<number | null> {
  const own = passkey && userHandleOf(passkey.userId);
  // Step 6: the passkey must name its owner.
  if (!own || Buffer.compare(own, Buffer.from(assertion.response.userHandle, 'base64url')) !== 0) return null;
  const result = await verifyAuthenticationResponse({
    response: assertion as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    expectedChallenge: (challenge) => takeChallenge(challenge, rp.id, { browser }),
    expectedOrigin: rp.origin,
    expectedRPID: rp.id,
    requireUserVerification: true,
    // The counter is compared in the statement that writes it.
    credential: { id: passkey.credentialId, publicKey: Uint8Array.from(passkey.publicKey), counter: 0 }
  }).catch(() => null);
  return result?.verified ? result.authenticationInfo.newCounter : null;
}

/**
 * Records a use. A counter that has not grown indicates a copied authenticator (WebAuthn section 6.1.1) and fails;
 * authenticators without a counter always send 0.
 */
async function usePasskey(
  tx: Transaction,
  { issuerId, id, userId }: Passkey,
  counter: number,
  origin: Origin
): Promise<'right' | 'wrong'> {
  const { count } = await tx.passkey.updateMany({
    where: { issuerId, id, OR: [{ signCount: { lt: counter } }, { signCount: 0 }] },
    data: { signCount: counter, lastUsedAt: now() }
  });
  if (count === 1) return 'right';
  await appendAudit(tx, origin, {
    issuerId,
    action: 'passkey.counter_regressed',
    entity: 'user',
    entityId: userId,
    details: { passkey: id, counter }
  });
  return 'wrong';
}
