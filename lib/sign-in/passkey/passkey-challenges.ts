import { database } from '../../core/database/database';
import { newSecretToken } from '../../core/secrets/ids';
import { secretHash } from '../../core/secrets/keys';
import { now } from '../../core/server/clock';
import type { Actor } from '../session/sessions';

const CHALLENGE_MINUTES = 5;
/** The time limit of the browser's prompt. */
export const PROMPT_MILLIS = CHALLENGE_MINUTES * 60_000;

/** The party that may answer a challenge: a session, or a browser with the secret it was given. */
export type Answerer = { session: Actor } | { browser: string };

const bound = (answerer: Answerer) =>
  'session' in answerer
    ? { issuerId: answerer.session.issuerId, sessionId: answerer.session.sessionId, browserHash: null }
    : { issuerId: null, sessionId: null, browserHash: secretHash(answerer.browser) };

/** A new challenge of 256 random bits (WebAuthn section 13.4.3), as base64url. */
export async function issueChallenge(rpId: string, answerer: Answerer): Promise<string> {
  const challenge = newSecretToken();
  const at = now();
  await database().passkeyChallenge.create({
    data: {
      ...bound(answerer),
      challengeHash: secretHash(challenge),
      rpId,
      issuedAt: at,
      expiresAt: new Date(at.getTime() + PROMPT_MILLIS)
    }
  });
  return challenge;
}

/** Uses up a challenge; false if it is unknown, another's, expired or used. */
export async function takeChallenge(challenge: string, rpId: string, answerer: Answerer): Promise<boolean> {
  const at = now();
  const { count } = await database().passkeyChallenge.updateMany({
    where: { ...bound(answerer), challengeHash: secretHash(challenge), rpId, usedAt: null, expiresAt: { gt: at } },
    data: { usedAt: at }
  });
  return count === 1;
}
