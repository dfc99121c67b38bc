import type { Transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';

/** The user ids of all issuers, as rows: key and alias of each, and whose it is. */
export const USER_IDS = Prisma.sql`(SELECT user_id_key, b2b_alias, ldap_id, issuer_id, user_id FROM user_directory)`;

/** The user with a user id, as `userIdKey` makes it comparable, at the issuer with a number; null without one. */
export const userOfId = (tx: Transaction, userIdKey: string, issuerNumber: string) =>
  tx.userDirectory.findUnique({
    where: { userIdKey, user: { issuer: { number: issuerNumber } } },
    select: { issuerId: true, userId: true }
  });
