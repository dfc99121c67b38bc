import { isDemoOpen } from '@/app/demo/demo-only';
import { routeOf } from '@/lib/core/http/routes';
import { config } from '@/lib/core/server/config';

/** What the framework itself asks for, and the workspace, which has a page of its own for addresses of nothing. */
const FOREIGN = /^\/(workspace(\/|$)|_next\/|__nextjs)/;
/** The product's own addresses of portal pages (page-address.ts): nobody is to fill the pages that are kept. */
const INTERNAL = /^\/+sdportal\/+[^/]*(~|\/+[^/]*\/+[^/]+-component)/;

/** Parts that a reader of addresses may take away, so that another address is left than the one looked at here. */
const DOTS = /[/\\]\.{1,2}([/\\]|$)/;

/** Whether something is there to be asked for at an address. */
export function isPublished(path: string, headers: Pick<Headers, 'get'>): boolean {
  const decoded = decodeURIComponent(path);
  if (DOTS.test(decoded) || INTERNAL.test(decoded)) return false;
  if (FOREIGN.test(path)) return true;
  if (/^\/mock(\/|$)/.test(path)) return config().TESSERA_MODE === 'development';
  if (path.startsWith('/demo/') && !isDemoOpen(headers)) return false;
  // The framework leads on from an address that ends in a slash.
  return routeOf(path.replace(/(?<=.)\/$/, '')) !== null;
}
