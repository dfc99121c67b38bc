import type { Brand } from './complete';
import type { Theme } from './theme';
import { brandStyle, panelStyle } from './theme-style';

/** What can't be undone, in light and in dark: the surface of a button, the text on it, and a text on the page. */
interface Danger {
  surface: readonly [light: string, dark: string];
  on: readonly [light: string, dark: string];
  text: readonly [light: string, dark: string];
}

export const RED: Danger = {
  surface: ['#b3232b', '#d13a40'],
  on: ['#ffffff', '#ffffff'],
  text: ['#b3232b', '#f59c9a']
};
/** For brands that are red themselves, on whose pages red is not a warning. */
export const INK: Danger = {
  surface: ['#1d232b', '#e8ecf1'],
  on: ['#ffffff', '#14181d'],
  text: ['#1d232b', '#e8ecf1']
};

/** The farthest hue from pure red, in degrees, and the least saturation, at which a colour is taken for red. */
const NEAR_RED_DEGREES = 22;
const LEAST_SATURATION = 0.3;

/** What of a workspace page's style is the brand's: its colours, its typeface (Inter if it chose none), panel, danger. */
export function workspaceStyle({ theme, typeface }: Pick<Brand, 'theme' | 'typeface'>): string {
  const { surface, on, text } = dangerOf(theme);
  const pair = ([light, dark]: Danger['text']) => `light-dark(${light},${dark})`;
  return `${brandStyle({ theme, typeface: workspaceTypeface({ typeface }) })}${panelStyle(theme)}:root{--danger:${pair(surface)};--on-danger:${pair(on)};--danger-text:${pair(text)}}`;
}

/** The typeface of a brand's workspace, whose dense pages need one typeface on every device. */
export const workspaceTypeface = ({ typeface }: Pick<Brand, 'typeface'>): Brand['typeface'] =>
  typeface === 'system' ? 'inter' : typeface;

/** A colour for what can't be undone that is none of the brand's own. */
export const dangerOf = ({ primary, link }: Theme): Danger => ([primary, link].some(isRed) ? INK : RED);

/** Whether a person calls an `#rrggbb` colour red: its hue and saturation (HSL). */
function isRed(colour: string): boolean {
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255) as [
    number,
    number,
    number
  ];
  const [least, most] = [Math.min(r, g, b), Math.max(r, g, b)];
  if (most === least || most !== r) return false;
  const saturation = (most - least) / (1 - Math.abs(most + least - 1));
  const degrees = (60 * (g - b)) / (most - least);
  return saturation >= LEAST_SATURATION && Math.abs(degrees) <= NEAR_RED_DEGREES;
}
