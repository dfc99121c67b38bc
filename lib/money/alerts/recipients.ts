import { may, type Principal } from '../../access/policy/principal';
import { within } from '../../access/policy/scope';
import { database, type Transaction } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { idRow, readRows } from '../../core/database/rows';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { findPlacedPeople, type PersonChoice, type PlacedChoice } from '../../directory/people/find-people';
import { peopleOf, peopleTyped } from '../../directory/people/people-by-id';
import { userColumns } from '../../directory/people/user-record';
import { ownAlert } from './alerts';

/** The condition that user `u` can be told: somebody in the principal's scope, or the principal. */
const isInReach = ({ issuerId, userId, scope }: Principal) =>
  Prisma.sql`u.issuer_id = ${issuerId}::uuid AND (u.id = ${userId}::uuid OR ${within(scope, userColumns)})`;

/** Those whom an alert of the principal can tell, by the beginnings of names and user id; at most 20. */
export async function findTold(principal: Principal, text: string): Promise<PlacedChoice[]> {
  return may(principal, 'alerts', 'modify') ? findPlacedPeople(isInReach(principal), text) : [];
}

/** Those whom one of the principal's own alerts tells, by name. */
export async function toldBy(
  principal: Principal,
  alertId: string,
  tx: Transaction = database()
): Promise<PersonChoice[]> {
  if (!(await ownAlert(principal, alertId, tx))) return [];
  const { issuerId } = principal;
  const rows = await readRows(tx, idRow)`
    SELECT r.user_id AS id FROM spending_alert_recipients r
    WHERE r.issuer_id = ${issuerId}::uuid AND r.alert_id = ${alertId}::uuid`;
  return peopleOf(
    tx,
    issuerId,
    rows.map(({ id }) => id)
  );
}

/** The ids of the users who were picked. Somebody who is told already stays; a refusal names the first unknown one. */
export async function pickedTold(
  tx: Transaction,
  principal: Principal,
  userIds: readonly string[],
  before: readonly PersonChoice[] = []
): Promise<Result<string[]>> {
  const staying = before.filter(({ userId }) => userIds.includes(userId));
  const others = userIds.filter((userId) => !staying.some((one) => one.userId === userId));
  const { people, unknown } = await peopleTyped(tx, isInReach(principal), others);
  if (unknown !== undefined)
    return refused({ code: 'alert.recipient.unknown', field: 'recipients', params: { userId: unknown } });
  return accepted([...new Set([...staying, ...people].map(({ id }) => id))]);
}

/** The principal themself, with whom a new alert begins. */
export const oneself = ({ issuerId, userId }: Principal): Promise<PersonChoice[]> =>
  peopleOf(database(), issuerId, [userId]);
