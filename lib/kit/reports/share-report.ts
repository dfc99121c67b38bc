import { may, type Principal } from '../../access/policy/principal';
import { recordAct } from '../../access/policy/record-act';
import type { Origin } from '../../core/audit/audit';
import { type Transaction, transaction } from '../../core/database/database';
import { accepted, type Result, refused } from '../../core/entry/refusal';
import { isId, newId } from '../../core/secrets/ids';
import { now } from '../../core/server/clock';
import { pickedInReach } from '../../directory/people/people-in-reach';
import { placeToPick } from './places';
import { type SavedReport, seenReport } from './saved-reports';
import { MOST_SHARES, READING_ROLES, type ShareEntry, sharesOf } from './shares';

type Held = Pick<SavedReport, 'id' | 'name'>;

/**
 * Shares a report with people in the principal's reach, or with a place in it, whose people see it from now on and run
 * it over what they may see themselves. Who has it already gets the new right (issue 18).
 */
export function shareReport(
  principal: Principal,
  { id, entry }: { id: string; entry: ShareEntry },
  origin: Origin
): Promise<Result<null>> {
  return managing(principal, id, async (tx, report) => {
    const added = entry.by === 'people' ? entry.recipients.length : 1;
    if ((await sharesOf(principal, id, tx)).length + added > MOST_SHARES)
      return refused({ code: 'report.sharing.many', params: { most: MOST_SHARES } });
    const done =
      entry.by === 'people'
        ? await shareWithPeople(tx, principal, report, entry)
        : await shareWithPlace(tx, principal, report, entry);
    if (!done.ok) return done;
    await record(tx, principal, origin, 'report.shared', report, {
      with: done.value,
      roles: entry.roles.join(', '),
      mayChange: entry.mayChange
    });
    return accepted(null);
  });
}

/** Shares a report with a person or a place no more. */
export function unshareReport(
  principal: Principal,
  { id, shareId }: { id: string; shareId: string },
  origin: Origin
): Promise<Result<null>> {
  return managing(principal, id, async (tx, report) => {
    const share = (await sharesOf(principal, id, tx)).find((one) => one.id === shareId);
    if (!share) return refused({ code: 'not.found' });
    await tx.reportShare.deleteMany({ where: { issuerId: principal.issuerId, id: shareId } });
    await record(tx, principal, origin, 'report.unshared', report, {
      with: share.person ?? share.place,
      roles: share.roles.join(', '),
      mayChange: share.mayChange
    });
    return accepted(null);
  });
}

/** Does something with a report that the principal may share, one after the other. */
function managing(
  principal: Principal,
  id: string,
  work: (tx: Transaction, report: Held) => Promise<Result<null>>
): Promise<Result<null>> {
  return transaction(async (tx) => {
    const seen = await seenReport(principal, id, tx);
    if (!seen) return refused({ code: 'not.found' });
    if (!seen.mayManage) return refused({ code: 'forbidden.action' });
    await tx.$executeRaw`
      SELECT 1 FROM report_definitions WHERE issuer_id = ${principal.issuerId}::uuid AND id = ${id}::uuid FOR UPDATE`;
    return work(tx, seen);
  });
}

async function shareWithPeople(
  tx: Transaction,
  principal: Principal,
  { id }: Held,
  { recipients, mayChange }: ShareEntry
): Promise<Result<string>> {
  const people = await pickedInReach(tx, principal, recipients, { before: [], unknown: 'report.sharing.unknown' });
  if (!people.ok) return people;
  const ids = people.value.map(() => newId());
  await tx.$executeRaw`
    INSERT INTO report_shares (issuer_id, id, definition_id, user_id, may_change, created_at)
    SELECT ${principal.issuerId}::uuid, p.id, ${id}::uuid, p.user_id, ${mayChange}, ${now()}
    FROM unnest(${ids}::uuid[], ${people.value}::uuid[]) AS p(id, user_id)
    ON CONFLICT (issuer_id, definition_id, user_id) DO UPDATE SET may_change = EXCLUDED.may_change`;
  return accepted(recipients.join(', '));
}

async function shareWithPlace(
  tx: Transaction,
  principal: Principal,
  { id }: Held,
  { nodeId, roles, mayChange }: ShareEntry
): Promise<Result<string>> {
  if (!may(principal, 'shared_reports', 'modify')) return refused({ code: 'forbidden.action', field: 'nodeId' });
  const place = nodeId && isId(nodeId) ? await placeToPick(principal, nodeId, tx) : null;
  if (!place) return refused({ code: 'place.not.found', field: 'nodeId' });
  await tx.$executeRaw`
    INSERT INTO report_shares (issuer_id, id, definition_id, node_id, roles, may_change, created_at)
    VALUES (${principal.issuerId}::uuid, ${newId()}::uuid, ${id}::uuid, ${place.id}::uuid,
      ${READING_ROLES.filter((role) => roles.includes(role))}::user_role[], ${mayChange}, ${now()})
    ON CONFLICT (issuer_id, definition_id, node_id, roles) DO UPDATE SET may_change = EXCLUDED.may_change`;
  return accepted(place.name);
}

const record = (
  tx: Transaction,
  principal: Principal,
  origin: Origin,
  action: 'report.shared' | 'report.unshared',
  { id, name }: Held,
  details: { with: string | null; roles: string; mayChange: boolean }
) =>
  recordAct(tx, principal, origin, {
    issuerId: principal.issuerId,
    action,
    entity: 'report',
    entityId: id,
    details: { name, ...details }
  });
