// Fills a database with the demo: the brands, some issuers and people who can sign in, and the small demo world
// around them unless TESSERA_DEMO_WORLD is `none`.
// Running it again brings brands up to date and leaves what people changed alone.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type BrandImage, saveBrand } from '../../lib/brand/brands/save-brand';
import type { BrandInput } from '../../lib/brand/brands/schema';
import { isEditedByAPerson } from '../../lib/brand/brands/versions';
import { closeDatabase } from '../../lib/core/database/database';
import { now } from '../../lib/core/server/clock';
import { closeHashing } from '../../lib/sign-in/password/password-hash';
import { loadWorld } from '../demo/load-world';
import { DEMO_ACCOUNTS, seedAccounts } from './accounts';

const folder = join(process.cwd(), 'prisma/seed');
const origin = { requestId: 'seed', address: '127.0.0.1', userAgent: '' };

function readBrands(): BrandInput[] {
  const files = readdirSync(join(folder, 'brands')).filter((file) => file.endsWith('.json'));
  return files.flatMap((file) => {
    const { family, brands } = JSON.parse(readFileSync(join(folder, 'brands', file), 'utf8'));
    return brands.map((brand: Omit<BrandInput, 'family'>) => ({ ...brand, family }));
  });
}

function imagesOf(name: string): BrandImage[] {
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

async function seedBrands(): Promise<BrandInput[]> {
  // Parents first: a child refers to its parent.
  const brands = readBrands().sort((a, b) => Number(Boolean(a.parent)) - Number(Boolean(b.parent)));
  for (const brand of brands) {
    if (await isEditedByAPerson(brand.name)) continue;
    const saved = await saveBrand(brand, imagesOf(brand.name), origin);
    if (!saved.ok) throw new Error(`brand ${brand.name}: ${JSON.stringify(saved.refusal)}`);
  }
  return brands;
}

async function seed(): Promise<void> {
  if (process.env.TESSERA_MODE === 'production') throw new Error('The demo is not for production.');
  process.env.TESSERA_MODE ||= 'demo';
  const brands = await seedBrands();
  await seedAccounts();
  if (process.env.TESSERA_DEMO_WORLD !== 'none') {
    await loadWorld({ size: 'small', seed: 1, today: now().toISOString().slice(0, 10) });
  }
  // The start command prints this list.
  const target = join(process.env.TESSERA_DATA || '.data', 'demo.json');
  mkdirSync(dirname(target), { recursive: true });
  const port = process.env.PORT || '3000';
  const addresses = brands.map(({ name, displayName, hostnames }) => ({
    name,
    displayName,
    url: `http://${hostnames[0]}:${port}/`
  }));
  writeFileSync(target, JSON.stringify({ brands: addresses, accounts: DEMO_ACCOUNTS }, null, 2));
  await closeHashing();
  await closeDatabase();
}

seed().catch((error) => {
  console.error(error);
  process.exit(1);
});
