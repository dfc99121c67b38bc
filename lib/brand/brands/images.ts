import { createHash } from 'node:crypto';
import { database, type Transaction } from '../../core/database/database';
import { type Brand, brandDirectory } from './directory';
import { findBrand } from './resolve';
import type { ImageKind, ImageType } from './schema';

const MEDIA_TYPES: Record<string, string> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif'
};

export interface ServedImage {
  mediaType: string;
  version: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * The image of a brand, its own or inherited, by file name such as `NORV.svg` (abbreviation or name); null if there is
 * none in that format (P7.028).
 */
export async function brandImage(kind: ImageKind, fileName: string): Promise<ServedImage | null> {
  const [, stem = '', extension = ''] = /^([A-Za-z0-9-]{2,40})\.([a-z]{3,4})$/.exec(fileName) ?? [];
  const mediaType = MEDIA_TYPES[extension];
  const brand = await findBrand(stem);
  const image = mediaType && brand?.images.get(`${kind}/${mediaType}`);
  if (!brand || !mediaType || !image) return null;
  const kept = (await brandDirectory()).derived;
  const key = `image:${kind}:${image.owner}:${mediaType}`;
  const bytes = (kept.get(key) as ServedImage['bytes'] | undefined) ?? (await readBytes(image.owner, kind, mediaType));
  if (!bytes) return null;
  kept.set(key, bytes);
  return { mediaType, version: image.version, bytes };
}

async function readBytes(owner: Brand['name'], kind: ImageKind, mediaType: string) {
  const where = { brandName_kind_mediaType: { brandName: owner, kind, mediaType } };
  const row = await database().brandImage.findUnique({ where });
  return row ? new Uint8Array(row.bytes) : null;
}

/** Stores the bytes of an image and returns their digest; equal bytes are stored once. */
export async function keepImageFile(tx: Transaction, mediaType: ImageType, bytes: Uint8Array<ArrayBuffer>) {
  const digest = createHash('sha256').update(bytes).digest('hex');
  await tx.brandImageFile.createMany({ data: [{ digest, mediaType, bytes }], skipDuplicates: true });
  return digest;
}

/** A stored image by its digest, published or not, or null. */
export async function imageFile(digest: string): Promise<{ mediaType: string; bytes: Uint8Array<ArrayBuffer> } | null> {
  if (!/^[0-9a-f]{64}$/.test(digest)) return null;
  const row = await database().brandImageFile.findUnique({ where: { digest } });
  return row && { mediaType: row.mediaType, bytes: new Uint8Array(row.bytes) };
}
