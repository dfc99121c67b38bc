import { isLoopback } from '@/lib/core/http/loopback';
import { config } from '@/lib/core/server/config';

/**
 * Whether the pages of the demo are there: every caught mail is read on them, with its codes and links. They are for
 * whoever sits at this machine, by its own host names, so that neither a proxy nor another site's page leads there.
 * Others only where the operator asked for it.
 */
export function isDemoOpen(headers: Pick<Headers, 'get'>): boolean {
  const { TESSERA_MODE: mode, TESSERA_OPEN_DEMO: open } = config();
  if (mode === 'production') return false;
  const host = (headers.get('host') ?? '').replace(/:\d+$/, '');
  return open || (isLoopback(headers.get('x-forwarded-for') ?? '') && isLoopback(host));
}
