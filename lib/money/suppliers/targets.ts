import { type AddressFault, outsideOf } from '../../core/http/outside-address';
import type { TextKey } from '../../core/language/text-key';

/** A typed webhook address; null where it is none: with another scheme, credentials, or a fragment. */
export function webhookOf(typed: string): URL | null {
  const url = URL.parse(typed);
  const isPlain = url && ['https:', 'http:'].includes(url.protocol) && !url.username && !url.password && !url.hash;
  return isPlain ? url : null;
}

/** A folder by SFTP, `sftp://user@files.example.com/incoming`, with its user's name and its path. */
export interface Folder {
  url: URL;
  username: string;
  path: string;
}

/** A typed SFTP folder; null where it is none: with another scheme, without a user, with a password or a query. */
export function folderOf(typed: string): Folder | null {
  const url = URL.parse(typed);
  const isPlain = url?.protocol === 'sftp:' && url.hostname && url.username && !url.password;
  if (!isPlain || url.search || url.hash) return null;
  try {
    const [username, path] = [decodeURIComponent(url.username), decodeURIComponent(url.pathname)];
    return `${username}${path}`.includes('\0') ? null : { url, username, path: path.replace(/\/*$/, '/') };
  } catch {
    return null;
  }
}

const FAULTS = {
  unknown: null,
  inward: 'integrator.address.inward',
  insecure: 'integrator.address.insecure'
} as const satisfies Record<AddressFault, TextKey | null>;

/** Why an address is refused when it is saved; a name that can't be resolved now may be there tomorrow. */
export async function addressFault(url: URL): Promise<TextKey | null> {
  const outside = await outsideOf(url);
  return typeof outside === 'string' ? FAULTS[outside] : null;
}
