import { z } from 'zod';
import { appendAudit, type Origin } from '../../../core/audit/audit';
import { daysLater } from '../../../core/calendar/days';
import { database, type Transaction, transaction } from '../../../core/database/database';
import { sqlName } from '../../../core/database/names';
import { Prisma } from '../../../core/database/prisma/client';
import { keyRow, readRows } from '../../../core/database/rows';
import { now } from '../../../core/server/clock';

/** An unconfirmed link lapses after this time (CD.32). */
export const DAYS_TO_CONFIRM = 7;

const BATCH = 100;
const ORIGIN: Origin = { requestId: 'links', address: '127.0.0.1', userAgent: '' };

const lastRequest = () => daysLater(now(), -DAYS_TO_CONFIRM);

/** The condition that a link of `user_links`, under an alias, is unconfirmed and has not lapsed. */
export const stillWaits = (alias: string): Prisma.Sql =>
  Prisma.sql`(${sqlName(alias)}.status = 'unconfirmed' AND ${sqlName(alias)}.requested_at > ${lastRequest()})`;

/** Marks unconfirmed links as lapsed after their time. Returns their number. */
export async function lapseLinks(): Promise<number> {
  const due = await readRows(database(), keyRow)`
    SELECT issuer_id AS "issuerId", id FROM user_links
    WHERE status = 'unconfirmed' AND requested_at <= ${lastRequest()} ORDER BY requested_at LIMIT ${BATCH}`;
  for (const link of due) await transaction((tx) => lapse(tx, link));
  return due.length;
}

const lapsedRow = z.strictObject({ primaryId: z.string(), linkedId: z.string() });

/** Marks one link as lapsed if it is unconfirmed and its time is over. */
export async function lapse(tx: Transaction, { issuerId, id }: { issuerId: string; id: string }): Promise<void> {
  const [lapsed] = await readRows(tx, lapsedRow)`
    UPDATE user_links SET status = 'unlinked', unlinked_at = ${now()}, lapsed_at = ${now()}, refusal_hash = NULL,
      refusal_expires_at = NULL
    WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid AND status = 'unconfirmed' AND requested_at <= ${lastRequest()}
    RETURNING primary_user_id AS "primaryId", linked_user_id AS "linkedId"`;
  if (!lapsed) return;
  await appendAudit(tx, ORIGIN, {
    issuerId,
    action: 'user_link.lapsed',
    entity: 'user',
    entityId: lapsed.primaryId,
    details: { link: id, linked: lapsed.linkedId }
  });
}
