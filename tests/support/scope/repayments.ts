import { database } from '@/lib/core/database/database';
import { changeRepayment } from '@/lib/money/expenses/repayments/change-repayment';
import { REPAYMENTS } from '@/lib/money/expenses/repayments/listing';
import { chooseOwnAccount, ownRepaymentAccount, stopOwnAccount } from '@/lib/money/expenses/repayments/own-account';
import { choosePayer, repaymentPayers } from '@/lib/money/expenses/repayments/payer';
import { heldRepayment, seenRepayment } from '@/lib/money/expenses/repayments/repayments';
import { ORIGIN } from '../module-world';
import { exported } from './listed';
import type { ScopeModule } from './registry';
import type { ScopeWorld, Watcher } from './world';

interface Made {
  id: string;
  ownerId: string;
}

const made = new WeakMap<ScopeWorld, Made[]>();
const madeIn = (world: ScopeWorld) => made.get(world) ?? [];

/** Cardholders see their own; those who settle reports all of their companies. */
function isSeen(watcher: Watcher, { id, ownerId }: Made, world: ScopeWorld): boolean {
  const { role, principal } = watcher;
  if (!['A', 'C', 'G'].includes(role) || !world.sees(watcher, id)) return false;
  return role !== 'A' || principal.userId === ownerId;
}
const found = async (world: ScopeWorld, read: (id: string) => Promise<{ id: string } | null>) =>
  (await Promise.all(madeIn(world).map(({ id }) => read(id)))).flatMap((one) => one?.id ?? []);

/** A repayment stands at the account of its report. Those of this world were cancelled: their reports aren't approved. */
export const repayments: ScopeModule = {
  name: 'repayments',
  async populate(world) {
    const rows = await world.database.query<Made & { accountId: string }>(
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
    for (const { id, accountId } of rows) world.placeOf.set(id, accountId);
    made.set(world, rows);
  },
  isSeen: (watcher, id, world) => {
    const one = madeIn(world).find((each) => each.id === id);
    return one ? isSeen(watcher, one, world) : world.sees(watcher, id);
  },
  readers: {
    REPAYMENTS: (principal, world) => exported(principal, REPAYMENTS, world),
    seenRepayment: (principal, world) => found(world, (id) => seenRepayment(principal, id)),
    heldRepayment: (principal, world) => found(world, (id) => heldRepayment(database(), principal, id)),
    // Nobody of this world has chosen an account.
    ownRepaymentAccount: async (principal) => ((await ownRepaymentAccount(principal)) ? ['chosen'] : []),
    repaymentPayers: async (principal) => (await repaymentPayers(principal)).map(({ companyId }) => companyId)
  },
  complete: {
    seenRepayment: (watcher, world) => madeIn(world).flatMap((one) => (isSeen(watcher, one, world) ? [one.id] : []))
  },
  writes: {
    changeRepayment: (principal, id) => changeRepayment(principal, id, { event: 'cancel', version: 1 }, ORIGIN),
    choosePayer: (principal, companyId) => choosePayer(principal, { companyId, walletAccountId: null }, ORIGIN),
    chooseOwnAccount: (principal, walletAccountId) =>
      chooseOwnAccount(principal, { walletAccountId, authorizationText: null }, ORIGIN),
    stopOwnAccount: (principal) => stopOwnAccount(principal, ORIGIN)
  },
  targets: (world) => madeIn(world).map(({ id }) => id)
};
