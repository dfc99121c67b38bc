import { routes } from './generated/routes';

/** A segment of the addresses: the segments below it by name, for any name, and for any number of segments. */
interface RoutePart {
  route?: string;
  named: Map<string, RoutePart>;
  any?: RoutePart;
  rest?: string;
}

/** Catch-all routes: an address that only they answer is unknown. */
const CATCH_ALL = /^(\/workspace)?\/\[\.\.\.path\]$/;
/** The prefixes that next.config.mjs leads on to the front door and the texts (P7.014). */
const REWRITTEN = /^\/sdportal(?=\/(heracles|assets\/i18n)\/)/;

const root: RoutePart = { named: new Map() };
for (const route of routes) if (!CATCH_ALL.test(route)) put(route);

function put(route: string): void {
  let place = root;
  for (const part of partsOf(route)) {
    if (part.startsWith('[[...')) place.route = route;
    if (part.includes('...')) {
      place.rest = route;
      return;
    }
    const next = (part.startsWith('[') ? place.any : place.named.get(part)) ?? { named: new Map() };
    if (part.startsWith('[')) place.any = next;
    else place.named.set(part, next);
    place = next;
  }
  place.route = route;
}

function partsOf(path: string): string[] {
  return path === '/' ? [] : path.slice(1).split('/');
}

/** The route of the product that a path belongs to, such as `/workspace/people/[id]`; null when it is none. */
export function routeOf(path: string): string | null {
  if (path.startsWith('/_next/static/')) return '/_next/static';
  return found(root, partsOf(path.replace(REWRITTEN, '')));
}

function found(place: RoutePart, [part, ...below]: string[]): string | null {
  if (part === undefined) return place.route ?? null;
  const named = place.named.get(part);
  return (
    (named && found(named, below)) ?? (part !== '' && place.any ? found(place.any, below) : null) ?? place.rest ?? null
  );
}
