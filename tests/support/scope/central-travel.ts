import { randomBytes, randomUUID } from 'node:crypto';
import { type Booking, bookingOf, chargeOf, chargesFor, seenBooking } from '@/lib/money/central-travel/bookings';
import { recentFiles, seenFile } from '@/lib/money/central-travel/files';
import { CENTRAL_TRAVEL_BOOKINGS } from '@/lib/money/central-travel/listing';
import { chooseCharge, giveToTraveller, takeFromTraveller, undoMatch } from '@/lib/money/central-travel/settle-booking';
import { offeredTemplates } from '@/lib/money/central-travel/templates';
import { findTravellers } from '@/lib/money/central-travel/travellers';
import { uploadBookings } from '@/lib/money/central-travel/upload-bookings';
import { ORIGIN } from '../module-world';
import { exported, idOf } from './listed';
import type { ScopeModule } from './registry';
import type { ScopeWorld } from './world';

interface Made {
  bookings: string[];
  files: string[];
  templates: string[];
  charges: string[];
}
const made = new WeakMap<ScopeWorld, Made>();
const of = (world: ScopeWorld): Made => made.get(world) ?? { bookings: [], files: [], templates: [], charges: [] };

/** Bookings and their files belong to their company; a charge that is seen shows its booking. */
export const centralTravel: ScopeModule = {
  name: 'central travel',
  async populate(world) {
    const kept: Made = { bookings: [], files: [], templates: [], charges: [] };
    for (const { id: companyId, issuerId } of world.all('company')) {
      const [user] = await world.database.query<{ id: string }>(
        'SELECT id FROM users WHERE issuer_id = $1 ORDER BY id LIMIT 1',
        [issuerId]
      );
      if (!user) continue;
      const [template, file] = [randomUUID(), randomUUID()];
      const data = { place: companyId, tolerance: 3, withoutName: false, days: 'ymd', mark: 'point' };
      await world.database.query(
        `INSERT INTO setup_records (issuer_id, id, entity, owner_id, name, data)
         VALUES ($1, $2, 'central-travel-template', $3, $4, $5)`,
        [issuerId, template, companyId, `Travel ${template.slice(0, 13)}`, JSON.stringify(data)]
      );
      await world.database.query(
        `INSERT INTO central_travel_files (issuer_id, id, company_id, template_id, user_id, file_name, content_hash, faults,
           bookings, uploaded_at) VALUES ($1, $2, $3, $4, $5, 'x.csv', $6, '[]', 2, now())`,
        [issuerId, file, companyId, template, user.id, randomBytes(32)]
      );
      const [charge] = await world.database.query<{ id: string }>(
        'SELECT id FROM transactions WHERE issuer_id = $1 AND company_id = $2 ORDER BY id LIMIT 1',
        [issuerId, companyId]
      );
      for (const [row, transaction] of [null, charge?.id ?? null].entries()) {
        const id = randomUUID();
        await world.database.query(
          `INSERT INTO central_travel_bookings (issuer_id, id, company_id, file_id, row_number, booking_number, traveller,
             amount, currency, result, matched_by, transaction_id)
           VALUES ($1, $2, $3, $4, $5, 'X7KQ2P', 'Sofia Holm', 1, 'NOK',
             CASE WHEN $6::uuid IS NULL THEN 'none' ELSE 'matched' END::central_travel_result,
             CASE WHEN $6::uuid IS NOT NULL THEN 'hand' END, $6::uuid)`,
          [issuerId, id, companyId, file, row + 2, transaction]
        );
        world.placeOf.set(id, companyId);
        kept.bookings.push(id);
        if (transaction) kept.charges.push(transaction);
      }
      for (const id of [template, file]) world.placeOf.set(id, companyId);
      kept.files.push(file);
      kept.templates.push(template);
    }
    made.set(world, kept);
  },
  readers: {
    CENTRAL_TRAVEL_BOOKINGS: (principal, world) => exported(principal, CENTRAL_TRAVEL_BOOKINGS, world),
    offeredTemplates: async (principal) => (await offeredTemplates(principal)).map(idOf),
    recentFiles: async (principal) => (await recentFiles(principal)).map(idOf),
    seenFile: async (principal, world) => seenOf(of(world).files, (id) => seenFile(principal, id)),
    seenBooking: async (principal, world) => seenOf(of(world).bookings, (id) => seenBooking(principal, id)),
    bookingOf: async (principal, world) => {
      const found = await Promise.all(of(world).charges.map((id) => bookingOf(principal, id)));
      return found.flatMap((one) => one?.transactionId ?? []);
    },
    chargeOf: async (principal, world) =>
      seenOf(of(world).charges, (transactionId) => chargeOf(principal, { transactionId } as Booking)),
    chargesFor: async (principal, world) => {
      const bookings = await Promise.all(of(world).bookings.map((id) => seenBooking(principal, id)));
      const found = await Promise.all(bookings.map((one) => (one ? chargesFor(principal, one) : [])));
      return found.flat().map(idOf);
    },
    // Who may be chosen is of the booking's company: a booking that is seen names it.
    findTravellers: async (principal, world) => {
      const bookings = await Promise.all(of(world).bookings.map((id) => seenBooking(principal, id)));
      const found = await Promise.all(bookings.map((one) => (one ? findTravellers(principal, one, '') : [])));
      return found.flatMap((people, at) => (people.length > 0 ? (bookings[at]?.id ?? []) : []));
    }
  },
  writes: {
    giveToTraveller: (principal, id) => giveToTraveller(principal, { id, traveller: 'nobody' }, ORIGIN),
    takeFromTraveller: (principal, id) => takeFromTraveller(principal, id, ORIGIN),
    chooseCharge: (principal, id, world) =>
      chooseCharge(principal, { id, transactionId: of(world).charges[0] ?? id }, ORIGIN),
    undoMatch: (principal, id) => undoMatch(principal, id, ORIGIN),
    uploadBookings: (principal, templateId) =>
      uploadBookings(principal, { templateId, file: { name: 'x.csv', bytes: new Uint8Array() } }, ORIGIN)
  },
  targets: (world) => of(world).bookings
};

async function seenOf(ids: readonly string[], see: (id: string) => Promise<{ id: string } | null>): Promise<string[]> {
  const found = await Promise.all(ids.map(see));
  return found.flatMap((one) => one?.id ?? []);
}
