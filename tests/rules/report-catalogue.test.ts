import type { Principal } from '@/lib/access/policy/principal';
import { LISTS } from '@/lib/composition/process/lists';
import { STANDARD_REPORTS } from '@/lib/composition/process/standard-reports';
import { isoDay } from '@/lib/core/calendar/days';
import { shiftClock, stopClock } from '@/lib/core/server/clock';
import { type KnownReport, knownReport } from '@/lib/kit/reports/known-report';
import { previewReport } from '@/lib/kit/reports/read-report';
import { aFeedWorld, aMapping, imported, PLAIN, plainFile } from '../support/feeds/world';
import { useDatabase } from '../support/module-world';
import { aPrincipalAt } from '../support/principal';
import { aCompany, anAccount, anIssuer } from '../support/structure';
import { aTransaction } from '../support/transactions';

const database = useDatabase();
afterEach(() => shiftClock(0));

/** The first rows of a standard report of any day. */
async function rowsOf(principal: Principal, name: string): Promise<Record<string, unknown>[]> {
  const { source } = (await knownReport(LISTS, STANDARD_REPORTS, principal, name)) as KnownReport;
  return previewReport(principal, source);
}

test('issue 18 R05 dormant accounts are the active ones without a purchase or cash for more than 90 days', async () => {
  stopClock(new Date('2026-08-14T03:00:00Z'));
  const issuer = await anIssuer(database.current);
  const company = await aCompany(database.current, issuer);
  const account = async (openedOn: string, state = 'active') => {
    const made = await anAccount(database.current, company);
    await database.current.query('UPDATE accounts SET opened_on = $2, state = $3::account_state WHERE id = $1', [
      ...[made.id, openedOn, state]
    ]);
    return made;
  };
  const idle = await account('2025-01-01');
  const used = await account('2025-01-01');
  const never = await account('2026-05-14');
  await account('2026-05-16');
  await account('2025-01-01', 'suspended');
  await aTransaction(database.current, idle, { postingDate: '2026-03-01' });
  await aTransaction(database.current, idle, { postingDate: '2026-05-15', type: 'cash' });
  // Neither is a use of the card.
  await aTransaction(database.current, idle, { postingDate: '2026-08-01', type: 'fee' });
  await aTransaction(database.current, idle, { postingDate: '2026-08-02', type: 'payment', amount: '-5.00' });
  await aTransaction(database.current, used, { postingDate: '2026-05-16' });
  const other = await anAccount(database.current, await aCompany(database.current, issuer));
  await database.current.query("UPDATE accounts SET opened_on = '2020-01-01' WHERE id = $1", [other.id]);
  const C = await aPrincipalAt(database.current, 'C', company);
  await aPrincipalAt(database.current, 'A', idle);
  const rows = await rowsOf(C, 'dormant-accounts');
  expect(rows.map(({ name1, lastUsed, idleDays }) => [name1, lastUsed && isoDay(lastUsed as Date), idleDays])).toEqual([
    [never.name, null, 92],
    [idle.name, '2026-05-15', 91]
  ]);
  expect(rows.filter(({ person }) => person !== null)).toHaveLength(1);
});

test('issue 18 R37 control totals of feeds say what each file booked, had already and was refused, and whether its trailer agreed', async () => {
  const world = await aFeedWorld(database.current);
  const mapping = await aMapping(world);
  const line = (reference: string, amount: string, number = world.cards[0]?.number) =>
    `${number},${reference},2026-08-13,${amount},EUR,CAFE SONNE,5814`;
  await imported(world, mapping, plainFile([line('R-1', '10.00'), line('R-2', '-2.50')]));
  await imported(world, mapping, plainFile([line('R-2', '-2.50'), line('R-3', '7.00'), line('R-4', 'seven')]));
  const trailer = { at: { source: 'Card', is: ['T'] }, count: 'Reference' };
  const counted = (onMismatch: string) => aMapping(world, { ...PLAIN, trailer: { ...trailer, onMismatch } });
  await imported(world, await counted('refuse'), plainFile([line('R-5', '1.00'), 'T,1,,,,,']));
  await imported(world, await counted('refuse'), plainFile([line('R-6', '1.00'), 'T,2,,,,,']));
  const rows = await rowsOf(world.principal, 'feed-control-totals');
  const told = rows.map(({ outcome, rows: count, debit, credit, debitCurrency, trailer: check }) =>
    [outcome, count, debit && `+${Number(debit)}`, credit && `-${Number(credit)}`, debitCurrency, check].join(' ')
  );
  expect(told.sort()).toEqual([
    '     differs',
    'booked 1 +1 -0 EUR agrees',
    'booked 1 +7 -0 EUR none',
    'booked 2 +10 -2.5 EUR none',
    'known 1 +0 -2.5 EUR none',
    expect.stringMatching(/^rejected 1 .* none$/)
  ]);
  // Nobody below the issuer sees its feeds.
  const C = await aPrincipalAt(database.current, 'C', world.company);
  expect(await knownReport(LISTS, STANDARD_REPORTS, C, 'feed-control-totals')).toBeNull();
});
