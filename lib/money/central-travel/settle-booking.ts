import { may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { type Booking, chargesFor, seenBooking } from './bookings';
import { lockMatches } from './match-waiting';

/** Matches a booking to a charge that a person chose among those of its central travel accounts (C3.037D). */
export function chooseCharge(
  principal: Principal,
  { id, transactionId }: { id: string; transactionId: string },
  origin: Origin
): Promise<Result<null>> {
  return settling(principal, id, async (tx, booking) => {
    if (booking.transactionId !== null) return refused({ code: 'central.travel.matched.already' });
    const charge = (await chargesFor(principal, booking, tx)).find((one) => one.id === transactionId);
    if (!charge) return refused({ code: 'central.travel.charge.gone' });
    await tx.$executeRaw`
      UPDATE central_travel_bookings SET result = 'matched', matched_by = 'hand', transaction_id = ${transactionId}::uuid
      WHERE issuer_id = ${booking.issuerId}::uuid AND id = ${id}::uuid`;
    await recordAct(tx, principal, origin, actOf(booking, 'central_travel_booking.matched', transactionId));
    return accepted(null);
  });
}

/** Takes a booking off its charge: from then on it waits for a person, and no rule matches it again. */
export function undoMatch(principal: Principal, id: string, origin: Origin): Promise<Result<null>> {
  return settling(principal, id, async (tx, booking) => {
    if (booking.transactionId === null) return refused({ code: 'central.travel.unmatched.already' });
    await tx.$executeRaw`
      UPDATE central_travel_bookings
      SET result = 'none', matched_by = NULL, transaction_id = NULL, left_to_hand = true
      WHERE issuer_id = ${booking.issuerId}::uuid AND id = ${id}::uuid`;
    await recordAct(tx, principal, origin, actOf(booking, 'central_travel_booking.unmatched', booking.transactionId));
    return accepted(null);
  });
}

/** A change of a booking that the principal may settle, as it is once the company's matches are locked. */
function settling(
  principal: Principal,
  id: string,
  settle: (tx: Transaction, booking: Booking) => Promise<Result<null>>
): Promise<Result<null>> {
  return transaction(async (tx) => {
    if (!may(principal, 'central_travel', 'modify')) return refused({ code: 'forbidden.action' });
    const seen = await seenBooking(principal, id, tx);
    if (!seen) return refused({ code: 'not.found' });
    await lockMatches(tx, seen);
    const booking = await seenBooking(principal, id, tx);
    return booking ? settle(tx, booking) : refused({ code: 'not.found' });
  });
}

const actOf = (
  { issuerId, companyId: nodeId, id: entityId, traveller }: Booking,
  action: 'central_travel_booking.matched' | 'central_travel_booking.unmatched',
  charge: string
) => ({
  ...{ issuerId, nodeId, action, entity: 'central_travel_booking' as const, entityId },
  details: { traveller, transaction: charge }
});
