import { database } from '../../../lib/core/database/database';
import type { Result } from '../../../lib/core/entry/refusal';
import { saveDays } from '../../../lib/money/business-trips/save-contents';
import { createTrip } from '../../../lib/money/business-trips/save-trip';
import { businessTripSchema } from '../../../lib/money/business-trips/schema';
import { uploadBookings } from '../../../lib/money/central-travel/upload-bookings';
import { asUser, ORIGIN, type Person } from '../as-user';
import { DAY } from '../calendar';
import { addRecord } from '../set-up-records';
import { type Card, cardOfUser, cardsOfCompany } from './cards';
import { CHARGES } from './charges';

function done<T>(what: string, result: Result<T>): T {
  if (!result.ok) throw new Error(`${what}: ${JSON.stringify(result.refusal)}`);
  return result.value;
}

/** Who travelled, and on which days before the seeding. */
const TRAVELLER = 'anna.lindqvist';
const FROM = 8;
const TO = 6;

const daysBefore = (today: string, days: number) => new Date(Date.parse(today) - days * DAY).toISOString().slice(0, 10);

/** How many cards are looked at for one that nobody of the story has. */
const LOOKED_AT = 20;

/** The card on which a company's travel agency books: one that nobody of the story has; null without one. */
export async function centralCard(issuerId: string, company: string): Promise<Card | null> {
  const own = await Promise.all(Object.keys(CHARGES).map(cardOfUser));
  const taken = new Set(own.map((card) => card?.accountId));
  const cards = await cardsOfCompany(issuerId, company, LOOKED_AT);
  return cards.find(({ accountId }) => !taken.has(accountId)) ?? null;
}

/**
 * Imports what a travel agency booked: a flight whose charge is found by its ticket, a hotel with two charges that fit,
 * and a train that no charge has come for. The traveller has a trip with an allowance on these days, whose report is to
 * be made. @throws when a command refuses
 */
export async function travel(
  { issuerId, companyId, company }: { issuerId: string; companyId: string; company: string },
  administrator: Person,
  today: string
): Promise<void> {
  const [central, card] = [await centralCard(issuerId, company), await cardOfUser(TRAVELLER)];
  if (!central || card?.holder.issuerId !== issuerId) return;
  await database().node.update({
    where: { issuerId_id: { issuerId, id: central.accountId } },
    data: { name1: 'Central travel account' }
  });
  const [from, to, booked] = [daysBefore(today, FROM), daysBefore(today, TO), daysBefore(today, FROM + 2)];
  const rows = [
    'booking number,ticket number,traveler,route,from,to,booked on,carrier,amount,currency,project',
    `ND4K7Q,117-2404817735,LINDQVIST/ANNA MS,ARN-OSL-ARN,${from},${to},${booked},Nordvind Airlines,4190.00,SEK,Hydropower`,
    `HB90215,,LINDQVIST/ANNA MS,Hotel Festningen,${from},${to},${booked},Hotel Festningen,5240.00,SEK,Hydropower`,
    `FT55120,,LINDQVIST/ANNA MS,Oslo Airport – Oslo,${from},${from},${booked},Fjordtog,236.00,SEK,`
  ];
  await asUser(administrator, async (principal) => {
    const template = await addRecord(
      principal,
      'central-travel-template',
      { issuerId, companyId },
      {
        name: 'Nordic Travel Desk',
        place: central.accountId,
        tolerance: '3',
        days: 'ymd',
        mark: 'point',
        custom: ['Project']
      }
    );
    const file = { name: `bookings-${booked}.csv`, bytes: new TextEncoder().encode(rows.join('\n')) };
    done('bookings', await uploadBookings(principal, { templateId: template, file }, ORIGIN));
  });
  await asUser(card.holder, async (principal) => {
    const entry = businessTripSchema.parse({
      accountId: card.accountId,
      name: 'Hydropower works in Oslo',
      destinations: 'Oslo',
      purpose: 'To see the new turbines',
      allowance: 'Norway – Oslo',
      firstDay: from,
      departure: '07:10',
      lastDay: to,
      arrival: '19:40'
    });
    const id = done('trip', await createTrip(principal, entry, ORIGIN));
    const days = [from, daysBefore(today, FROM - 1), to].map((day, at) => ({
      day,
      destination: 'Norway – Oslo',
      breakfast: at > 0,
      lunch: false,
      dinner: at === 1
    }));
    done('days of a trip', await saveDays(principal, id, { days, version: 1 }, ORIGIN));
  });
}
