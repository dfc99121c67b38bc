import { randomBytes } from 'node:crypto';
import { database, transaction } from '@/lib/core/database/database';
import { shiftClock, stopClock } from '@/lib/core/server/clock';
import { accountOf } from '@/lib/sign-in/account/accounts';
import { linkIdentity } from '@/lib/sign-in/federation/links';
import { oidc } from '@/lib/sign-in/federation/oidc';
import { keepPending, spendAssertion, takePending } from '@/lib/sign-in/federation/pending';
import {
  type OidcProvider,
  providerOf,
  removeProvider,
  type SamlProvider,
  saveProvider
} from '@/lib/sign-in/federation/providers';
import { saml, samlMetadata } from '@/lib/sign-in/federation/saml';
import { isLoopback, providerSchema, subjectSchema } from '@/lib/sign-in/federation/schema';
import { beginFederatedSignIn, callbackOf, finishFederatedSignIn } from '@/lib/sign-in/federation/sign-in';
import { actorOf } from '@/lib/sign-in/session/sessions';
import { noteFailure } from '@/lib/sign-in/steps/sign-in-failure';
import { aCertificate } from '../support/certificate';
import { CLIENT_SECRET, startRogueProvider, type TokenFault } from '../support/identity-providers';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aCardholder, aPersonOf, type Person, type PersonOptions } from '../support/people';
import { type Changes, encode, startSamlProvider } from '../support/saml-provider';
import { aBrand, place, sessionOf, trySignIn } from '../support/sign-in';

const world = useDatabase();
const BRAND = 'tessera';
const OTHER = 'another';
const HOST = 'https://cards.bank.example';
const MINUTE = 60_000;

let samlServer: Awaited<ReturnType<typeof startSamlProvider>>;
let oidcServer: Awaited<ReturnType<typeof startRogueProvider>>;

beforeAll(async () => {
  for (const limit of ['SIGN_IN_FAILURES_PER_USER', 'SIGN_INS_PER_USER']) process.env[limit] = '1000';
  await aBrand();
  await database().brand.create({
    data: { name: OTHER, family: 'tests', abbreviation: 'ANOTHER', displayName: 'Another' }
  });
  samlServer = await startSamlProvider();
  oidcServer = await startRogueProvider('tessera');
});
afterAll(() => {
  samlServer?.stop();
  oidcServer?.stop();
});
afterEach(() => shiftClock(0));

const samlInput = () => ({
  kind: 'saml' as const,
  issuer: samlServer.entityId,
  signInUrl: samlServer.signInUrl,
  certificates: [samlServer.certificate]
});
const oidcInput = () => ({
  kind: 'oidc' as const,
  issuer: oidcServer.issuer,
  clientId: 'tessera',
  clientSecret: CLIENT_SECRET
});

async function aLinkedPerson(options: PersonOptions = {}) {
  const person = await aCardholder(world.current, options);
  const subject = randomBytes(6).toString('hex');
  await linkIdentity({ brandName: BRAND, userId: person.userId, subject }, ORIGIN);
  return { person, subject };
}

/** Counts a wrong password without computing its hash. */
async function fail({ issuerId, id, b2BAlias }: Person, times: number) {
  const account = await accountOf({ issuerId, userId: id });
  for (let time = 0; time < times; time++)
    await noteFailure(account, b2BAlias, { ...(await place()), details: {} }, ORIGIN);
}

/** A sign-in at the provider, and the response that returns it. */
async function answered(subject: string, { oldSession }: { oldSession?: string | undefined } = {}) {
  const browser = randomBytes(16).toString('hex');
  const begun = await beginFederatedSignIn({ brandName: BRAND, host: HOST, browser, oldSession }, ORIGIN);
  if (!begun) throw new Error('not begun');
  const { kind, location } = begun;
  if (kind === 'saml') {
    const post = await samlServer.respond(location, samlMetadata(callbackOf(HOST, kind, BRAND)), subject);
    return { kind, browser, answer: new URLSearchParams({ ...post }) };
  }
  Object.assign(oidcServer, { subject, fault: {} });
  const back = (await fetch(location, { redirect: 'manual' })).headers.get('location') ?? '';
  return { kind, browser, answer: new URL(back).searchParams };
}
type Answered = Awaited<ReturnType<typeof answered>>;
const finish = (come: Answered, brandName = BRAND) => finishFederatedSignIn({ brandName, ...come }, ORIGIN);

const lastAudit = async (issuerId: string) => {
  const rows = await world.current.query<{ action: string; reason: string | null }>(
    "SELECT action, details->>'reason' AS reason FROM audit_entries WHERE issuer_id = $1 ORDER BY sequence DESC LIMIT 1",
    [issuerId]
  );
  return rows[0];
};
const SYSTEM = '00000000-0000-7000-8000-000000000000';

describe.each([
  ['saml', samlInput],
  ['oidc', oidcInput]
] as const)('P2.025 a sign-in by %s', (kind, input) => {
  beforeEach(() => saveProvider(BRAND, input(), ORIGIN));

  test('lets in whom it names, ends the session of before, and counts once, where and by whom it was asked', async () => {
    const { person, subject } = await aLinkedPerson();
    const { token: oldSession } = sessionOf(await trySignIn(person));
    const come = await answered(subject, { oldSession });
    expect(come.kind).toBe(kind);
    const state = come.answer.get(kind === 'saml' ? 'RelayState' : 'state') as string;
    const [stateless, forged] = [new URLSearchParams(come.answer), new URLSearchParams(come.answer)];
    stateless.delete(kind === 'saml' ? 'RelayState' : 'state');
    forged.set(kind === 'saml' ? 'RelayState' : 'state', `${state}x`);
    for (const other of [{ answer: stateless }, { answer: forged }, { browser: 'another' }])
      expect(await finish({ ...come, ...other })).toEqual({ kind: 'failed' });
    expect(await actorOf(oldSession)).not.toBeNull();
    const outcome = await finish(come);
    if (outcome.kind !== 'signed_in') throw new Error(outcome.kind);
    expect(await actorOf(outcome.session.token)).toMatchObject({ userId: person.id, kind: 'full', brandName: BRAND });
    expect(await actorOf(oldSession)).toBeNull();
    expect(await finish(come)).toEqual({ kind: 'failed' });
  });

  test('of whom nobody is linked to, who is inactive, or linked to another id, lets nobody in', async () => {
    const { subject: inactive } = await aLinkedPerson({ status: 'inactive' });
    const { subject: linked, person } = await aLinkedPerson();
    await world.current.query(
      `INSERT INTO user_links (issuer_id, id, primary_user_id, linked_user_id, status, confirmed_at)
       VALUES ($1, gen_random_uuid(), $2, $3, 'confirmed', now())`,
      [person.issuerId, (await aPersonOf(world.current, person.issuerId)).id, person.id]
    );
    for (const subject of ['nobody-we-know', inactive, linked]) {
      expect(await finish(await answered(subject))).toEqual({ kind: 'not_linked' });
      expect(await lastAudit(SYSTEM)).toEqual({ action: 'sign_in.failed', reason: 'not_linked' });
    }
  });

  test('PD.10 is locked with its user, until a lock by wrong passwords has lapsed', async () => {
    const closed = await aLinkedPerson({ status: 'locked', lockCause: 'administrator' });
    const guessed = await aLinkedPerson();
    await fail(guessed.person, 6);
    for (const { subject, person } of [closed, guessed]) {
      expect(await finish(await answered(subject))).toEqual({ kind: 'locked' });
      expect((await lastAudit(person.issuerId))?.action).toBe('sign_in.refused_locked');
    }
    shiftClock(31 * MINUTE);
    expect((await finish(await answered(closed.subject))).kind).toBe('locked');
    // What the provider issued by its own clock is 31 minutes old by now: the lock is aged instead.
    shiftClock(0);
    await world.current.query(
      "UPDATE sign_in_counters SET locked_at = locked_at - interval '31 minutes' WHERE b2b_alias = $1",
      [guessed.person.b2BAlias]
    );
    expect((await finish(await answered(guessed.subject))).kind).toBe('signed_in');
    const { issuerId, id: userId } = guessed.person;
    expect(await accountOf({ issuerId, userId })).toMatchObject({ status: 'active', lockCause: null });
  });

  test('PD.10 is not kept out by passwords that strangers try of whom no password lets in', async () => {
    const { subject, person } = await aLinkedPerson();
    await world.current.query('UPDATE credentials SET sso_only = true WHERE user_id = $1', [person.id]);
    await fail(person, 6);
    expect((await finish(await answered(subject))).kind).toBe('signed_in');
  });

  test('tells of the failures before it', async () => {
    const { subject, person } = await aLinkedPerson();
    await fail(person, 2);
    const failuresToldNow = async () => {
      const outcome = await finish(await answered(subject));
      if (outcome.kind !== 'signed_in') throw new Error(outcome.kind);
      const [row] = await world.current.query<{ failures: number }>(
        'SELECT failures_before AS failures FROM sessions WHERE id = $1',
        [outcome.session.id]
      );
      return row?.failures;
    };
    expect([await failuresToldNow(), await failuresToldNow()]).toEqual([2, 0]);
  });

  test('that a locked person comes with leaves the session of before alone', async () => {
    const { subject } = await aLinkedPerson({ status: 'locked', lockCause: 'administrator' });
    const { token: oldSession } = sessionOf(await trySignIn(await aCardholder(world.current)));
    expect(await finish(await answered(subject, { oldSession }))).toEqual({ kind: 'locked' });
    expect(await actorOf(oldSession)).not.toBeNull();
  });

  test('that was asked of one provider is not answered by the next, nor an answer that is none', async () => {
    const { subject } = await aLinkedPerson();
    const come = await answered(subject);
    const other = kind === 'saml' ? oidcInput() : samlInput();
    await saveProvider(BRAND, other, ORIGIN);
    expect(await finish(come)).toEqual({ kind: 'failed' });
    await saveProvider(BRAND, input(), ORIGIN);
    const crossed = await answered(subject);
    await saveProvider(OTHER, input(), ORIGIN);
    expect(await finish(crossed, OTHER)).toEqual({ kind: 'failed' });
    const misnamed = await answered(subject);
    for (const [name, from] of [
      ['state', 'RelayState'],
      ['RelayState', 'state']
    ] as const)
      if (!misnamed.answer.has(name)) misnamed.answer.set(name, misnamed.answer.get(from) ?? '');
    expect(await finish({ ...misnamed, kind: kind === 'saml' ? 'oidc' : 'saml' })).toEqual({ kind: 'failed' });
    const again = await answered(subject);
    for (const name of ['SAMLResponse', 'code']) if (again.answer.has(name)) again.answer.set(name, 'x');
    expect(await finish(again)).toEqual({ kind: 'failed' });
    expect(await lastAudit(SYSTEM)).toEqual({ action: 'sign_in.failed', reason: 'answer_refused' });
    const removed = await answered(subject);
    await removeProvider(BRAND, ORIGIN);
    expect(await finish(removed)).toEqual({ kind: 'failed' });
    const begun = { brandName: BRAND, host: HOST, browser: 'x', oldSession: undefined };
    expect(await beginFederatedSignIn(begun, ORIGIN)).toBeNull();
  });
});

const only = async <T extends OidcProvider | SamlProvider>(): Promise<T> => (await providerOf(BRAND)) as T;
const asked = { state: 'x', callback: callbackOf(HOST, 'saml', BRAND) };

describe('SAML Profiles 4.1.4.3 an assertion', () => {
  const { callback, state } = asked;
  beforeEach(() => saveProvider(BRAND, samlInput(), ORIGIN));

  async function response(changes: Changes = {}) {
    const provider = await only<SamlProvider>();
    const { location, expected } = await saml.ask(provider, callback, state);
    const post = await samlServer.respond(location, samlMetadata(callback), 'somebody', changes);
    return { provider, expected, answer: new URLSearchParams({ ...post }) };
  }
  const verified = ({ provider, expected, answer }: Awaited<ReturnType<typeof response>>) =>
    saml.verify(provider, { callback, state, expected }, answer);

  test('tells who somebody is, and until when it counts, clocks that differ by a minute included', async () => {
    const come = await response({ edit: (xml) => xml.replace('>somebody<', '> somebody <') });
    const xml = Buffer.from(come.answer.get('SAMLResponse') ?? '', 'base64').toString('utf8');
    const [, until = ''] = /SubjectConfirmationData[^>]* NotOnOrAfter="([^"]+)"/.exec(xml) ?? [];
    const [, id = ''] = /<saml:Assertion[^>]* ID="([^"]+)"/.exec(xml) ?? [];
    expect(await verified(come)).toEqual({ subject: 'somebody', id, expiresAt: new Date(Date.parse(until) + 60_000) });
  });

  const NOT_FOR_US = /no subject confirmation is for us/;
  const edited = (pattern: RegExp | string, by: string): Changes => ({ edit: (xml) => xml.replace(pattern, by) });
  /** A confirmation that counts for the library, before one of ours that is at fault. */
  const beside = (fault: (own: string) => string): Changes => ({
    edit: (xml) =>
      xml.replace(
        /<saml:SubjectConfirmation .*?<\/saml:SubjectConfirmation>/s,
        (own) => own.replace('cm:bearer', 'cm:sender-vouches') + fault(own)
      )
  });
  test.each<[string, RegExp, Changes]>([
    ['with a document type', /document type/, { edit: (xml) => xml }],
    ['signed with SHA-1', /SHA-1/, { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }],
    ['of another issuer', /another issuer/, { issuer: 'https://another.example/metadata' }],
    ['to a request nobody asked', /InResponseTo is not valid/, { inResponseTo: '_another' }],
    ['for another recipient', NOT_FOR_US, { recipient: 'https://another.example/acs' }],
    ['to no request', NOT_FOR_US, edited(/(SubjectConfirmationData[^>]*) InResponseTo="[^"]*"/, '$1')],
    ['by a holder of a key', NOT_FOR_US, edited('cm:bearer', 'cm:holder-of-key')],
    [
      'whose confirmation for us is over',
      NOT_FOR_US,
      beside((own) => own.replace(/NotOnOrAfter="[^"]*"/, 'NotOnOrAfter="2020-01-01T00:00:00Z"'))
    ],
    ['under a transient name', /transient/, { format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }],
    ['under an empty name', /names nobody/, edited('>somebody<', '> <')],
    ['that names nobody', /names nobody/, edited(/<saml:NameID.*<\/saml:NameID>/, '')]
  ])('%s is refused', async (name, reason, changes) => {
    const come = await response(changes);
    if (name === 'with a document type') {
      const xml = Buffer.from(come.answer.get('SAMLResponse') ?? '', 'base64').toString('utf8');
      come.answer.set('SAMLResponse', encode(`<!DOCTYPE x>${xml.replace(/<\?.*?\?>/, '')}`));
    }
    await expect(verified(come)).rejects.toThrow(reason);
  });

  test('is in the answer: one that tells that nobody is signed in is none', async () => {
    const status = (name: string) => `<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${name}"`;
    const come = await response({
      signing: 'response',
      edit: (xml) =>
        xml
          .replace(/<saml:Assertion[\s\S]*<\/saml:Assertion>/, '')
          .replace(/<samlp:StatusCode [^>]*>/, `${status('Responder')}>${status('NoPassive')}/></samlp:StatusCode>`)
    });
    await expect(verified(come)).rejects.toThrow('there is no assertion');
  });

  test('that has let somebody in already does not again', async () => {
    const { subject } = await aLinkedPerson();
    const come = await answered(subject);
    const xml = Buffer.from(come.answer.get('SAMLResponse') ?? '', 'base64').toString('utf8');
    const [, id = ''] = /<saml:Assertion[^>]* ID="([^"]+)"/.exec(xml) ?? [];
    const { id: providerId } = await only();
    await transaction((tx) => spendAssertion(tx, providerId, { id, expiresAt: new Date(Date.now() + MINUTE) }));
    expect(await finish(come)).toEqual({ kind: 'failed' });
    expect((await lastAudit(SYSTEM))?.reason).toBe('replayed');
  });
});

describe('OpenID Connect', () => {
  const { callback, state } = asked;
  beforeEach(() => saveProvider(BRAND, oidcInput(), ORIGIN));

  async function entered(provider: OidcProvider, fault: TokenFault = {}) {
    Object.assign(oidcServer, { subject: 'somebody', fault });
    const { location, expected } = await oidc.ask(provider, callback, state);
    const back = (await fetch(location, { redirect: 'manual' })).headers.get('location') ?? '';
    return oidc.verify(provider, { callback, state, expected }, new URL(back).searchParams);
  }

  test('believes an ID token for its signature, its audience and its nonce, a minute longer than it lasts', async () => {
    const provider = await only<OidcProvider>();
    const exp = Math.floor(Date.now() / 1000) + 200;
    expect(await entered(provider, { claims: { exp } })).toMatchObject({
      subject: 'somebody',
      expiresAt: new Date((exp + 60) * 1000)
    });
    for (const fault of [{ foreignKey: true }, { claims: { aud: 'another' } }, { claims: { nonce: 'another' } }])
      await expect(entered(provider, fault)).rejects.toThrow();
  });

  test('asks a provider about itself once, and proves who asks in the way the provider names', async () => {
    const provider = await only<OidcProvider>();
    await entered(provider);
    expect(oidcServer.proof).toBe('Basic');
    oidcServer.silent = true;
    const { location } = await oidc.ask(provider, callback, state);
    oidcServer.silent = false;
    expect(location).toContain(oidcServer.issuer);
    oidcServer.methods = ['client_secret_post'];
    await entered({ ...provider, clientSecret: `${CLIENT_SECRET}-2` });
    expect(oidcServer.proof).toBe('post');
    oidcServer.methods = undefined;
  });

  test('a provider that can’t be asked begins no sign-in', async () => {
    await saveProvider(BRAND, { ...oidcInput(), issuer: 'http://localhost:9' }, ORIGIN);
    const begun = { brandName: BRAND, host: HOST, browser: 'x', oldSession: undefined };
    expect(await beginFederatedSignIn(begun, ORIGIN)).toBeNull();
  });

  test('is spoken over plain HTTP to this machine only, and never in production', async () => {
    const provider = await only<OidcProvider>();
    const plain = ['http://localhost:1', 'http://x.localhost', 'http://127.0.0.1', 'http://[::1]'];
    expect(plain.map(isLoopback)).toEqual(plain.map(() => true));
    const others = ['http://10.0.0.1', 'http://localhost.example', 'https://localhost'];
    expect(others.map(isLoopback)).toEqual(others.map(() => false));
    const before = { ...process.env };
    Object.assign(process.env, {
      TESSERA_MODE: 'production',
      PASSWORD_HASH_COST: '10',
      TESSERA_SECRET: randomBytes(32).toString('base64')
    });
    await jest.isolateModulesAsync(async () => {
      const schema = await import('@/lib/sign-in/federation/schema');
      expect(plain.map(schema.isLoopback)).toEqual(plain.map(() => false));
      const { oidc: inProduction } = await import('@/lib/sign-in/federation/oidc');
      await expect(inProduction.ask(provider, callback, state)).rejects.toThrow(/HTTPS/i);
    });
    Object.assign(process.env, before);
  });
});

test('P2.025 another provider takes the place of one with its links, be it of the same name but another kind', async () => {
  const issuer = 'https://login.bank.example';
  const links = () => world.current.query('SELECT 1 FROM federated_identities WHERE subject = $1', [SUBJECT]);
  const SUBJECT = 'kept-or-not';
  const person: Person = await aCardholder(world.current);
  await saveProvider(BRAND, { ...oidcInput(), issuer }, ORIGIN);
  await linkIdentity({ brandName: BRAND, userId: person.userId, subject: SUBJECT }, ORIGIN);
  expect(await lastAudit(person.issuerId)).toMatchObject({ action: 'identity.linked' });
  await saveProvider(BRAND, { ...oidcInput(), issuer, clientId: 'another' }, ORIGIN);
  expect([(await only<OidcProvider>()).clientId, (await links()).length]).toEqual(['another', 1]);
  await saveProvider(BRAND, { ...samlInput(), issuer }, ORIGIN);
  expect([(await only()).kind, await links()]).toEqual(['saml', []]);
  expect([await removeProvider(BRAND, ORIGIN), await removeProvider(BRAND, ORIGIN)]).toEqual([true, false]);
  expect(await providerOf(BRAND)).toBeNull();
});

test('a sign-in waits at the provider for ten minutes, to the instant', async () => {
  await saveProvider(BRAND, samlInput(), ORIGIN);
  const pending = { providerId: (await only()).id, callback: 'x', expected: {}, oldSession: undefined };
  const begin = new Date();
  const takenAfter = async (millis: number) => {
    stopClock(begin);
    await keepPending('state', 'browser', pending);
    stopClock(new Date(begin.getTime() + millis));
    return takePending('state', 'browser');
  };
  expect(await takenAfter(10 * MINUTE - 1)).toMatchObject({ callback: 'x' });
  expect(await takenAfter(10 * MINUTE)).toBeNull();
});

test('P2.025 a provider is described within these bounds', () => {
  const long = (length: number) => 'x'.repeat(length);
  const { certificate } = aCertificate();
  const address = (length: number) => `https://x.example/${long(length - 18)}`;
  const base = {
    oidc: { ...oidcInput(), issuer: 'https://x.example' },
    saml: { ...samlInput(), certificates: [certificate] }
  };
  const bounds: ['oidc' | 'saml', string, (length: number) => unknown, number, number][] = [
    ['oidc', 'clientId', long, 1, 255],
    ['oidc', 'clientSecret', long, 16, 500],
    ['oidc', 'issuer', address, 18, 1024],
    ['saml', 'issuer', long, 1, 1024],
    ['saml', 'signInUrl', address, 18, 1024],
    ['saml', 'certificates', (length) => Array(length).fill(certificate), 1, 5]
  ];
  for (const [kind, field, of, least, most] of bounds) {
    const fits = (length: number) => providerSchema.safeParse({ ...base[kind], [field]: of(length) }).success;
    const isText = field !== 'issuer' || kind === 'saml';
    const below = isText && field !== 'signInUrl' ? fits(least - 1) : false;
    expect([field, below, fits(least), fits(most), fits(most + 1)]).toEqual([field, false, true, true, false]);
  }
  const issued = (issuer: string) => providerSchema.safeParse({ ...base.oidc, issuer }).success;
  expect(['https://x.example', 'http://localhost:1', 'http://x.example', 'x'].map(issued)).toEqual([
    true,
    true,
    false,
    false
  ]);
  const subjects = ['', ' ', 'x', long(255), long(256)].map((subject) => subjectSchema.safeParse(subject).success);
  expect(subjects).toEqual([false, false, true, true, false]);
});
