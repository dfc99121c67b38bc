import { z } from 'zod';
import { may, type Principal } from '../../../access/policy/principal';
import { recordAct } from '../../../access/policy/record-act';
import type { Origin } from '../../../core/audit/audit';
import { database, transaction } from '../../../core/database/database';
import { Prisma } from '../../../core/database/prisma/client';
import { readRows, textOf } from '../../../core/database/rows';
import { accepted, type Result, refused } from '../../../core/entry/refusal';
import { now } from '../../../core/server/clock';
import { seenNode } from '../../../directory/structure/nodes';
import { scopePlaces } from '../../../directory/structure/places';
import { atWalletAccount } from '../../wallet/at-wallet-account';
import type { Scheme } from '../../wallet/schema';
import type { WalletAccountState } from '../../wallet/states';
import { heldWalletAccount, lockWallet, walletFault } from '../../wallet/wallet';

const sql = Prisma.sql;

/** The form: a company, and the account that it pays back from; null: it uses payable files. */
export const payerSchema = z.object({
  companyId: z.guid('not.found'),
  walletAccountId: z.union([z.literal('payable_file').transform(() => null), z.guid()], 'required')
});

const payerRow = z.strictObject({
  companyId: z.string(),
  /** The account that it pays back from; null: it uses payable files. */
  account: z
    .object({
      id: z.string(),
      nickname: z.string(),
      scheme: textOf<Scheme>(),
      country: z.string(),
      lastFour: z.string()
    })
    .extend({ state: textOf<WalletAccountState>(), isOwn: z.boolean() })
    .nullable(),
  /** Repayments that wait, and no account to pay them from: it has none, or one of another scheme. */
  stranded: z.number()
});

/** How a company pays back what reports leave. */
export type RepaymentPayer = z.infer<typeof payerRow> & { companyName: string };

/** How the companies in the principal's scope pay back, by name. */
export async function repaymentPayers(principal: Principal): Promise<RepaymentPayer[]> {
  if (!may(principal, 'repayments', 'modify')) return [];
  const companies = await scopePlaces(principal, sql`n.kind = 'company'`);
  const rows = await readRows(database(), payerRow)`
    SELECT c.id AS "companyId",
      (SELECT jsonb_build_object('id', payer.id, 'nickname', payer.nickname, 'scheme', payer.scheme,
          'country', payer.country, 'lastFour', payer.last_four, 'state', payer.state,
          'isOwn', payer.user_id = ${principal.userId}::uuid)
        FROM repayment_payers y ${atWalletAccount(sql`y.issuer_id`, sql`y.wallet_account_id`, 'payer')}
        WHERE y.issuer_id = ${principal.issuerId}::uuid AND y.company_id = c.id) AS account,
      (SELECT count(*)::int FROM repayments p WHERE p.issuer_id = ${principal.issuerId}::uuid AND p.company_id = c.id
        AND p.state = 'to_send' AND NOT EXISTS (
          SELECT 1 FROM repayment_payers y ${atWalletAccount(sql`y.issuer_id`, sql`y.wallet_account_id`, 'payer')}
          WHERE (y.issuer_id, y.company_id) = (p.issuer_id, p.company_id) AND payer.state = 'usable'
            AND payer.scheme = p.scheme)) AS stranded
    FROM unnest(${companies.map(({ id }) => id)}::uuid[]) AS c (id)`;
  const byId = new Map(rows.map((row) => [row.companyId, row]));
  return companies.flatMap(({ id, name }) => {
    const row = byId.get(id);
    return row ? [{ ...row, companyName: name }] : [];
  });
}

/**
 * Chooses the account of the principal's wallet that a company pays back from, or that it uses payable files again. It
 * applies to reports that are approved from then on; what waits to be sent is sent from the new account.
 */
export async function choosePayer(
  principal: Principal,
  { companyId, walletAccountId }: z.output<typeof payerSchema>,
  origin: Origin
): Promise<Result<null>> {
  if (!may(principal, 'repayments', 'modify')) return refused({ code: 'forbidden.action' });
  const fault = await walletFault(principal);
  if (fault) return refused(fault);
  const { issuerId } = principal;
  return transaction(async (tx) => {
    const company = await seenNode(principal, companyId, tx);
    if (company?.kind !== 'company' || company.issuerId !== issuerId) return refused({ code: 'not.found' });
    const current = await tx.repaymentPayer.findUnique({ where: { issuerId_companyId: { issuerId, companyId } } });
    // Of somebody else's wallet it stays, too.
    if (walletAccountId && current?.walletAccountId === walletAccountId) return accepted(null);
    await lockWallet(tx, principal);
    const account = walletAccountId && (await heldWalletAccount(tx, principal, walletAccountId));
    if (walletAccountId && !account) return refused({ code: 'not.found', field: 'walletAccountId' });
    if (account && account.state !== 'usable')
      return refused({ code: 'repayment.account.unusable', field: 'walletAccountId' });
    await tx.repaymentPayer.deleteMany({ where: { issuerId, companyId } });
    if (account)
      await tx.repaymentPayer.create({ data: { issuerId, companyId, walletAccountId: account.id, chosenAt: now() } });
    await recordAct(tx, principal, origin, {
      issuerId,
      nodeId: companyId,
      action: 'repayment.payer_chosen',
      entity: 'company',
      entityId: companyId,
      details: { 'after.way': account ? 'bank' : 'payable_file', ...(account && { 'last.four': account.lastFour }) }
    });
    return accepted(null);
  });
}
