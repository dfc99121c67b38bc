import { z } from 'zod';
import { LOCALES, type Locale } from '../../core/language/locales';
import type { Texts } from '../../core/language/texts';
import {
  type BrandContent,
  FOOTER_TEXT_KEYS,
  type Footer,
  type FooterLayout,
  IMAGE_KINDS,
  IMAGE_TYPES,
  type SignInLayout,
  type Typeface
} from './schema';
import { DEFAULT_THEME, type Theme } from './theme';

/** A brand with all inherited values. */
export interface Brand {
  name: string;
  /** A digest of all other values of a complete brand: the same in all processes that have read the same rows. */
  version: string;
  family: string;
  abbreviation: string;
  displayName: string;
  appName: string;
  /** Null: the product's own label in the page's language. */
  signInToLabel: string | null;
  locales: Locale[];
  companySelfRegisterSupported: boolean;
  prospectiveAccountApplicationSupported: boolean;
  /** The applications that its issuers currently accept, whatever the brand offers. */
  applications: ('company' | 'account_application')[];
  /** The redirect of the sign-in page: the brand's own identity provider, or an external address (P2.025). */
  fssoRedirectUrl: string;
  fssoLogoutUrl: string;
  mailFromName: string;
  /** Null: the installation's own (MAIL_FROM). */
  mailFromAddress: string | null;
  passwordResetLink: boolean;
  oneTimePinRequired: boolean;
  passkeysAllowed: boolean;
  footerLayout: FooterLayout;
  signInLayout: SignInLayout;
  typeface: Typeface;
  footer: Footer;
  /** The footer in the languages for which the brand, or an ancestor, has its own texts. */
  footers: Partial<Record<Locale, Footer>>;
  theme: Theme;
  texts: Partial<Record<Locale, Texts>>;
  hostnames: string[];
  /** Images by `kind/media type`: the owning brand, a digest for cache addresses, and the address. */
  images: Map<string, { owner: string; version: string; address: string }>;
}

/** The row of a brand: null values come from its parent. */
export type BrandRow = ReturnType<typeof brandRow>;

export const ownedImageRow = z.strictObject({
  brandName: z.string(),
  kind: z.enum(IMAGE_KINDS),
  mediaType: z.enum(IMAGE_TYPES),
  digest: z.string()
});
export type OwnedImage = z.infer<typeof ownedImageRow>;

/** The data of brands besides their rows, possibly of other brands too. */
export interface Owned {
  hostnames: { brandName: string; hostname: string }[];
  texts: { brandName: string; locale: string; key: string; value: string }[];
  images: OwnedImage[];
  applications: { brandName: string; kind: Brand['applications'][number] }[];
}

/** The row that stores a version of a brand; missing values are null, so that they are inherited. */
export function brandRow(name: string, content: Omit<BrandContent, 'texts' | 'images'>) {
  return {
    name,
    parentName: content.parent ?? null,
    family: content.family,
    abbreviation: content.abbreviation,
    displayName: content.displayName,
    development: content.development,
    appName: content.appName ?? null,
    signInToLabel: content.signInToLabel ?? null,
    locales: content.locales as string[],
    companySelfRegisterSupported: content.companySelfRegisterSupported ?? null,
    prospectiveAccountApplicationSupported: content.prospectiveAccountApplicationSupported ?? null,
    fssoRedirectUrl: content.fssoRedirectUrl ?? null,
    fssoLogoutUrl: content.fssoLogoutUrl ?? null,
    mailFromName: content.mailFromName ?? null,
    mailFromAddress: content.mailFromAddress ?? null,
    passwordResetLink: content.passwordResetLink ?? null,
    oneTimePinRequired: content.oneTimePinRequired ?? null,
    passkeysAllowed: content.passkeysAllowed ?? null,
    footerLayout: content.footerLayout ?? null,
    signInLayout: content.signInLayout ?? null,
    typeface: content.typeface ?? null,
    footer: content.footer,
    theme: content.theme
  };
}

/** The texts of a version as rows. */
export function textRows(brandName: string, texts: BrandContent['texts']): Owned['texts'] {
  return Object.entries(texts).flatMap(([locale, byKey]) =>
    Object.entries(byKey).map(([key, value]) => ({ brandName, locale, key, value }))
  );
}

type Inheriting = Omit<BrandRow, 'footer' | 'theme'> & { footer: unknown; theme: unknown };

/** The theme of a brand and its ancestors, nearest first. */
export function inheritedTheme(line: { theme: unknown }[]): Theme {
  return Object.assign({}, DEFAULT_THEME, ...line.toReversed().map(({ theme }) => theme));
}

/** Completes a brand from itself and its ancestors, nearest first. */
export function completeBrand(line: Inheriting[], owned: Owned, addressOf: (image: OwnedImage) => string): Brand {
  const [row] = line;
  if (!row) throw new Error('a brand has at least itself');
  const first = <K extends keyof Inheriting>(field: K) =>
    line.map((ancestor) => ancestor[field]).find((value) => value !== null);
  const oldestFirst = line.toReversed();
  const brand: Brand = {
    name: row.name,
    version: '',
    family: row.family,
    abbreviation: row.abbreviation,
    displayName: row.displayName,
    appName: first('appName') ?? row.displayName,
    signInToLabel: first('signInToLabel') ?? null,
    locales: (line.find(({ locales }) => locales.length > 0)?.locales ?? LOCALES) as Locale[],
    companySelfRegisterSupported: first('companySelfRegisterSupported') ?? false,
    prospectiveAccountApplicationSupported: first('prospectiveAccountApplicationSupported') ?? false,
    applications: owned.applications.flatMap(({ brandName, kind }) => (brandName === row.name ? [kind] : [])),
    fssoRedirectUrl: first('fssoRedirectUrl') ?? '',
    fssoLogoutUrl: first('fssoLogoutUrl') ?? '',
    mailFromName: first('mailFromName') ?? row.displayName,
    mailFromAddress: first('mailFromAddress') ?? null,
    passwordResetLink: first('passwordResetLink') ?? true,
    oneTimePinRequired: first('oneTimePinRequired') ?? false,
    passkeysAllowed: first('passkeysAllowed') ?? false,
    footerLayout: first('footerLayout') ?? 'standard',
    signInLayout: first('signInLayout') ?? 'centered',
    typeface: first('typeface') ?? 'system',
    footer: Object.assign({}, ...oldestFirst.map(({ footer }) => footer)),
    footers: footersOf(oldestFirst, owned.texts),
    theme: inheritedTheme(line),
    texts: {},
    hostnames: owned.hostnames.filter(({ brandName }) => brandName === row.name).map(({ hostname }) => hostname),
    images: new Map()
  };
  for (const { name } of oldestFirst) {
    for (const text of owned.texts.filter(({ brandName }) => brandName === name)) {
      const locale = text.locale as Locale;
      brand.texts[locale] = { ...brand.texts[locale], [text.key]: text.value };
    }
    for (const image of owned.images.filter(({ brandName }) => brandName === name)) {
      const { kind, mediaType, digest } = image;
      const address = addressOf(image);
      brand.images.set(`${kind}/${mediaType}`, { owner: name, version: digest.slice(0, 16), address });
    }
  }
  return brand;
}

/** A brand's own texts precede its ancestors', for one language or for all. */
function footersOf(oldestFirst: Inheriting[], texts: Owned['texts']): Brand['footers'] {
  const worded = texts.flatMap(({ brandName, locale, key, value }) => {
    const part = FOOTER_TEXT_KEYS.get(key);
    return part && oldestFirst.some(({ name }) => name === brandName) ? [{ brandName, locale, part, value }] : [];
  });
  const footerOf = ({ name, footer }: Inheriting, locale: string) => [
    footer,
    ...worded
      .filter((own) => own.brandName === name && own.locale === locale)
      .map(({ part, value }) => ({ [part]: value }))
  ];
  const locales = new Set(worded.map(({ locale }) => locale));
  return Object.fromEntries(
    [...locales].map((locale) => [
      locale,
      Object.assign({}, ...oldestFirst.flatMap((brand) => footerOf(brand, locale)))
    ])
  );
}

/** A brand's footer in a language. */
export function footerIn({ footer, footers }: Brand, locale: Locale): Footer {
  return footers[locale] ?? footer;
}

/** A brand and its ancestors, nearest first; a cycle, which no constraint can prevent, ends where it closes. */
export function ancestry<Row extends { name: string; parentName: string | null }>(
  row: Row,
  byName: Map<string, Row>
): Row[] {
  const line: Row[] = [];
  for (let next: Row | undefined = row; next && !line.includes(next); next = byName.get(next.parentName ?? '')) {
    line.push(next);
  }
  return line;
}
