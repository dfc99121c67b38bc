import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { antiForgeryTokenFor, hasAntiForgeryToken, isSameOrigin } from '@/lib/core/http/anti-forgery';
import { redact } from '@/lib/core/server/log';
import { limitKey } from '@/lib/core/server/rate-limit';
import { TEST_SECRET } from '../support/server';
import { until } from '../support/until';

const socket = { remoteAddress: '::ffff:10.9.8.7' } as Socket;

async function settled(headers: Record<string, string>, proxies: number) {
  Object.assign(process.env, {
    DATABASE_URL: 'postgresql://localhost/x',
    TESSERA_SECRET: TEST_SECRET,
    TESSERA_MODE: 'development',
    TESSERA_TRUSTED_PROXIES: String(proxies)
  });
  jest.resetModules();
  const { settleHeaders } = await import('@/lib/core/http/requests');
  const request = { headers: { ...headers } as Record<string, string>, socket };
  settleHeaders(request);
  return request.headers;
}

describe('the client address', () => {
  test('without trusted proxies is the socket’s, whatever a client claims', async () => {
    const headers = await settled(
      { 'x-forwarded-for': '1.2.3.4', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' },
      0
    );
    expect(headers).toMatchObject({ 'x-forwarded-for': '10.9.8.7', 'x-forwarded-proto': 'http' });
    expect(headers).not.toHaveProperty('x-forwarded-host');
  });

  test('behind one proxy is the last it added, not what the client sent before it', async () => {
    const headers = await settled({ 'x-forwarded-for': '6.6.6.6, 203.0.113.9', 'x-forwarded-proto': 'https' }, 1);
    expect(headers).toMatchObject({ 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' });
  });

  test('an IPv6 address stays whole, and one that stands for an IPv4 address becomes it', async () => {
    const address = async (told: string) => (await settled({ 'x-forwarded-for': told }, 1))['x-forwarded-for'];
    expect(await address('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2:3:4:5:6');
    expect(await address('::ffff:203.0.113.9')).toBe('203.0.113.9');
    expect(await address('::ffff:cb00:7109')).toBe('::ffff:cb00:7109');
  });

  test.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
    ['2001:db8::5', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['203.0.113.9', '203.0.113.9'],
    ['session/0199-abc', 'session/0199-abc']
  ])('%s is counted as %s', (key, counted) => expect(limitKey(key)).toBe(counted));

  test('F-2 an invented key takes no more space than others', () => {
    expect(limitKey('x'.repeat(10_000))).toMatch(/^[0-9a-f]{64}$/);
    expect(limitKey('x'.repeat(10_000))).not.toBe(limitKey(`${'x'.repeat(9_999)}y`));
  });

  test('falls back to the socket when the header is no address', async () => {
    expect((await settled({ 'x-forwarded-for': 'nonsense' }, 1))['x-forwarded-for']).toBe('10.9.8.7');
  });

  test('a request id is taken from a trusted proxy only, and never a malformed one', async () => {
    expect((await settled({ 'x-request-id': 'edge-12345678' }, 1))['x-request-id']).toBe('edge-12345678');
    expect((await settled({ 'x-request-id': 'edge-12345678' }, 0))['x-request-id']).not.toBe('edge-12345678');
    expect((await settled({ 'x-request-id': 'a\r\nb: c' }, 1))['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

test('issue 17 work for an answer is told that nobody waits for it any more, and not that the answer has ended', async () => {
  await settled({}, 0);
  const { leftSignal, watchRequests } = await import('@/lib/core/http/requests');
  watchRequests();
  const left = new Map<string, AbortSignal>();
  const closed: string[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    left.set(url, leftSignal(String(headers['x-request-id'])));
    response.once('close', () => closed.push(url));
    if (url === '/whole') response.end('all of it');
    else response.write('a part');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await (await fetch(`${at}/whole`)).text();
  const leaving = new AbortController();
  await fetch(`${at}/part`, { signal: leaving.signal });
  expect(left.get('/part')?.aborted).toBe(false);
  leaving.abort();
  await until(() => closed.length === 2);
  expect([left.get('/whole')?.aborted, left.get('/part')?.aborted]).toEqual([false, true]);
  // Of an answer that has gone already nobody waits.
  expect(leftSignal('gone').aborted).toBe(true);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describe('anti-forgery', () => {
  beforeAll(() => {
    process.env.TESSERA_SECRET = TEST_SECRET;
    process.env.DATABASE_URL = 'postgresql://localhost/x';
  });
  const token = 'AbcdefghijKLMNOP1234';
  const both = (value: string) => new Headers({ 'x-csrf-token': value, 'x-xsrf-token': value });

  test('P7.003 P9.011 takes both headers equal to a cookie of 20 characters', () => {
    expect(hasAntiForgeryToken(both(token), token)).toBe(true);
    expect(hasAntiForgeryToken(new Headers({ 'x-csrf-token': token }), token)).toBe(false);
    expect(hasAntiForgeryToken(both(token), 'another-one-of-20-ch')).toBe(false);
    expect(hasAntiForgeryToken(both('short'), 'short')).toBe(false);
    expect(hasAntiForgeryToken(both(''), undefined)).toBe(false);
  });

  test('PD.12 with a session the value must be the session’s own', () => {
    const own = antiForgeryTokenFor('session-1');
    expect(own).toMatch(/^[A-Za-z0-9]{20}$/);
    expect(hasAntiForgeryToken(both(own), own, 'session-1')).toBe(true);
    expect(hasAntiForgeryToken(both(own), own, 'session-2')).toBe(false);
    expect(hasAntiForgeryToken(both(token), token, 'session-1')).toBe(false);
  });

  test.each([
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'cross-site' }, false],
    [{ 'sec-fetch-site': 'same-site' }, false],
    [{ origin: 'http://bank.example', host: 'bank.example' }, true],
    [{ origin: 'http://evil.example', host: 'bank.example' }, false],
    [{ origin: 'null', host: 'bank.example' }, false],
    [{}, false]
  ])('a post with %j is of the same origin: %s', (headers, expected) => {
    expect(isSameOrigin(new Headers(headers as Record<string, string>))).toBe(expected);
  });
});

describe('redaction', () => {
  test.each([
    ['card 5412 7512 3412 3456 declined', '5412'],
    ['pan=4111111111111111', '4111111111111111'],
    ['{"password":"hunter22222"}', 'hunter22222'],
    ['Authorization: Bearer-abc', 'Bearer-abc'],
    ['token=abc.def&x=1', 'abc.def'],
    ['newCredential: swordfish', 'swordfish'],
    ['550 no such mailbox <robin.example+cards@mail.example>', 'robin.example'],
    ['robin@mail.example,kim@mail.example', 'kim@'],
    ['GET /services/authentication-service/public/credential-reset-tokens/dG9rZW4 failed', 'dG9rZW4'],
    ['https://b.example/sdportal/change-password-token-component?cobrandHost=b&token=dG9rZW4', 'dG9rZW4'],
    ['{"questionResponse":"x","pin":"2468"}', '2468']
  ])('strikes the secret out of %s', (text, secret) => {
    expect(redact(text)).not.toContain(secret);
  });

  test('leaves ordinary text alone but for control characters and length', () => {
    expect(redact('line one\u0000 of 3 in 2026-11-21')).toBe('line one  of 3 in 2026-11-21');
    expect(redact('x'.repeat(5000), 100)).toHaveLength(100);
  });

  test('takes time in proportion to the length, whatever the text is made of', () => {
    const pieces = [...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)), 'é', '😀'];
    pieces.push('a@', '@a.', '1 ', '1-', 'pin ', 'pin=', 'pin:"', "token='", 'code = ', '/credential-reset-tokens/');
    const millis = (text: string) => {
      const runs = Array.from({ length: 3 }, () => {
        // The processor's time: what else runs beside it does not count.
        const started = process.cpuUsage();
        redact(text);
        return process.cpuUsage(started).user / 1000;
      });
      return Math.min(...runs);
    };
    const slow = pieces.find((piece) => {
      const of = (length: number) => piece.repeat(length / piece.length);
      // Sixteen times the text; what takes its length squared needs 256 times as long.
      return millis(of(65_536)) > 100 * Math.max(millis(of(4_096)), 0.5);
    });
    expect(slow).toBeUndefined();
  });

  test('leaves no half of a character, sent or cut', () => {
    expect(redact('a\ud800b')).toBe('a\ufffdb');
    expect(redact('😀'.repeat(60), 101)).not.toMatch(/\p{Surrogate}/u);
  });
});
