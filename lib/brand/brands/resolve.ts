import { z } from 'zod';
import { config } from '../../core/server/config';
import { type Brand, type BrandDirectory, brandDirectory } from './directory';

/**
 * The brand of a request: the one that `cobrandHost` names, else the one of the hostname, else the default brand.
 * Unknown or malformed values are ignored and never echoed (P1.008).
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

/** A brand's name or abbreviation in a contract. */
export const brandNameOrAbbreviation = z.string('required').meta({ description: 'Name or abbreviation of a brand.' });

/** The brand with a name or an abbreviation, or null. */
export async function findBrand(nameOrAbbreviation: string): Promise<Brand | null> {
  const directory = await brandDirectory();
  const wanted = nameOrAbbreviation.toLowerCase();
  return directory.byName.get(wanted) ?? directory.byAbbreviation.get(wanted) ?? null;
}
