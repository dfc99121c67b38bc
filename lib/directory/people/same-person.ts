import type { Transaction } from '../../core/database/database';
import { exists } from '../../core/database/rows';

/** Whether two users of an issuer are one person: the same user id, or ids that are linked, directly or to one other. */
export async function isSamePerson(
  tx: Transaction,
  issuerId: string,
  [one, other]: readonly [string, string]
): Promise<boolean> {
  if (one === other) return true;
  const both = [one, other];
  return exists(tx)`
    SELECT 1 FROM user_links l WHERE l.issuer_id = ${issuerId}::uuid AND l.status = 'confirmed'
      AND l.linked_user_id = ANY(${both}::uuid[])
      AND (l.primary_user_id = ANY(${both}::uuid[]) OR EXISTS (SELECT 1 FROM user_links o
        WHERE o.issuer_id = l.issuer_id AND o.status = 'confirmed' AND o.primary_user_id = l.primary_user_id
          AND o.linked_user_id = ANY(${both}::uuid[]) AND o.linked_user_id <> l.linked_user_id))`;
}
