import { z } from 'zod';
import { principalOf } from '@/lib/access/policy/principal';
import { soughtText } from '@/lib/core/entry/plain-text';
import { json } from '@/lib/core/http/answers';
import { contract, on } from '@/lib/core/http/contract';
import { seenBooking } from '@/lib/money/central-travel/bookings';
import { findTravellers } from '@/lib/money/central-travel/travellers';
import { workspaceActor } from '@/lib/sign-in/session/session-cookie';
import { personOptions } from '../../people/person-options';

const query = z.object({ booking: z.uuid('invalid.entry'), q: soughtText(80) });

/** The people to whom the reader can give a booking, filtered by the typed text. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = contract({
  GET: on({
    auth: workspaceActor,
    query,
    async handle({ actor, query: { booking: id, q } }) {
      const principal = await principalOf(actor);
      const booking = await seenBooking(principal, id);
      return json(personOptions(booking ? await findTravellers(principal, booking, q) : []));
    }
  })
});
