import { nodeColumns, within } from '../../access/policy/scope';
import { Prisma } from '../../core/database/prisma/client';
import { choicesOf, type Listing } from '../../kit/listing/listing';
import { FILE_COLUMNS, issuerOf, OUTCOMES, TIME_COLUMNS } from './feeds';

/** Amounts that could not be read have no currency, and no sum. */
const summed = (column: Prisma.Sql) => Prisma.sql`CASE WHEN t.currency <> '' THEN ${column} END`;
const currency = Prisma.sql`nullif(t.currency, '')`;

/**
 * The control totals of the feeds that the principal sees: what each file booked, had already and was refused, by
 * currency. A file that was refused as a whole has one row without totals.
 */
export const FEED_TOTALS: Listing = {
  name: 'feed-totals',
  area: 'feeds',
  from: () => Prisma.sql`feeds f ${issuerOf('f')}
    LEFT JOIN feed_totals t ON (t.issuer_id, t.feed_id) = (f.issuer_id, f.id) AND t.rows > 0`,
  where: ({ scope }) => within(scope, nodeColumns('n')),
  issuer: Prisma.sql`f.issuer_id`,
  id: Prisma.sql`md5(concat_ws('/', f.id, t.outcome, t.currency))::uuid`,
  columns: {
    ...FILE_COLUMNS,
    outcome: {
      sql: Prisma.sql`t.outcome::text`,
      type: 'choice',
      label: 'feed.outcome',
      nullable: true,
      filter: 'choice',
      choices: choicesOf(OUTCOMES, (outcome) => `feed.outcome.${outcome}`)
    },
    rows: { sql: Prisma.sql`t.rows`, type: 'number', label: 'feed.rows', nullable: true },
    debit: { sql: summed(Prisma.sql`t.debit`), type: 'money', label: 'feed.debit', nullable: true, currency },
    credit: { sql: summed(Prisma.sql`t.credit`), type: 'money', label: 'feed.credit', nullable: true, currency },
    trailer: {
      sql: Prisma.sql`CASE WHEN f.mismatch IS NOT NULL THEN 'differs' WHEN f.trailer = '{}' THEN 'none' ELSE 'agrees' END`,
      type: 'choice',
      label: 'feed.outcome.trailer',
      filter: 'choice',
      choices: {
        agrees: 'feed.trailer.check.agrees',
        differs: 'feed.trailer.check.differs',
        none: 'feed.trailer.check.none'
      }
    },
    ...TIME_COLUMNS
  },
  order: { column: 'created', descending: true }
};
