import { z } from 'zod';
import { NO_CARD_NUMBER } from '../../core/entry/plain-text';
import { LOCALES } from '../../core/language/locales';
import { themeSchema } from './theme';

/** Footer layouts; brands without a special one get the standard footer (P2.003, P2.004). */
export const FOOTER_LAYOUTS = ['standard', 'columns', 'centered', 'regulated', 'minimal'] as const;
export type FooterLayout = (typeof FOOTER_LAYOUTS)[number];

/**
 * The position of a brand's sign-in form: in a card, beside a picture, or on the page itself
 * (app/sdportal/layout-*.css).
 */
export const SIGN_IN_LAYOUTS = ['centered', 'split', 'plain'] as const;
export type SignInLayout = (typeof SIGN_IN_LAYOUTS)[number];

/** The typefaces of brands; `system` is the device's own (lib/brand/brands/typefaces.ts). */
export const TYPEFACES = ['system', 'inter', 'figtree', 'source_serif'] as const;
export type Typeface = (typeof TYPEFACES)[number];

/** Footer fields that are only text (P3.016, C3.041 to C3.043). */
export const FOOTER_TEXTS = [
  'copyrightMessage',
  'footerMessage',
  'warningMessage',
  'authorizationWarning',
  'poweredBy'
] as const;

/** Footer links with the message key of their default label; each has a field `…Url`. */
export const FOOTER_LINKS = {
  privacyPolicy: 'footer.privacy.policy',
  termsOfUse: 'footer.terms.of.use',
  termsAndConditions: 'footer.terms.and.conditions',
  cookieNotice: 'footer.cookie.notice',
  security: 'footer.security',
  securityCentre: 'footer.security.centre',
  accessibility: 'footer.accessibility',
  disclaimer: 'footer.disclaimer',
  bankingRegulations: 'footer.banking.regulations',
  managerWebsite: 'footer.manager.website',
  groupWebsite: 'footer.group.website'
} as const;

export type FooterText = (typeof FOOTER_TEXTS)[number];
export type FooterLink = keyof typeof FOOTER_LINKS;
export type Footer = Partial<Record<FooterText | FooterLink | `${FooterLink}Url`, string>>;

/** The keys of a brand's texts that override a part of the footer in one language. */
export const FOOTER_TEXT_KEYS: ReadonlyMap<string, FooterText | FooterLink> = new Map([
  ...FOOTER_TEXTS.map((name) => [`footer.${name}`, name] as const),
  ...(Object.keys(FOOTER_LINKS) as FooterLink[]).map((name) => [FOOTER_LINKS[name], name] as const)
]);

function optional<Name extends string, Schema extends z.ZodType>(names: readonly Name[], schema: Schema) {
  return Object.fromEntries(names.map((name) => [name, schema.optional()])) as Record<Name, z.ZodOptional<Schema>>;
}

const footerLinks = Object.keys(FOOTER_LINKS) as FooterLink[];

/** HTML in fields is not allowed (C5.072). */
const plain = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'required')
    .max(max, 'too.long')
    .regex(/^[^<>]*$/, 'html.not.allowed')
    .refine(...NO_CARD_NUMBER);
const address = z.url({ protocol: /^https$/, error: 'address.invalid' }).max(500, 'too.long');

/** The fields of a footer, all optional. */
export const footerSchema = z.strictObject({
  ...optional(FOOTER_TEXTS, plain(2000)),
  /** Empty: no name is shown, whatever the parent has. */
  poweredBy: z.union([z.literal(''), plain(2000)]).optional(),
  ...optional(footerLinks, plain(80)),
  ...optional(
    footerLinks.map((name) => `${name}Url` as const),
    address
  )
});

export const brandName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{1,39}$/, 'brand.name.invalid')
  .refine(...NO_CARD_NUMBER);

/** A brand as stored: missing values come from its parent (docs/architecture.md, "Brands"). */
export const brandSchema = z.strictObject({
  name: brandName,
  parent: brandName.optional(),
  family: brandName,
  abbreviation: z
    .string()
    .regex(/^[A-Za-z0-9]{2,20}$/, 'brand.abbreviation.invalid')
    .refine(...NO_CARD_NUMBER),
  displayName: plain(80),
  development: z.boolean().default(false),
  appName: plain(80).optional(),
  signInToLabel: plain(80).optional(),
  hostnames: z
    .array(
      z
        .hostname('hostname.invalid')
        .toLowerCase()
        .refine(...NO_CARD_NUMBER)
    )
    .max(20),
  locales: z.array(z.enum(LOCALES)).default([]),
  companySelfRegisterSupported: z.boolean().optional(),
  prospectiveAccountApplicationSupported: z.boolean().optional(),
  fssoRedirectUrl: z.union([z.literal(''), address]).optional(),
  fssoLogoutUrl: z.union([z.literal(''), address]).optional(),
  mailFromName: plain(80).optional(),
  mailFromAddress: z.email('address.invalid').max(254, 'too.long').optional(),
  /** Feature flag PasswordResetLink (P6.007, PD.14): recovery by link rather than by temporary password. */
  passwordResetLink: z.boolean().optional(),
  /** Whether a password needs a one-time passcode after it (PD.9). */
  oneTimePinRequired: z.boolean().optional(),
  /** Whether its users may add passkeys and sign in with them. */
  passkeysAllowed: z.boolean().optional(),
  footerLayout: z.enum(FOOTER_LAYOUTS).optional(),
  signInLayout: z.enum(SIGN_IN_LAYOUTS).optional(),
  typeface: z.enum(TYPEFACES).optional(),
  theme: themeSchema.partial().default({}),
  footer: footerSchema.default({}),
  texts: z.partialRecord(z.enum(LOCALES), z.record(z.string().regex(/^[A-Za-z0-9.]{1,100}$/), plain(2000))).default({})
});

/** The formats of brand images; pages use the first available (P7.028). */
export const IMAGE_TYPES = ['image/svg+xml', 'image/png', 'image/jpeg', 'image/gif'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];
/** The logo, the small one in the footer, and the picture beside a `split` sign-in. */
export const IMAGE_KINDS = ['logo', 'footer', 'picture'] as const;
export type ImageKind = (typeof IMAGE_KINDS)[number];

const imageSchema = z.strictObject({
  kind: z.enum(IMAGE_KINDS),
  mediaType: z.enum(IMAGE_TYPES),
  /** SHA-256 in hexadecimal, the key of the file. */
  digest: z.string().regex(/^[0-9a-f]{64}$/)
});

/** The content of a brand's version: everything except the host names, which are verified separately. */
export const contentSchema = brandSchema.omit({ name: true, hostnames: true }).extend({
  images: z
    .array(imageSchema)
    .max(IMAGE_KINDS.length * IMAGE_TYPES.length)
    .default([])
});

export type BrandContent = z.output<typeof contentSchema>;

export type BrandInput = z.input<typeof brandSchema>;
export type StoredBrand = z.output<typeof brandSchema>;
