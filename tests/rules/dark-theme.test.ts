import fc from 'fast-check';
import { contrastFaults } from '@/lib/brand/brands/contrast';
import { darkTheme } from '@/lib/brand/brands/dark-theme';
import { DEFAULT_THEME, type Theme } from '@/lib/brand/brands/theme';

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('the dark theme of any brand can be read (WCAG 2.2 AA)', () => {
  const theme = fc.record(
    Object.fromEntries(
      Object.keys(DEFAULT_THEME).map((token) => [token, token === 'radius' ? fc.constant('4px') : colour])
    )
  ) as unknown as fc.Arbitrary<Theme>;
  fc.assert(
    fc.property(theme, (any) => expect(contrastFaults(darkTheme(any))).toEqual([])),
    { numRuns: 500 }
  );
});

test('keeps the colours of a brand that can be read in the dark', () => {
  const bright = { ...DEFAULT_THEME, primary: '#ffcc00', onPrimary: '#1a1a1a', accent: '#ff8800', link: '#88bbff' };
  expect(darkTheme(bright)).toMatchObject({
    primary: '#ffcc00',
    onPrimary: '#1a1a1a',
    accent: '#ff8800',
    link: '#88bbff'
  });
});

test('a brand with a dark header keeps it', () => {
  expect(darkTheme({ ...DEFAULT_THEME, headerBackground: '#002244' }).headerBackground).toBe('#002244');
  expect(darkTheme(DEFAULT_THEME).headerBackground).not.toBe('#ffffff');
});
