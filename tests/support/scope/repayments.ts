import { database } from '@/lib/core/database/database';
import { changeRepayment } from '@/lib/money/expenses/repayments/change-repayment';
import { REPAYMENTS } from '@/lib/money/expenses/repayments/listing';
import { chooseOwnAccount, ownRepaymentAccount, stopOwnAccount } from '@/lib/money/expenses/repayments/own-account';
import { choosePayer, repaymentPayers } from '@/lib/money/expenses/repayments/payer';
import { heldRepayment, seenRepayment } from '@/lib/money/expenses/repayments/repayments';
import { ORIGIN } from '../module-world';
import { exported } from './listed';
import { ownedRecords } from './owned-records';
import type { ScopeModule } from './registry';

const records = ownedRecords();

/** A repayment stands at the account of its report. Those of this world were cancelled: their reports aren't approved. */
export const repayments: ScopeModule = {
  name: 'repayments',
  async populate(world) {
    const rows = await world.database.query<{ id: string; ownerId: string; accountId: string }>(
      `WITH made AS (
         INSERT INTO repayments (issuer_id, id, number, company_id, report_id, user_id, direction, currency, own, personal,
           amount, scheme, last_four, made_at, state, ended_at)
         SELECT r.issuer_id, gen_random_uuid(), row_number() OVER (PARTITION BY r.issuer_id), r.company_id, r.id, r.owner_id,
           'credit', 'EUR', 1, 0, 1, 'iban', '3000', now(), 'cancelled', now()
         FROM expense_reports r RETURNING id, report_id, user_id
       )
       SELECT made.id, made.user_id AS "ownerId", r.account_id AS "accountId" FROM made
       JOIN expense_reports r ON r.id = made.report_id`
    );
    records.keep(world, rows);
  },
  isSeen: records.isSeen,
  readers: {
    REPAYMENTS: (principal, world) => exported(principal, REPAYMENTS, world),
    seenRepayment: (principal, world) => records.found(world, (id) => seenRepayment(principal, id)),
    heldRepayment: (principal, world) => records.found(world, (id) => heldRepayment(database(), principal, id)),
    // Nobody of this world has chosen an account.
    ownRepaymentAccount: async (principal) => ((await ownRepaymentAccount(principal)) ? ['chosen'] : []),
    repaymentPayers: async (principal) => (await repaymentPayers(principal)).map(({ companyId }) => companyId)
  },
  complete: {
    seenRepayment: records.seenBy
  },
  writes: {
    changeRepayment: (principal, id) => changeRepayment(principal, id, { event: 'cancel', version: 1 }, ORIGIN),
    choosePayer: (principal, companyId) => choosePayer(principal, { companyId, walletAccountId: null }, ORIGIN),
    chooseOwnAccount: (principal, walletAccountId) =>
      chooseOwnAccount(principal, { walletAccountId, authorizationText: null }, ORIGIN),
    stopOwnAccount: (principal) => stopOwnAccount(principal, ORIGIN)
  },
  targets: records.targets
};
