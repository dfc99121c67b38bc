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
import type { ScopeModule } from './registry';
import type { ScopeWorld, Watcher } from './world';

interface Made {
  id: string;
  ownerId: string;
}

const made = new WeakMap<ScopeWorld, Made[]>();
const madeIn = (world: ScopeWorld) => made.get(world) ?? [];

/** Cardholders see their own; administrators all of their companies. */
function isSeen(watcher: Watcher, { id, ownerId }: Made, world: ScopeWorld): boolean {
  const { role, principal } = watcher;
  if (!['A', 'C', 'G'].includes(role) || !world.sees(watcher, id)) return false;
  return role !== 'A' || principal.userId === ownerId;
}

const found = async (world: ScopeWorld, read: (id: string) => Promise<{ id: string } | null>) =>
  (await Promise.all(madeIn(world).map(({ id }) => read(id)))).flatMap((one) => one?.id ?? []);

const HEAD = {
  ...{ name: 'x', destinations: 'x', purpose: 'x', allowance: null },
  ...{ firstDay: '2026-03-01', departure: '08:00', lastDay: '2026-03-02', arrival: '18:00' }
};
const drive = () =>
  tripSchema.parse({
    ...{ spentOn: '2026-03-01', vehicle: 'Car', route: 'x', expenseTypeId: randomUUID() },
    ...{ measure: 'distance', distance: '1', description: 'x' }
  });

/** A business trip stands at the account of its owner. */
export const businessTrips: ScopeModule = {
  name: 'business trips',
  async populate(world) {
    const kept: Made[] = [];
    for (const { role, stands, principal } of world.watchers) {
      const account = role === 'A' ? world.nodes.get([...stands][0] ?? '') : undefined;
      if (!account) continue;
      const id = randomUUID();
      await world.database.query(
        `INSERT INTO business_trips (issuer_id, id, company_id, account_id, owner_id, name, destinations, purpose,
           first_day, departure, last_day, arrival, created_at)
         VALUES ($1, $2, $3, $4, $5, 'Trip', 'Oslo', 'Visit', '2026-03-01', '08:00', '2026-03-02', '18:00', now())`,
        [account.issuerId, id, account.companyId, account.id, principal.userId]
      );
      world.placeOf.set(id, account.id);
      kept.push({ id, ownerId: principal.userId });
    }
    made.set(world, kept);
  },
  isSeen(watcher, id, world) {
    const one = madeIn(world).find((each) => each.id === id);
    return one ? isSeen(watcher, one, world) : world.sees(watcher, id);
  },
  readers: {
    BUSINESS_TRIPS: (principal, world) => exported(principal, BUSINESS_TRIPS, world),
    seenTrip: (principal, world) => found(world, (id) => seenTrip(principal, id)),
    heldTrip: (principal, world) => found(world, (id) => heldTrip(database(), principal, id)),
    // Names of places, and no records.
    destinationsOffered: async (principal) => {
      await destinationsOffered(principal);
      return [];
    },
    chargesOfTrip: async (principal, world) => {
      const trips = await Promise.all(madeIn(world).map(({ id }) => seenTrip(principal, id)));
      const charges = await Promise.all(trips.map((trip) => (trip ? chargesOfTrip(principal, trip) : [])));
      return charges.flat().map(({ id }) => id);
    }
  },
  complete: {
    seenTrip: (watcher, world) => madeIn(world).flatMap((one) => (isSeen(watcher, one, world) ? [one.id] : []))
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
  targets: (world) => madeIn(world).map(({ id }) => id)
};
