import type { Principal } from '../access/principal';
import { nodeColumns, within } from '../access/scope';
import { database } from '../core/database';

export interface Company {
  id: string;
  currency: string;
  /** The month that the fiscal year starts with. */
  fiscalStart: number;
}

/** What a company has beside its node; null for what the principal doesn't see. */
export async function seenCompany({ scope }: Pick<Principal, 'scope'>, id: string): Promise<Company | null> {
  const [company] = await database().$queryRaw<Company[]>`
    SELECT c.id, c.currency, c.fiscal_start::int AS "fiscalStart"
    FROM companies c JOIN nodes n ON (n.issuer_id, n.id) = (c.issuer_id, c.id)
    WHERE n.id = ${id}::uuid AND ${within(scope, nodeColumns('n'))}`;
  return company ?? null;
}
