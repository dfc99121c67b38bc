import { defineModule } from '../../composition/define-module';
import { BUSINESS_TRIPS } from './listing';
import { tripsOfUser } from './trips-of-user';

export default defineModule({
  needs: [
    ...['access/policy', 'access/settings', 'directory/people', 'directory/programs', 'directory/structure'],
    ...['kit/listing', 'money/allowances', 'money/expense-policies', 'money/expenses', 'money/transactions']
  ],
  tables: ['business_trips', 'business_trip_days', 'business_trip_drives', 'business_trip_reports'],
  areas: {
    /** One's own business trips; administrators see those of their companies. Other eyes see none of them (C6.018). */
    business_trips: { roles: { A: 'vm', C: 'v', G: 'v' }, ofOwnEyes: ['view', 'modify'] }
  },
  programFeatures: ['business.trips'],
  auditActions: ['business_trip.changed', 'business_trip.created', 'business_trip.deleted', 'business_trip.reported'],
  lists: {
    'business-trips': {
      listing: BUSINESS_TRIPS,
      path: '/workspace/business-trips',
      record: ({ id }) => `/workspace/business-trips/${id}`
    }
  },
  belongings: [tripsOfUser],
  homeTasks: {
    'business.trips.over': {
      list: 'business-trips',
      query: { status: 'over' },
      needs: ['business_trips', 'modify'],
      program: 'business.trips',
      order: 46
    }
  }
});
