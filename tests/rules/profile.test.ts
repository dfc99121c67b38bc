import { randomBytes } from 'node:crypto';
import type { Brand } from '@/lib/brand/brands/directory';
import { findBrand } from '@/lib/brand/brands/resolve';
import { bundleTexts } from '@/lib/core/language/texts';
import { maskedNetwork, SHOWN_ACTIONS } from '@/lib/sign-in/account/own-events';
import { userHandleOf } from '@/lib/sign-in/passkey/passkeys';
import { relyingParty } from '@/lib/sign-in/passkey/relying-party';
import { deviceOf } from '@/lib/sign-in/session/own-sessions';
import { useDatabase } from '../support/module-world';

useDatabase({ seeded: true });

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Microsoft Edge',
    'Windows'
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Safari',
    'macOS'
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome',
    'Android'
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox', 'Linux'],
  ['', null, null],
  [null, null, null]
])('a session is named by what its browser says: %s', (userAgent, browser, system) => {
  expect(deviceOf(userAgent)).toEqual({ browser, system });
});

test.each([
  ['203.0.113.77', '203.0.*.*'],
  ['2001:db8:1:2::3', '2001:db8:*'],
  ['::1', '::*']
])('of the address %s only the network is shown', (address, shown) => {
  expect(maskedNetwork(address)).toBe(shown);
});

test('every event that is shown has a text, and every one with a text is shown', () => {
  const texts = { ...bundleTexts('en_US', 'Messages'), ...bundleTexts('en_US', 'Workspace') };
  const shown = SHOWN_ACTIONS.map((action) => `event.${action.replaceAll('_', '.')}`);
  expect(shown.sort()).toEqual(
    Object.keys(texts)
      .filter((key) => key.startsWith('event.'))
      .sort()
  );
});

test('the user handle of a passkey holds the opaque id and nothing else', () => {
  expect(Buffer.from(userHandleOf('0193a5c8-0000-7000-8000-0123456789ab')).toString('hex')).toBe(
    '0193a5c80000700080000123456789ab'
  );
});

describe('the relying party', () => {
  const of = async (brand: string, headers: Record<string, string>) =>
    relyingParty((await findBrand(brand)) as Brand, new Headers(headers));

  test.each([
    [
      'norrvik',
      { host: 'norrvik.localhost:3000' },
      { id: 'norrvik.localhost', origin: 'http://norrvik.localhost:3000' }
    ],
    [
      'norrvik',
      { host: 'cards.norrvik.example', 'x-forwarded-proto': 'https' },
      { id: 'cards.norrvik.example', origin: 'https://cards.norrvik.example' }
    ],
    // Allowed by the parent.
    ['lyngholm', { host: 'lyngholm.localhost' }, { id: 'lyngholm.localhost', origin: 'http://lyngholm.localhost' }]
  ])('of %s is the host name it was asked on', async (brand, headers, expected) => {
    expect(await of(brand, headers as Record<string, string>)).toEqual(expected);
  });

  test.each([
    ['a host of another brand', 'norrvik', 'asanagi.localhost'],
    ['a host of no brand', 'norrvik', 'localhost'],
    ['a parent domain', 'norrvik', 'norrvik.example'],
    ['a malformed host', 'norrvik', 'norrvik.localhost/x'],
    ['a brand that allows none', 'aldwick', 'aldwick.localhost']
  ])('is nobody on %s', async (_what, brand, host) => {
    expect(await of(brand, { host })).toBeNull();
  });

  test('is on https in production, whatever a request says', async () => {
    const before = { ...process.env };
    Object.assign(process.env, {
      TESSERA_MODE: 'production',
      PASSWORD_HASH_COST: '10',
      TESSERA_SECRET: randomBytes(32).toString('base64')
    });
    await jest.isolateModulesAsync(async () => {
      const { relyingParty: inProduction } = await import('@/lib/sign-in/passkey/relying-party');
      const { findBrand: find } = await import('@/lib/brand/brands/resolve');
      const { closeDatabase } = await import('@/lib/core/database/database');
      const headers = new Headers({ host: 'norrvik.localhost:3000' });
      expect((await inProduction((await find('norrvik')) as Brand, headers))?.origin).toBe(
        'https://norrvik.localhost:3000'
      );
      await closeDatabase();
    });
    Object.assign(process.env, before);
  });
});
