import { Prisma } from '../../core/database/prisma/client';
import { atNode } from '../../directory/structure/reads/joins';
import { choicesOf, contains, type Listing } from '../../kit/listing/listing';
import { TRIP_OWNER, TRIP_STATUSES, TRIPS, tripStatus, tripsInView } from './trips';

const sql = Prisma.sql;

/** The business trips that the principal sees, the latest first (C1.039). */
export const BUSINESS_TRIPS: Listing = {
  name: 'business-trips',
  area: 'business_trips',
  // How far a trip is depends on the day, so it is worked out whenever the list is read.
  from: () => sql`(SELECT b.*, ${TRIP_OWNER} AS owner_name, ${tripStatus()} AS status FROM ${TRIPS}) b
    ${atNode('b.account_id')}`,
  where: tripsInView,
  issuer: sql`b.issuer_id`,
  id: sql`b.id`,
  columns: {
    name: { sql: sql`b.name`, type: 'text', label: 'business.trip.name', filter: 'contains', sort: false },
    destinations: {
      sql: sql`b.destinations`,
      type: 'text',
      label: 'business.trip.destinations',
      filter: 'contains',
      sort: false
    },
    owner: { sql: sql`b.owner_name`, type: 'text', label: 'business.trip.owner', filter: 'contains', sort: false },
    firstDay: { sql: sql`b.first_day`, type: 'date', label: 'allowance.first.day', filter: 'range' },
    lastDay: { sql: sql`b.last_day`, type: 'date', label: 'allowance.last.day', filter: 'range', sort: false },
    status: {
      sql: sql`b.status`,
      type: 'choice',
      label: 'transaction.state',
      filter: 'choice',
      choices: choicesOf(TRIP_STATUSES, (status) => `business.trip.status.${status}`),
      sort: false
    }
  },
  search: (text) => contains(text, sql`b.name`, sql`b.destinations`, sql`b.owner_name`),
  order: { column: 'firstDay', descending: true },
  tabs: [
    ...TRIP_STATUSES.map((status) => ({ label: `business.trip.status.${status}` as const, query: { status } })),
    { label: 'listing.tab.all', query: {} }
  ],
  presentation: {
    title: 'name',
    support: ['destinations'],
    date: 'firstDay',
    state: 'status',
    filters: ['firstDay', 'status']
  }
};
