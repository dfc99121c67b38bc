import { config } from '../core/config';
import { hostnameOf, isSecure } from '../core/http/origin';
import { type Brand, brandDirectory } from './directory';

/**
 * Where a brand's pages are, for links that leave the product in a mail: `https://cards.bank.example`.
 * Only registered host names are ever used, so that nobody can have a link sent that leads elsewhere by
 * asking under a host name of their own. @throws Error when neither the brand nor the default one has any
 */
export async function brandOrigin(brand: Brand, request: Headers): Promise<string> {
  const asked = hostnameOf(request);
  const { byHostname, byName } = await brandDirectory();
  const { TESSERA_DEFAULT_BRAND: fallback } = config();
  const hostname = byHostname.has(asked) ? asked : (brand.hostnames[0] ?? byName.get(fallback)?.hostnames[0]);
  if (!hostname)
    throw new Error(`neither brand ${brand.name} nor ${fallback} has a host name that links could lead to`);
  return originAt(hostname, request);
}

/** The scheme, host name and port at which a request's server answers under `hostname`. */
export function originAt(hostname: string, request: Headers): string {
  if (config().TESSERA_MODE === 'production') return `https://${hostname}`;
  const port = /:(\d{1,5})$/.exec(request.get('host') ?? '')?.[1];
  return `${isSecure(request) ? 'https' : 'http'}://${hostname}${port ? `:${port}` : ''}`;
}
