import { z } from 'zod';
import type { Principal } from '../../../access/policy/principal';
import { recordAct } from '../../../access/policy/record-act';
import type { Origin } from '../../../core/audit/audit';
import type { Transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { exists, readRows } from '../../../core/database/rows';
import { newId } from '../../../core/secrets/ids';
import { now } from '../../../core/server/clock';
import { atWalletAccount } from '../../wallet/at-wallet-account';
import { IS_DUE } from '../payable/due';
import { BALANCE, type ExpenseReport, REPORTS } from '../report';
import { settledBy } from '../settled-by';
import { COLLECTABLE } from './collectable';

const sql = Prisma.sql;

/** US accounts take dollars alone; those with an IBAN take any currency by agreement of the banks. */
const TAKES_CURRENCY = sql`(w.scheme <> 'us' OR r.currency = 'USD')`;

/**
 * Holds what a repayment of a held report is made with, if its company pays back by bank: the numbers of the issuer and its
 * owner's account; false if it doesn't. Called before anything of the event is audited, since the audit of an issuer is
 * locked from then on.
 */
export async function holdForRepayment(
  tx: Transaction,
  { issuerId, companyId, ownerId }: ExpenseReport
): Promise<boolean> {
  const paysByBank = await exists(tx)`
    SELECT 1 FROM repayment_payers y WHERE y.issuer_id = ${issuerId}::uuid AND y.company_id = ${companyId}::uuid`;
  if (!paysByBank) return false;
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`repayments/${issuerId}`}, 0))`;
  await tx.$executeRaw`
    SELECT 1 FROM repayment_accounts a ${atWalletAccount(sql`a.issuer_id`, sql`a.wallet_account_id`, 'w')}
    WHERE a.issuer_id = ${issuerId}::uuid AND a.user_id = ${ownerId}::uuid FOR KEY SHARE OF w`;
  return true;
}

const madeRow = z.strictObject({
  id: z.string(),
  number: z.number(),
  direction: z.string(),
  amount: z.string(),
  lastFour: z.string()
});

/**
 * Makes the repayment of a held report that was just approved, if its company pays back by bank and its owner has an
 * account for it that is usable, of the same scheme; a debit only where it is collectable. Everything else stays due
 * in the payable file. What is owed and what was advanced is netted against what is to be paid back. Needs `holdForRepayment` before.
 */
export async function makeRepayment(
  tx: Transaction,
  principal: Principal,
  { issuerId, id: reportId, accountId }: ExpenseReport,
  origin: Origin
): Promise<void> {
  const [made] = await readRows(tx, madeRow)`
    INSERT INTO repayments AS p (issuer_id, id, number, company_id, report_id, user_id, direction, currency, own, personal,
      advance, amount, wallet_account_id, scheme, last_four, authorization_text, agreed_at, made_at)
    SELECT r.issuer_id, ${newId()}::uuid,
      (SELECT coalesce(max(before.number), 0) + 1 FROM repayments before WHERE before.issuer_id = r.issuer_id),
      r.company_id, r.id, r.owner_id,
      CASE WHEN ${BALANCE} > 0 THEN 'credit' ELSE 'debit' END::repayment_direction, r.currency, s.own, s.personal,
      s.advance, abs(${BALANCE}), w.id, w.scheme, w.last_four,
      CASE WHEN ${BALANCE} < 0 THEN a.authorization_text END,
      CASE WHEN ${BALANCE} < 0 THEN a.chosen_at END, ${now()}
    FROM ${REPORTS}
    JOIN repayment_accounts a ON (a.issuer_id, a.user_id) = (r.issuer_id, r.owner_id)
    ${atWalletAccount(sql`a.issuer_id`, sql`a.wallet_account_id`, 'w')}
    JOIN repayment_payers y ON (y.issuer_id, y.company_id) = (r.issuer_id, r.company_id)
    ${atWalletAccount(sql`y.issuer_id`, sql`y.wallet_account_id`, 'payer')}
    WHERE r.issuer_id = ${issuerId}::uuid AND r.id = ${reportId}::uuid AND ${IS_DUE} AND ${BALANCE} <> 0
      AND (${BALANCE} > 0 OR ${COLLECTABLE}) AND w.state = 'usable' AND payer.state = 'usable'
      AND w.scheme = payer.scheme AND ${TAKES_CURRENCY}
    RETURNING p.id, p.number, p.direction::text AS direction, trim_scale(p.amount)::text AS amount,
      p.last_four AS "lastFour"`;
  if (!made) return;
  await settledBy(tx, issuerId, [reportId], 'bank');
  const { id, number, direction, amount, lastFour } = made;
  await recordAct(tx, principal, origin, {
    ...{ issuerId, nodeId: accountId, action: 'repayment.made', entity: 'repayment', entityId: id },
    details: { number, direction, amount, report: reportId, 'last.four': lastFour }
  });
}
