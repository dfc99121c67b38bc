import { z } from 'zod';
import { database, type Transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { readRows } from '../../../core/database/rows';

const groupRow = z.strictObject({ id: z.string(), name: z.string(), instructions: z.string().nullable() });

/** The group in which a user requests purchases. */
export type ActiveGroup = z.infer<typeof groupRow>;

interface Requester {
  issuerId: string;
  companyId: string;
  userId: string;
}

/**
 * The active group of a user in the company where they request; null without one: they can't request (C6.029). Within a
 * transaction it is held until its end, so that no request is made in a group that has just been closed.
 */
export async function activeGroup(
  { issuerId, companyId, userId }: Requester,
  tx?: Transaction
): Promise<ActiveGroup | null> {
  const [group] = await readRows(tx ?? database(), groupRow)`
    SELECT g.id, g.name, g.instructions FROM purchase_group_users m
    JOIN purchase_groups g ON (g.issuer_id, g.id) = (m.issuer_id, m.group_id)
    WHERE m.issuer_id = ${issuerId}::uuid AND m.user_id = ${userId}::uuid AND m.group_state = 'active'
      AND g.state = 'active' AND g.company_id = ${companyId}::uuid ${tx ? Prisma.sql`FOR SHARE OF g` : Prisma.empty}`;
  return group ?? null;
}
