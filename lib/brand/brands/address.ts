import { hostnameOf, isSecure } from '../../core/http/origin';
import { config } from '../../core/server/config';
import { type Brand, brandDirectory } from './directory';

/**
 * Where a brand's pages are, for links that leave the product in a mail: `https://cards.bank.example`.
 * Only registered host names are ever used, so that nobody can have a link sent that leads elsewhere by
 * asking under a host name of their own. @throws Error when neither the brand nor the default one has any
 */
export async function brandOrigin(brand: Brand, request: Headers): Promise<string> {
  const asked = hostnameOf(request);
  const { byHostname } = await brandDirectory();
  const hostname = byHostname.has(asked) ? asked : await hostnameFor(brand);
  if (!hostname) {
    const { TESSERA_DEFAULT_BRAND: fallback } = config();
    throw new Error(`neither brand ${brand.name} nor ${fallback} has a host name that links could lead to`);
  }
  return originAt(hostname, request);
}

/** The same for mails that no request asks for; null when neither the brand nor the default one has a host name. */
export async function brandOriginUnasked(brand: Brand): Promise<string | null> {
  const hostname = await hostnameFor(brand);
  // Without a request, a server on a developer's machine answers at the port it was started on.
  return hostname ? originAt(hostname, new Headers({ host: `${hostname}:${process.env.PORT || '3000'}` })) : null;
}

async function hostnameFor(brand: Brand): Promise<string | undefined> {
  const { byName } = await brandDirectory();
  return brand.hostnames[0] ?? byName.get(config().TESSERA_DEFAULT_BRAND)?.hostnames[0];
}

/** The scheme, host name and port at which a request's server answers under `hostname`. */
export function originAt(hostname: string, request: Headers): string {
  if (config().TESSERA_MODE === 'production') return `https://${hostname}`;
  const port = /:(\d{1,5})$/.exec(request.get('host') ?? '')?.[1];
  return `${isSecure(request) ? 'https' : 'http'}://${hostname}${port ? `:${port}` : ''}`;
}
