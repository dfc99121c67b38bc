import { may, type Principal } from '../../access/policy/principal';
import type { ProgramFeature } from '../../access/policy/program-features';
import { SEARCH_KIND_AREAS } from './generated/kinds';
import { SEARCH_KINDS, type SearchKind } from './kinds';
import type { SearchKinds } from './searchable';

const NONE: ReadonlySet<ProgramFeature> = new Set();

/** The kinds that the principal may see, and that the features of the principal's programme include. */
export function kindsFor(
  searchable: SearchKinds,
  principal: Principal,
  features: ReadonlySet<ProgramFeature> = NONE
): SearchKind[] {
  return SEARCH_KINDS.filter((kind) => {
    const feature = searchable.get(kind)?.program;
    return may(principal, SEARCH_KIND_AREAS[kind], 'view') && (!feature || features.has(feature));
  });
}
