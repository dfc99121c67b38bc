import { z } from 'zod';
import { may, type Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { KINDS } from '../../directory/structure/kinds';
import { atAccount, atCompany, atIssuer } from '../../directory/structure/reads/joins';
import { NODES } from '../../directory/structure/reads/nodes';
import { contains } from '../../kit/listing/listing';

const MOST = 20;

const alertPlaceRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  path: z.string(),
  companyId: z.string().nullable(),
  kind: z.enum(KINDS),
  name: z.string(),
  /** Of an account. */
  lastFour: z.string().nullable(),
  /** Of an account, a company or its issuer. */
  currency: z.string()
});

/** A place that an alert can watch. */
export type AlertPlace = z.infer<typeof alertPlaceRow>;

async function select(principal: Principal, condition: Prisma.Sql, tx: Transaction): Promise<AlertPlace[]> {
  if (!may(principal, 'alerts', 'modify')) return [];
  return readRows(tx, alertPlaceRow)`
    SELECT n.issuer_id AS "issuerId", n.id, n.path, n.company_id AS "companyId", n.kind::text AS kind, n.name_1 AS name,
      a.last_four AS "lastFour", coalesce(a.currency, c.currency, i.base_currency) AS currency
    FROM ${NODES} n
    ${atIssuer('n')}
    LEFT ${atAccount('n.id')}
    LEFT ${atCompany('n.company_id')}
    WHERE n.issuer_id = ${principal.issuerId}::uuid AND n.status = 'active'
      AND ${within(principal.scope, nodeColumns('n'))} AND ${condition}
    ORDER BY n.kind = 'account', length(n.path), n.name_1, n.id LIMIT ${MOST}`;
}

/** The places in the principal's part whose name, number or last four digits contain a text, from the top; at most 20. */
export function alertPlaces(principal: Principal, text: string): Promise<AlertPlace[]> {
  const sought = text.trim();
  const matching = sought
    ? contains(sought, Prisma.sql`n.name_1`, Prisma.sql`n.number`, Prisma.sql`a.last_four`)
    : Prisma.sql`TRUE`;
  return select(principal, matching, database());
}

/** One of them by its id, or null. */
export async function alertPlace(
  principal: Principal,
  id: string,
  tx: Transaction = database()
): Promise<AlertPlace | null> {
  const [place] = await select(principal, Prisma.sql`n.id = ${id}::uuid`, tx);
  return place ?? null;
}
