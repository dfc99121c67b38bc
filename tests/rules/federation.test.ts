import { randomBytes } from 'node:crypto';
import { CHORES } from '@/lib/composition/process/chores';
import { transaction } from '@/lib/core/database/database';
import { linkIdentity } from '@/lib/sign-in/federation/links';
import { keepPending, spendAssertion, takePending } from '@/lib/sign-in/federation/pending';
import { type OidcProvider, providerOf, saveProvider } from '@/lib/sign-in/federation/providers';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aCardholder } from '../support/people';

const database = useDatabase({ seeded: true });
const BRAND = 'norrvik';
const SECRET = 'a-client-secret-of-the-tests';
const input = {
  kind: 'oidc',
  issuer: 'https://login.bank.example',
  clientId: 'tessera',
  clientSecret: SECRET
} as const;
const secret = () => randomBytes(32).toString('base64url');

beforeEach(() => saveProvider(BRAND, input, ORIGIN));

const links = () => database.current.query('SELECT subject FROM federated_identities ORDER BY subject');
const provider = async () => (await providerOf(BRAND)) as OidcProvider;

test('a client secret is stored sealed, bound to its row', async () => {
  expect((await provider()).clientSecret).toBe(SECRET);
  const [row] = await database.current.query<{ client_secret_encrypted: Buffer }>(
    'SELECT client_secret_encrypted FROM identity_providers'
  );
  expect(row?.client_secret_encrypted.toString('latin1')).not.toContain(SECRET);
  await database.current.query('UPDATE identity_providers SET id = gen_random_uuid()');
  await expect(providerOf(BRAND)).rejects.toThrow();
  await database.current.query('DELETE FROM identity_providers');
});

test('links stay while the issuer does, and go with it', async () => {
  const person = await aCardholder(database.current);
  await linkIdentity({ brandName: BRAND, userId: person.userId, subject: 'one' }, ORIGIN);
  await linkIdentity({ brandName: BRAND, userId: ` ${person.userId.toUpperCase()} `, subject: 'two' }, ORIGIN);
  expect(await links()).toEqual([{ subject: 'two' }]);
  await saveProvider(BRAND, { ...input, clientSecret: `${SECRET}-renewed` }, ORIGIN);
  expect(await links()).toEqual([{ subject: 'two' }]);
  await saveProvider(BRAND, { ...input, issuer: 'https://login.another.example' }, ORIGIN);
  expect(await links()).toEqual([]);
});

test('a subject is linked to one user at a provider, and a link that is not there is not taken away', async () => {
  const [person, other] = [await aCardholder(database.current), await aCardholder(database.current)];
  const link = (userId: string, subject: string | null, brandName = BRAND) =>
    linkIdentity({ brandName, userId, subject }, ORIGIN);
  await link(person.userId, 'theirs');
  await link(other.userId, 'another');
  await expect(link(other.userId, 'theirs')).rejects.toThrow(/^The subject is linked to another user\.$/);
  // What was refused has taken nothing away.
  const kept = await database.current.query('SELECT user_id, subject FROM federated_identities ORDER BY subject');
  expect(kept).toEqual([
    { user_id: other.id, subject: 'another' },
    { user_id: person.id, subject: 'theirs' }
  ]);
  await link(person.userId, 'theirs');
  await link(person.userId, null);
  expect(await links()).toEqual([{ subject: 'another' }]);
  expect(
    await database.current.query('SELECT action FROM audit_entries WHERE entity_id = $1 ORDER BY sequence', [person.id])
  ).toEqual([{ action: 'identity.linked' }, { action: 'identity.linked' }, { action: 'identity.unlinked' }]);
  await expect(link(person.userId, null)).rejects.toThrow(`${person.userId} is not linked.`);
  await expect(link('Nobody.there', 'x')).rejects.toThrow('There is no user Nobody.there.');
  await expect(link(person.userId, 'x', 'aldwick')).rejects.toThrow('The brand aldwick has no identity provider.');
  await link(other.userId, null);
});

test('a sign-in is taken once, at any parallelism, by its own browser, and in time', async () => {
  const [state, browser] = [secret(), secret()];
  const pending = {
    providerId: (await provider()).id,
    callback: 'https://cards.bank.example/heracles/sso/oidc/norrvik',
    expected: { nonce: secret(), verifier: secret() },
    oldSession: secret()
  };
  await keepPending(state, browser, pending);
  const [row] = await database.current.query<{ sealed: Buffer }>('SELECT sealed FROM federated_sign_ins');
  expect(row?.sealed.toString('latin1')).not.toContain(pending.expected.nonce);
  expect(await takePending(state, secret())).toBeNull();
  expect(await takePending(secret(), browser)).toBeNull();
  const taken = await Promise.all(Array.from({ length: 20 }, () => takePending(state, browser)));
  expect(taken.filter((found) => found !== null)).toEqual([pending]);

  await keepPending(state, browser, pending);
  await database.current.query("UPDATE federated_sign_ins SET expires_at = now() - interval '1 second'");
  expect(await takePending(state, browser)).toBeNull();
});

test('an assertion signs in once, at any parallelism, at one provider', async () => {
  const { id } = await provider();
  const assertion = { id: secret(), expiresAt: new Date(Date.now() + 300_000) };
  const spend = () => transaction((tx) => spendAssertion(tx, id, assertion));
  const spent = await Promise.all(Array.from({ length: 20 }, spend));
  expect(spent.filter(Boolean)).toHaveLength(1);
  await saveProvider('asanagi', { ...input, clientId: 'another' }, ORIGIN);
  const other = await providerOf('asanagi');
  expect(await transaction((tx) => spendAssertion(tx, other?.id ?? '', assertion))).toBe(true);
});

test('maintenance forgets what is over, and nothing else', async () => {
  const { id: providerId } = await provider();
  const left = async () => [
    ...(await database.current.query('SELECT expires_at > now() AS live FROM federated_sign_ins')),
    ...(await database.current.query('SELECT expires_at > now() AS live FROM spent_assertions WHERE provider_id = $1', [
      providerId
    ]))
  ];
  for (const minutes of [-1, 5]) {
    const expiresAt = new Date(Date.now() + minutes * 60_000);
    await transaction((tx) => spendAssertion(tx, providerId, { id: secret(), expiresAt }));
    await database.current.query(
      "INSERT INTO federated_sign_ins VALUES (sha256($1), sha256('browser'), $2, 'sealed', $3)",
      [secret(), providerId, expiresAt]
    );
  }
  await CHORES.forgetExpired?.();
  expect((await left()).length).toBeGreaterThanOrEqual(2);
  expect((await left()).every(({ live }) => live)).toBe(true);
});

test('the database refuses a provider that lacks what its kind needs, and a link into another issuer', async () => {
  const insert = (columns: string, values: string) =>
    database.current.query(
      `INSERT INTO identity_providers (id, brand_name, issuer, saved_at, ${columns})
       VALUES (gen_random_uuid(), 'aldwick', 'https://x.example', now(), ${values})`
    );
  await expect(insert('kind, client_id', "'oidc', 'x'")).rejects.toThrow('check');
  await expect(insert('kind, sign_in_url', "'saml', 'https://x.example'")).rejects.toThrow('check');
  const [one, other] = [await aCardholder(database.current), await aCardholder(database.current)];
  const crossing = database.current.query('INSERT INTO federated_identities VALUES ($1, $2, $3, $4, now())', [
    (await provider()).id,
    'x',
    one.issuerId,
    other.id
  ]);
  await expect(crossing).rejects.toThrow('foreign key');
});
