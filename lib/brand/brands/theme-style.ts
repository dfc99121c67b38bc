import type { Brand } from './complete';
import { contrast } from './contrast';
import { darkTheme, isDark } from './dark-theme';
import type { Theme } from './theme';
import { typefaceStyle } from './typefaces';

/** What of a page's style is the brand's own. */
export const brandStyle = ({ theme, typeface }: Pick<Brand, 'theme' | 'typeface'>): string =>
  `${themeStyle(theme)}${typefaceStyle(typeface)}`;

/**
 * The brand's colours as CSS custom properties (`onPrimary` becomes `--on-primary`), each for light and for dark;
 * which of them holds is said by `color-scheme` (app/sdportal/colours.css).
 */
export function themeStyle(light: Theme): string {
  const dark = darkTheme(light);
  const tokens = Object.keys(light) as (keyof Theme)[];
  const properties = tokens.map((token) => {
    const name = `--${token.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return `${name}:${token === 'radius' ? light.radius : inBoth(light[token], dark[token])}`;
  });
  return `:root{${properties.join(';')};--on-header:${inBoth(onHeader(light), onHeader(dark))};--logo-plate:${inBoth('transparent', plate(light))}}`;
}

/** The background of the picture of a split layout and of the card at home, which must not shine in dark mode. */
export function panelStyle({ primary }: Pick<Theme, 'primary'>): string {
  const deep = (share: number) => `color-mix(in srgb,${primary} ${share}%,#000)`;
  return `:root{--panel:light-dark(${deep(88)},${deep(55)})}`;
}

/** A colour for light and for dark. */
const inBoth = (light: string, dark: string) => (light === dark ? light : `light-dark(${light},${dark})`);

/** What stands on the header without a logo: the name, the links, the focus ring. */
function onHeader({ headerBackground, text }: Theme): string {
  return contrast('#ffffff', headerBackground) > contrast(text, headerBackground) ? '#ffffff' : text;
}

/** A logo is drawn for the brand's own header: where that is light, it keeps a piece of it in the dark. */
function plate({ headerBackground }: Theme): string {
  return isDark(headerBackground) ? 'transparent' : headerBackground;
}
