import { bundleTexts } from '@/lib/core/language/texts';

/** Mistakes reported by readers of a language, which must not return. */
test.each([
  ['de', /\b(der|den|einen|keinen|dieser|Der|Den) Token\b/],
  ['ja', /取引規約|銀行規制/],
  ['pt', /Voltar ao acesso/],
  ['es', /contraseña se cambió\.?$/]
] as const)('the texts of %s are written as its readers write: not %s', (locale, wrong) => {
  const bundles = ['PortalLabels', 'Messages', 'Workspace'] as const;
  const found = bundles.flatMap((bundle) => Object.entries(bundleTexts(locale, bundle)));
  expect(found.filter(([, text]) => wrong.test(text))).toEqual([]);
});

test('a card programme is none of the projects and items of Simplified Chinese', () => {
  const texts = { ...bundleTexts('zh_CN', 'Messages'), ...bundleTexts('zh_CN', 'Workspace') };
  const programme = Object.entries(texts).filter(([key]) => /^(program\.|role\.[CI]$|navigation\.programs)/.test(key));
  expect(programme.length).toBeGreaterThan(10);
  expect(programme.filter(([, text]) => text.includes('项目'))).toEqual([]);
});
