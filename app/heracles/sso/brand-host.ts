import { originAt } from '@/lib/brand/brands/address';
import type { Brand } from '@/lib/brand/brands/directory';
import { hostnameOf } from '@/lib/core/http/origin';

/**
 * Where a brand's federated sign-ins begin and end: at the host name that was asked for when it is the
 * brand's own, else at its first. A provider knows only these.
 */
export function brandHost(brand: Brand, request: Headers): { host: string; here: boolean } {
  const asked = hostnameOf(request);
  const here = brand.hostnames.length === 0 || brand.hostnames.includes(asked);
  return { host: originAt(here ? asked : (brand.hostnames[0] ?? asked), request), here };
}
