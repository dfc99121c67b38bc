import type { Brand } from '../../brand/brands/directory';
import { brandDirectory } from '../../brand/brands/directory';
import { hostnameOf, isSecure } from '../../core/http/origin';
import { config } from '../../core/server/config';

/** The relying party of a passkey (WebAuthn section 4, "Relying Party"). */
export interface RelyingParty {
  /** The brand's whole requested host name: banks that share a domain share no passkeys. */
  id: string;
  /** Its origin as browsers send it: `https://cards.bank.example`. */
  origin: string;
}

/** The relying party of a request; null if the brand allows no passkeys or isn't on its own host name. */
export async function relyingParty(brand: Brand, request: Headers): Promise<RelyingParty | null> {
  const id = hostnameOf(request);
  const { byHostname } = await brandDirectory();
  if (!brand.passkeysAllowed || byHostname.get(id)?.name !== brand.name) return null;
  const scheme = config().TESSERA_MODE === 'production' || isSecure(request) ? 'https' : 'http';
  return { id, origin: new URL(`${scheme}://${request.get('host')}`).origin };
}
