import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { nodeColumns, reaching, within } from '../../access/policy/scope';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { exists, readRows } from '../../core/database/rows';
import { joinedNode } from '../../directory/structure/reads/joined-node';
import { atNode } from '../../directory/structure/reads/joins';
import { rowsOf } from '../../kit/setup/records-of';
import integrator from './entities/integrator';

const choiceRow = z.strictObject({ id: z.string(), name: z.string(), company: z.string(), active: z.boolean() });

/** An integrator that can be told of something, with its company. */
export type IntegratorChoice = z.infer<typeof choiceRow>;

const MOST_OFFERED = 200;
const INTEGRATORS = rowsOf(integrator);

/** The active integrators of the companies that the principal's part is of, and the one that is named already. */
export const integratorChoices = (
  { issuerId, scope }: Principal,
  named: string | null = null
): Promise<IntegratorChoice[]> =>
  readRows(database(), choiceRow)`
    SELECT r.id, r.name, n.name_1 AS company, r.active
    FROM ${INTEGRATORS} r ${atNode('r.owner_id')}
    WHERE r.issuer_id = ${issuerId}::uuid AND (r.active OR r.id = ${named}::uuid)
      AND (${within(scope, nodeColumns('n'))} OR ${reaching(scope, nodeColumns('n'))})
    ORDER BY r.name, n.name_1, r.id LIMIT ${MOST_OFFERED}`;

/**
 * Whether an integrator is active and of the company that a place is in: what is spent in a company goes to no other one's
 * system.
 */
export const hearsOf = (
  tx: Transaction,
  { issuerId, id, nodeId }: { issuerId: string; id: string; nodeId: string }
): Promise<boolean> =>
  exists(tx)`
    SELECT 1 FROM ${INTEGRATORS} r ${joinedNode(Prisma.sql`r.issuer_id`, Prisma.sql`${nodeId}::uuid`)}
    WHERE r.issuer_id = ${issuerId}::uuid AND r.id = ${id}::uuid AND r.active AND n.company_id = r.owner_id`;
