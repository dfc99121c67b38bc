// Fills a database with the demo: the brands, some issuers and people who can sign in, and the small demo world
// around them unless TESSERA_DEMO_WORLD is `none`.
// Running it again brings brands up to date and leaves what people changed alone.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { saveBrand } from '../../lib/brand/brands/save-brand';
import type { BrandInput } from '../../lib/brand/brands/schema';
import { isEditedByAPerson } from '../../lib/brand/brands/versions';
import { closeDatabase } from '../../lib/core/database/database';
import { now } from '../../lib/core/server/clock';
import { closeHashing } from '../../lib/sign-in/password/password-hash';
import { loadWorld } from '../demo/load-world';
import { DEMO_ACCOUNTS, seedAccounts } from './accounts';
import { imagesOf, readBrands } from './brand-files';

const origin = { requestId: 'seed', address: '127.0.0.1', userAgent: '' };

async function seedBrands(): Promise<BrandInput[]> {
  const brands = readBrands();
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
