import { hostnameOf, isSecure } from '../../core/http/origin';
import { config } from '../../core/server/config';
import { type Brand, brandDirectory } from './directory';

/**
 * The origin of a brand's pages for links in mails: `https://cards.bank.example`. It uses only registered host names,
 * so that a request under a forged host name can't cause a mail with a foreign link. @throws Error if neither the brand
 * nor the default one has a host name
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

/** Does the same for mails without a request; null if neither the brand nor the default one has a host name. */
export async function brandOriginUnasked(brand: Brand): Promise<string | null> {
  const hostname = await hostnameFor(brand);
  // Without a request, a server on a developer's machine answers at its own port.
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
