import { SYSTEM_ISSUER_ID } from '../audit/audit';
import { daysLater } from '../calendar/days';
import { database } from '../database/database';
import { now } from './clock';

/** Makes partitions ahead, and drops those and forgets the rows of core's own tables that are past their retention (PD.15). */
export async function maintain(): Promise<void> {
  const at = now();
  const db = database();
  await db.$executeRaw`SELECT maintain_partitions(${at}::date)::text`;
  // Of what strangers asked for, a day: there is no end to them.
  await db.$executeRaw`
    DELETE FROM outbox WHERE finished_at < ${daysLater(at, -30)}
      OR (issuer_id = ${SYSTEM_ISSUER_ID}::uuid AND finished_at < ${daysLater(at, -1)})`;
  await db.$executeRaw`DELETE FROM files WHERE expires_at < ${at}`;
  await db.largeFile.deleteMany({ where: { expiresAt: { lt: at } } });
  await db.rateLimit.deleteMany({ where: { expire: { lt: at.getTime() } } });
}
