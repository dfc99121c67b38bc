import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrandImage } from '../../lib/brand/brands/save-brand';
import type { BrandInput } from '../../lib/brand/brands/schema';

const folder = join(process.cwd(), 'prisma/seed');

/** The brands of the files in `brands`, parents first, because a child refers to its parent. */
export function readBrands(): BrandInput[] {
  const files = readdirSync(join(folder, 'brands')).filter((file) => file.endsWith('.json'));
  const brands: BrandInput[] = files.flatMap((file) => {
    const { family, brands } = JSON.parse(readFileSync(join(folder, 'brands', file), 'utf8'));
    return brands.map((brand: Omit<BrandInput, 'family'>) => ({ ...brand, family }));
  });
  return brands.sort((a, b) => Number(Boolean(a.parent)) - Number(Boolean(b.parent)));
}

/** The images of a brand in `logos`. */
export function imagesOf(name: string): BrandImage[] {
  const found = [
    { kind: 'logo', mediaType: 'image/svg+xml', file: `${name}.svg` },
    { kind: 'logo', mediaType: 'image/png', file: `${name}.png` },
    { kind: 'footer', mediaType: 'image/svg+xml', file: `footer-${name}.svg` },
    { kind: 'footer', mediaType: 'image/png', file: `footer-${name}.png` },
    { kind: 'picture', mediaType: 'image/svg+xml', file: `picture-${name}.svg` }
  ] as const;
  return found
    .filter(({ file }) => existsSync(join(folder, 'logos', file)))
    .map(({ kind, mediaType, file }) => ({
      kind,
      mediaType,
      bytes: new Uint8Array(readFileSync(join(folder, 'logos', file)))
    }));
}
