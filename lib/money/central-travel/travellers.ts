import { may, type Principal } from '../../access/policy/principal';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { findPlacedPeople, type PlacedChoice } from '../../directory/people/find-people';
import { knownUser } from '../../directory/people/known-user';
import { type NamedUser, peopleNamed } from '../../directory/people/people-named';
import { isOf, partsOfName } from './match-bookings';

/** What a booking says about who travels. */
interface Told {
  traveller: string;
  employee: string | null;
}

/**
 * The people of a company whom a booking may be for: those with the traveler's name, and of several the one whose e-mail
 * address or user id the agency gives as the employee number (C3.037D). Each is named once, whatever user ids they have.
 */
export function mayBeFor({ traveller, employee }: Told, people: readonly NamedUser[]): string[] {
  const named = people.filter((one) => isOf(traveller, one));
  const sign = employee?.trim().toLowerCase();
  const signed = named.filter(
    ({ email, userId }) => sign && [email, userId].some((own) => own?.toLowerCase() === sign)
  );
  return [...new Set((signed.length > 0 ? signed : named).map(({ personId }) => personId))];
}

/** The people whom a booking may be for, each once. */
export async function travellersOf(
  booking: Told & { issuerId: string; companyId: string },
  tx: Transaction = database()
): Promise<NamedUser[]> {
  const people = await peopleNamed(tx, booking, partsOfName(booking.traveller));
  return mayBeFor(booking, people).flatMap((person) => {
    const ids = people.filter(({ personId }) => personId === person);
    // The one by which the person is known.
    return ids.find(({ id }) => id === person) ?? ids[0] ?? [];
  });
}

/**
 * The people of a booking's company to whom the principal may give it, by the beginnings of names and user id; at most 20.
 * The principal sees the company with the booking.
 */
export const findTravellers = async (
  principal: Principal,
  { issuerId, companyId }: { issuerId: string; companyId: string },
  text: string,
  tx: Transaction = database()
): Promise<PlacedChoice[]> =>
  may(principal, 'central_travel', 'modify')
    ? findPlacedPeople(Prisma.sql`u.issuer_id = ${issuerId}::uuid AND u.company_id = ${companyId}::uuid`, text, tx)
    : [];

/** The name of the user to whom a booking was given; null if they are gone. */
export const nameOfTraveller = async (issuerId: string, travellerId: string): Promise<string | null> =>
  (await knownUser(database(), { issuerId, id: travellerId }))?.name ?? null;
