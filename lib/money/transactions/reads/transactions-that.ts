import { Prisma } from '../../../core/database/prisma/client';
import { atNode } from '../../../directory/structure/reads/joins';

/** An issuer's transactions `t` that meet a condition, also of their account's node `n`, as rows of a statement: an order may follow. */
export const transactionsThat = (issuerId: string, condition: Prisma.Sql): Prisma.Sql => Prisma.sql`
  transactions t ${atNode('t.account_id')} WHERE t.issuer_id = ${issuerId}::uuid AND ${condition}`;
