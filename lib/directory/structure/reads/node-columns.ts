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

/** Whether the parent of a node meets a condition, of node `p`, as an expression of SQL. */
export const hasParentThat = (node: string, condition: Prisma.Sql): Prisma.Sql => {
  const child = sqlName(node);
  return Prisma.sql`EXISTS (
    SELECT 1 FROM nodes p WHERE p.issuer_id = ${child}.issuer_id AND p.id = ${child}.parent_id AND ${condition})`;
};

/** Whether a node has active children of some kinds, as an expression of SQL. */
export const hasActiveChildren = (node: string, kinds: readonly string[]): Prisma.Sql => {
  const parent = sqlName(node);
  return Prisma.sql`EXISTS (SELECT 1 FROM nodes child WHERE child.issuer_id = ${parent}.issuer_id
    AND child.parent_id = ${parent}.id AND child.kind::text = ANY(${[...kinds]}) AND child.status = 'active')`;
};

/** Whether a node comes after another one of an issuer, by kind, name and id, as an expression of SQL. */
export const comesAfter = (node: string, { issuerId, id }: { issuerId: string; id: string }): Prisma.Sql => {
  const later = sqlName(node);
  return Prisma.sql`(${later}.kind, ${later}.name_1, ${later}.id) > (SELECT earlier.kind, earlier.name_1, earlier.id
    FROM nodes earlier WHERE earlier.issuer_id = ${issuerId}::uuid AND earlier.id = ${id}::uuid)`;
};
