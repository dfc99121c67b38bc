import { database } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { ancestry, type Brand, brandRow, completeBrand, ownedImageRow, textRows } from '../brands/complete';
import { takenApplications } from '../brands/directory';
import type { BrandContent } from '../brands/schema';
import { readablePart } from './faults';
import type { DraftContent } from './leaves';
import type { SystemAdministrator } from './system-administrator';

/** Where the studio shows an image that isn't published. */
export const imageFileAddress = (digest: string) => `/workspace/brand-images/${digest}`;

/** A brand as visitors would see it if `content` were published; fields with a fault are left out. */
export async function previewBrand(
  _by: SystemAdministrator,
  name: string,
  content: DraftContent,
  published: BrandContent | null
): Promise<Brand> {
  const { texts, images, ...fields } = readablePart(name, content, published);
  const own = brandRow(name, fields);
  const rows = await database().brand.findMany({ where: { status: 'active', name: { not: name } } });
  const line = ancestry(own, new Map([...rows, own].map((row) => [row.name, row])));
  const brandName = { in: line.slice(1).map((row) => row.name) };
  const [parentTexts, parentImages, applications] = await Promise.all([
    database().brandText.findMany({ where: { brandName } }),
    readRows(database(), ownedImageRow)`
      SELECT brand_name AS "brandName", kind::text, media_type AS "mediaType", encode(sha256(bytes), 'hex') AS digest
      FROM brand_images WHERE brand_name = ANY(${brandName.in})`,
    takenApplications()
  ]);
  const owned = {
    hostnames: [],
    texts: [...parentTexts, ...textRows(name, texts)],
    images: [...parentImages, ...images.map((image) => ({ ...image, brandName: name }))],
    applications
  };
  return completeBrand(line, owned, ({ digest }) => imageFileAddress(digest));
}
