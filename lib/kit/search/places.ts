import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import type { Subtree } from '../../access/policy/scope';
import type { Transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';

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

const companyRow = z.strictObject({ issuerId: z.string(), companyId: z.string() });

/** The companies of a company group, one more than will be looked through. */
function companiesBelow(tx: Transaction, { issuerId, path }: Subtree) {
  return readRows(tx, companyRow)`
    SELECT issuer_id AS "issuerId", id AS "companyId" FROM nodes
    WHERE issuer_id = ${issuerId}::uuid AND path >= ${path} AND path < ${`${path}g`} AND kind = 'company'
    LIMIT ${MOST_COMPANIES + 1}`;
}

/** The places that a scope reaches. */
export async function placesOf(tx: Transaction, { scope }: Principal): Promise<Places> {
  if (scope.everywhere) {
    const issuers = await tx.issuer.findMany({ select: { id: true }, orderBy: { id: 'asc' } });
    return { everywhere: true, issuerIds: issuers.map(({ id }) => id), companies: [] };
  }
  const [issuerIds, companies] = [new Set<string>(), new Map<string, { issuerId: string; companyId: string }>()];
  for (const subtree of scope.subtrees) {
    const { issuerId, companyId, isIssuer } = subtree;
    const companiesOfSubtree = companyId
      ? [{ issuerId, companyId }]
      : isIssuer
        ? null
        : await companiesBelow(tx, subtree);
    if (companiesOfSubtree === null || companiesOfSubtree.length > MOST_COMPANIES) issuerIds.add(issuerId);
    else for (const company of companiesOfSubtree) companies.set(company.companyId, company);
  }
  const single = [...companies.values()].filter(({ issuerId }) => !issuerIds.has(issuerId));
  return { everywhere: false, issuerIds: [...issuerIds], companies: single };
}
