import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { nodeColumns, within } from '../../access/policy/scope';
import { database, type Transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { atNode } from '../../directory/structure/reads/joins';
import { recordsOf, rowsOf } from '../../kit/setup/records-of';
import centralTravelTemplate from './entities/central-travel-template';

const offeredRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  companyId: z.string(),
  company: z.string(),
  name: z.string()
});

/** A template by which the principal may upload bookings, with its company. */
export type OfferedTemplate = z.infer<typeof offeredRow>;

const MOST_OFFERED = 200;

/** The active central travel templates of the companies in the principal's scope, by company and name (C3.037). */
export const offeredTemplates = (
  { scope }: Pick<Principal, 'scope'>,
  tx: Transaction = database()
): Promise<OfferedTemplate[]> =>
  readRows(tx, offeredRow)`
    SELECT r.issuer_id AS "issuerId", r.id, r.owner_id AS "companyId", n.name_1 AS company, r.name
    FROM ${rowsOf(centralTravelTemplate)} r ${atNode('r.owner_id')}
    WHERE r.active AND ${within(scope, nodeColumns('n'))} ORDER BY n.name_1, r.name, r.id LIMIT ${MOST_OFFERED}`;

/** A central travel template, whose issuer is known to be the principal's. */
export async function templateOf(tx: Transaction, { issuerId, id }: { issuerId: string; id: string }) {
  const [template] = await recordsOf(tx, centralTravelTemplate)`
    WHERE r.issuer_id = ${issuerId}::uuid AND r.id = ${id}::uuid`;
  return template;
}

/** A template with its values. */
export type CentralTravelTemplate = NonNullable<Awaited<ReturnType<typeof templateOf>>>;
