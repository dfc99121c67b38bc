import { database } from '../../core/database/database';
import { ownedBy, publishedBut } from '../brands/brand-rows';
import { ancestry, type Brand, brandRow, completeBrand, textRows } from '../brands/complete';
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
  const rows = await publishedBut(database(), name);
  const line = ancestry(own, new Map([...rows, own].map((row) => [row.name, row])));
  const parents = line.slice(1).map((row) => row.name);
  const [inherited, applications] = await Promise.all([ownedBy(database(), parents), takenApplications()]);
  const owned = {
    hostnames: [],
    texts: [...inherited.texts, ...textRows(name, texts)],
    images: [...inherited.images, ...images.map((image) => ({ ...image, brandName: name }))],
    applications
  };
  return completeBrand(line, owned, ({ digest }) => imageFileAddress(digest));
}
