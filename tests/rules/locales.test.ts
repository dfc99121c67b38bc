import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from '@formatjs/icu-messageformat-parser';
import { chooseLocale, LOCALES, type Locale, languageTag, localeName } from '@/lib/core/language/locales';
import { type Bundle, bundleTexts, PARENTS, translator, workspaceTexts } from '@/lib/core/language/texts';
import { anyKey } from '../support/texts';

test('P3.027 P1.010 offers exactly the 23 locales, each with its texts', () => {
  expect([...LOCALES].sort()).toEqual(
    'da de en_GB en_US es es_ES fi fr fr_CA in it ja ko nl no pl pt pt_PT ru sv tr zh_CN zh_TW'.split(' ')
  );
  expect(readdirSync('messages').sort()).toEqual([...LOCALES].sort());
});

test('PD.20 maps locale codes to BCP 47', () => {
  expect([
    languageTag('in'),
    languageTag('no'),
    languageTag('zh_CN'),
    languageTag('zh_TW'),
    languageTag('fr_CA')
  ]).toEqual(['id', 'nb', 'zh-Hans-CN', 'zh-Hant-TW', 'fr-CA']);
  expect(localeName('en_US', 'en_US')).toBe('English (United States)');
});

describe('locale choice', () => {
  const offered = ['de', 'fr', 'zh_TW', 'no', 'en_GB'] as const;
  test.each([
    ['P4.050 the cookie, if the brand offers it', 'fr', 'de', 'fr'],
    ['P4.050 not the cookie, if the brand does not offer it', 'ja', 'fr', 'fr'],
    ['P4.050 the best match of the cookie: its language', 'en', 'de', 'en_GB'],
    ['P4.050 the best match of the cookie: another region', 'fr_CA', 'de', 'fr'],
    ['P4.050 the best match of the cookie: a tag', 'zh-Hant', 'de', 'zh_TW'],
    ['P4.050 not what the cookie adds after a comma', 'xx,de', 'fr', 'fr'],
    ['the best match of Accept-Language', undefined, 'ja;q=0.9, fr;q=0.2, de;q=0.5', 'de'],
    ['the language in another region', undefined, 'en-US', 'en_GB'],
    ['Traditional Chinese for Hong Kong', undefined, 'zh-HK', 'zh_TW'],
    ['no match for Simplified Chinese: the first', undefined, 'zh-CN', 'de'],
    ['Bokmål for Norwegian', undefined, 'no', 'no'],
    ['P4.050 the first brand locale otherwise', undefined, null, 'de'],
    ['the first for a malformed header', 'no!', '*;;q=x,,%%%', 'de'],
    ['nothing refused with q=0', undefined, 'fr;q=0', 'de']
  ])('%s', (_rule, cookie, header, expected) => {
    expect(chooseLocale(offered, cookie, header)).toBe(expected);
  });

  test('P4.051 P9.013 en_US by default', () => {
    expect(chooseLocale([], undefined, null)).toBe('en_US');
  });
});

const BUNDLES: Bundle[] = ['Messages', 'PortalLabels', 'Workspace'];

/** The placeholders of a message, with the kind of each. */
function placeholders(text: string): string[] {
  const found = new Set<string>();
  const visit = (elements: ReturnType<typeof parse>) => {
    for (const element of elements) {
      if (element.type === 1 || element.type === 2 || element.type === 6) found.add(`${element.type}:${element.value}`);
      if ('options' in element) for (const option of Object.values(element.options)) visit(option.value);
    }
  };
  visit(parse(text));
  return [...found].sort();
}

/** The same, once for each text of the reference. */
const known = new Map<string, string[]>();
function placeholdersOf(text: string): string[] {
  const had = known.get(text) ?? placeholders(text);
  known.set(text, had);
  return had;
}

/** The bundles that have every text; a regional variant's workspace bundle has only what differs. */
const wholeBundlesOf = (locale: Locale) => BUNDLES.filter((bundle) => bundle !== 'Workspace' || !PARENTS[locale]);

/** The keys of a bundle by file. */
const filesOf = (locale: Locale, bundle: Bundle) =>
  readdirSync(join('messages', locale, bundle)).map((file): [string, string[]] => [
    file,
    Object.keys(JSON.parse(readFileSync(join('messages', locale, bundle, file), 'utf8')))
  ]);

test('a variant reads a text that it has no words of its own for in the words of its parent', () => {
  const [own, read] = [bundleTexts('en_GB', 'Workspace'), workspaceTexts('en_GB')];
  expect(own).not.toHaveProperty(['setup.title']);
  expect(read['setup.title']).toBe(bundleTexts('en_US', 'Workspace')['setup.title']);
  expect(read['role.I.reach']).toBe('Manages the card programme of one issuer.');
});

test.each(Object.entries(PARENTS) as [Locale, Locale][])(
  '%s has no workspace texts that %s has as well',
  (variant, parent) => {
    const [own, inherited] = [bundleTexts(variant, 'Workspace'), bundleTexts(parent, 'Workspace')];
    expect(Object.keys(own).length).toBeGreaterThan(0);
    expect(Object.keys(own).filter((key) => own[key] === inherited[key])).toEqual([]);
  }
);

describe.each(LOCALES)('the texts of %s', (locale) => {
  test.each(wholeBundlesOf(locale))('P1.010 %s has the keys of en_US', (bundle) => {
    const [texts, reference] = [bundleTexts(locale, bundle), bundleTexts('en_US', bundle)];
    expect(Object.keys(texts).sort()).toEqual(Object.keys(reference).sort());
  });

  test.each(BUNDLES)('P1.010 %s has the placeholders of en_US', (bundle) => {
    const reference = bundleTexts('en_US', bundle);
    const texts = Object.entries(bundleTexts(locale, bundle));
    // One comparison: five thousand of Jest's own take seconds.
    expect(texts.map(([key, text]) => `${key} ${placeholders(text)}`)).toEqual(
      texts.map(([key]) => `${key} ${placeholdersOf(reference[key] ?? '')}`)
    );
    expect(texts.filter(([, text]) => text !== text.trim())).toEqual([]);
  });

  test.each(BUNDLES)('has the texts of %s in the files that en_US has them in', (bundle) => {
    const reference = new Map(filesOf('en_US', bundle));
    const files = filesOf(locale, bundle);
    const astray = files.flatMap(([file, keys]) => keys.filter((key) => !reference.get(file)?.includes(key)));
    expect(astray).toEqual([]);
    if (wholeBundlesOf(locale).includes(bundle)) expect(files).toEqual([...reference]);
    expect(readdirSync(join('messages', locale)).sort()).toEqual(BUNDLES);
  });

  test('uses exactly the plural categories that its language has', () => {
    const wanted = new Intl.PluralRules(languageTag(locale)).resolvedOptions().pluralCategories;
    // "many" of the Romance languages is for millions: no count here gets there.
    const expected = wanted.filter((name) => name !== 'many' || ['pl', 'ru'].includes(locale)).sort();
    const plurals = BUNDLES.flatMap((bundle) => Object.entries(bundleTexts(locale, bundle)))
      .filter(([, text]) => text.includes('plural'))
      .flatMap(([key, text]) => parse(text).flatMap((element) => (element.type === 6 ? [{ key, element }] : [])))
      .map(({ key, element }) => ({
        key,
        given: Object.keys(element.options)
          .filter((name) => !name.startsWith('='))
          .sort()
      }));
    if (!PARENTS[locale]) expect(plurals.length).toBeGreaterThan(20);
    expect(plurals.filter(({ given }) => `${given}` !== `${expected}`)).toEqual([]);
  });
});

test('P1.011 a missing text shows its key', () => {
  expect(translator('de')(anyKey('no.such.key'))).toBe('no.such.key');
});

test('a brand text goes before the product text', () => {
  const t = translator('en_US', { 'sign.in.button': 'Continue to cards' });
  expect([t('sign.in.button'), t('password.label')]).toEqual(['Continue to cards', 'Password']);
});
