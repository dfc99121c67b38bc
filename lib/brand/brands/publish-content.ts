import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from '../../core/database/database';
import { accepted, type Refusal, type Result, refused } from '../../core/entry/refusal';
import { now } from '../../core/server/clock';
import { ancestry, brandRow, inheritedTheme, textRows } from './complete';
import { type ColourPair, contrastFaults } from './contrast';
import type { BrandContent } from './schema';
import { lastVersion } from './versions';

interface Publication {
  name: string;
  content: BrandContent;
  /** Null: included in the installation. */
  by: { userId: string; name: string } | null;
  /** The version whose content is restored. */
  restoredVersion?: number;
}

/**
 * Serializes publications: two could each be compatible with the other brands and yet not with one another. Take it
 * before the row of a brand.
 */
export async function lockPublishing(tx: Transaction): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('brands.publish'))`;
}

/**
 * Publishes the next version of a brand, and stores it in the history. Unchanged content makes no new version. Refuses
 * an abbreviation in use, a parent that isn't published or would close a cycle, and unreadable colours, in this brand
 * or in one that inherits from it (WCAG AA). Returns the version number.
 */
export async function publishContent(tx: Transaction, publication: Publication): Promise<Result<number>> {
  const { name, by, restoredVersion = null } = publication;
  const content = { ...publication.content, images: publication.content.images.toSorted(inOrder) };
  await lockPublishing(tx);
  const refusal = await unfit(tx, name, content);
  if (refusal) return refused(refusal);
  const last = await lastVersion(tx, name);
  if (last && isDeepStrictEqual(last.content, JSON.parse(JSON.stringify(content)))) return accepted(last.version);
  const version = (last?.version ?? 0) + 1;
  const row = { ...brandRow(name, content), status: 'active' as const, version, updatedAt: now() };
  await tx.brand.upsert({ where: { name }, create: row, update: row });
  await tx.brandText.deleteMany({ where: { brandName: name } });
  await tx.brandText.createMany({ data: textRows(name, content.texts) });
  await tx.brandImage.deleteMany({ where: { brandName: name } });
  for (const { kind, mediaType, digest } of content.images) {
    await tx.$executeRaw`
      INSERT INTO brand_images (brand_name, kind, media_type, bytes)
      SELECT ${name}, ${kind}::brand_image_kind, ${mediaType}, bytes FROM brand_image_files WHERE digest = ${digest}`;
  }
  await tx.brandVersion.create({
    data: {
      brandName: name,
      version,
      content: content as object,
      publishedAt: now(),
      publishedBy: by?.userId ?? null,
      publishedByName: by?.name ?? null,
      restoredVersion
    }
  });
  return accepted(version);
}

const inOrder = (a: BrandContent['images'][number], b: BrandContent['images'][number]) =>
  b.kind.localeCompare(a.kind) || a.mediaType.localeCompare(b.mediaType);

/** Truncated to two decimals, not rounded: 4.499 is not 4.5. */
const shown = (pair: ColourPair) => ({ ...pair, contrast: Math.floor(pair.contrast * 100) / 100 });

/** The reason that this content conflicts with the other brands, or undefined. */
export async function unfit(tx: Transaction, name: string, content: BrandContent): Promise<Refusal | undefined> {
  const rows = await tx.brand.findMany({ where: { OR: [{ status: 'active' }, { name }] } });
  const others = rows.filter((row) => row.name !== name);
  const taken = await tx.brand.findFirst({
    where: { name: { not: name }, abbreviation: { equals: content.abbreviation, mode: 'insensitive' } }
  });
  if (taken) return { code: 'brand.abbreviation.taken', field: 'abbreviation' };
  if (content.parent && !others.some((row) => row.name === content.parent)) {
    return { code: 'brand.parent.unknown', field: 'parent' };
  }
  const own = brandRow(name, content);
  const byName = new Map([...others, own].map((row) => [row.name, row]));
  const line = ancestry(own, byName);
  if (line.at(-1)?.parentName === name) return { code: 'brand.parent.circle', field: 'parent' };
  const fault = contrastFaults(inheritedTheme(line))[0];
  if (fault) return { code: 'brand.contrast', field: `theme.${fault.text}`, params: shown(fault) };
  for (const other of others) {
    const otherLine = ancestry(other, byName);
    const heirFault = otherLine.includes(own) && contrastFaults(inheritedTheme(otherLine))[0];
    if (heirFault) {
      const params = { ...shown(heirFault), brand: other.displayName };
      return { code: 'brand.contrast.heir', field: `theme.${heirFault.text}`, params };
    }
  }
  return undefined;
}
