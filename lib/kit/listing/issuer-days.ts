import { wallClock } from '../../core/calendar/clocks';
import { Prisma } from '../../core/database/prisma/client';
import { now } from '../../core/server/clock';
import { timeZoneIn } from '../../directory/structure/reads/today';

/** An issuer, for its time zone. */
interface At {
  issuerId: string;
}

/** The instant at which a day, `2026-02-28`, begins for readers at an issuer; `later` days after it. */
export const startOfDay = ({ issuerId }: At, day: string, later = 0): Prisma.Sql =>
  Prisma.sql`((${day}::text::date + ${later}::int)::timestamp AT TIME ZONE ${timeZoneIn(Prisma.sql`${issuerId}::uuid`)})`;

/** The current day in a time zone, `2026-02-28`. */
export const todayIn = (timeZone: string): string => wallClock(timeZone, now()).day;
