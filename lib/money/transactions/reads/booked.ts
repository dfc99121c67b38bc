import { Prisma } from '../../../core/database/prisma/client';

/** The part of a feed's transactions with ids and days from the first to the last. */
interface BookedPart {
  issuerId: string;
  feedId: string;
  firstId: string;
  lastId: string;
  firstDay: string;
  lastDay: string;
}

/** The transactions `t` of a part of a feed, as rows of a statement: a condition may follow with `AND`. */
export const transactionsBooked = (part: BookedPart): Prisma.Sql => Prisma.sql`
  transactions t WHERE t.issuer_id = ${part.issuerId}::uuid AND t.feed_id = ${part.feedId}::uuid
    AND t.posting_date BETWEEN ${part.firstDay}::date AND ${part.lastDay}::date
    AND t.id BETWEEN ${part.firstId}::uuid AND ${part.lastId}::uuid`;
