import { z } from 'zod';
import type { Act } from '../../../access/policy/record-act';
import type { Transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { readRows } from '../../../core/database/rows';
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

const companyRow = z.strictObject({ companyId: z.string() });

/**
 * Holds what repayments of held reports are made with, as far as their companies pay back by bank: the numbers of the
 * issuer and the owners' accounts. Returns those reports. Called before anything of the event is audited, since the audit
 * of an issuer is locked from then on.
 */
export async function holdForRepayments(
  tx: Transaction,
  reports: readonly ExpenseReport[]
): Promise<readonly ExpenseReport[]> {
  const [first] = reports;
  if (!first) return [];
  const { issuerId } = first;
  const paying = await readRows(tx, companyRow)`
    SELECT y.company_id AS "companyId" FROM repayment_payers y
    WHERE y.issuer_id = ${issuerId}::uuid AND y.company_id = ANY(${reports.map(({ companyId }) => companyId)}::uuid[])`;
  const companies = new Set(paying.map(({ companyId }) => companyId));
  const repaid = reports.filter(({ companyId }) => companies.has(companyId));
  if (repaid.length === 0) return [];
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`repayments/${issuerId}`}, 0))`;
  await tx.$executeRaw`
    SELECT 1 FROM repayment_accounts a ${atWalletAccount(sql`a.issuer_id`, sql`a.wallet_account_id`, 'w')}
    WHERE a.issuer_id = ${issuerId}::uuid AND a.user_id = ANY(${repaid.map(({ ownerId }) => ownerId)}::uuid[])
    ORDER BY w.id FOR KEY SHARE OF w`;
  return repaid;
}

const madeRow = z.strictObject({
  id: z.string(),
  reportId: z.string(),
  number: z.number(),
  direction: z.string(),
  amount: z.string(),
  lastFour: z.string()
});

/**
 * Makes the repayments of held reports that were just approved, as far as an owner has an account for it that is usable,
 * of the same scheme as their company's; a debit only where it is collectable. Everything else stays due in the payable
 * file. What is owed and what was advanced is netted against what is to be paid back. Needs `holdForRepayments` before.
 * Returns the audit entries by the id of the report.
 */
export async function makeRepayments(
  tx: Transaction,
  issuerId: string,
  reports: readonly ExpenseReport[]
): Promise<ReadonlyMap<string, Act>> {
  if (reports.length === 0) return new Map();
  const wanted = reports.map(({ id }) => ({ id: newId(), report: id }));
  const made = await readRows(tx, madeRow)`
    INSERT INTO repayments AS p (issuer_id, id, number, company_id, report_id, user_id, direction, currency, own, personal,
      advance, amount, wallet_account_id, scheme, last_four, authorization_text, agreed_at, made_at)
    SELECT r.issuer_id, m.id,
      (SELECT coalesce(max(before.number), 0) FROM repayments before WHERE before.issuer_id = r.issuer_id)
        + row_number() OVER (ORDER BY m.id),
      r.company_id, r.id, r.owner_id,
      CASE WHEN ${BALANCE} > 0 THEN 'credit' ELSE 'debit' END::repayment_direction, r.currency, s.own, s.personal,
      s.advance, abs(${BALANCE}), w.id, w.scheme, w.last_four,
      CASE WHEN ${BALANCE} < 0 THEN a.authorization_text END,
      CASE WHEN ${BALANCE} < 0 THEN a.chosen_at END, ${now()}
    FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) AS m (id uuid, report uuid)
    JOIN (${REPORTS}) ON r.issuer_id = ${issuerId}::uuid AND r.id = m.report
    JOIN repayment_accounts a ON (a.issuer_id, a.user_id) = (r.issuer_id, r.owner_id)
    ${atWalletAccount(sql`a.issuer_id`, sql`a.wallet_account_id`, 'w')}
    JOIN repayment_payers y ON (y.issuer_id, y.company_id) = (r.issuer_id, r.company_id)
    ${atWalletAccount(sql`y.issuer_id`, sql`y.wallet_account_id`, 'payer')}
    WHERE ${IS_DUE} AND ${BALANCE} <> 0
      AND (${BALANCE} > 0 OR ${COLLECTABLE}) AND w.state = 'usable' AND payer.state = 'usable'
      AND w.scheme = payer.scheme AND ${TAKES_CURRENCY}
    RETURNING p.id, p.report_id AS "reportId", p.number, p.direction::text AS direction,
      trim_scale(p.amount)::text AS amount, p.last_four AS "lastFour"`;
  if (made.length === 0) return new Map();
  const ids = made.map(({ reportId }) => reportId);
  await settledBy(tx, issuerId, ids, 'bank');
  const places = new Map(reports.map(({ id, accountId }) => [id, accountId]));
  return new Map(
    made.map(({ id, reportId, number, direction, amount, lastFour }) => [
      reportId,
      {
        issuerId,
        nodeId: places.get(reportId),
        action: 'repayment.made',
        entity: 'repayment',
        entityId: id,
        details: { number, direction, amount, report: reportId, 'last.four': lastFour }
      } satisfies Act
    ])
  );
}
