import { may, type Principal } from '../../access/policy/principal';
import { database, type Transaction } from '../../core/database/database';
import type { ReportDefinition as Stored } from '../../core/database/prisma/client';
import { isId } from '../../core/secrets/ids';
import type { Calculation } from './calculated';
import type { ReportDefinition } from './definition';

/** A saved report that its reader may run (C1.029). */
export interface SavedReport {
  id: string;
  name: string;
  definition: ReportDefinition;
  /** The company or issuer whose people may run it too; null: its owner alone. */
  sharedNodeId: string | null;
  isOwn: boolean;
  mayChange: boolean;
  version: number;
}

/** A place whose people a report may be shared with: all of a company, or all of the issuer. */
export interface SharePlace {
  nodeId: string;
  kind: 'company' | 'issuer';
}

const ownSubtrees = ({ issuerId, scope }: Principal) => scope.subtrees.filter((part) => part.issuerId === issuerId);

/** The places that a principal's reports may be shared with: the companies, and the issuer, that their role is held at. */
export function sharePlaces(principal: Principal): SharePlace[] {
  if (!may(principal, 'shared_reports', 'modify')) return [];
  return ownSubtrees(principal).flatMap(({ nodeId, companyId, isIssuer }): SharePlace[] => {
    if (isIssuer) return [{ nodeId, kind: 'issuer' }];
    return companyId === nodeId ? [{ nodeId, kind: 'company' }] : [];
  });
}

/** The places whose shared reports a principal sees: their companies and their issuer. */
function seenPlaces(principal: Principal): string[] {
  const parts = ownSubtrees(principal);
  if (parts.length === 0) return [];
  return [principal.issuerId, ...parts.flatMap(({ companyId }) => companyId ?? [])];
}

/** Their own reports, and those of their places. */
const seenBy = (principal: Principal) => [
  { ownerUserId: principal.userId },
  { sharedNodeId: { in: seenPlaces(principal) } }
];

const shown = (principal: Principal, stored: Stored): SavedReport => {
  const { id, name, sharedNodeId, version, ownerUserId } = stored;
  const { dataSet, columns, headings, query, groups, pivot, largest, period, anyOf, ask, calculated } = stored;
  const isOwn = ownerUserId === principal.userId;
  return {
    ...{ id, name, sharedNodeId, isOwn, version },
    mayChange:
      may(principal, 'reports', 'modify') &&
      (isOwn || sharePlaces(principal).some(({ nodeId }) => nodeId === sharedNodeId)),
    definition: {
      ...{ dataSet, columns, query, groups, pivot, largest, anyOf, ask },
      calculated: calculated as unknown as Calculation[],
      headings: headings as Record<string, string>,
      period
    }
  };
};

/** The saved reports that a principal sees: their own, and those of their company and issuer, by name. */
export async function savedReports(principal: Principal): Promise<SavedReport[]> {
  if (!may(principal, 'reports', 'view')) return [];
  const found = await database().reportDefinition.findMany({
    where: { issuerId: principal.issuerId, OR: seenBy(principal) },
    orderBy: [{ name: 'asc' }, { id: 'asc' }]
  });
  return found.map((stored) => shown(principal, stored));
}

/** A saved report that the principal sees, or null (C6.027). */
export async function seenReport(
  principal: Principal,
  id: string,
  tx: Transaction = database()
): Promise<SavedReport | null> {
  if (!isId(id) || !may(principal, 'reports', 'view')) return null;
  const stored = await tx.reportDefinition.findFirst({
    where: { issuerId: principal.issuerId, id, OR: seenBy(principal) }
  });
  return stored && shown(principal, stored);
}
