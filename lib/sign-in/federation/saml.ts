import { type CacheProvider, SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { newAlias } from '../../core/secrets/ids';
import { type Assertion, CLOCK_SKEW_SECONDS, type Protocol } from './protocol';
import type { SamlProvider } from './providers';

const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const MILLIS = 1000;

/** The request is stored by `pending.ts`, not in the library's own cache. */
function onlyRequest(id: string): CacheProvider {
  const createdAt = new Date().toISOString();
  return {
    saveAsync: async (_key, value) => ({ value, createdAt: Date.now() }),
    getAsync: async (key) => (key === id ? createdAt : null),
    removeAsync: async () => null
  };
}

/** The provider identifies us by the address of our metadata, which also receives its answers. */
function service(provider: Pick<SamlProvider, 'issuer' | 'signInUrl' | 'certificates'>, callback: string, id: string) {
  return new SAML({
    issuer: callback,
    audience: callback,
    callbackUrl: callback,
    entryPoint: provider.signInUrl,
    idpIssuer: provider.issuer,
    idpCert: provider.certificates,
    // An assertion needs its own signature; one around it isn't enough.
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: onlyRequest(id),
    generateUniqueId: () => id,
    acceptedClockSkewMs: CLOCK_SKEW_SECONDS * MILLIS,
    // The provider chooses the subject's format and the factors.
    identifierFormat: null,
    disableRequestedAuthnContext: true
  });
}

/**
 * SAML 2.0: web browser SSO profile (Profiles section 4.1), request by redirect, answer by post. The library verifies
 * the signature and reads only signed content; the remaining checks are here.
 */
export const saml: Protocol<SamlProvider> = {
  stateParameter: 'RelayState',

  async ask(provider, callback, state) {
    const requestId = `_${newAlias()}`;
    const location = await service(provider, callback, requestId).getAuthorizeUrlAsync(state, undefined, {});
    return { location, expected: { requestId } };
  },

  async verify(provider, { callback, expected }, answer) {
    const requestId = expected.requestId ?? '';
    const response = answer.get('SAMLResponse') ?? '';
    const xml = Buffer.from(response, 'base64').toString('utf8');
    if (/<!DOCTYPE/i.test(xml)) throw new Error('a document type is not allowed');
    // NIST SP 800-131A: SHA-1 signatures are disallowed.
    if (/(rsa-|xmldsig#)sha1\b/.test(xml)) throw new Error('the signature uses SHA-1');
    const { profile } = await service(provider, callback, requestId).validatePostResponseAsync({
      SAMLResponse: response
    });
    const assertion = (profile?.getAssertion?.() as { Assertion?: SignedAssertion } | undefined)?.Assertion;
    if (!assertion) throw new Error('there is no assertion');
    return checked(assertion, { issuer: provider.issuer, callback, requestId });
  }
};

/** An element as the library parses it: attributes in `$`, text in `_`. */
interface Element {
  $?: Record<string, string>;
  _?: string;
}
interface SignedAssertion extends Element {
  Issuer?: Element[];
  Subject?: { NameID?: Element[]; SubjectConfirmation?: (Element & { SubjectConfirmationData?: Element[] })[] }[];
}

/** SAML Profiles section 4.1.4.3: checks issuer, audience, request and expiry. */
function checked(
  assertion: SignedAssertion,
  { issuer, callback, requestId }: { issuer: string; callback: string; requestId: string }
): Assertion {
  if (assertion.Issuer?.[0]?._?.trim() !== issuer) throw new Error('the assertion has another issuer');
  const subject = assertion.Subject?.[0];
  const until = (subject?.SubjectConfirmation ?? [])
    .filter(({ $ }) => $?.Method === BEARER)
    .flatMap(({ SubjectConfirmationData = [] }) => SubjectConfirmationData)
    .filter(({ $ }) => $?.Recipient === callback && $.InResponseTo === requestId)
    .map(({ $ }) => Date.parse($?.NotOnOrAfter ?? ''))
    .find((instant) => instant + CLOCK_SKEW_SECONDS * MILLIS > Date.now());
  if (until === undefined) throw new Error('no subject confirmation is for us, for this request and for now');
  const name = subject?.NameID?.[0];
  const id = assertion.$?.ID;
  if (!name?._?.trim() || !id) throw new Error('the assertion names nobody');
  if (name.$?.Format === TRANSIENT) throw new Error('a transient name says nothing about who it is');
  return { subject: name._.trim(), id, expiresAt: new Date(until + CLOCK_SKEW_SECONDS * MILLIS) };
}

/** Our metadata for the provider of a brand (SAML Metadata section 2.4.4). */
export function samlMetadata(callback: string): string {
  // The metadata doesn't contain the provider.
  const provider = { issuer: '', signInUrl: '', certificates: ['none'] };
  return service(provider, callback, '_metadata').generateServiceProviderMetadata(null);
}
