import { defineScreen } from '../define-screen';

export default defineScreen({
  label: 'listing.business-trips',
  group: 'spend',
  order: 109,
  icon: 'travel',
  needs: ['business_trips', 'view'],
  program: 'business.trips',
  create: {
    href: '/workspace/business-trips/new',
    label: 'business.trip.new',
    needs: ['business_trips', 'modify'],
    program: 'business.trips'
  }
});
