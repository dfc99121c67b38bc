import { z } from 'zod';
import { config } from '../../core/server/config';
import { type Brand, type BrandDirectory, brandDirectory } from './directory';

/**
 * Whose page a request asks for: the brand that `cobrandHost` names, else the one of the hostname, else
 * the default brand. Unknown or malformed values fall through and are never echoed (P1.008).
 */
export async function resolveBrand(request: { cobrandHost: string | null; hostname: string }): Promise<Brand> {
  return resolveIn(await brandDirectory(), request);
}

export function resolveIn(directory: BrandDirectory, request: { cobrandHost: string | null; hostname: string }): Brand {
  const brand =
    directory.byName.get(request.cobrandHost?.toLowerCase() ?? '') ??
    directory.byHostname.get(request.hostname) ??
    directory.byName.get(config().TESSERA_DEFAULT_BRAND);
  if (!brand) throw new Error(`the default brand ${config().TESSERA_DEFAULT_BRAND} does not exist or is not active`);
  return brand;
}

/** How a contract names a brand. */
export const brandNameOrAbbreviation = z.string('required').meta({ description: 'Name or abbreviation of a brand.' });

/** The brand that a contract names, by its name or its abbreviation; null when there is none. */
export async function findBrand(nameOrAbbreviation: string): Promise<Brand | null> {
  const directory = await brandDirectory();
  const wanted = nameOrAbbreviation.toLowerCase();
  return directory.byName.get(wanted) ?? directory.byAbbreviation.get(wanted) ?? null;
}
