import { config } from '../core/config';
import { database } from '../core/database';
import { LOCALES, type Locale } from '../core/locales';
import { log } from '../core/log';
import type { Texts } from '../core/texts';
import type { Footer, FooterLayout } from './schema';
import { DEFAULT_THEME, type Theme } from './theme';

/** A brand with everything it inherits filled in. */
export interface Brand {
  name: string;
  family: string;
  abbreviation: string;
  displayName: string;
  appName: string;
  /** Null: the product's own label in the page's language. */
  signInToLabel: string | null;
  locales: Locale[];
  companySelfRegisterSupported: boolean;
  prospectiveAccountApplicationSupported: boolean;
  /** Where the sign-in page leads at once: the brand's own identity provider, or an outside address (P2.025). */
  fssoRedirectUrl: string;
  fssoLogoutUrl: string;
  mailFromName: string;
  /** Null: the installation's own (MAIL_FROM). */
  mailFromAddress: string | null;
  passwordResetLink: boolean;
  oneTimePinRequired: boolean;
  passkeysAllowed: boolean;
  footerLayout: FooterLayout;
  footer: Footer;
  theme: Theme;
  texts: Partial<Record<Locale, Texts>>;
  hostnames: string[];
  /** Images by `kind/media type`: the brand that holds them and a digest for cache addresses. */
  images: Map<string, { owner: string; version: string }>;
}

/** All brands at one moment. Whatever is derived from them may be kept in `derived`: it ends with them. */
export interface BrandDirectory {
  byName: Map<string, Brand>;
  byHostname: Map<string, Brand>;
  byAbbreviation: Map<string, Brand>;
  derived: Map<string, unknown>;
}

/** Brands are read again after this time, and at once when one is saved (P9.010). */
export const BRAND_CACHE_MILLIS = 900_000;

interface Kept {
  directory?: BrandDirectory;
  loadedAt: number;
  loading?: Promise<BrandDirectory>;
  /** Counts invalidations: a load that began before the last one is not kept. */
  generation: number;
}
const place = globalThis as typeof globalThis & { tesseraBrands?: Kept };
place.tesseraBrands ??= { loadedAt: 0, generation: 0 };
const kept = place.tesseraBrands;

/** Forgets the brands: the next request reads them again. */
export function invalidateBrands(): void {
  kept.loadedAt = 0;
  kept.generation += 1;
  kept.loading = undefined;
}

/**
 * The brands, from memory for 900 s. While the database can't be read the last known brands serve on
 * (P8.022); only a process that never read them fails.
 */
export async function brandDirectory(): Promise<BrandDirectory> {
  if (kept.directory && Date.now() - kept.loadedAt < BRAND_CACHE_MILLIS) return kept.directory;
  kept.loading ??= reload();
  try {
    return await kept.loading;
  } catch (err) {
    if (!kept.directory) throw err;
    log.error({ err }, 'brands could not be read, the last known ones serve on');
    return kept.directory;
  } finally {
    kept.loading = undefined;
  }
}

async function reload(): Promise<BrandDirectory> {
  const { generation } = kept;
  const directory = await loadBrands();
  if (generation === kept.generation) {
    kept.directory = directory;
    kept.loadedAt = Date.now();
  }
  return directory;
}

async function loadBrands(): Promise<BrandDirectory> {
  const db = database();
  const [rows, hostnames, texts, providers, images] = await Promise.all([
    db.brand.findMany({ where: { status: 'active' } }),
    db.brandHostname.findMany(),
    db.brandText.findMany(),
    db.identityProvider.findMany({ select: { brandName: true } }),
    db.$queryRaw<{ brand_name: string; kind: string; media_type: string; version: string }[]>`
      SELECT brand_name, kind::text, media_type, left(encode(sha256(bytes), 'hex'), 16) AS version FROM brand_images`
  ]);
  const directory: BrandDirectory = {
    byName: new Map(),
    byHostname: new Map(),
    byAbbreviation: new Map(),
    derived: new Map()
  };
  const rowsByName = new Map(rows.map((row) => [row.name, row]));
  for (const row of rows) {
    if (row.development && config().TESSERA_MODE === 'production') continue;
    const line = ancestry(row, rowsByName);
    const first = <K extends keyof typeof row>(field: K) =>
      line.map((ancestor) => ancestor[field]).find((value) => value !== null);
    const oldestFirst = line.toReversed();
    const names = oldestFirst.map(({ name }) => name);
    const brand: Brand = {
      name: row.name,
      family: row.family,
      abbreviation: row.abbreviation,
      displayName: row.displayName,
      appName: first('appName') ?? row.displayName,
      signInToLabel: first('signInToLabel') ?? null,
      locales: (line.find(({ locales }) => locales.length > 0)?.locales ?? LOCALES) as Locale[],
      companySelfRegisterSupported: first('companySelfRegisterSupported') ?? false,
      prospectiveAccountApplicationSupported: first('prospectiveAccountApplicationSupported') ?? false,
      fssoRedirectUrl: providers.some(({ brandName }) => brandName === row.name)
        ? `/heracles/sso/start?cobrandHost=${row.name}`
        : (first('fssoRedirectUrl') ?? ''),
      fssoLogoutUrl: first('fssoLogoutUrl') ?? '',
      mailFromName: first('mailFromName') ?? row.displayName,
      mailFromAddress: first('mailFromAddress') ?? null,
      passwordResetLink: first('passwordResetLink') ?? true,
      oneTimePinRequired: first('oneTimePinRequired') ?? false,
      passkeysAllowed: first('passkeysAllowed') ?? false,
      footerLayout: first('footerLayout') ?? 'standard',
      footer: Object.assign({}, ...oldestFirst.map(({ footer }) => footer)),
      theme: Object.assign({}, DEFAULT_THEME, ...oldestFirst.map(({ theme }) => theme)),
      texts: {},
      hostnames: hostnames.filter(({ brandName }) => brandName === row.name).map(({ hostname }) => hostname),
      images: new Map()
    };
    for (const name of names) {
      for (const text of texts.filter(({ brandName }) => brandName === name)) {
        const locale = text.locale as Locale;
        brand.texts[locale] = { ...brand.texts[locale], [text.key]: text.value };
      }
      for (const image of images.filter((candidate) => candidate.brand_name === name)) {
        brand.images.set(`${image.kind}/${image.media_type}`, { owner: name, version: image.version });
      }
    }
    directory.byName.set(brand.name, brand);
    directory.byAbbreviation.set(brand.abbreviation.toLowerCase(), brand);
    for (const hostname of brand.hostnames) directory.byHostname.set(hostname, brand);
  }
  return directory;
}

/** A brand and its parents, nearest first; a circle, which no constraint can refuse, ends where it closes. */
function ancestry<Row extends { name: string; parentName: string | null }>(row: Row, byName: Map<string, Row>): Row[] {
  const line: Row[] = [];
  for (let next: Row | undefined = row; next && !line.includes(next); next = byName.get(next.parentName ?? '')) {
    line.push(next);
  }
  return line;
}
