import type { Principal } from '../../access/policy/principal';

/** Where somebody requests purchases: their place, in their company; null above companies. */
export function placeOfRequests({ scope, issuerId }: Principal): { nodeId: string; companyId: string } | null {
  const own = scope.subtrees.find((subtree) => subtree.issuerId === issuerId && subtree.companyId !== null);
  return own ? { nodeId: own.nodeId, companyId: own.companyId as string } : null;
}
