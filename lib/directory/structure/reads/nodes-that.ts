import { z } from 'zod';
import type { Prisma } from '../../../core/database/prisma/client';
import { keyRow, type Reader, readRows } from '../../../core/database/rows';

interface NamedNode {
  issuerId: string;
  id: string;
  kind: string;
  name: string;
  path: string;
}

/** The keys of those of these nodes that are active and meet a condition, of node `n`. */
export const activeNodes = (db: Reader, ids: readonly string[], condition: Prisma.Sql) =>
  readRows(db, keyRow)`
    SELECT n.issuer_id AS "issuerId", n.id FROM nodes n
    WHERE n.id = ANY(${[...ids]}::uuid[]) AND n.status = 'active' AND ${condition}`;

/** The active nodes that meet a condition, of node `n`, highest first, with the columns and kinds of a row. */
export const namedNodes = <Row extends z.ZodType<NamedNode>>(
  db: Reader,
  row: Row,
  condition: Prisma.Sql,
  limit: number
): Promise<z.infer<Row>[]> =>
  readRows(db, row)`
    SELECT n.issuer_id AS "issuerId", n.id, n.kind::text AS kind, n.name_1 AS name, n.path FROM nodes n
    WHERE n.status = 'active' AND ${condition}
    ORDER BY n.kind, n.name_1, n.id LIMIT ${limit}`;

const nameRow = z.strictObject({ path: z.string(), name: z.string() });

/** The names of those of a company's nodes that have these paths, by the path. */
export async function namesAtPaths(
  db: Reader,
  { issuerId, companyId }: { issuerId: string; companyId: string },
  paths: readonly string[]
): Promise<Map<string, string>> {
  const rows = await readRows(db, nameRow)`
    SELECT n.path, n.name_1 AS name FROM nodes n
    WHERE n.issuer_id = ${issuerId}::uuid AND n.company_id = ${companyId}::uuid AND n.path = ANY(${[...paths]})`;
  return new Map(rows.map(({ path, name }) => [path, name]));
}
