import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows, textOf } from '../../core/database/rows';
import { newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { nameOfUser } from '../../directory/people/known-user';
import type { ExpenseReport } from './report';
import type { Decided } from './report-change';
import type { ReportEvent } from './states';

/** Notes an event on the way of a report. */
export async function recordEvent(
  tx: Transaction,
  { userId }: Principal,
  { issuerId, id }: ExpenseReport,
  { event, reason, decided }: { event: ReportEvent; reason: string | undefined; decided: Decided }
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO expense_report_events (issuer_id, id, report_id, occurred_at, event, actor_id, behalf_of, approver_id, reason)
    VALUES (${issuerId}::uuid, ${newId()}::uuid, ${id}::uuid, ${now()}, ${event}, ${userId}::uuid,
      ${decided.behalf?.userId ?? null}::uuid, ${decided.approverId}::uuid, ${reason ?? null})`;
}

const eventRow = z.strictObject({
  id: z.string(),
  occurredAt: z.date(),
  event: textOf<ReportEvent>(),
  by: z.string().nullable(),
  /** For whom they stood in. */
  behalfOf: z.string().nullable(),
  /** To whom it went. */
  approver: z.string().nullable(),
  reason: z.string().nullable()
});

/** An event on the way of a report. */
export type WayEvent = z.infer<typeof eventRow>;

const MOST = 100;
const nameOf = (column: Prisma.Sql) => nameOfUser(Prisma.sql`e.issuer_id`, column);

/** The way of a report that the principal sees, the newest event first. */
export const wayOf = ({ issuerId, id }: ExpenseReport): Promise<WayEvent[]> =>
  readRows(database(), eventRow)`
    SELECT e.id, e.occurred_at AS "occurredAt", e.event, e.reason, ${nameOf(Prisma.sql`e.actor_id`)} AS by,
      ${nameOf(Prisma.sql`e.behalf_of`)} AS "behalfOf", ${nameOf(Prisma.sql`e.approver_id`)} AS approver
    FROM expense_report_events e
    WHERE e.issuer_id = ${issuerId}::uuid AND e.report_id = ${id}::uuid
    ORDER BY e.occurred_at DESC, e.id DESC LIMIT ${MOST}`;
