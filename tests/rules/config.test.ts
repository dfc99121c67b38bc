import { randomBytes } from 'node:crypto';
import { ConfigurationError, readConfig } from '@/lib/core/server/config';
import { PRODUCTION_SECRET, TEST_SECRET } from '../support/server';

const GOOD = { DATABASE_URL: 'postgresql://u:p@localhost/t', TESSERA_SECRET: PRODUCTION_SECRET };

test('a bare configuration gets the defaults P9.009 P9.018 P9.020', () => {
  expect(readConfig(GOOD)).toMatchObject({
    TESSERA_MODE: 'production',
    PASSWORD_HASH_COST: 12,
    UI_LOGGING: false,
    FORCE_REFRESH_MILLIS: 1_800_000
  });
});

test('every mistake is listed at once, and no secret is printed', () => {
  const bad = {
    DATABASE_URL: 'mysql://top:secret@x',
    TESSERA_SECRET: 'too-short-secret',
    DATABASE_POOL: '7',
    PASSWORD_HASH_COST: '3',
    TESSERA_MODE: 'fun'
  };
  expect(() => readConfig(bad)).toThrow(ConfigurationError);
  try {
    readConfig(bad);
  } catch (error) {
    const { mistakes, message } = error as ConfigurationError;
    expect(mistakes.map((mistake) => mistake.split(' ')[0])).toEqual([
      'DATABASE_URL',
      'DATABASE_POOL',
      'TESSERA_SECRET',
      'TESSERA_MODE',
      'PASSWORD_HASH_COST'
    ]);
    expect(message).not.toContain('secret@');
    expect(message).not.toContain('too-short');
  }
});

test('hashes are fast in development alone', () => {
  const costs = (TESSERA_MODE: string | undefined, cost: string) => () =>
    readConfig({ ...GOOD, TESSERA_MODE, PASSWORD_HASH_COST: cost }).PASSWORD_HASH_COST;
  for (const mode of [undefined, 'production', 'demo']) {
    expect(costs(mode, '9')).toThrow(/PASSWORD_HASH_COST/);
    expect(costs(mode, '10')()).toBe(10);
  }
  expect(costs('development', '4')()).toBe(4);
  expect(costs('development', '3')).toThrow(/PASSWORD_HASH_COST/);
});

test('P9.022 what is missing is said to be required: nothing stands in for a database', () => {
  expect(() => readConfig({ TESSERA_SECRET: '' })).toThrow(/DATABASE_URL is required[\s\S]*TESSERA_SECRET is required/);
});

test('name servers are addresses with an optional port', () => {
  const servers = (list: string) => readConfig({ ...GOOD, HOSTNAME_DNS_SERVERS: list }).HOSTNAME_DNS_SERVERS;
  expect(servers('10.0.0.53,[2001:db8::53]:5353')).toEqual(['10.0.0.53', '[2001:db8::53]:5353']);
  for (const list of ['dns.example', '10.0.0.53, 10.0.0.54', 'x'])
    expect(() => servers(list)).toThrow(ConfigurationError);
});

describe('F-19 a weak secret', () => {
  const WEAK = [
    'x'.repeat(32),
    TEST_SECRET,
    'changeme-changeme-changeme-changeme',
    'set TESSERA_SECRET to 32 random bytes',
    '0123456789abcdefghijklmnopqrstuvwxyz',
    'zyxwvutsrqponmlkjihgfedcba9876543210',
    'deadbeefdeadbeefdeadbeefdeadbeefdeadbeef',
    'correcthorsebatterystaplecorrecthorse',
    'aaaaaaaabbbbbbbbccccccccddddddddeeee',
    '0110100101001101011010010010110100101101'
  ];

  test.each(WEAK)('%s is refused in production, which is the default, and is not printed', (secret) => {
    for (const mode of [{}, { TESSERA_MODE: 'production' }]) {
      const reading = () => readConfig({ ...GOOD, ...mode, TESSERA_SECRET: secret });
      expect(reading).toThrow(/^The configuration has 1 mistake\(s\):\n {2}- TESSERA_SECRET .+ random/);
      expect(reading).not.toThrow(secret);
    }
  });

  test('serves tests and the demo, which protect nothing', () => {
    for (const TESSERA_MODE of ['demo', 'development'])
      expect(readConfig({ ...GOOD, TESSERA_MODE, TESSERA_SECRET: TEST_SECRET }).TESSERA_SECRET).toBe(TEST_SECRET);
  });

  test('is listed beside every other mistake', () => {
    expect(() => readConfig({ ...GOOD, TESSERA_SECRET: 'x'.repeat(32), DATABASE_POOL: '7' })).toThrow(
      /2 mistake\(s\)[\s\S]*DATABASE_POOL[\s\S]*TESSERA_SECRET/
    );
  });

  test('is not what chance makes, however it is written down', () => {
    for (let n = 0; n < 500; n++)
      for (const secret of [
        randomBytes(32).toString('base64'),
        randomBytes(32).toString('base64url'),
        randomBytes(32).toString('hex'),
        randomBytes(24).toString('base64')
      ])
        expect(readConfig({ ...GOOD, TESSERA_SECRET: secret }).TESSERA_SECRET).toBe(secret);
  });

  test('is refused as METRICS_TOKEN, too', () => {
    expect(() => readConfig({ ...GOOD, METRICS_TOKEN: 'metrics-password' })).toThrow(/METRICS_TOKEN holds/);
    const METRICS_TOKEN = randomBytes(18).toString('base64url');
    expect(readConfig({ ...GOOD, METRICS_TOKEN }).METRICS_TOKEN).toBe(METRICS_TOKEN);
  });
});
