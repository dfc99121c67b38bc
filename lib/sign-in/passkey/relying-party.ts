import type { Brand } from '../../brand/brands/directory';
import { brandDirectory } from '../../brand/brands/directory';
import { hostnameOf, isSecure } from '../../core/http/origin';
import { config } from '../../core/server/config';

/** Whom a passkey is made for (WebAuthn section 4, "Relying Party"). */
export interface RelyingParty {
  /** The brand's host name that was asked, no suffix of it: banks that share a domain share no passkeys. */
  id: string;
  /** Where its pages are, as a browser names it: `https://cards.bank.example`. */
  origin: string;
}

/** The relying party of a request; null where the brand allows no passkeys or is not on a host name of its own. */
export async function relyingParty(brand: Brand, request: Headers): Promise<RelyingParty | null> {
  const id = hostnameOf(request);
  const { byHostname } = await brandDirectory();
  if (!brand.passkeysAllowed || byHostname.get(id)?.name !== brand.name) return null;
  const scheme = config().TESSERA_MODE === 'production' || isSecure(request) ? 'https' : 'http';
  return { id, origin: new URL(`${scheme}://${request.get('host')}`).origin };
}
