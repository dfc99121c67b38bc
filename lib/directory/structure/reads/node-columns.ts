import { sqlName } from '../../../core/database/names';
import { Prisma } from '../../../core/database/prisma/client';

/** The path of the node that two columns name, as an expression of SQL. */
export const pathOfNode = (issuer: Prisma.Sql, id: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(SELECT place.path FROM nodes place WHERE (place.issuer_id, place.id) = (${issuer}, ${id}))`;

/** The name of the node that two columns name, as an expression of SQL. */
export const nameOfNode = (issuer: Prisma.Sql, id: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(SELECT place.name_1 FROM nodes place WHERE (place.issuer_id, place.id) = (${issuer}, ${id}))`;

/** The ids of the accounts whose node `n` meets a condition, as a statement. */
export const accountIds = (condition: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`SELECT n.id FROM nodes n WHERE n.kind = 'account' AND ${condition}`;

/** The name of the company that a node is below, as an expression of SQL; null for a company itself and above. */
export const companyAbove = (node: string): Prisma.Sql => {
  const below = sqlName(node);
  return Prisma.sql`(SELECT company.name_1 FROM nodes company
    WHERE company.issuer_id = ${below}.issuer_id AND company.id = ${below}.company_id AND ${below}.kind <> 'company')`;
};

/** The companies whose name begins with a text, as rows `c`: a condition may follow with `AND`. */
export const companiesBeginning = (text: string): Prisma.Sql =>
  Prisma.sql`nodes c WHERE c.kind = 'company' AND c.search_text LIKE ' ' || searchable(${text}) || '%'`;

/** Whether some of these nodes of an issuer are outside of the subtree of a path, as an expression of SQL. */
export const areOutside = (issuer: Prisma.Sql, ids: readonly string[], path: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`EXISTS (SELECT FROM nodes place WHERE place.issuer_id = ${issuer} AND place.id = ANY(${[...ids]}::uuid[])
    AND NOT starts_with(place.path, ${path}))`;

/** Whether a path is at or below a node of an issuer that meets a condition, of node `o`, as an expression of SQL. */
export const isBelowNode = (path: Prisma.Sql, issuer: Prisma.Sql, id: string, condition: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`EXISTS (SELECT 1 FROM nodes o WHERE o.id = ${id}::uuid AND o.issuer_id = ${issuer}
    AND starts_with(${path}, o.path) AND ${condition})`;
