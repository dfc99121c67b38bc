// npm run identity-provider -- <file.json> <brand>: whom a brand trusts to sign people in (docs/operations.md).
// npm run identity-provider -- remove <brand>
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { findBrand } from '../../brand/brands/resolve';
import { closeDatabase } from '../../core/database/database';
import { removeProvider, saveProvider } from '../../sign-in/federation/providers';
import { providerSchema } from '../../sign-in/federation/schema';

const ORIGIN = { requestId: 'identity-provider', address: '127.0.0.1', userAgent: '' };

async function main(): Promise<void> {
  const [file, brandName] = process.argv.slice(2);
  if (!file || !brandName) throw new Error('Usage: npm run identity-provider -- <file.json, or remove> <brand>');
  const brand = await findBrand(brandName);
  if (!brand) throw new Error(`There is no brand ${brandName}.`);
  if (file === 'remove') {
    if (!(await removeProvider(brand.name, ORIGIN))) throw new Error(`${brand.name} has no identity provider.`);
    process.stdout.write('Removed, with its links.\n');
    return;
  }
  const parsed = providerSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!parsed.success) throw new Error(z.prettifyError(parsed.error));
  await saveProvider(brand.name, parsed.data, ORIGIN);
  const what =
    parsed.data.kind === 'oidc' ? 'redirect URI' : 'entity id, metadata address and assertion consumer service';
  process.stdout.write(`Saved. Register with the provider, as ${what}:\n`);
  for (const hostname of brand.hostnames.length > 0 ? brand.hostnames : ['<host name>'])
    process.stdout.write(`  https://${hostname}/heracles/sso/${parsed.data.kind}/${brand.name}\n`);
}

main()
  .catch((error: Error) => {
    process.stderr.write(`${error.message}\nNothing was changed.\n`);
    process.exitCode = 1;
  })
  .finally(closeDatabase);
