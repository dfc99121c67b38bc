import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { now } from '../../core/server/clock';

/** An issuer, of which only its time zone matters. */
interface At {
  issuerId: string;
}

/** The instant at which a day, `2026-02-28`, begins for the readers at an issuer, as lists show it; `later` days after it. */
export const startOfDay = ({ issuerId }: At, day: string, later = 0): Prisma.Sql =>
  Prisma.sql`((${day}::text::date + ${later}::int)::timestamp
    AT TIME ZONE (SELECT time_zone FROM issuers WHERE id = ${issuerId}::uuid))`;

/** The day that it is in a time zone, `2026-02-28`. */
export const todayIn = (timeZone: string): string => new Intl.DateTimeFormat('sv', { timeZone }).format(now());

/** The time zone of an issuer's readers. */
export async function timeZoneOf({ issuerId }: At): Promise<string> {
  const issuer = await database().issuer.findFirst({ where: { id: issuerId }, select: { timeZone: true } });
  return issuer?.timeZone ?? 'UTC';
}
