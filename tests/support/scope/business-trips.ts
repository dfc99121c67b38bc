import { randomUUID } from 'node:crypto';
import { database } from '@/lib/core/database/database';
import { destinationsOffered } from '@/lib/money/business-trips/destinations';
import { BUSINESS_TRIPS } from '@/lib/money/business-trips/listing';
import { chargesOfTrip, reportTrip } from '@/lib/money/business-trips/report-trip';
import { addDrive, removeDrive, saveDays } from '@/lib/money/business-trips/save-contents';
import { createTrip, deleteTrip, editableTrip, editTrip } from '@/lib/money/business-trips/save-trip';
import { heldTrip, seenTrip } from '@/lib/money/business-trips/trips';
import { tripSchema } from '@/lib/money/expenses/trip-schema';
import { ORIGIN } from '../module-world';
import { exported } from './listed';
import { ownedRecords } from './owned-records';
import type { ScopeModule } from './registry';

const HEAD = {
  name: 'x',
  destinations: 'x',
  purpose: 'x',
  allowance: null,
  firstDay: '2026-03-01',
  departure: '08:00',
  lastDay: '2026-03-02',
  arrival: '18:00'
};
const drive = () =>
  tripSchema.parse({
    spentOn: '2026-03-01',
    vehicle: 'Car',
    route: 'x',
    expenseTypeId: randomUUID(),
    measure: 'distance',
    distance: '1',
    description: 'x'
  });

const trips = ownedRecords();

/** A business trip stands at the account of its owner. */
export const businessTrips: ScopeModule = {
  name: 'business trips',
  populate: (world) =>
    trips.addToCardholders(world, (account, id, ownerId) =>
      world.database.query(
        `INSERT INTO business_trips (issuer_id, id, company_id, account_id, owner_id, name, destinations, purpose,
           first_day, departure, last_day, arrival, created_at)
         VALUES ($1, $2, $3, $4, $5, 'Trip', 'Oslo', 'Visit', '2026-03-01', '08:00', '2026-03-02', '18:00', now())`,
        [account.issuerId, id, account.companyId, account.id, ownerId]
      )
    ),
  isSeen: trips.isSeen,
  readers: {
    BUSINESS_TRIPS: (principal, world) => exported(principal, BUSINESS_TRIPS, world),
    seenTrip: (principal, world) => trips.found(world, (id) => seenTrip(principal, id)),
    heldTrip: (principal, world) => trips.found(world, (id) => heldTrip(database(), principal, id)),
    // Names of places, and no records.
    destinationsOffered: async (principal) => {
      await destinationsOffered(principal);
      return [];
    },
    chargesOfTrip: async (principal, world) => {
      const seen = await Promise.all(trips.of(world).map(({ id }) => seenTrip(principal, id)));
      const charges = await Promise.all(seen.map((trip) => (trip ? chargesOfTrip(principal, trip) : [])));
      return charges.flat().map(({ id }) => id);
    }
  },
  complete: {
    seenTrip: trips.seenBy
  },
  writes: {
    createTrip: (principal, accountId) => createTrip(principal, { ...HEAD, accountId }, ORIGIN),
    editTrip: (principal, id) => editTrip(principal, id, { ...HEAD, version: 1 }, ORIGIN),
    editableTrip: (principal, id) => editableTrip(database(), principal, id),
    deleteTrip: (principal, id) => deleteTrip(principal, id, ORIGIN),
    saveDays: (principal, id) => saveDays(principal, id, { days: [], version: 1 }, ORIGIN),
    addDrive: (principal, id) => addDrive(principal, id, drive(), ORIGIN),
    removeDrive: (principal, id) => removeDrive(principal, { id, driveId: id }, ORIGIN),
    reportTrip: (principal, id) => reportTrip(principal, id, 1, ORIGIN)
  },
  targets: trips.targets
};
