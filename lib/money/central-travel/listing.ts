import { nodeColumns, within } from '../../access/policy/scope';
import { Prisma } from '../../core/database/prisma/client';
import { choicesOf, contains, type Listing } from '../../kit/listing/listing';
import { PLACED_BOOKINGS } from './bookings';
import { RESULTS } from './match-bookings';

/** The bookings of travel agencies for the companies in the principal's scope, the latest trips first (C3.037D). */
export const CENTRAL_TRAVEL_BOOKINGS = {
  name: 'central-travel-bookings',
  area: 'central_travel',
  from: () => PLACED_BOOKINGS,
  where: ({ scope }) => within(scope, nodeColumns('n')),
  issuer: Prisma.sql`b.issuer_id`,
  id: Prisma.sql`b.id`,
  columns: {
    traveller: {
      sql: Prisma.sql`b.traveller`,
      type: 'text',
      label: 'central.travel.traveller',
      filter: 'contains',
      sort: false
    },
    booking: {
      sql: Prisma.sql`coalesce(b.booking_number, b.ticket_number)`,
      type: 'text',
      label: 'central.travel.booking',
      filter: 'contains',
      sort: false
    },
    route: {
      sql: Prisma.sql`b.route`,
      type: 'text',
      label: 'central.travel.route',
      nullable: true,
      filter: 'contains',
      sort: false
    },
    day: {
      sql: Prisma.sql`coalesce(b.from_on, b.booked_on, f.uploaded_at::date)`,
      type: 'date',
      label: 'central.travel.from',
      filter: 'range'
    },
    amount: {
      sql: Prisma.sql`b.amount`,
      type: 'money',
      label: 'central.travel.amount',
      currency: Prisma.sql`b.currency`,
      filter: 'range',
      sort: false
    },
    company: {
      sql: Prisma.sql`n.name_1`,
      type: 'text',
      label: 'central.travel.company',
      filter: 'contains',
      sort: false,
      hidden: true
    },
    file: {
      sql: Prisma.sql`f.file_name`,
      type: 'text',
      label: 'central.travel.file',
      filter: 'contains',
      sort: false,
      hidden: true
    },
    result: {
      sql: Prisma.sql`b.result::text`,
      type: 'choice',
      label: 'central.travel.result',
      filter: 'choice',
      choices: choicesOf(RESULTS, (result) => `central.travel.result.${result}`),
      sort: false
    }
  },
  search: (text) =>
    contains(
      text,
      Prisma.sql`b.traveller`,
      Prisma.sql`b.booking_number`,
      Prisma.sql`b.ticket_number`,
      Prisma.sql`b.route`
    ),
  order: { column: 'day', descending: true },
  tabs: [
    { label: 'listing.tab.all', query: {} },
    ...(['several', 'none', 'already', 'matched'] as const).map((result) => ({
      label: `central.travel.result.${result}` as const,
      query: { result }
    }))
  ],
  presentation: {
    title: 'traveller',
    support: ['booking'],
    figure: 'amount',
    state: 'result',
    filters: ['route', 'day', 'amount']
  }
} as const satisfies Listing;
