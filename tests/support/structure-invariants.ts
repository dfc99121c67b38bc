import type { TestDatabase } from './database';

/**
 * Nodes whose path is not their parent's and one label more, whose company is not the one above, or that
 * are active below something closed: none, ever.
 */
export async function misplacedNodes(database: TestDatabase, issuerId?: string): Promise<unknown[]> {
  return database.query(
    `SELECT n.id, n.kind, n.path, p.path AS above FROM nodes n
     LEFT JOIN nodes p ON p.issuer_id = n.issuer_id AND p.id = n.parent_id
     WHERE ($1::uuid IS NULL OR n.issuer_id = $1) AND NOT (CASE WHEN n.parent_id IS NULL THEN length(n.path) = 8
       ELSE left(n.path, -8) = p.path AND n.parent_kind = p.kind
         AND n.company_id IS NOT DISTINCT FROM CASE WHEN n.kind = 'company' THEN n.id ELSE p.company_id END
         AND (n.status = 'closed' OR p.status = 'active') END)`,
    [issuerId ?? null]
  );
}
