import { z } from 'zod';
import { database } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { readRows } from '../../../core/database/rows';
import { now } from '../../../core/server/clock';
import { MOST_MISSES, MOST_SHOWN } from './limits';

/** What a link has come to, as SQL of `l`. */
export const LINK_STATE = () => Prisma.sql`(CASE
  WHEN l.declined_at IS NOT NULL THEN 'declined'
  WHEN l.withdrawn_at IS NOT NULL THEN 'withdrawn'
  WHEN l.misses >= ${MOST_MISSES} THEN 'locked'
  WHEN l.shown >= ${MOST_SHOWN} THEN 'used'
  WHEN l.expires_at <= ${now()} THEN 'expired'
  WHEN l.opened_at IS NOT NULL THEN 'opened'
  ELSE 'sent' END)`;

/** The condition that link `l` still leads somewhere. */
export const isGood = () => Prisma.sql`${LINK_STATE()} IN ('sent', 'opened')`;

const linkRow = z.strictObject({
  state: z.enum(['sent', 'opened', 'declined', 'withdrawn', 'locked', 'used', 'expired']),
  sentAt: z.date(),
  openedAt: z.date().nullable(),
  shown: z.number(),
  expiresAt: z.date(),
  reason: z.string().nullable()
});

/** A link to the supplier as its buyer sees it. */
export type SupplierLink = z.infer<typeof linkRow>;

/** The latest link of a request that its reader sees; null before the first. */
export async function linkOf({ issuerId, id }: { issuerId: string; id: string }): Promise<SupplierLink | null> {
  const [link] = await readRows(database(), linkRow)`
    SELECT ${LINK_STATE()} AS state, l.sent_at AS "sentAt", l.opened_at AS "openedAt", l.shown, l.expires_at AS "expiresAt",
      l.decline_reason AS reason
    FROM supplier_links l WHERE l.issuer_id = ${issuerId}::uuid AND l.request_id = ${id}::uuid
    ORDER BY l.sent_at DESC, l.id DESC LIMIT 1`;
  return link ?? null;
}
