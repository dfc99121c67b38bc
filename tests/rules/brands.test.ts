import { readFileSync } from 'node:fs';
import { completeBrand } from '@/lib/brand/brands/complete';
import { contrast, contrastFaults } from '@/lib/brand/brands/contrast';
import { BRAND_CACHE_MILLIS, brandDirectory, rereadBrands } from '@/lib/brand/brands/directory';
import { findBrand, resolveBrand } from '@/lib/brand/brands/resolve';
import { saveBrand } from '@/lib/brand/brands/save-brand';
import { FOOTER_LAYOUTS, footerSchema, SIGN_IN_LAYOUTS, TYPEFACES } from '@/lib/brand/brands/schema';
import { typefaceFile, typefaceStyle } from '@/lib/brand/brands/typefaces';
import { database as product } from '@/lib/core/database/database';
import { listen } from '@/lib/core/database/listen';
import { LOCALES } from '@/lib/core/language/locales';
import { ORIGIN, useDatabase } from '../support/module-world';

const database = useDatabase({ seeded: true });

const resolve = async (hostname: string, cobrandHost: string | null = null) =>
  (await resolveBrand({ hostname, cobrandHost })).name;

describe('whose page a request asks for', () => {
  test('P1.008 the brand that cobrandHost names goes before the hostname’s', async () => {
    expect(await resolve('norrvik.localhost', 'asanagi')).toBe('asanagi');
    expect(await resolve('norrvik.localhost', 'ASANAGI')).toBe('asanagi');
  });

  test('P1.008 then the hostname’s, then the default brand', async () => {
    expect(await resolve('norrvik.localhost')).toBe('norrvik');
    expect(await resolve('unknown.example')).toBe('tessera');
    expect(await resolve('', '../../etc/passwd')).toBe('tessera');
    expect(await resolve('norrvik.localhost', 'no-such-brand')).toBe('norrvik');
    expect(await resolve('norrvik.localhost', '__proto__')).toBe('norrvik');
  });

  test('a contract names a brand by name or abbreviation', async () => {
    expect((await findBrand('norrvik'))?.abbreviation).toBe(
      (await findBrand((await findBrand('norrvik'))?.abbreviation ?? ''))?.abbreviation
    );
    expect(await findBrand('')).toBeNull();
  });
});

describe('the demo’s brands', () => {
  test('P3.017 are about 60 in several families', async () => {
    const brands = [...(await brandDirectory()).byName.values()];
    expect(brands.length).toBeGreaterThanOrEqual(60);
    expect(new Set(brands.map(({ family }) => family)).size).toBeGreaterThanOrEqual(8);
  });

  test('P1.009 each has a logo, a footer, a theme, an app name and languages; P2.003 P2.004 all layouts are used', async () => {
    const brands = [...(await brandDirectory()).byName.values()];
    for (const brand of brands) {
      expect(brand.images.has('logo/image/svg+xml') && brand.images.has('logo/image/png')).toBe(true);
      expect(brand.locales.length).toBeGreaterThan(0);
      expect(brand.appName).not.toBe('');
      expect([brand.name, contrastFaults(brand.theme)]).toEqual([brand.name, []]);
    }
    expect(new Set(brands.map(({ footerLayout }) => footerLayout))).toEqual(new Set(FOOTER_LAYOUTS));
    expect(new Set(brands.map(({ signInLayout }) => signInLayout))).toEqual(new Set(SIGN_IN_LAYOUTS));
    expect(new Set(brands.map(({ typeface }) => typeface))).toEqual(new Set(TYPEFACES));
  });

  test('P2.025 one has a federated redirect, P2.024 one another button, P2.021 P2.022 some offer registration and application, some neither', async () => {
    const brands = [...(await brandDirectory()).byName.values()];
    const count = (test: (brand: (typeof brands)[number]) => boolean) => brands.filter(test).length;
    expect(count(({ fssoRedirectUrl }) => fssoRedirectUrl !== '')).toBe(1);
    expect(count(({ texts }) => Object.values(texts).some((byKey) => byKey['sign.in.button']))).toBe(1);
    for (const company of [true, false]) {
      for (const application of [true, false]) {
        expect(
          count(
            (brand) =>
              brand.companySelfRegisterSupported === company &&
              brand.prospectiveAccountApplicationSupported === application
          )
        ).toBeGreaterThan(0);
      }
    }
  });

  test('P1.009 a brand without languages of its own takes those of the nearest above it that has some', async () => {
    const row = await product().brand.findUniqueOrThrow({ where: { name: 'aldwick' } });
    const line = (...locales: string[][]) => locales.map((own, at) => ({ ...row, name: `brand${at}`, locales: own }));
    const complete = (...locales: string[][]) =>
      completeBrand(line(...locales), { texts: [], hostnames: [], images: [], applications: [] }, () => '').locales;
    expect(complete([], ['fi', 'sv'])).toEqual(['fi', 'sv']);
    expect(complete([], [], ['ja'])).toEqual(['ja']);
    expect(complete(['de'], ['fi', 'sv'])).toEqual(['de']);
    expect(complete([], [])).toEqual(LOCALES);
  });

  test('C3.043 a child can say that nobody powers it, whomever its parent names', async () => {
    const row = await product().brand.findUniqueOrThrow({ where: { name: 'comerica' } });
    const nobody = footerSchema.parse({ poweredBy: '' });
    const line = [{ ...row, name: 'child', footer: nobody }, row];
    const none = { texts: [], hostnames: [], images: [], applications: [] };
    expect(completeBrand(line, none, () => '').footer).toMatchObject({
      poweredBy: '',
      copyrightMessage: expect.any(String)
    });
    expect(footerSchema.safeParse({ copyrightMessage: '' }).success).toBe(false);
  });

  test('layout and typeface of the sign-in are the nearest that a brand or one above it names', async () => {
    const row = await product().brand.findUniqueOrThrow({ where: { name: 'aldwick' } });
    const looks = (...line: Partial<Pick<typeof row, 'signInLayout' | 'typeface'>>[]) => {
      const rows = line.map((own, at) => ({ ...row, signInLayout: null, typeface: null, ...own, name: `brand${at}` }));
      const brand = completeBrand(rows, { texts: [], hostnames: [], images: [], applications: [] }, () => '');
      return [brand.signInLayout, brand.typeface];
    };
    expect(looks({}, { signInLayout: 'split' }, { signInLayout: 'plain', typeface: 'inter' })).toEqual([
      'split',
      'inter'
    ]);
    expect(looks({ typeface: 'system' }, { typeface: 'figtree' })).toEqual(['centered', 'system']);
  });

  test('a child has what it leaves out from its parent', async () => {
    const [child, parent] = [await findBrand('carrowmoor'), await findBrand('aldwick')];
    expect(child?.footerLayout).toBe(parent?.footerLayout);
    expect(child?.footer.groupWebsiteUrl).toBe(parent?.footer.groupWebsiteUrl);
    expect(child?.displayName).not.toBe(parent?.displayName);
  });
});

describe('the development brands', () => {
  const common = [
    'copyrightMessage',
    'cookieNotice',
    'cookieNoticeUrl',
    'disclaimer',
    'disclaimerUrl',
    'footerMessage',
    'privacyPolicy',
    'privacyPolicyUrl',
    'warningMessage'
  ];
  test.each([
    ['C3.041 C2.039 mastercard', 'mastercard', []],
    ['C3.041 abnamro', 'abnamro', []],
    [
      'C3.042 citigroup',
      'citigroup',
      [
        'authorizationWarning',
        'groupWebsite',
        'groupWebsiteUrl',
        'managerWebsite',
        'managerWebsiteUrl',
        'termsOfUse',
        'termsOfUseUrl'
      ]
    ],
    ['C3.043 comerica', 'comerica', ['poweredBy']]
  ])('%s has exactly its footer fields', async (_title, name, more) => {
    const brand = await findBrand(name);
    expect(Object.keys(brand?.footer ?? {}).sort()).toEqual([...common, ...more].sort());
    expect(brand?.signInToLabel).toBeTruthy();
  });
});

test.each(TYPEFACES)('all files of the typeface %s are there, and are of WOFF2', (typeface) => {
  const style = typefaceStyle(typeface);
  const addresses = [...style.matchAll(/url\((\/fonts\/[^)]+)\)/g)].map(([, address]) => address);
  expect(addresses).toHaveLength(typeface === 'system' ? 0 : 2);
  // The file of the Latin letters is last, and it is the one that a page loads ahead.
  expect(typefaceFile(typeface)).toBe(addresses.at(-1) ?? null);
  for (const address of addresses)
    expect(readFileSync(`public${address}`).subarray(0, 4).toString('latin1')).toBe('wOF2');
});

describe('saving a brand', () => {
  const brand = {
    name: 'quiet-harbour',
    family: 'tests',
    abbreviation: 'QHAR',
    displayName: 'Quiet Harbour',
    hostnames: ['quiet.example']
  };

  test('P9.010 brands are kept for 900 s, and a save shows at once', async () => {
    expect(BRAND_CACHE_MILLIS).toBe(900_000);
    expect(await resolve('quiet.example')).toBe('tessera');
    expect((await saveBrand(brand, [], ORIGIN)).ok).toBe(true);
    expect(await resolve('quiet.example')).toBe('quiet-harbour');
  });

  test('P9.010 a save by another process reaches this one at once', async () => {
    const stop = await listen('brand_saved', rereadBrands);
    await brandDirectory();
    await database.current.query("UPDATE brands SET display_name = 'Changed elsewhere' WHERE name = 'norrvik'");
    for (let tries = 0; tries < 100 && (await findBrand('norrvik'))?.displayName !== 'Changed elsewhere'; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect((await findBrand('norrvik'))?.displayName).toBe('Changed elsewhere');
    await stop();
  });

  test.each([
    ['C5.072 markup', { displayName: '<b>Bank</b>' }, 'html.not.allowed', 'displayName'],
    ['an unreadable theme', { theme: { primary: '#fefefe' } }, 'brand.contrast', 'theme.onPrimary'],
    ['an unknown parent', { parent: 'nobody' }, 'brand.parent.unknown', 'parent'],
    [
      'an address that is not https',
      { footer: { securityUrl: 'javascript:alert(1)' } },
      'address.invalid',
      'footer.securityUrl'
    ],
    ['a layout we do not have', { signInLayout: 'upside-down' }, expect.any(String), 'signInLayout'],
    ['a typeface we do not have', { typeface: 'comic' }, expect.any(String), 'typeface'],
    ['a locale we do not have', { locales: ['xx'] }, expect.any(String), 'locales.0']
  ])('refuses %s', async (_what, change, code, field) => {
    const saved = await saveBrand({ ...brand, ...change } as typeof brand, [], ORIGIN);
    expect(saved).toMatchObject({ ok: false, refusal: { code, field } });
  });

  test('a brand that is its own ancestor does not hang the directory', async () => {
    await database.current.query("UPDATE brands SET parent_name = 'asanagi' WHERE name = 'lanternstrait'");
    await rereadBrands();
    expect(await resolve('asanagi.localhost')).toBe('asanagi');
  });
});

test('contrast is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});
