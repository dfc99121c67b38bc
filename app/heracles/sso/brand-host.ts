import { originAt } from '@/lib/brand/brands/address';
import type { Brand } from '@/lib/brand/brands/directory';
import { hostnameOf } from '@/lib/core/http/origin';

/**
 * The host name at which a brand's federated sign-ins begin and end: the requested one if it belongs to the brand, else
 * the brand's first. Providers know only these host names.
 */
export function brandHost(brand: Brand, request: Headers): { host: string; here: boolean } {
  const asked = hostnameOf(request);
  const here = brand.hostnames.length === 0 || brand.hostnames.includes(asked);
  return { host: originAt(here ? asked : (brand.hostnames[0] ?? asked), request), here };
}
