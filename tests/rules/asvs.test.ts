import { readFileSync } from 'node:fs';

const text = readFileSync('docs/security/asvs.md', 'utf8');
const named = [...text.matchAll(/(tests\/[\w/.-]+\.ts) › ([^|;→]+?)(?=\s*(?:;|\||→|$)|\. )/gm)].map(
  ([, file = '', words = '']) => [file, words.trim()]
);

test('docs/security/asvs.md names tests', () => {
  expect(named.length).toBeGreaterThan(30);
});

test.each(named)('%s has a test “%s”', (file, words) => {
  const titles = [
    ...readFileSync(file, 'utf8').matchAll(/(?:test|describe)(?:\.each\([^)]*\))?\(\s*(['"`])([\s\S]*?)\1/g)
  ];
  expect(titles.map(([, , title]) => title).filter((title) => title?.includes(words))).not.toEqual([]);
});
