import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Principal } from '@/lib/access/policy/principal';
import { BELONGINGS } from '@/lib/composition/process/belongings';
import { transaction } from '@/lib/core/database/database';
import { shiftClock, stopClock } from '@/lib/core/server/clock';
import { workOnce } from '@/lib/core/server/outbox';
import { noticeSettingsSchema, saveNoticeSettings } from '@/lib/kit/notice-mails/settings';
import { postNotice } from '@/lib/kit/notices/post-notice';
import { encryptPush } from '@/lib/kit/web-push/encrypt-push';
import { sendPush } from '@/lib/kit/web-push/push-notice';
import {
  forgetSubscriptions,
  isPushed,
  MOST_BROWSERS,
  type Subscription,
  turnOffAllPush,
  turnOffPush,
  turnOnPush
} from '@/lib/kit/web-push/subscriptions';
import { pushPublicKey } from '@/lib/kit/web-push/vapid';
import { aCertificate } from '../support/certificate';
import { deliverNotices } from '../support/deliver-notices';
import { ORIGIN, useDatabase } from '../support/module-world';
import { principalFor } from '../support/principal';
import { codeOf, granted } from '../support/results';
import { aBrand } from '../support/sign-in';
import { aCompany, anIssuer, aUserAt, type PlacedPerson } from '../support/structure';

// The one network inside that the operator of these tests allows: the push service of this file.
process.env.INTEGRATOR_NETWORKS = '127.0.0.2/32';
const world = useDatabase();
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const bytesOf = (text: string) => Buffer.from(text, 'base64url');

/** A message as its browser reads it (RFC 8291, 3.4). */
function decrypted(body: Buffer, { keys, auth }: { keys: ReturnType<typeof createECDH>; auth: Uint8Array }): Buffer {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + body.readUInt8(20));
  const sealed = body.subarray(21 + sender.length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32));
  const derived = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), length));
  const decipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  expect(plain.at(-1)).toBe(2);
  return plain.subarray(0, -1);
}

describe('the encryption', () => {
  const keyOf = (secret: string) => {
    const ecdh = createECDH('prime256v1');
    ecdh.setPrivateKey(bytesOf(secret));
    return ecdh;
  };
  const BROWSER = {
    keys: keyOf('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
    auth: bytesOf('BTBZMqHH6r4Tts7J_aSIgg')
  };

  test('writes the message of RFC 8291, Appendix A', () => {
    const once = {
      own: keyOf('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
      salt: bytesOf('DGv6ra1nlYgDCS1FRnbzlw')
    };
    const plain = Buffer.from('When I grow up, I want to be a watermelon');
    const body = encryptPush(plain, { p256dh: BROWSER.keys.getPublicKey(), auth: BROWSER.auth }, once);
    expect(base64(body)).toBe(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
    );
    expect(decrypted(body, BROWSER)).toEqual(plain);
  });

  test('has a key and a salt of its own for each message', () => {
    const to = { p256dh: BROWSER.keys.getPublicKey(), auth: BROWSER.auth };
    const [one, other] = [encryptPush(Buffer.from('x'), to), encryptPush(Buffer.from('x'), to)];
    expect(one.subarray(0, 86)).not.toEqual(other.subarray(0, 86));
    expect(decrypted(one, BROWSER)).toEqual(decrypted(other, BROWSER));
  });
});

describe('pushing', () => {
  let server: https.Server;
  let port: number;
  let answers: { status: number; retryAfter?: string }[];
  let came: { path: string; headers: Record<string, string | string[] | undefined>; body: Buffer }[];
  let carla: PlacedPerson;
  let C: Principal;

  beforeAll(async () => {
    await aBrand();
    const { privateKey, certificate } = aCertificate();
    server = https.createServer({ key: privateKey, cert: certificate }, async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      came.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
      const { status, retryAfter } = answers.shift() ?? { status: 201 };
      response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter }).end();
    });
    server.listen(0, '127.0.0.2');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
    // This authority alone: the certificate is over itself, and names nobody.
    const real = https.request;
    jest
      .spyOn(https, 'request')
      .mockImplementation(((url: URL, options: https.RequestOptions, done: never) =>
        real(url, { ...options, ca: certificate, checkServerIdentity: () => undefined }, done)) as never);
  });
  afterAll(() => {
    jest.restoreAllMocks();
    server.close();
  });
  beforeEach(async () => {
    [answers, came] = [[], []];
    await world.current.query("DELETE FROM outbox WHERE status = 'queued'");
    const company = await aCompany(world.current, await anIssuer(world.current));
    carla = await aUserAt(world.current, 'C', company);
    C = await principalFor(world.current, carla);
  });
  afterEach(() => shiftClock(0));

  /** A browser with keys of its own, and its place at the push service. */
  function aBrowser(path = `/push/${randomBytes(6).toString('hex')}`) {
    const keys = createECDH('prime256v1');
    keys.generateKeys();
    const auth = randomBytes(16);
    const subscription: Subscription = {
      endpoint: `https://127.0.0.2:${port}${path}`,
      p256dh: base64(keys.getPublicKey()),
      auth: base64(auth),
      expirationTime: null
    };
    return { keys, auth, path, subscription };
  }
  const on = (subscription: Subscription, by: Principal = C) => turnOnPush(by, subscription, ORIGIN);

  /** Tells of an alert with an amount and a merchant, delivers it, and sends what is pushed. */
  async function told(): Promise<void> {
    await transaction((tx) =>
      postNotice(tx, {
        issuerId: C.issuerId,
        userId: C.userId,
        kind: 'comment.mentioned',
        params: { name: 'Harbour Hotel 420.50' },
        href: '/workspace/transactions'
      })
    );
    await deliverNotices(world.current);
    await sent();
  }
  async function sent(): Promise<void> {
    const rest =
      "UPDATE outbox SET available_at = now() + interval '1 hour' WHERE topic <> 'notices.push' AND status = 'queued'";
    do await world.current.query(rest);
    while (await workOnce({ 'notices.push': sendPush }));
  }
  const waiting = () =>
    world.current.query<{ status: string; seconds: number }>(
      `SELECT status::text AS status, extract(epoch FROM available_at - now())::float8 AS seconds FROM outbox
       WHERE issuer_id = $1 AND topic = 'notices.push' AND status <> 'sent'`,
      [C.issuerId]
    );

  test('C2.027 a notice reaches each browser, encrypted, signed and without what it is about', async () => {
    const browsers = [aBrowser(), aBrowser()];
    for (const { subscription } of browsers) granted(await on(subscription));
    await told();
    expect(came.map(({ path }) => path).sort()).toEqual(browsers.map(({ path }) => path).sort());
    const [notice] = await world.current.query<{ id: string }>('SELECT id FROM inbox_notices WHERE user_id = $1', [
      carla.id
    ]);
    for (const { path, headers, body } of came) {
      const browser = browsers.find((one) => one.path === path) as (typeof browsers)[number];
      expect(JSON.parse(decrypted(body, browser).toString())).toEqual({
        title: 'You have a new notice',
        body: 'Mentions in comments',
        tag: notice?.id,
        href: `/workspace/inbox/notices/${notice?.id}`
      });
      expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'normal' });
      const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(String(headers.authorization)) ?? [];
      expect(key).toBe(await pushPublicKey());
      const [head = '', claims = '', signature = ''] = token.split('.');
      const point = bytesOf(key);
      const publicKey = createPublicKey({
        format: 'jwk',
        key: { kty: 'EC', crv: 'P-256', x: base64(point.subarray(1, 33)), y: base64(point.subarray(33)) }
      });
      const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
      expect(verify('sha256', Buffer.from(`${head}.${claims}`), signed, bytesOf(signature))).toBe(true);
      const { aud, exp } = JSON.parse(bytesOf(claims).toString());
      expect(aud).toBe(`https://127.0.0.2:${port}`);
      expect(exp * 1_000 - Date.now()).toBeLessThan(86_400_000);
    }
  });

  test('C2.027 it comes in the person’s language, of the kinds that they chose, and not in their quiet hours', async () => {
    const browser = aBrowser();
    granted(await on(browser.subscription));
    await world.current.query("UPDATE users SET locale = 'de', time_zone = 'Europe/Oslo' WHERE id = $1", [carla.id]);
    await told();
    expect(JSON.parse(decrypted(came[0]?.body as Buffer, browser).toString())).toMatchObject({
      title: 'Sie haben eine neue Mitteilung'
    });
    const choose = (settings: object) => saveNoticeSettings(C, noticeSettingsSchema.parse(settings), ORIGIN);
    await choose({ pushed: ['alerts'] });
    await told();
    stopClock(new Date('2026-03-02T22:30:00Z'));
    await choose({ quietFrom: '22', quietUntil: '7' });
    await told();
    expect(came).toHaveLength(1);
    stopClock(new Date('2026-03-03T06:30:00Z'));
    await told();
    expect(came).toHaveLength(2);
  });

  test.each([404, 410])('a browser that is gone (%i) is forgotten', async (status) => {
    const { subscription } = aBrowser();
    granted(await on(subscription));
    answers = [{ status }];
    await told();
    expect(await isPushed(C, subscription.endpoint)).toBe(false);
    expect(await waiting()).toEqual([]);
  });

  test.each([
    [429, '120', 120],
    [503, '120', 120],
    [500, undefined, 2],
    [503, '999999', 3_600]
  ])(
    'a push service that answers %i (Retry-After: %s) is asked again, about %i seconds later',
    async (status, retryAfter, seconds) => {
      const { subscription } = aBrowser();
      granted(await on(subscription));
      answers = [{ status, ...(retryAfter && { retryAfter }) }];
      await told();
      const [entry] = await waiting();
      expect(entry?.status).toBe('queued');
      expect(entry?.seconds).toBeGreaterThan(seconds - 60);
      expect(entry?.seconds).toBeLessThanOrEqual(seconds);
      await world.current.query(
        "UPDATE outbox SET available_at = now() WHERE topic = 'notices.push' AND status = 'queued'"
      );
      await sent();
      expect(came).toHaveLength(2);
      expect(await waiting()).toEqual([]);
      expect(await isPushed(C, subscription.endpoint)).toBe(true);
    }
  );

  test('what a push service refuses for good isn’t sent again', async () => {
    granted(await on(aBrowser().subscription));
    answers = [{ status: 400 }];
    await told();
    expect(await waiting()).toMatchObject([{ status: 'failed' }]);
  });

  test.each([
    'http://127.0.0.2/push',
    'https://127.0.0.1/push',
    'https://10.1.2.3/push',
    'https://[::1]/push',
    'https://192.168.1.1:8443/push',
    'ftp://127.0.0.2/push',
    'push',
    `https://127.0.0.2/${'x'.repeat(1_024)}`
  ])('an address that isn’t one of the public internet by TLS is refused: %s', async (endpoint) => {
    expect(codeOf(await on({ ...aBrowser().subscription, endpoint }))).toBe('invalid.entry');
  });

  test('keys of another length are refused', async () => {
    const { subscription } = aBrowser();
    expect(codeOf(await on({ ...subscription, auth: base64(randomBytes(15)) }))).toBe('invalid.entry');
    expect(codeOf(await on({ ...subscription, p256dh: base64(randomBytes(64)) }))).toBe('invalid.entry');
  });

  test('a browser is one person’s, at most ten are on, and each is turned off by its own person', async () => {
    const browsers = Array.from({ length: MOST_BROWSERS + 1 }, () => aBrowser().subscription);
    for (const [at, one] of browsers.entries()) {
      stopClock(new Date(Date.UTC(2026, 2, 2, 8, at)));
      granted(await on(one));
    }
    const isOn = await Promise.all(browsers.map(({ endpoint }) => isPushed(C, endpoint)));
    expect(isOn).toEqual([false, ...Array.from({ length: MOST_BROWSERS }, () => true)]);
    const last = browsers.at(-1) as Subscription;
    const company = await aCompany(world.current, { id: C.issuerId, issuerId: C.issuerId } as never);
    const D = await principalFor(world.current, await aUserAt(world.current, 'C', company));
    await turnOffPush(D, last.endpoint, ORIGIN);
    expect(await isPushed(C, last.endpoint)).toBe(true);
    granted(await on(last, D));
    expect([await isPushed(C, last.endpoint), await isPushed(D, last.endpoint)]).toEqual([false, true]);
    await turnOffPush(D, last.endpoint, ORIGIN);
    expect(await isPushed(D, last.endpoint)).toBe(false);
  });

  test('C2.027 signing out everywhere ends all of a person’s browsers, and nobody else’s', async () => {
    const [one, two, other] = [aBrowser().subscription, aBrowser().subscription, aBrowser().subscription];
    const company = await aCompany(world.current, { id: C.issuerId, issuerId: C.issuerId } as never);
    const D = await principalFor(world.current, await aUserAt(world.current, 'C', company));
    for (const browser of [one, two]) granted(await on(browser));
    granted(await on(other, D));
    await turnOffAllPush(C, ORIGIN);
    const left = [isPushed(C, one.endpoint), isPushed(C, two.endpoint), isPushed(D, other.endpoint)];
    expect(await Promise.all(left)).toEqual([false, false, true]);
  });

  test('a browser expires when its push service says so, or after a year', async () => {
    const [soon, later] = [aBrowser().subscription, aBrowser().subscription];
    granted(await on({ ...soon, expirationTime: Date.now() + 60_000 }));
    granted(await on(later));
    const left = async () => [await isPushed(C, soon.endpoint), await isPushed(C, later.endpoint)];
    expect(await left()).toEqual([true, true]);
    shiftClock(120_000);
    expect(await left()).toEqual([false, true]);
    shiftClock(366 * 86_400_000);
    await forgetSubscriptions();
    expect(await world.current.query('SELECT 1 FROM push_subscriptions WHERE issuer_id = $1', [C.issuerId])).toEqual(
      []
    );
  });

  test('nothing of a browser is readable in the database, its key pair is made once, and it goes with its person', async () => {
    const { subscription } = aBrowser();
    granted(await on(subscription));
    const [kept] = await world.current.query(
      'SELECT row_to_json(s)::text AS row FROM push_subscriptions s WHERE user_id = $1',
      [carla.id]
    );
    for (const secret of [subscription.endpoint, subscription.auth, subscription.p256dh])
      expect(JSON.stringify(kept)).not.toContain(secret);
    await world.current.query('DELETE FROM push_keys');
    const keys = await Promise.all([pushPublicKey(), pushPublicKey(), pushPublicKey()]);
    expect(new Set(keys).size).toBe(1);
    const acts = await world.current.query(
      "SELECT 1 FROM audit_entries WHERE actor_user_id = $1 AND action = 'push.turned_on'",
      [carla.id]
    );
    expect(acts).toHaveLength(1);
    await transaction(async (tx) => {
      for (const { forget } of BELONGINGS) await forget?.(tx, { issuerId: C.issuerId, id: C.userId });
    });
    expect(await isPushed(C, subscription.endpoint)).toBe(false);
  });
});
