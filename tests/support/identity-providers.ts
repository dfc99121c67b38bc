import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestDatabase } from './database';
import type { Person } from './people';
import { PortalClient } from './portal-client';
import { freePort, TEST_SECRET } from './server';

export const CLIENT_SECRET = 'a-client-secret-of-the-tests';

/** A command of the product, as an operator runs it. */
export async function operate(database: TestDatabase, command: string, ...parameters: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    'node_modules/.bin/tsx',
    [`lib/composition/process/${command}.ts`, ...parameters],
    {
      env: {
        ...process.env,
        DATABASE_URL: database.url,
        TESSERA_SECRET: TEST_SECRET,
        TESSERA_MODE: 'development'
      }
    }
  );
  return stdout;
}

/** Gives a brand an identity provider by the operator's command; resolves to what that says. */
export async function giveProvider(database: TestDatabase, brand: string, description: object): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-provider-'));
  const file = join(folder, 'provider.json');
  writeFileSync(file, JSON.stringify(description));
  try {
    return await operate(database, 'identity-provider', file, brand);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Links a person to a subject of a brand's provider; resolves to the subject. */
export async function linked(
  database: TestDatabase,
  brand: string,
  person: Person,
  subject = randomBytes(6).toString('hex')
): Promise<string> {
  await database.query(
    `INSERT INTO federated_identities (provider_id, subject, issuer_id, user_id, linked_at)
     SELECT id, $2, $3, $4, now() FROM identity_providers WHERE brand_name = $1`,
    [brand, subject, person.issuerId, person.id]
  );
  return subject;
}

export interface OpenIdProvider {
  issuer: string;
  /** Follows an authorization request as a browser would, signs in as `subject`, and gives the address it is sent back to. */
  signIn: (location: string, subject: string) => Promise<URL>;
  stop: () => void;
}

/** A real OpenID provider (oidc-provider) that knows these clients: redirect addresses by client id. */
export async function startOpenIdProvider(clients: Record<string, string[]>): Promise<OpenIdProvider> {
  const port = await freePort();
  const description = {
    port,
    clients: Object.entries(clients).map(([client_id, redirect_uris]) => ({
      client_id,
      redirect_uris,
      client_secret: CLIENT_SECRET
    }))
  };
  const child: ChildProcess = spawn(
    process.execPath,
    ['tests/support/openid-provider.mjs', JSON.stringify(description)],
    { stdio: ['ignore', 'pipe', 'pipe'] }
  );
  let output = '';
  child.stderr?.on('data', (data) => (output += data));
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (data) => String(data).includes('ready') && resolve());
    child.once('exit', () => reject(new Error(`the OpenID provider stopped:\n${output}`)));
  });
  return {
    issuer: `http://localhost:${port}`,
    stop: () => child.kill('SIGKILL'),
    async signIn(location, subject) {
      const browser = new PortalClient(port);
      let next = new URL(location);
      for (let hops = 0; hops < 10 && next.port === String(port); hops++) {
        const path = next.pathname + next.search;
        let answer = await browser.call(path);
        if (answer.status === 200) answer = await browser.call(path, { form: { prompt: 'login', login: subject } });
        if (!answer.headers.location) throw new Error(`the OpenID provider answers ${answer.status}: ${answer.body}`);
        next = new URL(String(answer.headers.location), next);
      }
      return next;
    }
  };
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

export interface TokenFault {
  header?: object;
  claims?: object;
  /** Signed with a key that the provider doesn't publish. */
  foreignKey?: boolean;
  unsigned?: boolean;
}

/**
 * A malicious provider: it returns everybody at once as `subject`, with a faulty ID token. Made by hand, since no
 * library makes such tokens.
 */
export async function startRogueProvider(clientId: string) {
  const [published, foreign] = [1, 2].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }));
  const nonces = new Map<string, string>();
  const rogue = {
    issuer: '',
    subject: '',
    fault: {} as TokenFault,
    silent: false,
    /** How clients may prove who they are, where it says so, and how the last one did. */
    methods: undefined as string[] | undefined,
    proof: '',
    stop: () => {}
  };
  const server = createServer((request, response) => {
    if (rogue.silent) return;
    const url = new URL(request.url ?? '', rogue.issuer);
    const send = (body: object) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(body));
    };
    if (url.pathname === '/.well-known/openid-configuration') {
      return send({
        issuer: rogue.issuer,
        authorization_endpoint: `${rogue.issuer}/auth`,
        token_endpoint: `${rogue.issuer}/token`,
        jwks_uri: `${rogue.issuer}/keys`,
        token_endpoint_auth_methods_supported: rogue.methods,
        id_token_signing_alg_values_supported: ['RS256', 'none'],
        response_types_supported: ['code'],
        subject_types_supported: ['public']
      });
    }
    if (url.pathname === '/keys')
      return send({
        keys: [{ ...published?.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }]
      });
    if (url.pathname === '/auth') {
      const code = randomBytes(8).toString('hex');
      nonces.set(code, url.searchParams.get('nonce') ?? '');
      const back = new URL(url.searchParams.get('redirect_uri') ?? '');
      back.search = new URLSearchParams({ code, state: url.searchParams.get('state') ?? '' }).toString();
      response.statusCode = 302;
      response.setHeader('location', back.href);
      return response.end();
    }
    let body = '';
    request.on('data', (data) => (body += data));
    request.on('end', () => {
      const form = new URLSearchParams(body);
      const code = form.get('code') ?? '';
      rogue.proof = request.headers.authorization?.split(' ')[0] ?? (form.has('client_secret') ? 'post' : '');
      const seconds = Math.floor(Date.now() / 1000);
      const claims = {
        iss: rogue.issuer,
        sub: rogue.subject,
        aud: clientId,
        iat: seconds,
        exp: seconds + 300,
        nonce: nonces.get(code),
        ...rogue.fault.claims
      };
      const signed = `${encoded({ alg: rogue.fault.unsigned ? 'none' : 'RS256', kid: 'one' })}.${encoded(claims)}`;
      const key = (rogue.fault.foreignKey ? foreign : published)?.privateKey as KeyObject;
      const signature = rogue.fault.unsigned ? '' : createSign('sha256').update(signed).sign(key).toString('base64url');
      send({ access_token: 'x', token_type: 'Bearer', id_token: `${signed}.${signature}` });
    });
  });
  await listening(server);
  rogue.issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  rogue.stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return rogue;
}

export function listening(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
}
