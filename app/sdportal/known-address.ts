import { isDemoOpen } from '@/app/demo/demo-only';
import { routeOf } from '@/lib/core/http/routes';
import { config } from '@/lib/core/server/config';

/** Addresses that the framework itself requests, and the workspace, which has its own not-found page. */
const FOREIGN = /^\/(workspace(\/|$)|_next\/|__nextjs)/;
/** The internal addresses of portal pages (page-address.ts): clients must not fill the page cache through them. */
const INTERNAL = /^\/+sdportal\/+[^/]*(~|\/+[^/]*\/+[^/]+-component)/;

/** Segments that URL parsers may remove, which would leave an address other than the checked one. */
const DOTS = /[/\\]\.{1,2}([/\\]|$)/;

/** Whether anything is served at an address. */
export function isPublished(path: string, headers: Pick<Headers, 'get'>): boolean {
  const decoded = decodeURIComponent(path);
  if (DOTS.test(decoded) || INTERNAL.test(decoded)) return false;
  if (FOREIGN.test(path)) return true;
  if (/^\/mock(\/|$)/.test(path)) return config().TESSERA_MODE === 'development';
  if (path.startsWith('/demo/') && !isDemoOpen(headers)) return false;
  // The framework redirects from an address that ends in a slash.
  return routeOf(path.replace(/(?<=.)\/$/, '')) !== null;
}
