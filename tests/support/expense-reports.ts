import type { Principal } from '@/lib/access/policy/principal';
import { allowanceSchema } from '@/lib/money/expenses/allowance-schema';
import { addCharges, addOwnMoney } from '@/lib/money/expenses/change-lines';
import { changeReport } from '@/lib/money/expenses/change-report';
import { createReport } from '@/lib/money/expenses/make-report';
import { seenReport } from '@/lib/money/expenses/report';
import type { ReportChange } from '@/lib/money/expenses/report-change';
import { ownMoneySchema, reportSchema } from '@/lib/money/expenses/schema';
import { tripSchema } from '@/lib/money/expenses/trip-schema';
import { ORIGIN } from './module-world';
import { granted } from './results';
import { aRecord, recordsOf } from './setup';
import type { StructureNode } from './structure';

/** The head of a report of spring 2026. */
export const reportEntry = (account: StructureNode, more: Record<string, string> = {}) =>
  reportSchema.parse({
    accountId: account.id,
    title: 'Oslo, March',
    purpose: 'Visit to the customer',
    firstDay: '2026-03-01',
    lastDay: '2026-03-31',
    ...more
  });

/** A saved report with these charges: its id. */
export async function aReportOf(
  by: Principal,
  account: StructureNode,
  charges: readonly string[] = []
): Promise<string> {
  const id = granted(await createReport(by, reportEntry(account), ORIGIN));
  if (charges.length > 0) granted(await addCharges(by, id, charges, ORIGIN));
  return id;
}

/** An expense type of a company for one's own money, made by its administrator: its id. */
export const anExpenseType = (by: Principal, company: StructureNode, more: Record<string, string | string[]> = {}) =>
  aRecord(by, 'expense-type', recordsOf(company), {
    name: `Taxi ${Math.random().toString(36).slice(2)}`,
    category: 'transport',
    outOfPocket: 'true',
    ...more
  });

export const ownMoney = (expenseTypeId: string, more: Record<string, string> = {}) =>
  ownMoneySchema.parse({
    spentOn: '2026-03-10',
    merchant: 'Oslo Taxi',
    expenseTypeId,
    amount: '12.50',
    description: 'Taxi to the customer',
    ...more
  });

/** A trip of a hundred kilometers by car. */
export const aTrip = (expenseTypeId: string, more: Record<string, unknown> = {}) =>
  tripSchema.parse({
    spentOn: '2026-03-10',
    vehicle: 'Car',
    route: 'Oslo – Hamar',
    expenseTypeId,
    measure: 'distance',
    distance: '100',
    description: 'Visit to the customer',
    ...more
  });

/** A trip to Norway of three days, from Tuesday morning to Thursday afternoon. */
export const anAllowance = (expenseTypeId: string, more: Record<string, unknown> = {}) =>
  allowanceSchema.parse({
    destination: 'Norway',
    expenseTypeId,
    description: 'Visit to the customer',
    firstDay: '2026-03-10',
    departure: '08:00',
    lastDay: '2026-03-12',
    arrival: '16:30',
    ...more
  });

/** An expense from one's own money on a saved report: the id of its line. */
export const anOwnExpense = async (by: Principal, id: string, expenseTypeId: string) =>
  granted(await addOwnMoney(by, id, ownMoney(expenseTypeId), ORIGIN));

/** Tries an event of a report in the version that it has for whoever tries it. */
export async function tried(by: Principal, id: string, change: Omit<ReportChange, 'version'> & { version?: number }) {
  const version = change.version ?? (await seenReport(by, id))?.version ?? 0;
  return changeReport(by, id, { ...change, version }, ORIGIN);
}
