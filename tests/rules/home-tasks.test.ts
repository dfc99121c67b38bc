import fc from 'fast-check';
import { SCREENS } from '@/app/workspace/navigation';
import { PROGRAM_FEATURES } from '@/lib/access/policy/generated/program-features';
import { HOME_TASKS } from '@/lib/composition/process/home-tasks';
import { Prisma } from '@/lib/core/database/prisma/client';
import { isTheirs, waitingWork } from '@/lib/kit/listing/home-tasks';
import { COUNTED_IN_NAVIGATION, navigationCounts } from '@/lib/kit/listing/navigation-counts';
import { listCount, listRows } from '@/lib/kit/listing/page';
import { readQuery } from '@/lib/kit/listing/query';
import { EXPENSE_REPORTS } from '@/lib/money/expenses/listing';
import { submitRequest } from '@/lib/money/purchasing/change-state';
import { PURCHASE_REQUESTS } from '@/lib/money/purchasing/listing';
import { aReportOf } from '../support/expense-reports';
import { fillLists } from '../support/list-rows';
import { ORIGIN, useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { anOffer, aRequest } from '../support/purchasing';
import { granted } from '../support/results';
import { aScopeWorld, randomOf, type ScopeWorld } from '../support/scope/world';
import { aCompany, anAccount, anIssuer } from '../support/structure';
import { aTransaction } from '../support/transactions';

const database = useDatabase();
const EVERY = new Set(PROGRAM_FEATURES);
const HREFS = SCREENS.map(({ href }) => href);

describe('C2.005 the work that waits', () => {
  let world: ScopeWorld;
  beforeAll(async () => {
    const [seed = 0] = fc.sample(fc.integer({ min: 0, max: 2 ** 31 }), 1);
    world = await aScopeWorld(database.current, randomOf(seed), async () => {});
    await fillLists(world);
    const { random } = world;
    for (const account of world.all('account'))
      for (const state of ['open', 'reviewed', 'approved', 'exported'] as const)
        if (random.chance(0.7))
          await aTransaction(database.current, account, {
            state,
            amount: `${random.below(1000)}.0${random.below(10)}`
          });
  }, 120_000);

  test('C2.052 C2.053D is what its list shows there, to the row and to the cent, for everybody', async () => {
    let told = 0;
    for (const { principal, role } of world.watchers) {
      const work = new Map((await waitingWork(principal, EVERY, HOME_TASKS)).map((one) => [one.name, one]));
      for (const task of HOME_TASKS) {
        const { name, listing, sum } = task;
        const query = readQuery(listing, { ...task.query, ...(sum && { columns: sum }) });
        expect(query.faults).toEqual({});
        const count = isTheirs(principal, EVERY, task) ? await listCount(principal, listing, query) : 0;
        expect({ role, name, count: work.get(name)?.count ?? 0 }).toEqual({ role, name, count });
        if (count === 0) continue;
        told += 1;
        const sums = new Map<string, Prisma.Decimal>();
        if (sum)
          for await (const row of listRows(principal, listing, query)) {
            const currency = String(row[`${sum}Currency`]);
            sums.set(currency, (sums.get(currency) ?? new Prisma.Decimal(0)).add(String(row[sum])));
          }
        const written = (work.get(name)?.sums ?? []).map(({ currency, amount }) => [currency, Number(amount)]);
        expect(new Map(written as [string, number][])).toEqual(
          new Map([...sums].map(([currency, total]) => [currency, total.toNumber()]))
        );
      }
    }
    expect(told).toBeGreaterThan(0);
  });

  test('stands beside its screen in the navigation, for everybody', async () => {
    const screens = {
      'feed.rejects': '/workspace/feeds',
      export: '/workspace/ledger',
      approve: '/workspace/approvals',
      review: '/workspace/transactions',
      purchases: '/workspace/purchase-requests',
      receipts: '/workspace/receipts',
      disputes: '/workspace/disputes',
      'dispute.desk': '/workspace/disputes/desk',
      registrations: '/workspace/registrations',
      'bank.accounts': '/workspace/bank-accounts',
      'reports.approve': '/workspace/expense-reports',
      'reports.open': '/workspace/expense-reports',
      'reports.sent.back': '/workspace/expense-reports'
    } as Record<string, string>;
    let counted = 0;
    for (const { principal, role } of world.watchers) {
      const work = await waitingWork(principal, EVERY, HOME_TASKS);
      const counts = Object.fromEntries(await navigationCounts(principal, EVERY, HOME_TASKS, HREFS));
      const expected = new Map<string, number>();
      // What others do is no work of the reader's.
      for (const { name, count } of work.filter(({ ofOthers }) => !ofOthers)) {
        const screen = screens[name] as string;
        expected.set(screen, Math.min((expected.get(screen) ?? 0) + count, COUNTED_IN_NAVIGATION + 1));
      }
      expect({ role, counts }).toEqual({ role, counts: Object.fromEntries(expected) });
      counted += work.length;
      const [first] = expected;
      if (first) expect([...(await navigationCounts(principal, EVERY, HOME_TASKS, [first[0]]))]).toEqual([first]);
      expect(await navigationCounts(principal, EVERY, HOME_TASKS, ['/workspace/people'])).toEqual(new Map());
    }
    expect(counted).toBeGreaterThan(0);
  });

  test('a cardholder reviews what is open, where the program has it, and nobody does it through their eyes', async () => {
    const issuer = await anIssuer(database.current);
    const company = await aCompany(database.current, issuer);
    const account = await anAccount(database.current, company);
    for (const amount of ['10.05', '0.30']) await aTransaction(database.current, account, { amount });
    await aTransaction(database.current, account, { state: 'exported' });
    const own = await aPrincipalAt(database.current, 'A', account);
    const [inAccount] = await database.current.query<{ currency: string }>(
      'SELECT currency FROM accounts WHERE id = $1',
      [account.id]
    );
    expect(await waitingWork(own, EVERY, HOME_TASKS)).toEqual([
      {
        name: 'review',
        ofOthers: false,
        count: 2,
        sums: [{ currency: inAccount?.currency, amount: '10.35' }],
        href: '/workspace/transactions?state=open'
      },
      {
        name: 'receipts',
        ofOthers: false,
        count: 2,
        sums: [{ currency: inAccount?.currency, amount: '10.35' }],
        href: '/workspace/receipts'
      }
    ]);
    expect(await waitingWork(own, new Set(), HOME_TASKS)).toEqual([]);
    expect(await navigationCounts(own, EVERY, HOME_TASKS, HREFS)).toEqual(
      new Map([
        ['/workspace/transactions', 2],
        ['/workspace/receipts', 2]
      ])
    );
    expect(await navigationCounts(own, new Set(), HOME_TASKS, HREFS)).toEqual(new Map());
    for (let more = 0; more < COUNTED_IN_NAVIGATION; more++) await aTransaction(database.current, account, {});
    const many = await navigationCounts(own, EVERY, HOME_TASKS, HREFS);
    expect(many.get('/workspace/transactions')).toBe(COUNTED_IN_NAVIGATION + 1);
    const accessor = { issuerId: issuer.id, userId: own.userId };
    // Receipts are prepared for others, reviews are not.
    const prepared = await waitingWork({ ...own, accessor } as typeof own, EVERY, HOME_TASKS);
    expect(prepared.map(({ name }) => name)).toEqual(['receipts']);
    const administrator = await aPrincipalAt(database.current, 'C', company);
    expect(await waitingWork(administrator, EVERY, HOME_TASKS)).toEqual([]);
  });

  test('C2.053D open expense reports and pending requests are told, which others decide on', async () => {
    const db = database.current;
    const company = await aCompany(db, await anIssuer(db));
    const account = await anAccount(db, company);
    const [own, C] = [await aPrincipalAt(db, 'A', account), await aPrincipalAt(db, 'C', company)];
    for (let n = 0; n < 2; n++) await aReportOf(own, account);
    const offered = await anOffer(C, company);
    const [id] = [await aRequest(own, offered), await aRequest(own, offered)];
    granted(await submitRequest(own, { id, version: 1 }, ORIGIN));
    const work = await waitingWork(own, EVERY, HOME_TASKS);
    expect(work.map(({ name, count, ofOthers, href }) => [name, count, ofOthers, href])).toEqual([
      ['reports.open', 2, false, '/workspace/expense-reports?status=saved'],
      ['purchases.pending', 1, true, '/workspace/purchase-requests?state=pending&mine=true']
    ]);
    for (const [listing, asked, count] of [
      [EXPENSE_REPORTS, { status: 'saved' }, 2],
      [PURCHASE_REQUESTS, { state: 'pending', mine: 'true' }, 1]
    ] as const)
      expect(await listCount(own, listing, readQuery(listing, asked))).toBe(count);
    const counts = await navigationCounts(own, EVERY, HOME_TASKS, HREFS);
    expect([...counts]).toEqual([['/workspace/expense-reports', 2]]);
  });

  test('every task names what its list can be asked', () => {
    for (const { name, listing, query, sum } of HOME_TASKS) {
      const asked = readQuery(listing, { ...query });
      expect({ name, filters: Object.keys(asked.filters) }).toEqual({
        name,
        // The ends of a range are asked of one column.
        filters: Object.keys(query ?? {}).map((asked) => asked.replace(/\.(from|to)$/, ''))
      });
      if (sum) expect({ name, currency: Boolean(listing.columns[sum]?.currency) }).toEqual({ name, currency: true });
    }
  });
});
