import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { database, type Transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { atNode } from '../../directory/structure/reads/joins';
import { todayAt } from '../../directory/structure/reads/today';
import { rowsOf } from '../../kit/setup/records-of';
import { type CodeValue, offeredForCode } from './code-values';
import scheme from './entities/scheme';
import { type Scheme, schemesNamed } from './schemes';
import { ofOnesCompany } from './split-profiles';

const ownSchemeRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  name: z.string(),
  companyId: z.string(),
  company: z.string()
});

/** A scheme of one of the principal's companies. */
export type OwnScheme = z.infer<typeof ownSchemeRow>;

const MOST = 200;

/**
 * The schemes of the companies to which the principal belongs or that are in the principal's scope; at most 200, by
 * company and name.
 */
export function ownSchemes({ scope }: Pick<Principal, 'scope'>): Promise<OwnScheme[]> {
  return readRows(database(), ownSchemeRow)`
    SELECT s.issuer_id AS "issuerId", s.id, s.name, n.id AS "companyId", n.name_1 AS company
    FROM ${rowsOf(scheme)} s ${atNode('s.owner_id')}
    WHERE s.active AND ${ofOnesCompany(scope)}
    ORDER BY n.name_1, n.id, lower(s.name), s.id LIMIT ${MOST}`;
}

/** One of these schemes with its accounting codes, or null. */
export async function ownScheme(
  { scope }: Pick<Principal, 'scope'>,
  id: string,
  tx: Transaction = database()
): Promise<(OwnScheme & { asks: Scheme }) | null> {
  const [row] = await readRows(tx, ownSchemeRow)`
    SELECT s.issuer_id AS "issuerId", s.id, s.name, n.id AS "companyId", n.name_1 AS company
    FROM ${rowsOf(scheme)} s ${atNode('s.owner_id')}
    WHERE s.id = ${id}::uuid AND s.active AND ${ofOnesCompany(scope)}`;
  if (!row) return null;
  const asks = (await schemesNamed(tx, row.issuerId, [id])).get(id);
  return asks ? { ...row, asks } : null;
}

/**
 * The values that can be chosen today for an accounting code of such a scheme; empty if the scheme isn't the
 * principal's.
 */
export async function offeredInScheme(
  principal: Pick<Principal, 'scope'>,
  id: string,
  { of, q, parent }: { of: string; q: string; parent: string }
): Promise<CodeValue[]> {
  const own = await ownScheme(principal, id);
  const code = own?.asks.codes.find((one) => one.id === of);
  if (!own || !code) return [];
  const coding = { scheme: own.asks, subsetId: null };
  const day = await todayAt(own.issuerId);
  return offeredForCode(database(), own.issuerId, { code, coding, day, text: q, parent });
}
