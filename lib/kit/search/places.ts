import type { Principal } from '../../access/policy/principal';
import type { Transaction } from '../../core/database/database';
import { companiesBelow } from '../../directory/structure/reads/companies-below';
import { allIssuerIds } from '../../directory/structure/reads/issuers';

/**
 * Where a search looks, so that an index leads there: whole issuers, or single companies. The scope rule
 * holds beside it (`within`); a place is never more than a way to look.
 */
export interface Places {
  /** Whether these are all issuers: words are then looked for without going from one to the next. */
  everywhere: boolean;
  issuerIds: string[];
  companies: { issuerId: string; companyId: string }[];
}

/** Groups of more companies are looked for through their whole issuer: their part of it is then no small one. */
const MOST_COMPANIES = 50;

/** The places that a scope reaches. */
export async function placesOf(tx: Transaction, { scope }: Principal): Promise<Places> {
  if (scope.everywhere) {
    return { everywhere: true, issuerIds: await allIssuerIds(tx), companies: [] };
  }
  const [issuerIds, companies] = [new Set<string>(), new Map<string, { issuerId: string; companyId: string }>()];
  for (const subtree of scope.subtrees) {
    const { issuerId, companyId, isIssuer } = subtree;
    const companiesOfSubtree = companyId
      ? [{ issuerId, companyId }]
      : isIssuer
        ? null
        : await companiesBelow(tx, subtree, MOST_COMPANIES + 1);
    if (companiesOfSubtree === null || companiesOfSubtree.length > MOST_COMPANIES) issuerIds.add(issuerId);
    else for (const company of companiesOfSubtree) companies.set(company.companyId, company);
  }
  const single = [...companies.values()].filter(({ issuerId }) => !issuerIds.has(issuerId));
  return { everywhere: false, issuerIds: [...issuerIds], companies: single };
}
