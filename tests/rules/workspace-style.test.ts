import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contrast } from '@/lib/brand/brands/contrast';
import { darkTheme } from '@/lib/brand/brands/dark-theme';
import { DEFAULT_THEME, type Theme } from '@/lib/brand/brands/theme';
import { dangerOf, INK, RED, workspaceStyle } from '@/lib/brand/brands/workspace-style';
import { pagePolicy } from '@/lib/core/http/page-policy.mjs';

const AA = 4.5;
const folder = join(process.cwd(), 'prisma/seed/brands');
const themes: Theme[] = readdirSync(folder).flatMap((file) => {
  const { brands } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { brands: { theme?: Partial<Theme> }[] };
  return brands.map(({ theme }) => ({ ...DEFAULT_THEME, ...theme }));
});

test('only the workspace allows style attributes, and they are all that it allows more', () => {
  const sources = { scripts: ["'nonce-x'"], styles: ["'nonce-x'"] };
  expect(pagePolicy(sources)).not.toContain('unsafe');
  const workspace = pagePolicy({ ...sources, styleAttributes: true });
  expect(workspace.replace("; style-src-attr 'unsafe-inline'", '')).toBe(pagePolicy(sources));
});

test('each custom property that a page of the workspace uses is defined there', () => {
  const files = readdirSync('app/workspace', { recursive: true, encoding: 'utf8' });
  const read = (ending: string) =>
    files.filter((file) => file.endsWith(ending)).map((file) => readFileSync(join('app/workspace', file), 'utf8'));
  // The workspace imports these colours from the portal.
  const shared = ['colours', 'notice-colours'].map((name) => readFileSync(`app/sdportal/${name}.css`, 'utf8'));
  const css = [...read('.css'), ...shared].join('\n');
  const defined = new Set(
    [css, workspaceStyle({ theme: DEFAULT_THEME, typeface: 'inter' }), ...read('.tsx')].flatMap((text) =>
      [...text.matchAll(/(--[\w-]+)['"]?\]?\s*:/g)].map(([, name]) => name)
    )
  );
  // `var(--name, …)` says itself what holds without it.
  const used = new Set([...css.matchAll(/var\((--[\w-]+)\s*\)/g)].map(([, name]) => name));
  expect([...used].filter((name) => !defined.has(name))).toEqual([]);
});

test('soft tints can be read in light and dark (WCAG 2.2 AA)', () => {
  const css = readFileSync(join(process.cwd(), 'app/workspace/ui/tokens.css'), 'utf8');
  const tokens = new Map(
    [...css.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(([, name, light, dark]) => [
      name as string,
      [light as string, dark as string] as const
    ])
  );
  const tints = [...tokens.keys()].filter((name) => tokens.has(`${name}-soft`));
  expect(tints).toEqual(['neutral', 'green', 'amber', 'red', 'blue', 'violet']);
  for (const tint of tints)
    for (const scheme of [0, 1] as const) {
      const [text, surface] = [tokens.get(tint)?.[scheme] ?? '', tokens.get(`${tint}-soft`)?.[scheme] ?? ''];
      expect([tint, contrast(text, surface) >= AA]).toEqual([tint, true]);
    }
});

test('danger can be read on every brand, and is the colour of none', () => {
  expect(themes.length).toBeGreaterThan(50);
  for (const theme of themes) {
    const { surface, on, text } = dangerOf(theme);
    expect(contrast(on[0], surface[0])).toBeGreaterThanOrEqual(AA);
    expect(contrast(on[1], surface[1])).toBeGreaterThanOrEqual(AA);
    expect(contrast(text[0], theme.surface)).toBeGreaterThanOrEqual(AA);
    expect(contrast(text[1], darkTheme(theme).surface)).toBeGreaterThanOrEqual(AA);
  }
  expect(dangerOf({ ...DEFAULT_THEME, primary: '#c8102e' })).toBe(INK);
  expect(dangerOf({ ...DEFAULT_THEME, link: '#a3121a' })).toBe(INK);
  expect(dangerOf({ ...DEFAULT_THEME, primary: '#8a5a00' })).toBe(RED);
  expect(dangerOf({ ...DEFAULT_THEME, primary: '#3a3030' })).toBe(RED);
  expect(new Set(themes.map(dangerOf))).toEqual(new Set([RED, INK]));
});

test('a brand without a typeface of its own has Inter in the workspace, another keeps its own', () => {
  const style = (typeface: 'system' | 'figtree') => workspaceStyle({ theme: DEFAULT_THEME, typeface });
  expect(style('system')).toContain('--typeface:"Inter"');
  expect(style('figtree')).toContain('--typeface:"Figtree"');
  expect(style('figtree')).not.toContain('Inter');
});
