import { defineModule } from '../../composition/define-module';
import { CENTRAL_TRAVEL_BOOKINGS } from './listing';
import { matchWaiting } from './match-waiting';
import { bookingsOfTransactions } from './retention';
import { travelOfUser } from './travel-of-user';

export default defineModule({
  needs: [
    ...['access/policy', 'directory/people', 'directory/structure', 'kit/listing', 'kit/setup'],
    ...['money/batches', 'money/feeds', 'money/transactions']
  ],
  tables: ['central_travel_files', 'central_travel_bookings'],
  areas: {
    /** Bookings of travel agencies; modify: uploading them, choosing their charges and who travels. */
    central_travel: { roles: { C: 'vm', G: 'vm', H: 'v', I: 'vm', Z: 'v' }, ofOwnEyes: ['modify'] }
  },
  programFeatures: ['central.travel'],
  auditActions: [
    ...['central_travel_booking.given', 'central_travel_booking.taken'],
    ...['central_travel_booking.matched', 'central_travel_booking.unmatched', 'central_travel_file.uploaded']
  ],
  lists: {
    'central-travel-bookings': {
      listing: CENTRAL_TRAVEL_BOOKINGS,
      path: '/workspace/central-travel',
      record: ({ id }) => `/workspace/central-travel/${id}`
    }
  },
  chores: { matchWaiting },
  belongings: [travelOfUser],
  retention: [bookingsOfTransactions]
});
