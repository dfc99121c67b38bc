import { may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { personNamed } from '../../directory/people/find-people';
import { holdUsers } from '../../directory/people/reads/hold-users';
import { type Booking, chargesFor, seenBooking } from './bookings';
import { lockMatches } from './match-waiting';
import { findTravellers } from './travellers';

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

/**
 * Gives a booking to the person of its company who travels, named by user id or, without a script, by name: it is on their
 * trip from then on, whatever name the agency wrote (C3.037D).
 */
export function giveToTraveller(
  principal: Principal,
  { id, traveller }: { id: string; traveller: string },
  origin: Origin
): Promise<Result<null>> {
  return settling(principal, id, async (tx, booking) => {
    const unknown = refused({ code: 'central.travel.traveller.unknown', field: 'traveller' });
    const person = await personNamed((text) => findTravellers(principal, booking, text, tx), traveller);
    const { issuerId, companyId } = booking;
    if (booking.travellerId !== null) return refused({ code: 'central.travel.given.already', field: 'traveller' });
    const isThere = Prisma.sql`u.status = 'active' AND u.company_id = ${companyId}::uuid`;
    if (!person || !(await holdUsers(tx, issuerId, [person.id], isThere))) return unknown;
    await tx.$executeRaw`
      UPDATE central_travel_bookings SET traveller_id = ${person.id}::uuid
      WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid`;
    await recordAct(tx, principal, origin, travellerAct(booking, 'central_travel_booking.given', person.id));
    return accepted(null);
  });
}

/** Takes a booking back from the person to whom it was given: its name says again who travels. */
export function takeFromTraveller(principal: Principal, id: string, origin: Origin): Promise<Result<null>> {
  return settling(principal, id, async (tx, booking) => {
    const { issuerId, travellerId } = booking;
    if (travellerId === null) return accepted(null);
    await tx.$executeRaw`
      UPDATE central_travel_bookings SET traveller_id = NULL
      WHERE issuer_id = ${issuerId}::uuid AND id = ${id}::uuid`;
    await recordAct(tx, principal, origin, travellerAct(booking, 'central_travel_booking.taken', travellerId));
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

const travellerAct = (
  { issuerId, companyId: nodeId, id: entityId, traveller }: Booking,
  action: 'central_travel_booking.given' | 'central_travel_booking.taken',
  person: string
) => ({
  issuerId,
  nodeId,
  action,
  entity: 'central_travel_booking' as const,
  entityId,
  details: { traveller, person }
});

const actOf = (
  { issuerId, companyId: nodeId, id: entityId, traveller }: Booking,
  action: 'central_travel_booking.matched' | 'central_travel_booking.unmatched',
  charge: string
) => ({
  issuerId,
  nodeId,
  action,
  entity: 'central_travel_booking' as const,
  entityId,
  details: { traveller, transaction: charge }
});
