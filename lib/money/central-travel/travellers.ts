import { database } from '../../core/database/database';
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

/** How many people of its company a booking may be for. */
export const countOfTravellers = async (booking: Told & { issuerId: string; companyId: string }): Promise<number> =>
  mayBeFor(booking, await peopleNamed(database(), booking, partsOfName(booking.traveller))).length;
