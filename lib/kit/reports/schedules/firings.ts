import { z } from 'zod';
import type { Principal } from '../../../access/policy/principal';
import { database } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { readRows } from '../../../core/database/rows';
import { userName } from '../../../directory/people/reads/user-name';
import { seenSchedule } from './schedule';

const SHOWN = 10;

const firingRow = z.strictObject({
  dueAt: z.date(),
  firedAt: z.date(),
  failedAt: z.date().nullable(),
  /** Those who got it, and those who may not run the report. */
  sent: z.array(z.string()),
  notPermitted: z.array(z.string()),
  failed: z.array(z.string()),
  waiting: z.number()
});
type Firing = z.infer<typeof firingRow>;

const namesWith = (outcome: string) => Prisma.sql`coalesce(array_agg(d.name ORDER BY d.name) FILTER (
  WHERE d.outcome = ${outcome}), '{}')`;

/** The last firings of one of the principal's own schedules, the newest first. */
export async function lastFirings(principal: Principal, scheduleId: string): Promise<Firing[]> {
  if (!(await seenSchedule(principal, scheduleId))) return [];
  const { issuerId } = principal;
  return readRows(database(), firingRow)`
    SELECT f.due_at AS "dueAt", f.fired_at AS "firedAt", f.failed_at AS "failedAt", ${namesWith('sent')} AS sent,
      ${namesWith('not_permitted')} AS "notPermitted", ${namesWith('failed')} AS failed,
      count(d.firing_id) FILTER (WHERE d.outcome IS NULL)::int AS waiting
    FROM report_firings f LEFT JOIN LATERAL (
      SELECT t.firing_id, t.outcome, ${userName(Prisma.sql`t.issuer_id`, Prisma.sql`t.user_id`)} AS name
      FROM report_deliveries t WHERE (t.issuer_id, t.firing_id) = (f.issuer_id, f.id)) d ON true
    WHERE f.issuer_id = ${issuerId}::uuid AND f.schedule_id = ${scheduleId}::uuid
    GROUP BY f.issuer_id, f.id ORDER BY f.due_at DESC LIMIT ${SHOWN}`;
}
