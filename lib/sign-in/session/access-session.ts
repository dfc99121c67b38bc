import { z } from 'zod';
import type { Transaction } from '../../core/database/database';
import { readRows } from '../../core/database/rows';
import { secretHash } from '../../core/secrets/keys';
import { now } from '../../core/server/clock';
import { ofUser } from '../../directory/people/reads/of-user';

const accessedRow = z.strictObject({
  issuerId: z.string(),
  id: z.string(),
  userId: z.string(),
  accessorIssuerId: z.string(),
  accessorUserId: z.string(),
  ownSessionId: z.string(),
  idleSeconds: z.number(),
  /** Whether the administrator's own session continues: the use of this session counts as its use. */
  ownIsLive: z.boolean()
});
type Accessed = z.infer<typeof accessedRow>;

/**
 * The session for viewing as a user that a token opened, expired or not, if it wasn't ended; the administrator's own
 * session is locked.
 */
export async function accessBy(db: Transaction, token: string): Promise<Accessed | undefined> {
  const at = now();
  const rows = await readRows(db, accessedRow)`
    SELECT s.issuer_id AS "issuerId", s.id, s.user_id AS "userId", s.accessor_issuer_id AS "accessorIssuerId",
      s.accessor_user_id AS "accessorUserId", o.id AS "ownSessionId", o.idle_timeout_seconds AS "idleSeconds",
      o.revoked_at IS NULL AND o.expires_at > ${at} AND u.status = 'active'
        AND greatest(o.last_seen_at, s.last_seen_at) + make_interval(secs => o.idle_timeout_seconds) > ${at} AS "ownIsLive"
    FROM sessions s
    JOIN sessions o ON (o.issuer_id, o.id) = (s.accessor_issuer_id, s.accessor_session_id)
    ${ofUser('o.user_id')}
    WHERE s.token_hash = ${secretHash(token)} AND s.kind = 'access' AND s.revoked_at IS NULL
    FOR UPDATE OF s, o`;
  return rows[0];
}
