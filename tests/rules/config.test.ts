import { ConfigurationError, readConfig } from '@/lib/core/config';

const GOOD = { DATABASE_URL: 'postgresql://u:p@localhost/t', TESSERA_SECRET: 'x'.repeat(32) };

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

test('P9.022 what is missing is said to be required: nothing stands in for a database', () => {
  expect(() => readConfig({ TESSERA_SECRET: '' })).toThrow(/DATABASE_URL is required[\s\S]*TESSERA_SECRET is required/);
});

test('name servers are addresses with an optional port', () => {
  const servers = (list: string) => readConfig({ ...GOOD, HOSTNAME_DNS_SERVERS: list }).HOSTNAME_DNS_SERVERS;
  expect(servers('10.0.0.53,[2001:db8::53]:5353')).toEqual(['10.0.0.53', '[2001:db8::53]:5353']);
  for (const list of ['dns.example', '10.0.0.53, 10.0.0.54', 'x'])
    expect(() => servers(list)).toThrow(ConfigurationError);
});
