import { saveBrand } from '../../lib/brand/brands/save-brand';
import type { Origin } from '../../lib/core/audit/audit';
import { database } from '../../lib/core/database/database';
import { config } from '../../lib/core/server/config';
import { imagesOf, readBrands } from './brand-files';

/**
 * Publishes the brand `tessera` as the default brand under this host name if there is no brand; whether it did.
 * @throws Error if the host name is missing or refused
 */
export async function publishFirstBrand(hostName: string, origin: Origin): Promise<boolean> {
  if ((await database().brand.count()) > 0) return false;
  if (!hostName) throw new Error('There is no brand yet: name the host of its sign-in page with --host-name.');
  const brand = readBrands().find(({ name }) => name === 'tessera');
  if (!brand) throw new Error('The files of the brand tessera are missing.');
  const first = { ...brand, name: config().TESSERA_DEFAULT_BRAND, hostnames: [hostName] };
  const saved = await saveBrand(first, imagesOf('tessera'), origin);
  if (!saved.ok) throw new Error(`The brand was refused: ${saved.refusal.field} ${saved.refusal.code}`);
  return true;
}
