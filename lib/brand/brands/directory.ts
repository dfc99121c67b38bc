import { createHash } from 'node:crypto';
import { z } from 'zod';
import { settingColumn } from '../../access/settings/setting-value';
import type { SettingKey } from '../../access/settings/settings';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { config } from '../../core/server/config';
import { log } from '../../core/server/log';
import { ISSUERS_OF_BRANDS } from '../../directory/structure/reads/issuer-brands';
import { brandsWithProvider } from '../../sign-in/reads/providers';
import { imagesOf } from './brand-rows';
import { ancestry, type Brand, completeBrand, type Owned, type OwnedImage } from './complete';

export type { Brand } from './complete';

/** All brands at one moment. Data derived from them may be cached in `derived`, which ends with them. */
export interface BrandDirectory {
  byName: Map<string, Brand>;
  byHostname: Map<string, Brand>;
  byAbbreviation: Map<string, Brand>;
  derived: Map<string, unknown>;
}

/** Brands are read again after this time, and immediately after a save (P9.010). */
export const BRAND_CACHE_MILLIS = 900_000;

interface Kept {
  directory?: BrandDirectory;
  loadedAt: number;
  loading?: Promise<BrandDirectory>;
  /** Counts invalidations: a load that began before the last one is discarded. */
  generation: number;
}
const place = globalThis as typeof globalThis & { tesseraBrands?: Kept };
place.tesseraBrands ??= { loadedAt: 0, generation: 0 };
const kept = place.tesseraBrands;

/** Reads the brands again immediately, because routing uses the known brands. */
export async function rereadBrands(): Promise<void> {
  kept.loadedAt = 0;
  kept.generation += 1;
  kept.loading = undefined;
  await brandDirectory().catch((err) => log.error({ err }, 'brands could not be read'));
}

/**
 * The brands, cached for 900 s. If the database is unreadable the last known brands remain (P8.022); only a process
 * that never read them fails.
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

/**
 * The currently known brands, for callers that can't wait; a due reload starts meanwhile. Null if the process has never
 * read them.
 */
export function knownBrands(): BrandDirectory | null {
  if (Date.now() - kept.loadedAt >= BRAND_CACHE_MILLIS) brandDirectory().catch(() => {});
  return kept.directory ?? null;
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
  const [rows, hostnames, texts, providers, images, applications] = await Promise.all([
    db.brand.findMany({ where: { status: 'active' } }),
    db.brandHostname.findMany({ where: { verifiedAt: { not: null } }, orderBy: { addedAt: 'asc' } }),
    db.brandText.findMany(),
    brandsWithProvider(db),
    imagesOf(db),
    takenApplications()
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
    const brand = completeBrand(
      ancestry(row, rowsByName),
      { hostnames, texts, images, applications },
      ({ kind, mediaType, digest }) => publishedAddress(row.abbreviation, kind, mediaType, digest)
    );
    if (providers.has(row.name)) brand.fssoRedirectUrl = `/heracles/sso/start?cobrandHost=${row.name}`;
    brand.version = versionOf(brand);
    directory.byName.set(brand.name, brand);
    directory.byAbbreviation.set(brand.abbreviation.toLowerCase(), brand);
    for (const hostname of brand.hostnames) directory.byHostname.set(hostname, brand);
  }
  return directory;
}

const ofIssuer = (key: SettingKey) => settingColumn(key, Prisma.sql`b.issuer_id`, Prisma.sql`NULL::uuid`);

const applicationRow = z.strictObject({ brandName: z.string(), kind: z.enum(['company', 'account_application']) });

/**
 * The applications that each brand's issuers accept: registrations of companies where enabled, and applications for a
 * card account. A change is notified like a saved brand.
 */
export function takenApplications(): Promise<Owned['applications']> {
  return readRows(database(), applicationRow)`
    SELECT DISTINCT b.brand_name AS "brandName", k.kind
    FROM ${ISSUERS_OF_BRANDS} b CROSS JOIN unnest(ARRAY['company', 'account_application']) AS k (kind)
    WHERE k.kind <> 'company' OR (${ofIssuer('self.registration.companies')} = 'true' AND ${ofIssuer('sso.only')} <> 'true')
    ORDER BY 1, 2`;
}

/** Changes exactly when a page of the brand changes; cached pages use it as their key. */
function versionOf(brand: Brand): string {
  const text = JSON.stringify({ ...brand, images: [...brand.images] });
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

const EXTENSIONS = { 'image/svg+xml': 'svg', 'image/png': 'png', 'image/jpeg': 'jpg', 'image/gif': 'gif' };

function publishedAddress(abbreviation: string, kind: string, mediaType: OwnedImage['mediaType'], digest: string) {
  const file = `${abbreviation}.${EXTENSIONS[mediaType]}?v=${digest.slice(0, 16)}`;
  return `/sdportal/portalstatic/assets/images/${kind}s/${file}`;
}
