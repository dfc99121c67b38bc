import { may, type Principal } from '../../access/policy/principal';
import { database, type Transaction } from '../../core/database/database';
import { idRow, readRows } from '../../core/database/rows';
import type { Result } from '../../core/entry/refusal';
import type { PersonChoice, PlacedChoice } from '../../directory/people/find-people';
import { peopleOf } from '../../directory/people/people-by-id';
import { findInReach, pickedInReach } from '../../directory/people/people-in-reach';
import { ownAlert } from './alerts';

/** Those whom an alert of the principal can tell, by the beginnings of names and user id; at most 20. */
export async function findTold(principal: Principal, text: string): Promise<PlacedChoice[]> {
  return may(principal, 'alerts', 'modify') ? findInReach(principal, text) : [];
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

/** The ids of the users who were picked to be told; a refusal names the first unknown one. */
export const pickedTold = (
  tx: Transaction,
  principal: Principal,
  userIds: readonly string[],
  before: readonly PersonChoice[] = []
): Promise<Result<string[]>> => pickedInReach(tx, principal, userIds, { before, unknown: 'alert.recipient.unknown' });
