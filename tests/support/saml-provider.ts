import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as samlify from 'samlify';
import { aCertificate } from './certificate';
import { listening } from './identity-providers';

// Requests are redirect-bound and small; what they must be is checked by the tests.
samlify.setSchemaValidator({ validate: async () => 'skipped' });

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';

/** What of a response to change before it is signed; times are seconds from now. */
export interface Changes {
  issuer?: string;
  audience?: string;
  recipient?: string;
  inResponseTo?: string;
  format?: string;
  from?: number;
  until?: number;
  signing?: 'assertion' | 'response' | 'both' | 'none';
  algorithm?: string;
  foreignKey?: boolean;
  /** Any other change of the XML before it is signed. */
  edit?: (xml: string) => string;
}

export interface SamlPost {
  SAMLResponse: string;
  RelayState: string;
}

export interface SamlProvider {
  entityId: string;
  signInUrl: string;
  certificate: string;
  /** The response to an AuthnRequest (an address with its query), signed for the service of this metadata. */
  respond: (location: string, metadata: string, subject: string, changes?: Changes) => Promise<SamlPost>;
  /** The metadata by which its own sign-in page answers browsers. */
  service: { metadata: string };
  stop: () => void;
}

/** A real SAML identity provider (samlify) with a key of its own, and a sign-in page that believes any name. */
export async function startSamlProvider(): Promise<SamlProvider> {
  const [key, foreign] = [aCertificate(), aCertificate()];
  const service = { metadata: '' };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', signInUrl);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    const subject = url.searchParams.get('subject');
    if (!subject) {
      const kept = [...url.searchParams].map(
        ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`
      );
      return response.end(
        `<form>${kept.join('')}<label>Name <input name="subject"></label><button>Sign in</button></form>`
      );
    }
    const post = await respond(url.href, service.metadata, subject);
    const action = consumerOf(service.metadata);
    response.end(
      `<form method="post" action="${action}"><input type="hidden" name="SAMLResponse" value="${post.SAMLResponse}">
       <input type="hidden" name="RelayState" value="${post.RelayState}"></form><script>document.forms[0].submit()</script>`
    );
  });
  await listening(server);
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [entityId, signInUrl] = [`${origin}/metadata`, `${origin}/sso`];

  async function respond(location: string, metadata: string, subject: string, changes: Changes = {}) {
    const { signing = 'assertion', algorithm = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256' } = changes;
    const { privateKey, certificate } = changes.foreignKey ? foreign : key;
    const provider = samlify.IdentityProvider({
      entityID: entityId,
      privateKey,
      signingCert: certificate,
      nameIDFormat: [PERSISTENT],
      requestSignatureAlgorithm: algorithm,
      singleSignOnService: [{ Binding: REDIRECT, Location: signInUrl }],
      singleLogoutService: [{ Binding: REDIRECT, Location: `${origin}/logout` }]
    });
    const wanted = metadata.replace('WantAssertionsSigned="true"', `WantAssertionsSigned="${signing !== 'response'}"`);
    const consumer = samlify.ServiceProvider({
      metadata: wanted,
      wantMessageSigned: signing === 'response' || signing === 'both'
    });
    const query = Object.fromEntries(new URL(location).searchParams);
    const { extract } = await provider.parseLoginRequest(consumer, 'redirect', { query });
    const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
    const callback = consumerOf(metadata);
    const fields = {
      ID: `_response${Date.now()}`,
      AssertionID: `_assertion${Date.now()}${Math.random().toString(36).slice(2)}`,
      Destination: callback,
      Audience: changes.audience ?? callback,
      SubjectRecipient: changes.recipient ?? callback,
      Issuer: changes.issuer ?? entityId,
      IssueInstant: at(changes.from ?? 0),
      StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
      ConditionsNotBefore: at(changes.from ?? 0),
      ConditionsNotOnOrAfter: at(changes.until ?? 300),
      SubjectConfirmationDataNotOnOrAfter: at(changes.until ?? 300),
      NameIDFormat: changes.format ?? PERSISTENT,
      NameID: subject,
      InResponseTo: changes.inResponseTo ?? String(extract.request?.id),
      AuthnStatement: '',
      AttributeStatement: ''
    };
    const fill = (template: string) => {
      const context = samlify.SamlLib.replaceTagsByValue(template, fields);
      return { id: fields.ID, context: changes.edit?.(context) ?? context };
    };
    let { context } = await provider.createLoginResponse(consumer, { extract }, 'post', {}, fill);
    if (signing === 'none') context = encode(decode(context).replace(/<ds:Signature[\s\S]*?<\/ds:Signature>/g, ''));
    return { SAMLResponse: context, RelayState: query.RelayState ?? '' };
  }

  return {
    entityId,
    signInUrl,
    certificate: key.certificate,
    respond,
    service,
    stop: () => {
      server.closeAllConnections();
      server.close();
    }
  };
}

export const decode = (text: string) => Buffer.from(text, 'base64').toString('utf8');
export const encode = (xml: string) => Buffer.from(xml).toString('base64');

function consumerOf(metadata: string): string {
  return /AssertionConsumerService[^>]*Location="([^"]+)"/.exec(metadata)?.[1] ?? '';
}
