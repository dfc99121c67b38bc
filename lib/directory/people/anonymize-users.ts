import { settingColumn } from '../../access/settings/setting-value';
import { appendAudit, type Origin } from '../../core/audit/audit';
import { database, type Transaction, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { keyRow, readRows } from '../../core/database/rows';
import { newAlias, newSecretToken } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { forgetSignIn } from '../../sign-in/account/forget-user';
import { hashPassword } from '../../sign-in/password/password-hash';

import type { Belongings } from './merge-users';

const BATCH = 100;
const ORIGIN: Origin = { requestId: 'retention', address: '127.0.0.1', userAgent: '' };

/**
 * Removes the names, addresses and credentials of users who were deleted longer ago than their company's retention
 * (CD.5, CD.31), with their personal data in all `belongings`. The record stays as the author of past actions. Returns
 * the number of users.
 */
export async function anonymizeDeletedUsers(belongings: readonly Belongings[]): Promise<number> {
  const retention = settingColumn('data.retention.months', Prisma.sql`u.issuer_id`, Prisma.sql`u.company_id`);
  const due = await readRows(database(), keyRow)`
    SELECT u.issuer_id AS "issuerId", u.id FROM users u
    WHERE u.deleted_at IS NOT NULL AND u.anonymized_at IS NULL
      AND u.deleted_at <= ${now()}::timestamptz - make_interval(months => (${retention})::int)
    ORDER BY u.deleted_at LIMIT ${BATCH}`;
  for (const user of due) {
    const hash = await hashPassword(newSecretToken(), user, ORIGIN);
    await transaction((tx) => anonymize(tx, user, hash, belongings));
  }
  return due.length;
}

async function anonymize(
  tx: Transaction,
  { issuerId, id }: { issuerId: string; id: string },
  hash: string,
  belongings: readonly Belongings[]
) {
  const userId = `deleted-${id}`;
  await forgetSignIn(tx, { issuerId, userId: id }, hash);
  const taken = await tx.$executeRaw`
    UPDATE users SET user_id = ${userId}, first_name = 'Deleted', last_name = 'user', email = NULL, phone = NULL,
      locale = NULL, time_zone = NULL, anonymized_at = ${now()}, updated_at = ${now()}, version = version + 1
    WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid AND anonymized_at IS NULL`;
  if (taken === 0) return;
  for (const { forget } of belongings) await forget?.(tx, { issuerId, id });
  await tx.userDirectory.updateMany({
    where: { issuerId, userId: id },
    data: { userIdKey: userId, b2bAlias: newAlias(), ldapId: newAlias() }
  });
  await appendAudit(tx, ORIGIN, { issuerId, action: 'user.anonymized', entity: 'user', entityId: id });
}
