import { LRUCache } from 'lru-cache';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  clockTolerance,
  discovery,
  enableNonRepudiationChecks,
  type IDToken,
  randomNonce,
  randomPKCECodeVerifier
} from 'openid-client';
import { CLOCK_SKEW_SECONDS, type Protocol } from './protocol';
import type { OidcProvider } from './providers';
import { isLoopback } from './schema';

const TIMEOUT_SECONDS = 8;

/** Caches the metadata of providers for ten minutes. */
const discovered = new LRUCache<string, Configuration>({ max: 200, ttl: 600_000 });

async function configurationOf({ issuer, clientId, clientSecret }: OidcProvider): Promise<Configuration> {
  const key = JSON.stringify([issuer, clientId, clientSecret]);
  const known = discovered.get(key);
  if (known) return known;
  const configuration = await discovery(
    new URL(issuer),
    clientId,
    { [clockTolerance]: CLOCK_SKEW_SECONDS },
    // Basic is the default if a provider names no method (OpenID Connect Discovery section 3).
    (as, client, body, headers) => {
      const methods = as.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      const basic = methods.includes('client_secret_basic');
      (basic ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret))(as, client, body, headers);
    },
    { timeout: TIMEOUT_SECONDS, execute: isLoopback(issuer) ? [allowInsecureRequests] : [] }
  );
  // Verifies the signature of the ID token, not only the connection.
  enableNonRepudiationChecks(configuration);
  discovered.set(key, configuration);
  return configuration;
}

/**
 * OpenID Connect Core 1.0: authorization code flow with PKCE (RFC 7636, S256), state and nonce, by discovery. It
 * requests only the user's identity. The answer's `iss` is checked (RFC 9207), and each brand has its own callback, so
 * that providers can't be mixed up (RFC 9700 section 4.4).
 */
export const oidc: Protocol<OidcProvider> = {
  stateParameter: 'state',

  async ask(provider, callback, state) {
    const [verifier, nonce] = [randomPKCECodeVerifier(), randomNonce()];
    const location = buildAuthorizationUrl(await configurationOf(provider), {
      redirect_uri: callback,
      scope: 'openid',
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256'
    });
    return { location: location.href, expected: { verifier, nonce } };
  },

  async verify(provider, { callback, state, expected }, answer) {
    const tokens = await authorizationCodeGrant(await configurationOf(provider), new URL(`${callback}?${answer}`), {
      pkceCodeVerifier: expected.verifier ?? '',
      expectedNonce: expected.nonce ?? '',
      expectedState: state,
      idTokenExpected: true
    });
    // An answer without an ID token was refused above.
    const [claims, id] = [tokens.claims() as IDToken, tokens.id_token as string];
    return {
      subject: claims.sub,
      id,
      expiresAt: new Date((claims.exp + CLOCK_SKEW_SECONDS) * 1000)
    };
  }
};
