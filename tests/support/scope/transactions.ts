import { LISTS } from '@/lib/composition/process/lists';
import { Prisma } from '@/lib/core/database/prisma/client';
import { accountsOffered } from '@/lib/directory/structure/offered-accounts';
import { askBulk, meantIds } from '@/lib/kit/bulk/ask-bulk';
import { reverseTransaction } from '@/lib/money/ledger/reverse';
import { addTransaction, removeTransaction } from '@/lib/money/transactions/add-transaction';
import { taxCodesOffered } from '@/lib/money/transactions/adding';
import { allocate } from '@/lib/money/transactions/allocate';
import { allocating, allocatingAll } from '@/lib/money/transactions/allocating';
import { approvalQueue } from '@/lib/money/transactions/approval-queue';
import { changeState } from '@/lib/money/transactions/change-state';
import { declareNotDuplicate, duplicatesAmong } from '@/lib/money/transactions/duplicates';
import { transactionHistory } from '@/lib/money/transactions/history';
import { addLine, removeLine } from '@/lib/money/transactions/lines';
import { TRANSACTIONS } from '@/lib/money/transactions/listing';
import { massPreview } from '@/lib/money/transactions/mass-preview';
import { nextOpen } from '@/lib/money/transactions/next-open';
import { offeredFor } from '@/lib/money/transactions/offered';
import { openPage } from '@/lib/money/transactions/open-page';
import { pastPurchases } from '@/lib/money/transactions/past-purchases';
import type { AddedTransaction, AllocationEntry } from '@/lib/money/transactions/schema';
import { spendBy, spendInScope } from '@/lib/money/transactions/spend';
import { spentLines } from '@/lib/money/transactions/spent-lines';
import { seenTransaction } from '@/lib/money/transactions/transactions';
import { ORIGIN } from '../module-world';
import { aTransaction, type PlacedTransaction } from '../transactions';
import { exported, idOf } from './listed';
import type { ScopeModule } from './registry';
import type { ScopeWorld } from './world';

const made = new WeakMap<ScopeWorld, PlacedTransaction[]>();
const transactionsIn = (world: ScopeWorld) => made.get(world) ?? [];
const ENTRY = {
  version: 1,
  purpose: null,
  customerCode: null,
  customValues: {},
  splits: []
} as unknown as AllocationEntry;

const CASH: AddedTransaction = {
  accountId: '',
  transactionDate: '2026-03-15',
  merchantName: 'Taxi',
  merchantCity: null,
  merchantCountry: null,
  amount: '1',
  currency: 'EUR',
  conversionRate: null,
  taxAmount: null,
  taxCode: null,
  purpose: 'Trip'
};

/** Transactions lie at their account. */
export const transactions: ScopeModule = {
  name: 'transactions',
  async populate(world) {
    const kept: PlacedTransaction[] = [];
    for (const account of world.all('account')) {
      const one = await aTransaction(world.database, account);
      await world.database.query(
        `INSERT INTO transaction_events (issuer_id, posting_date, transaction_id, id, occurred_at, event, details)
         VALUES ($1, $2, $3, gen_random_uuid(), now(), 'allocated', '{}')`,
        [one.issuerId, one.postingDate, one.id]
      );
      world.placeOf.set(one.id, account.id);
      kept.push(one);
    }
    made.set(world, kept);
  },
  readers: {
    TRANSACTIONS: (principal, world) => exported(principal, TRANSACTIONS, world),
    seenTransaction: async (principal, world) =>
      (await Promise.all(transactionsIn(world).map(({ id }) => seenTransaction(principal, id)))).flatMap(
        (one) => one?.id ?? []
      ),
    pastPurchases: async (principal, world) => {
      const asked = world
        .all('company')
        .map(({ issuerId, id: companyId }) =>
          pastPurchases(principal, { issuerId, companyId, since: '1900-01-01', of: Prisma.sql`TRUE` }, 10_000)
        );
      return (await Promise.all(asked)).flat().map(idOf);
    },
    allocating: async (principal, world) =>
      (await Promise.all(transactionsIn(world).map(({ id }) => allocating(principal, id)))).flatMap(
        (one) => one?.transaction.id ?? []
      ),
    allocatingAll: async (principal, world) =>
      (await allocatingAll(principal, transactionsIn(world).map(idOf))).map(({ transaction }) => transaction.id),
    'meantIds and massPreview': async (principal, world) => {
      const target = { list: TRANSACTIONS.name, parameters: {}, query: '' };
      const ids = (await meantIds(LISTS, principal, target, 'all', 10_000)) ?? [];
      const { looked } = await massPreview(principal, transactionsIn(world).map(idOf));
      if (looked > ids.length) throw new Error('the preview tells of transactions that are not in the list');
      return ids;
    },
    approvalQueue: async (principal) =>
      (await approvalQueue(principal, {})).waiting.map(({ transaction }) => transaction.id),
    openPage: async (principal) => (await openPage(principal, {}, 300)).views.map(({ transaction }) => transaction.id),
    nextOpen: async (principal, world) =>
      (await Promise.all(transactionsIn(world).map(({ id }) => nextOpen(principal, id, '')))).flatMap((id) => id ?? []),
    duplicatesAmong: async (principal, world) => [
      ...(await duplicatesAmong(principal, transactionsIn(world).map(idOf))).keys()
    ],
    spentLines: async (principal, world) => {
      const ids = transactionsIn(world).map(idOf);
      const lines = world
        .all('company')
        .map(({ issuerId, id }) => spentLines(principal, { issuerId, companyId: id, since: '2026-01-01' }, ids));
      return (await Promise.all(lines)).flat().map(idOf);
    },
    spendBy: async (principal, world) => {
      const months = { from: '2026-01', to: '2026-12' };
      const read = world.all('company').map(async ({ issuerId, id }) => {
        const [node] = await world.database.query<{ path: string; companyId: string }>(
          'SELECT path, company_id AS "companyId" FROM nodes WHERE issuer_id = $1 AND id = $2',
          [issuerId, id]
        );
        const place = node ? { issuerId, id, ...node } : null;
        return spendBy(principal, { by: 'person', place, months, since: months.from });
      });
      return (await Promise.all(read)).flat().flatMap(({ key }) => key ?? []);
    },
    // It names no records: its sums must be those of the transactions in scope (tests/rules/spend.test.ts).
    spendInScope: async (principal) => {
      await spendInScope(principal, { from: '2026-01', to: '2026-12' });
      return [];
    },
    'what can be added to': async (principal) => {
      await taxCodesOffered(principal);
      return ((await accountsOffered(principal)) ?? []).map(idOf);
    },
    'history and choices': async (principal, world) => {
      const told = transactionsIn(world).map(async (one) => {
        const history = await transactionHistory(principal, one);
        const choices = await offeredFor(principal, one.id, { of: 'customer', q: '', parent: '' });
        return history.length + choices.length > 0 ? [one.id] : [];
      });
      return (await Promise.all(told)).flat();
    }
  },
  complete: {
    seenTransaction: (watcher, world) =>
      watcher.stands === 'everything'
        ? null
        : transactionsIn(world)
            .map(idOf)
            .filter((id) => world.sees(watcher, id))
  },
  writes: {
    allocate: (principal, id) => allocate(principal, id, ENTRY, ORIGIN),
    reverseTransaction: (principal, id) => reverseTransaction(principal, id, { reason: 'x' }, ORIGIN),
    'askBulk to allocate': (principal, id) =>
      askBulk(
        LISTS,
        principal,
        { list: TRANSACTIONS.name, parameters: {}, query: '' },
        { action: 'allocate', extent: { ids: [id] }, parameters: { schemeId: id, codes: { [id]: 'S100' } } },
        ORIGIN
      ),
    addLine: (principal, id) =>
      addLine(
        principal,
        { id, version: 1 },
        { description: 'Paper', productCode: null, quantity: '1', unitOfMeasure: null, unitCost: '1', taxAmount: null },
        ORIGIN
      ),
    removeLine: (principal, id) => removeLine(principal, { id, version: 1, position: 1 }, ORIGIN),
    removeTransaction: (principal, id) => removeTransaction(principal, { id, version: 1 }, ORIGIN),
    addTransaction: (principal, id, world) =>
      addTransaction(principal, { ...CASH, accountId: world.placeOf.get(id) ?? id }, ORIGIN),
    review: (principal, id) => changeState(principal, id, { event: 'review', version: 1 }, ORIGIN),
    askBulk: (principal, id) =>
      askBulk(
        LISTS,
        principal,
        { list: TRANSACTIONS.name, parameters: {}, query: '' },
        { action: 'approve', extent: { ids: [id] } },
        ORIGIN
      ),
    declareNotDuplicate: (principal, id) => declareNotDuplicate(principal, id, ORIGIN),
    approve: (principal, id) => changeState(principal, id, { event: 'approve', version: 1 }, ORIGIN)
  },
  targets: (world) => transactionsIn(world).map(idOf)
};
