import type { Theme } from './theme';

/** The tokens of a theme except the radius. */
export type ThemeColour = Exclude<keyof Theme, 'radius'>;

/** Pairs that must be readable, with the minimum contrast of WCAG 2.2 AA (1.4.3, 1.4.11). */
const PAIRS: [ThemeColour, ThemeColour, number][] = [
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

/** Two colours of a theme that appear together, with their contrast and its minimum. */
export interface ColourPair {
  text: ThemeColour;
  background: ThemeColour;
  contrast: number;
  least: number;
}

/** All pairs of a theme with a WCAG minimum, with their contrast. */
export function contrastsOf(theme: Theme): ColourPair[] {
  return PAIRS.map(([text, background, least]) => ({
    text,
    background,
    contrast: contrast(theme[text], theme[background]),
    least
  }));
}

/** The pairs of a theme below their minimum. Empty: the theme may be published. */
export function contrastFaults(theme: Theme): ColourPair[] {
  return contrastsOf(theme).filter(({ contrast, least }) => contrast < least);
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
