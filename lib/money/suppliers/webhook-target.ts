import type { AddressFault } from '../../core/http/outside-address';
import type { TextKey } from '../../core/language/text-key';

/** A typed webhook address; null where it is none: with another scheme, credentials, or a fragment. */
export function targetOf(typed: string): URL | null {
  const url = URL.parse(typed);
  const isPlain = url && ['https:', 'http:'].includes(url.protocol) && !url.username && !url.password && !url.hash;
  return isPlain ? url : null;
}

/** Why an address is refused when it is saved; a name that can't be resolved now may be there tomorrow. */
export function addressFault(fault: AddressFault): TextKey | null {
  if (fault === 'unknown') return null;
  return fault === 'inward' ? 'integrator.address.inward' : 'integrator.address.insecure';
}
