import { config } from '@/lib/core/config';
import { isLoopback } from '@/lib/core/http/loopback';
import { notFoundPage } from '../sdportal/not-found';
import { portalRoute } from '../sdportal/portal-route';

/** Pages that let a person walk the demo: they exist nowhere else. Their texts are in English only. */
export function demoOnly(answer: (request: Request) => Promise<Response>): (request: Request) => Promise<Response> {
  return portalRoute((request) => (isOpenTo(request) ? answer(request) : notFoundPage(request)));
}

/**
 * Every caught mail is read here, with its codes and links: by whoever sits at this machine, by its own host names, so
 * that neither a proxy nor another site's page leads here. Others only where the operator asked for it.
 */
function isOpenTo({ headers }: Request): boolean {
  const { TESSERA_MODE: mode, TESSERA_OPEN_DEMO: open } = config();
  if (mode === 'production') return false;
  const host = (headers.get('host') ?? '').replace(/:\d+$/, '');
  return open || (isLoopback(headers.get('x-forwarded-for') ?? '') && isLoopback(host));
}
