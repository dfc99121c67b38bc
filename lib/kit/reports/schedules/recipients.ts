import { may, type Principal } from '../../../access/policy/principal';
import { database, type Transaction } from '../../../core/database/database';
import { idRow, readRows } from '../../../core/database/rows';
import type { Result } from '../../../core/entry/refusal';
import type { PersonChoice, PlacedChoice } from '../../../directory/people/find-people';
import { peopleOf } from '../../../directory/people/people-by-id';
import { findInReach, pickedInReach } from '../../../directory/people/people-in-reach';
import { seenSchedule } from './schedule';

/** Those to whom the principal can have a report sent, by the beginnings of names and user id; at most 20. */
export async function findRecipients(principal: Principal, text: string): Promise<PlacedChoice[]> {
  return may(principal, 'report_schedules', 'modify') ? findInReach(principal, text) : [];
}

/** The recipients of one of the principal's own schedules, by name. */
export async function recipientsOf(
  principal: Principal,
  scheduleId: string,
  tx: Transaction = database()
): Promise<PersonChoice[]> {
  if (!(await seenSchedule(principal, scheduleId, tx))) return [];
  const { issuerId } = principal;
  const rows = await readRows(tx, idRow)`
    SELECT r.user_id AS id FROM report_recipients r
    WHERE r.issuer_id = ${issuerId}::uuid AND r.schedule_id = ${scheduleId}::uuid`;
  return peopleOf(
    tx,
    issuerId,
    rows.map(({ id }) => id)
  );
}

/** The ids of the users who were picked as recipients; a refusal names the first unknown one. */
export const pickedRecipients = (
  tx: Transaction,
  principal: Principal,
  userIds: readonly string[],
  before: readonly PersonChoice[] = []
): Promise<Result<string[]>> =>
  pickedInReach(tx, principal, userIds, { before, unknown: 'report.schedule.recipient.unknown' });
