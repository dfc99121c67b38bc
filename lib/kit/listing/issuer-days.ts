import { wallClock } from '../../core/calendar/clocks';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { now } from '../../core/server/clock';

/** An issuer, for its time zone. */
interface At {
  issuerId: string;
}

/** The instant at which a day, `2026-02-28`, begins for readers at an issuer; `later` days after it. */
export const startOfDay = ({ issuerId }: At, day: string, later = 0): Prisma.Sql =>
  Prisma.sql`((${day}::text::date + ${later}::int)::timestamp
    AT TIME ZONE (SELECT time_zone FROM issuers WHERE id = ${issuerId}::uuid))`;

/** The current day in a time zone, `2026-02-28`. */
export const todayIn = (timeZone: string): string => wallClock(timeZone, now()).day;

/** The time zone of an issuer's readers. */
export async function timeZoneOf({ issuerId }: At): Promise<string> {
  const issuer = await database().issuer.findFirst({ where: { id: issuerId }, select: { timeZone: true } });
  return issuer?.timeZone ?? 'UTC';
}
