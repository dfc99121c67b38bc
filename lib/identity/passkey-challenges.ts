import { now } from '../core/clock';
import { database } from '../core/database';
import { newSecretToken } from '../core/ids';
import { secretHash } from '../core/keys';
import type { Actor } from './sessions';

const CHALLENGE_MINUTES = 5;
/** How long the browser may take for the prompt. */
export const PROMPT_MILLIS = CHALLENGE_MINUTES * 60_000;

/** Who may answer a challenge: a session, or a browser by the secret it was given. */
export type Answerer = { session: Actor } | { browser: string };

const bound = (answerer: Answerer) =>
  'session' in answerer
    ? { issuerId: answerer.session.issuerId, sessionId: answerer.session.sessionId, browserHash: null }
    : { issuerId: null, sessionId: null, browserHash: secretHash(answerer.browser) };

/** A new challenge of 256 random bits (WebAuthn section 13.4.3), as base64url. */
export async function issueChallenge(rpId: string, answerer: Answerer): Promise<string> {
  const challenge = newSecretToken();
  const at = now();
  const { issuerId, sessionId, browserHash } = bound(answerer);
  await database().$executeRaw`
    INSERT INTO passkey_challenges (challenge_hash, rp_id, issuer_id, session_id, browser_hash, issued_at, expires_at)
    VALUES (${secretHash(challenge)}, ${rpId}, ${issuerId}::uuid, ${sessionId}::uuid, ${browserHash}, ${at},
      ${new Date(at.getTime() + PROMPT_MILLIS)})`;
  return challenge;
}

/** Uses a challenge up; false when it is unknown, another's, too old or used already. */
export async function takeChallenge(challenge: string, rpId: string, answerer: Answerer): Promise<boolean> {
  const at = now();
  const { issuerId, sessionId, browserHash } = bound(answerer);
  const taken = await database().$executeRaw`
    UPDATE passkey_challenges SET used_at = ${at}
    WHERE challenge_hash = ${secretHash(challenge)} AND rp_id = ${rpId} AND used_at IS NULL AND expires_at > ${at}
      AND issuer_id IS NOT DISTINCT FROM ${issuerId}::uuid AND session_id IS NOT DISTINCT FROM ${sessionId}::uuid
      AND browser_hash IS NOT DISTINCT FROM ${browserHash}`;
  return taken === 1;
}
