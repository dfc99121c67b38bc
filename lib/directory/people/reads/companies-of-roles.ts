import { z } from 'zod';
import type { Transaction } from '../../../core/database/database';
import { readRows } from '../../../core/database/rows';
import { atNode } from '../../structure/reads/joins';

/** A role that somebody has, by its assignment. */
export interface HeldRole {
  issuerId: string;
  assignmentId: string;
}

const companyRow = z.strictObject({ assignmentId: z.string(), companyId: z.string() });

/** The companies that the places of assignments are in, by the assignment; none above companies. */
export async function companiesOfRoles(tx: Transaction, roles: readonly HeldRole[]): Promise<Map<string, string[]>> {
  const rows = await readRows(tx, companyRow)`
    SELECT DISTINCT x.assignment_id AS "assignmentId", n.company_id AS "companyId"
    FROM unnest(${roles.map(({ issuerId }) => issuerId)}::uuid[], ${roles.map(({ assignmentId }) => assignmentId)}::uuid[])
      AS held(issuer_id, assignment_id)
    JOIN assignment_nodes x ON (x.issuer_id, x.assignment_id) = (held.issuer_id, held.assignment_id)
    ${atNode('x.node_id')}
    WHERE n.company_id IS NOT NULL`;
  const companies = new Map<string, string[]>();
  for (const { assignmentId, companyId } of rows)
    companies.set(assignmentId, [...(companies.get(assignmentId) ?? []), companyId]);
  return companies;
}
