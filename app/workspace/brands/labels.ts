import {
  type BrandContent,
  FOOTER_LINKS,
  type FooterLayout,
  type FooterLink,
  type FooterText,
  type ImageKind,
  type SignInLayout,
  type Typeface
} from '@/lib/brand/brands/schema';
import { FACES } from '@/lib/brand/brands/typefaces';
import { isLocale, type Locale, localeName } from '@/lib/core/language/locales';
import type { Translate } from '@/lib/core/language/texts';

type PlainField = Exclude<keyof BrandContent, 'footer' | 'images' | 'texts' | 'theme'>;

/** The label of a brand's field, by its path. */
export function fieldLabel(t: Translate, locale: Locale, path: string): string {
  const [group = '', name = '', ...rest] = path.split('/');
  if (group === 'theme') return t(`brand.theme.${name as keyof BrandContent['theme']}`);
  if (group === 'texts') return `${isLocale(name) ? localeName(name, locale) : name}: ${rest.join('/')}`;
  if (group === 'images') return imageLabel(t, name as ImageKind, rest.join('/'));
  if (group !== 'footer') return t(`brand.field.${group as PlainField}`);
  const link = name.replace(/Url$/, '') as FooterLink;
  if (!(link in FOOTER_LINKS)) return t(`brand.footer.${name as FooterText}`);
  return t(link === name ? 'brand.footer.link.label' : 'brand.footer.link.address', { link: t(FOOTER_LINKS[link]) });
}

export function imageLabel(t: Translate, kind: ImageKind, mediaType: string): string {
  const format = mediaType === 'image/svg+xml' ? 'SVG' : mediaType.replace('image/', '').toUpperCase();
  return `${t(`brand.image.${kind}`)} (${format})`;
}

/** The name of a typeface, the same in every language. */
export function typefaceName(t: Translate, typeface: Typeface): string {
  return typeface === 'system' ? t('brand.typeface.system') : FACES[typeface].name;
}

/** A field's value as text. */
export function fieldValue(t: Translate, locale: Locale, path: string, value: unknown): string {
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return '–';
  if (Array.isArray(value)) return value.map((code) => (isLocale(code) ? localeName(code, locale) : code)).join(', ');
  if (typeof value === 'boolean') return t(value ? 'brand.choice.yes' : 'brand.choice.no');
  if (path === 'footerLayout') return t(`brand.layout.${value as FooterLayout}`);
  if (path === 'signInLayout') return t(`brand.sign.in.layout.${value as SignInLayout}`);
  if (path === 'typeface') return typefaceName(t, value as Typeface);
  // An image is shown by its digest, which tells it from another image.
  return path.startsWith('images/') ? `#${String(value).slice(0, 8)}` : String(value);
}
