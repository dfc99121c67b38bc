import { isLocale, LOCALES, type Locale } from '../../core/language/locales';
import { FOOTER_LINKS, FOOTER_TEXTS, type FooterLink } from '../brands/schema';
import { DEFAULT_THEME } from '../brands/theme';
import { contentOf, type DraftContent, leavesOf } from './leaves';
import { brandTextKeys } from './text-keys';

/** Fields that are one line of text or one of a list, by path. */
const TEXT_FIELDS = [
  'displayName',
  'abbreviation',
  'family',
  'parent',
  'appName',
  'signInToLabel',
  'fssoRedirectUrl',
  'fssoLogoutUrl',
  'mailFromName',
  'mailFromAddress',
  'footerLayout',
  'signInLayout',
  'typeface'
];
/** Fields that say yes, no, or as the parent. */
export const FLAGS = [
  'companySelfRegisterSupported',
  'prospectiveAccountApplicationSupported',
  'passwordResetLink',
  'oneTimePinRequired',
  'passkeysAllowed'
] as const;
export const THEME_FIELDS = Object.keys(DEFAULT_THEME) as (keyof typeof DEFAULT_THEME)[];
export const FOOTER_LINK_FIELDS = Object.keys(FOOTER_LINKS) as FooterLink[];

const WORDS = new Set([
  ...TEXT_FIELDS,
  ...THEME_FIELDS.map((token) => `theme/${token}`),
  ...[...FOOTER_TEXTS, ...FOOTER_LINK_FIELDS, ...FOOTER_LINK_FIELDS.map((link) => `${link}Url`)].map(
    (name) => `footer/${name}`
  )
]);
const MAX_LENGTH = 4_000;

/**
 * A brand's content with the values of a studio form. An empty field is inherited; a field that the form doesn't have
 * keeps its value; unknown fields are ignored.
 */
export function withForm(content: DraftContent, form: Record<string, string>): DraftContent {
  const leaves = leavesOf(content);
  const keys = new Set(brandTextKeys());
  for (const [path, typed] of Object.entries(form)) {
    // PostgreSQL's text has no NUL.
    const value = typed.replaceAll('\0', '').replaceAll('\r\n', '\n').trim().slice(0, MAX_LENGTH);
    const [group, locale, key = ''] = path.split('/');
    if (WORDS.has(path) || (group === 'texts' && isLocale(locale) && keys.has(key))) {
      // An explicit "nothing" of a federated address is not inherited, and stays.
      if (value !== '' || leaves[path] !== '') leaves[path] = value === '' ? undefined : value;
    } else if ((FLAGS as readonly string[]).includes(path)) {
      leaves[path] = value === 'true' ? true : value === 'false' ? false : undefined;
    }
  }
  if (form.defaultLocale !== undefined) leaves.locales = offeredLocales(form);
  return contentOf(leaves);
}

/** The ticked languages, the default one first; none: the parent's. */
function offeredLocales(form: Record<string, string>): Locale[] {
  const ticked = LOCALES.filter((locale) => form[`locales/${locale}`] === 'on');
  const first = ticked.filter((locale) => locale === form.defaultLocale);
  return [...first, ...ticked.filter((locale) => !first.includes(locale))];
}
