import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import type { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';

const mailedRow = z.strictObject({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  locale: z.string().nullable()
});

/** A user whom a mail can reach. */
export type MailedUser = z.infer<typeof mailedRow>;

/** The most people that one thing is told to. */
const MOST_TOLD = 50;

/** The active users of an issuer with an address, for whom a condition over user `u` holds; at most 50. */
export const peopleToMail = (tx: Transaction, issuerId: string, condition: Prisma.Sql): Promise<MailedUser[]> =>
  readRows(tx, mailedRow)`
    SELECT u.id, u.email, concat_ws(' ', u.first_name, u.last_name) AS name, u.locale FROM users u
    WHERE u.issuer_id = ${issuerId}::uuid AND u.status = 'active' AND u.email IS NOT NULL AND ${condition}
    ORDER BY u.id LIMIT ${MOST_TOLD}`;
