import { z } from 'zod';
import { may, type Principal } from '../../../access/policy/principal';
import { recordAct } from '../../../access/policy/record-act';
import { nodeColumns, within } from '../../../access/policy/scope';
import type { Origin } from '../../../core/audit/audit';
import { database, type Transaction, transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { exists, readRows } from '../../../core/database/rows';
import { minorDigits } from '../../../core/entry/currency';
import { accepted, type Result, refused } from '../../../core/entry/refusal';
import { newId } from '../../../core/secrets/ids';
import { now } from '../../../core/server/clock';
import { findPlacedPeople, type PlacedChoice, personNamed } from '../../../directory/people/find-people';
import { grantedPlaces } from '../../../directory/people/granted-places';
import { userColumns } from '../../../directory/people/user-record';
import { currencyOf } from '../../../directory/structure/companies';
import { todayAt } from '../../../directory/structure/reads/today';
import { postNotice } from '../../../kit/notices/post-notice';
import { heldAdvance } from './advances';
import type { AdvanceEntry } from './schema';

const sql = Prisma.sql;

/** The accounts `n` in the principal's scope for which user `u` may make expense reports. */
const accountsOf = ({ scope }: Principal) =>
  sql`${grantedPlaces('expense_reports', 'modify')} AND ${within(scope, nodeColumns('n'))}`;

/** The people of the principal's scope to whom they can enter an advance, by the beginnings of names and user id; at most 20. */
export async function findAdvanced(
  principal: Principal,
  text: string,
  tx: Transaction = database()
): Promise<PlacedChoice[]> {
  if (!may(principal, 'cash_advances', 'modify')) return [];
  return findPlacedPeople(
    sql`u.issuer_id = ${principal.issuerId}::uuid AND ${within(principal.scope, userColumns)}
      AND EXISTS (SELECT 1 FROM ${accountsOf(principal)})`,
    text,
    tx
  );
}

const placeRow = z.strictObject({ accountId: z.string(), companyId: z.string() });

/**
 * Enters money that a company gave one of its cardholders beforehand (issue 17, point 4). Nobody enters one for
 * themselves. Its owner is told. Returns its id.
 */
export function enterAdvance(principal: Principal, entry: AdvanceEntry, origin: Origin): Promise<Result<string>> {
  return transaction(async (tx) => {
    if (!may(principal, 'cash_advances', 'modify')) return refused({ code: 'forbidden.action' });
    const { issuerId, userId } = principal;
    const named = await personNamed((typed) => findAdvanced(principal, typed, tx), entry.person);
    if (!named) return refused({ code: 'advance.person', field: 'person' });
    const { id: ownerId } = named;
    if (await isSamePerson(tx, principal, ownerId)) return refused({ code: 'advance.own', field: 'person' });
    const today = await todayAt(issuerId, tx);
    if (entry.paidOn > today) return refused({ code: 'date.too.late', field: 'paidOn', params: { maximum: today } });
    const [place] = await readRows(tx, placeRow)`
      SELECT p.id AS "accountId", p.company_id AS "companyId"
      FROM (SELECT ${issuerId}::uuid AS issuer_id, ${ownerId}::uuid AS id) u
        CROSS JOIN LATERAL (SELECT n.id, n.company_id FROM ${accountsOf(principal)} ORDER BY n.name_1, n.id LIMIT 1) p`;
    if (!place) return refused({ code: 'advance.person', field: 'person' });
    const { accountId, companyId } = place;
    const currency = await currencyOf(tx, issuerId, companyId);
    const scale = minorDigits(currency);
    if (new Prisma.Decimal(entry.amount).decimalPlaces() > scale)
      return refused({ code: 'number.too.many.decimals', field: 'amount', params: { scale } });
    const [id, { paidOn, purpose, amount }] = [newId(), entry];
    await tx.$executeRaw`
      INSERT INTO cash_advances (issuer_id, id, company_id, account_id, owner_id, paid_on, purpose, currency, amount,
        entered_at, entered_by)
      VALUES (${issuerId}::uuid, ${id}::uuid, ${companyId}::uuid, ${accountId}::uuid, ${ownerId}::uuid,
        ${paidOn}::date, ${purpose}, ${currency}, ${amount}::numeric, ${now()}, ${userId}::uuid)`;
    await postNotice(tx, {
      issuerId,
      userId: ownerId,
      kind: 'payment.advance',
      params: { purpose },
      href: `/workspace/cash-advances/${id}`
    });
    await recordAct(tx, principal, origin, {
      issuerId,
      nodeId: accountId,
      action: 'cash_advance.entered',
      entity: 'cash_advance',
      entityId: id,
      details: { owner: ownerId, 'after.amount': `${amount} ${currency}`, paidOn, purpose }
    });
    return accepted(id);
  });
}

/** Whether a user id is the principal's own, or linked to it. */
const isSamePerson = (tx: Transaction, { issuerId, userId }: Principal, ownerId: string): Promise<boolean> =>
  exists(tx)`SELECT 1 FROM person_ids(${issuerId}::uuid, ${userId}::uuid) AS own WHERE own = ${ownerId}::uuid`;

/**
 * Closes what is left of an advance, with a reason: its owner has given it back, or it was entered by mistake. What reports
 * are set against stays so.
 */
export function closeAdvance(principal: Principal, id: string, reason: string, origin: Origin): Promise<Result<null>> {
  return transaction(async (tx) => {
    if (!may(principal, 'cash_advances', 'modify')) return refused({ code: 'forbidden.action' });
    const advance = await heldAdvance(tx, principal, id);
    if (!advance) return refused({ code: 'not.found' });
    if (await isSamePerson(tx, principal, advance.ownerId)) return refused({ code: 'advance.own' });
    if (advance.state === 'used') return refused({ code: 'advance.used' });
    const { issuerId, accountId, open, currency } = advance;
    await tx.$executeRaw`
      UPDATE cash_advances v SET returned = v.amount - v.settled, closed_at = ${now()},
        closed_by = ${principal.userId}::uuid, close_reason = ${reason}
      WHERE v.issuer_id = ${issuerId}::uuid AND v.id = ${id}::uuid`;
    await recordAct(tx, principal, origin, {
      issuerId,
      nodeId: accountId,
      action: 'cash_advance.closed',
      entity: 'cash_advance',
      entityId: id,
      details: { 'before.open': `${open} ${currency}`, reason }
    });
    return accepted(null);
  });
}
