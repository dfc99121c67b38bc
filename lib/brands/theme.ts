import { z } from 'zod';

const colour = z.string().regex(/^#[0-9a-f]{6}$/i, 'colour.invalid');

/** The theme tokens of a brand; each becomes the CSS custom property `--<name>`. */
export const themeSchema = z.strictObject({
  primary: colour,
  onPrimary: colour,
  accent: colour,
  background: colour,
  surface: colour,
  text: colour,
  mutedText: colour,
  link: colour,
  border: colour,
  radius: z.enum(['0px', '2px', '4px', '6px', '8px', '12px']),
  headerBackground: colour,
  footerBackground: colour,
  footerText: colour
});

export type Theme = z.infer<typeof themeSchema>;

export const DEFAULT_THEME: Theme = {
  primary: '#1f3a5f',
  onPrimary: '#ffffff',
  accent: '#b4541a',
  background: '#f5f6f8',
  surface: '#ffffff',
  text: '#1b2430',
  mutedText: '#56606e',
  link: '#1f4f8f',
  border: '#7b8794',
  radius: '6px',
  headerBackground: '#ffffff',
  footerBackground: '#e9ecf0',
  footerText: '#3a4452'
};

/** Pairs that must be readable, with the least contrast of WCAG 2.2 AA (1.4.3, 1.4.11). */
const PAIRS: [keyof Theme, keyof Theme, number][] = [
  ['onPrimary', 'primary', 4.5],
  ['text', 'background', 4.5],
  ['text', 'surface', 4.5],
  ['mutedText', 'surface', 4.5],
  ['mutedText', 'background', 4.5],
  ['link', 'surface', 4.5],
  ['link', 'background', 4.5],
  ['footerText', 'footerBackground', 4.5],
  ['border', 'surface', 3],
  ['primary', 'surface', 3],
  ['primary', 'background', 3],
  ['accent', 'background', 3]
];

/** The pairs of a theme that can't be read, with their contrast. Empty: the theme may be saved. */
export function contrastFaults(theme: Theme): { text: string; background: string; contrast: number; least: number }[] {
  return PAIRS.map(([text, background, least]) => ({
    text,
    background,
    contrast: contrast(theme[text], theme[background]),
    least
  })).filter(({ contrast, least }) => contrast < least);
}

/** The contrast ratio of two `#rrggbb` colours, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** WCAG 2.2, "relative luminance". */
function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
