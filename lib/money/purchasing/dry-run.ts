import { z } from 'zod';
import type { Principal } from '../../access/policy/principal';
import { instantOf } from '../../core/calendar/clocks';
import { dayAfter, dayOf } from '../../core/calendar/days';
import { database } from '../../core/database/database';
import { Prisma } from '../../core/database/prisma/client';
import { readRows } from '../../core/database/rows';
import { grantedPlaces } from '../../directory/people/granted-places';
import { todayAt } from '../../directory/structure/reads/today';
import { type PastPurchase, pastPurchases } from '../transactions/past-purchases';
import type { Controls } from './controls';
import type { Counters } from './counters';
import { decide, type Failure } from './decide';
import { windowOf } from './local-time';
import { type TemplateValues, templateControls } from './template-controls';
import type { TemplateTerms } from './terms';
import { unitsOf } from './units';

/** The most purchases that are looked at, the latest ones. */
export const MOST_TRIED = 2_000;
/** The most declined ones that are named. */
const MOST_NAMED = 100;

/** How many days back a dry run looks. */
export const DRY_RUN_DAYS = [30, 90, 180, 365] as const;

export const dryRunSchema = z.object({
  days: z.coerce.number().pipe(z.literal(DRY_RUN_DAYS, 'choice.invalid')).default(90),
  group: z.preprocess((typed) => (typed === '' ? undefined : typed), z.uuid('invalid.entry').optional())
});

/** A purchase that the template's controls would have declined, and every control that says no. */
export interface DeclinedPurchase extends PastPurchase {
  failures: Failure[];
}

/** What a template's controls would have said to purchases of the past. */
export interface DryRun {
  controls: Controls;
  tried: number;
  /** Whether there were more purchases than are looked at. */
  isCut: boolean;
  declined: number;
  /** What was declined, by currency. */
  sums: { currency: string; amount: string }[];
  /** How many purchases each control says no to, the most frequent first. */
  byControl: { failure: Failure; count: number }[];
  /** The latest declined ones, at most a hundred. */
  latest: DeclinedPurchase[];
}

/** The controls that purchases of the past can be held against: they have a day and no time, and no acquirer. */
function triable(controls: Controls): Controls {
  const { merchant } = controls;
  return {
    ...controls,
    validity: null,
    curfew: null,
    timeOfDay: null,
    merchant: merchant && { ...merchant, acquirerId: null }
  };
}

/** What one account has spent so far, as a card of its own would count it. */
interface Running {
  windows: ({ until: string | null; spent: bigint; uses: number } | null)[];
  held: bigint;
  uses: number;
  amounts: bigint[];
}

/**
 * Holds purchases, the earliest first, against the controls of a template by the decision function of the processor
 * (C3.017D). Each account counts as one card: what is declined counts nothing. All of it is booked, so that nothing ages.
 */
export function dryRun(all: Controls, purchases: readonly PastPurchase[]): DeclinedPurchase[] {
  const controls = triable(all);
  const accounts = new Map<string, Running>();
  return purchases.flatMap((purchase) => {
    const { accountId, day, amount, currency, merchantName, merchantId, category } = purchase;
    const known = accounts.get(accountId);
    const running: Running = known ?? { windows: controls.velocities.map(() => null), held: 0n, uses: 0, amounts: [] };
    accounts.set(accountId, running);
    const windows = controls.velocities.map(({ period }, at) => {
      const before = running.windows[at];
      const isPresent = before && (before.until === null || day < before.until);
      return isPresent ? before : { until: windowOf(period, day)?.until ?? null, spent: 0n, uses: 0 };
    });
    running.windows = windows;
    const counters: Counters = {
      velocities: windows,
      held: running.held,
      uses: running.uses,
      amounts: running.amounts
    };
    const at = instantOf(controls.timeZone, dayOf(day), '12:00');
    const { approved, failures } = decide(controls, counters, {
      at,
      kind: 'purchase',
      amount,
      currency,
      merchantName,
      merchantId,
      category,
      acquirerId: null
    });
    if (!approved) return [{ ...purchase, failures }];
    const units = unitsOf(amount);
    for (const window of windows) {
      window.spent += units;
      window.uses += 1;
    }
    running.held += units;
    running.uses += 1;
    running.amounts.push(units);
    return [];
  });
}

/** The accounts of the members of a group; with none, every account. */
const accountsOf = (issuerId: string, groupId: string | undefined) =>
  groupId === undefined
    ? Prisma.sql`TRUE`
    : Prisma.sql`t.account_id IN (
        SELECT p.id FROM purchase_group_users m
        CROSS JOIN LATERAL (SELECT m.issuer_id, m.user_id AS id) u
        CROSS JOIN LATERAL (SELECT n.id FROM ${grantedPlaces('purchase_requests', 'modify')}) p
        WHERE m.issuer_id = ${issuerId}::uuid AND m.group_id = ${groupId}::uuid)`;

/**
 * What a template would have declined of the last purchases of its company, or of the members of one of its groups, as far
 * as the principal sees them. For a page that has proven that its reader sees the template.
 */
export async function tryOnPast(
  principal: Principal,
  { issuerId, companyId }: { issuerId: string; companyId: string },
  { template, timeZone, type, supplier }: TemplateTerms,
  { days, group }: z.output<typeof dryRunSchema>
): Promise<DryRun> {
  const today = await todayAt(issuerId, database());
  const controls = templateControls(template.values as TemplateValues, { timeZone, day: today, type, supplier });
  const place = { issuerId, companyId, since: dayAfter(today, -days), of: accountsOf(issuerId, group) };
  const purchases = await pastPurchases(principal, place, MOST_TRIED + 1);
  const tried = purchases.slice(-MOST_TRIED);
  const declined = dryRun(controls, tried);
  return {
    controls,
    tried: tried.length,
    isCut: purchases.length > MOST_TRIED,
    declined: declined.length,
    sums: sumsOf(declined),
    byControl: countsOf(declined),
    latest: declined.slice(-MOST_NAMED).reverse()
  };
}

function sumsOf(declined: readonly PastPurchase[]): DryRun['sums'] {
  const sums = new Map<string, Prisma.Decimal>();
  for (const { currency, amount } of declined)
    sums.set(currency, (sums.get(currency) ?? new Prisma.Decimal(0)).plus(amount));
  return [...sums].map(([currency, sum]) => ({ currency, amount: sum.toFixed() }));
}

function countsOf(declined: readonly DeclinedPurchase[]): DryRun['byControl'] {
  const counts = new Map<string, { failure: Failure; count: number }>();
  for (const { failures } of declined)
    for (const failure of failures) {
      const counted = counts.get(failure.control) ?? { failure, count: 0 };
      counts.set(failure.control, { ...counted, count: counted.count + 1 });
    }
  return [...counts.values()].sort((one, other) => other.count - one.count);
}

const groupRow = z.strictObject({ id: z.string(), name: z.string() });

/** The groups of a company, for a page that has proven that its reader sees the company's set-up. */
export const groupsOf = ({ issuerId, companyId }: { issuerId: string; companyId: string }) =>
  readRows(database(), groupRow)`
    SELECT g.id, g.name FROM purchase_groups g
    WHERE g.issuer_id = ${issuerId}::uuid AND g.company_id = ${companyId}::uuid ORDER BY g.name LIMIT 200`;
