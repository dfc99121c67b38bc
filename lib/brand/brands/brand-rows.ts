import type { Transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { now } from '../../core/server/clock';
import { brandRow, ownedImageRow } from './complete';

/** Inserts a brand that isn't published yet: it has a name and an abbreviation, which no other can take. */
export async function reserveBrand(
  tx: Transaction,
  name: string,
  content: Parameters<typeof brandRow>[1]
): Promise<void> {
  await tx.brand.create({ data: { ...brandRow(name, content), status: 'draft', version: 0 } });
}

/** Sets whether a brand is active, a draft or retired. */
export async function setBrandStatus(
  tx: Transaction,
  name: string,
  status: 'active' | 'draft' | 'retired'
): Promise<void> {
  await tx.brand.update({ where: { name }, data: { status, updatedAt: now() } });
}

/** The state of a brand; null without one. With `lock` its row is locked until the transaction ends. */
export async function brandStatus(
  tx: Transaction,
  name: string,
  { lock }: { lock: boolean }
): Promise<'active' | 'draft' | 'retired' | null> {
  if (lock) await tx.$executeRaw`SELECT 1 FROM brands WHERE name = ${name} FOR UPDATE`;
  const row = await tx.brand.findUnique({ where: { name }, select: { status: true } });
  return row?.status ?? null;
}

/** Whether a brand has an abbreviation, in capitals or not. */
export const isAbbreviationTaken = async (tx: Transaction, abbreviation: string): Promise<boolean> =>
  (await tx.brand.count({ where: { abbreviation: { equals: abbreviation, mode: 'insensitive' } } })) > 0;

/** The display name of a published brand that inherits from another; null if none does. */
export async function heirOf(tx: Transaction, name: string): Promise<string | null> {
  const heir = await tx.brand.findFirst({ where: { parentName: name, status: 'active' } });
  return heir?.displayName ?? null;
}

/** The rows of the published brands but one. */
export const publishedBut = (tx: Transaction, name: string) =>
  tx.brand.findMany({ where: { status: 'active', name: { not: name } } });

/** The images that brands have themselves: those of these, or of all. */
export const imagesOf = (tx: Transaction, names: readonly string[] | null = null) =>
  readRows(tx, ownedImageRow)`
    SELECT brand_name AS "brandName", kind::text, media_type AS "mediaType", encode(sha256(bytes), 'hex') AS digest
    FROM brand_images WHERE ${names && [...names]}::text[] IS NULL OR brand_name = ANY(${names && [...names]}::text[])`;

/** The texts and images that these brands have themselves. */
export async function ownedBy(tx: Transaction, names: readonly string[]) {
  const [texts, images] = await Promise.all([
    tx.brandText.findMany({ where: { brandName: { in: [...names] } } }),
    imagesOf(tx, names)
  ]);
  return { texts, images };
}
