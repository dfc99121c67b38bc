import type { Principal } from '../../access/policy/principal';
import type { Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { now } from '../../core/server/clock';
import { OF_MESSAGE } from './message-notices';

type Owner = Pick<Principal, 'issuerId' | 'userId' | 'accessor'>;

/** Nobody reads or archives notices who only views as their owner (C6.018). */
const isOpenTo = (accessor: Owner['accessor']) => (accessor ? Prisma.sql`FALSE` : Prisma.sql`TRUE`);

/** The principal's own notices as a statement, for the inbox; is_expired: the file behind one is gone (C9.011); has_file: there is one. */
export const ownNotices = ({ issuerId, userId, accessor }: Owner): Prisma.Sql => Prisma.sql`
  SELECT t.id, t.posted_at, t.read_at, t.archived_at, t.kind, t.params, coalesce(t.file_until <= ${now()}, FALSE) AS is_expired,
    t.file_until IS NOT NULL AS has_file
  FROM inbox_notices t
  WHERE t.issuer_id = ${issuerId}::uuid AND t.user_id = ${userId}::uuid AND t.kind <> ${OF_MESSAGE}
    AND ${isOpenTo(accessor)}`;

/** Puts one of the principal's own notices into the archive, or back; it then counts as read. False if there is none. */
export async function archiveNotice(
  tx: Transaction,
  { issuerId, userId, accessor }: Owner,
  id: string,
  archivedAt: Date | null
): Promise<boolean> {
  const archived = await tx.$executeRaw`
    UPDATE inbox_notices t SET archived_at = ${archivedAt}::timestamptz, read_at = coalesce(t.read_at, ${now()})
    WHERE t.issuer_id = ${issuerId}::uuid AND t.user_id = ${userId}::uuid AND t.id = ${id}::uuid AND ${isOpenTo(accessor)}`;
  return archived === 1;
}
