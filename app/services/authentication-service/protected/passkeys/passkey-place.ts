import { audienceOf } from '@/lib/brand/brands/audience';
import { resolveBrand } from '@/lib/brand/brands/resolve';
import { hostnameOf } from '@/lib/core/http/origin';
import { relyingParty } from '@/lib/sign-in/passkey/relying-party';
import type { Actor } from '@/lib/sign-in/session/sessions';

/** The brand of a session, its relying party and the caller's language; null if no passkey can be created. */
export async function passkeyPlace(request: Request, actor: Actor) {
  const [brand, { locale }] = await Promise.all([
    resolveBrand({ cobrandHost: actor.brandName, hostname: hostnameOf(request.headers) }),
    audienceOf(request)
  ]);
  const rp = await relyingParty(brand, request.headers);
  return rp && { brand, locale, rp };
}
