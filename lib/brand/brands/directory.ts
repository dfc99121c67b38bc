import { createHash } from 'node:crypto';
import { z } from 'zod';
import { database } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { config } from '../../core/server/config';
import { log } from '../../core/server/log';
import { ancestry, type Brand, completeBrand, type Owned, type OwnedImage, ownedImageRow } from './complete';

export type { Brand } from './complete';

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

/** Reads the brands again, at once: pages are led to by the brands as they are known. */
export async function rereadBrands(): Promise<void> {
  kept.loadedAt = 0;
  kept.generation += 1;
  kept.loading = undefined;
  await brandDirectory().catch((err) => log.error({ err }, 'brands could not be read'));
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

/**
 * The brands as they are known at this moment, for what can't wait; they are read again meanwhile if that is due.
 * Null in a process that never could read them.
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
    db.identityProvider.findMany({ select: { brandName: true } }),
    readRows(db, ownedImageRow)`
      SELECT brand_name AS "brandName", kind::text, media_type AS "mediaType", encode(sha256(bytes), 'hex') AS digest
      FROM brand_images`,
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
    if (providers.some(({ brandName }) => brandName === row.name))
      brand.fssoRedirectUrl = `/heracles/sso/start?cobrandHost=${row.name}`;
    brand.version = versionOf(brand);
    directory.byName.set(brand.name, brand);
    directory.byAbbreviation.set(brand.abbreviation.toLowerCase(), brand);
    for (const hostname of brand.hostnames) directory.byHostname.set(hostname, brand);
  }
  return directory;
}

const applicationRow = z.strictObject({ brandName: z.string(), kind: z.enum(['company', 'account_application']) });

/**
 * What the issuers of each brand take: registrations of companies where they are switched on, and anybody's application
 * for a card account. A change of any of it is told like a saved brand.
 */
export function takenApplications(): Promise<Owned['applications']> {
  return readRows(database(), applicationRow)`
    SELECT DISTINCT b.brand_name AS "brandName", k.kind
    FROM issuer_brands b CROSS JOIN unnest(ARRAY['company', 'account_application']) AS k (kind)
    WHERE k.kind <> 'company' OR EXISTS (SELECT FROM settings s WHERE s.issuer_id = b.issuer_id AND s.node_id = b.issuer_id
        AND s.key = 'self.registration.companies' AND s.value = 'true')
      AND NOT EXISTS (SELECT FROM settings s WHERE s.issuer_id = b.issuer_id AND s.node_id = b.issuer_id
        AND s.key = 'sso.only' AND s.value = 'true')
    ORDER BY 1, 2`;
}

/** Changes with everything that a page of the brand shows, and with nothing else: what is kept of a page is kept under it. */
function versionOf(brand: Brand): string {
  const text = JSON.stringify({ ...brand, images: [...brand.images] });
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

const EXTENSIONS = { 'image/svg+xml': 'svg', 'image/png': 'png', 'image/jpeg': 'jpg', 'image/gif': 'gif' };

function publishedAddress(abbreviation: string, kind: string, mediaType: OwnedImage['mediaType'], digest: string) {
  const file = `${abbreviation}.${EXTENSIONS[mediaType]}?v=${digest.slice(0, 16)}`;
  return `/sdportal/portalstatic/assets/images/${kind}s/${file}`;
}
