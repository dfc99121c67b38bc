import { contrast } from './contrast';
import type { Theme } from './theme';

/** The base colours of dark pages, before the brand's own colour tints them. */
const NIGHT = { background: '#101419', surface: '#191f26', footer: '#0b0e12', text: '#e8ecf1', mutedText: '#a8b2bd' };
const BRAND_SHARE = 0.06;

/**
 * The dark theme of a brand: its own surfaces, tinted by the brand's colour. The brand's colours stay if they are
 * readable there, else they are lightened. It meets WCAG AA for any brand colours.
 */
export function darkTheme(theme: Theme): Theme {
  const tinted = (colour: string) => mix(colour, theme.primary, BRAND_SHARE);
  const [background, surface] = [tinted(NIGHT.background), tinted(NIGHT.surface)];
  const on = (colour: string, least: number) => lightened(colour, [background, surface], least);
  const text = on(NIGHT.text, 7);
  const primary = on(theme.primary, 3);
  const header = isDark(theme.headerBackground) ? theme.headerBackground : surface;
  const footer = tinted(NIGHT.footer);
  return {
    ...theme,
    background,
    surface,
    text,
    mutedText: on(NIGHT.mutedText, 4.5),
    // Links also appear on tinted rows and marks.
    link: on(theme.link, 6),
    primary,
    onPrimary: readable(theme.onPrimary, primary),
    accent: on(theme.accent, 3),
    border: on(mix(text, surface, 0.5), 3),
    headerBackground: header,
    footerBackground: footer,
    footerText: lightened(NIGHT.mutedText, [footer], 4.5)
  };
}

/** Whether white is readable on it. */
export const isDark = (colour: string): boolean => contrast('#ffffff', colour) >= 4.5;

/** The colour, mixed with enough white to contrast with all of these. */
function lightened(colour: string, backgrounds: string[], least: number): string {
  for (let share = 0; share < 1; share += 0.05) {
    const lighter = mix(colour, '#ffffff', share);
    if (backgrounds.every((background) => contrast(lighter, background) >= least)) return lighter;
  }
  return '#ffffff';
}

/** The colour if it is readable on that background, else black or white, of which one always is. */
function readable(colour: string, background: string): string {
  return [colour, '#ffffff', '#000000'].find((candidate) => contrast(candidate, background) >= 4.5) ?? '#000000';
}

/** `share` of the second colour in the first, both `#rrggbb`. */
function mix(first: string, second: string, share: number): string {
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) => Math.round(channel(first, at) * (1 - share) + channel(second, at) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
