import { isLoopback } from '@/lib/core/http/loopback';
import { config } from '@/lib/core/server/config';

/**
 * Whether the demo pages are available. They show every caught mail with its codes and links, so by default they are
 * served only to this machine under its own host names, where no proxy or other site can reach them. Other clients need
 * the operator's setting.
 */
export function isDemoOpen(headers: Pick<Headers, 'get'>): boolean {
  const { TESSERA_MODE: mode, TESSERA_OPEN_DEMO: open } = config();
  if (mode === 'production') return false;
  const host = (headers.get('host') ?? '').replace(/:\d+$/, '');
  return open || (isLoopback(headers.get('x-forwarded-for') ?? '') && isLoopback(host));
}
